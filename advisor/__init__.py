"""`advise`: reads failing output and says honestly whether the agent's sandbox did it, and what to change."""

from __future__ import annotations

import sys

__version__ = "0.1.0"

# name -> the room it lives in; resolved on first use, so that importing the package imports nothing of ours.
_NAMES = {
    "advise": "advice",
    "Report": "model",
    "Situation": "model",
    "Recording": "model",
    "AdviseError": "errors",
}


def __getattr__(name: str) -> object:
    """Resolve a public name lazily (PEP 562); raises AttributeError for anything else."""
    room = _NAMES.get(name)
    if room is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = f"{__name__}.{room}"
    __import__(module)
    return getattr(sys.modules[module], name)
