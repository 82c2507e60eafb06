"""What stands before a line that its program did not print: a logger's time, a runner's task, a step's count.

Messages of several lines (a traceback, a chain of causes) are only whole without it. What tells whose words they are stays:
a compose service (`web-1  |`), a search's `file:line:`, a diff's sign.
"""

from __future__ import annotations

import re
from itertools import accumulate

_TIME = r"\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?\]?[ \t]"
_RUNNER = r"npm (?:error|ERR!|warn|WARN) |\[\d{1,3}/\d{1,3}\] |\[[\w@./:-]{1,40}\] |[\w@./-]{1,60}:[a-z][\w-]{0,30}: |##\[\w{3,10}\]"
_JOB = r"[^\t\n]{1,60}\t[^\t\n]{1,80}\t(?=\d{4}-\d\d-\d\dT)"  # of a CI, as `gh run view --log` prints it
_LEVEL = r"(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL)[:\]]? "
# The frames of pytest, terraform and rustc.
_FRAME = r"E {3}|[│┃] ?"
_PREFIX = re.compile(rf"(?:{_JOB}|{_TIME}|{_RUNNER}|{_LEVEL}|{_FRAME}){{1,3}}")


def without_prefixes(text: str) -> tuple[str, tuple[int, ...]] | None:
    """`text` without the prefixes of its lines and their common margin, and how many characters that takes away up to each line.

    None when no line has one. The number of lines stays.
    """
    lines = text.split("\n")
    taken = [found.end() if (found := _PREFIX.match(line)) else 0 for line in lines]
    indents = (len(line) - count - len(line[count:].lstrip()) for line, count in zip(lines, taken, strict=True) if line.strip())
    margin = min(indents, default=0)
    taken = [min(len(line), count + margin) for line, count in zip(lines, taken, strict=True)]
    if not any(taken):
        return None
    return "\n".join(line[count:] for line, count in zip(lines, taken, strict=True)), tuple(accumulate(taken))
