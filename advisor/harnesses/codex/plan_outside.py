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
# What stops a sandbox from starting, in the words of `rules.sandbox_start` -> (why, what to do).
_START_UP = {
    "user namespaces": (
        "This system does not let Codex's bubblewrap make user namespaces: no config of Codex changes that.",
        "Install the distribution's bubblewrap; on Ubuntu 24.04 also `apt install apparmor-profiles` and load bwrap-userns-restrict.",
    ),
    "mounts": (
        "A write entry of the config names a file, or a folder that does not exist or that is somebody else's; then no command runs.",
        "Take the entry that the message names out of the config, or name an existing folder: a relative one counts from .codex/.",
    ),
    "landlock": (
        "use_legacy_landlock is set, or this Codex is too old: current versions need bubblewrap instead.",
        "Take use_legacy_landlock out of the config, and upgrade Codex.",
    ),
    "helper": (
        "Codex's own helper could not start: a profile hides it, an entry names a file, or this Codex runs in the sandbox of another.",
        'Give the profile extends = ":workspace" or ":read-only", undo the entry added last, or start Codex in a terminal of your own.',
    ),
    "windows set-up": (
        "Codex's Windows sandbox could not be set up.",
        'Set [windows] sandbox to the other of "elevated" and "unelevated", and restart Codex.',
    ),
    "profile": (
        "macOS does not accept the sandbox profile that Codex wrote from the config.",
        "Take out the entry added last: a path with odd characters is the usual cause.",
    ),
}
_NOT_STARTED = (
    "The sandbox did not start, so that no command ran: no grant changes that.",
    "Check the config with `codex app-server --strict-config --print-startup-config`, and whether bubblewrap is installed.",
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
            return Answers((), (Unmet(need, *_START_UP.get(problem or "", _NOT_STARTED)),))
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
                    "Delete it yourself in another terminal, or tell the agent to use `rm -r` without -f where you agree.",
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
