"""Standings for tests."""

from advisor.model import (
    Access,
    Boundary,
    Checkout,
    ConfigText,
    Entry,
    Known,
    NotInForce,
    PathAnswer,
    Process,
    Provenance,
    Situation,
)
from advisor.standing import Opinion, Standing

USER = Provenance("~/.codex/config.toml", "permissions.dev.filesystem./srv/a", "user")
BUILT_IN = Provenance(None, "always protected", "built-in")
HOME = "/home/dev"


def boundary(harness="codex", **fields):
    """A boundary with something of everything."""
    entries = (
        Entry("write", "/", Access.REFUSED, Provenance(None, "the posture", "built-in")),
        Entry("write", ".", Access.ALLOWED, Provenance(None, "writable by default", "built-in")),
        Entry("write", "/srv/a", Access.ALLOWED, USER),
        Entry("write", "/srv/b", Access.REFUSED, USER._replace(key="permissions.dev.filesystem./srv/b")),
        Entry("write", ".git", Access.PROTECTED, BUILT_IN),
        Entry("read", "/", Access.ALLOWED, Provenance(None, "every file can be read", "built-in")),
        Entry("read", "~/.ssh", Access.PROTECTED, USER, "an explicit denial"),
        Entry("connect", "*", Access.REFUSED, Provenance(None, "no host", "built-in")),
        Entry("connect", "a.example", Access.ALLOWED_BUT, USER, "through the proxy"),
        Entry("local-connect", "*", Access.REFUSED, Provenance(None, "a loopback of its own", "built-in")),
        Entry("bind", "*", Access.ALLOWED, USER),
    )
    made = {
        "harness": harness,
        "entries": entries,
        "posture": "workspace",
        "profile": "dev",
        "dialect": "profile",
        "complete": True,
        "home": HOME,
        "directory": f"{HOME}/shop",
        "trusted": True,
        "posture_by": USER._replace(key="default_permissions"),
        "not_in_force": (NotInForce(USER, "the folder does not exist"), NotInForce(USER._replace(key=""), "nobody trusts it")),
    }
    return Boundary(**{**made, **fields})


def situation(**fields):
    """A process in Codex's sandbox, in a linked worktree."""
    made = {
        "system": Known("linux", "this machine"),
        "harness": Known("codex", "CODEX_THREAD_ID is set"),
        "harnesses": ("codex",),
        "version": Known("0.171.0", "environment"),
        "sandboxed": Known(True, "CODEX_SANDBOX_NETWORK_DISABLED is set"),
        "home": HOME,
        "directory": f"{HOME}/shop/api",
        "repository": f"{HOME}/shop",
        "checkout": Checkout("worktree", f"{HOME}/main/.git/worktrees/shop", f"{HOME}/main/.git", f"{HOME}/main"),
        "launcher": "polygraph",
        "process": Process(True, True, True, "127.0.0.1:3128"),
        "configs": (ConfigText("codex", "~/.codex/config.toml", "user", "", None), ConfigText("claude", "x", "user", "")),
        "paths": (PathAnswer("~/.aws", "folder"), PathAnswer("~/.ssh", "folder"), PathAnswer(".", "folder", None, True)),
        "looked": True,
    }
    return Situation(**{**made, **fields})


def standing(*boundaries, opinions=(), **fields):
    """A standing of these boundaries, or of the usual one."""
    return Standing(situation(**fields), boundaries or (boundary(),), tuple(opinions))


SAME = Opinion("codex", "codex app-server, config/read", "0.171.0")
