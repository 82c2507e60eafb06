"""The made-up machine of the tests of verbs: a repository is read by the verb."""

from tests.commands.conftest import machine

__all__ = ["machine"]
