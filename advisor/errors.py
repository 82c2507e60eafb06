"""The ways `advise` can fail, each with what is wrong and what to do about it."""

from __future__ import annotations


class AdviseError(Exception):
    """A failure that the user can act on; the command line prints it as one line and exits 2.

    problem: what is wrong, one sentence without a trailing full stop needed.
    remedy: what to do, one sentence; may be empty when the problem says it all.
    """

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        """The sentence printed after `advise: `, always ending in a full stop."""
        sentences = (sentence if sentence.endswith((".", "?")) else sentence + "." for sentence in (self.problem, self.remedy) if sentence)
        return " ".join(sentences)


class UsageError(AdviseError):
    """The command line asks for something that does not exist or does not fit together."""


class InputError(AdviseError):
    """Something named on the command line cannot be read as what it should be."""


class ConfigError(AdviseError):
    """A harness's or launcher's own configuration file cannot be read as what it should be."""
