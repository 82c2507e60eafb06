"""What sandboxed commands of Claude Code may write and read: its fixed places, and the entries of settings and rules.

A deny beats every allow at or below it, and what Claude Code always protects beats both; such an allow is told as what
it is worth. On Linux an allow entry that is missing, a symlink or a pattern does nothing. A hidden folder is an empty one of
the sandbox's own: what is written there is gone with the command; an entry that opens it, or a place in it, counts more, but
not a repository's where the administrator or the block of outside reads hides it (2.1.332: run).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from advisor import paths
from advisor.harnesses.claude_code.settings import Settings, value_at
from advisor.model import Access, Entry, Provenance, Situation
from advisor.model.tuples import NamedTuple

# Writable without any setting (2.1.332: run on Linux).
_WRITABLE = (
    ".", "$TMPDIR", "/tmp/claude", "~/.npm/_logs", "~/.claude/debug", "/dev/null", "/dev/tty", "/dev/stdout", "/dev/stderr", "/dev/shm",
)  # fmt: skip
# Closed whatever is allowed, in the project and at home (run: about 120 names were tried).
PROTECTED_IN_PROJECT = (
    ".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".gitconfig", ".gitmodules", ".ripgreprc", ".mcp.json", ".vscode",
    ".idea", ".claude/settings.json", ".claude/settings.local.json", ".claude/skills", ".claude/agents", ".claude/commands",
    ".claude/hooks", ".claude/workflows", ".claude/routines", ".claude/output-styles", ".claude/launch.json",
    ".claude/scheduled_tasks.json", ".claude/loop.md", ".claude/.cc-writes", ".git/config", ".git/config.lock", ".git/config.worktree",
    ".git/hooks", ".git/worktrees", ".git/remotes", ".git/objects/info/alternates",
)  # fmt: skip
PROTECTED_AT_HOME = (
    "~/.ssh", "~/.gitconfig", "~/.config/git", "~/.claude.json", "~/.mcp.json", "~/.claude/settings.json",
    "~/.claude/settings.local.json", "~/.claude/CLAUDE.md", "~/.claude/skills", "~/.claude/agents", "~/.claude/commands",
    "~/.claude/hooks", "~/.claude/plugins", "~/.claude/projects", "~/.claude/todos",
)  # fmt: skip
_PROTECTED_WHERE_ADDED = (".mcp.json", *(place for place in PROTECTED_IN_PROJECT if place.startswith(".claude/")))  # (run)
_NESTED = tuple(f"{depth}.git/{name}" for depth in ("*/", "*/*/", "*/*/*/") for name in ("config", "hooks"))  # repositories below
_NEVER_OPENS = "no setting opens it"
_BLOCK = ("permissions", "blockReadsOutsideWorkingDirectories")
_HOMES = ("~", "/root", "/home")  # what that block hides on Linux (run: nothing else was hidden)
_GONE = "the folder is hidden: the sandbox has an empty one in its place, and what is written there is gone"


class Grant(NamedTuple):
    """One entry that is meant to open a place. why: what keeps it from doing so; None when it counts."""

    value: str
    place: str
    provenance: Provenance
    why: str | None = None


def write_entries(settings: Settings, situation: Situation) -> Iterator[Entry]:
    """What may be written, as boundary entries."""
    if provenance := settings.on("sandbox", "filesystem", "disabled"):
        yield Entry("write", "/", Access.ALLOWED, provenance)
        return
    yield Entry("write", "/", Access.REFUSED, _built_in("outside the folders that sandboxed commands may write"))
    yield from _by_default(situation)
    closed = _closed(situation)
    for place in closed:
        yield Entry("write", place, Access.PROTECTED, _built_in("always protected"), _NEVER_OPENS)
    denied = list(_denied(settings, situation))
    for place, provenance in denied:
        yield Entry("write", place, Access.REFUSED, provenance)
    counting = [grant for grant in grants(settings, situation) if grant.why is None]
    opened = {grant.place for grant in counting}
    for hidden in _hidden(settings, situation):
        if hidden.place not in opened and not _is_pattern(hidden.place):
            yield Entry("write", hidden.place, Access.REFUSED, hidden.provenance, _GONE)
    for value, provenance in settings.items("permissions", "additionalDirectories"):
        for name in _PROTECTED_WHERE_ADDED:
            place = f"{_place(value, provenance, situation)}/{name}"
            yield Entry("write", place, Access.PROTECTED, _built_in("always protected"), _NEVER_OPENS)
    for grant in counting:
        yield _granted(grant, closed, [other for other, _ in denied], situation)


def read_entries(settings: Settings, situation: Situation) -> Iterator[Entry]:
    """What may be read, as boundary entries; patterns count here."""
    yield Entry("read", "/", Access.ALLOWED, _built_in("readable by default"))
    if _blocked(settings):
        yield Entry("read", ".", Access.ALLOWED, _built_in("the working directory"))
    hidden = list(_hidden(settings, situation))
    opened = [grant for grant in reopened(settings, situation) if grant.why is None]
    inside = [grant for grant in grants(settings, situation) if grant.why is None and _hides(hidden, grant.place, situation)]
    again = {grant.place for grant in (*opened, *inside)}
    for place, provenance, fixed in hidden:
        if fixed or place not in again:
            yield from _read(place, Access.REFUSED, provenance)
            yield from _read(situation.real_of(place) or place, Access.REFUSED, provenance)
    for grant in (*opened, *inside):
        yield from _read(grant.place, Access.ALLOWED, grant.provenance)


class _Hidden(NamedTuple):
    """A place whose content is hidden. fixed: no entry opens it again."""

    place: str
    provenance: Provenance
    fixed: bool = False


def _hidden(settings: Settings, situation: Situation) -> Iterator[_Hidden]:
    if block := _blocked(settings):
        yield from (_Hidden(home, block) for home in _HOMES)
    for value, provenance in settings.items("sandbox", "filesystem", "denyRead"):
        yield _Hidden(_place(value, provenance, situation), provenance)
    for value, provenance in _rules(settings, "Read", "deny"):
        yield _Hidden(_ruled(value, provenance, situation), provenance)
    for value, provenance in settings.credential_files():
        yield _Hidden(_place(value, provenance, situation), provenance, fixed=True)


def _blocked(settings: Settings) -> Provenance | None:
    """Where reads outside the working directories are blocked: true in any file counts, whatever the others say."""
    layers = (layer for layer in settings.layers if value_at(layer.document, _BLOCK) is True)
    return next((Provenance(layer.file, ".".join(_BLOCK), layer.scope) for layer in layers), None)


def _hides(hidden: Iterable[_Hidden], place: str, situation: Situation) -> bool:
    return any(_within(place, other.place, situation) for other in hidden)


def _kept_hidden(place: str, provenance: Provenance, settings: Settings, situation: Situation) -> str | None:
    """Why a repository's entry does not open a hidden place; None where it does, or where nothing is hidden."""
    if provenance.scope not in ("project", "local"):
        return None
    for other in _hidden(settings, situation):
        firm = other.provenance.scope == "managed" or other.provenance.key == ".".join(_BLOCK)
        if firm and _within(place, other.place, situation) and not _within(place, ".", situation):
            return f"{other.provenance.key} in {other.provenance.file} hides it, and a repository's own file does not open it again"
    return None


def reopened(settings: Settings, situation: Situation) -> Iterator[Grant]:
    """Every entry that is meant to open a hidden place for reading, with what it comes to."""
    managed_only = settings.on("sandbox", "filesystem", "allowManagedReadPathsOnly")
    for value, provenance in settings.items("sandbox", "filesystem", "allowRead"):
        place = _place(value, provenance, situation)
        why = _kept_hidden(place, provenance, settings, situation)
        if managed_only and provenance.scope != "managed":
            why = f"allowManagedReadPathsOnly in {managed_only.file} drops it"
        yield Grant(value, place, provenance, why)


def grants(settings: Settings, situation: Situation) -> Iterator[Grant]:
    """Every entry that is meant to open a place for writing, with what it comes to."""
    for value, provenance in settings.items("sandbox", "filesystem", "allowWrite"):
        yield _grant(value, _place(value, provenance, situation), provenance, settings, situation)
    for value, provenance in _rules(settings, "Edit", "allow"):
        if not (settings.mandate and provenance.scope in ("project", "local")):
            yield _grant(value, _ruled(value, provenance, situation), provenance, settings, situation)
    for value, provenance in settings.items("permissions", "additionalDirectories"):
        yield _grant(value, _place(value, provenance, situation), provenance, settings, situation)


def beaten_by(place: str, settings: Settings, situation: Situation) -> str | None:
    """The protected or denied place that an allow entry for `place` lies in, or None."""
    others = (*_closed(situation), *(other for other, _ in _denied(settings, situation)))
    return next((other for other in others if _within(place, other, situation)), None)


def start_of(situation: Situation) -> str | None:
    """The folder in which the session was started, as far as is known: where the project's settings stand."""
    text = situation.config("claude", "project")
    if text and text.place:
        return paths.parent(paths.parent(paths.canonical(text.place, situation.home)))
    return situation.repository or situation.directory


def _by_default(situation: Situation) -> Iterator[Entry]:
    own = (f"/tmp/claude-{situation.user_id}",) if situation.ahead and situation.user_id is not None else ()
    for place in (*_WRITABLE, *own):
        yield Entry("write", place, Access.ALLOWED, _built_in("writable by default"))
    checkout, root = situation.checkout, situation.repository
    if checkout and checkout.main and root in (situation.directory, start_of(situation)):
        # Started at the root of a linked worktree, git's own shared folder is open, but for what makes git run programs.
        yield Entry("write", checkout.shared, Access.ALLOWED, _built_in("the git folder that this worktree is part of"))
        yield Entry("write", checkout.git_folder, Access.ALLOWED, _built_in("this worktree's own git folder"))
        for name in ("config", "hooks", "worktrees"):
            yield Entry("write", f"{checkout.shared}/{name}", Access.PROTECTED, _built_in("always protected"), _NEVER_OPENS)
    if not situation.ahead and root and root != situation.directory:
        note = "only where Claude Code was started at the repository's root: started in a sub-folder, it can write only that"
        yield Entry("write", root, Access.ALLOWED_BUT, _built_in("writable by default"), note)


def _closed(situation: Situation) -> list[str]:
    closed = [*PROTECTED_IN_PROJECT, *PROTECTED_AT_HOME, *_NESTED]
    if situation.repository and situation.repository != situation.directory:
        closed += [f"{situation.repository}/{place}" for place in PROTECTED_IN_PROJECT]
    return closed


def _denied(settings: Settings, situation: Situation) -> Iterator[tuple[str, Provenance]]:
    for value, provenance in settings.items("sandbox", "filesystem", "denyWrite"):
        yield from _followed(_place(value, provenance, situation), provenance, situation)
    for value, provenance in _rules(settings, "Edit", "deny"):
        yield from _followed(_ruled(value, provenance, situation), provenance, situation)


def _followed(place: str, provenance: Provenance, situation: Situation) -> Iterator[tuple[str, Provenance]]:
    """A denied place and, where it is a symlink, what that leads to: both are closed. A pattern closes nothing."""
    if not _is_pattern(place):
        yield from ((each, provenance) for each in (place, situation.real_of(place)) if each)


def _granted(grant: Grant, closed: Iterable[str], denied: Iterable[str], situation: Situation) -> Entry:
    """An allow entry as what it is worth beside the protected and the denied places."""
    place, provenance = grant.place, grant.provenance
    if kept := next((other for other in closed if _within(place, other, situation)), None):
        return Entry("write", place, Access.PROTECTED, provenance, f"{kept} stays protected: this entry does nothing")
    if beaten := next((other for other in denied if _within(place, other, situation)), None):
        return Entry("write", place, Access.REFUSED, provenance, f"the deny of {beaten} beats it, whatever the scope")
    return Entry("write", place, Access.ALLOWED, provenance)


def _grant(value: str, place: str, provenance: Provenance, settings: Settings, situation: Situation) -> Grant:
    linux = situation.system.value in ("linux", None)
    kind = situation.kind_of(place)
    why = _kept_hidden(place, provenance, settings, situation)
    if _is_pattern(place) and (linux or "$" in place):
        why = "a variable is not expanded here" if "$" in place else "on Linux a pattern opens nothing"
    elif linux and kind == "missing":
        why = (
            f"on Linux an entry for a folder that does not exist does nothing: run `mkdir -p {paths.for_shell(place)}` outside the sandbox"
        )
    elif linux and kind == "symlink":
        real = situation.real_of(place)
        why = f"on Linux an entry that is a symlink does nothing: name {real or 'the real folder'}"
    return Grant(value, place, provenance, why)


def _read(place: str, access: Access, provenance: Provenance) -> Iterator[Entry]:
    """A read entry, unless its pattern starts at the root, which hides nothing."""
    if "$" not in place and not re.match(r"/\*\*?/", place):
        yield Entry("read", place, access, provenance)


def _rules(settings: Settings, tool: str, kind: str) -> Iterator[tuple[str, Provenance]]:
    """The paths of `Edit(…)` or `Read(…)` rules, as written."""
    for rule, provenance in settings.items("permissions", kind):
        found = re.fullmatch(rf"{tool}\((.{{1,4000}})\)", rule)
        if found and found[1] not in ("*", "**"):
            yield found[1], provenance._replace(key=f"permissions.{kind}")


def _ruled(value: str, provenance: Provenance, situation: Situation) -> str:
    """A rule's path as a place: `//x` is absolute, `/x` starts at the settings' own root, any other in the session's folder."""
    if "$" in value:
        return value
    if value.startswith("//"):
        return paths.canonical(_folder(value[1:]), situation.home)
    if value.startswith("/"):
        return _place("." + value, provenance, situation)
    return paths.canonical(_folder(value), situation.home, start_of(situation))


def _place(value: str, provenance: Provenance, situation: Situation) -> str:
    """A path entry as a place: a relative one starts at `~/.claude` in the user's file, else where the session was started."""
    if "$" in value:
        return value  # nothing is expanded: canonical spelling would take `$HOME` for what it means elsewhere
    value = _folder(value)
    value = value[1:] if value.startswith("//") else value
    if not paths.is_anchored(value) and provenance.scope == "user":
        value = f"~/.claude/{value}"
    return paths.canonical(value, situation.home, start_of(situation))


def _folder(value: str) -> str:
    return value.removesuffix("/**") or "/"


def _is_pattern(place: str) -> bool:
    return bool(re.search(r"[*?\[$]", place))


def _within(place: str, folder: str, situation: Situation) -> bool:
    home, directory = situation.home, situation.directory
    return paths.within(paths.canonical(place, home, directory), paths.canonical(folder, home, directory))


def _built_in(key: str) -> Provenance:
    return Provenance(None, key, "built-in")
