"""What a change really hands over, and what is never granted: judgements on paths, sockets and reads (DESIGN §6).

Planners call it for every grant they would emit. The data is in `places`; hosts and commands have modules of their own.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache

from advisor import paths
from advisor.hazards import places
from advisor.model import Risk
from advisor.model.tuples import NamedTuple
from advisor.programs import folder_of, folders


class Hazard(Enum):
    """What is dangerous about a place."""

    NOTHING = "nothing"
    UNWRITABLE_NAME = "a name that a config cannot hold"
    BASE_FOLDER = "a folder that many programs share"
    ANCESTOR = "a folder that holds more than this program's own"
    SYSTEM = "the system's own"
    TEMPORARY = "the shared temporary folder"
    DEVICE = "a device"
    CREDENTIALS = "credentials"
    START_UP = "a start-up file"
    AUTOSTART = "a folder whose programs start by themselves or by name"
    HARNESS = "an agent's own configuration"
    GIT = "a file that makes git run programs"
    INTERPRETER = "an interpreter or its library"
    EXECUTED_LATER = "a folder whose content is run later"


class Judgement(NamedTuple):
    """What granting a place hands over.

    risk: NARROW and BROAD may be offered; ESCAPE never as an ordinary change. grantable: False is never granted at all.
    why: a sentence; "" when there is nothing to say. instead: what to do in its place, a sentence or "".
    """

    hazard: Hazard = Hazard.NOTHING
    risk: Risk = Risk.NARROW
    grantable: bool = True
    why: str = ""
    instead: str = ""


RUNS_OUTSIDE = "A file written there later runs outside the sandbox"
GIT_RUNS = ("hooks", "config")  # of a `.git` folder: what makes git run programs
_HUMAN = "Make this change yourself, in a terminal of your own."
_FINE = Judgement()
# Patterns are compiled where they are first needed (`re` keeps them): a hook imports this, and seldom asks.
# What no config of either harness takes literally, or what a shell would make something else of.
_UNWRITABLE = r"[\x00-\x1f\x7f*?\[\]{}$`\"'\\;|&<>!\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd\ud800-\udfff]"
# What `git init` and `git clone` copy into every new repository, hooks too; and folders of hooks that git's config names.
_GIT_TEMPLATE = (
    r"(?:^|/)(?:[._]?git(?:[-_.]\w{1,8}){0,2}[-_.]?templates?(?:[-_.]\w{1,8})?|git-core/templates|[._]?git[-_.]?hooks?(?:\.d)?)(?:/|$)"
)
_PYTHON_LIBRARY = r"(?:^|/)lib(?:64)?/(?:python[\d.]{1,8}|node_modules|ruby|perl5?)(?:/|$)"
_MOUNT = r"/(?:volumes|mnt|media|var|usr|run/media/[^/]{1,64}|media/[^/]{1,64})/[^/]{1,255}|[a-z]:/|/[^/]{1,255}"
_MAC_TEMPORARY = r"/var/folders/[^/]{1,16}(?:/[^/]{1,64}(?:/[tc0])?)?"


def judge_write(path: str, home: str | None = None, *, folder: bool = True) -> Judgement:
    """What it would hand over to make `path` writable; folder: with everything below it."""
    place = paths.canonical(path, home)
    if re.search(_UNWRITABLE, place) or place.startswith(("../", "~/../")) or place in ("..", "~/.."):
        return _never(Hazard.UNWRITABLE_NAME, "The path as printed cannot stand in a config file", "Find the exact path first.")
    below = paths.below_home(place, home)
    below = None if below is None else below.lower()
    low = place.lower()
    return (
        _device(low)
        or _agents_own(low, below)
        or _gits_own(low)
        or _persons_own(low, below)
        or _systems_own(low)
        or (_too_wide(low, below) if folder else None)
        or _run_later(place, low, home)
        or _FINE
    )


def judge_read(path: str, home: str | None = None) -> Judgement:
    """What it would hand over to make `path` readable where reads are closed."""
    place = paths.canonical(path, home)
    if re.search(_UNWRITABLE, place):
        return _never(Hazard.UNWRITABLE_NAME, "The path as printed cannot stand in a config file", "Find the exact path first.")
    below = paths.below_home(place, home)
    if is_credential(place, home):
        why = "It holds credentials: whatever the agent can read, it can send wherever it can connect"
        return Judgement(Hazard.CREDENTIALS, Risk.ESCAPE, False, f"{why}.", "Run the step that needs it yourself.")
    return _too_wide(place.lower(), None if below is None else below.lower()) or _FINE


def is_credential(path: str, home: str | None = None) -> bool:
    """Whether `path` is, or lies in, a place of credentials."""
    place = paths.canonical(path, home).lower()
    below = paths.below_home(place, home)
    name = paths.leaf(place)
    return (
        (below is not None and _in(below.lower(), places.CREDENTIALS_HOME))
        or name in places.CREDENTIAL_NAMES
        or name.startswith(".env.")
        or name.endswith(places.CREDENTIAL_ENDINGS)
    )


def is_git_folder(path: str) -> bool:
    """Whether `path` is a repository's `.git` folder itself."""
    return paths.leaf(paths.canonical(path)) == ".git"


def _never(hazard: Hazard, why: str, instead: str) -> Judgement:
    return Judgement(hazard, Risk.ESCAPE, False, f"{why}.", instead)


def _device(place: str) -> Judgement | None:
    if paths.within(place, "/dev") and not place.startswith("/dev/shm/"):
        return _never(Hazard.DEVICE, "It is a device, or the folder of devices, which the sandbox replaces by its own", _HUMAN)
    return None


def _agents_own(place: str, below: str | None) -> Judgement | None:
    names = place.split("/")
    if (
        any(name in places.HARNESS_NAMES for name in names)
        or (below is not None and _in(below, places.HARNESS_HOME))
        or _in(place, places.HARNESS_FOLDERS)
    ):
        why = f"It is an agent's own configuration: hooks, permissions and instructions. {RUNS_OUTSIDE}"
        return _never(Hazard.HARNESS, why, "Keep the file elsewhere in the project and copy it there yourself.")
    return None


def _gits_own(place: str) -> Judgement | None:
    names = place.split("/")
    own = paths.leaf(place) in (".gitmodules", ".gitconfig", ".gitattributes")
    own = own or re.search(_GIT_TEMPLATE, place) is not None
    if ".git" in names and not own:
        own = _runs_programs(names[names.index(".git") + 1 :])
    bare = next((at for at, name in enumerate(names) if name.endswith(".git") and name != ".git"), None)
    if bare is not None and not own:
        own = _in("/".join(names[bare + 1 :]), places.GIT_PROTECTED)
    if own:
        why = f"Git runs programs that its hooks and config name. {RUNS_OUTSIDE}"
        return _never(Hazard.GIT, why, "Run that git command yourself, in a terminal of your own.")
    return None


def _runs_programs(inside: list[str]) -> bool:
    """Whether the path `inside` a `.git` folder makes git run something or write elsewhere."""
    if not inside:
        return True
    if inside[0] == "modules":  # a submodule's git folder, under a name that may have slashes
        return len(inside) < 3 or any(_in("/".join(inside[start:]), places.GIT_PROTECTED) for start in range(2, len(inside)))
    if inside[0] == "worktrees":  # a worktree's git folder names where the repository is
        return len(inside) < 3 or _in("/".join(inside[2:]), places.GIT_PROTECTED)
    return _in("/".join(inside), places.GIT_PROTECTED)


def _persons_own(place: str, below: str | None) -> Judgement | None:
    """Credentials, start-up files, PATH and autostart folders, and what an editor or a hook runs."""
    for name, who in places.RUN_BY_NAME:
        if name in place.split("/"):
            return _never(Hazard.START_UP, f"It is run by {who}. {RUNS_OUTSIDE}", _HUMAN)
    started = _never(Hazard.START_UP, f"It is read by a shell or a tool whenever that starts. {RUNS_OUTSIDE}", _HUMAN)
    folders_of_some = (name[:-2] for name in place.split("/") if name.endswith(".d"))
    if paths.leaf(place) in places.START_UP_NAMES or any(name in places.START_UP_NAMES for name in folders_of_some):
        return started
    if not places.KEY_FOLDERS.isdisjoint(place.split("/")) or (below is not None and _in(below, places.CREDENTIALS_HOME)):
        return _never(Hazard.CREDENTIALS, "It holds credentials, or decides which are used", _HUMAN)
    if below is None:
        return None
    if _in(below, places.START_UP_FILES_HOME) or _in(re.sub(r"\.d(?=/|$)", "", below, count=1), places.START_UP_FILES_HOME):
        return started
    if _in(below, places.PATH_FOLDERS_HOME):
        return _never(Hazard.AUTOSTART, f"Its programs are run by name (PATH). {RUNS_OUTSIDE}", "Install into the project instead.")
    if _in(below, places.AUTOSTART_HOME):
        return _never(Hazard.AUTOSTART, f"Its content starts by itself. {RUNS_OUTSIDE}", _HUMAN)
    return None


def _systems_own(place: str) -> Judgement | None:
    if _in(place, places.SYSTEM_FOLDERS) and place not in places.BASE_FOLDERS:
        return _never(Hazard.SYSTEM, "It belongs to the system or its packages", f"{_HUMAN} It may also need other rights.")
    return None


def _too_wide(place: str, below: str | None) -> Judgement | None:
    """Whole base folders, and ancestors of something with a hazard or an owner of its own."""
    if place in ("/tmp", "/var/tmp", "/dev/shm") or below == "appdata/local/temp" or re.fullmatch(_MAC_TEMPORARY, place):
        why = "The shared temporary folder holds every program's files and sockets"
        return _never(Hazard.TEMPORARY, why, "Write below $TMPDIR, or into the project.")
    if (
        place in places.BASE_FOLDERS
        or paths.leaf(place) in ("home", "users")
        or re.fullmatch(_MOUNT, place)
        or below in places.BASE_FOLDERS_HOME
    ):
        return _never(Hazard.BASE_FOLDER, "It is a folder that many programs share", "Name the program's own folder below it.")
    for ancestors, text in ((_ancestors_home(), below), (_ancestors(), place)):
        if text is not None and text in ancestors:
            why = f"It holds more than one need: {ancestors[text]} lies in it"
            return _never(Hazard.ANCESTOR, why, "Name the exact folder below it.")
    return None


def _run_later(path: str, place: str, home: str | None) -> Judgement | None:
    names = place.split("/")
    if any(name in places.INTERPRETER_FOLDERS for name in names) or re.search(_PYTHON_LIBRARY, place):
        why = f"It is what an interpreter loads for every program. {RUNS_OUTSIDE}"
        return _never(Hazard.INTERPRETER, why, "Make an environment inside the project and install there.")
    if names[-2:-1] in (["bin"], ["sbin"], ["shims"]) and re.sub(r"[\d.]{1,8}(?:exe)?$", "", names[-1]) in places.INTERPRETERS:
        return _never(Hazard.INTERPRETER, f"It is an interpreter. {RUNS_OUTSIDE}", _HUMAN)
    if found := folder_of(path, home):
        who = found.entry.executed_later
        return Judgement(Hazard.EXECUTED_LATER, Risk.BROAD, True, f"Its content is run later by {who}.") if who else None
    for name, who in places.EXECUTED_LATER_NAMES:
        if name in names[1:]:
            return Judgement(Hazard.EXECUTED_LATER, Risk.BROAD, True, f"Its content is run later by {who}.")
    return None


def _in(path: str, folders_or_files: tuple[str, ...]) -> bool:
    """Whether `path` is one of these places or lies below one."""
    return any(path == place or path.startswith(place + "/") for place in folders_or_files)


@cache
def _ancestors_home() -> dict[str, str]:
    """Folders relative to a home that hold a place with a hazard or an owner: {folder: one such place}."""
    kept = (*places.CREDENTIALS_HOME, *places.START_UP_FILES_HOME, *places.PATH_FOLDERS_HOME, *places.AUTOSTART_HOME, *places.HARNESS_HOME)
    owned = tuple(place[2:].lower() for place in folders() if place.startswith("~/"))
    found: dict[str, str] = {}
    for place in (*kept, *owned):
        for folder in _above(place):
            found.setdefault(folder, f"~/{place}")
    return found


@cache
def _ancestors() -> dict[str, str]:
    """The same for absolute folders."""
    found: dict[str, str] = {}
    for place in places.SYSTEM_FOLDERS + places.HARNESS_FOLDERS:
        for folder in _above(place):
            found.setdefault(folder, place)
    return found


def _above(place: str) -> list[str]:
    parts = place.split("/")
    return [folder for end in range(1, len(parts)) if (folder := "/".join(parts[:end]))]
