"""The schema of config.toml against the reference of its keys and types: nothing missing, and what is added is named here."""

import json
from pathlib import Path

import pytest

from advisor.lint.codex_config import _keys
from advisor.validate import problems

pytestmark = pytest.mark.corpus
REFERENCE = Path(__file__).parents[3] / "shared" / "reference" / "codex.config.types.json"
# In the reference, and unknown to 0.171.0, which says so of each.
GONE = {("debug",), ("experimental_thread_config_endpoint",), ("windows", "sandbox_private_desktop")}
# Not looked into: what the keys of the terminal do, and what the proxy does to encrypted connections.
OPEN = {("tui", "keymap"), ("permissions", "*", "network", "mitm")}
VALUES = (True, 1, "x", [], {}, 1.5)


@pytest.fixture(scope="module")
def reference(corpus):
    return json.loads(REFERENCE.read_text())


def resolved(schema, root, named):
    while isinstance(schema, dict) and ("$ref" in schema or len(schema.get("allOf", ())) == 1):
        schema = named[(schema.get("$ref") or schema["allOf"][0]["$ref"]).rpartition("/")[2]]
    return schema


def keys(schema, root, named, path=(), depth=8):
    """Every key path of a schema; `*` stands for a name of one's own."""
    schema = resolved(schema, root, named)
    if not isinstance(schema, dict) or not depth:
        return
    for one in (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
        yield from keys(one, root, named, path, depth)
    for key, below in schema.get("properties", {}).items():
        yield (*path, key)
        yield from keys(below, root, named, (*path, key), depth - 1)
    if isinstance(schema.get("additionalProperties"), dict):
        yield from keys(schema["additionalProperties"], root, named, (*path, "*"), depth - 1)


def own_keys():
    schema = _keys.schema()
    return set(keys(schema, schema, schema["$defs"]))


def below(path, others):
    return any(path[: len(other)] == other for other in others)


def test_every_key_of_the_reference_is_known(reference):
    wanted = set(keys(reference, reference, reference["definitions"]))
    # Profiles by name are written as free tables there.
    wanted = {path for path in wanted if not below(path, GONE) and not below(path, OPEN) and path[:1] != ("profiles",)}
    assert len(wanted) > 500
    assert wanted - own_keys() == set()


def test_keys_that_the_program_does_not_know_are_left_out(reference):
    assert set(keys(reference, reference, reference["definitions"])) >= GONE
    assert own_keys() & GONE == set()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("sandbox_mode",), "workspace_write"), (("approval_policy",), "always"), (("web_search",), "yes"), (("model_verbosity",), "loud"),
        (("default_permissions",), 1), (("sandbox_workspace_write", "writable_roots"), "x"), (("permissions", "a", "extends"), 3),
        (("permissions", "a", "filesystem", "/x"), "allow"), (("permissions", "a", "network", "domains", "x"), "read"),
        (("features", "anything"), 3), (("projects", "/x", "trust_level"), "yes"), (("mcp_servers", "x", "args"), "a"),
    ],
)  # fmt: skip
def test_values_of_a_wrong_kind_do_not_fit(path, value):
    data = value
    for key in reversed(path):
        data = {key: data}
    assert problems(data, "codex-config")


def test_a_type_of_the_reference_is_the_type_here(reference):
    """Plain top-level keys take exactly the kinds of values that the reference says."""
    checked = 0
    for key, schema in reference["properties"].items():
        kind = resolved(schema, reference, reference["definitions"]).get("type")
        if (key,) in GONE or kind not in ("boolean", "string", "array", "integer"):
            continue
        fits = {"boolean": True, "string": "x", "array": [], "integer": 1}[kind]
        if not resolved(schema, reference, reference["definitions"]).get("enum"):
            assert problems({key: fits}, "codex-config") == (), key
        assert all(problems({key: value}, "codex-config") for value in VALUES if type(value) is not type(fits)), key
        checked += 1
    assert checked > 50
