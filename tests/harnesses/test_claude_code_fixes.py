"""Our first answer to every recorded scenario agrees with its label, given the label's own need (no text is read here)."""

import json
import re

import pytest

from advisor.model import Channel, Confidence, Denial, Excerpt, Origin, Risk, Rule
from advisor.needs import minimal
from tests.conftest import CORPUS
from tests.harnesses.claude_code_cases import CLAUDE, HOME, PROJECT, edits, situation
from tests.test_never_list import PLACEHOLDERS, filled, need_of

RULE = Rule("x/y", "", "", (), "")
FILE = CORPUS / "claude-fixes.jsonl"
RECORDS = {record["id"]: record for record in map(json.loads, FILE.read_text().splitlines())} if FILE.exists() else {}

# What the label's need alone cannot tell, or DESIGN §6 decides otherwise: id → why.
FROM_THE_TEXT = {
    "N15": "only the text shows that aiohttp went round the proxy",
    "N26": "only the text shows that a raw socket was used",
    "N34": "only the hosts file, or the next refusal, shows that the name is this machine",
}
BROADER = {"P06": "`make install` puts programs there that are run later: broad, so that it is offered and not chosen"}
NEVER = {
    "R05": "~/.npmrc holds tokens",
    "W14": "~/.cargo holds bin and credentials: cargo install stays in the project",
}


def plan_for(record):
    label = record["label"]
    command = record["command"][-1] if isinstance(record["command"], list) else record["command"]
    command = filled(command if isinstance(command, str) else command["command"])
    base = {"sandbox": {"enabled": True, "autoAllowBashIfSandboxed": True}}
    for key, value in json.loads(filled(json.dumps(record["base"] or {}))).items():
        base[key] = {**base.get(key, {}), **value} if isinstance(value, dict) else value
    here = situation(settings={"project": base}, command=command)
    need = need_of(label["operation"], filled(label["target"]) if label["target"] else None)
    denied = Denial(RULE, need, Confidence.LIKELY, (), Excerpt(Origin("-", 1, 1), "", Channel.OUTPUT), command)
    needs = frozenset(need for need, _ in minimal((denied,), here))
    return CLAUDE.plan(needs, CLAUDE.read_boundary(here), here)


def labelled(*outcomes):
    ids = [key for key, record in RECORDS.items() if record["label"]["outcome"] in outcomes and record["label"]["operation"]]
    return pytest.mark.parametrize("record", [RECORDS[key] for key in ids], ids=ids)


def chosen(plan):
    return [option for option in plan.options if option.id in plan.chosen]


def first_settings(record):
    """{key: values} of the settings that the label names first."""
    found = {}
    for key, values in re.findall(r"(sandbox(?:\.\w+)+) (\[[^\]]*\]|true)", record["label"]["first"]):
        found[key] = True if values == "true" else [filled(value) for value in json.loads(values)]
    return found


@pytest.fixture(autouse=True, scope="module")
def the_corpus(corpus):
    """Skips with a reason where the corpus is absent, and fails there in CI."""
    assert RECORDS


@labelled("offer")
def test_offer(record):
    if record["id"] in FROM_THE_TEXT:
        pytest.skip(FROM_THE_TEXT[record["id"]])
    plan = plan_for(record)
    if record["id"] in BROADER:
        assert plan.chosen == ()
        assert [option.risk for option in plan.options] == [Risk.NONE, Risk.BROAD]
        return
    made = {}
    for option in chosen(plan):
        assert option.risk <= Risk.NARROW
        made |= edits(option)
    assert made
    for key, values in first_settings(record).items():
        assert key in made, (key, made)
        for value in values:
            # the host with its port, the folder itself or a narrower one in it
            place = value.replace(HOME, "~")
            assert any(one == place or one.startswith((place + "/", place + ":")) for one in made[key]), (value, made)
    for never in record["label"]["never"]:
        for key, values in re.findall(r"(sandbox(?:\.\w+)+) (\[[^\]]*\])", never):
            if "without" not in never:
                assert not set(json.loads(filled(values))) & set(made.get(key, ())), never


@labelled("offer-broad")
def test_offer_broad(record):
    if record["id"] in NEVER:
        plan = plan_for(record)
        assert not any(option.changes for option in plan.options)
        return
    plan = plan_for(record)
    assert plan.chosen == ()
    offered = [option for option in plan.options if option.risk is Risk.BROAD]
    assert offered
    for key, values in first_settings(record).items():
        made = next(edits(option) for option in offered if key in edits(option))
        assert made[key] is True or {value.replace(HOME, "~") for value in values} == set(made[key])


@labelled("user-scope")
def test_user_scope(record):
    plan = plan_for(record)
    assert plan.chosen == ()
    option = next(option for option in plan.options if any(change.path[-1] == "allowNestedUserNamespaces" for change in option.changes))
    assert {change.scope for change in option.changes} == {"user"}


@labelled("relocate")
def test_relocate(record):
    plan = plan_for(record)
    assert not any(change.role == "grant" for option in chosen(plan) for change in option.changes)
    assert plan.options[0].kind in ("relocate", "command")


@labelled("outside", "escape-only", "none")
def test_no_default_patch(record):
    if record["id"] in FROM_THE_TEXT:
        pytest.skip(FROM_THE_TEXT[record["id"]])
    plan = plan_for(record)
    assert plan.chosen == ()
    assert plan.options or plan.unmet
    for option in plan.options:
        assert option.risk >= Risk.BROAD or not option.changes


@labelled("permission")
def test_permission(record):
    plan = plan_for(record)
    assert plan.chosen == ()
    assert plan.options == ()
    assert plan.unmet


def test_the_placeholders_are_all_filled():
    assert PLACEHOLDERS["$PROJ"] == PROJECT
    assert "$" not in filled("$OUT $HOME $PROJ $SOCK $VENV")
