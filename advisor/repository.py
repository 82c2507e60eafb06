"""Commits chosen files of a repository and nothing else; reads its files in two states. The only module that imports GitPython.

Everything runs through git itself, so that hooks run, and so that what else is staged stays staged. Paths and messages
come from evidence in part: they are passed as values, behind `--` or `=`, and paths as paths, not as patterns.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from tempfile import TemporaryFile
from typing import NamedTuple

from advisor.errors import AdviseError, InputError, UsageError

try:
    from git import Git, Repo
    from git.exc import GitCommandError, InvalidGitRepositoryError, NoSuchPathError
except ImportError as error:  # so GitPython says that it found no program of that name
    raise InputError("there is no `git` on the PATH") from error

_MOST_WORDS = 600  # characters of what git or a hook says
# What git's folder holds while something is being done in several steps.
_UNDER_WAY = {
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "BISECT_LOG": "bisect",
}


class Committed(NamedTuple):
    """A commit's short name, and the branch that it is on; None: on none, so that nothing but its name leads to it."""

    name: str
    branch: str | None


def commit(root: str, names: Sequence[str], message: str, branch: str | None, write: Callable[[], Callable[[], None]]) -> Committed:
    """Commit the files `names` (paths from `root`) after `write` wrote them.

    write: writes the files, and returns what undoes that. branch: a new branch to commit on. When git or a hook refuses,
    files, index and branch are as they were. Raises UsageError, InputError or AdviseError with git's own words.
    """
    _require_its_own_repository()
    git = _git_of(root)
    _require_nothing_under_way(git)
    _require_unchanged(git, names)
    with ExitStack() as as_it_was:
        if branch is not None:
            as_it_was.callback(_switched(git, branch))
        undo = write()
        as_it_was.callback(_unstage, git, names)
        as_it_was.callback(undo)
        try:
            git.add("--", *names)
            # Whatever `commit.cleanup` says: a line of the message may begin with a `#` that came out of a path.
            git.commit("--quiet", "--only", "--cleanup=whitespace", f"--message={message}", "--", *names)
        except GitCommandError as error:
            raise AdviseError(f"git did not commit: {_words(error)}", "Everything is as it was") from error
        as_it_was.pop_all()
    _unstage(git, names)  # what a hook rewrote and added is in the commit, and with --only not in the index
    return Committed(str(git.rev_parse("--short", "HEAD")), str(git.branch("--show-current")) or None)


def git_folder(root: str) -> str:
    """Where git keeps what it knows of the checkout at `root`. Raises InputError where there is none that git works in."""
    return str(_git_of(root).rev_parse("--absolute-git-dir"))


def _git_of(root: str) -> Git:
    """Git in the repository at `root`. Raises InputError where there is none, or none that git works in."""
    try:
        repository = Repo(root)
        repository.git.rev_parse("--git-dir")
    except (InvalidGitRepositoryError, NoSuchPathError) as error:
        raise InputError(f"{root!r} is not a git repository that can be used", "Use --apply, or --output F") from error
    except GitCommandError as error:
        raise InputError(f"git does not work in {root!r}: {_words(error)}") from error
    repository.git.update_environment(GIT_LITERAL_PATHSPECS="1")
    return repository.git


def _require_its_own_repository() -> None:
    """Under these variables, as in a hook, git works on another repository, or on another index than the folder's own."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        if name in os.environ:
            raise UsageError(f"{name} is set, which leads git away from this folder's own repository", "Unset it, or use --apply")


def _require_nothing_under_way(git: Git) -> None:
    """A commit in the middle of these would become a part of what is being put together, or stand where nobody looks."""
    for mark, what in _UNDER_WAY.items():
        if os.path.lexists(os.path.join(str(git.working_dir), str(git.rev_parse("--git-path", mark)))):
            raise InputError(f"a {what} is under way here", "Finish it first, or use --apply")


def _require_unchanged(git: Git, names: Sequence[str]) -> None:
    """Nothing of the user's own may be taken along, and what git ignores cannot be committed."""
    for line in git.status("--porcelain", "--ignored", "--untracked-files=all", "--", *names).splitlines():
        if line.startswith("!!"):
            raise InputError(f"git ignores {line[3:]}", "It cannot be committed: use --apply, or take its line out of .gitignore")
        raise InputError(f"{line[3:]} has changes that are not committed", "Commit them first, or use --apply")


def _unstage(git: Git, names: Sequence[str]) -> None:
    with suppress(GitCommandError):  # the index is locked: then nothing was staged either
        git.reset("--quiet", "--", *names) if _has_commits(git) else git.rm("--quiet", "--cached", "--ignore-unmatch", "--", *names)


def _switched(git: Git, branch: str) -> Callable[[], None]:
    """Switches to the new branch; returns what leads back, which needs neither the index nor a commit to lead to."""
    try:
        git.check_ref_format("--branch", branch)
    except GitCommandError as error:
        raise UsageError(f"{branch[:60]!r} is no name for a branch", "Give another one") from error
    try:
        was_on = partial(git.symbolic_ref, "HEAD", str(git.symbolic_ref("--quiet", "HEAD")))
    except GitCommandError:
        was_on = partial(git.update_ref, "--no-deref", "HEAD", str(git.rev_parse("HEAD")))
    try:
        git.switch("--quiet", "--create", branch)
    except GitCommandError as error:
        remedy = "Give another name" if "already exists" in str(error.stderr) else "Everything is as it was"
        raise InputError(f"git did not make the branch {branch[:60]!r}: {_words(error)}", remedy) from error

    def back() -> None:
        was_on()
        with suppress(GitCommandError):  # without a commit on it, it is none yet
            git.branch("--quiet", "-D", "--", branch)

    return back


def _has_commits(git: Git) -> bool:
    try:
        git.rev_parse("--verify", "--quiet", "HEAD")
    except GitCommandError:
        return False
    return True


def _words(error: GitCommandError) -> str:
    """What git, or a hook, said, without the hints."""
    said = f"{error.stderr}".replace("stderr: ", "").strip().strip("'") or f"{error.stdout}".replace("stdout: ", "").strip().strip("'")
    told = (line for line in said.splitlines() if not line.startswith("hint:"))
    return " ".join(" ".join(told).split())[:_MOST_WORDS] or f"it ended with {error.status}"


class Versions(NamedTuple):
    """The files of the last commit and those that are staged: path from the root -> the name of its content."""

    committed: dict[str, str]
    staged: dict[str, str]


def ignored(root: str, paths: Sequence[str]) -> frozenset[str]:
    """Those of some paths (from the root) that git ignores; what it keeps track of is not among them.

    Raises InputError where there is no repository, or no git.
    """
    git = _git_of(root)
    # By the patterns alone first: with the index, git goes through all of it for every path.
    found = _matched(git, paths, "--no-index")
    return frozenset(_matched(git, found)) if found else frozenset()


def _matched(git: Git, paths: Sequence[str], *options: str) -> tuple[str, ...]:
    """Those of the paths that git's patterns ignore."""
    # The one command that takes no literal patterns: what it reads are paths in any case.
    with TemporaryFile() as asked, git.custom_environment(GIT_LITERAL_PATHSPECS="0"):
        asked.write("\0".join(paths).encode("utf-8", "surrogateescape"))
        asked.seek(0)
        raw = {"stdout_as_string": False, "strip_newline_in_stdout": False}
        told = git.check_ignore("-z", "--stdin", *options, istream=asked, with_exceptions=False, **raw)
    return tuple(path.decode("utf-8", "surrogateescape") for path in bytes(told).split(b"\0") if path)


def versions(root: str) -> Versions:
    """What the last commit and the index hold; without a commit, the first is empty. Raises InputError where git cannot read them."""
    git = _git_of(root)
    raw = {"stdout_as_string": False, "strip_newline_in_stdout": False}
    try:
        index = git.ls_files("-s", "-z", **raw)
        head = git.ls_tree("-r", "-z", "--full-tree", "HEAD", **raw) if _has_commits(git) else b""
    except GitCommandError as error:
        raise InputError(f"git cannot read this repository: {_words(error)}", "`git fsck` tells more") from error
    return Versions(_entries(bytes(head), 2), _entries(bytes(index), 1))


def contents(root: str, names: Sequence[str]) -> dict[str, bytes]:
    """The contents by the names that `versions` gives them. Raises InputError where git does not have one."""
    git = _git_of(root)
    try:
        return {name: git.get_object_data(name)[3] for name in dict.fromkeys(names)}
    except ValueError as error:
        raise InputError("git does not have all contents of this repository", "`git fsck` tells more") from error
    finally:
        git.clear_cache()


def _entries(listing: bytes, place: int) -> dict[str, str]:
    """Path -> content of a listing of git's; place: which word is the content's name. Links and submodules are left out."""
    return {path: words[place] for path, words in _listed(listing) if words[0].startswith("100")}


def _listed(listing: bytes) -> Iterator[tuple[str, list[str]]]:
    """(path, the words before it) of each line of a listing of git's."""
    for entry in listing.decode("utf-8", "surrogateescape").split("\0"):
        words, tab, path = entry.partition("\t")
        if tab:
            yield path, words.split(" ")


class States(NamedTuple):
    """The wanted files of two states. root: the repository's folder; before, after: path → content (a text names what a link leads to).

    renamed: new path → old one, as git finds renames.
    """

    root: str
    before: Mapping[str, bytes | str]
    after: Mapping[str, bytes | str]
    renamed: Mapping[str, str]


_PATHSPECS = ("GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS")
_LINK = "link to "
_NOTHING = "0" * 40  # what hooks get for a state that is not there


def two_states(directory: str, first: str | None, second: str | None, wanted: Callable[[str], bool]) -> States:
    """The wanted files of the repository around `directory` in two states: first and second, revisions.

    first None: HEAD, and nothing where there is no commit. second None: the index. Raises InputError outside a repository,
    UsageError for a revision that there is none of.
    """
    try:
        repository = Repo(directory, search_parent_directories=True)
    except (InvalidGitRepositoryError, NoSuchPathError) as error:
        raise InputError(f"{directory!r} is in no git repository", "Run it in one") from error
    git = repository.git
    git.update_environment(**dict.fromkeys(_PATHSPECS, "0"))  # ours are written for git as it is by itself
    old = _tree_of(git, first) if first else (_tree_of(git, "HEAD") if _has_commits(git) else None)
    new = _tree_of(git, second) if second else None
    root = str(repository.working_tree_dir or repository.git_dir)
    try:
        before, after = _in_tree(git, old, wanted), _in_tree(git, new, wanted) if second else _in_index(git, wanted)
        moved = sorted(before.keys() ^ after.keys())
        renamed = _renamed(git, old, new, moved) if moved and old and bool(new) == bool(second) else {}
    except GitCommandError as error:
        raise InputError(f"git cannot read this repository: {_words(error)}", "`git fsck` tells more") from error
    texts = contents(root, [name for name in (*before.values(), *after.values()) if not name.startswith(_LINK)])
    return States(
        root,
        {path: texts.get(name, name) for path, name in before.items()},
        {path: texts.get(name, name) for path, name in after.items()},
        renamed,
    )


def _tree_of(git: Git, revision: str) -> str | None:
    """The tree that a revision names; None for the zeros that stand for no state."""
    if len(revision) >= len(_NOTHING) and not revision.strip("0"):
        return None
    try:
        return str(git.rev_parse("--verify", "--quiet", "--end-of-options", f"{revision}^{{tree}}"))
    except GitCommandError as error:
        raise UsageError(f"{revision[:60]!r} is no revision of this repository", "Give a commit, a tag or a branch") from error


def _in_tree(git: Git, tree: str | None, wanted: Callable[[str], bool]) -> dict[str, str]:
    """path → git's name for the content of the wanted files of a tree, told apart for what is no plain file."""
    listing = git.ls_tree("-r", "-z", "--full-tree", tree, stdout_as_string=False, strip_newline_in_stdout=False) if tree else b""
    return {path: _name(words[0], words[2]) for path, words in _listed(bytes(listing)) if wanted(path)}


def _in_index(git: Git, wanted: Callable[[str], bool]) -> dict[str, str]:
    """The same of what is staged; of what is not merged, our side."""
    listing = git.ls_files("-s", "-z", "--full-name", "--", ":/", stdout_as_string=False, strip_newline_in_stdout=False)
    found = ((path, words) for path, words in _listed(bytes(listing)) if words[2] in ("0", "2") and wanted(path))
    return {path: _name(words[0], words[1]) for path, words in found}


def _name(mode: str, name: str) -> str:
    return name if mode.startswith("100") else f"{_LINK}{name}"


def _renamed(git: Git, old: str, new: str | None, paths: Sequence[str]) -> dict[str, str]:
    """new path → old one of every rename among some paths, between two trees, or a tree and the index."""
    sides = (old, new) if new else ("--cached", old)
    among = (f":(top,literal){path}" for path in paths)
    told = git.diff("--name-status", "-z", "--find-renames", "--diff-filter=R", "--no-ext-diff", *sides, "--", *among)
    words = iter(told.split("\0"))
    return {new_path: old_path for status in words if status for old_path, new_path in [(next(words), next(words))]}
