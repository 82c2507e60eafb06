"""`python -m tests.benchmarks` prints every figure beside its bar, and exits 1 when a bar is missed."""

from __future__ import annotations

import sys

from tests.benchmarks.figures import cpu_figures, memory_figures, session_figures
from tests.benchmarks.hooks import hook_figures
from tests.benchmarks.repository import suggest_figure


def main() -> int:
    """Measure and print; 1 when a bar is missed."""
    missed = 0
    for figure in (*cpu_figures(), *hook_figures(), *memory_figures(), *session_figures(), suggest_figure()):
        print(figure, flush=True)
        missed += not figure.reached
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
