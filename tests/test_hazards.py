"""The never-list of DESIGN §6: every entry, in every spelling, and what it must not touch."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.hazards import Hazard, is_credential, is_git_folder, judge_read, judge_write, places
from advisor.hazards.commands import CommandHazard, judge_command
from advisor.hazards.hosts import METADATA_ADDRESSES, METADATA_HOSTS, HostHazard, address_of, canonical_host, is_loopback, judge_host
from advisor.hazards.sockets import judge_socket
from advisor.model import Risk
from advisor.programs import catalogue

HOME = "/home/dev"
HOMES = (
    "~",
    "/home/dev",
    "/home/other",
    "/Users/dev",
    "/root",
    "C:/Users/dev",
    r"C:\Users\dev",
    "/var/home/dev",
    "/mnt/c/Users/dev",
    "$HOME",
)


def spellings(place):
    """Other ways to write one place."""
    yield from (place, place + "/", place + "/./", place + "/x/..")
    if "\\" not in place:
        yield from (place.replace("/", "//"), f"{place}/../{place.rsplit('/', 1)[-1]}")


def at_home(below):
    return [f"{home}/{below}" if below else home for home in HOMES]


# --- Whole folders ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("below", sorted(places.BASE_FOLDERS_HOME - {"templates", "public"}))
def test_no_base_folder_of_any_home_is_granted(home, below):
    for spelt in spellings(f"{home}/{below}" if below else home):
        assert not judge_write(spelt, HOME).grantable, spelt


@pytest.mark.parametrize("place", sorted(places.BASE_FOLDERS))
def test_no_base_folder_is_granted(place):
    for spelt in spellings(place):
        assert not judge_write(spelt, HOME).grantable, spelt
    assert not judge_write(place.upper(), HOME).grantable


@pytest.mark.parametrize(
    "place", ["/data", "/Volumes/Disk", "/mnt/disk", "/media/dev/USB", "/run/media/dev/USB", "D:/", "/srv/ci/home", "/private/tmp"]
)
def test_no_whole_disk_or_top_level_folder_is_granted(place):
    assert not judge_write(place, HOME).grantable


@pytest.mark.parametrize("place", places.SYSTEM_FOLDERS)
def test_nothing_of_the_system_is_granted(place):
    assert not judge_write(place, HOME).grantable
    assert not judge_write(f"{place}/x/y", HOME).grantable
    assert not judge_write(f"{place}/x", HOME, folder=False).grantable


@pytest.mark.parametrize("place", ["/tmp", "/var/tmp", "/var/folders/p3/abc/T", "/var/folders/p3", "C:/Users/dev/AppData/Local/Temp"])
def test_shared_temporary_folders_are_told_as_such(place):
    judged = judge_write(place, HOME)
    assert (judged.hazard, judged.grantable) == (Hazard.TEMPORARY, False)
    assert "$TMPDIR" in judged.instead


@pytest.mark.parametrize(
    "place", ["/tmp/tool", "/var/folders/p3/abc/T/tool", "/srv/cache", "/opt/tool/data", "~/.mytool", "~/.cache/tool", "/dev/shm/x"]
)
def test_a_folder_of_ones_own_is_narrow(place):
    judged = judge_write(place, HOME)
    assert (judged.hazard, judged.risk, judged.grantable, judged.why) == (Hazard.NOTHING, Risk.NARROW, True, "")


# --- Ancestors --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    [
        "~/.npm",
        "~/.cargo",
        "~/.gradle",
        "~/.m2",
        "~/.nuget",
        "~/.rustup",
        "~/.bun",
        "~/.deno",
        "~/.local/share/pnpm",
        "~/.cache/pypoetry",
        "~/.yarn",
        "~/go/pkg",
    ],
)
def test_an_ancestor_of_a_programs_folder_is_never_granted(place):
    judged = judge_write(place, HOME)
    assert judged.hazard is Hazard.ANCESTOR
    assert not judged.grantable


@pytest.mark.parametrize("path", [path for program in catalogue() for path in program.paths], ids=lambda path: path.places[0][1])
def test_programs_folders_are_grantable_as_they_say(path):
    for _, place in path.places:
        judged = judge_write(place)
        assert judged.grantable, place
        assert judged.risk is (Risk.BROAD if path.executed_later else Risk.NARROW), place
        if path.executed_later:
            assert path.executed_later in judged.why
        for deeper in (f"{place}/v1/x", place.upper()):
            assert judge_write(deeper).risk is judged.risk, deeper


# --- Persons' own -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hazard", "below"),
    [
        *((Hazard.CREDENTIALS, below) for below in places.CREDENTIALS_HOME),
        *((Hazard.START_UP, below) for below in places.START_UP_FILES_HOME),
        *((Hazard.AUTOSTART, below) for below in (*places.PATH_FOLDERS_HOME, *places.AUTOSTART_HOME)),
        *((Hazard.HARNESS, below) for below in places.HARNESS_HOME),
    ],
)
def test_a_persons_own_places_are_never_granted(hazard, below):
    for spelt in at_home(below):
        for folder in (True, False):
            judged = judge_write(spelt, HOME, folder=folder)
            assert not judged.grantable, spelt
            assert judged.risk is Risk.ESCAPE
    assert not judge_write(f"~/{below}/deeper", HOME).grantable
    assert not judge_write(f"~/{below.upper()}", HOME).grantable
    if hazard in (Hazard.CREDENTIALS, Hazard.HARNESS):
        assert judge_write(f"~/{below}", HOME).hazard in (hazard, Hazard.GIT)


@pytest.mark.parametrize("name", sorted(places.HARNESS_NAMES))
def test_an_agents_configuration_is_never_granted_wherever_it_lies(name):
    for place in (name, f"~/{name}", f"/srv/repo/{name}", f"sub/{name}/settings.json", f"C:/srv/{name.upper()}"):
        judged = judge_write(place, HOME)
        assert judged.hazard is Hazard.HARNESS, place
        assert "runs outside the sandbox" in judged.why


@pytest.mark.parametrize("place", [".vscode", "~/x/.idea/workspace.xml", "/srv/r/.husky", ".envrc", "~/dotfiles/.bashrc", "sub/.zshrc"])
def test_what_editors_hooks_and_shells_run_by_name(place):
    judged = judge_write(place, HOME)
    assert (judged.hazard, judged.grantable) == (Hazard.START_UP, False)


@pytest.mark.parametrize("place", ["~/.profile.d/x.sh", "~/.zshrc.d/x", "~/.kshrc.d/a", "/srv/app/.profile.d"])
def test_folders_of_start_up_files_are_start_up_files(place):
    judged = judge_write(place, HOME)
    assert (judged.hazard, judged.grantable) == (Hazard.START_UP, False)


@pytest.mark.parametrize("place", ["~/backup/.ssh", "~/%2e%2e/.ssh/x", "/home/dev/a/b/.GNUPG/x", "sub/.ssh", "/data/.ssh/config"])
def test_a_folder_of_keys_is_one_wherever_it_lies(place):
    judged = judge_write(place, "/home/dev", folder=False)
    assert (judged.hazard, judged.risk) == (Hazard.CREDENTIALS, Risk.ESCAPE)


@pytest.mark.parametrize("place", ["~/.bashrc.d", "~/.sshx", "~/.awsome", "~/binary", "~/.profiles", "~/claude", "~/.npmrcs"])
def test_a_name_that_only_begins_like_one_is_none(place):
    assert judge_write(place, HOME).grantable or place == "~/.bashrc.d"


# --- Git --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    [
        "~/.git-templates/hooks", "~/.git_template", "~/.git-template/hooks/pre-commit", "~/.gittemplates/hooks", "~/dotfiles/git-hooks",
        "/usr/local/share/git-core/templates/hooks", "/srv/mirrors/app.git/hooks", "/srv/mirrors/app.git/config",
    ],
)  # fmt: skip
def test_what_git_copies_into_new_repositories_is_never_granted(place):
    judged = judge_write(place, HOME)
    assert (judged.hazard, judged.risk, judged.grantable) == (Hazard.GIT, Risk.ESCAPE, False)


@pytest.mark.parametrize("place", ["~/git/templates", "~/gitlab-templates", "/srv/mirrors/app.git/objects/aa", "~/digit-templates"])
def test_a_template_of_another_kind_is_none(place):
    assert judge_write(place, HOME).hazard is not Hazard.GIT


@pytest.mark.parametrize(
    "inside",
    [
        *places.GIT_PROTECTED,
        "hooks/pre-commit",
        "worktrees/wt",
        "worktrees/wt/config.worktree",
        "modules",
        "modules/lib",
        "modules/lib/config",
        "modules/a/b/hooks/x",
        "",
    ],
)
@pytest.mark.parametrize("repository", ["", "/srv/repo/", "~/code/repo/", "C:/code/repo/", "sub/"])
def test_what_makes_git_run_programs_is_never_granted(repository, inside):
    place = f"{repository}.git/{inside}".removesuffix("/")
    judged = judge_write(place, HOME)
    assert (judged.hazard, judged.grantable) == (Hazard.GIT, False)


@pytest.mark.parametrize(
    "inside",
    ["index.lock", "refs/heads/x.lock", "objects/ab/cdef", "HEAD", "worktrees/wt/index.lock", "modules/lib/index.lock", "info/exclude"],
)
def test_gits_ordinary_files_are_no_hazard_by_themselves(inside):
    assert judge_write(f"/srv/repo/.git/{inside}", HOME, folder=False).grantable


@pytest.mark.parametrize("name", [".gitmodules", ".gitconfig", ".gitattributes"])
def test_gits_files_outside_its_folder(name):
    assert judge_write(f"sub/{name}", HOME).hazard is Hazard.GIT


def test_git_folders_are_known():
    assert is_git_folder("/srv/r/.git/")
    assert is_git_folder(".git")
    assert not is_git_folder("/srv/r/.github")
    assert not is_git_folder(".git/hooks")


# --- Run later, interpreters, devices, names --------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    ["~/.cache/pre-commit", "~/.npm/_npx", "/opt/x/bin", "/srv/tool/init.d", "~/venvs/a", "/srv/app/node_modules/x", "/srv/x/shims"],
)
def test_what_is_run_later_is_broad_and_says_by_whom(place):
    judged = judge_write(place, HOME)
    assert (judged.hazard, judged.risk, judged.grantable) == (Hazard.EXECUTED_LATER, Risk.BROAD, True)
    assert re.search(r"run later by \w+", judged.why)


@pytest.mark.parametrize(
    "place",
    [
        "/opt/v/lib/python3.11/site-packages",
        "~/v/lib64/python3.12/x",
        "/opt/r/lib/ruby/x",
        "/opt/n/lib/node_modules/npm",
        "/opt/x/bin/python3.11",
        "~/x/bin/node",
    ],
)
def test_interpreters_are_never_granted(place):
    assert judge_write(place, HOME).hazard is Hazard.INTERPRETER


@pytest.mark.parametrize("place", ["/dev", "/dev/kvm", "/dev/tty", "/dev/nvidia0"])
def test_devices_are_never_granted(place):
    assert judge_write(place, HOME).hazard in (Hazard.DEVICE, Hazard.BASE_FOLDER)
    assert not judge_write(place, HOME).grantable


@pytest.mark.parametrize(
    "place",
    [
        "/srv/*",
        "~/x?",
        "/srv/{a,b}",
        "/srv/$X",
        "/srv/`id`",
        "/srv/a;b",
        "/srv/a'b",
        "/srv/a\nb",
        "/srv/\u202ex",
        "../x",
        "..",
        "~/..",
        "/srv/\ufffdx",
    ],
)
def test_what_no_config_takes_literally_is_never_granted(place):
    assert judge_write(place, None).hazard is Hazard.UNWRITABLE_NAME
    assert not judge_write(place, None).grantable


@given(st.text(max_size=60))
def test_any_text_is_judged(text):
    for folder in (True, False):
        assert isinstance(judge_write(text, HOME, folder=folder).grantable, bool)
    judge_read(text, HOME)


# --- Reads ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    [
        "~/.ssh/id_rsa",
        "/home/other/.aws/config",
        ".env",
        "config/.env.production",
        "x/server.pem",
        "~/k.kdbx",
        "/srv/credentials.json",
        "~/.npmrc",
        "C:/Users/x/.netrc",
    ],
)
def test_credentials_are_never_opened_to_reads(place):
    assert is_credential(place, HOME)
    assert not judge_read(place, HOME).grantable
    assert judge_read(place, HOME).hazard is Hazard.CREDENTIALS


@pytest.mark.parametrize("place", ["~", "/", "~/.config", "/home/dev", "/*"])
def test_whole_folders_are_never_opened_to_reads(place):
    assert not judge_read(place, HOME).grantable


@pytest.mark.parametrize("place", ["/srv/data/x", "~/notes.txt", ".environment", "/etc/hosts"])
def test_ordinary_reads_are_narrow(place):
    assert judge_read(place, HOME).grantable
    assert not is_credential(place, HOME)


# --- Hosts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["*", "*.com", "*.example.org", "**.example.org", "api.*", "a?.example", "https://*.example/"])
def test_wildcards_are_never_granted(host):
    assert judge_host(host).hazard is HostHazard.WILDCARD
    assert not judge_host(host).grantable


@pytest.mark.parametrize("host", sorted(METADATA_HOSTS) + sorted(METADATA_ADDRESSES))
def test_metadata_services_are_never_granted(host):
    for spelt in (host, host.upper(), host + "."):
        assert judge_host(spelt).hazard is HostHazard.METADATA, spelt
        assert not judge_host(spelt).grantable


@pytest.mark.parametrize(
    "host",
    [
        "169.254.1.1",
        "2852039166",
        "0xa9fea9fe",
        "0251.0376.0251.0376",
        "0xa9.0xfe.0xa9.0xfe",
        "::ffff:169.254.169.254",
        "fe80::1",
        "[fd00:ec2::254]",
        "http://169.254.169.254/latest",
        "169.254.169.254:80",
    ],
)
def test_odd_spellings_of_metadata_addresses(host):
    assert not judge_host(host).grantable


@pytest.mark.parametrize(
    "host",
    [
        "",
        " ",
        "a b",
        "-x.example",
        "x" * 300,
        "a..b",
        "1.2.3",
        "224.0.0.1",
        "250.0.0.1",
        "exa$mple",
    ],
)
def test_what_is_no_host_is_never_granted(host):
    assert not judge_host(host).grantable


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "::1", "0.0.0.0", "app.localhost", "[::1]:8080"])
def test_loopback_spellings(host):
    assert is_loopback(host)
    assert judge_host(host).hazard is HostHazard.LOOPBACK


@pytest.mark.parametrize("host", ["10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "fd12::1"])
def test_private_addresses(host):
    assert judge_host(host).hazard is HostHazard.PRIVATE


@pytest.mark.parametrize(
    "host", ["api.example", "localhost.example", "203.0.113.10", "2001:db8::1", "xn--bcher-kva.example", "host_1", "metadata.example"]
)
def test_ordinary_hosts(host):
    assert judge_host(host) == judge_host("api.example")
    assert not is_loopback(host)


@pytest.mark.parametrize(
    ("spelt", "host", "port"),
    [
        ("https://User@API.Example:8443/x?y", "api.example", 8443),
        ("[2001:db8::1]:443", "2001:db8::1", 443),
        ("2001:db8::1", "2001:db8::1", None),
        ("api.example.", "api.example", None),
        ("api.example:99999x", "api.example:99999x", None),
    ],
)
def test_hosts_without_their_wrapping(spelt, host, port):
    assert canonical_host(spelt) == (host, port)


def test_addresses_beyond_their_range_are_none():
    assert address_of("4294967296") is None
    assert address_of("300.1.1.1") is None
    assert address_of("fe80::1%eth0") is not None


# --- Sockets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "risk"),
    [
        ("/var/run/docker.sock", Risk.ESCAPE),
        ("/Users/dev/.orbstack/run/docker.sock", Risk.ESCAPE),
        ("/run/user/1000/podman/podman.sock", Risk.ESCAPE),
        ("/run/user/1000/bus", Risk.ESCAPE),
        ("/run/dbus/system_bus_socket", Risk.ESCAPE),
        ("/run/systemd/private", Risk.ESCAPE),
        ("/tmp/.X11-unix/X0", Risk.ESCAPE),
        ("/tmp/tmux-1000/default", Risk.ESCAPE),
        ("/tmp/ssh-abc/agent.2", Risk.BROAD),
        ("/private/tmp/com.apple.launchd.x/Listeners", Risk.BROAD),
        ("/run/user/1000/gnupg/S.gpg-agent.ssh", Risk.BROAD),
        ("$SSH_AUTH_SOCK", Risk.BROAD),
        ("/var/run/postgresql/.s.PGSQL.5432", Risk.NARROW),
        ("/tmp/tsx-1000/1.pipe", Risk.NARROW),
        ("s.sock", Risk.NARROW),
        (None, Risk.NARROW),
    ],
)
def test_sockets(path, risk):
    judged = judge_socket(path)
    assert judged.risk is risk
    assert bool(judged.why) is (risk > Risk.NARROW)


# --- Commands ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf x",
        "/bin/rm x",
        "rmdir x",
        "unlink x",
        "shred x",
        "dd of=x",
        "mkfs.ext4 /dev/sda",
        "find . -delete",
        "find . -exec rm x",
        "git clean -fdx",
        "git reset --hard",
        "git push --force",
        "kill 1",
        "pkill x",
    ],
)
def test_no_rule_ever_deletes_or_ends(command):
    judged = judge_command(tuple(command.split()))
    assert (judged.hazard, judged.grantable) == (CommandHazard.DESTROYS, False)


@pytest.mark.parametrize("command", ["sudo ls", "su -c x", "doas x", "pkexec x", "chroot /x"])
def test_no_rule_ever_becomes_another_user(command):
    assert judge_command(tuple(command.split())).hazard is CommandHazard.BECOMES_ROOT
    assert not judge_command(tuple(command.split())).grantable


@pytest.mark.parametrize(
    "command",
    [
        "python3",
        "python3.11 -c x",
        "node -e x",
        "bash -c x",
        "sh",
        "perl -e x",
        "env x",
        "xargs x",
        "npx x",
        "vim x",
        "eval x",
        "find . -name x",
    ],
)
def test_no_rule_ever_runs_its_words(command):
    judged = judge_command(tuple(command.split()))
    assert (judged.hazard, judged.grantable) == (CommandHazard.RUNS_ITS_WORDS, False)


@pytest.mark.parametrize("command", ["python3 s.py", "node s.js", "make", "npm test", "./run.sh", "pytest", "cargo build", "git commit"])
def test_written_code_outside_is_an_escape(command):
    judged = judge_command(tuple(command.split()))
    assert (judged.hazard, judged.risk, judged.grantable) == (CommandHazard.RUNS_WRITTEN_CODE, Risk.ESCAPE, True)


@pytest.mark.parametrize("command", ["docker ps", "systemctl status", "kubectl get x", "osascript x"])
def test_what_rules_the_machine_is_an_escape(command):
    assert judge_command(tuple(command.split())).risk is Risk.ESCAPE


@pytest.mark.parametrize("command", ["ls -la", "curl https://x", "psql -c x", "pgrep -fl x", "ssh host true"])
def test_other_commands_outside_are_broad(command):
    judged = judge_command(tuple(command.split()))
    assert (judged.hazard, judged.risk, judged.grantable) == (CommandHazard.NOTHING, Risk.BROAD, True)


def test_no_program_is_no_rule():
    assert not judge_command(()).grantable
