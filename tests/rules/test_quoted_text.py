"""What speaks of a refusal is none, and what is printed beside, before or after such talk still is one."""

import pytest

from advisor.model import Says
from advisor.rules import catalogue
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


# A form of words round a message, MESSAGE as it is and QUOTED inside double quotes: what only speaks of it, and what prints it.
SPEAKING = (
    "src/app/errors.ts:12:    // MESSAGE",
    'src/app/errors.ts:12:5:"QUOTED",',
    "docs/faq.md:40:MESSAGE",
    "    12\t  # MESSAGE",
    "   164→    // MESSAGE",
    '    if "QUOTED" in output:',
    '    "QUOTED",',
    '    assert "QUOTED" in result.stderr',
    '    *"QUOTED"*) echo denied ;;',
    "    // MESSAGE",
    ";; MESSAGE",
    "+    MESSAGE",
    '-        "QUOTED",',
    "| MESSAGE | the sandbox |",
    "- Fixed MESSAGE on NixOS",
    "3f2c1de Handle MESSAGE",
    "fix(cache): MESSAGE",
    "14719\tOPEN\tMESSAGE\tbug\t2025-12-19T10:00:00Z",
    "  ✓ explains MESSAGE (3 ms)",
    "   × explain > MESSAGE",
    "tests/test_x.py::test_found[MESSAGE] FAILED",
    "  reports MESSAGE",
    "If you see MESSAGE, move the cache.",
    'When the tool says "QUOTED", move the cache.',
    "MESSAGE - Stack Overflow",
    '  {"output": "QUOTED", "expected": "sandbox"},',
    '+ grep -q "QUOTED" build.log',
)
PRINTING = (
    "E       MESSAGE",
    "    server_test.go:42: MESSAGE",
    "10:00:01 web.1  | MESSAGE",
    "0|api  | MESSAGE",
    "web:build: MESSAGE",
    "##[error]MESSAGE",
    "2026-11-29 10:00:00.123456 +0800 MESSAGE",
    "● Bash(run it)\n  ⎿  Error: Exit code 1\n     MESSAGE",
    "• Ran make\n  └ MESSAGE",
    "Error: it failed\n\nCaused by:\n    MESSAGE",
    '  1) server\n       "before all" hook:\n     MESSAGE',
)


def _messages():
    """One message of one line of each rule that tells a sandbox's own refusal by its words alone."""
    for rule in catalogue():
        if rule.says is Says.DENIED and rule.counts == "always" and not rule.id.startswith(("permission/", "signed/")):
            yield from ([(rule.id, example) for example in rule.examples if "\n" not in example and told(example)][:1])


MESSAGES = dict(_messages())
# These hold what their frame would need: a quote or a bar inside, or the start of a line.
UNFRAMED = {
    "filesystem/permission-denied",
    "filesystem/access-denied-windows",
    "filesystem/read-only-elsewhere",
    "filesystem/read-only-unnamed",
    "network/proxy-refused-ssh",
    "service/preferences",
    "socket/daemon-silent",
}


def _framed(frames):
    """Two of `frames` with each message, so that every frame meets a dozen rules and every rule some frame."""
    framed = []
    for place, (rule, message) in enumerate((rule, message) for rule, message in MESSAGES.items() if rule not in UNFRAMED):
        for frame in {frames[place % len(frames)], frames[(place * 5 + 3) % len(frames)]}:
            text = frame.replace("QUOTED", message.replace('"', "'")).replace("MESSAGE", message)
            framed.append(pytest.param(text, message, id=f"{rule} in {frame}"))
    return framed


@pytest.mark.parametrize(("text", "message"), _framed(SPEAKING))
def test_whatever_was_refused_talk_of_it_is_none(text, message):
    assert told(text) == [], message


@pytest.mark.parametrize(("text", "message"), _framed(PRINTING))
def test_whatever_was_refused_what_prints_it_is_found(text, message):
    assert {operation for operation, _, _ in told(message)} & {operation for operation, _, _ in told(text)}
