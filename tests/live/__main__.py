"""`python -m tests.live [ID…]`: the score of our advice in the real harnesses, by class, with what is not right."""

import sys
import time
from datetime import UTC, datetime

from tests.conftest import CORPUS
from tests.live.fixes import load_fixes
from tests.live.scoring import details, environ, programs, score, table


def main(arguments):
    started = time.monotonic()
    available, missing = programs(environ())
    for line in missing:
        print(f"not run, {line} (`.ci/install-harnesses` gets it)")
    chosen = [argument for argument in arguments if not argument.startswith("-")]
    fixes = [fix for fix in load_fixes(CORPUS) if not chosen or any(word in (fix.name, fix.id, fix.group) for word in chosen)]
    scores = score(fixes, environ())
    for line in (*table(scores), "", *details(scores)):
        print(line)
    if "-v" in arguments:
        print(*(f"{one.fix.name}: {one.proposed}" for one in scores), sep="\n")
    versions = ", ".join(f"{one.harness} {one.version}" for one in available.values())
    print(f"\n{versions}; {datetime.now(UTC).date()}; {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
