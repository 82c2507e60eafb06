"""What is looked up for a standing, and which secrets are readable."""

from advisor.model import PathAnswer
from advisor.standing import looked_up, secrets_of
from tests.standing.cases import boundary, situation


def test_opened_places_and_those_of_credentials_are_looked_up():
    asked = {question.path for question in looked_up([boundary()])}
    assert {"/srv/a", "/srv/b", "~/.ssh", "~/.aws", "."} <= asked
    assert "/" not in asked


def test_secrets_that_are_there_or_may_be():
    here = situation(paths=(PathAnswer("~/.aws", "folder"), PathAnswer("~/.ssh", "folder"), PathAnswer("~/.kube", "missing")))
    found = {secret.path: secret.readable for secret in secrets_of(boundary(), here)}
    assert (found["~/.aws"], found["~/.ssh"]) == (True, False)
    assert "~/.kube" not in found
    assert "~/.netrc" in found
    assert {secret.readable for secret in secrets_of(boundary(entries=()), here)} == {None}
