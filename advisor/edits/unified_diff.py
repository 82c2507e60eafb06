"""What changed between two texts, as a patch that `git apply` and `patch -p1` take, and take back."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

_QUOTED = {"\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def diff(file: str, before: str | None, after: str | None) -> str:
    """The patch that makes `after` of `before`; "" when they are the same.

    file: the path from where the patch is applied, with forward slashes. None: the file is not there. The texts are
    decoded without translating line ends, and the patch has to be written without translating them either.
    """
    if before == after:
        return ""
    head = [f"diff --git {_name('a/', file)} {_name('b/', file)}\n"]
    if before is None:
        head.append("new file mode 100644\n")
    if after is None:
        head.append("deleted file mode 100644\n")
    old, new = _lines(before or ""), _lines(after or "")
    hunks = unified_diff(old, new, lineterm="\n")
    # difflib's own two lines know nothing of quoting; an empty file has neither those nor hunks.
    body = list(hunks)[2:]
    if body:
        head.append(f"--- {_label('a/', file) if before is not None else '/dev/null'}\n")
        head.append(f"+++ {_label('b/', file) if after is not None else '/dev/null'}\n")
    return "".join((*head, *_marked(body)))


def _lines(text: str) -> list[str]:
    """The lines with their ends; only a line feed ends one."""
    *lines, rest = text.split("\n")
    return [f"{line}\n" for line in lines] + ([rest] if rest else [])


def _marked(lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _name(side: str, file: str) -> str:
    """A file's name as git writes it: in quotes, bytes in octal, when it holds what could be misread."""
    name = side + file
    quoted = "".join(_QUOTED.get(char) or (char if " " <= char <= "~" else _octal(char)) for char in name)
    return name if quoted == name else f'"{quoted}"'


def _octal(char: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape"))


def _label(side: str, file: str) -> str:
    """The name on a `---` or `+++` line, where git ends a name that holds a blank with a tab."""
    name = _name(side, file)
    return f"{name}\t" if " " in name else name
