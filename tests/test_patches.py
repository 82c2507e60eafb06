"""Snippets: one a file, complete where there is none, else only what it lacks; nothing where it lacks nothing."""

import json
import tomllib

import pytest

from advisor.model import Change, ConfigText, OffSwitch, Option, Patch, Plan, PlanFile, Risk, Situation, TakesEffect
from advisor.patches import Composed, Refusal, chosen_changes, compose, place_of, snippets, text_of

TOML = ".codex/config.toml"
JSON = ".claude/settings.json"


def change(path, value, file=TOML, op="set", risk=Risk.NARROW, scope="project"):
    format = {"toml": "toml", "json": "json"}.get(file.rpartition(".")[2], "lines")
    return Change(file, format, scope, path, value, op=op, risk=risk)


def option(id, *changes, risk=Risk.NARROW):
    return Option(id, (), "setting", "title", risk, "means", changes)


def plan(*options, chosen):
    return Plan("codex", options, chosen, (), TakesEffect("new-session", ""), (), OffSwitch((), ""))


def made(*changes, text=None, file=TOML, problem=None, looked=True):
    configs = (ConfigText("codex", file, "project", text, problem),) if looked else ()
    return snippets(plan(option("a1", *changes), chosen=("a1",)), Situation(configs=configs))


SELECT = change(("default_permissions",), "advise")
ENTRY = change(("permissions", "advise", "filesystem", "~/.npm/_cacache"), "write")
WHOLE = 'default_permissions = "advise"\n\n[permissions.advise.filesystem]\n"~/.npm/_cacache" = "write"\n'


@pytest.mark.parametrize("looked", [True, False], ids=["missing", "nobody-looked"])
def test_a_file_that_does_not_exist_gets_its_complete_text(looked):
    assert made(SELECT, ENTRY, looked=looked) == (PlanFile(TOML, "project", WHOLE, True),)


def test_an_existing_file_gets_only_what_it_lacks():
    assert made(SELECT, ENTRY, text='model = "x"\ndefault_permissions = "advise"\n') == (
        PlanFile(TOML, "project", '[permissions.advise.filesystem]\n"~/.npm/_cacache" = "write"\n', False),
    )


@pytest.mark.parametrize("text", [WHOLE, f"# note\n{WHOLE}\n[other]\n"])
def test_a_file_that_has_it_all_gets_no_snippet(text):
    assert made(SELECT, ENTRY, text=text) == ()


def test_a_value_that_differs_is_shown():
    assert made(SELECT, text='default_permissions = ":workspace"\n')[0].snippet == 'default_permissions = "advise"\n'


def test_an_empty_file_is_not_a_missing_one():
    assert made(SELECT, text=" \n") == (PlanFile(TOML, "project", 'default_permissions = "advise"\n', False),)


@pytest.mark.parametrize(
    ("file", "text", "parse"),
    [(TOML, 'roots = ["/a"]\n', tomllib.loads), (JSON, '{"roots": ["/a"]}', json.loads)],
)
def test_an_existing_array_is_shown_whole_so_that_pasting_it_loses_nothing(file, text, parse):
    (found,) = made(change(("roots",), "/b", file, "append"), change(("roots",), "/c", file, "append"), text=text, file=file)
    assert parse(found.snippet) == {"roots": ["/a", "/b", "/c"]}
    assert not found.complete


def test_an_appended_value_that_stands_there_is_not_shown():
    assert made(change(("roots",), "/a", op="append"), text='roots = ["/a", "/b"]\n') == ()


def test_a_plain_value_where_a_table_is_wanted_is_replaced():
    (found,) = made(change(("features", "network_proxy"), {"enabled": True}), text="[features]\nnetwork_proxy = true\n")
    assert tomllib.loads(found.snippet) == {"features": {"network_proxy": {"enabled": True}}}


def test_several_changes_replace_a_plain_value_together():
    path = ("features", "network_proxy")
    changes = (change(path, {"enabled": True, "domains": {"a.example": "allow"}}), change(path, {"enabled": True, "mode": "full"}))
    (found,) = made(*changes, text="[features]\nnetwork_proxy = true\n")
    proxy = {"enabled": True, "domains": {"a.example": "allow"}, "mode": "full"}
    assert tomllib.loads(found.snippet) == {"features": {"network_proxy": proxy}}


def test_a_plain_value_replaces_a_table():
    assert made(change(("a",), 1), text="[a]\nb = 2\n")[0].snippet == "a = 1\n"


def test_a_table_under_a_plain_value_is_told_apart_from_what_it_holds():
    (found,) = made(change(("a", "b", "c"), 1), text="[a]\nb = 2\n")
    assert tomllib.loads(found.snippet) == {"a": {"b": {"c": 1}}}


@pytest.mark.parametrize(("file", "text"), [(TOML, "a = "), (JSON, '{"a": 1,}'), (JSON, "[]"), (JSON, "// x\n{}")])
def test_a_file_that_is_not_valid_gets_every_line_and_is_never_taken_for_missing(file, text):
    (found,) = made(change(("a",), 2, file), text=text, file=file)
    assert not found.complete
    assert "2" in found.snippet


def test_a_file_that_nobody_could_read_is_never_taken_for_missing():
    (found,) = made(SELECT, problem="it cannot be opened (Permission denied)")
    assert found == PlanFile(TOML, "project", 'default_permissions = "advise"\n', False)


def test_json_is_written_as_json():
    (found,) = made(change(("sandbox", "enabled"), True, JSON), file=JSON)
    assert json.loads(found.snippet) == {"sandbox": {"enabled": True}}
    assert made(change(("sandbox", "enabled"), True, JSON), file=JSON, text='{"sandbox": {"enabled": true}}') == ()


def test_lines_are_added_to_lines():
    rules = ".codex/rules/advise.rules"
    lines = [change((), f'prefix_rule(pattern=["git", "{word}"], decision="allow")', rules, "append") for word in ("commit", "add")]
    assert made(*lines, file=rules) == (PlanFile(rules, "project", "".join(f"{line.value}\n" for line in lines), True),)
    assert made(*lines, file=rules, text=f"{lines[0].value}\n") == (PlanFile(rules, "project", f"{lines[1].value}\n", False),)
    assert made(*lines, file=rules, text="\n".join(line.value for line in lines)) == ()


def test_options_of_one_plan_make_one_snippet_a_file():
    first, second = option("a1", SELECT, ENTRY), option("b1", SELECT, change(("features", "network_proxy"), True))
    other = option("c1", change(("x",), 1, "~/.codex/config.toml", scope="user"))
    files = snippets(plan(first, second, other, chosen=("a1", "b1", "c1")), Situation())
    assert [file.file for file in files] == [TOML, "~/.codex/config.toml"]
    assert files[0].snippet.count("default_permissions") == 1
    assert tomllib.loads(files[0].snippet)["features"] == {"network_proxy": True}


def test_what_is_not_chosen_and_what_is_an_escape_is_in_no_snippet():
    escape = change(("permissions", "advise", "filesystem", ":workspace_roots", ".git"), "write", risk=Risk.ESCAPE)
    options = (option("a1", escape, risk=Risk.ESCAPE), option("b1", escape, SELECT), option("c1", ENTRY))
    assert chosen_changes(plan(*options, chosen=("a1", "b1"))) == (SELECT,)
    assert snippets(plan(*options, chosen=("a1",)), Situation()) == ()


# --- Whole files ------------------------------------------------------------------------------------------------


def composed(*changes, text=None, file=TOML, problem=None, escapes=(), risk=Risk.NARROW, **known):
    harness = "claude" if file == JSON else "codex"
    configs = (ConfigText(harness, file, "project", text, problem, f"/shop/{file}"),)
    wanted = plan(option("a1", *changes, risk=risk), chosen=("a1",))._replace(harness=harness)
    return compose(wanted, Situation(configs=configs, **known), escapes)


def text_after(*changes, **given):
    (found,) = composed(*changes, **given).patches
    return found.after


def test_a_file_that_is_not_there_becomes_the_snippet():
    assert composed(SELECT, ENTRY) == Composed((Patch(TOML, "project", None, WHOLE, f"/shop/{TOML}"),))


@pytest.mark.parametrize("text", ["", "\n"])
def test_an_empty_file_is_filled(text):
    assert text_after(SELECT, text=text) == f'{text}default_permissions = "advise"\n'
    assert json.loads(text_after(change(("env", "A"), "b", JSON), text=text, file=JSON)) == {"env": {"A": "b"}}


def test_what_stands_there_stays_to_the_last_character():
    text = '# ours\r\nmodel = "x" # why\r\n'
    assert text_after(SELECT, text=text).startswith(text)
    text = '{"env": {"A": "1"}}'
    assert text_after(change(("env", "B"), "2", JSON), text=text, file=JSON) == '{"env": {"A": "1", "B": "2"}}'


def test_a_file_that_holds_everything_is_no_patch():
    assert composed(SELECT, ENTRY, text=WHOLE) == Composed()


def test_lines_are_added_to_the_end():
    rules = ".codex/rules/advise.rules"
    line = change((), "prefix_rule()", rules, "append")
    assert text_after(line, file=rules) == "prefix_rule()\n"
    assert text_after(line, text="# ours", file=rules) == "# ours\nprefix_rule()"


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("[features]\nnetwork_proxy = true\n", {"enabled": True}, {"features": {"network_proxy": {"enabled": True}}}),
        ("[features]\nnetwork_proxy = {enabled = false}\n", {"enabled": True}, {"features": {"network_proxy": {"enabled": True}}}),
        ("", {"enabled": True}, {"features": {"network_proxy": {"enabled": True}}}),
    ],
)
def test_a_plain_value_gives_way_to_the_table_that_was_made_for_it(text, value, expected):
    assert tomllib.loads(text_after(change(("features", "network_proxy"), value), text=f"{text}# end\n")) == expected


def test_what_is_in_the_way_is_told_with_its_place_and_the_whole_plan_waits():
    other = change((), "x", ".gitignore", "append")
    found = composed(change(("a", "b"), 1), other, text="a = 1\n")
    assert found.patches == ()
    assert [(one.file, one.reason[:5], one.repaired) for one in found.refusals] == [(TOML, "1:1: ", None)]


def test_a_file_that_cannot_be_read_is_told():
    assert composed(SELECT, problem="it is not UTF-8 text").refusals == (Refusal(TOML, "it is not UTF-8 text"),)


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ('{"a": 1,} // ours\n', '{"a": 1}\n'),
        ('\ufeff{"a": 1,}', '\ufeff{"a": 1}'),
        ('{"a": 1', None),
        ('["a",]', None),
        ('{"permissions": {"allow": 1}}', None),
    ],
)
def test_comments_and_trailing_commas_are_offered_to_be_taken_out(text, repaired):
    (refusal,) = composed(change(("permissions", "allow"), "x", JSON, "append"), text=text, file=JSON).refusals
    assert (refusal.repaired and refusal.repaired.after) == repaired


def test_an_escape_is_written_only_when_its_option_is_allowed():
    escape = change(("permissions", "advise", "filesystem", ".git"), "write", risk=Risk.ESCAPE)
    assert composed(escape, risk=Risk.ESCAPE).patches == ()
    assert len(composed(escape, risk=Risk.ESCAPE, escapes=("a1",)).patches) == 1
    assert composed(SELECT, escape).patches[0].after == 'default_permissions = "advise"\n'


def test_the_file_is_the_one_that_moved_or_starts_in_a_sub_folder():
    moved = ConfigText("codex", "/moved/config.toml", "user", "x = 1\n")
    user = SELECT._replace(file="~/.codex/config.toml", scope="user")
    assert text_of(user, plan(chosen=()), Situation(configs=(moved,))) == moved
    assert text_of(user, plan(chosen=()), Situation(home="/home/dev")).place == "/home/dev/.codex/config.toml"


@pytest.mark.parametrize(
    ("file", "situation", "place"),
    [
        ("~/x", Situation(home="/home/dev"), "/home/dev/x"),
        ("~/x", Situation(), None),
        ("/etc/x", Situation(), "/etc/x"),
        ("x", Situation(repository="/shop", directory="/shop/sub"), "/shop/x"),
        ("x", Situation(directory="/shop/sub"), "/shop/sub/x"),
        ("x", Situation(), None),
    ],
)
def test_a_file_stands_where_its_name_starts(file, situation, place):
    assert place_of(file, situation) == place
