"""What no key of Codex opens, and what was refused before the sandbox."""

import pytest

from advisor.model import ControlProcess, GainPrivilege, Nest, Risk, RunCommand, StartSandbox, UseDevice, UseService
from advisor.rules import catalogue
from tests.harnesses.codex_cases import planned, situated


@pytest.mark.parametrize(
    ("need", "title", "caveat"),
    [
        (UseService("org.freedesktop.secrets"), "Run what talks to org.freedesktop.secrets outside the sandbox, once", None),
        (UseService(None), "Run what talks to the system service outside the sandbox, once", None),
        (UseDevice("/dev/kvm"), "Run what opens /dev/kvm outside the sandbox, once", "a /dev of its own"),
        (UseDevice(None), "Run what opens the device outside the sandbox, once", "a /dev of its own"),
        (ControlProcess("signal"), "Run the command outside the sandbox, once", "process numbers"),
        (Nest(), "Run the inner sandbox outside the sandbox, once", "No setting lets a sandbox"),
        (GainPrivilege(), "Run the command outside the sandbox, once", "No setting gives root"),
    ],
)
def test_it_is_run_outside_by_hand_or_approved_once(need, title, caveat):
    plan = planned(situated(), need)
    (option,) = plan.options
    assert (option.title, option.kind, option.risk, option.changes) == (title, "outside", Risk.NONE, ())
    assert (caveat or "") in (option.caveat or "")
    assert [step.who for step in option.steps] == ["human", "human"]
    assert plan.chosen == ()
    assert not any("!" in (step.run or step.say) for step in option.steps)


def test_a_name_from_the_text_is_shown_without_what_steers_a_terminal():
    assert "\x1b" not in planned(situated(), UseService("a\x1b[31mb")).options[0].title


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        ("ping -c1 pkg.example", 'prefix_rule(pattern=["ping"], decision="allow")'),
        ("sudo ping -c1 pkg.example", None),
        ("strace -f true", None),
        ("bwrap --ro-bind / / true", None),
        ("python3 x.py", None),
        ("ping x > log", None),
    ],
)
def test_a_rule_beside_it_only_for_what_runs_nothing_else(command, rule):
    plan = planned(situated(command=command), GainPrivilege())
    rules = [change.value for option in plan.options for change in option.changes]
    assert rules == ([rule] if rule else [])
    assert plan.chosen == ()


@pytest.mark.parametrize("command", ["rm -rf build", "cd x && rm -f y", "find . -delete", "git clean -fdx"])
def test_a_forced_deletion_is_the_humans(command):
    plan = planned(situated(), RunCommand(command))
    assert plan.options == ()
    (unmet,) = plan.unmet
    assert "no rule ever lets it" in unmet.reason
    assert "another terminal" in unmet.instead


def test_another_refused_command_is_a_matter_of_rules_and_approval():
    plan = planned(situated(), RunCommand("docker ps"))
    assert [option.kind for option in plan.options] == ["outside", "rule"]
    assert plan.options[1].changes[0].value == 'prefix_rule(pattern=["docker", "ps"], decision="allow")'
    (unmet,) = plan.unmet
    assert "before any sandbox ran" in unmet.reason
    assert "never asks" in unmet.instead
    assert [option.kind for option in planned(situated(), RunCommand(None)).options] == ["outside"]


@pytest.mark.parametrize(
    ("problem", "reason", "instead"),
    [
        ("user namespaces", "user namespaces", "apparmor"),
        ("mounts", "names a file", "Take the entry"),
        ("landlock", "use_legacy_landlock", "upgrade Codex"),
        ("helper", "hides it", "extends"),
        ("windows set-up", "Windows sandbox", "unelevated"),
        ("profile", "macOS does not accept", "Take out the entry"),
        ("missing programs", "did not start", "bubblewrap is installed"),
        ("something else", "did not start", "--strict-config"),
        (None, "did not start", "--strict-config"),
    ],
)
def test_a_sandbox_that_does_not_start_names_what_stopped_it(problem, reason, instead):
    plan = planned(situated(), StartSandbox(problem))
    assert plan.options == ()
    (unmet,) = plan.unmet
    assert reason in unmet.reason
    assert instead in unmet.instead


def test_every_problem_that_a_rule_names_for_codex_has_its_own_remedy():
    named = {dict(rule.given)["problem"] for rule in catalogue() if rule.need is StartSandbox and rule.harness != "claude"}
    general = planned(situated(), StartSandbox(None)).unmet[0].reason
    silent = {problem for problem in named if planned(situated(), StartSandbox(problem)).unmet[0].reason == general}
    assert silent <= {"seccomp"}  # Claude Code's helper prints it
