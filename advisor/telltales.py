"""Generated from the catalogue by `python -m tests.generate`: the literals at least one of which stands in every match."""

TELLTALES: tuple[bytes, ...] = ()
