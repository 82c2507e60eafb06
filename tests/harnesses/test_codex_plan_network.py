"""Codex's network, planned together: hosts, listening, this machine's services, sockets, ptrace, and what excludes what."""

import pytest

from advisor.harnesses.codex.network_options import READS_OPEN, listed
from advisor.model import ConnectSocket, ListenOnPort, ReachHost, ReachLocalService, ResolveName, Risk, TraceProcess, WritePath
from tests.harnesses.codex_cases import chosen, looked, planned, situated, values

HOST = ReachHost("pkg.example", 443)
LISTEN = ListenOnPort(8123, "127.0.0.1")
SERVICE = ReachLocalService(8099, "127.0.0.1")
SOCKET = ConnectSocket("/srv/run/app.sock")
DATABASE = ReachLocalService(5432, "127.0.0.1")
PROFILE = 'default_permissions = "a"\n[permissions.a]\nextends = ":workspace"\n'
PROXY = f"{PROFILE}[permissions.a.network]\nenabled = true\n[features]\nnetwork_proxy = true\n"


def network(option):
    """The option's network keys in the profile."""
    ((_, tables),) = values(option).items()
    (profile,) = tables["permissions"].values()
    return profile["network"]


def only(plan):
    (option,) = chosen(plan)
    return option


# --- Hosts ------------------------------------------------------------------------------------------------------


def test_a_host_gets_the_three_keys_that_only_work_together():
    assert values(only(planned(situated(), HOST))) == {
        ".codex/config.toml": {
            "default_permissions": "advise",
            "features": {"network_proxy": True},
            "permissions": {"advise": {"extends": ":workspace", "network": {"enabled": True, "domains": {"pkg.example": "allow"}}}},
        }
    }
    assert values(only(planned(situated(dialect="legacy"), HOST))) == {
        ".codex/config.toml": {
            "sandbox_mode": "workspace-write",
            "sandbox_workspace_write": {"network_access": True},
            "features": {"network_proxy": {"enabled": True, "domains": {"pkg.example": "allow"}}},
        }
    }


def test_a_host_says_that_reads_are_open_and_offers_to_close_credentials():
    plan = planned(situated(), HOST)
    assert READS_OPEN in only(plan).means
    closing = plan.options[-1]
    assert (closing.needs, closing.risk, closing.id) == ((), Risk.NONE, "b1")
    denied = values(closing)[".codex/config.toml"]["permissions"]["advise"]["filesystem"]
    assert denied["~/.ssh"] == denied["~/.aws"] == "deny"
    assert closing.id not in plan.chosen


@pytest.mark.parametrize("text", ["HTTPS://Pkg.Example/simple/", "pkg.example:443", "pkg.example."])
def test_a_key_is_an_exact_name_without_scheme_port_or_path(text):
    assert network(only(planned(situated(), ReachHost(text))))["domains"] == {"pkg.example": "allow"}


@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("*.example", "more than one host"),
        ("169.254.169.254", "metadata"),
        ("not a host", "not a host name"),
        ("metadata.google.internal", "metadata"),
    ],
)
def test_some_hosts_are_never_allowed(host, reason):
    plan = planned(situated(), ResolveName(host))
    assert plan.options == ()
    assert reason in plan.unmet[0].reason


def test_hosts_are_one_group_and_a_bad_one_does_not_spoil_it():
    plan = planned(situated(), HOST, ResolveName("files.example"), ReachHost("*.example"), ReachHost("pkg.example", 80))
    option = only(plan)
    assert network(option)["domains"] == {"pkg.example": "allow", "files.example": "allow"}
    assert len(option.needs) == 3
    assert [unmet.need for unmet in plan.unmet] == [ReachHost("*.example")]


def test_a_client_that_may_ignore_the_proxy_has_an_alternative():
    first, second = [option for option in planned(situated(), HOST).options if option.needs]
    assert "transparent_tcp" not in network(first)
    assert network(second)["transparent_tcp"] is True
    assert "ignore the proxy variables" in second.title


@pytest.mark.parametrize(
    ("need", "command"),
    [
        (ReachHost("git.example", 22), None),
        (ReachHost("db.example", 5432), None),
        (ReachHost("93.184.216.34", 80), None),
        (HOST, "git ls-remote ssh://git@pkg.example/repo.git"),
        (HOST, "git clone git@pkg.example:repo.git"),
        (HOST, "ssh pkg.example"),
    ],
)
def test_a_client_that_ignores_the_proxy_gets_through_by_transparent_tcp(need, command):
    assert network(only(planned(situated(command=command), need)))["transparent_tcp"] is True


@pytest.mark.parametrize(
    "command", ["curl https://pkg.example", "git clone https://pkg.example/r.git", "unknown-program", "a | ssh x", None]
)
def test_other_clients_need_no_such_key(command):
    assert "transparent_tcp" not in network(only(planned(situated(command=command), HOST)))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"version": "0.168.0"}, "needs Codex 0.171"),
        ({"version": None, "dialect": "legacy"}, "needs Codex 0.171"),
        ({"system": "macos"}, "only Linux"),
        ({"system": "windows"}, "only Linux"),
    ],
)
def test_where_transparent_tcp_is_not_there_it_is_never_given(fields, why):
    plan = planned(situated(**fields), ReachHost("git.example", 22))
    assert plan.options == ()
    assert why in plan.unmet[0].reason
    assert "https remote" in plan.unmet[0].instead
    assert "transparent_tcp" not in str(planned(situated(**fields), HOST).options)


def test_the_older_table_takes_it_where_the_version_is_known():
    ((_, tables),) = values(only(planned(situated(dialect="legacy"), ReachHost("git.example", 22)))).items()
    assert tables["features"]["network_proxy"] == {"enabled": True, "transparent_tcp": True, "domains": {"git.example": "allow"}}


def test_a_private_address_needs_local_binding_and_says_what_that_cuts_off():
    option = only(planned(situated(), ReachHost("10.0.0.5", 443)))
    assert network(option)["allow_local_binding"] is True
    assert "cuts off this machine's own services" in option.caveat
    assert "allow_local_binding" not in network(only(planned(situated(), ReachHost("93.184.216.34", 443))))


def test_a_name_from_the_hosts_file_is_explained():
    assert "/etc/hosts" in only(planned(situated(), ReachHost("git.example", 22))).caveat
    assert only(planned(situated(), ReachHost("93.184.216.34", 22))).caveat is None


def test_what_the_config_lists_already_makes_the_switch_broad():
    domains = 'domains = { "old.example" = "allow", "no.example" = "deny" }'
    plan = planned(looked(project=PROXY.replace("enabled = true", domains).replace("true", "false")), HOST)
    assert plan.chosen == ()
    assert plan.options[0].risk is Risk.BROAD
    assert "old.example" in plan.options[0].caveat
    assert "no.example" not in plan.options[0].caveat
    flags = PROXY.replace("enabled = true", "allow_local_binding = true\ndangerously_allow_all_unix_sockets = true")
    caveat = planned(looked(project=flags), HOST).options[0].caveat
    assert "allow_local_binding and every unix socket" in caveat


def test_a_switch_that_is_on_is_not_given_again():
    option = only(planned(looked(project=PROXY), HOST))
    assert values(option) == {
        ".codex/config.toml": {"permissions": {"a": {"network": {"enabled": True, "domains": {"pkg.example": "allow"}}}}}
    }


def test_the_switch_keeps_the_form_that_it_has():
    table = looked(project=f'{PROFILE}[features.network_proxy]\nmode = "full"\n')
    assert values(only(planned(table, HOST)))[".codex/config.toml"]["features"] == {"network_proxy": {"enabled": True}}
    legacy = looked(project='sandbox_mode = "workspace-write"\n[features]\nnetwork_proxy = true\n')
    plain = [change for change in only(planned(legacy, HOST)).changes if change.path[0] == "features"]
    assert [(change.path, change.value) for change in plain] == [
        (("features", "network_proxy"), {"enabled": True, "domains": {"pkg.example": "allow"}})
    ]


def test_an_old_version_has_no_filter_to_offer():
    plan = planned(situated(version="0.120.0"), HOST, LISTEN, SERVICE, SOCKET, TraceProcess())
    outside, everything = plan.options
    assert (outside.kind, everything.risk, plan.chosen) == ("outside", Risk.BROAD, ())
    assert len(everything.needs) == 5
    assert "domains" not in str(everything.changes)
    assert "upgrade" in outside.caveat
    assert planned(situated(version="0.120.0"), ReachHost("*.example")).options == ()


# --- Listening and this machine's services ----------------------------------------------------------------------


def test_listening_opens_no_host():
    plan = planned(situated(), LISTEN)
    bare, both = plan.options
    assert plan.chosen == (bare.id,)
    assert network(bare) == {"enabled": True}
    assert values(bare)[".codex/config.toml"]["features"] == {"network_proxy": True}
    assert network(both) == {"enabled": True, "allow_local_binding": True}
    assert "your browser" in bare.caveat
    assert "take the next way" in bare.caveat
    assert all(each.needs for each in planned(situated(), LISTEN).options)


def test_where_local_binding_is_set_listening_keeps_it():
    situation = looked(project=PROFILE + "[permissions.a.network]\nallow_local_binding = true\n")
    (option,) = planned(situation, LISTEN).options
    assert network(option)["allow_local_binding"] is True


def test_an_address_of_the_machine_cannot_be_listened_on_in_the_sandboxs_own_network():
    need = ListenOnPort(8126, "203.0.113.1")
    for situation in (situated(), looked(project=PROXY)):
        plan = planned(situation, need)
        assert [option.kind for option in plan.options] == ["command", "outside"]
        assert "127.0.0.1" in plan.options[0].steps[0].say
        assert plan.chosen == ()
    assert only(planned(situated(system="macos"), need))


def test_a_low_port_needs_root_on_linux():
    assert "1024" in planned(situated(), ListenOnPort(80)).unmet[0].reason
    assert only(planned(situated(), ListenOnPort(0)))
    assert only(planned(situated(system="macos"), ListenOnPort(80)))


def test_macos_listens_on_the_machine_itself():
    option = only(planned(situated(system="macos"), LISTEN))
    assert "every port of this machine" in option.means
    assert option.caveat is None


def test_this_machines_services_go_by_loopback_names_and_without_local_binding():
    plan = planned(situated(), SERVICE)
    first, own = plan.options
    assert network(first) == {"enabled": True, "domains": {"127.0.0.1": "allow"}}
    assert network(own) == {"enabled": True, "allow_local_binding": True}
    assert "started themselves" in own.title
    assert plan.chosen == (first.id,)


@pytest.mark.parametrize(
    ("host", "keys"),
    [
        ("::1", ["::1"]),
        ("localhost", ["localhost"]),
        (None, ["127.0.0.1", "localhost"]),
        ("0.0.0.0", ["127.0.0.1", "localhost"]),
        ("127.0.0.2", ["127.0.0.1", "localhost"]),
        ("*", ["127.0.0.1", "localhost"]),
        ("metadata.google.internal", ["127.0.0.1", "localhost"]),
        ("shop.localhost", ["shop.localhost", "127.0.0.1"]),
    ],
)
def test_only_the_loopback_name_that_the_client_used_is_allowed(host, keys):
    assert list(network(only(planned(situated(), ReachLocalService(8099, host))))["domains"]) == keys


@pytest.mark.parametrize("need", [ReachHost("localhost", 8099), ReachHost("127.0.0.1", 8099), ResolveName("localhost")])
def test_a_loopback_host_is_a_service_of_this_machine(need):
    assert list(network(only(planned(situated(), need)))["domains"]) == [need.host]


def test_the_hosts_file_says_which_names_are_this_machine_or_private():
    hosts = "127.0.0.1 loop.example\n10.0.0.7 mirror.example # ours\n192.88.99.10 pkg.example\n"
    here = only(planned(situated(hosts=hosts), ReachHost("loop.example", 80)))
    assert list(network(here)["domains"]) == ["loop.example", "127.0.0.1"]
    assert READS_OPEN in here.means
    assert "allow_local_binding" not in network(here)
    private = only(planned(situated(hosts=hosts), ReachHost("mirror.example", 80)))
    assert network(private)["allow_local_binding"] is True
    plain = planned(situated(hosts=hosts), HOST).options
    assert list(network(plain[0])["domains"]) == ["pkg.example"]
    assert network(plain[1]) == {"enabled": True, "transparent_tcp": True, "domains": {"192.88.99.10": "allow"}}


@pytest.mark.parametrize(("need", "command"), [(HOST, "ssh pkg.example"), (ReachHost("pkg.example", 443, direct=True), None)])
def test_a_client_past_the_proxy_reaches_a_name_of_the_hosts_file_by_its_address(need, command):
    known = only(planned(situated(command=command, hosts="192.88.99.10 pkg.example\n"), need))
    assert network(known) == {"enabled": True, "transparent_tcp": True, "domains": {"192.88.99.10": "allow"}}
    assert known.caveat is None
    elsewhere = only(planned(situated(command=command, hosts="127.0.0.1 localhost\n"), need))
    assert list(network(elsewhere)["domains"]) == ["pkg.example"]
    assert elsewhere.caveat is None
    metadata = only(planned(situated(command=command, hosts="169.254.169.254 pkg.example\n"), need))
    assert list(network(metadata)["domains"]) == ["pkg.example"]
    unknown = only(planned(situated(command=command), need))
    assert "getent hosts pkg.example" in unknown.caveat


@pytest.mark.parametrize("service", [ReachLocalService(8123), ReachLocalService(None)])
def test_a_service_on_the_port_that_is_listened_on_is_the_commands_own(service):
    option = only(planned(situated(), LISTEN, service))
    assert network(option) == {"enabled": True, "allow_local_binding": True}
    assert set(option.needs) == {LISTEN, service}


def test_listening_and_another_service_get_the_narrow_joint_answer():
    option = only(planned(situated(), LISTEN, SERVICE))
    assert network(option) == {"enabled": True, "domains": {"127.0.0.1": "allow"}}
    assert "NO_PROXY=127.0.0.1" in option.caveat
    assert set(option.needs) == {LISTEN, SERVICE}
    assert network(only(planned(situated(system="macos"), LISTEN, SERVICE))) == {"enabled": True, "allow_local_binding": True}


def test_a_key_that_cuts_services_off_is_named():
    situation = looked(project=PROXY.replace("enabled = true", "enabled = true\nallow_local_binding = true"), paths={})
    plan = planned(situation, ReachLocalService(8099, "other.localhost"))
    assert "allows this already" in plan.unmet[0].reason  # for the commands' own servers, as its note says
    off = looked(project=PROXY.replace("enabled = true", "allow_local_binding = true"))
    plan = planned(off, SERVICE, LISTEN)
    assert [unmet.need for unmet in plan.unmet] == [SERVICE]
    assert "cuts off" in plan.unmet[0].reason
    assert [option.needs for option in chosen(plan)] == [(LISTEN,)]
    assert planned(off, SERVICE).options == ()


def test_a_private_address_and_a_service_exclude_each_other():
    plan = planned(situated(), ReachHost("10.0.0.5", 443), HOST, SERVICE)
    assert [unmet.need for unmet in plan.unmet] == [ReachHost("10.0.0.5", 443)]
    assert "needed too" in plan.unmet[0].reason
    assert {need for option in chosen(plan) for need in option.needs} == {HOST, SERVICE}
    assert planned(situated(system="macos"), ReachHost("10.0.0.5"), SERVICE).unmet[0].need == ReachHost("10.0.0.5")


# --- Sockets, ptrace, what no filter carries --------------------------------------------------------------------


def test_linux_opens_all_unix_sockets_or_none():
    every, everything, outside = planned(situated(), SOCKET).options[:3]
    assert network(every) == {"enabled": True, "dangerously_allow_all_unix_sockets": True}
    assert network(everything) == {"enabled": True}
    assert (every.risk, everything.risk, outside.kind) == (Risk.BROAD, Risk.BROAD, "outside")
    assert "does nothing there" in every.caveat
    assert planned(situated(), SOCKET).chosen == ()
    assert "unix_sockets" not in network(every)


def test_macos_opens_the_one_socket_without_a_network():
    plan = planned(situated(system="macos"), SOCKET)
    assert network(only(plan)) == {"unix_sockets": {"/srv/run/app.sock": "allow"}}
    assert "features" not in values(only(plan))[".codex/config.toml"]
    legacy = planned(situated(system="macos", dialect="legacy"), SOCKET).options[0]
    assert values(legacy)[".codex/config.toml"]["features"]["network_proxy"]["unix_sockets"] == {"/srv/run/app.sock": "allow"}


def test_macos_without_a_path_has_only_the_broad_switch():
    first = planned(situated(system="macos"), ConnectSocket(None)).options[0]
    assert network(first) == {"enabled": True, "dangerously_allow_all_unix_sockets": True}


@pytest.mark.parametrize(("path", "command"), [("/var/run/docker.sock", None), (None, "docker ps"), ("/run/user/1000/bus", None)])
def test_a_socket_that_is_as_good_as_the_machine_is_left_outside_first(path, command):
    plan = planned(situated(command=command), ConnectSocket(path))
    assert plan.options[0].kind == "outside"
    assert plan.chosen == ()
    rules = [change.value for option in plan.options if option.kind == "rule" for change in option.changes]
    assert rules == (['prefix_rule(pattern=["docker", "ps"], decision="allow")'] if command else [])


def test_a_key_agent_says_what_it_can_do():
    option = only_setting(planned(situated(system="macos"), ConnectSocket("/private/tmp/com.apple.launchd.x/Listeners")))
    assert option.risk is Risk.BROAD
    assert "log in as you" in option.means


def only_setting(plan):
    return next(option for option in plan.options if option.kind == "setting")


def test_ptrace_comes_with_the_open_network_only():
    everything, outside = [option for option in planned(situated(), TraceProcess()).options if option.needs]
    assert network(everything) == {"enabled": True}
    assert (everything.risk, outside.kind) == (Risk.BROAD, "outside")
    assert "send it anywhere" in everything.means


def test_ptrace_on_macos_is_run_outside():
    plan = planned(situated(system="macos"), TraceProcess(), SOCKET)
    assert [option.kind for option in plan.options if TraceProcess() in option.needs] == ["outside"]
    assert any(option.needs == (SOCKET,) for option in plan.options)


@pytest.mark.parametrize("beside", [HOST, LISTEN, SERVICE])
@pytest.mark.parametrize(
    ("need", "reason"),
    [
        (TraceProcess(), "refuses ptrace"),
        (DATABASE, "client's own protocol"),
        (ReachHost(None), "names no host"),
        (ResolveName(None), "names no host"),
    ],
)
def test_what_the_filter_refuses_is_unmet_and_the_conflict_named(beside, need, reason):
    plan = planned(situated(), beside, need)
    (unmet,) = plan.unmet
    assert unmet.need == need
    assert reason in unmet.reason
    assert "open to every host, would allow both" in unmet.reason
    assert unmet.instead
    assert all(values(option)[".codex/config.toml"]["features"] == {"network_proxy": True} for option in chosen(plan))


def test_sockets_beside_the_filter_get_their_own_switch():
    plan = planned(situated(), HOST, SOCKET)
    (sockets,) = [option for option in plan.options if option.kind == "setting" and option.needs == (SOCKET,)]
    assert network(sockets) == {"enabled": True, "dangerously_allow_all_unix_sockets": True}
    assert sockets.risk is Risk.BROAD


def test_a_proxy_that_is_on_is_a_filter_too():
    plan = planned(looked(project=PROXY), TraceProcess())
    assert plan.options == ()
    assert "refuses ptrace" in plan.unmet[0].reason


def test_without_a_filter_everything_that_needs_none_is_one_choice():
    plan = planned(situated(), TraceProcess(), SOCKET, DATABASE)
    everything = plan.options[0]
    assert set(everything.needs) == {TraceProcess(), SOCKET, DATABASE}
    assert plan.chosen == ()


@pytest.mark.parametrize("need", [ReachHost(None), ResolveName(None)])
def test_a_host_that_nobody_named_is_to_be_found_first(need):
    plan = planned(situated(), need)
    (unmet,) = plan.unmet
    assert "names no host" in unmet.reason
    assert "Find the host first" in unmet.instead
    assert [option.kind for option in plan.options if option.needs] == ["outside", "setting"]
    assert (plan.chosen, plan.options[1].risk) == ((), Risk.BROAD)


def test_names_are_listed_in_prose():
    assert [listed(names) for names in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == ["", "a", "a and b", "a, b and c"]


def test_a_program_that_cannot_download_without_its_cache_gets_both_in_one_option():
    plan = planned(situated(command="npm ci"), ReachHost("r.example", 443))
    first = plan.options[0]
    assert first.id in plan.chosen
    assert first.needs == (ReachHost("r.example", 443), WritePath("~/.npm/_cacache", folder=True))
    made = {change.path[-1]: change.value for change in first.changes}
    assert (made["r.example"], made["~/.npm/_cacache"]) == ("allow", "write")
    assert [step.run for step in first.steps] == ["mkdir -p ~/.npm/_cacache"]
    assert len(first.changes) == len({change.path for change in first.changes})


def test_a_cache_that_is_open_already_is_left_alone():
    text = 'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nwritable_roots = ["~/.npm/_cacache"]\n'
    here = situated(command="npm ci", texts={"user": text})
    assert planned(here, ReachHost("r.example", 443)).options[0].needs == (ReachHost("r.example", 443),)


@pytest.mark.parametrize("need", [ResolveName("git.example", direct=True), ReachHost("git.example", 2222, direct=True)])
def test_ssh_is_never_sent_to_the_proxy(need):
    plan = planned(situated(), need)
    assert ("permissions", "advise", "network", "transparent_tcp") in {change.path for change in plan.options[0].changes}
    (unmet,) = planned(situated(system="macos"), need).unmet
    assert "ignores the proxy" in unmet.reason
