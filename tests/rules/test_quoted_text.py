"""What speaks of a refusal is none, and what is printed beside, before or after such talk still is one."""

import pytest

from tests.rules.told import told, usual

NODE = "EROFS: read-only file system, open '/srv/data/x'"
TOUCH = "touch: cannot touch '/srv/data/x': Read-only file system"
PYTHON = "OSError: [Errno 30] Read-only file system: '/srv/data/x'"
DENIALS = (NODE, TOUCH, PYTHON, "mkdir /srv/data/x: read-only file system", "Error: listen EPERM: operation not permitted 127.0.0.1:3000")

SAYING = (
    "docs/faq.md:{}",
    "docs/faq.md:The error {} means the disk is broken",
    "docs/faq.md:- {}",
    "CHANGELOG:    {}",
    "v1.2.0:docs/how to.md:{}".replace(" ", "-"),
    "guide/index.rst-    {}",
    "src/app/errors.ts:  // {}",
    'tests/fixtures/npm.json:{{"stderr": "{}"}}',
    "    Say what to do about {} on CI (#123)",
    "* 3f2c1de {}",
    "| * 3f2c1de {}",
    "[main (root-commit) 3f2c1de] {}",
    "HEAD is now at 3f2c1de {}",
    "pick 3f2c1de {}",
    "Applying: {}",
    "fix: {}",
    "- fix(cache): {}",
    '+ git commit -qam "{}"',
    "1. {} is printed when the disk is full",
    "{} usually means that the disk is full",
    "If you see {}, mount it again",
    "Node then prints an error like {}",
)
PRINTED = (
    "{}",
    "* {}",
    "- {}",
    "worker.py: {}",
    "app.py:ERROR: {}",
    "build.log:{}",
    "The following error occurred: {}",
    "{}\nThis usually means that the disk is full.",
    "fix: run the tests first\n{}",
    "[main 3f2c1de] Handle refusals (#12)\n{}",
)


@pytest.mark.parametrize("denial", DENIALS)
@pytest.mark.parametrize("saying", SAYING)
def test_talk_of_a_refusal_is_none(saying, denial):
    assert told(saying.format(denial)) == []
    assert usual(saying.format(denial)) == []


@pytest.mark.parametrize("denial", DENIALS)
@pytest.mark.parametrize("printed", PRINTED)
def test_a_printed_refusal_stays_one(printed, denial):
    (found,) = told(printed.format(denial))
    assert found[1] == ("127.0.0.1:3000" if "listen" in denial else "/srv/data/x")


@pytest.mark.parametrize("subject", [f"    fix {NODE}", f"commit abc: handle {NODE}", f"Don't retry on {NODE}", f"title:\tCatch {NODE}"])
def test_a_subject_that_names_the_error_by_its_code(subject):
    assert told(subject) == []


@pytest.mark.parametrize("chain", ["handle event", "fix permissions", "report", "add", "map"])
def test_a_chain_of_causes_is_no_subject(chain):
    assert told(f"{chain}: mkdir /srv/data/x: read-only file system") == [("write", "/srv/data/x", "likely")]
