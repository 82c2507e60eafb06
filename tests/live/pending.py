"""The fix scenarios that are not right yet, each with its reason; a test fails when one of them is."""

_MKDIR = "`mkdir: cannot create directory` names a folder, and the need that comes of it must say so"
_NO_TEMPORARY = "no rule knows Python's `No usable temporary directory` yet"
_CARGO = "`cargo install` needs ~/.cargo itself: granting ~/.cargo/registry does not help, installing into the project does"
_RENAME = "no rule knows a rename across the sandbox's mounts yet"
_PIP_INDEX = "pip names its host in another line (`Looking in indexes: …`), or the command does (`--index-url`)"
_ADDRESS = "the client ignores the proxy and Codex's filter then knows only addresses: the text names the host, nobody has looked it up"
_LISTEN = "on Linux the managed proxy alone lets commands listen: allow_local_binding is one change too many"
_LOOPBACK = "only the name that the client used is needed, not 127.0.0.1 and localhost both"
_READ_DENIED = "a denied read looks like a missing file: only the settings' own denyRead can tell"

PENDING: dict[str, str] = {
    "claude/B05": "`Cannot assign requested address` is an ordinary failure's face too; the sandbox has no address of the machine",
    "claude/N15": "aiohttp ignores the proxy variables unless trust_env is set: allowing the host alone changes nothing",
    "claude/N34": "that the name resolves to loopback shows only in the second refusal",
    "claude/P06": "`install` hides the refusal: cannot change permissions of a folder that it could not make",
    "claude/R01": "the settings deny reading this very file, and a rule for files of root explains it away",
    "claude/R02": _READ_DENIED,
    "claude/R05": _READ_DENIED,
    "claude/R07": "a denied folder is copied as an empty one, and nothing is printed",
    "claude/S13": "absent devices are listed by a command that passed",
    "codex/A05/legacy": _MKDIR,
    "codex/A05/profile": _MKDIR,
    "codex/A10/legacy": _NO_TEMPORARY,
    "codex/A10/profile": _NO_TEMPORARY,
    "codex/A11b/legacy": _CARGO,
    "codex/A11b/profile": _CARGO,
    "codex/A20/legacy": _RENAME,
    "codex/A20/profile": _RENAME,
    "codex/D04/legacy": _PIP_INDEX,
    "codex/D04/profile": _PIP_INDEX,
    "codex/D07/profile": _ADDRESS,
    "codex/D10/profile": _ADDRESS,
    "codex/E02/profile": _LISTEN,
    "codex/E03/legacy": _LOOPBACK,
    "codex/E03/profile": _LOOPBACK,
}
