"""`advise verify --self-test` on this machine: the catalogue is right about the pinned versions."""

import json
import subprocess
import sys

import pytest

from advisor.validate import problems
from tests.conftest import ROOT

pytestmark = pytest.mark.live


@pytest.mark.usefixtures("harnesses")
@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_the_harness_does_what_the_catalogue_says(harness):
    command = [sys.executable, "-m", "advisor", "verify", "--self-test", "--harness", harness, "--format", "json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    document = json.loads(done.stdout)
    odd = [row for row in document["harnesses"][0]["scenarios"] if row["agrees"] is not True]
    assert odd == []
    assert (done.returncode, document["verdict"], done.stderr) == (0, "agrees", "")
    assert problems(document, "proof") == ()
