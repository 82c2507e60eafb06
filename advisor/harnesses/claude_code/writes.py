"""Plans refused writes for Claude Code: the exact folder, or the moved cache where that is better, never a hazardous place.

`allowWrite` on Linux skips a folder that does not exist and does not follow a symlink (run, 2.1.332); an entry for one
file lets that file be written in place only. A deny beats every allow.
"""

from __future__ import annotations

from advisor import paths
from advisor.boundary import idle_for
from advisor.harnesses.claude_code import closed
from advisor.harnesses.claude_code.outside import outside
from advisor.harnesses.claude_code.settings import FILES
from advisor.harnesses.claude_code.setup import Answer, Setup, advice, human, only, option, sentence
from advisor.harnesses.claude_code.versions import ABSOLUTE_PATHS, RAN
from advisor.hazards import GIT_RUNS, Hazard, Judgement, is_git_folder, judge_write
from advisor.model import Access, Change, Option, Risk, Scope, Step, WritePath
from advisor.programs import Found, folder_of
from advisor.quoting import inline

_ALLOW_WRITE = ("sandbox", "filesystem", "allowWrite")
_DENY_WRITE = ("sandbox", "filesystem", "denyWrite")
_PROJECT_CACHE = ".cache"
_TEMPORARY = ("/tmp/", "/var/tmp/", "/var/folders/")


def write(need: WritePath, setup: Setup) -> Answer:
    """What to do about a refused write."""
    if need.across:
        return Answer(only(closed.copied(need)))
    if need.path is None:
        return advice(
            need, "The text names no path.", "Let the step print the path, or run it once outside under `strace -f -e trace=file`."
        )
    access, entry = setup.answer(need)
    if entry is not None:
        if access is Access.PROTECTED:
            return closed.protected(need, entry, setup)
        if access is Access.REFUSED and entry.provenance.file:
            return closed.denied_by_rule(need, entry)
        if already := setup.allowed_already(need):
            return Answer(unmet=(already,))
        if access in (Access.ALLOWED, Access.ALLOWED_BUT):
            return closed.writable_already(need, entry)
    if setup.situation.kind_of(need.path) == "symlink":
        reason = f"{inline(need.path)} is a symlink, and an entry for a symlink opens nothing."
        return advice(need, reason, "Find the real folder (`realpath`), and ask again with it.")
    if is_git_folder(need.path):
        return Answer(only(_repository(need.path, need, setup), outside(setup, (need,), "")))
    return _by_hazard(need.path, need, setup)


def _by_hazard(path: str, need: WritePath, setup: Setup) -> Answer:
    folder = need.folder or setup.situation.kind_of(path) == "folder"
    # What installs programs makes a folder of a name without an ending: `python3 -m venv ~/envs`.
    folder = folder or (closed.installing(setup) is not None and "." not in paths.leaf(path))
    judged = judge_write(path, setup.situation.home, folder=folder)
    if not judged.grantable:
        return closed.never(need, judged, setup)
    return _folder(path, judged, need, setup) if folder else _single_file(path, need, setup)


def grant(path: str, setup: Setup, risk: Risk = Risk.NARROW) -> Change | None:
    """The edit that makes `path` writable; None when the scope that is asked for cannot."""
    value = "/" + path if path.startswith("/") and not setup.target.knows(ABSOLUTE_PATHS) else path
    means = f"Sandboxed commands can create, change and delete everything below {inline(path)}."
    default = _stands_in(path, setup) or ("project" if _everyones(path) else "local")
    return setup.change(_ALLOW_WRITE, value, default, risk=risk, means=means)


def _stands_in(path: str, setup: Setup) -> Scope | None:
    """The scope whose file holds the entry already, out of force until the folder is made; nothing is added to another file then."""
    if setup.situation.kind_of(path) != "missing":
        return None
    idle = idle_for(WritePath(path, folder=True), setup.boundary)
    same = (one.provenance.scope for one in idle if one.entry and one.entry.value == path and one.provenance.scope in FILES)
    return next(same, None)


def making(path: str, setup: Setup) -> tuple[Step, ...]:
    """The step that makes the folder, where an entry for a missing one is ignored."""
    if setup.situation.kind_of(path) == "folder" or not setup.target.linux:
        return ()
    return (human(f"mkdir -p {paths.for_shell(path)}", "an entry for a folder that does not exist does nothing on Linux"),)


def relocation(found: Found, setup: Setup) -> tuple[Change | None, ...]:
    """The edits that move a program's folder into the project; none where no one value is right for every teammate."""
    entry = found.entry
    if not entry.relocate or not entry.relative:
        return ()
    name = found.program.names[0]
    value = f"{_PROJECT_CACHE}/{name}"
    means = f"{name} keeps its {entry.purpose} in {value}."
    ignored = Change(
        file=".gitignore",
        format="lines",
        scope="project",
        path=(),
        value=f"{_PROJECT_CACHE}/",
        op="append",
        role="housekeeping",
        risk=Risk.NONE,
        means="Git does not see the moved folder.",
        verified=RAN,
    )
    return (setup.change(("env", entry.relocate), value, role="relocate", risk=Risk.NONE, means=means), ignored)


def _everyones(path: str) -> bool:
    """Whether a place is the same for every teammate: a tool's own folder at home, not a path of this machine."""
    return path.startswith("~/") and (path.startswith("~/.") or folder_of(path) is not None)


def _folder(path: str, judged: Judgement, need: WritePath, setup: Setup) -> Answer:
    found = folder_of(path, setup.situation.home)
    installs = closed.installing(setup)
    risk = max(judged.risk, Risk.BROAD if installs and found is None else Risk.NARROW)
    why = judged.why or (risk > Risk.NARROW and f"Programs are put into {inline(path)} and run later, outside the sandbox.") or None
    means = f"Sandboxed commands can create, change and delete everything below {inline(path)}, and nothing else outside the project."
    granted = option(
        (need,),
        "setting",
        f"Let sandboxed commands write {inline(path)}",
        sentence(means, why) or "",
        changes=(grant(path, setup, risk),),
        steps=making(path, setup),
        risk=risk,
        caveat=_caveat(path, setup),
        verified=setup.target.verified,
    )
    moved = _moved(need, found, setup)
    if found is not None and not found.entry.kept:
        alternatives = only(moved, granted)
    else:  # it starts empty: of no use for programs, which only its own host could bring again; a host of another tool does not
        alternatives = only(granted, moved if found and not found.entry.executed_later else None)
    if installs and risk >= Risk.BROAD:
        alternatives = only(closed.other_way(need, installs.instead), *alternatives)
    elif found is None and path.startswith(_TEMPORARY):
        alternatives = only(closed.temporary(need), *alternatives)
    return Answer(alternatives) if alternatives else setup.scope_refuses(need)


def _moved(need: WritePath, found: Found | None, setup: Setup) -> Option | None:
    changes = relocation(found, setup) if found else ()
    if found is None or not changes:
        return None
    return option(
        (need,),
        "relocate",
        f"Keep the {found.entry.purpose} of {found.program.names[0]} inside the project",
        f"Nothing outside the project is opened: {found.entry.relocate} moves the folder to an ignored one in the project.",
        changes=changes,
        risk=Risk.NONE,
        caveat="It starts empty and is this project's own; a command run in a sub-folder starts another one there.",
        verified=RAN,
    )


def _repository(path: str, need: WritePath, setup: Setup) -> Option | None:
    """Another repository's `.git` with its hooks and config kept closed: what is written there would run outside."""
    guards = tuple(
        setup.change(_DENY_WRITE, f"{path}/{name}", "local", role="housekeeping", risk=Risk.NONE, means=f"Git's {name} there stay closed.")
        for name in GIT_RUNS
    )
    opened = setup.change(_ALLOW_WRITE, path, "local", means=f"Sandboxed commands can change the repository in {inline(path)}.")
    return option(
        (need,),
        "setting",
        f"Let git write {inline(path)}, but not its hooks and config",
        "The agent can commit there, move branches, and rewrite or lose history. Hooks and config stay closed: git runs what they name.",
        changes=(opened, *guards),
        caveat="Or start Claude Code at the root of that repository: there its git folder is writable without a setting.",
        verified=setup.target.verified,
    )


def _single_file(path: str, need: WritePath, setup: Setup) -> Answer:
    """A file right below a folder that is never granted: Claude Code takes an existing file, for writing in place."""
    above = judge_write(paths.parent(path), setup.situation.home)
    if above.hazard is Hazard.TEMPORARY:
        return Answer(only(closed.temporary(need)))
    if installs := closed.installing(setup):
        return Answer(only(closed.other_way(need, installs.instead)))
    if setup.situation.kind_of(path) != "file":
        reason = f"It lies right in {inline(paths.parent(path))}, which is never opened as a whole: {above.why[:1].lower()}{above.why[1:]}"
        return advice(need, reason, "Let the step use a folder in the project or $TMPDIR, or do it yourself.")
    in_place = option(
        (need,),
        "setting",
        f"Let sandboxed commands change the file {inline(path)}",
        "Sandboxed commands can overwrite this one file.",
        changes=(setup.change(_ALLOW_WRITE, path, "local", risk=Risk.BROAD, means=f"Sandboxed commands can overwrite {inline(path)}."),),
        risk=Risk.BROAD,
        caveat="In place only: a program that writes a new file and renames it, or locks beside it, still fails.",
        verified=setup.target.verified,
    )
    return Answer(only(in_place)) if in_place else setup.scope_refuses(need)


def _caveat(path: str, setup: Setup) -> str | None:
    if _everyones(path) or setup.situation.scope not in (None, "local"):
        return None
    return "The path is this machine's own: keep .claude/settings.local.json out of git."
