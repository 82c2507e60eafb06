"""How an agent may be let work in a repository: look and plan, write inside, or the same bench with named hosts.

Each program's file is merged with what stands in it: what is already stronger stays, what else it opens is told. Nothing here
switches a sandbox off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from advisor.edits.new_text import Setting
from advisor.guard import changes
from advisor.guard.grants import Effect

Mode: TypeAlias = Literal["read-only", "standard", "trusted"]
MODES: tuple[Mode, ...] = ("read-only", "standard", "trusted")
# Applies settings to a text, None being no file yet; raises ConfigError where one does not fit.
Edit: TypeAlias = Callable[["str | None", Sequence[Setting]], str]

# Variables that hold secrets, by the names that their programs read.
SECRET_VARIABLES = (
    "ANTHROPIC_API_KEY", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AZURE_CLIENT_SECRET",
    "CARGO_REGISTRY_TOKEN", "CLOUDFLARE_API_TOKEN", "DATABASE_URL", "DOCKER_PASSWORD", "GEMINI_API_KEY", "GH_TOKEN", "GITHUB_TOKEN",
    "GITLAB_TOKEN", "GOOGLE_API_KEY", "HF_TOKEN", "NODE_AUTH_TOKEN", "NPM_TOKEN", "NX_CLOUD_ACCESS_TOKEN", "OPENAI_API_KEY",
    "PGPASSWORD", "PYPI_TOKEN", "SENTRY_AUTH_TOKEN", "SLACK_BOT_TOKEN", "SSH_AUTH_SOCK", "STRIPE_SECRET_KEY", "TWINE_PASSWORD",
    "UV_PUBLISH_TOKEN", "VAULT_TOKEN", "VERCEL_TOKEN",
)  # fmt: skip


class Proposed(NamedTuple):
    """What becomes of one file. before: None where there is none. told: what it comes to, a sentence each."""

    file: str
    before: str | None
    after: str
    told: tuple[str, ...]


def merged(file: str, before: str | None, settings: Sequence[Setting], edit: Edit) -> tuple[str, tuple[str, ...]]:
    """The text with the settings in it, and the keys of those that would have weakened what it says itself: these stay."""
    after = edit(before, settings)
    if before is None:
        return after, ()
    told = changes({file: before.encode()}, {file: after.encode()}, {})
    weakened = {one.key for one in told if one.effect is Effect.WIDENS and one.manner == "altered"}
    kept = tuple(key for setting in settings if setting.op == "set" and (key := ".".join(setting.path)) in weakened)
    if not kept:
        return after, ()
    return edit(before, [setting for setting in settings if ".".join(setting.path) not in kept]), kept


def opened_beside(file: str, text: str, other: str, beside: str) -> Iterator[str]:
    """What another file that counts more opens beside one, a sentence each."""
    for one in changes({file: text.encode()}, {file: text.encode(), other: beside.encode()}, {}):
        if one.effect is Effect.WIDENS:
            yield f"{other} opens more by {one.key} = {one.value}: {one.means}"


def wider(file: str, posture: str, after: str) -> Iterator[str]:
    """What the file opens beside its posture, a sentence each."""
    for one in changes({file: posture.encode()}, {file: after.encode()}, {}):
        if one.effect is Effect.WIDENS:
            yield f"It stays wider than that by {one.key} = {one.value}: {one.means}"
