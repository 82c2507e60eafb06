"""What a sandboxed command may do now, entry by entry, and which file says so."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from advisor.model.tuples import NamedTuple
from advisor.model.words import HarnessName


class Access(Enum):
    """How a boundary answers a need."""

    ALLOWED = "allowed"
    ALLOWED_BUT = "allowed-but"
    REFUSED = "refused"
    PROTECTED = "protected"
    UNKNOWN = "unknown"


class Provenance(NamedTuple):
    """The file, key and scope that a boundary entry comes from; file None means built into the harness."""

    file: str | None
    key: str
    scope: str


class Entry(NamedTuple):
    """One line of a boundary: `value` (a path, a host pattern, `*`) under `operation` gets `access`."""

    operation: str
    value: str
    access: Access
    provenance: Provenance
    note: str | None = None


class NotInForce(NamedTuple):
    """A part of a config that does nothing now; a provenance without a key is the whole file.

    why: a clause in the reader's words. entry: what it would allow or close, when that is one thing.
    """

    provenance: Provenance
    why: str
    entry: Entry | None = None


class Boundary(NamedTuple):
    """What a sandboxed command of a harness may do now.

    posture: the base the entries stand on (`read-only`, `workspace`, `off`, `unknown`). profile: the Codex profile
    in force. complete: False when some config text could not be read, so that silence means unknown.
    home, directory: what `~` and relative paths in the entries stand for, when known. not_in_force: what the configs hold
    beside the entries. broken: why the harness, or every command in it, cannot start with these configs.
    trusted: whether a project's own config counts, where the harness asks for that. posture_by: where the posture is chosen.
    """

    harness: HarnessName
    entries: tuple[Entry, ...] = ()
    posture: Literal["read-only", "workspace", "off", "unknown"] = "unknown"
    profile: str | None = None
    dialect: Literal["profile", "legacy"] | None = None
    complete: bool = False
    home: str | None = None
    directory: str | None = None
    not_in_force: tuple[NotInForce, ...] = ()
    broken: str | None = None
    trusted: bool | None = None
    posture_by: Provenance | None = None
