"""The pipeline as a whole: bytes in, a report out, and what the evidence itself says of the situation."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from advisor.advice import advise
from advisor.model import ConfigText, HarnessName, Known, PathAnswer, PathQuestion, Recording, Report, Situation, operation_of

EROFS = b"touch: cannot touch '/home/dev/.cache/uv/x': Read-only file system\n"


def report(text: bytes, situation: Situation | None = None, **recording: object) -> Report:
    return advise(Recording(iter((text,)), **recording), situation or Situation())  # type: ignore[arg-type]


def test_a_refused_write_under_a_known_cache_is_one_change_per_harness() -> None:
    lines = b"".join(b"touch: cannot touch '/home/dev/.cache/uv/%d': Read-only file system\n" % number for number in range(40))
    found = report(lines)
    assert found.verdict == "sandbox"
    assert len(found.denials) == 40
    assert [plan.harness for plan in found.plans] == ["claude", "codex"]
    for plan in found.plans:
        assert len(plan.chosen) == 1
        (chosen,) = [option for option in plan.options if option.id in plan.chosen]
        assert chosen.denials == tuple(range(40))
        assert len(plan.files) == 1
        assert "~/.cache/uv" in plan.files[0].snippet


def test_the_home_and_the_system_come_from_the_text_when_nothing_else_says() -> None:
    found = report(EROFS)
    assert (found.situation.home, found.situation.system) == ("/home/dev", Known("linux", "the paths in the text"))
    mac = report(b"touch: /Users/dev/Library/Caches/x: Operation not permitted\n")
    assert (mac.situation.home, mac.situation.system.value) == ("/Users/dev", "macos")


def test_flags_and_the_command_s_own_machine_win_over_the_text() -> None:
    told = Situation(system=Known("macos", "flag"), home="/home/dev")
    assert report(EROFS, told).situation.system == Known("macos", "flag")
    ours = Situation(system=Known("macos", "this machine"), home="/home/me", ours=True)
    kept = report(EROFS, ours).situation
    assert (kept.system.value, kept.home) == ("macos", "/home/me")


def test_windows_paths_name_windows() -> None:
    found = report(b"Set-Content: Access to the path 'C:\\Users\\dev\\project\\x.py' is denied.\n")
    assert found.situation.system.value == "windows"


def test_a_harness_is_known_by_its_own_words() -> None:
    block = b"x\n<sandbox_violations>\ndeny network-outbound api.lab.example:443 (user denied)\n</sandbox_violations>\n"
    found = report(block)
    assert found.situation.harness.value == "claude"
    assert [plan.harness for plan in found.plans] == ["claude"]


def test_a_command_known_to_have_run_outside_has_no_denial() -> None:
    found = report(EROFS, Situation(sandboxed=Known(False, "flag")))
    assert found.verdict == "not-sandbox"
    assert (found.denials, found.plans) == ((), ())
    assert [failure.rule.id for failure in found.ordinary] == ["ordinary/ran-outside"]


def test_clean_text_has_nothing() -> None:
    assert report(b"all 12 tests passed\n").verdict == "nothing"


def test_the_second_look_is_asked_about_the_paths_of_the_needs() -> None:
    asked: list[str] = []

    def look_at(questions: Iterable[PathQuestion], situation: Situation) -> tuple[PathAnswer, ...]:
        asked.extend(question.path for question in questions)
        return tuple(PathAnswer(path, "folder") for path in asked)

    found = advise(Recording(iter((EROFS,))), Situation(), look_at)
    assert any(path.endswith(".cache/uv") for path in asked)
    steps = [step for plan in found.plans for option in plan.options if option.id in plan.chosen for step in option.steps]
    assert not any("mkdir" in (step.run or "") for step in steps), "the folder is there"


def test_the_command_of_the_recording_reaches_the_plan() -> None:
    assert report(EROFS, command="uv sync").situation.command == "uv sync"


@pytest.mark.parametrize(("command", "verdict"), [("npm install", "possible"), ("make", "nothing"), (None, "nothing")])
def test_a_silent_hang(command: str | None, verdict: str) -> None:
    assert report(b"", command=command, timed_out=True).verdict == verdict


def test_an_unmet_need_names_its_denials() -> None:
    found = report(b"touch: cannot touch '/home/dev/.ssh/config': Read-only file system\n")
    for plan in found.plans:
        told = [denial for unmet in plan.unmet for denial in unmet.denials] + [d for o in plan.options for d in o.denials]
        assert set(told) == {0}
        assert plan.chosen == ()


# --- What stands at the places that the configs open --------------------------------------------------------------

GRANTED = '{"sandbox": {"enabled": true, "filesystem": {"allowWrite": ["~/.cache/uv"]}}}'


def granted(kind: str, home: str | None = "/home/dev") -> tuple[Report, list[str]]:
    """The report on a refused cache that the user's settings open, where the cache is of this kind; and what was looked at."""
    asked: list[str] = []

    def look_at(questions: Iterable[PathQuestion], situation: Situation) -> tuple[PathAnswer, ...]:
        paths = [question.path for question in questions]
        asked.extend(paths)
        return tuple(PathAnswer(path, kind) for path in paths)  # type: ignore[arg-type]

    configs = tuple(ConfigText("claude", file, scope, text) for file, scope, text in (
        ("~/.claude/settings.json", "user", GRANTED), (".claude/settings.json", "project", None), ("x", "local", None)
    ))  # fmt: skip
    here = Situation(
        system=Known("linux", "flag"),
        harness=Known("claude", "flag"),
        harnesses=("claude",),
        home=home,
        directory="/home/dev/shop",
        configs=configs,
        looked=True,
    )
    return advise(Recording(iter((EROFS,))), here, look_at), asked


def test_a_grant_that_is_there_is_not_offered_again() -> None:
    found, asked = granted("folder")
    (plan,) = found.plans
    assert "~/.cache/uv" in asked
    assert plan.chosen == ()
    assert "already allow" in plan.unmet[0].reason


def test_a_grant_for_a_folder_that_does_not_exist_gets_its_step() -> None:
    found, _ = granted("missing")
    (plan,) = found.plans
    assert any("is not in force" in reason and "does not exist" in reason for reason in found.denials[0].because)
    assert plan.files == ()
    steps = [step.run for option in plan.options if option.id in plan.chosen for step in option.steps]
    assert "mkdir -p ~/.cache/uv" in steps


def test_a_home_that_is_not_this_machine_s_is_not_looked_into() -> None:
    found, asked = granted("missing", home="/root")
    assert not any(path.startswith("~") for path in asked)
    assert "already allow" in found.plans[0].unmet[0].reason


def test_a_habit_of_another_harness_says_nothing_of_this_one() -> None:
    text = "mkdir: cannot create directory \u2018.vscode\u2019: File exists\n".encode()
    assert report(text, Situation(harness=Known("codex", "flag"), harnesses=("codex",))).plans == ()
    assert [plan.harness for plan in report(text).plans] == ["claude"]


MADE = (
    b'  File "/usr/lib/python3.12/socket.py", line 233, in __init__\n    _socket.socket.__init__(self, family, type, proto, fileno)\n'
    b"PermissionError: [Errno 1] Operation not permitted\n"
)
INET = b"    s = socket.socket(socket.AF_INET)\n        ^^^^^^\n"
RAW = INET.replace(b"AF_INET", b"AF_INET, socket.SOCK_RAW")
UNIX = INET.replace(b"AF_INET", b"AF_UNIX")


@pytest.mark.parametrize(
    ("text", "harness", "operation"),
    [
        (MADE, "codex", "connect"),
        (MADE, "claude", "unix-socket"),
        (RAW + MADE, "codex", "privilege"),
        (INET + MADE, "codex", "connect"),
        (INET + MADE, "claude", "connect"),
        (UNIX + MADE, "codex", "unix-socket"),
        (UNIX + MADE, "claude", "unix-socket"),
    ],
)
def test_a_socket_of_python_is_of_the_family_that_its_harness_refuses(text: bytes, harness: HarnessName, operation: str) -> None:
    found = report(text, Situation(harnesses=(harness,)))
    assert [operation_of(denial.need) for denial in found.denials] == [operation]
    assert found.verdict == ("sandbox" if text.startswith((INET, UNIX)) else "possible")


def test_each_plan_meets_what_the_words_mean_in_its_harness() -> None:
    found = report(MADE)
    served = {plan.harness: {at for option in plan.options for at in option.denials} for plan in found.plans}
    meant = {name: {operation_of(found.denials[at].need) for at in places} for name, places in served.items()}
    assert meant == {"claude": {"unix-socket"}, "codex": {"connect"}}


NO_NAME = b"curl: (6) Could not resolve host: api.example\n"
DIRECT = 'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nnetwork_access = true\n'
FILTERED = DIRECT + "[features]\nnetwork_proxy = true\n"


@pytest.mark.parametrize(
    ("network", "config", "verdict"),
    [
        (True, DIRECT, "not-sandbox"),
        (True, FILTERED, "sandbox"),
        (True, "", "possible"),  # the config says otherwise than the session: nothing is known for sure
        (False, "", "sandbox"),
        (None, DIRECT, "possible"),
    ],
)
def test_where_the_session_says_that_its_network_was_open_a_name_that_is_not_found_is_an_ordinary_failure(
    network: bool | None, config: str, verdict: str
) -> None:
    codex = Situation(
        harness=Known("codex", "session"),
        harnesses=("codex",),
        sandboxed=Known(True, "session"),
        configs=(ConfigText("codex", "~/.codex/config.toml", "user", config),),
        network=network,
        looked=True,
    )
    found = report(NO_NAME, codex)
    assert found.verdict == verdict
    assert [one.rule.id for one in found.ordinary] == (["ordinary/network-open"] if verdict == "not-sandbox" else [])
    if network is False:
        assert "no network" in " ".join(found.denials[0].because)
        refused = report(b"curl: (56) CONNECT tunnel failed, response 403\n", codex._replace(command="curl https://api.example/"))
        assert "no network" in " ".join(refused.denials[0].because), "what is likely already stays so"
