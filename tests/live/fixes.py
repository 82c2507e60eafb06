"""The recorded fix scenarios, each as it can be put before our pipeline and run again here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from advisor.proof.trial import Room
from tests.live.staging import GARBLED, OVERRULED, STAGES, Stage

HOSTS = {
    "claude": {
        "203.0.113.10": "api.advise-lab.test npm.advise-lab.test git.advise-lab.test other.advise-lab.test advise-lab.test",
        "127.0.0.1": "loop.advise-lab.test",
        "2001:db8::10": "v6.advise-lab.test",
    },
    "codex": {"192.88.99.10": "pkg.lab.test other.lab.test"},
}
PORTS = ((80, "http"), (443, "https"), (22, "banner"), (8080, "http"), (8099, "http"))
CLAUDE_BASE = {"sandbox": {"enabled": True, "autoAllowBashIfSandboxed": True}}
IDENTITY = "git config --global user.name dev && git config --global user.email dev@advise.test"
PROJECT = f"{IDENTITY} && git init -q -b main . && echo hi > README.md && git add README.md && git commit -qm first"


class Fix(NamedTuple):
    """A scenario in one of its forms: for Codex, each is put in both dialects.

    base: the project's config before the fix, as parsed values. text: what the model saw, with the record's placeholders.
    """

    id: str
    harness: str
    dialect: str | None
    outcome: str
    command: Any
    text: str
    exit_code: int | None
    base: dict[str, Any]
    before: str | None
    environment: dict[str, str]
    label: dict[str, Any]
    stage: Stage

    @property
    def name(self) -> str:
        """The id with the dialect, where there are two."""
        return f"{self.id}/{self.dialect}" if self.dialect else self.id

    @property
    def group(self) -> str:
        """The class under which it is scored."""
        return "/".join(filter(None, (self.harness, self.dialect, self.outcome)))


def load_fixes(corpus: Path) -> tuple[Fix, ...]:
    """Every scenario of both files."""
    return (*_claude(corpus / "claude-fixes.jsonl"), *_codex(corpus / "codex-fixes.jsonl"))


def in_room(text: str, fix: Fix, room: Room) -> str:
    """`text` of a record with the folders and addresses of this room in the place of the lab's."""
    for garbled, path in GARBLED.items():
        text = re.sub(rf"(?<![\w/]){re.escape(garbled)}", path, text)
    sock = f"{room.root}/sock"
    if fix.harness == "codex":
        text = re.sub(r"/srv/lab/run/\w+-[a-z]+/proj", room.project, text)
        text = re.sub(r"/srv/lab/run/\w+-[a-z]+/home", room.home, text)
        text = re.sub(r"/srv/lab/out(/w-\w+)?", room.outside, text)
        text = text.replace("/srv/lab/run/sock", sock).replace("/srv/lab/www", room.served)
        text = text.replace("203.0.113.10", "192.88.99.10").replace("203.0.113.0", "192.88.99.0")
    words = {"$OUT": room.outside, "{O}": room.outside, "$HOME": room.home, "{H}": room.home, "$PROJ": room.project}
    words |= {"$SOCK": sock, "{R}": room.root, "{outside}": room.outside, "{served}": room.served, "{sock}": sock}
    words |= {"{address}": next(iter(HOSTS[fix.harness])), "$VENV": f"{room.root}/venv", "{root}": room.root}
    for word, folder in words.items():
        text = text.replace(word, folder)
    return text


def _claude(path: Path):
    for record in map(json.loads, path.read_text().splitlines()):
        name = f"claude/{record['id']}"
        denied = record["denied_run"]
        yield Fix(
            name,
            "claude",
            None,
            _outcome(record, name),
            record["command"],
            denied["tool_result"] or "",
            denied["exit"] if denied["exit"] is not None else (0 if not denied["is_error"] else None),
            _merged(CLAUDE_BASE, record["base"] or {}),
            record["setup"],
            record["env"] or {},
            record["label"],
            STAGES.get(name, Stage()),
        )


def _codex(path: Path):
    import tomllib

    for record in map(json.loads, path.read_text().splitlines()):
        name = f"codex/{record['id']}"
        for dialect, base in (("profile", _profile_base(record["base"])), ("legacy", _legacy_base(record["base"]))):
            if base is None:
                continue
            label, toml = base
            yield Fix(
                name,
                "codex",
                dialect,
                _outcome(record, name, dialect),
                record["command"],
                label["output"],
                label["exit"],
                tomllib.loads(toml),
                None,
                {},
                record["label"],
                STAGES.get(name, Stage()),
            )


def _outcome(record, name: str, dialect: str | None = None) -> str:
    """The class of a record, or the one that overrules it."""
    overruled = OVERRULED.get(f"{name}/{dialect}") or OVERRULED.get(name)
    return overruled[0] if overruled else record["label"]["outcome"]


def _legacy_base(bases):
    """The workspace-write run, or the read-only one where only that was refused."""
    found = [base for base in bases if base["label"].startswith("workspace-write")]
    if not found or found[0]["passed"]:
        found = [base for base in bases if base["label"] == "read-only" and not base["passed"]] or found
    return (found[0], found[0]["toml"]) if found else None


def _profile_base(bases):
    """The same in the profile dialect."""
    found = [base for base in bases if base["label"].startswith("profile")]
    if found and not found[0]["passed"]:
        return found[0], found[0]["toml"]
    refused = [base for base in bases if base["label"] == "read-only" and not base["passed"]]
    if refused:
        return refused[0], 'default_permissions = ":read-only"\n'
    return (found[0], found[0]["toml"]) if found else None


def _merged(base: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    both = dict(base)
    for key, value in more.items():
        both[key] = _merged(both[key], value) if isinstance(value, dict) and isinstance(both.get(key), dict) else value
    return both
