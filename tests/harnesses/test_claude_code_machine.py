"""Claude Code plans for services, devices, processes, nesting, root, the start, and permission rules."""

import pytest

from advisor.harnesses.claude_code.outside import exact_rule
from advisor.model import (
    ControlProcess,
    GainPrivilege,
    Nest,
    Risk,
    RunCommand,
    StartSandbox,
    TraceProcess,
    UseDevice,
    UseService,
)
from tests.harnesses.claude_code_cases import ON, edits, plan

MANDATE = {"managed": {"sandbox": {"allowUnsandboxedCommands": False}}, "project": ON}


def first(made, number=1):
    return next(option for option in made.options if option.id == f"a{number}")


# --- Services ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "key", "value", "risk", "scope"),
    [
        ("com.apple.trustd.agent", "sandbox.enableWeakerNetworkIsolation", True, Risk.BROAD, "project"),
        ("com.example.helper", "sandbox.network.allowMachLookup", ["com.example.helper"], Risk.BROAD, "project"),
        ("com.apple.FSEvents", "sandbox.network.allowMachLookup", ["com.apple.FSEvents"], Risk.NARROW, "project"),
        ("com.apple.coreservices.appleevents", "sandbox.allowAppleEvents", True, Risk.ESCAPE, "user"),
    ],
)
def test_services_on_macos(name, key, value, risk, scope):
    made = plan(UseService(name), system="macos")
    option = next(option for option in made.options if option.changes)
    assert edits(option) == {key: value}
    assert (option.risk, option.changes[0].scope) == (risk, scope)
    assert made.chosen == (("a1",) if risk is Risk.NARROW else ())


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("org.chromium.Chromium.MachPortRendezvousServer", None),
        ("com.apple.CoreSimulator.CoreSimulatorService", None),
        (None, None),
        ("com.example.*", None),
        ("login.keychain-db", None),
        ("com.apple.SecurityServer", None),
        ("com.example.helper", "2.1.90"),
        ("com.apple.trustd.agent", "2.1.60"),
    ],
)
def test_services_that_no_setting_opens(name, version):
    made = plan(UseService(name), system="macos", version=version)
    assert not any(option.changes for option in made.options)


def test_services_elsewhere():
    made = plan(UseService("org.freedesktop.Notifications"))
    assert [option.risk for option in made.options] == [Risk.ESCAPE]
    assert "systemd-run" in made.unmet[0].reason
    assert "--os" in plan(UseService("x"), system=None).unmet[0].instead
    assert plan(UseService("org.freedesktop.secrets")).options == ()


def test_services_that_are_open_or_cannot_be_by_this_scope():
    here = {"project": {"sandbox": {"enabled": True, "network": {"allowMachLookup": ["com.x"]}}}}
    assert "already allow it" in plan(UseService("com.x"), system="macos", settings=here).unmet[0].reason
    assert "--scope user" in plan(UseService("com.x"), system="macos", settings=MANDATE, scope="local").unmet[0].instead


# --- Devices, processes, root -----------------------------------------------------------------------------------


def test_placeholders_are_ignored_by_git():
    made = plan(UseDevice(".bash_profile"), command="git add -A")
    assert (first(made).kind, first(made).risk, made.chosen) == ("relocate", Risk.NONE, ("a1",))
    assert "/.bash_profile" in edits(first(made))[".gitignore"]
    assert {change.role for change in first(made).changes} == {"housekeeping"}
    assert first(made, 2).kind == "command"


def test_devices_stay_the_sandboxs_own():
    made = plan(UseDevice("/dev/nvidiactl"), command="nvidia-smi -L")
    assert [option.kind for option in made.options] == ["outside"]
    assert "/dev/nvidiactl" in made.unmet[0].reason
    assert "a device" in plan(UseDevice()).unmet[0].reason


def test_processes():
    assert plan(TraceProcess()).unmet[0].instead
    assert "only its own processes" in plan(ControlProcess("list"), command="pgrep x").unmet[0].reason
    assert [option.kind for option in plan(ControlProcess("list"), command="pgrep x").options] == ["outside"]
    assert plan(ControlProcess("signal"), command="kill -0 5").options == ()
    assert "kernel objects" in plan(ControlProcess("semaphore"), system="macos").unmet[0].reason
    assert "curl" in plan(GainPrivilege()).unmet[0].instead


# --- Nesting ----------------------------------------------------------------------------------------------------


def test_nesting_counts_in_the_users_file_only_and_is_an_escape():
    made = plan(Nest())
    assert edits(first(made)) == {"sandbox.allowNestedUserNamespaces": True}
    assert (first(made).changes[0].scope, first(made).risk, made.chosen) == ("user", Risk.ESCAPE, ())
    refused = plan(Nest(), scope="project")
    assert (refused.options, bool(refused.unmet)) == ((), True)


def test_a_browser_without_its_own_sandbox_comes_first():
    made = plan(Nest(), command="chromium --headless x")
    assert edits(first(made)) == {"sandbox.network.allowAllUnixSockets": True}
    assert "--no-sandbox" in first(made).steps[0].say
    assert edits(first(made, 2)) == {"sandbox.allowNestedUserNamespaces": True, "sandbox.network.allowAllUnixSockets": True}
    assert plan(Nest(), command="chromium x", settings=MANDATE, scope="local").unmet


def test_a_program_that_can_do_without_its_sandbox():
    made = plan(Nest(), command="swift build", system="macos")
    assert "--disable-sandbox" in first(made).steps[0].say
    assert made.unmet == ()
    assert first(plan(Nest(), command="bazel build x")).kind == "command"
    assert plan(Nest(), system="macos").unmet


def test_nesting_that_works_already():
    assert "something else refused it" in plan(Nest(), version="2.1.300").unmet[0].reason
    here = {"user": {"sandbox": {"enabled": True, "allowNestedUserNamespaces": True}}}
    assert "already allow it" in plan(Nest(), settings=here).unmet[0].reason


# --- The start --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "word", "offered"),
    [
        ("socat not installed", "bubblewrap", False),
        ("bwrap: setting up uid map: Permission denied", "AppArmor", True),
        ("apply-seccomp: write /proc/self/setgroups", "AppArmor", True),
        ("bwrap: Can't mount proc on /newroot/proc", "claude doctor", True),
        ("who knows", "claude doctor", False),
        (None, "claude doctor", False),
    ],
)
def test_a_sandbox_that_does_not_start(problem, word, offered):
    made = plan(StartSandbox(problem))
    assert word in made.unmet[0].instead
    assert bool(made.options) is offered
    assert made.chosen == ()
    assert made.takes_effect.when == "relaunch"


# --- Permission rules -------------------------------------------------------------------------------------------


def test_an_exact_rule_for_a_plain_command():
    made = plan(RunCommand("ls -la src"), settings={"project": {"sandbox": {"enabled": True}}})
    assert edits(first(made)) == {"permissions.allow": ["Bash(ls -la src)"]}
    assert (first(made).kind, first(made).risk, made.chosen) == ("rule", Risk.NARROW, ("a1",))
    assert "outside the sandbox" in first(made).means
    assert edits(first(made, 2)) == {"sandbox.autoAllowBashIfSandboxed": True}
    assert first(made, 2).risk is Risk.BROAD


def test_what_runs_written_code_is_an_escape_unless_nothing_runs_outside():
    made = plan(RunCommand("npm test"), settings={"project": {"sandbox": {"enabled": True}}})
    assert [(option.kind, option.risk) for option in made.options] == [("setting", Risk.BROAD), ("rule", Risk.ESCAPE)]
    assert made.chosen == ()
    inside = plan(RunCommand("npm test"), settings={"project": {"sandbox": {"enabled": True, "allowUnsandboxedCommands": False}}})
    assert (first(inside).kind, first(inside).risk) == ("rule", Risk.NARROW)


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf x",
        "sudo ls",
        "unshare -Ur true",
        "strace x",
        "git clean -fd",
        "echo x >> ~/.bashrc",
        "cat ~/.ssh/id",
        "cp a .claude/x",
        "A=1 make",
        "for i in 1; do x; done",
        "echo $HOME",
        "eval x",
    ],
)
def test_commands_that_get_no_rule_and_nothing_else(command):
    made = plan(RunCommand(command), settings={"project": {"sandbox": {"enabled": True}}})
    assert made.options == ()
    assert made.unmet[0].instead


@pytest.mark.parametrize("command", ["python3 -c x", "env x", "npx x"])
def test_what_runs_its_words_can_only_run_inside(command):
    made = plan(RunCommand(command), settings={"project": {"sandbox": {"enabled": True}}})
    assert [edits(option) for option in made.options] == [{"sandbox.autoAllowBashIfSandboxed": True}]
    assert "gets no rule" in made.unmet[0].reason


@pytest.mark.parametrize("command", ["ls | head", "ls > x", "ls && pwd", "ls *.c", "curl -H 'Authorization: Bearer abcdefghijkl' x"])
def test_what_no_exact_rule_can_say(command):
    made = plan(RunCommand(command))
    assert not any(option.kind == "rule" for option in made.options)
    assert made.unmet


def test_a_command_that_nobody_names():
    assert "asked for approval" in plan(RunCommand()).unmet[0].reason
    assert first(plan(RunCommand(), command="ls src")).kind == "rule"
    assert plan(RunCommand("")).unmet
    assert plan(RunCommand("  ")).unmet


def test_a_rule_that_stands_already():
    here = {"project": {**ON, "permissions": {"allow": ["Bash(ls *)"]}}}
    made = plan(RunCommand(), command="ls src", settings=here)
    assert "already allow it" in made.unmet[0].reason
    assert made.unmet[0].need == RunCommand()


def test_a_relative_word_or_a_host_is_no_personal_place():
    assert first(plan(RunCommand("curl https://host/.ssh/x -o ./x"))).kind == "rule"


@pytest.mark.parametrize("command", ["", "ls *", "a\nb", "x" * 301, "npm run x:", "curl --token abcdefgh"])
def test_commands_that_no_rule_matches_exactly(command):
    assert exact_rule(command) is None


def test_an_exact_rule_is_the_command_itself():
    assert exact_rule("ls  -la") == "Bash(ls -la)"


@pytest.mark.parametrize(
    "command",
    [
        "git -C x status",
        "git worktree add x",
        "git config --global alias.x y",
        "python3 -c x",
        "docker -H x ps",
        "ls | x",
        "A=1 x",
        "rm x",
        "deno run x",
    ],
)
def test_nothing_goes_outside_that_would_stay_inside_or_must_not(command):
    assert not any(option.kind == "outside" for option in plan(UseDevice("/dev/kvm"), command=command).options)


def test_outside_comes_with_its_rule_and_is_never_chosen():
    made = plan(UseDevice("/dev/kvm"), command="qemu-system-x86_64 -enable-kvm")
    assert edits(first(made)) == {
        "sandbox.excludedCommands": ["qemu-system-x86_64 -enable-kvm"],
        "permissions.allow": ["Bash(qemu-system-x86_64 -enable-kvm)"],
    }
    assert (first(made).risk, made.chosen) == (Risk.BROAD, ())


def test_a_command_refused_for_a_guarded_place_is_told_so_without_its_words():
    made = plan(RunCommand(None, "$HOME/.bashrc"))
    assert made.options == ()
    assert "touch ~/.bashrc" in made.unmet[0].reason
    assert "touch" not in plan(RunCommand(None, "/srv/out/x")).unmet[0].reason
