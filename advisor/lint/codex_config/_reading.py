"""What the traps of Codex's config share: where knowledge is from, which form decides in a file, its profiles, and usual fixes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from advisor.edits.positions import Path
from advisor.lint.config import Config
from advisor.lint.rule import Sample
from advisor.model.lint import Edit, Fix
from advisor.quoting import inline

SEEN = "Codex 0.171.0"
RUN = "run: Codex 0.171.0 on Linux, 2026-11-29"
USER = "~/.codex/config.toml"
LEGACY = "sandbox_workspace_write"
FULL_ACCESS = "danger-full-access"
BUILT_IN = (":read-only", ":workspace", ":danger-full-access")
# What Codex passes over in a project's file, whatever it holds; `features.respect_system_proxy` besides.
IGNORED_IN_PROJECTS = (
    "apps_mcp_product_sku", "chatgpt_base_url", "experimental_realtime_webrtc_call_base_url", "experimental_realtime_ws_base_url",
    "model_provider", "model_providers", "notify", "openai_base_url", "otel", "profile", "profiles",
)  # fmt: skip
_DEEPEST = 32  # profiles in one chain of `extends`; whoever writes more meant a circle


def is_project(config: Config) -> bool:
    """Whether Codex reads the file as a project's own."""
    return config.standing == "project"


def is_whole(config: Config) -> bool:
    """Whether the file decides for itself: a NAME.config.toml lies on the user's file, and needs not repeat what that says."""
    return config.standing != "profile"


def tables(config: Config, *path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The tables in the table at the path, by name."""
    for name, value in table(config, *path).items():
        if isinstance(value, Mapping):
            yield name, value


def table(config: Config, *path: str) -> Mapping[str, Any]:
    """The table at the path; an empty one where none is."""
    value = config.at(*path)
    return value if isinstance(value, Mapping) else {}


def selected(config: Config) -> str | None:
    """The permission profile that the file selects."""
    name = config.at("default_permissions")
    return name if isinstance(name, str) else None


def chain(config: Config, name: str | None) -> list[str]:
    """The profile and those it stands on, as far as this file holds them, up to a built-in one; a circle ends where it closes."""
    names: list[str] = []
    while name and name not in names and len(names) < _DEEPEST:
        names.append(name)
        parent = config.at("permissions", name, "extends")
        name = parent if isinstance(parent, str) else None
    return names


def in_force(config: Config) -> frozenset[str]:
    """The profiles of this file that a session with it uses."""
    return frozenset(chain(config, selected(config)))


def proxy(config: Config) -> bool | None:
    """Whether the file turns the filtering proxy on (True) or off (False); None when it does not say.

    A table that does not say `enabled = true` leaves it off (0.171.0: run).
    """
    value = config.at("features", "network_proxy")
    value = value.get("enabled", False) if isinstance(value, Mapping) else value
    return value if isinstance(value, bool) else None


def opens_network(config: Config) -> bool:
    """Whether sandboxed commands of a session with this file have a network, filtered or not."""
    if selected(config) is None:
        return config.at(LEGACY, "network_access") is True and config.at("sandbox_mode") in (None, "workspace-write")
    return any(config.at("permissions", name, "network", "enabled") is True for name in in_force(config))


def has_full_access(config: Config) -> bool:
    """Whether a session with this file runs without a sandbox."""
    name = selected(config)
    return name == f":{FULL_ACCESS}" if name is not None else config.at("sandbox_mode") == FULL_ACCESS


def said(value: object) -> str:
    """A value from the file, in double quotes, ready to stand in a message."""
    return f'"{inline(str(value), 80)}"'


def removed(path: Path, say: str, *, safe: bool = False) -> Fix:
    """Taking the key or item out."""
    return Fix(say, (Edit("remove", path),), safe)


def put(path: Path, value: Any, say: str, *, safe: bool = False) -> Fix:  # noqa: ANN401  # what TOML holds
    """Writing the value at the path."""
    return Fix(say, (Edit("set", path, value),), safe)


def renamed(path: Path, name: str, say: str, *, safe: bool = False) -> Fix:
    """Giving the key another name."""
    return Fix(say, (Edit("rename", path, name),), safe)


def moved(path: Path, to: Path, value: Any, say: str) -> Fix:  # noqa: ANN401
    """Taking the key out and writing its value elsewhere in the same file."""
    return Fix(say, (Edit("remove", path), Edit("set", to, value)))


def project(text: str) -> Sample:
    """A sample of a project's own file."""
    return Sample(text)


def user(text: str) -> Sample:
    """A sample of the user's file."""
    return Sample(text, USER)


def profile_file(text: str) -> Sample:
    """A sample of a NAME.config.toml."""
    return Sample(text, "~/.codex/wide.config.toml")


def profile(inner: str, name: str = "dev") -> str:
    """The text of a file that selects a profile on `:workspace`, with further lines of it."""
    return f'default_permissions = "{name}"\n[permissions.{name}]\nextends = ":workspace"\n{inner}\n'
