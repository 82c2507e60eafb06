"""The documents that programs read: exactly the fields of DESIGN §4, valid by the published schemas, safe to show."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from advisor import __version__
from advisor.documents import report_document, rules_document
from advisor.harnesses import load
from advisor.model import (
    Change,
    Channel,
    GainPrivilege,
    Known,
    ListenOnPort,
    Says,
    Situation,
    Step,
    WritePath,
)
from advisor.rules import catalogue
from advisor.validate import problems
from tests import reports
from tests.test_quoting import HOSTILE, is_safe

REPORTS = {
    "one harness": reports.report(),
    "both harnesses": reports.both_harnesses(),
    "permission": reports.permission(),
    "possible": reports.possible(),
    "not the sandbox": reports.not_sandbox(),
    "nothing": reports.nothing(),
    "many": reports.many(),
    "unmet": reports.report(plans=(reports.plan(options=(), chosen=(), files=(), unmet=(reports.unmet(),)),)),
    "situation unknown": reports.report(situation=Situation()),
}


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_fits_its_schema_and_is_plain_json(report):
    document = report_document(report)
    assert problems(document, "report") == ()
    assert json.loads(json.dumps(document)) == document


def test_the_fields_are_those_of_the_contract():
    document = report_document(reports.report(ordinary=(reports.ordinary(),), plans=(reports.plan(unmet=(reports.unmet(),)),)))
    assert list(document) == ["schema", "advise", "verdict", "situation", "denials", "ordinary", "plans"]
    assert (document["schema"], document["advise"]) == ("advise.report/1", __version__)
    assert list(document["situation"]) == ["os", "harness", "version", "sandboxed", "dialect", "trusted", "launcher"]
    (denial,), (failure,), (plan,) = document["denials"], document["ordinary"], document["plans"]
    assert list(denial) == ["rule", "confidence", "because", "operation", "target", "title", "explanation", "evidence"]
    assert list(denial["evidence"]) == ["source", "line", "end_line", "text", "channel"]
    assert list(failure) == ["rule", "title", "explanation", "evidence"]
    assert list(plan) == ["harness", "chosen", "options", "files", "takes_effect", "unmet", "off_switch"]
    assert list(plan["options"][0]) == [*("id", "denials", "kind", "title", "risk", "means", "caveat", "verified", "changes", "steps")]
    assert list(plan["options"][0]["changes"][0]) == ["file", "scope", "format", "role", "path", "value", "op"]
    assert list(plan["options"][0]["steps"][0]) == ["who", "where", "run", "say"]
    assert list(plan["files"][0]) == ["file", "scope", "snippet", "complete"]
    assert list(plan["unmet"][0]) == ["denial", "reason", "instead"]
    assert list(plan["off_switch"]) == ["steps", "warning"]


def test_values_are_told_as_the_contract_spells_them():
    document = report_document(reports.report())
    denial = document["denials"][0]
    assert (denial["operation"], denial["target"], denial["confidence"]) == ("write", "/home/dev/.npm/_cacache/tmp", "likely")
    assert denial["evidence"] == {
        "source": "-",
        "line": 3,
        "end_line": 3,
        "text": "npm error EROFS: read-only file system, mkdir '/home/dev/.npm/_cacache/tmp'",
        "channel": "output",
    }
    option = document["plans"][0]["options"][0]
    assert option["verified"] == {"how": "ran", "version": "0.171.0", "date": "2026-11-29"}
    assert option["changes"][0]["path"] == ["permissions", "advise", "filesystem", "~/.npm/_cacache"]
    assert option["risk"] == "narrow"


def test_a_target_is_named_or_null():
    denials = (reports.denial(ListenOnPort(3000, "127.0.0.1")), reports.denial(GainPrivilege()), reports.denial(WritePath()))
    assert [denial["target"] for denial in report_document(reports.report(denials=denials))["denials"]] == ["127.0.0.1:3000", None, None]


def test_an_unknown_version_is_assumed_only_for_a_known_harness():
    def version(situation):
        return report_document(reports.report(situation=situation))["situation"]["version"]

    assert version(reports.situation("codex")) == {"value": None, "assumed": load("codex").assumed_version}
    assert version(reports.situation("claude")) == {"value": None, "assumed": load("claude").assumed_version}
    assert version(reports.situation("codex", version=Known("0.160.0", "flag"))) == {"value": "0.160.0", "assumed": None}
    assert version(reports.situation(None)) == {"value": None, "assumed": None}


def test_what_no_setting_meets_is_told_for_each_denial():
    unmet = reports.unmet()
    plan = reports.plan(unmet=(unmet._replace(denials=(0, 2)), unmet._replace(denials=())))
    assert [entry["denial"] for entry in report_document(reports.report(plans=(plan,)))["plans"][0]["unmet"]] == [0, 2, None]


@given(HOSTILE)
def test_no_evidence_steers_out_of_a_document(text):
    hostile = reports.report(
        denials=(reports.denial(WritePath(text), text=text, because=(text,)),),
        ordinary=(reports.ordinary()._replace(evidence=reports.excerpt(text)),),
        situation=reports.situation(version=Known(text, text)),
        plans=(
            reports.plan(
                options=(
                    reports.option(
                        title=text,
                        means=text,
                        caveat=text,
                        changes=(Change(text, "json", "user", (text,), {text: (text, [text], 1, None, True)}),),
                        steps=(Step("human", text, run=text, say=text),),
                    ),
                ),
                unmet=(reports.unmet()._replace(reason=text, instead=text),),
            ),
        ),
    )
    assert all(is_safe(string) for string in _strings(report_document(hostile)))


def test_secrets_go_from_every_part_of_a_document():
    secret = "https_proxy=http://user:hunter2hunter2@proxy.example:8080"
    step = Step("human", "another terminal", run=secret, say=secret)
    plan = reports.plan(options=(reports.option(title=secret, changes=(reports.change()._replace(value=[secret]),), steps=(step,)),))
    document = report_document(reports.report(denials=(reports.denial(WritePath(secret), text=secret),), plans=(plan,)))
    assert "hunter2" not in json.dumps(document)


def test_every_rule_of_the_catalogue_fits_the_schema():
    document = rules_document(catalogue())
    assert problems(document, "rules") == ()
    assert [rule["id"] for rule in document["rules"]] == [rule.id for rule in catalogue()]


def test_a_rule_tells_what_it_claims_and_a_look_alike_claims_nothing():
    signed = reports.READ_ONLY._replace(signed_by=(Channel.HOOK,), aliases=("old/name",), systems=("linux",), harness="claude")
    denied, ordinary = rules_document((signed, reports.PORT_IN_USE))["rules"]
    assert (denied["says"], denied["operation"], denied["confidence"]) == ("denied", "write", "likely")
    assert (denied["signed_by"], denied["aliases"], denied["systems"], denied["harness"]) == (["hook"], ["old/name"], ["linux"], "claude")
    assert (ordinary["says"], ordinary["operation"], ordinary["confidence"]) == (Says.ORDINARY.value, None, None)


def _strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
