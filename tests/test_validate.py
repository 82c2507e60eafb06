"""Which documents fit a schema, and how a fault is told."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from advisor.documents import report_document
from advisor.resources import folder, text
from advisor.validate import Problem, problems
from tests import reports

SCHEMAS = ("report", "rules", "boundary", "answers")


# What stands in a document only when there is something to say.
SOMETIMES = {"more_denials"}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_schemas(name):
    schema = json.loads(text("schemas", f"{name}.json"))
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["properties"]["schema"] == {"const": f"advise.{name}/1"}


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_object_says_whether_it_may_grow(name):
    """Within /1 fields are only added: consumers must be able to tell where."""
    for schema in _objects(json.loads(text("schemas", f"{name}.json"))):
        assert isinstance(schema.get("additionalProperties"), bool), schema
        assert set(schema["properties"]) - set(schema["required"]) <= SOMETIMES
        assert set(schema["required"]) <= set(schema["properties"])


def test_each_fault_is_told_with_its_place():
    document = report_document(reports.report())
    document["denials"][0]["confidence"] = "sure"
    document["plans"][0]["options"][0]["changes"][0]["path"] = "a.b"
    del document["verdict"]
    paths = [problem.path for problem in problems(document, "report")]
    assert paths == ["", "denials[0].confidence", "plans[0].options[0].changes[0].path"]
    assert problems(document, "report")[0] == Problem("", "'verdict' is a required property")


def test_a_known_fact_does_not_grow_but_a_denial_does():
    document = report_document(reports.report())
    document["denials"][0]["added"] = document["added"] = 1
    assert problems(document, "report") == ()
    document["situation"]["os"]["added"] = 1
    assert [problem.path for problem in problems(document, "report")] == ["situation.os"]


def test_a_step_has_something_to_run_or_to_say():
    document = report_document(reports.report())
    document["plans"][0]["off_switch"]["steps"][0].update(run=None, say=None)
    assert [problem.path for problem in problems(document, "report")] == ["plans[0].off_switch.steps[0]"]


def test_a_schema_that_does_not_exist_is_an_error_of_ours():
    with pytest.raises(FileNotFoundError):
        problems({}, "none")
    assert folder("schemas")


def _objects(schema):
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for inner in schema.values():
            yield from _objects(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _objects(inner)
