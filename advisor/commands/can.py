"""`advise can` is `advise check`."""

from __future__ import annotations

from advisor.commands.check import main

__all__ = ["main"]
