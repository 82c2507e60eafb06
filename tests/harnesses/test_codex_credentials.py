"""The read denials that are offered beside an opened host."""

from advisor.model import ListenOnPort, ReachHost, Risk
from tests.harnesses.codex_cases import looked, planned, situated

HOST = ReachHost("pkg.example", 443)
TITLE = "Close credentials to sandboxed commands"


def closing(plan):
    return [option for option in plan.options if option.title == TITLE]


def denied(plan):
    return [change.path[-1] for option in closing(plan) for change in option.changes if change.value == "deny"]


def test_they_go_with_hosts_and_cost_nothing():
    (option,) = closing(planned(situated(), HOST))
    assert (option.risk, option.needs) == (Risk.NONE, ())
    assert "~/.ssh" in denied(planned(situated(), HOST))


def test_what_the_command_itself_uses_stays_open():
    assert "~/.ssh" not in denied(planned(situated(command="git fetch https://pkg.example/r"), HOST))
    assert "~/.npmrc" not in denied(planned(situated(command="npm install"), HOST))
    assert "~/.aws" in denied(planned(situated(command="unheard-of"), HOST))


def test_only_profiles_can_and_only_an_open_way_out_asks_for_it():
    assert closing(planned(situated(dialect="legacy"), HOST)) == []
    assert closing(planned(situated(), ListenOnPort(8123))) == []


def test_what_is_closed_already_is_not_offered():
    profile = 'default_permissions = "a"\n[permissions.a]\nextends = ":workspace"\n[permissions.a.filesystem]\n'
    assert "~/.ssh" not in denied(planned(looked(project=f'{profile}"~/.ssh" = "deny"\n'), HOST))
    every = "".join(f'"{path}" = "deny"\n' for path in denied(planned(situated(), HOST)))
    assert closing(planned(looked(project=profile + every), HOST)) == []
