"""The shell room: what a command line runs and where it writes, and when that is a guess."""

from __future__ import annotations

import pytest

from advisor.shell import parse, printed_name


@pytest.mark.parametrize(
    ("line", "programs"),
    [
        ("npm install", ["npm"]),
        ("/usr/bin/git -C dir status", ["git"]),
        ("cd pkg && npm ci || true; make -j4 | tee out.log", ["cd", "npm", "true", "make", "tee"]),
        ("FOO=1 BAR=2 uv sync", ["uv"]),
        ("timeout -k 5 30s env -i A=b nohup python3 -m http.server", ["python3"]),
        ("sudo", [""]),
        ("(touch a; touch b)", ["touch", "touch"]),
        ("", []),
        ("# only a comment", []),
    ],
)
def test_programs(line: str, programs: list[str]) -> None:
    assert [command.program for command in parse(line).commands] == programs


@pytest.mark.parametrize(
    ("line", "writes"),
    [
        ("echo hi > /etc/x", ["/etc/x"]),
        ("echo hi >> 'a b' 2>/dev/null", ["a b", "/dev/null"]),
        ("sort < in > out", ["out"]),
        ("cmd 2>&1", []),
        ("cmd &> all.log", ["all.log"]),
        ("cmd >", []),
    ],
)
def test_redirect_targets(line: str, writes: list[str]) -> None:
    assert [target for command in parse(line).commands for target in command.writes] == writes


@pytest.mark.parametrize("line", ["touch x", "git commit -m 'a; b'", "/usr/bin/touch x", "cmd 2>&1"])
def test_bare_commands(line: str) -> None:
    assert parse(line).bare


@pytest.mark.parametrize(
    "line", ["touch x > y", "A=1 touch x", "touch $X", "touch x && true", "echo `id`", "for i in a; do b; done", "cat <<E", "echo 'open"]
)
def test_not_bare(line: str) -> None:
    assert not parse(line).bare


def test_an_unbalanced_quote_gives_what_could_be_read() -> None:
    taken = parse("touch a && echo 'open")
    assert not taken.sure
    assert taken.commands[0].words == ("touch", "a")


def test_a_redirected_descriptor_is_no_argument() -> None:
    assert parse("cmd a 2>&1").commands[0].words == ("cmd", "a")
    assert parse("cmd 2>err.log").commands[0] == ("cmd", ("cmd",), ("err.log",))


@pytest.mark.parametrize(
    ("line", "read", "name"),
    [
        ("touch 'a b': no", "a b", "a b"),
        (r"touch '/srv/it'\''s/x': no", "s/x", "/srv/it's/x"),
        (r"touch '/srv/it'\''s/x': no", "/srv/it", "/srv/it's/x"),
        (r"cp 'a'\''b' '/srv/c'\''d': no", "/srv/c", "/srv/c'd"),
        ("touch 'it'\"'\"'s': no", "it", "it's"),
        (r"touch 'a'$'\n''b': no", "b", None),
        (r"touch ''$'\001''/b': no", "/b", None),
        ("mv 'a' 'b/c': no", "b/c", "b/c"),
        ("touch 'a'; rm -rf ~ #/x': no", "; rm -rf ~ #/x", None),
        ("touch a;b: no", "a;b", None),
        ("touch $(x)/y: no", "$(x)/y", None),
        ("touch x$(y): no", "x$(y)", None),
        ("touch (group)/[id]/@x: no", "(group)/[id]/@x", "(group)/[id]/@x"),
        ("touch /srv/a;b: no", "/srv/a;b", "/srv/a;b"),
        (r"open C:\\a|b: no", r"C:\\a|b", r"C:\\a|b"),
    ],
)
def test_a_printed_name_is_read_whole_or_not_at_all(line, read, name):
    start = line.rindex(read)
    assert printed_name(f"'x'\n{line}", start + 4, start + 4 + len(read)) == name
