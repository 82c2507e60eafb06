"""How many of the traps that are known in real config files `advise lint` names, and what it names besides.

`python -m tests.lint_key [--list] [--beyond] [--unknown-scope] [KIND…]`: found/total by kind and level. A trap counts as
found when a finding is at its key (or, for an entry of a list, at the list and with the entry's own text).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from advisor.lint import findings
from advisor.lint.recognition import LanguageName
from advisor.model.lint import Finding

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "configs"
LEVELS = ("error", "warn", "info")
# The answer key's scopes that have another name here.
SCOPES = {"requirements": "managed"}


class Judged(NamedTuple):
    """One file of the answer key with its findings, the traps that were found and missed, and the findings beyond the key."""

    row: dict[str, Any]
    findings: tuple[Finding, ...]
    found: tuple[dict[str, Any], ...]
    missed: tuple[dict[str, Any], ...]
    beyond: tuple[Finding, ...]


def judged(row: dict[str, Any], folder: Path = CORPUS, *, scope_known: bool = True) -> Judged:
    """What lint makes of one file; scope_known: whether it is told the scope, or has only the file's name in the corpus."""
    text = (folder / row["file"]).read_bytes().decode()
    if scope_known:
        own = findings(row["path"], text, language(row), SCOPES.get(row["scope"], row["scope"]))  # type: ignore[arg-type]
    else:
        own = findings(row["file"], text, language(row), "unknown")
    found = tuple(trap for trap in row["traps"] if any(_names(finding, trap) for finding in own))
    missed = tuple(trap for trap in row["traps"] if trap not in found)
    beyond = tuple(finding for finding in own if not any(_names(finding, trap) for trap in row["traps"]))
    return Judged(row, own, found, missed, beyond)


def language(row: dict[str, Any]) -> LanguageName:
    """The config language of a file of the answer key."""
    if row["kind"] == "claude":
        return "claude-settings"
    return "codex-requirements" if row["scope"] == "requirements" else "codex-config"


def _names(finding: Finding, trap: dict[str, Any]) -> bool:
    """Whether the finding is about the trap: the same key or one inside it, and the same entry where the trap names one."""
    key = "" if trap["key"] == "<file>" else trap["key"]
    if key == "":
        return finding.key == ""
    if finding.key != key and not finding.key.startswith(key + "."):
        return False
    entry = re.match(r'"((?:[^"\\]|\\.){1,400})"(?=[: ])', trap["problem"])
    return entry is None or finding.key == key or entry[1][:60] in finding.message


def rows(kinds: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The files of the answer key, of these kinds or of all."""
    every = [json.loads(line) for line in (CORPUS / "index.jsonl").read_text().splitlines()]
    return [row for row in every if not kinds or row["kind"] in kinds]


def counts(results: list[Judged]) -> dict[tuple[str, str], tuple[int, int]]:
    """(kind, level) -> (found, total)."""
    found = Counter((each.row["kind"], trap["level"]) for each in results for trap in each.found)
    total = Counter((each.row["kind"], trap["level"]) for each in results for trap in each.row["traps"])
    return {pair: (found[pair], total[pair]) for pair in sorted(total, key=lambda pair: (pair[0], LEVELS.index(pair[1])))}


def main() -> int:
    """Print the figures; 0 always."""
    parser = argparse.ArgumentParser(description="Score lint's findings against the answer key.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="claude, codex")
    parser.add_argument("--list", action="store_true", help="print every trap that is missed")
    parser.add_argument("--beyond", action="store_true", help="print every finding beyond the key")
    parser.add_argument("--unknown-scope", action="store_true", help="tell lint nothing of the file's scope")
    options = parser.parse_args()
    results = [judged(row, scope_known=not options.unknown_scope) for row in rows(tuple(options.kinds))]
    for each in results:
        for trap in each.missed if options.list else ():
            print(f"missed {trap['level']:<5} {each.row['file']} {trap['key']}: {trap['problem'][:120]}")
        for finding in each.beyond if options.beyond else ():
            print(
                f"beyond {finding.severity:<5} {each.row['file']}:{finding.line}:{finding.column} {finding.rule}: {finding.message[:140]}"
            )
    for (kind, level), (found, total) in counts(results).items():
        print(f"{kind:<7} {level:<5} {found:>4} of {total:>4}  {found / total:.1%}")
    beyond = Counter((each.row["kind"], finding.severity) for each in results for finding in each.beyond)
    for (kind, level), number in sorted(beyond.items()):
        print(f"{kind:<7} {level:<5} {number:>4} beyond the key")
    return 0


if __name__ == "__main__":
    sys.exit(main())
