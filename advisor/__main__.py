"""`python -m advisor` is `advise`."""

from __future__ import annotations

import sys

from advisor.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
