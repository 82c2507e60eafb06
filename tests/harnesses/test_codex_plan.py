"""Codex's whole plan: every kind and pair of kinds, in every posture: what is chosen meets its needs and opens nothing else."""

import tomllib
from itertools import combinations

import pytest

from advisor.boundary import answer
from advisor.model import (
    Access,
    ConfigText,
    ConnectSocket,
    ListenOnPort,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    Risk,
    TraceProcess,
    WritePath,
)
from advisor.patches import snippets
from tests.harnesses.codex_cases import CODEX, EVERY_KIND, PROJECT, TRUSTED, applied, chosen, looked, planned, situated

FEW = [*((need,) for need in EVERY_KIND), EVERY_KIND]
SETS = [*FEW, *combinations(EVERY_KIND, 2)]
MINE = 'default_permissions = "mine"\n[permissions.mine]\nextends = ":workspace"\n'
POSTURES = {
    "trusted": {"user": TRUSTED, "project": None},
    "read-only mode": {"user": TRUSTED, "project": 'sandbox_mode = "read-only"\n'},
    "read-only profile": {"user": TRUSTED, "project": 'default_permissions = ":read-only"\n'},
    "workspace mode": {"user": f'sandbox_mode = "workspace-write"\n{TRUSTED}', "project": None},
    "own profile": {"user": f"{MINE}{TRUSTED}", "project": None},
    "own profile of the project": {"user": TRUSTED, "project": MINE},
    "proxy in force": {"user": TRUSTED, "project": f"{MINE}[permissions.mine.network]\nenabled = true\n[features]\nnetwork_proxy = true\n"},
}
GRANTED = (Access.ALLOWED, Access.ALLOWED_BUT)
CLOSED = (Access.REFUSED, Access.PROTECTED)
OTHERS = (
    WritePath("~/.cache/uv", folder=True),
    WritePath("~/.ssh", folder=True),
    WritePath("/srv/x/y", folder=True),
    WritePath(f"{PROJECT}/a"),
    WritePath(f"{PROJECT}/.git", folder=True),
    WritePath("/tmp/x/y"),
    ReachHost("evil.example", 443),
    ReachHost("sub.pkg.example", 443),
    ReachLocalService(5432, "localhost"),
    ConnectSocket("/var/run/docker.sock"),
    ReadPath("~/.ssh/id_ed25519"),
)
NETWORK = (ReachHost, ResolveName, ReachLocalService, ListenOnPort)


def accesses(situation, needs):
    boundary = CODEX.read_boundary(situation)
    return {need: answer(need, boundary)[0] for need in needs}


def comes_along(need, met, situation):
    """What the chosen option says that it brings besides: a network of the sandbox's own on Linux, every loopback port."""
    if isinstance(need, ListenOnPort):
        return situation.system.value != "macos" and any(isinstance(each, NETWORK) for each in met)
    return isinstance(need, ReachLocalService) and any(isinstance(each, ReachLocalService | ListenOnPort) for each in met)


def opens_just_that(situation, sets):
    """Asserts for each set of needs that what is chosen meets its needs, and that nothing else was refused and is no more."""
    before = accesses(situation, (*EVERY_KIND, *OTHERS))
    for needs in sets:
        options = chosen(planned(situation, *needs))
        after = accesses(applied(situation, options), before)
        met = {need for option in options if option.kind == "setting" for need in option.needs}
        assert [need for need in met if after[need] not in GRANTED] == [], needs
        opened = {need for need in before if before[need] in CLOSED and after[need] in GRANTED} - met
        assert {need for need in opened if not comes_along(need, met, situation)} == set(), needs


@pytest.mark.parametrize("dialect", ["profile", "legacy"])
@pytest.mark.parametrize("system", ["linux", "macos"])
@pytest.mark.parametrize("posture", ["trusted", "read-only mode"])
def test_what_is_chosen_for_every_pair_opens_exactly_that(posture, system, dialect):
    opens_just_that(situated(system=system, texts=POSTURES[posture], dialect=dialect), SETS)


@pytest.mark.parametrize("dialect", [None, "profile", "legacy"])
@pytest.mark.parametrize("system", ["linux", "macos", "windows", None])
@pytest.mark.parametrize("posture", POSTURES)
def test_what_is_chosen_in_every_posture_opens_exactly_that(posture, system, dialect):
    opens_just_that(situated(system=system, texts=POSTURES[posture], dialect=dialect), FEW)


@pytest.mark.parametrize("dialect", [None, "legacy"])
@pytest.mark.parametrize("system", ["linux", "macos"])
@pytest.mark.parametrize("posture", POSTURES)
def test_every_setting_that_is_offered_would_meet_its_needs(posture, system, dialect):
    situation = situated(system=system, texts=POSTURES[posture], dialect=dialect)
    for needs in FEW:
        for option in planned(situation, *needs).options:
            if option.kind == "setting":
                after = accesses(applied(situation, [option]), option.needs)
                assert set(after.values()) <= {*GRANTED}, (needs, option.title)


@pytest.mark.parametrize("launcher", [None, "polygraph"])
@pytest.mark.parametrize("system", ["linux", "macos", "windows", None])
@pytest.mark.parametrize("version", ["0.120.0", "0.140.0", "0.171.0", None])
def test_every_need_is_answered_and_every_answer_keeps_the_rules_of_all_plans(version, system, launcher):
    situation = situated(system=system, version=version, launcher=launcher)
    for needs in SETS:
        plan = planned(situation, *needs)
        assert {need for option in plan.options for need in option.needs} | {unmet.need for unmet in plan.unmet} == set(needs)
        groups = [option.id.rstrip("0123456789") for option in plan.options]
        assert [option.id for option in plan.options if option.id in plan.chosen] == list(plan.chosen)
        assert len({id.rstrip("0123456789") for id in plan.chosen}) == len(plan.chosen)
        assert groups == sorted(groups, key=lambda letter: (len(letter), letter))
        for option in chosen(plan):
            assert option.risk <= Risk.NARROW
            assert option.changes
        for option in plan.options:
            assert option.risk >= max((change.risk for change in option.changes if change.role == "grant"), default=Risk.NONE)
            for change in option.changes:
                assert change.value != "danger-full-access"
                assert "*" not in change.path[-1:]
                assert '"rm"' not in str(change.value)
        for file in snippets(plan, situation):
            assert tomllib.loads(file.snippet)


def test_a_plan_does_not_depend_on_the_order_of_a_set():
    assert planned(situated(), *EVERY_KIND) == planned(situated(), *reversed(EVERY_KIND))


def test_more_groups_than_letters_get_two():
    needs = [WritePath(f"/srv/data/{number}", folder=True) for number in range(30)]
    ids = [option.id for option in planned(situated(), *needs).options]
    assert ids[0] == "a1"
    assert ids[25:28] == ["z1", "aa1", "ab1"]


# --- What is allowed already ------------------------------------------------------------------------------------


def test_what_a_file_allows_already_is_not_offered_again():
    project = f'{MINE}[permissions.mine.filesystem]\n"~/.npm/_cacache" = "write"\n'
    plan = planned(looked(project=project), WritePath("~/.npm/_cacache", folder=True))
    assert plan.options == ()
    (unmet,) = plan.unmet
    assert unmet.reason == ".codex/config.toml (permissions.mine.filesystem.~/.npm/_cacache) allows this already."
    assert "new session" in unmet.instead


def test_a_host_that_is_allowed_already_needs_another_key_at_most():
    network = '[permissions.mine.network]\nenabled = true\ndomains = { "pkg.example" = "allow" }\n'
    situation = looked(project=f"{MINE}{network}[features]\nnetwork_proxy = true\n")
    (unmet,) = planned(situation, ReachHost("pkg.example", 443)).unmet
    assert "through the filtering proxy" in unmet.reason
    assert "transparent_tcp" in unmet.instead
    assert "allow_local_binding" in unmet.instead


def test_a_network_that_is_open_allows_listening_already():
    project = f"{MINE}[permissions.mine.network]\nenabled = true\n"
    for need in (ListenOnPort(8123), TraceProcess()):
        (unmet,) = planned(looked(project=project), need).unmet
        assert unmet.reason == ".codex/config.toml (permissions.mine.network.enabled) allows this already."


def test_an_open_folder_with_something_closed_in_it_names_the_entry():
    project = f'{MINE}[permissions.mine.filesystem.":workspace_roots"]\n"prod.env" = "deny"\n'
    plan = planned(looked(project=project), WritePath(".", folder=True))
    assert plan.options == ()
    assert "closes ./prod.env on purpose" in plan.unmet[0].reason


def test_a_sandbox_that_is_off_refused_nothing():
    situation = looked(project='sandbox_mode = "danger-full-access"\n')
    plan = planned(situation, WritePath("/srv/x/y", folder=True), ReachHost("pkg.example", 443))
    assert plan.options == ()
    assert all("allows this already" in unmet.reason for unmet in plan.unmet)


def test_an_allowed_read_is_explained_as_not_the_sandbox():
    (unmet,) = planned(looked(), ReadPath("/etc/hosts")).unmet
    assert "not refused by the sandbox" in unmet.reason


def test_a_config_that_stops_codex_is_told_with_every_edit():
    plan = planned(situated(texts={"user": "a = = 1\n"}), WritePath("/srv/x/y", folder=True))
    (option,) = plan.options
    assert option.caveat.startswith("Codex does not start: in ~/.codex/config.toml it is not valid TOML")
    assert "Correct that first." in option.caveat


def test_a_config_that_is_no_file_is_told_with_every_edit():
    here = situated()
    here = here._replace(configs=(ConfigText("codex", "~/.codex/config.toml", "user", None, "it is not a regular file"),))
    (option,) = planned(here, WritePath("/srv/x/y", folder=True)).options
    assert option.caveat.startswith("~/.codex/config.toml cannot be read as it should be: it is not a regular file. Correct that first.")
