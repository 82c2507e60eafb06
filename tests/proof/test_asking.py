"""Asking the harnesses: what they are asked, what becomes of odd answers, and that nothing is written to the user's folders."""

import json

import pytest

from advisor.proof import asking
from advisor.proof.asking import ask
from advisor.proof.programs import Missing, Program

CODEX = """#!/bin/sh
read line; read line; read asked
test -f "$CODEX_HOME/config.toml" && cp "$CODEX_HOME/config.toml" "{seen}"
echo "$asked" > "{asked}"
echo '{{"id":0,"result":{{}}}}'
echo 'not json'
printf '%s\\n' {answer}
exec sleep 30
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Puts a made-up harness in place; returns its folder."""

    def put(script):
        path = tmp_path / "harness"
        path.write_text(script)
        path.chmod(0o755)
        monkeypatch.setattr(asking, "find", lambda harness, environ: Program(harness, str(path), "1.2.3"))
        return tmp_path

    return put


def codex(program, answer, tmp_path):
    quoted = "'" + answer.replace("'", "'\\''") + "'"
    program(CODEX.format(seen=tmp_path / "seen", asked=tmp_path / "asked", answer=quoted))
    home = tmp_path / "home"
    (home / ".codex").mkdir(parents=True, exist_ok=True)
    (home / ".codex" / "config.toml").write_text('model = "x"\n')
    return ask("codex", str(tmp_path), {"HOME": str(home), "PATH": "/usr/bin:/bin"}, 10)


def test_codex_is_asked_with_a_copy_of_the_user_s_config(program, tmp_path):
    told = codex(program, json.dumps({"id": 1, "result": {"config": {"model": "x"}}}), tmp_path)
    assert (told.version, told.values, told.problem) == ("1.2.3", {"config": {"model": "x"}}, None)
    assert (tmp_path / "seen").read_text() == 'model = "x"\n'
    asked = json.loads((tmp_path / "asked").read_text())
    assert (asked["method"], asked["params"]) == ("config/read", {"cwd": str(tmp_path), "includeLayers": True})


def test_its_copy_is_not_what_it_is_told_by(program, tmp_path):
    home = tmp_path / "codex-home"
    home.mkdir()
    script = '#!/bin/sh\nread a; read b; read c\nprintf \'{"id":1,"result":{"config":{"x":"%s/rel"}}}\\n\' "$CODEX_HOME"\n'
    program(script)
    told = ask("codex", str(tmp_path), {"CODEX_HOME": str(home), "PATH": "/usr/bin:/bin"}, 10)
    assert told.values == {"config": {"x": f"{home}/rel"}}
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ('{"id":1,"error":{"message":"config is broken"}}', "config is broken"),
        ('{"id":1,"result":7}', "it answered with nothing"),
    ],
)
def test_codex_s_refusal_is_told(program, tmp_path, answer, problem):
    told = codex(program, answer, tmp_path)
    assert (told.values, told.problem) == (None, problem)


def test_a_program_that_never_answers_is_given_up(program, tmp_path):
    program("#!/bin/sh\nexec sleep 30\n")
    told = ask("codex", str(tmp_path), {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}, 0.3)
    assert told.problem == "it gave no answer"


ECHO = """#!/bin/sh
echo "$@" > "$PWD/asked"
echo "$HOME" > "$PWD/home"
cat "$HOME/settings.json" > "$PWD/seen"
echo '{"statusVersion":3}'
"""


def test_claude_code_is_asked_for_its_status_in_a_home_of_its_own(program, tmp_path):
    folder = program(ECHO)
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text("{}")
    told = ask("claude", str(folder), {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"})
    assert told.values == {"statusVersion": 3}
    assert (folder / "asked").read_text() == "sandbox status\n"
    assert (folder / "seen").read_text() == "{}"
    assert (folder / "home").read_text().strip() != str(tmp_path)


def test_a_program_that_hangs_or_cannot_be_started_gives_no_answer(program, tmp_path):
    folder = program("#!/bin/sh\nexec sleep 30\n")
    environ = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    assert ask("claude", str(folder), environ, 0.2).problem == "it gave no answer (TimeoutExpired)"
    (folder / "harness").write_text("#!/nonexistent\n")
    for harness in ("claude", "codex"):
        assert ask(harness, str(folder), environ).problem == "it gave no answer (FileNotFoundError)"


def test_a_program_that_is_not_there_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(asking, "find", lambda harness, environ: Missing(harness, "no program `codex`", "install it"))
    told = ask("codex", ".", {})
    assert (told.version, told.problem) == (None, "no program `codex` (install it)")
