"""Claude Code plans for hosts, names, loopback services, ports and unix sockets."""

import pytest

from advisor.model import ConnectSocket, ListenOnPort, ReachHost, ReachLocalService, ResolveName, Risk, WritePath
from tests.harnesses.claude_code_cases import ON, edits, plan

HOSTS, WRITES = "sandbox.network.allowedDomains", "sandbox.filesystem.allowWrite"


def first(made, number=1):
    return next(option for option in made.options if option.id == f"a{number}")


def hosts(**network):
    return {"project": {"sandbox": {"enabled": True, "network": network}}}


# --- Hosts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "port", "version", "entry"),
    [
        ("api.example", 443, None, "api.example"),
        ("api.example", 80, None, "api.example"),
        ("api.example", None, None, "api.example"),
        ("api.example", 8443, None, "api.example:8443"),
        ("git.example", 22, None, "git.example:22"),
        ("2001:db8::1", 8443, None, "[2001:db8::1]:8443"),
        ("203.0.113.10", 80, None, "203.0.113.10"),
        ("https://API.example:8443/x", None, None, "api.example:8443"),
        ("api.example", 8443, "2.1.197", "api.example"),
    ],
)
def test_exactly_the_host_that_was_refused(host, port, version, entry):
    made = plan(ReachHost(host, port), version=version)
    assert edits(first(made)) == {HOSTS: [entry]}
    assert (first(made).risk, made.chosen, first(made).changes[0].scope) == (Risk.NARROW, ("a1",), "project")
    assert "Reads are open: the agent can read your files, credentials too, and send them to" in first(made).means
    assert ("every port" in (first(made).caveat or "")) is (version is not None)


def test_the_read_denials_are_offered_beside_every_host():
    made = plan(ReachHost("api.example", 443), command="git fetch")
    closing = made.options[-1]
    assert (closing.id, closing.needs, closing.risk) == ("b1", (), Risk.NONE)
    assert "b1" not in made.chosen
    assert {change.role for change in closing.changes} == {"housekeeping"}
    assert "~/.aws" in edits(closing)["sandbox.filesystem.denyRead"]
    assert "~/.ssh" not in edits(closing)["sandbox.filesystem.denyRead"]
    closed = {"user": {"sandbox": {"filesystem": {"denyRead": ["~"]}}}, "project": ON}
    assert len(plan(ReachHost("api.example", 443), settings=closed).options) == 1


def test_a_program_that_cannot_download_without_its_cache_gets_both_in_one_option():
    made = plan(ReachHost("registry.npm.example", 443), command="npm install")
    assert edits(first(made)) == {HOSTS: ["registry.npm.example"], WRITES: ["~/.npm/_cacache"]}
    assert first(made).needs == (ReachHost("registry.npm.example", 443), WritePath("~/.npm/_cacache", True))
    assert edits(first(made, 2))["env.npm_config_cache"] == ".cache/npm"
    assert made.chosen == ("a1",)


def test_a_cache_that_was_refused_too_joins_its_host():
    needs = (ReachHost("index.pypi.example", 443), WritePath("~/.cache/uv", True))
    for command in ("uv sync", None):
        made = plan(*needs, command=command)
        assert edits(first(made)) == {HOSTS: ["index.pypi.example"], WRITES: ["~/.cache/uv"]}
        assert made.chosen == ("a1",)
        assert set(first(made).needs) == set(needs)


def test_a_cache_that_is_open_already_is_left_alone():
    here = {"project": {"sandbox": {"enabled": True, "filesystem": {"allowWrite": ["~/.npm/_cacache"]}}}}
    assert edits(first(plan(ReachHost("r.example", 443), command="npm ci", settings=here))) == {HOSTS: ["r.example"]}


def test_a_host_that_is_open_for_another_tool_moves_no_cache_first():
    made = plan(ReachHost("r.example", 443), command="npm ci", settings=hosts(allowedDomains=["x.example"]))
    assert [option.kind for option in made.options[:2]] == ["setting", "relocate"]


def test_a_place_of_another_system_is_not_granted():
    made = plan(ReachHost("r.example", 443), command="npm ci", system="windows")
    assert edits(first(made))[WRITES] == ["~/AppData/Local/npm-cache/_cacache"]
    assert edits(first(plan(ReachHost("r.example", 443), command="pod install"))) == {HOSTS: ["r.example"]}


@pytest.mark.parametrize("host", ["*", "*.example", "169.254.169.254", "metadata.google.internal", "https://*.example/", "a b"])
def test_hosts_that_are_never_allowed(host):
    for need in (ReachHost(host, 80), ResolveName(host)):
        made = plan(need, command="curl x")
        assert made.options == ()
        assert made.unmet[0].instead


def test_hosts_that_are_allowed_or_denied_already():
    made = plan(ReachHost("api.example", 443), settings=hosts(allowedDomains=["api.example"]))
    assert made.options == ()
    assert "already allow it" in made.unmet[0].reason
    made = plan(ReachHost("api.example", 443), settings=hosts(allowedDomains=["api.example"]), command="psql -h api.example")
    assert first(made).kind == "outside"
    assert "proxy" in made.unmet[0].instead
    made = plan(ReachHost("api.example", 443), settings=hosts(deniedDomains=["*.example"]))
    assert made.options == ()
    assert "deniedDomains" in made.unmet[0].reason


def test_private_addresses_go_round_the_proxy():
    made = plan(ReachHost("10.1.2.3", 80), command="curl http://10.1.2.3/")
    assert [option.kind for option in made.options] == ["outside"]
    assert "no route" in made.unmet[0].reason


@pytest.mark.parametrize(
    "command",
    [
        "ssh host true",
        "psql -c x",
        "node s.js",
        "java J.java",
        "gradle build",
        "curl --noproxy '*' http://api.example",
        "curl --noproxy=* x",
        "wget --no-proxy x",
    ],
)
def test_clients_that_go_round_the_proxy_get_no_host_entry(command):
    made = plan(ReachHost("api.example", 443), command=command)
    assert made.chosen == ()
    assert (first(made).kind, first(made).changes) == ("command", ())
    assert "api.example" in first(made).steps[0].say
    assert all(option.kind == "outside" and option.risk >= Risk.BROAD for option in made.options[1:])


@pytest.mark.parametrize("command", ["curl --noproxy '' http://api.example", "curl x", "python3 s.py", "frobnicate", None])
def test_clients_that_use_the_proxy_or_may(command):
    made = plan(ReachHost("api.example", 443), command=command)
    assert made.chosen == ("a1",)
    assert ("helps clients that use the proxy" in (first(made).caveat or "")) is (command in ("frobnicate", None))


def test_a_host_that_the_text_does_not_name():
    assert "npm config get registry" in plan(ReachHost(), command="npm ci").unmet[0].instead
    assert "-v" in plan(ReachHost()).unmet[0].instead
    assert [option.kind for option in plan(ReachHost(), command="python3 s.py").options] == ["outside"]


def test_a_strict_list_or_a_mandate_sends_hosts_to_the_users_file():
    strict = {"user": {"sandbox": {"enabled": True, "network": {"strictAllowlist": True}}}}
    assert first(plan(ReachHost("api.example", 443), settings=strict)).changes[0].scope == "user"
    refused = plan(ReachHost("api.example", 443), settings=strict, scope="project")
    assert (refused.options, "--scope user" in refused.unmet[0].instead) == ((), True)


# --- Names ------------------------------------------------------------------------------------------------------


def test_a_client_that_looks_names_up_itself_gets_no_host_entry():
    for command in ("node s.js", "python3 s.py", "dig x", None):
        made = plan(ResolveName("api.example"), command=command)
        assert made.chosen == ()
        assert first(made).kind == "command"


def test_a_client_that_honours_the_proxy_gets_the_host():
    made = plan(ResolveName("registry.npm.example"), command="npm ci")
    assert edits(first(made))[HOSTS] == ["registry.npm.example"]
    allowed = plan(ResolveName("api.example"), command="curl x", settings=hosts(allowedDomains=["api.example"]))
    assert first(allowed).kind == "command"


def test_a_name_that_the_text_does_not_name():
    assert "no name service" in plan(ResolveName()).unmet[0].reason


# --- The loopback -----------------------------------------------------------------------------------------------


def test_on_linux_a_service_is_reached_only_from_the_command_that_started_it():
    made = plan(ReachLocalService(8124, "127.0.0.1"), command="curl http://127.0.0.1:8124")
    assert [option.kind for option in made.options] == ["command", "outside"]
    assert made.chosen == ()
    assert "loopback of its own" in made.unmet[0].reason


@pytest.mark.parametrize(
    ("host", "version", "entries"),
    [
        ("127.0.0.1", None, ["127.0.0.1:8080"]),
        ("localhost", None, ["localhost:8080"]),
        ("::1", None, ["[::1]:8080"]),
        ("127.0.0.1", "2.1.197", ["127.0.0.1"]),
        (None, None, ["127.0.0.1:8080"]),
    ],
)
def test_a_client_that_asks_the_proxy_for_the_loopback_gets_the_name_it_used(host, version, entries):
    made = plan(ReachLocalService(8080, host), command="curl -sS --noproxy '' http://x:8080/a", version=version)
    assert edits(first(made)) == {HOSTS: entries}
    assert made.chosen == ("a1",)
    assert first(made).changes[0].scope == "local"
    assert edits(first(plan(ReachLocalService(8080, host), command="curl --noproxy= x", version=version))) == {HOSTS: entries}


def test_a_name_of_this_machine_needs_its_address_too():
    assert edits(first(plan(ReachLocalService(8080, "app.test")))) == {HOSTS: ["app.test:8080", "127.0.0.1:8080"]}
    assert edits(first(plan(ReachLocalService(None, "app.test")))) == {HOSTS: ["app.test", "127.0.0.1"]}
    assert plan(ReachLocalService(80, "*.test")).options == ()
    here = {"managed": {"sandbox": {"allowUnsandboxedCommands": False}}, "project": ON}
    assert plan(ReachLocalService(80, "app.test"), settings=here, scope="project").options == ()


def test_on_macos_the_loopback_is_one_switch_and_broad():
    made = plan(ReachLocalService(5432, "localhost"), system="macos")
    assert edits(first(made)) == {"sandbox.network.allowLocalBinding": True}
    assert (first(made).risk, made.chosen) == (Risk.BROAD, ())


def test_a_loopback_entry_that_stands_is_not_offered_again():
    here = {"project": {"sandbox": {"enabled": True, "network": {"allowedDomains": ["localhost:80"]}}}}
    made = plan(ReachLocalService(80, "localhost"), settings=here, command="curl --noproxy '' x")
    assert [option.kind for option in made.options] == ["outside"]
    assert "already list it" in made.unmet[0].reason
    mac = {"project": {"sandbox": {"enabled": True, "network": {"allowLocalBinding": True}}}}
    assert "allowLocalBinding" in plan(ReachLocalService(80, "localhost"), settings=mac, system="macos").unmet[0].reason
    off = {"project": {"sandbox": {"enabled": False}}}
    assert "switched off" in plan(ReachLocalService(80, "localhost"), settings=off).unmet[0].reason


# --- Ports ------------------------------------------------------------------------------------------------------


def test_low_ports_are_for_root():
    for system in ("linux", "macos", None):
        made = plan(ListenOnPort(80, "0.0.0.0"), system=system)
        assert made.options == ()
        assert "8080" in made.unmet[0].instead


def test_on_linux_ports_need_no_setting():
    made = plan(ListenOnPort(3000, "127.0.0.1"))
    assert [option.kind for option in made.options] == ["command"]
    assert "without a setting" in made.unmet[0].reason
    made = plan(ListenOnPort(3000, "203.0.113.1"), command="python3 s.py")
    assert [option.kind for option in made.options] == ["command", "outside"]
    assert made.chosen == ()


@pytest.mark.parametrize(("system", "scope", "caveat"), [("macos", "project", False), ("windows", "user", False), (None, "project", True)])
def test_elsewhere_ports_are_one_switch(system, scope, caveat):
    made = plan(ListenOnPort(3000), system=system)
    assert edits(first(made)) == {"sandbox.network.allowLocalBinding": True}
    assert (first(made).changes[0].scope, bool(first(made).caveat), made.chosen) == (scope, caveat, ())


def test_a_port_switch_that_stands_or_does_not_count():
    here = {"project": {"sandbox": {"enabled": True, "network": {"allowLocalBinding": True}}}}
    assert plan(ListenOnPort(3000), system="macos", settings=here).options == ()
    mandate = {"managed": {"sandbox": {"allowUnsandboxedCommands": False}}, "project": ON}
    for system in ("macos", "windows"):
        assert plan(ListenOnPort(3000), system=system, settings=mandate, scope="local").options == ()


# --- Sockets ----------------------------------------------------------------------------------------------------


def test_on_linux_unix_sockets_are_all_or_none():
    made = plan(ConnectSocket("s.sock"))
    assert edits(first(made)) == {"sandbox.network.allowAllUnixSockets": True}
    assert (first(made).risk, made.chosen) == (Risk.BROAD, ())
    assert "nothing narrower" in first(made).caveat
    joined = plan(ConnectSocket("s.sock"), ConnectSocket("/srv/t.sock"))
    assert set(first(joined).needs) == {ConnectSocket("s.sock"), ConnectSocket("/srv/t.sock")}


def test_the_container_service_is_the_machine():
    made = plan(ConnectSocket("/var/run/docker.sock"), command="docker ps")
    assert [option.risk for option in made.options] == [Risk.ESCAPE, Risk.ESCAPE]
    assert made.chosen == ()
    assert "container" in made.unmet[0].reason
    mac = plan(ConnectSocket("/var/run/docker.sock"), system="macos")
    assert edits(mac.options[0]) == {"sandbox.network.allowUnixSockets": ["/var/run/docker.sock"]}
    assert mac.options[0].risk is Risk.ESCAPE


@pytest.mark.parametrize(
    ("path", "entry", "scope"),
    [
        ("/srv/app/app.sock", "/srv/app/app.sock", "local"),
        ("~/.agent-browser/default.sock", "~/.agent-browser/default.sock", "project"),
        ("/tmp/tsx-501/204940.pipe", "/tmp/tsx-501", "local"),
        ("/srv/app/cdp-5F2A.sock", "/srv/app", "local"),
        ("s.sock", "~/code/shop/s.sock", "project"),
    ],
)
def test_on_macos_sockets_are_opened_by_path(path, entry, scope):
    made = plan(ConnectSocket(path), system="macos")
    assert edits(first(made)) == {"sandbox.network.allowUnixSockets": [entry]}
    assert (first(made).risk, first(made).changes[0].scope, made.chosen) == (Risk.NARROW, scope, ("a1",))


def test_on_macos_what_has_no_path_is_all_or_none():
    for need in (ConnectSocket(), ConnectSocket("$SOCK/x"), ConnectSocket("/tmp/[x].sock")):
        made = plan(need, system="macos", directory=None, repository=None)
        assert edits(first(made)) == {"sandbox.network.allowAllUnixSockets": True}


def test_key_agents_sign_as_you():
    made = plan(ConnectSocket("/private/tmp/com.apple.launchd.ab/Listeners"), system="macos")
    assert (first(made).risk, made.chosen) == (Risk.BROAD, ())


def test_a_programs_own_way_without_sockets_comes_first():
    made = plan(ConnectSocket("/srv/d.sock"), command="npx nx build && nx test")
    assert first(made).kind == "command"
    assert "NX_DAEMON=false" in first(made).steps[0].say


def test_sockets_that_are_open_or_that_the_scope_cannot_open():
    here = {"project": {"sandbox": {"enabled": True, "network": {"allowAllUnixSockets": True}}}}
    assert plan(ConnectSocket("s.sock"), settings=here).options == ()
    mandate = {"managed": {"sandbox": {"allowUnsandboxedCommands": False}}, "project": ON}
    assert "--scope user" in plan(ConnectSocket("s.sock"), settings=mandate, scope="local").unmet[0].instead
    assert plan(ConnectSocket("/var/run/docker.sock"), settings=mandate, scope="local").options == ()


def test_a_client_that_went_past_the_proxy_is_not_helped_by_the_host_alone():
    made = plan(ReachHost("api.example", 80, direct=True), command="python3 s.py")
    assert made.chosen == ()
    assert [option.kind for option in made.options] == ["command", "outside"]
    assert "past the proxy" in first(made).means


def test_a_name_of_this_machine_needs_its_address_beside_it():
    made = plan(ReachLocalService(8080, "loop.example"))
    assert edits(first(made)) == {HOSTS: ["loop.example:8080", "127.0.0.1:8080"]}
    assert made.chosen == ("a1",)
