"""What each way through the program imports: the clean path next to nothing, no path what another one needs."""

import json
import subprocess
import sys

import pytest

CLEAN = "compiling\nall 12 tests passed\n"
DENIED = "npm error code EROFS\ntouch: cannot touch '/home/dev/.cache/uv/x': Read-only file system\n"
NEVER_WHEN_CLEAN = {"advisor.model", "dataclasses", "argparse", "pathlib", "inspect", "typing", "tomllib", "importlib.metadata"}
HEAVY = {"jinja2", "tomlkit", "jsonschema", "git"}

PROGRAM = """
import sys
before = set(sys.modules)
from advisor.cli import main
code = main(sys.argv[2:])
import json
with open(sys.argv[1], "w") as out:
    json.dump([code, sorted(set(sys.modules) - before)], out)
"""


@pytest.fixture
def imported(tmp_path):
    """Runs `advise` with these arguments on this input; (exit code, the modules that it imported)."""

    def run(*arguments, text=""):
        told = tmp_path / "modules.json"
        command = [sys.executable, "-I", "-c", PROGRAM, str(told), *arguments]
        subprocess.run(command, input=text.encode(), check=True, capture_output=True, cwd=tmp_path, env={"HOME": str(tmp_path)})
        code, modules = json.loads(told.read_text())
        return code, set(modules)

    return run


def ours(modules):
    return {name for name in modules if name.partition(".")[0] == "advisor"}


def test_importing_the_library_imports_nothing_of_ours():
    program = "import sys, advisor; print(*(name for name in sys.modules if name.startswith('advisor')))"
    assert subprocess.check_output([sys.executable, "-I", "-c", program], text=True) == "advisor\n"


@pytest.mark.parametrize("arguments", [(), ("-",), ("--file", "-"), ("--harness", "claude"), ("--format", "agent", "--sandboxed", "yes")])
def test_a_clean_log_is_answered_by_the_gate_alone(imported, arguments):
    code, modules = imported("explain", *arguments, text=CLEAN)
    assert code == 1
    assert ours(modules) == {
        "advisor",
        "advisor.cli",
        "advisor.commands",
        "advisor.commands.explain",
        "advisor.errors",
        "advisor.gate",
        "advisor.telltales",
    }
    assert not modules & (NEVER_WHEN_CLEAN | HEAVY)


def test_a_clean_text_needs_no_more(imported):
    code, modules = imported("explain", CLEAN)
    assert code == 1
    assert not modules & (NEVER_WHEN_CLEAN | HEAVY)


def claude_code(output):
    """Claude Code's event of a command that failed so."""
    return json.dumps({"hook_event_name": "PostToolUseFailure", "tool_name": "Bash", "error": f"Exit code 1\n{output}", "tool_input": {}})


def codex(output):
    """Codex's event of a command that printed this."""
    return json.dumps({"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": output, "transcript_path": "/no/such"})


@pytest.mark.parametrize(("harness", "event"), [("claude", claude_code), ("codex", codex)])
def test_a_clean_event_is_answered_by_the_gate_alone(imported, harness, event):
    code, modules = imported("hook", harness, text=event(CLEAN))
    assert code == 0
    assert ours(modules) == {
        "advisor",
        "advisor.cli",
        "advisor.commands",
        "advisor.commands.hook",
        "advisor.errors",
        "advisor.gate",
        "advisor.harmless",
        "advisor.hooks",
        "advisor.hooks.missed",
        "advisor.sources",
        "advisor.sources.hook_event",
        "advisor.sources.tail",
        "advisor.telltales",
    }
    assert not modules & (NEVER_WHEN_CLEAN | HEAVY)


@pytest.mark.parametrize(("harness", "event"), [("claude", claude_code), ("codex", codex)])
def test_a_hook_needs_neither_a_parser_of_arguments_nor_a_template(imported, harness, event):
    code, modules = imported("hook", harness, text=event(DENIED))
    assert code == 0
    assert "advisor.agent_text" in modules
    assert not modules & ({"argparse", "pathlib", "advisor.foresight", "advisor.standing"} | HEAVY)


@pytest.mark.parametrize("exit_code", [0, 3])
def test_a_clean_run_needs_the_gate_and_a_child_process(imported, exit_code):
    code, modules = imported("run", "--", sys.executable, "-c", f"raise SystemExit({exit_code})")
    assert code == exit_code
    assert not modules & ({"advisor.model", "dataclasses", "argparse", "pathlib"} | HEAVY)


@pytest.mark.parametrize("form", ["json", "agent"])
@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_json_and_agent_text_need_no_template(imported, form, harness):
    code, modules = imported("explain", "--format", form, "--harness", harness, text=DENIED)
    assert code == 0
    assert not modules & (HEAVY - {"tomlkit"})


@pytest.mark.parametrize("form", ["text", "markdown", "json", "agent"])
def test_claude_code_needs_no_toml(imported, form):
    code, modules = imported("explain", "--format", form, "--harness", "claude", text=DENIED)
    assert code == 0
    assert not modules & {"tomlkit", "tomllib"}
    assert not any(name.startswith("advisor.harnesses.codex.plan") for name in modules)


def test_codex_without_a_config_file_needs_no_toml_editor(imported):
    code, modules = imported("explain", "--harness", "codex", text=DENIED)
    assert code == 0
    assert not modules & {"tomlkit", "tomllib"}
    assert "advisor.harnesses.claude_code.planning" not in modules


def test_explaining_never_needs_a_schema_or_git(imported):
    code, modules = imported("explain", text=DENIED)
    assert code == 0
    assert not modules & {"jsonschema", "git"}
