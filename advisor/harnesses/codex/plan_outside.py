"""What no key of Codex's sandbox opens: services, devices, other processes, nesting, root, and refusals before the sandbox.

For most of it the answer is to run that one command outside, by hand or approved once; some of it has another way.
Sources: codex-rs/linux-sandbox and codex-rs/sandboxing in https://github.com/openai/codex, and runs of 0.171.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from advisor.harnesses.codex.planning import Answers, Planning, by_rule, run_outside
from advisor.harnesses.codex.rules_file import ruled_words
from advisor.hazards.commands import CommandHazard, judge_command
from advisor.model import ControlProcess, GainPrivilege, Need, Nest, RunCommand, StartSandbox, Unmet, UseDevice, UseService
from advisor.quoting import inline
from advisor.shell import parse

OutsideNeed: TypeAlias = UseService | UseDevice | ControlProcess | Nest | GainPrivilege | RunCommand | StartSandbox

_OWN_DEVICES = "The sandbox has a /dev of its own: no entry brings a device back."
_OWN_PROCESSES = "The sandbox has process numbers of its own and a filter on system calls."
_NO_NESTING = "No setting lets a sandbox, a namespace or a mount be made inside the sandbox."
_NO_PRIVILEGE = "No setting gives root, raw sockets or another user's rights; ports from 1024 on need none of them."
# What a sandbox that cannot start prints -> (why, what to do); the first that matches counts.
_START_UP: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("mkdir parents", "synthetic bubblewrap", "not a directory", "os error 20"),
        "A write entry of the config names a file: Codex takes only folders, and then no command runs.",
        "Take that entry out of the config, or name its folder instead.",
    ),
    (
        ("no such file or directory", "bind mount", "can't create file"),
        "A write entry of the config names a folder that does not exist (in the older table a relative one counts from .codex/).",
        "Make the folder with mkdir -p, or take the entry out.",
    ),
    (
        ("landlock", "filesystem-restricted"),
        "use_legacy_landlock is set, which current versions cannot run with.",
        "Take use_legacy_landlock out of the config.",
    ),
    (
        ("codex-linux-sandbox",),
        "The permission profile does not let commands read Codex's own files.",
        'Give the profile extends = ":workspace" or ":read-only".',
    ),
    (
        ("app-server socket", "path aliases"),
        "This Codex was started inside the sandbox of another.",
        "Start it in a terminal of your own.",
    ),
    (
        ("can't mkdir", "permission denied"),
        "A writable folder of the config, or the working directory, belongs to somebody else.",
        "Give the folder to the user who runs Codex, or take the entry out.",
    ),
    (
        ("namespace", "rtm_newaddr", "uid map", "nesting depth", "enospc", "bwrap", "bubblewrap"),
        "This system does not let Codex's bubblewrap make user namespaces: no config of Codex changes that.",
        "Install the distribution's bubblewrap; on Ubuntu 24.04 also `apt install apparmor-profiles` and load bwrap-userns-restrict.",
    ),
    (
        ("windows", "setnamedsecurityinfo", "createprocesswithlogon", "helper"),
        "Codex's Windows sandbox could not be set up.",
        'Set [windows] sandbox to the other of "elevated" and "unelevated", and restart Codex.',
    ),
)


def plan_outside(plan: Planning, needs: Iterable[OutsideNeed]) -> Answers:
    """The answers for what the sandbox never opens, each need by itself."""
    answers = Answers()
    for need in needs:
        answers = answers.and_(_answer(plan, need))
    return answers


def _answer(plan: Planning, need: OutsideNeed) -> Answers:
    match need:
        case UseService(name=name):
            return _outside(plan, need, f"Run what talks to {inline(name or 'the system service')}", None)
        case UseDevice(path=path):
            return _outside(plan, need, f"Run what opens {inline(path or 'the device')}", _OWN_DEVICES)
        case ControlProcess():
            return _outside(plan, need, "Run the command", _OWN_PROCESSES)
        case Nest():
            return _outside(plan, need, "Run the inner sandbox", _NO_NESTING)
        case GainPrivilege():
            return _outside(plan, need, "Run the command", _NO_PRIVILEGE)
        case RunCommand():
            return _permission(plan, need)
        case StartSandbox(problem=problem):
            return Answers((), (Unmet(need, *_start_up(problem)),))
        case _:
            assert_never(need)


def _outside(plan: Planning, need: Need, what: str, caveat: str | None) -> Answers:
    return Answers(((run_outside((need,), what, caveat), *by_rule(plan, (need,), ruled_words(plan.situation.command))),))


def _permission(plan: Planning, need: RunCommand) -> Answers:
    """A command that Codex's own policy refused before any sandbox: `rm -f` and its kin for good, others by whoever rules."""
    words = [command.words for command in parse(need.command or "").commands]
    if any(judge_command(each).hazard is CommandHazard.DESTROYS for each in words):
        return Answers(
            (),
            (
                Unmet(
                    need,
                    "Codex itself refuses to force a deletion, in every sandbox mode; no rule ever lets it.",
                    "Delete it yourself in another terminal, or let the agent use `rm -r` without -f on what it made.",
                ),
            ),
        )
    return Answers(
        ((run_outside((need,), "Run the command"), *by_rule(plan, (need,), ruled_words(need.command))),),
        (
            Unmet(
                need,
                "A rule, an approval setting or a person refused the command before any sandbox ran: no sandbox key changes that.",
                "Look into the rules folders of .codex and ~/.codex; `codex exec` never asks, so run it in `codex` to be asked.",
            ),
        ),
    )


def _start_up(problem: str | None) -> tuple[str, str]:
    text = (problem or "").lower()
    for signs, why, instead in _START_UP:
        if any(sign in text for sign in signs):
            return why, instead
    return (
        "The sandbox did not start, so that no command ran: no grant changes that.",
        "Check the config with `codex app-server --strict-config --print-startup-config`, and whether bubblewrap is installed.",
    )
