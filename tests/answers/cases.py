"""Boundaries and answers for tests, as plain as they can be."""

from advisor.answers import Question
from advisor.foresight import Foreseen
from advisor.model import Access, Boundary, Entry, Known, NotInForce, PathAnswer, Provenance, Situation

FILE = Provenance("~/.codex/config.toml", "sandbox_workspace_write.writable_roots", "user")
BUILT_IN = Provenance(None, "outside the workspace", "built-in")


def boundary(*entries, harness="codex", **fields):
    """A boundary of (operation, value, access) entries, each from a file, behind a built-in refusal of every write."""
    told = [Entry(operation, value, access, FILE, *note) for operation, value, access, *note in entries]
    refusal = Entry("write", "/", Access.REFUSED, BUILT_IN)
    return Boundary(**{
        "harness": harness,
        "entries": (refusal, *told),
        "posture": "workspace",
        "complete": True,
        "home": "/home/dev",
        "directory": "/home/dev/shop",
        **fields,
    })  # fmt: skip


def idle(operation="write", value="/srv/a", why="nobody trusts this project"):
    """A part of a config that is not in force."""
    return NotInForce(FILE, why, Entry(operation, value, Access.ALLOWED, FILE))


def situation(*paths, **fields):
    """A situation with these PathAnswers."""
    return Situation(**{"home": "/home/dev", "directory": "/home/dev/shop", "harnesses": ("codex",), "paths": tuple(paths), **fields})


def inside(*paths):
    """The situation of a process in Codex's own sandbox."""
    return situation(*paths, ours=True, sandboxed=Known(True, "marker"), harness=Known("codex", "marker"))


def at(path, **fields):
    """What stands at a path."""
    return PathAnswer(path, **fields)


def asked(need, client=None, sure=True):
    """A question, of a command where a client is named."""
    return Question(need, "the command", Foreseen(need, "it does", client, sure)) if client else Question(need, "--write x")
