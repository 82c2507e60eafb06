"""What Claude Code's settings files say, read as Claude Code reads them: strictly, every scope, merged.

One wrong type, a comment or a trailing comma makes Claude Code drop the whole file without a word (2.1.332: run).
Arrays of all scopes are joined; of scalars the strongest scope's counts (managed, local, project, user).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from advisor.model import ConfigText, Provenance, Scope, Situation
from advisor.model.tuples import NamedTuple

FILES: dict[Scope, str] = {
    "project": ".claude/settings.json",
    "local": ".claude/settings.local.json",
    "user": "~/.claude/settings.json",
}
TOO_DEEP = "it is nested too deeply to be read here"
_ORDER = ("user", "project", "local", "managed")  # weakest first
_SHARED = ("project", "local")  # the scopes that a repository can bring along

# Keys that Claude Code reads from the user's own and the administrator's files only (settings schema of 2.1.332).
TRUSTED_ONLY = frozenset({
    ("sandbox", "allowNestedUserNamespaces"),
    ("sandbox", "allowAppleEvents"),
    ("sandbox", "ripgrep"),
    ("sandbox", "filesystem", "disabled"),
    ("sandbox", "network", "strictAllowlist"),
    ("sandbox", "network", "tlsTerminate"),
    ("permissions", "denyInsteadOfPrompting"),
})  # fmt: skip
# What a mandate drops from a repository's files: lists that widen, and switches when they are true.
WIDENING = frozenset({
    ("sandbox", "filesystem", "allowWrite"),
    ("sandbox", "network", "allowedDomains"),
    ("sandbox", "network", "allowUnixSockets"),
    ("sandbox", "network", "allowMachLookup"),
    ("sandbox", "network", "allowAllUnixSockets"),
    ("sandbox", "network", "allowLocalBinding"),
    ("sandbox", "excludedCommands"),
    ("sandbox", "enableWeakerNestedSandbox"),
    ("sandbox", "enableWeakerNetworkIsolation"),
    ("permissions", "additionalDirectories"),
})  # fmt: skip

_STRINGS = "an array of strings"
_TYPES: dict[tuple[str, ...], str] = {
    ("sandbox",): "an object",
    ("sandbox", "enabled"): "a boolean",
    ("sandbox", "failIfUnavailable"): "a boolean",
    ("sandbox", "autoAllowBashIfSandboxed"): "a boolean",
    ("sandbox", "allowUnsandboxedCommands"): "a boolean",
    ("sandbox", "excludedCommands"): _STRINGS,
    ("sandbox", "ignoreViolations"): "an object",
    ("sandbox", "enableWeakerNestedSandbox"): "a boolean",
    ("sandbox", "allowNestedUserNamespaces"): "a boolean",
    ("sandbox", "enableWeakerNetworkIsolation"): "a boolean",
    ("sandbox", "allowAppleEvents"): "a boolean",
    ("sandbox", "network"): "an object",
    ("sandbox", "network", "allowedDomains"): _STRINGS,
    ("sandbox", "network", "deniedDomains"): _STRINGS,
    ("sandbox", "network", "strictAllowlist"): "a boolean",
    ("sandbox", "network", "allowManagedDomainsOnly"): "a boolean",
    ("sandbox", "network", "allowUnixSockets"): _STRINGS,
    ("sandbox", "network", "allowAllUnixSockets"): "a boolean",
    ("sandbox", "network", "allowLocalBinding"): "a boolean",
    ("sandbox", "network", "allowMachLookup"): _STRINGS,
    ("sandbox", "network", "httpProxyPort"): "a number",
    ("sandbox", "network", "socksProxyPort"): "a number",
    ("sandbox", "filesystem"): "an object",
    ("sandbox", "filesystem", "allowWrite"): _STRINGS,
    ("sandbox", "filesystem", "denyWrite"): _STRINGS,
    ("sandbox", "filesystem", "denyRead"): _STRINGS,
    ("sandbox", "filesystem", "allowRead"): _STRINGS,
    ("sandbox", "filesystem", "disabled"): "a boolean",
    ("sandbox", "credentials"): "an object",
    ("permissions",): "an object",
    ("permissions", "allow"): "an array",
    ("permissions", "deny"): "an array",
    ("permissions", "ask"): "an array",
    ("permissions", "additionalDirectories"): _STRINGS,
    ("permissions", "defaultMode"): "a string",
    ("env",): "an object",
    ("model",): "a string",
}
_TESTS: dict[str, Any] = {
    "an object": lambda value: isinstance(value, dict),
    "an array": lambda value: isinstance(value, list),
    _STRINGS: lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
    "a boolean": lambda value: isinstance(value, bool),
    "a number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "a string": lambda value: isinstance(value, str),
}


class Layer(NamedTuple):
    """One settings file: its document, {} when there is none or it is dropped; problem says why it is dropped."""

    scope: str
    file: str
    document: dict[str, Any]
    problem: str | None = None


class Settings(NamedTuple):
    """All settings files, weakest first. complete: the user's, the project's and the local one were all looked at.

    mandate: an administrator's setting drops what a repository's files widen. elsewhere: files that exist above the folder
    in which Claude Code is started, where it does not read them.
    """

    layers: tuple[Layer, ...]
    complete: bool
    mandate: bool = False
    elsewhere: tuple[ConfigText, ...] = ()

    def scalar(self, *path: str) -> tuple[object, Provenance | None]:
        """The value in force at `path` and where it stands; (None, None) when no file sets it."""
        for layer in reversed(self.layers):
            value = value_at(layer.document, path)
            if value is None or not self.counts(layer, path, value):
                continue
            return value, Provenance(layer.file, ".".join(path), layer.scope)
        return None, None

    def items(self, *path: str) -> Iterator[tuple[str, Provenance]]:
        """The strings of the arrays at `path` in every scope that counts, with where each stands."""
        for layer in self.layers:
            value = value_at(layer.document, path)
            if isinstance(value, list) and self.counts(layer, path, True):
                for item in value:
                    if isinstance(item, str):
                        yield item, Provenance(layer.file, ".".join(path), layer.scope)

    def on(self, *path: str) -> Provenance | None:
        """Where the switch at `path` is true, or None."""
        value, provenance = self.scalar(*path)
        return provenance if value is True else None

    def credential_files(self) -> Iterator[tuple[str, Provenance]]:
        """The files that `sandbox.credentials.files` hides, with where each entry stands."""
        for layer in self.layers:
            entries = value_at(layer.document, ("sandbox", "credentials", "files"))
            for entry in entries if isinstance(entries, list) else ():
                if isinstance(entry, dict) and entry.get("mode") == "deny" and isinstance(entry.get("path"), str):
                    yield entry["path"], Provenance(layer.file, "sandbox.credentials.files", layer.scope)

    def counts(self, layer: Layer, path: tuple[str, ...], value: object) -> bool:
        """Whether a layer's value at `path` counts: some keys do not in files that a repository can bring along."""
        if layer.scope not in _SHARED:
            return True
        return path not in TRUSTED_ONLY and not (self.mandate and value is not False and path in WIDENING)


def read_settings(situation: Situation) -> Settings:
    """The settings that the situation's texts hold; never raises."""
    layers = tuple(
        sorted(
            (_layer(text) for text in situation.configs if text.harness == "claude" and text.scope in _ORDER),
            key=lambda layer: _ORDER.index(layer.scope),
        )
    )
    looked = {layer.scope for layer in layers}
    texts = [text for text in situation.configs if text.harness == "claude" and text.scope in _ORDER]
    complete = {"user", "project", "local"} <= looked and all(text.problem is None for text in texts)
    elsewhere = tuple(text for text in situation.configs if (text.harness, text.scope) == ("claude", "elsewhere") and text.text is not None)
    return Settings(layers, complete, _mandated(layers), elsewhere)


def _mandated(layers: tuple[Layer, ...]) -> bool:
    managed = [layer.document for layer in layers if layer.scope == "managed"]
    return any(
        value_at(document, ("sandbox", "allowUnsandboxedCommands")) is False
        or value_at(document, ("sandbox", "network", "allowManagedDomainsOnly")) is True
        for document in managed
    )


def _layer(config: ConfigText) -> Layer:
    if config.text is None:
        return Layer(config.scope, config.file, {}, config.problem)
    document, problem = parsed(config.text, strict=config.scope != "managed")
    return Layer(config.scope, config.file, document, problem)


def _number(digits: str) -> int:
    """A whole number; of one of thousands of digits, which Python refuses and JavaScript does not, the first few hundred."""
    return int(digits[:400])


def parsed(text: str, strict: bool = True) -> tuple[dict[str, Any], str | None]:
    """(document, None), or ({}, why Claude Code drops the file). strict: one wrong type is enough, as anywhere but in managed files."""
    try:
        document = json.loads(text.removeprefix("\ufeff"), parse_constant=_no_constant, parse_int=_number)
    except (ValueError, RecursionError) as error:
        return {}, f"it is not strict JSON ({error})" if isinstance(error, ValueError) else TOO_DEEP
    if not isinstance(document, dict):
        return {}, "it holds no JSON object"
    for path, kind in _TYPES.items():
        value = value_at(document, path)
        if (value is None and not _is_null(document, path)) or _TESTS[kind](value):
            continue
        if strict:
            return {}, f"{'.'.join(path)} is not {kind}"
        _put_right(document, path, kind)
    return document, None


def _put_right(document: dict[str, Any], path: tuple[str, ...], kind: str) -> None:
    """Take a wrong value out of a managed document, of an array only its wrong items (2.1.332: run).

    A list of denials that is not whole takes along what the same table allows.
    """
    above = value_at(document, path[:-1])
    assert isinstance(above, dict)  # the value was found there
    value = above.pop(path[-1])
    if kind == _STRINGS and isinstance(value, list):
        above[path[-1]] = [item for item in value if isinstance(item, str)]
    if path[-1].startswith("den"):
        for allowing in ("allowedDomains", "allowWrite", "allowRead"):
            above.pop(allowing, None)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


def value_at(document: object, path: tuple[str, ...]) -> object:
    """What stands at a key path, or None."""
    for key in path:
        if not isinstance(document, dict):
            return None
        document = document.get(key)
    return document


def _is_null(document: object, path: tuple[str, ...]) -> bool:
    above = value_at(document, path[:-1])
    return isinstance(above, dict) and path[-1] in above
