"""How a file of lines (ignore patterns, Starlark rules) reads with more lines at its end."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.edits.new_text import lines_text
from advisor.edits.positions import BOM
from advisor.edits.splices import Edited


def edited(text: str, lines: Iterable[str]) -> Edited:
    """The text with each line that it does not hold yet, in its own line ends; its last line stays open if it was.

    text: decoded without translating line ends; blanks at the end of its lines do not make them others. Raises
    ConfigError for a line that would be two.
    """
    held = {line.rstrip() for line in text.removeprefix(BOM).split("\n")}
    wanted = [line for line in lines_text(lines).split("\n")[:-1] if line.rstrip() not in held]
    end = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    is_closed = text in ("", BOM) or text.endswith("\n")
    added = "".join(line + end if is_closed else end + line for line in wanted)
    return Edited(text + added, ((len(text), len(text) + len(added)),) if added else ())
