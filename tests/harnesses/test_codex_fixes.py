"""The recorded fix scenarios: for the need of each, the plan gives its first remedy, in both dialects, or what overrules it."""

import json
import re

import pytest

from advisor.model import (
    ConnectSocket,
    GainPrivilege,
    ListenOnPort,
    Nest,
    ReachHost,
    ReachLocalService,
    ResolveName,
    Risk,
    RunCommand,
    TraceProcess,
    UseDevice,
    WritePath,
)
from advisor.needs import generalised
from tests.conftest import CORPUS
from tests.harnesses.codex_cases import planned, situated

pytestmark = pytest.mark.corpus

FILE = CORPUS / "codex-fixes.jsonl"
RECORDS = {record["id"]: record for record in map(json.loads, FILE.read_text().splitlines())} if FILE.is_file() else {}
# Records without one right need: nothing was refused, the path is garbled, or the lab could not judge.
NOT_ASKED = {"A20", "C01", "C04", "F08"}
# What DESIGN §6 overrules: bare folders below home, rm by a rule; and a target that only the base's own config explains.
OVERRULED = {"A05", "A09", "A10", "A11b", "A19", "B07", "G03"}
ASKED = sorted(id for id, record in RECORDS.items() if record["label"]["operation"] and id not in NOT_ASKED | OVERRULED)


def need_of(label, command):
    target = label["target"]
    host, _, port = (target or "").rpartition(":")
    address = {"host": host, "port": int(port)} if port.isdigit() and host else {"host": target}
    match label["operation"]:
        case "write":
            return WritePath(target)
        case "connect":
            return ReachHost(**address)
        case "local-connect":
            return ReachLocalService(**address)
        case "bind":
            return ListenOnPort(**address)
        case "resolve":
            return ResolveName(target)
        case "unix-socket":
            return ConnectSocket(target)
        case "device":
            return UseDevice(target)
        case "permission":
            return RunCommand(command)
        case operation:
            return {"trace": TraceProcess, "nest": Nest, "privilege": GainPrivilege}[operation]()


def plan_of(record, dialect):
    path = record["label"]["target"] or ""
    root = path.rpartition("/proj/")[0] or path.rpartition("/home/")[0] or f"/srv/lab/run/{record['id']}"
    situation = situated(
        dialect=dialect, home=f"{root}/home", directory=f"{root}/proj", repository=f"{root}/proj", command=record["command"]
    )
    return planned(situation, generalised(need_of(record["label"], record["command"]), situation, record["command"]))


def flat(options):
    """The options' edits as `key = value` with the profile's name left out."""
    return {
        (re.sub(r"^permissions\.[\w-]+\.", "", ".".join(change.path)), str(change.value)) for option in options for change in option.changes
    }


@pytest.mark.parametrize("dialect", ["profile", "legacy"])
@pytest.mark.parametrize("id", ASKED or [pytest.param("", marks=pytest.mark.skip("the labelled real outputs are not beside the project"))])
def test_the_first_remedy(corpus, id, dialect):
    record = RECORDS[id]
    outcome, first = record["label"]["outcome"], record["label"]["first"]
    plan = plan_of(record, dialect)
    chosen = [option for option in plan.options if option.id in plan.chosen]
    edits = flat(chosen)
    if outcome == "offer":
        assert chosen, plan.unmet
    else:
        assert all(option.risk <= Risk.NARROW for option in chosen)
    if outcome in ("offer-broad", "outside", "escape-only", "none", "permission"):
        assert chosen == []
    if root := re.match(r'writable_roots \["([^"]+)"\]', first):
        expected_folder(root[1], outcome, plan, edits, dialect)
    if first.startswith("sandbox_mode"):
        assert edits == {("default_permissions", ":workspace") if dialect == "profile" else ("sandbox_mode", "workspace-write")}
    if "network_proxy on" in first:
        expected_network(first, record["label"]["target"] or "", plan, edits)
    if first.startswith("network_access = true"):
        assert any("whole network" in option.title and option.risk is Risk.BROAD for option in plan.options)
    if "approved unsandboxed call" in first:
        assert any(option.kind == "outside" for option in plan.options)
    if first.startswith("prefix_rule"):
        words = json.loads(re.search(r"pattern = (\[[^]]*\])", first)[1])
        assert (f'prefix_rule(pattern={json.dumps(words)}, decision="allow")') in {value for _, value in flat(plan.options)}
    if first.startswith(("no grant", "no setting")):
        assert chosen == []


def expected_folder(root, outcome, plan, edits, dialect):
    """The label's folder, or the program's own below it."""
    if outcome == "escape-only":
        (escape,) = [option for option in plan.options if option.risk is Risk.ESCAPE]
        assert "later runs outside the sandbox" in escape.means
        opened = {("filesystem.:workspace_roots..git", "write"), ("sandbox_workspace_write.writable_roots", "../.git")}
        assert flat([escape]) & opened
        return
    opened = {key.removeprefix("filesystem.") if dialect == "profile" else value for key, value in edits}
    assert [folder for folder in opened if folder == root or folder.startswith(f"{root}/")], (root, opened)


def expected_network(first, target, plan, edits):
    """The hosts that the label allows; allow_local_binding for a public name came from the lab's own addresses."""
    edits = edits or flat(plan.options[:1])
    joined = {key for key, _ in edits}
    assert any(key.endswith(("network_proxy", "network_proxy.enabled")) for key in joined)
    assert any(key.endswith(("network.enabled", "network_access")) for key in joined)
    hosts = set(re.findall(r'"([^"]+)" = "allow"', first))
    allowed = {key.partition("domains.")[2] for key in joined if "domains." in key}
    assert allowed == hosts or allowed == {target.rpartition(":")[0] or target}  # a name in DNS matches by its name
    assert ("transparent_tcp" in first) == any(key.endswith("transparent_tcp") for key in joined)
    binds = any(key.endswith("allow_local_binding") for key in joined)
    assert not binds or "allow_local_binding = true" in first
    assert ("dangerously_allow_all_unix_sockets" in first) == any(key.endswith("dangerously_allow_all_unix_sockets") for key in joined)


def test_a_rule_for_rm_is_never_given_whatever_the_label_says(corpus):
    plan = plan_of(RECORDS["B07"], "profile")
    assert plan.options == ()
    assert "no rule ever lets it" in plan.unmet[0].reason


@pytest.mark.parametrize(("id", "instead"), [("A09", "venv"), ("A10", "workspace-write")])
def test_what_is_overruled_still_says_what_to_do(corpus, id, instead):
    plan = plan_of(RECORDS[id], "profile")
    assert plan.chosen == ()
    assert instead in " ".join([*(unmet.instead for unmet in plan.unmet), *(option.means for option in plan.options)])
