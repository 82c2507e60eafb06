"""Failures read as one line of what is wrong and what to do."""

import pytest

from advisor.errors import AdviseError, ConfigError, InputError, UsageError


@pytest.mark.parametrize(
    ("problem", "remedy", "said"),
    [
        ("cannot read 'x'", "Give a log file", "cannot read 'x'. Give a log file."),
        ("it is broken.", "Mend it.", "it is broken. Mend it."),
        ("there is no verb 'x'", "Did you mean `run`?", "there is no verb 'x'. Did you mean `run`?"),
        ("it is broken", "", "it is broken."),
    ],
)
def test_the_sentence(problem, remedy, said):
    error = AdviseError(problem, remedy)
    assert str(error) == said
    assert (error.problem, error.remedy) == (problem, remedy)


@pytest.mark.parametrize("kind", [UsageError, InputError, ConfigError])
def test_every_kind_is_caught_as_one(kind):
    with pytest.raises(AdviseError, match=r"^a\. b\.$"):
        raise kind("a", "b")
