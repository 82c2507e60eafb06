"""How the lines round a refused write tell that a folder was to be made, and whether by a call that fails where it exists.

The words that name the path often leave it out: the call stands in the frame above (Python) or below (Java, .NET), or the
step stands before the path (`failed to create directory`). A name that is made up anew each time is no folder to open.
"""

from __future__ import annotations

import re

_STEP = (
    r"\b(?:creat(?:e|ing)|mak(?:e|ing)) (?:[\w-]{1,20} ){0,2}(?:director(?:y|ies)|dirs?|folders?)\b|(?<![\w./-])mkdir(?!\w)|_mkdir\b"
    r"|\bcreate_director(?:y|ies)\b"
)
_FRAME_ABOVE = r"\b(?:os\.)?(?:makedirs|mkdir|ensure_dir)\(|, in (?:makedirs|mkdir)$"
_FRAME_BELOW = r"\bFiles\.createDirector(?:y|ies)\(|\bFile\.mkdirs?\(|\bFileSystem\.CreateDirectory\("
_MADE_UP = r"\bvia template\b|\bmk[sd]temp\b|\.X{6,12}\b"
# Calls that also make the folders above, and pass where the folder exists; Node's own says ENOENT when it is asked for that.
_AGAIN_AND_AGAIN = r"\bmakedirs\b|exist_ok=True|parents=True"
_ONCE = r"\bos\.mkdir\(|EROFS: read-only file system, mkdir "
_MOST_FRAMES = 4


def made_folder(text: str, start: int, end: int) -> tuple[bool, bool]:
    """(whether the refused path, told in text[start:end], is a folder that was to be made, whether the call fails where it exists)."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    own = text[first : last if last >= 0 else len(text)]
    if re.search(_MADE_UP, own):
        return False, False
    above = _frame_above(text[:first])
    below = text[last + 1 : last + 1 + 2000].split("\n")[:_MOST_FRAMES] if last >= 0 else []
    frames = "\n".join([above, *(line for line in below if re.match(r"\s{1,12}at ", line))])
    folder = bool(re.search(_STEP, own) or re.search(_FRAME_ABOVE, above, re.MULTILINE) or re.search(_FRAME_BELOW, frames))
    told = f"{above}\n{own}"
    return folder, folder and bool(re.search(_ONCE, told)) and not re.search(_AGAIN_AND_AGAIN, told)


def _frame_above(text: str) -> str:
    """The innermost frames of a traceback that ends where the text does: the last lines that are indented."""
    lines = text.rsplit("\n", 2 * _MOST_FRAMES)[1:-1] if text.count("\n") > 1 else []
    frames: list[str] = []
    for line in reversed(lines):
        if not line.startswith(" "):
            break
        if line.strip(" ^~"):
            frames.append(line)
    return "\n".join(reversed(frames[:_MOST_FRAMES]))
