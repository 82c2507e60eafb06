"""The refusals of which Codex sends no event: its proxy's, and its policy's. They stand at the end of its rollout.

The next event of the session catches them. The clean path looks too, so that nothing heavy is imported here. Codex 0.171.0.
"""

from __future__ import annotations

from advisor.errors import InputError
from advisor.sources.tail import newest_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 4 << 20  # bytes of a session's record that are looked at, from its end
_HEAD = 400  # bytes of a line in which its kind stands
_OUTPUT = b'_call_output"'
_ERRORS = (b"exec_command failed: ", b"patch rejected: ", b"approval policy is Never", b"approval required by policy")
_BY_A_HOOK = b"Command blocked by PreToolUse hook: "
_TOLD = b'"hooks.additional_context"'


def is_pending(session: str | None) -> bool:
    """Whether the newest tool output in a rollout is a refusal by Codex itself, and no hook has spoken since."""
    if session is None:
        return False
    try:
        return bool(pending(newest_lines(session, MOST)))
    except InputError:  # not written yet, or not ours to read
        return False


def pending(lines: Iterable[bytes]) -> list[bytes]:
    """Those refusals among a rollout's lines (newest first), newest first: what comes before any other output, or word of a hook."""
    found: list[bytes] = []
    for line in lines:
        if _TOLD in line and b'"developer"' in line[:_HEAD] and b"advise: " in line:
            break
        if _OUTPUT not in line[:_HEAD]:
            continue
        if not any(error in line for error in _ERRORS) or _BY_A_HOOK in line:
            break
        found.append(line)
    return found
