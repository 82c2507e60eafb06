"""The command line: verbs by name, one line and exit 2 for what cannot be, never a traceback."""

import io
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

import advisor
from advisor import cli
from advisor.errors import InputError


@pytest.fixture
def verb(monkeypatch):
    """Makes `explain` do what the test says."""

    def becomes(main):
        monkeypatch.setitem(sys.modules, "advisor.commands.explain", SimpleNamespace(main=main))

    return becomes


def started(*arguments, **more):
    """A real process, its stdout buffered and bytes as a user's would be."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= more.pop("environment", {})
    return subprocess.Popen([sys.executable, "-m", "advisor", *arguments], env=environment, stderr=subprocess.PIPE, **more)


@pytest.mark.parametrize("word", ["-h", "--help", "help"])
def test_help_lists_every_verb(word, capsys):
    assert cli.main([word]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {verb} " in shown for verb in cli.VERBS)


def test_no_verb_is_bad_usage(capsys):
    assert cli.main([]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("usage: advise VERB")


@pytest.mark.parametrize("word", ["-V", "--version"])
def test_version(word, capsys):
    assert cli.main([word]) == 0
    assert capsys.readouterr().out == f"advise {advisor.__version__}\n"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("explian", "advise: there is no verb 'explian'. Did you mean `advise explain`?\n"),
        ("frobnicate", "advise: there is no verb 'frobnicate'. `advise --help` lists the verbs.\n"),
        ("\x1b[31m\n", "advise: there is no verb '\\x1b[31m\\n'. `advise --help` lists the verbs.\n"),
        ("os", "advise: there is no verb 'os'. `advise --help` lists the verbs.\n"),
    ],
)
def test_a_word_that_is_no_verb(word, said, capsys):
    assert cli.main([word]) == 2
    assert capsys.readouterr().err == said


def test_a_verb_gets_its_arguments_and_gives_the_exit_code(verb, monkeypatch):
    seen = []
    verb(lambda argv: seen.append(argv) or 3)
    assert cli.main(["explain", "a", "--b"]) == 3
    monkeypatch.setattr(sys, "argv", ["advise", "explain", "c"])
    assert cli.main() == 3
    assert seen == [["a", "--b"], ["c"]]


def test_a_failure_is_one_line(verb, capsys):
    def fail(argv):
        raise InputError("cannot read 'x'", "Give a log file")

    verb(fail)
    assert cli.main(["explain"]) == 2
    assert capsys.readouterr() == ("", "advise: cannot read 'x'. Give a log file.\n")


def test_our_own_bug_is_not_hidden(verb):
    def fail(argv):
        raise ZeroDivisionError

    verb(fail)
    with pytest.raises(ZeroDivisionError):
        cli.main(["explain"])


def test_an_interrupt_is_what_shells_expect(verb):
    def interrupt(argv):
        raise KeyboardInterrupt

    verb(interrupt)
    assert cli.main(["explain"]) == 130


def test_a_reader_that_went_away_is_no_error(verb, tmp_path, monkeypatch):
    def write(argv):
        raise BrokenPipeError

    verb(write)
    with open(tmp_path / "out", "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert cli.main(["explain"]) == 0
        out.write("nobody reads this")
    assert (tmp_path / "out").read_text() == ""


def test_a_reader_that_went_away_before_we_wrote_leaves_no_noise():
    reading, writing = os.pipe()
    os.close(reading)
    with started("--help", stdout=writing) as process:
        os.close(writing)
        assert process.communicate() == (None, b"")
    assert process.returncode == 0


def test_a_terminal_that_lacks_a_character_still_gets_an_answer():
    with started("--help", stdout=subprocess.PIPE, environment={"PYTHONIOENCODING": "ascii"}) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"usage: advise VERB \\u2026\n")


def test_any_text_stream_will_do(monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    assert cli.main(["--version"]) == 0
    assert out.getvalue() == f"advise {advisor.__version__}\n"


def test_every_verb_is_a_module():
    for name in cli.VERBS:
        with started(name, "--help", stdout=subprocess.PIPE) as process:
            out, err = process.communicate()
        assert (process.returncode, err) == (0, b""), name
        assert out.startswith(f"usage: advise {name}".encode())


def test_the_library_resolves_its_names_when_asked():
    assert advisor.Recording is sys.modules["advisor.model"].Recording
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = advisor.nothing


@pytest.mark.parametrize(
    ("redirection", "code", "error"), [(">&-", 0, ""), (">/dev/full", 2, "cannot write the answer"), ("2>&- >&-", 0, "")]
)
def test_outputs_that_take_nothing(redirection: str, code: int, error: str) -> None:
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "advisor", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == code
    assert error in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_s_own_error_is_no_output_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(argv: list[str]) -> int:
        raise PermissionError(13, "Permission denied", "/srv/x")

    monkeypatch.setattr("advisor.commands.rules.main", refuse)
    with pytest.raises(PermissionError):
        cli.main(["rules"])
