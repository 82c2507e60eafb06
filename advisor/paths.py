"""Which place a spelling of a path names: one canonical form for all the ways that texts, configs and people write it.

Nothing here touches a disk: `..` and doubled slashes are resolved as text, symlinks are not followed. The canonical
form has forward slashes, no trailing one, `~` for the home folder, `C:/` for a drive, and `.` for the project.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Homes as systems lay them out: Linux, Fedora Silverblue, macOS, root, Windows, WSL, Git Bash, Termux.
_HOMES = re.compile(
    r"(?:/(?:var/)?home/[^/]{1,255}|/Users/(?!Shared(?:/|$))[^/]{1,255}|/root|/var/root"
    r"|[A-Za-z]:/Users/(?!Public(?:/|$))[^/]{1,255}|/(?:mnt/)?[a-z]/Users/[^/]{1,255}|/data/data/com\.termux/files/home)(?=/|$)"
)
# Names that stand right below a home and hardly anywhere else: what is above them is one, wherever it lies.
_IN_A_HOME = re.compile(
    r"/\.(?:cache|config|local|npm|npmrc|npm-global|cargo|rustup|gnupg|ssh|aws|kube|docker|m2|gradle|nuget|bundle|gem|composer|bun|pyenv|nvm"
    r"|bashrc|bash_profile|zshrc|profile|gitconfig|netrc|pypirc)(?=/|$)"
)
_HOME_VARIABLES = re.compile(r"(?:\$HOME|\$\{HOME\}|%USERPROFILE%|\$env:USERPROFILE|\$Env:USERPROFILE)(?=[/\\]|$)")
_DRIVE = re.compile(r"[A-Za-z]:(?=[/\\]|$)")
# macOS keeps these behind symlinks of the shorter names; both spellings are one place.
_BEHIND_PRIVATE = re.compile(r"/private(?=/(?:tmp|var|etc)(?:/|$))")


@lru_cache(1 << 13)
def canonical(path: str, home: str | None = None, directory: str | None = None) -> str:
    """The one form of `path`; below `home` (or, when that is unknown, below any home) it starts with `~`.

    directory: what a relative path starts from; None keeps it relative.
    """
    text = path.strip()
    if variable := _HOME_VARIABLES.match(text):  # anywhere else it is a name like any other
        text = "~" + text[variable.end() :]
    text = _forward(text)
    if not text:
        return "."
    if not is_anchored(text) and directory:
        text = f"{_forward(directory)}/{text}"
    text = _resolved(text)
    if text.startswith("~/..") and home:
        text = _resolved(_forward(home) + text[1:])
    return _below_home(text, home)


def is_anchored(path: str) -> bool:
    """Whether `path` is absolute or starts at a home."""
    return path == "~" or path.startswith(("/", "\\\\", "~/", "~\\")) or bool(_DRIVE.match(path))


def absolute(path: str, home: str | None, directory: str | None = None) -> str:
    """`path` with `~` and a relative start replaced by what is known of them."""
    text = canonical(path, home, directory)
    if home and (text == "~" or text.startswith("~/")):
        return _resolved(_forward(home)) + text[1:]
    return text


def below_home(path: str, home: str | None = None) -> str | None:
    """The part of `path` below a home, whoever's it is (`""` for the home itself); None when it is not below one.

    A place whose names only homes have (`/srv/ci/.cargo`) counts, as it does when a build sets HOME.
    """
    text = canonical(path, home)
    if text == "~":
        return ""
    if text.startswith("~/"):
        return text[2:]
    if found := _HOMES.match(text):
        return text[found.end() + 1 :]
    found = _IN_A_HOME.search(text) if is_anchored(text) else None
    return text[found.start() + 1 :] if found else None


def parent(path: str) -> str:
    """The folder that holds the canonical `path`; the root, `~` and `.` are their own."""
    if path in ("/", "~", ".") or re.fullmatch(r"[A-Za-z]:/", path):
        return path
    head, slash, _ = path.rpartition("/")
    if not slash:
        return "."
    return head + "/" if head == "" or _DRIVE.fullmatch(head) else head


def leaf(path: str) -> str:
    """The last name of the canonical `path`."""
    return path.rpartition("/")[2]


def within(path: str, folder: str) -> bool:
    """Whether the canonical `path` is `folder` or lies below it; `.` holds every relative path that does not climb."""
    if folder == ".":
        return not is_anchored(path) and path != ".." and not path.startswith("../")
    return path == folder or path.startswith(folder if folder.endswith("/") else folder + "/")


def common(paths: tuple[str, ...]) -> str:
    """The nearest folder that holds all of the canonical `paths`."""
    first, *others = paths
    while not all(within(other, first) for other in others):
        above = parent(first)
        if above == first:
            return first
        first = above
    return first


def for_shell(path: str) -> str:
    """`path` as one word of a POSIX shell command; a leading `~` stays unquoted, so that the shell expands it."""
    import shlex

    if path == "~":
        return path
    if path.startswith("~/"):
        return "~/" + shlex.quote(path[2:])
    return shlex.quote(path)


def _forward(path: str) -> str:
    """`path` with forward slashes, when it is a Windows spelling."""
    if path.startswith(("\\\\?\\", "\\\\.\\")):
        path = path[4:]
    if _DRIVE.match(path) or path.startswith(("\\\\", "~\\")) or ("\\" in path and "/" not in path):
        path = path.replace("\\", "/")
    return path


def _resolved(path: str) -> str:
    """`path` without `.`, `..`, doubled and trailing slashes; a start that cannot be climbed over stays."""
    root, rest = _split_root(path)
    kept: list[str] = []
    for part in rest.split("/"):
        if part in ("", "."):
            continue
        if part != "..":
            kept.append(part)
        elif kept and kept[-1] != "..":
            kept.pop()
        elif root in ("", "~/"):
            kept.append(part)
    joined = root + "/".join(kept)
    if root == "~/" and not kept:
        return "~"
    return joined or "."


def _split_root(path: str) -> tuple[str, str]:
    if drive := _DRIVE.match(path):
        return drive[0].upper() + "/", path[drive.end() :]
    if path == "~" or path.startswith("~/"):
        return "~/", path[2:]
    if path.startswith("/"):
        return "/", path[1:]
    return "", path


def _below_home(path: str, home: str | None) -> str:
    path = _BEHIND_PRIVATE.sub("", path, count=1)
    if home is None:
        found = _HOMES.match(path)
        return "~" + path[found.end() :] if found else path
    known = _BEHIND_PRIVATE.sub("", _resolved(_forward(home)), count=1)
    # Only Windows and macOS homes are compared without case: their file systems are.
    same = path.lower().startswith(known.lower()) if _DRIVE.match(known) or known.startswith("/Users/") else path.startswith(known)
    if known not in ("/", "~") and same and path[len(known) : len(known) + 1] in ("", "/"):
        return "~" + path[len(known) :]
    return path
