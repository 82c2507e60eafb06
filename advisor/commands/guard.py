"""`advise guard`: what does this change do to the agents' allowlist, and does it hand over more than anybody acknowledged?"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping

from advisor.commands.arguments import parser_of
from advisor.errors import UsageError
from advisor.guard import changes, is_guarded
from advisor.guard.acknowledged import FILE, acknowledgements
from advisor.guard.document import guard_document
from advisor.guard.outline import guard_text

USAGE = "advise guard [--from REV --to REV] [--format text|json]"
_FROM, _TO = "PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF"


def main(argv: list[str]) -> int:
    """Tell what the change does to the allowlist; 1: it hands over an escape that is not acknowledged."""
    parser = parser_of("guard", USAGE, "Say what a change does to the agents' allowlist: by default what is staged, against HEAD.")
    parser.add_argument("--from", dest="first", metavar="REV", help="the older state (default: HEAD)")
    parser.add_argument("--to", dest="second", metavar="REV", help="the newer state (default: what is staged)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    options = parser.parse_args(argv)
    first, second = _revisions(options.first, options.second, os.environ)
    from advisor.repository import two_states

    states = two_states(os.getcwd(), first, second, lambda path: path == FILE or is_guarded(path))
    before, after = dict(states.before), dict(states.after)
    entries = acknowledgements(after.pop(FILE, None))
    before.pop(FILE, None)
    document = guard_document(changes(before, after, states.renamed), entries, first, second)
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n" if options.format == "json" else guard_text(document))
    return 1 if document["refused"] else 0


def _revisions(first: str | None, second: str | None, environ: Mapping[str, str]) -> tuple[str | None, str | None]:
    """The revisions to compare: as asked, else as a hook is told, else None for HEAD and the index."""
    if second is not None and first is None:
        raise UsageError("--to needs --from", "Name the older state too.")
    if any(revision is not None and not revision.strip() for revision in (first, second)):
        raise UsageError("an empty revision names no state", "Give a commit, a tag or a branch.")
    if first is None and environ.get(_FROM) and environ.get(_TO):
        return environ[_FROM], environ[_TO]
    return first, second
