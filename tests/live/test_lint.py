"""Claude Code itself drops the settings files that lint calls invalid, and no others: `claude sandbox status` says which."""

import json
import random
import subprocess

import pytest

from advisor.lint import catalogue, findings
from advisor.lint.claude_settings import _keys

pytestmark = pytest.mark.live

INVALID = {"claude-settings/not-json", "claude-settings/no-object", "claude-settings/wrong-type", "claude-settings/credential-entry"}
FILE = ".claude/settings.json"
VALUES = (
    True, False, None, 5, -1, 0, 2.5, "x", "", "deny", [], ["a"], [1], ["a", None], {}, {"a": "b"}, {"a": 1}, [{}],
    [{"source": "github", "repo": "a/b"}], [{"path": "/x", "mode": "deny"}], [{"path": "/x/", "mode": "mask"}],
    [{"name": "A", "mode": "mask", "extract": "x(y)"}], [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}],
    [{"hooks": [{"type": "prompt"}]}], [{"accessKeyIdVar": "A", "secretAccessKeyVar": "B"}], "10:00",
)  # fmt: skip


@pytest.fixture
def is_used(harnesses, tmp_path):
    """Whether the real program uses a text as a project's settings; the text turns the sandbox on."""
    program = harnesses["claude"].path
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    (project / ".claude").mkdir(parents=True)

    def ask(text):
        (project / FILE).write_text(text, newline="")
        command = [program, "sandbox", "status"]
        done = subprocess.run(command, cwd=project, env={"HOME": str(home), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True)
        return json.loads(done.stdout)["enabled"]

    return ask


def examples():
    """The samples of the rules about invalid files that are objects, and near misses of them, with the sandbox turned on."""
    for rule in catalogue("claude-settings"):
        for sample in (*rule.examples, *rule.near_misses) if rule.id in INVALID else ():
            try:
                data = json.loads(sample.text.removeprefix("\ufeff"))
            except ValueError:
                continue
            if isinstance(data, dict) and isinstance(data.setdefault("sandbox", {}), dict) and data["sandbox"].get("enabled") is not False:
                data["sandbox"].setdefault("enabled", True)
                yield json.dumps(data)


def made_up(number):
    """Texts with a value or two at keys that are known, the same ones each time."""
    chosen = random.Random(7)
    paths = sorted(path for path in _keys.known() if path[0] != "$schema" and path not in {("sandbox",), ("sandbox", "enabled")})
    for _ in range(number):
        data = {"sandbox": {"enabled": True}}
        for path in chosen.sample(paths, chosen.choice((1, 1, 2))):
            at = data
            for key in path[:-1]:
                at = at.setdefault(key, {}) if isinstance(at, dict) else {}
            if isinstance(at, dict):
                # Claude Code looks for hooks that guard something wherever it strips a value, and drops the file for a broken one.
                at[path[-1]] = chosen.choice([value for value in VALUES if path[0] == "hooks" or "hooks" not in str(value)])
        yield json.dumps(data)


def test_claude_code_drops_what_lint_calls_invalid_and_nothing_else(is_used):
    wrong = []
    for text in (*examples(), *made_up(60)):
        called_invalid = bool({finding.rule for finding in findings(FILE, text)} & INVALID)
        if is_used(text) == called_invalid:
            wrong.append(text)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize(
    "text", ['{"sandbox": {"enabled": true},}', '// x\n{"sandbox": {"enabled": true}}', '{"sandbox": {"enabled": true}}\x00']
)
def test_claude_code_drops_what_is_not_strict_json(is_used, text):
    assert not is_used(text)
    assert {finding.rule for finding in findings(FILE, text)} & INVALID


@pytest.mark.parametrize("text", ['\ufeff{"sandbox": {"enabled": true}}', '{"sandbox": 5, "sandbox": {"enabled": true}}'])
def test_claude_code_uses_what_is_only_odd(is_used, text):
    assert is_used(text)
    assert not {finding.rule for finding in findings(FILE, text)} & INVALID
