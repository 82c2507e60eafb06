"""What letting one command run unasked, or outside the sandbox, hands over; some commands are never let."""

from __future__ import annotations

import re
from enum import Enum

from advisor.hazards.places import INTERPRETERS
from advisor.model import Risk
from advisor.model.tuples import NamedTuple


class CommandHazard(Enum):
    """What a command can do to whoever lets it run."""

    NOTHING = "nothing"
    DESTROYS = "it deletes or overwrites"
    BECOMES_ROOT = "it becomes another user"
    RUNS_ITS_WORDS = "it runs whatever stands in its arguments"
    RUNS_WRITTEN_CODE = "it runs files that the agent can write"
    RULES_THE_MACHINE = "it commands a service that can do anything on the machine"


class CommandJudgement(NamedTuple):
    """risk: of running exactly this command outside the sandbox. grantable False: never by a rule of any kind. why: a sentence."""

    hazard: CommandHazard = CommandHazard.NOTHING
    risk: Risk = Risk.BROAD
    grantable: bool = True
    why: str = ""


_DESTROYERS = frozenset({
    "rm", "rmdir", "unlink", "shred", "dd", "mkfs", "wipefs", "truncate", "srm", "del", "erase", "rd", "remove-item", "fdisk", "parted",
})  # fmt: skip
_KILLERS = frozenset({"kill", "killall", "pkill", "taskkill", "xkill"})
_ROOT = frozenset({"sudo", "su", "doas", "pkexec", "runas", "run0", "setpriv", "chroot", "nsenter"})
_WRAPPERS = frozenset({
    "env", "xargs", "nohup", "nice", "timeout", "time", "setsid", "stdbuf", "parallel", "watch", "watchexec", "entr", "command", "exec",
    "eval", "source", ".", "script", "expect", "tmux", "screen", "strace", "ltrace", "gdb", "lldb", "unshare", "bwrap", "flock", "find",
    "fd", "vim", "vi", "nvim", "emacs", "less", "more", "man", "at", "batch", "crontab", "npx", "bunx", "uvx", "pipx",
})  # fmt: skip
_PROJECT_RUNNERS = frozenset({
    "make", "gmake", "cmake", "ninja", "meson", "just", "task", "rake", "npm", "pnpm", "yarn", "bun", "deno", "nx", "turbo", "lerna",
    "gulp", "grunt", "vite", "next", "jest", "vitest", "mocha", "playwright", "cypress", "tsx", "ts-node", "tsc", "eslint", "webpack",
    "rollup", "pytest", "tox", "nox", "pip", "uv", "poetry", "pdm", "hatch", "pre-commit", "cargo", "go", "gradle", "gradlew", "mvn",
    "mvnw", "ant", "sbt", "bazel", "buck", "bundle", "gem", "rails", "composer", "phpunit", "dotnet", "msbuild", "swift", "xcodebuild",
    "mix", "rebar3", "stack", "cabal", "dart", "flutter", "terraform", "ansible", "ansible-playbook", "vagrant", "git", "hg", "svn",
    "chromium", "google-chrome", "adb",
})  # fmt: skip
_MACHINE_RULERS = frozenset({
    "docker", "podman", "nerdctl", "docker-compose", "colima", "limactl", "systemctl", "service", "launchctl", "systemd-run", "loginctl",
    "kubectl", "helm", "virsh", "lxc", "incus", "osascript", "open", "xdg-open", "defaults", "security", "schtasks", "sc", "reg",
    "mount", "umount",
})  # fmt: skip
# What writes wherever its arguments say, or runs what they name, though it is let for another purpose.
_REACHES = frozenset({
    "cp", "mv", "ln", "tee", "install", "rsync", "tar", "bsdtar", "cpio", "unzip", "7z", "patch", "curl", "wget", "aria2c", "ssh", "scp",
    "sftp", "nc", "ncat", "netcat", "socat", "direnv", "mise", "asdf", "sqlite3", "psql", "mysql", "gcc", "cc", "clang", "ld", "r",
})  # fmt: skip


def reaches_anywhere(words: tuple[str, ...]) -> bool:
    """Whether these words, followed by any others, write a file of the caller's choice, or run a program of it."""
    return bool(words) and words[0].rpartition("/")[2].lower() in _REACHES


def judge_command(words: tuple[str, ...]) -> CommandJudgement:
    """What it would hand over to let exactly these words run; the first is the program."""
    if not words:
        return CommandJudgement(CommandHazard.RUNS_ITS_WORDS, Risk.ESCAPE, False, "There is no program in it.")
    program = words[0].replace("\\", "/").rpartition("/")[2].lower().removesuffix(".exe")
    arguments = words[1:]
    if program in _DESTROYERS or program.startswith("mkfs.") or _deletes(program, arguments):
        return CommandJudgement(CommandHazard.DESTROYS, Risk.ESCAPE, False, "It deletes or overwrites: no rule ever lets it.")
    if program in _KILLERS:
        return CommandJudgement(CommandHazard.DESTROYS, Risk.ESCAPE, False, "It ends processes outside the sandbox: no rule ever lets it.")
    if program in _ROOT:
        return CommandJudgement(CommandHazard.BECOMES_ROOT, Risk.ESCAPE, False, "It becomes another user: no rule ever lets it.")
    if program in _WRAPPERS or (_is_interpreter(program) and not _script(arguments)):
        why = "It runs whatever stands in its arguments or its input: a rule for it is a rule for everything."
        return CommandJudgement(CommandHazard.RUNS_ITS_WORDS, Risk.ESCAPE, False, why)
    if program in _MACHINE_RULERS:
        why = "It commands a service that can do anything on the machine."
        return CommandJudgement(CommandHazard.RULES_THE_MACHINE, Risk.ESCAPE, True, why)
    if _is_interpreter(program) or program in _PROJECT_RUNNERS or "/" in words[0].replace("\\", "/"):
        why = "It runs files that the agent can write: whatever stands in them runs outside the sandbox."
        return CommandJudgement(CommandHazard.RUNS_WRITTEN_CODE, Risk.ESCAPE, True, why)
    return CommandJudgement()


def _is_interpreter(program: str) -> bool:
    return re.sub(r"[\d.]{1,8}$", "", program) in INTERPRETERS


def _script(arguments: tuple[str, ...]) -> str | None:
    """The file that an interpreter is given, when its first argument is one: not `-c`, `-e`, `-` nor an option."""
    first = arguments[0] if arguments else ""
    return first if first and not first.startswith("-") else None


def _deletes(program: str, arguments: tuple[str, ...]) -> bool:
    words = set(arguments)
    return (
        (program == "find" and bool(words & {"-delete", "-exec", "-execdir", "-ok"}))
        or (program == "git" and bool(words & {"clean", "filter-branch", "filter-repo"} or ("reset" in words and "--hard" in words)))
        or (program == "git" and "push" in words and bool(words & {"-f", "--force", "--mirror", "--delete"}))
    )
