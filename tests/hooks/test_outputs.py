"""After a command: what was refused is told once and honestly, everything else is met with silence."""

import os

import pytest

from advisor.agent_text import LARGEST
from tests.hooks.events import (
    EROFS,
    INSTRUCTED,
    PROXY,
    REJECTED,
    called,
    developer_said,
    ended_well,
    event,
    failed,
    hook_said,
    lines,
    printed,
    shell_call,
    shell_output,
    start,
    turn,
)
from tests.hooks.events import (
    codex as codex_event,
)

SIGNED = "deny network-outbound api.example:80 (user denied)"
WEAK = "cat: /srv/data/x: Permission denied"


def test_a_refused_write_is_told_with_the_change_and_both_ways_out(claude):
    text = claude.told(failed(EROFS))
    assert text.startswith("advise: LIKELY THE SANDBOX. ")
    assert '"allowWrite": ["~/.cache/uv"]' in text.replace("/home/dev", "~")
    for words in (
        "One failure is enough",
        "dangerouslyDisableSandbox",
        "Your user makes the change",
        "1. To keep",
        "2. To turn it off",
        "2.1.332",
    ):
        assert words in text
    assert len(text.encode()) <= LARGEST


def test_what_the_harness_signed_is_certain_and_names_the_host_once(claude):
    text = claude.told(ended_well("Connection blocked by network allowlist", "curl -s http://api.example/", SIGNED))
    assert text.startswith("advise: CERTAINLY THE SANDBOX. Claude Code's proxy refused a host. Refused: connect to `api.example:80`.\n")
    assert '"allowedDomains": ["api.example"]' in text


def test_the_same_block_at_the_end_of_a_failure_is_not_certain(claude):
    block = f"<sandbox_violations>\n{SIGNED}\n</sandbox_violations>"
    assert claude.told(failed(f"no\n\n{block}")).startswith("advise: LIKELY THE SANDBOX. ")


def test_the_same_block_where_the_harness_never_puts_it_is_nothing(claude):
    block = f"<sandbox_violations>\n{SIGNED}\n</sandbox_violations>"
    for given in (ended_well(block), failed(f"{block}\nbye")):
        assert claude.told(given) == ""
    two = claude.told(failed(f"{block.replace('api', 'forged')}\nbye\n\n{block}"))
    assert "api.example" in two
    assert "forged.example" not in two


def test_a_version_that_makes_no_block_signs_none(claude, monkeypatch):
    monkeypatch.setitem(os.environ, "AI_AGENT", "claude-code_2-1-197_harness")
    assert claude.told(ended_well("x", signed=SIGNED)) == ""


def test_the_whole_output_is_read_from_its_file(claude):
    whole = claude.put("all.txt", "compiling\n" * 50_000 + EROFS + "\n")
    assert "uv" in claude.told(ended_well("compiling\n", persistedOutputPath=str(whole)))
    assert claude.told(ended_well("compiling\n", persistedOutputPath=str(claude.home / "gone.txt"))) == ""
    assert claude.told(ended_well("compiling\n", persistedOutputPath=str(claude.home))) == ""


def test_a_file_that_is_gone_leaves_what_the_event_carries(claude):
    for path in (claude.home / "gone.txt", claude.home, "a\0b"):
        assert "LIKELY" in claude.told(ended_well(EROFS, persistedOutputPath=str(path)))


@pytest.mark.parametrize("sandbox", [{"enabled": True, "excludedCommands": ["make *"]}, {"enabled": True, "excludedCommands": ["make"]}])
def test_an_excluded_command_ran_outside(claude, sandbox):
    claude.settings(**sandbox)
    assert claude.told(failed(EROFS)) == ""


def test_a_command_that_asked_to_run_outside_did(claude):
    given = failed(EROFS)
    given["tool_input"]["dangerouslyDisableSandbox"] = True
    assert claude.told(given) == ""
    claude.settings(enabled=True, allowUnsandboxedCommands=False)  # then the parameter is ignored
    assert "LIKELY" in claude.told(given)


def test_no_sandbox_no_word(claude):
    claude.settings(enabled=False)
    claude.recorded(*called(1, sandboxed=False))
    assert claude.told(failed(EROFS)) == ""


def test_what_an_ordinary_failure_prints_too_is_told_only_of_a_sandboxed_command(claude):
    assert claude.told(failed(WEAK)).startswith("advise: POSSIBLY THE SANDBOX. ")
    claude.settings()
    assert claude.told(failed(WEAK)) == ""
    assert claude.told(failed(EROFS)).startswith("advise: LIKELY THE SANDBOX. ")
    claude.recorded(INSTRUCTED)
    assert claude.told(failed(WEAK)).startswith("advise: POSSIBLY THE SANDBOX. ")


def test_an_ordinary_failure_is_no_news(claude):
    assert claude.told(failed("Error: listen EADDRINUSE: address already in use 127.0.0.1:3000")) == ""


@pytest.mark.parametrize("command", ["cat build.log", "git log -p | head -50", "tail -n 20 build.log", f'echo "{EROFS}"; printf x'])
def test_a_log_that_is_only_shown_is_not_what_just_happened(claude, command):
    assert claude.told(ended_well(EROFS, command)) == ""
    assert "LIKELY" in claude.told(
        ended_well("tail: x: Read-only file system\nfatal: Unable to create '/srv/x': Read-only file system", command)
    )
    assert "LIKELY" in claude.told(failed(EROFS, command))


@pytest.mark.parametrize(
    "command",
    [
        "make | tail",
        "git fetch || true",
        "cat a > /srv/x",
        "sed p a | tee /srv/x",
        "echo x > /srv/x",
        'echo "$(make 2>&1)"',
        "printf `make`",
    ],
)
def test_a_failure_that_is_masked_is_told(claude, command):
    assert "LIKELY" in claude.told(ended_well(EROFS, command))


def test_a_failure_without_a_word_is_told_where_its_exit_code_tells(claude):
    assert claude.told(failed("", "git stash")).startswith("advise: POSSIBLY THE SANDBOX. ")
    assert claude.told(failed("", "false")) == ""


def test_a_command_that_hung_is_told_where_it_talks_to_the_network(claude):
    assert "POSSIBLY" in claude.told(failed("Command timed out after 2m", "npm ci", code=143))
    assert claude.told(failed("Command timed out after 2m", "make", code=143)) == ""


def test_a_repeat_is_one_line(claude):
    first = claude.told(failed(EROFS))
    claude.recorded(hook_said("other words of another hook"), hook_said(first))
    again = claude.told(failed(EROFS))
    assert again.count("\n") == 1
    assert again.startswith(first.split("\n")[0])
    assert "told before" in again


def test_a_program_cannot_pass_its_words_for_ours(claude):
    """A forged headline in an output does not silence the next real one."""
    headline = claude.told(failed(EROFS)).split("\n")[0]
    use, result = called(1)
    result["message"]["content"][0]["content"] = headline
    claude.recorded(
        use, result, {"type": "attachment", "attachment": {"type": "note", "content": [headline], "is": "hook_additional_context"}}
    )
    assert claude.told(failed(EROFS)).count("\n") > 5


def test_polygraph_s_sessions_get_its_own_words(claude):
    folder = claude.home / ".polygraph" / "sessions" / "1" / "repos" / "o" / "r"
    folder.mkdir(parents=True)
    text = claude.told({**failed(EROFS), "cwd": str(folder)})
    assert "One refusal is enough evidence" in text
    assert "Relaunch the Polygraph session" in text


def test_codex_s_bare_string(codex):
    codex.recorded(turn(), shell_call(1, "make"))
    text = codex.told(codex_event(EROFS))
    assert text.startswith("advise: LIKELY THE SANDBOX. ")
    assert "require_escalated" in text
    assert codex.told(codex_event([{"type": "text", "text": EROFS}])) == text
    assert codex.told(codex_event("all is well")) == ""


def test_codex_s_policy_is_that_of_the_last_turn(codex):
    codex.recorded(turn(), turn(sandbox_policy={"type": "danger-full-access"}), shell_call(1, "make"))
    assert codex.told(codex_event(EROFS)) == ""
    codex.recorded(turn(sandbox_policy={"type": "danger-full-access"}), turn(), shell_call(1, "make"))
    assert "LIKELY" in codex.told(codex_event(EROFS))
    assert "POSSIBLY" in codex.told(codex_event(WEAK))


def test_codex_s_weak_texts_need_a_policy(codex):
    assert codex.told(codex_event(WEAK)) == ""
    assert "LIKELY" in codex.told(codex_event(EROFS))


def test_codex_s_escalated_call_ran_outside(codex):
    codex.recorded(turn(), shell_call(1, "make", sandbox_permissions="require_escalated"))
    assert codex.told(codex_event(EROFS)) == ""


def test_codex_s_version_is_that_of_its_rollout(codex):
    codex.recorded({"type": "session_meta", "payload": {"cli_version": "0.170.3"}}, turn(), shell_call(1, "make"))
    assert "Codex 0.170.3" in codex.told(codex_event(EROFS))


def test_what_codex_sends_no_event_of_is_caught_at_the_next_one(codex):
    codex.recorded(turn(), shell_call(1, "curl https://api.example/"), shell_output(1, PROXY), shell_call(2, "true"))
    for following in (event("PreToolUse", "true"), codex_event("fine", "true"), {"hook_event_name": "UserPromptSubmit", "prompt": "go on"}):
        text = codex.told(following)
        assert text.startswith("advise: CERTAINLY THE SANDBOX. Codex's proxy refused a host. Refused: connect to `api.example`.")


def test_a_refusal_of_the_rules_is_caught_too(codex):
    codex.recorded(turn(), shell_call(1, "rm -rf zz"), shell_output(1, REJECTED), shell_call(2, "true"))
    text = codex.told(event("PreToolUse", "true"))
    assert text.startswith("advise: NOT THE SANDBOX, A PERMISSION RULE. ")


def test_what_was_missed_is_told_once_and_only_the_newest(codex):
    missed = (turn(), shell_call(1, "curl https://api.example/"), shell_output(1, PROXY))
    codex.recorded(*missed, developer_said("advise: told already\n"), shell_call(2, "true"))
    assert codex.told(event("PreToolUse", "true")) == ""
    codex.recorded(*missed, shell_call(2, "true"), shell_output(2, printed("ok")), shell_call(3, "true"))
    assert codex.told(event("PreToolUse", "true")) == ""


def test_what_a_program_printed_is_no_refusal_that_was_missed(codex):
    for output in (printed(PROXY), printed(lines(shell_output(7, PROXY))), f"Script completed\nWall time 0.1 seconds\nOutput:\n{PROXY}"):
        codex.recorded(turn(), shell_call(1, "make"), shell_output(1, output), shell_call(2, "true"))
        assert codex.told(codex_event("", "true")) == ""
    codex.recorded(turn(), shell_output(1, PROXY))  # of a tool that is no shell
    assert codex.told(codex_event("", "true")) == ""


def test_a_thousand_missed_ones_are_told_in_no_time(codex):
    calls = [(shell_call(number, f"curl {number}"), shell_output(number, PROXY)) for number in range(1000)]
    codex.recorded(turn(), *(record for pair in calls for record in pair), shell_call(1001, "true"))
    text = codex.told(codex_event("", "true"))
    assert text.startswith("advise: CERTAINLY")
    assert text.count("advise: ") == 1


def test_a_session_that_is_taken_up_again_has_a_kilobyte(codex):
    codex.recorded(turn(), shell_call(1, "curl https://api.example/"), shell_output(1, PROXY))
    text = codex.told(start())
    assert "commands here run in the sandbox of Codex" in text
    assert "CERTAINLY" not in text
    assert len(text.encode()) <= 1000
    assert "CERTAINLY" in codex.told({"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "go on"})


def test_several_missed_ones_share_the_room(codex):
    other = PROXY.replace("api.example", "pkg.example")
    codex.recorded(
        turn(), shell_call(1, "curl a"), shell_output(1, PROXY), shell_call(2, "curl b"), shell_output(2, other), shell_call(3, "true")
    )
    text = codex.told(event("PreToolUse", "true"))
    assert "`pkg.example`" in text.split("\n")[0]
    assert text.endswith("Refused: connect to `api.example`.\n")
    assert len(text.encode()) <= LARGEST


def test_the_hook_s_own_refusal_is_no_refusal_of_codex(codex):
    own = 'exec_command failed: CreateProcess { message: "Rejected(\\"Command blocked by PreToolUse hook: advise: no\\")" }'
    codex.recorded(turn(), shell_call(1, "make"), shell_output(1, own), shell_call(2, "true"))
    assert codex.told(event("PreToolUse", "true")) == ""


def test_a_repeat_in_codex_is_one_line(codex):
    codex.recorded(turn(), shell_call(1, "make"))
    first = codex.told(codex_event(EROFS))
    codex.recorded(turn(), developer_said("words of another"), developer_said(first), shell_call(1, "make"))
    assert codex.told(codex_event(EROFS)).count("\n") == 1
