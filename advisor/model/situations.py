"""What is known of the command that printed the text, and of the machine it ran on."""

from __future__ import annotations

from typing import Any, Literal

from advisor.model.tuples import NamedTuple
from advisor.model.words import HarnessName, Scope


class Known(NamedTuple):
    """A fact about the situation and how it is known; value None means unknown."""

    value: Any = None
    because: str | None = None


class ConfigText(NamedTuple):
    """A config file of a harness or launcher as it stands: `text` None when it does not exist.

    file: as shown to the user (`.codex/config.toml`, `~/.claude/settings.json`). problem: why it cannot be read.
    place: where it stands on the machine, absolute, when somebody looked.
    """

    harness: str
    file: str
    scope: str
    text: str | None
    problem: str | None = None
    place: str | None = None


class PathQuestion(NamedTuple):
    """Asks the machine what stands at `path` (absolute or `~`-anchored)."""

    path: str


class PathAnswer(NamedTuple):
    """What stands at a path: kind is folder, file, symlink, other or missing; unknown when nobody looked.

    real: where the path leads when symlinks are followed; None when that is the path itself, or unknown. read_only:
    whether it lies on a mount that this process cannot write; None unless this process is the one in question.
    """

    path: str
    kind: Literal["folder", "file", "symlink", "other", "missing", "unknown"] = "unknown"
    real: str | None = None
    read_only: bool | None = None


class FileQuestion(NamedTuple):
    """Asks for the text of a tool's own file at `path` (absolute), of which `most` bytes at most are read."""

    path: str
    most: int = 1 << 20


class FileAnswer(NamedTuple):
    """A tool's own file: `text` None when there is none, or none that can be read; problem says why it cannot."""

    path: str
    text: str | None = None
    problem: str | None = None


class Process(NamedTuple):
    """What the system tells of one process's confinement, which a process cannot shed; None: it does not tell.

    private_network: there is no network interface but the loopback and the sandbox's own tunnel. proxy: `host:port` of a
    proxy on the loopback that its environment names. Linux, proc(5).
    """

    no_new_privileges: bool | None = None
    seccomp: bool | None = None
    private_network: bool | None = None
    proxy: str | None = None

    @property
    def confined(self) -> bool:
        """Whether some sandbox confines it; whose that is, it does not tell (a hardened container does the same)."""
        return self.no_new_privileges is True and self.seccomp is True


class Checkout(NamedTuple):
    """What kind of git checkout a repository's root is, as its `.git` says.

    git_folder: where its own git files are. shared: the git folder of the main checkout, of which a worktree is a part.
    main: the root of that main checkout; None unless this is a linked worktree.
    """

    kind: Literal["clone", "worktree", "submodule", "separate"]
    git_folder: str
    shared: str
    main: str | None = None


class Situation(NamedTuple):
    """What is known about the command that printed the text, and about the machine.

    harnesses: the harness of that command, or both when neither text nor machine says which.
    dialect: Codex's config dialect in force, profile or legacy; None when unknown.
    looked: whether the machine was asked at all (`--no-probe` says no). ours: whether this is the situation of the
    very command that printed the text (`run`, a hook), so that the machine's answers hold for it without doubt.
    command: the command line that printed the text, when one is known. process: what the system tells of the very
    process, or None. checkout: what kind of git checkout the repository is. profile: the permission profile that the
    session itself names (Codex). ahead: nothing was printed yet, the question is what a command would meet, so that what
    no config file sets is at its default. temporary, user_id: the environment's TMPDIR, and the user's number. hosts: the
    text of the machine's own hosts file, in which clients find names before they ask anybody. network: whether the session's
    own record says that its commands had a network (Codex); a proxy may still filter it, which only the config tells.
    """

    system: Known = Known()
    harness: Known = Known()
    harnesses: tuple[HarnessName, ...] = ("claude", "codex")
    version: Known = Known()
    sandboxed: Known = Known()
    dialect: Literal["profile", "legacy"] | None = None
    trusted: bool | None = None
    launcher: str | None = None
    home: str | None = None
    directory: str | None = None
    repository: str | None = None
    scope: Scope | None = None
    configs: tuple[ConfigText, ...] = ()
    paths: tuple[PathAnswer, ...] = ()
    looked: bool = False
    ours: bool = False
    command: str | None = None
    process: Process | None = None
    checkout: Checkout | None = None
    profile: str | None = None
    ahead: bool = False
    temporary: str | None = None
    user_id: int | None = None
    hosts: str | None = None
    network: bool | None = None

    def kind_of(self, path: str) -> str:
        """The kind of `path` as looked up: folder, file, symlink, other, missing or unknown."""
        return next((answer.kind for answer in self.paths if answer.path == path), "unknown")

    def real_of(self, path: str) -> str | None:
        """Where `path` leads when symlinks are followed; None when that is the path itself, or nobody looked."""
        return next((answer.real for answer in self.paths if answer.path == path), None)

    def addresses_of(self, name: str) -> tuple[str, ...]:
        """The addresses that the machine's hosts file gives `name`; none where it does not, or nobody looked."""
        lines = (line.partition("#")[0].lower().split() for line in (self.hosts or "").splitlines())
        return tuple(dict.fromkeys(words[0] for words in lines if name.lower() in words[1:]))

    def file_of(self, harness: str, scope: str, otherwise: str) -> str:
        """The file of a scope as shown to the user, where somebody looked (its folder may be moved); else `otherwise`."""
        text = self.config(harness, scope)
        return text.file if text else otherwise

    def config(self, harness: str, scope: str) -> ConfigText | None:
        """The weakest config text of `harness` at `scope`, or None when nobody looked for it."""
        return next((text for text in self.configs if (text.harness, text.scope) == (harness, scope)), None)
