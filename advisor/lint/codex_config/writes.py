"""What a place opened for writing breaks or hands over, whichever of the two forms opens it."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.hazards import Hazard, judge_write
from advisor.lint.codex_config._grants import grants, is_device, names_a_file, opened
from advisor.lint.codex_config._reading import SEEN, profile, project, removed, said, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule

_PROTECTED = {
    ".git": (
        "opens .git/hooks and .git/config too: a file written there later runs outside the sandbox; a linked worktree needs a second entry"
    ),
    ".codex": "the sandboxed agent can edit its own configuration, hooks and rules",
    ".agents": "the sandboxed agent can edit its own skills and plugins",
    ".aws": "opens the credentials that Codex keeps read-only",
}
_WIDE = (Hazard.BASE_FOLDER, Hazard.ANCESTOR, Hazard.TEMPORARY)
_NEVER = (
    Hazard.DEVICE, Hazard.CREDENTIALS, Hazard.START_UP, Hazard.AUTOSTART, Hazard.SYSTEM, Hazard.INTERPRETER, Hazard.GIT, Hazard.HARNESS,
)  # fmt: skip


def _files(config: Config) -> Iterator[Fault]:
    for grant in grants(config):
        if grant.form == "special" or "*" in opened(grant):
            continue
        if is_device(grant):
            say = f"{said(grant.written)} is a device: on Linux every sandboxed command fails with such an entry"
        elif names_a_file(grant):
            say = (
                f"{said(grant.written)} names a file: only folders can be opened, and on "
                "Linux every sandboxed command fails where that file is there"
            )
        else:
            continue
        yield Fault(
            grant.path, say, removed(grant.path, "take it out, and open the folder that holds it if that folder holds nothing else")
        )


def _protected(config: Config) -> Iterator[Fault]:
    for grant in grants(config):
        if names_a_file(grant) or is_device(grant) or grant.form == "special":
            continue
        if told := _protection(opened(grant)):
            yield Fault(grant.path, f"{said(grant.written)}: {told}")


def _protection(place: str) -> str | None:
    parts = [part for part in place.split("/") if part not in ("", ".")]
    if parts[:2] == ["~", ".codex"] or parts[:1] == [".codex"]:
        return "it lies in Codex's own home, beside its config, rules and sessions" if parts[0] == "~" else _PROTECTED[".codex"]
    for name in parts[:-1]:
        if name in (".git", ".codex", ".agents"):
            return f"it lies in {name}, which Codex keeps read-only: {_PROTECTED[name]}" if name != ".git" else _inside_git(parts)
    return _PROTECTED.get(parts[-1]) if parts else None


def _inside_git(parts: list[str]) -> str | None:
    inside = parts[parts.index(".git") + 1 :]
    if inside[0] in ("hooks", "config", "worktrees", "modules"):
        return "git runs programs that its hooks and config name: a file written there later runs outside the sandbox"
    return None


def _hazards(config: Config) -> Iterator[Fault]:
    for grant in grants(config):
        place = opened(grant)
        if not place or place == "." or names_a_file(grant) or is_device(grant) or _protection(place):
            continue
        if grant.form == "special" and grant.written == ":slash_tmp":
            continue  # the base opens it already
        judged = judge_write(place)
        if place == "/" or judged.hazard in _WIDE or judged.hazard in _NEVER:
            why = "it is everything there is" if place == "/" else judged.why.rstrip(".").replace("It ", "it ", 1)
            yield Fault(grant.path, f"{said(grant.written)} opens too much: {why}")


def _run_later(config: Config) -> Iterator[Fault]:
    for grant in grants(config):
        judged = judge_write(opened(grant)) if grant.place else None
        if judged and judged.hazard is Hazard.EXECUTED_LATER and not names_a_file(grant):
            yield Fault(grant.path, f"{said(grant.written)}: {judged.why.rstrip('.').replace('Its', 'its', 1)}")


RULES = (
    LintRule(
        id="codex-config/file-for-writing",
        title="A file where only folders can be opened",
        explanation=(
            "Codex's Linux sandbox treats every writable entry as a folder and mounts protections inside it. One that names a file or a "
            "device makes every sandboxed command fail (`bwrap: Can't mkdir parents for …/.git: Not a directory`, exit 101), whatever the "
            "command. While nothing of the name is there the entry does nothing. Open the folder instead."
        ),
        severity="error",
        check=_files,
        source="facts/codex.md 0.4 and 1.5; facts/codex-live.md 2.7",
        seen_on=SEEN,
        examples=(
            project(profile('[permissions.dev.filesystem]\n"~/.gitconfig" = "write"')),
            project(profile('[permissions.dev.filesystem.":workspace_roots"]\n"docs/NOTES.md" = "write"')),
            project('[sandbox_workspace_write]\nwritable_roots = ["/var/run/docker.sock"]\n'),
            user('[sandbox_workspace_write]\nwritable_roots = ["/dev/kvm"]\n'),
        ),
        near_misses=(
            project(profile('[permissions.dev.filesystem]\n"/srv/next.js" = "write"\n"/opt/node-v20.1.0" = "write"\n"~/.m2" = "write"')),
            project(profile('[permissions.dev.filesystem]\n"~/.netrc" = "deny"\n"/srv/x.json" = "read"')),
            project(profile('[permissions.dev.filesystem.":workspace_roots"]\n"conf.d" = "write"\n"x.md/**" = "write"')),
        ),
    ),
    LintRule(
        id="codex-config/opens-protected",
        title="What Codex protects is opened",
        explanation=(
            "In every writable folder Codex keeps .git, .codex, .agents and .aws "
            "read-only, because what is written there runs later outside "
            "the sandbox, or is the agent's own configuration. An entry of that name takes the protection away."
        ),
        severity="warn",
        check=_protected,
        source="facts/codex.md 0.6, 2.6 and 3; facts/codex-live.md 2.11",
        seen_on=SEEN,
        examples=(
            project(profile('[permissions.dev.filesystem.":workspace_roots"]\n".git/**" = "write"')),
            project('[sandbox_workspace_write]\nwritable_roots = ["../.git"]\n'),
            project('[sandbox_workspace_write]\nwritable_roots = ["./"]\n'),
            user('[sandbox_workspace_write]\nwritable_roots = ["~/.codex/worktrees"]\n'),
            user(profile('[permissions.dev.filesystem]\n"/home/dev/x/.git/hooks" = "write"\n"~/.agents/skills" = "write"')),
            user(profile('[permissions.dev.workspace_roots]\n"/home/dev/x/.git" = true')),
        ),
        near_misses=(
            project(profile('[permissions.dev.filesystem.":workspace_roots"]\n".git" = "read"\n".github" = "write"')),
            project('[sandbox_workspace_write]\nwritable_roots = ["../../sibling"]\n'),
            user(profile('[permissions.dev.filesystem]\n"/home/dev/x/.git/objects/pack" = "write"')),
        ),
    ),
    LintRule(
        id="codex-config/opens-too-much",
        title="A folder is opened that holds far more than a need",
        explanation=(
            "Base folders, credentials, start-up files, folders of programs and the system's own are never opened as an ordinary change: "
            "what is written there is read or run later by something outside the sandbox. Name the program's own folder below it."
        ),
        severity="warn",
        check=_hazards,
        source="DESIGN 6 (what is never done), from facts/codex.md 2 and 3",
        seen_on=SEEN,
        examples=(
            user('[sandbox_workspace_write]\nwritable_roots = ["~"]\n'),
            project(profile('[permissions.dev.filesystem]\n":root" = "write"')),
            project(profile('[permissions.dev.filesystem]\n"~/.ssh" = "write"\n"~/.cache" = "write"')),
            user('[sandbox_workspace_write]\nwritable_roots = ["/usr/local/bin", "/etc", "/dev"]\n'),
        ),
        near_misses=(
            user('[sandbox_workspace_write]\nwritable_roots = ["~/.npm/_cacache"]\n'),
            project(profile('[permissions.dev.filesystem]\n":slash_tmp" = "write"\n"~/.ssh" = "deny"')),
        ),
    ),
    LintRule(
        id="codex-config/opens-run-later",
        title="What is written there is run later",
        explanation="The folder holds programs that something else runs later, outside the sandbox. It may be meant; a reader should know.",
        severity="info",
        check=_run_later,
        source="DESIGN 6 (a folder whose content is executed later)",
        seen_on=SEEN,
        examples=(project(profile('[permissions.dev.filesystem]\n"~/.cache/pre-commit" = "write"')),),
        near_misses=(project(profile('[permissions.dev.filesystem]\n"~/.npm/_cacache" = "write"')),),
    ),
)
