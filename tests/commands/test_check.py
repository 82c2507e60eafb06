"""`advise check`: every question, exit codes, commands before they run, plans for what is refused."""

import json

import pytest

from advisor.commands import check
from advisor.errors import UsageError
from advisor.validate import problems

CLAUDE_ON = '{"sandbox": {"enabled": true, "network": {"allowedDomains": ["a.example"]}}}'


@pytest.fixture
def codex(machine):
    machine.trust()
    return machine


@pytest.mark.parametrize(
    ("question", "code", "operation", "access"),
    [
        (("--write", "src/x"), 0, "write", "allowed"),
        (("--write", "/srv/x"), 1, "write", "refused"),
        (("--write", ".git/config"), 1, "write", "refused"),
        (("--read", "/etc/hosts"), 0, "read", "allowed"),
        (("--host", "a.example:443"), 1, "connect", "refused"),
        (("--host", "localhost:3000"), 1, "local-connect", "refused"),
        (("--listen", "3000"), 1, "bind", "refused"),
        (("--listen", "127.0.0.1:3000"), 1, "bind", "refused"),
        (("--local", "5432"), 1, "local-connect", "refused"),
        (("--socket", "/run/x.sock"), 1, "unix-socket", "refused"),
    ],
)
def test_each_question_of_a_codex_workspace(codex, question, code, operation, access):
    found, told = codex.told("check", "--harness", "codex", *question)
    assert found == code
    assert problems(told, "answers") == ()
    assert [(answer["operation"], answer["access"]) for answer in told["answers"]] == [(operation, access)]
    assert told["answers"][0]["asked"] == " ".join(question)
    assert bool(told["plans"]) == (access == "refused")


def test_questions_can_be_asked_together_and_the_worst_decides(codex):
    code, told = codex.told("check", "--harness", "codex", "--write", "a", "--write", "~/.cache/tool/b", "--read", "c")
    assert (code, told["verdict"]) == (1, "refused")
    assert [answer["access"] for answer in told["answers"]] == ["allowed", "refused", "allowed"]
    assert told["plans"][0]["options"][0]["denials"] == [1]


def test_allowed_with_a_catch_is_no_refusal(machine):
    machine.put("shop/.claude/settings.json", CLAUDE_ON)
    code, told = machine.told("check", "--harness", "claude", "--listen", "3000", "--host", "a.example")
    assert (code, told["verdict"]) == (0, "allowed-but")
    assert told["answers"][0]["key"] == "sandbox.network.allowedDomains"


def test_nothing_is_known_without_a_look(machine):
    code, told = machine.told("check", "--no-probe", "--write", "/srv/x")
    assert (code, told["verdict"]) == (3, "unknown")
    assert machine.told("check", "--no-probe", "--", "npm", "ci")[0] == 3


def test_both_harnesses_are_answered_where_nobody_says_which(codex):
    codex.put("shop/.claude/settings.json", CLAUDE_ON)
    code, printed = codex.advise("check", "--host", "a.example")
    assert code == 1
    assert "Codex: connect to a.example" in printed
    assert "Claude Code: connect to a.example" in printed


def test_an_untrusted_project_s_entry_is_named_where_it_is_missed(machine):
    (machine.home / "out").mkdir()
    machine.put("shop/.codex/config.toml", '[sandbox_workspace_write]\nwritable_roots = ["~/out"]\n')
    code, told = machine.told("check", "--harness", "codex", "--write", "~/out/x")
    assert code == 1
    assert told["answers"][0]["not_in_force"][0]["key"] == "sandbox_workspace_write.writable_roots"


def test_a_link_is_followed(codex):
    (codex.home / "out").mkdir()
    (codex.project / "link").symlink_to(codex.home / "out")
    code, told = codex.told("check", "--harness", "codex", "--write", "link/x")
    assert (code, told["answers"][0]["note"]) == (1, f"behind a symlink it is {codex.home}/out/x")


# --- Commands ----------------------------------------------------------------------------------------------------


def test_a_command_is_answered_before_it_runs(codex):
    codex.put("shop/package-lock.json", '"resolved": "https://packages.example/x.tgz"')
    code, told = codex.told("check", "--harness", "codex", "--", "npm", "ci")
    assert code == 1
    assert {(answer["operation"], answer["target"], answer["access"]) for answer in told["answers"]} == {
        ("connect", "packages.example:443", "refused"),
        ("write", "node_modules", "allowed"),
        ("write", "~/.npm/_cacache", "refused"),
    }
    assert told["commands"][0]["command"] == "npm ci"
    targets = {change["path"][-1] for option in told["plans"][0]["options"] for change in option["changes"]}
    assert "packages.example" in targets


def test_a_script_is_resolved(codex):
    codex.put("shop/package.json", json.dumps({"scripts": {"dev": "vite --port 4000"}}))
    code, printed = codex.advise("check", "--harness", "codex", "--", "npm run dev")
    assert code == 1
    assert "npm run dev runs: vite --port 4000" in printed
    assert "listen on :4000" in printed


def test_a_command_that_needs_nothing_is_allowed(codex):
    code, told = codex.told("check", "--harness", "codex", "--", "ls", "-la")
    assert (code, told["answers"][0]["note"]) == (0, "nothing that it is known to need lies outside the sandbox")


def test_a_program_that_nobody_knows_is_unknown(codex):
    code, told = codex.told("check", "--harness", "codex", "--", "frobnicate")
    assert (code, told["commands"][0]["unknown"]) == (3, ["frobnicate"])


def test_hosts_that_no_file_names_are_asked_of_the_program(codex, monkeypatch):
    asked = []
    monkeypatch.setattr(check, "hosts_told", lambda how, directory, environ: asked.append((how, directory)) or "told.example")
    told = codex.told("check", "--harness", "codex", "--", "npm", "ci")[1]
    assert asked == [("npm config get registry", str(codex.project))]
    assert "told.example:443" in {answer["target"] for answer in told["answers"]}
    monkeypatch.setattr(check, "hosts_told", lambda how, directory, environ: None)
    assert codex.told("check", "--harness", "codex", "--", "npm", "ci")[1]["commands"][0]["open_hosts"] == [
        {"program": "npm", "ask": "npm config get registry"}
    ]


def test_the_harness_s_own_rules_decide_before_the_sandbox(codex):
    codex.put("shop/.codex/rules/a.rules", 'prefix_rule(pattern=["docker", "ps"])\nprefix_rule(pattern=["rm"], decision="forbidden")\n')
    code, told = codex.told("check", "--harness", "codex", "--write", "x", "--", "docker", "ps")
    assert (code, told["verdict"]) == (0, "allowed-but")
    assert [answer["access"] for answer in told["answers"]] == ["allowed", "allowed-but"]
    code, told = codex.told("check", "--harness", "codex", "--", "rm x")
    assert (code, told["plans"]) == (1, [])


# --- Usage -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["--"],
        ["--write"],
        ["--write", " "],
        ["--host", ":80"],
        ["--host", "a.example:70000"],
        ["--listen", "x"],
        ["--local", "99999"],
        ["--nonsense"],
        ["word"],
    ],
)
def test_bad_usage(argv):
    with pytest.raises(UsageError):
        check.main(argv)


def test_can_is_the_same_verb(codex, capsys):
    questions = ("--harness", "codex", "--write", "x", "--write", "/srv/x")
    assert codex.advise("can", *questions) == codex.advise("check", *questions)
    with pytest.raises(SystemExit):
        codex.advise("can", "--help")
    assert capsys.readouterr().out.startswith("usage: advise can [")
