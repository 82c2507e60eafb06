"""A result that is read again: what does not count, what it opens beside what was wanted, and what it takes away."""

import json

import pytest

from advisor import rereading
from advisor.boundary import answer
from advisor.model import (
    Change,
    ConfigText,
    Known,
    ListenOnPort,
    OffSwitch,
    Option,
    Patch,
    PathAnswer,
    Plan,
    ReachHost,
    ReachLocalService,
    Risk,
    Situation,
    TakesEffect,
    WritePath,
)
from advisor.patches import Refusal
from advisor.rereading import as_if_ready, faults, obstacles, opens_more, patched

HOME, PROJECT = "/home/dev", "/home/dev/shop"
TOML, JSON = ".codex/config.toml", ".claude/settings.json"
FOLDER = WritePath("/srv/models", folder=True)


def situation(harness, project=None, user="", **more):
    files = {"codex": ("~/.codex/config.toml", TOML), "claude": ("~/.claude/settings.json", JSON)}[harness]
    texts = [ConfigText(harness, files[0], "user", user), ConfigText(harness, files[1], "project", project)]
    texts += [ConfigText("claude", ".claude/settings.local.json", "local", None)] if harness == "claude" else []
    known = {"system": Known("linux", "flag"), "harnesses": (harness,), "home": HOME, "directory": PROJECT, "repository": PROJECT}
    return Situation(configs=tuple(texts), looked=True, **{**known, **more})


def plan(harness, *changes, needs=(FOLDER,), kind="setting", risk=Risk.NARROW):
    option = Option("a1", needs, kind, "title", risk, "means", changes)
    return Plan(harness, (option,), ("a1",), (), TakesEffect("next-command", ""), (), OffSwitch((), ""))


def change(file, *path, value=None, role="grant"):
    return Change(file, "json" if file == JSON else "toml", "project", path, value, role=role)


def patch(file, before, after):
    return Patch(file, "project", before, after)


GRANT = change(TOML, "permissions", "dev", "filesystem", "/srv/models", value="write")
DEV = 'default_permissions = "dev"\n[permissions.dev]\nextends = ":read-only"\n'
MODELS = '"/srv/models" = "write"\n'
GRANTED = DEV + "[permissions.dev.filesystem]\n" + MODELS


def test_a_patch_that_does_what_it_says_has_no_fault():
    assert faults(plan("codex", GRANT), [patch(TOML, DEV, GRANTED)], situation("codex", DEV)) == ()


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (GRANTED.replace(":read-only", ":workspace"), "it would also allow write ."),
        (GRANTED + '"/etc/ssl" = "write"\n', "it would also allow write /etc/ssl"),
        (GRANTED + "[permissions.dev.network]\nenabled = true\n", "it would also allow connect *"),
        (DEV, "it would not allow write /srv/models"),
        (GRANTED.replace('"write"', '"all"'), "permissions.dev.filesystem./srv/models"),
        ("[", "the result is not valid"),
        (GRANTED.replace('"dev"\n', '"other"\n'), "Codex does not start"),
    ],
)
def test_a_patch_that_does_more_or_less_has_a_fault(after, told):
    found = faults(plan("codex", GRANT), [patch(TOML, DEV, after)], situation("codex", DEV))
    assert any(told in fault for fault in found), found


def test_what_was_allowed_and_is_no_more_is_a_fault():
    before = DEV.replace(":read-only", ":workspace") + '[permissions.dev.filesystem]\n"/data" = "write"\n'
    after = before.replace('"/data" = "write"', '"/srv/models" = "write"')
    assert "it would take away write /data" in " ".join(
        faults(plan("codex", GRANT), [patch(TOML, before, after)], situation("codex", before))
    )
    after = before.replace('"/data" = "write"', '"/srv/models" = "write"\n"/data" = "write"\n"." = "read"')
    assert faults(plan("codex", GRANT), [patch(TOML, before, after)], situation("codex", before)) != ()


def test_many_grants_cost_what_they_are_and_not_their_square(monkeypatch):
    asked = []
    monkeypatch.setattr(rereading, "answer", lambda need, boundary: asked.append(len(boundary.entries)) or answer(need, boundary))

    def cost(count):
        asked.clear()
        many = GRANTED.replace("[permissions.dev.filesystem]\n", "[permissions.dev.filesystem]\n{}")
        before, after = (
            text.format("".join(f'"/srv/g{at}" = "write"\n' for at in range(count))) for text in (many.replace(MODELS, ""), many)
        )
        assert faults(plan("codex", GRANT), [patch(TOML, before, after)], situation("codex", before)) == ()
        return sum(asked)

    assert cost(80) < 3 * cost(40)


def test_what_is_no_more_closed_is_a_fault_too():
    before = '{"sandbox": {"enabled": true, "network": {"allowedDomains": ["*.example.com"], "deniedDomains": ["a.example.com"]}}}'
    after = '{"sandbox": {"enabled": true, "network": {"allowedDomains": ["*.example.com"]}}}'
    wanted = plan("claude", change(JSON, "sandbox", "filesystem", value="x"), needs=())
    found = faults(wanted, [patch(JSON, before, after)], situation("claude", before))
    assert found == ("it would also allow connect a.example.com (sandbox.network.allowedDomains)",)


def test_what_was_asked_for_by_its_id_says_itself_what_it_opens():
    after = GRANTED + "[permissions.dev.network]\nenabled = true\n"
    assert faults(plan("codex", GRANT, risk=Risk.BROAD), [patch(TOML, DEV, after)], situation("codex", DEV)) == ()


def test_a_folder_that_holds_what_was_needed_is_wanted():
    wanted = plan("codex", change(TOML, "permissions", "dev", value={"filesystem": {}}), needs=(WritePath("/srv/models/x"),))
    assert faults(wanted, [patch(TOML, DEV, GRANTED)], situation("codex", DEV)) == ()
    held = plan("codex", change(TOML, "permissions", "dev", "filesystem", value={"/srv/models": "write"}), needs=())
    assert faults(held, [patch(TOML, DEV, GRANTED)], situation("codex", DEV)) == ()


def test_moving_files_meets_no_need_by_a_grant():
    moved = plan("claude", change(JSON, "env", "X", value="y", role="relocate"), kind="relocate")
    assert faults(moved, [patch(JSON, None, '{"env": {"X": "y"}}')], situation("claude")) == ()
    assert faults(moved, [patch(".gitignore", None, "x\n")], situation("claude")) == ()


def test_a_file_that_does_not_count_stands_in_the_way():
    wrong = '{"sandbox": {"enabled": "yes"}}'
    (found,) = obstacles(plan("claude", GRANT), [patch(JSON, wrong, "{}")], situation("claude", wrong))
    assert found.file == JSON
    assert "drops the whole file" in found.reason
    enum = '{"permissions": {"defaultMode": "never"}}'
    (found,) = obstacles(plan("claude", GRANT), [patch(JSON, enum, "{}")], situation("claude", enum))
    assert found.reason.startswith("permissions.defaultMode: ")
    broken = DEV.replace('"dev"', '"missing"')
    (found,) = obstacles(plan("codex", GRANT), [patch(TOML, broken, "")], situation("codex", broken))
    assert found == Refusal(TOML, found.reason)
    assert found.reason.startswith("Codex does not start")
    assert obstacles(plan("codex", GRANT), [patch(TOML, DEV, GRANTED), patch(".gitignore", None, "x\n")], situation("codex", DEV)) == ()


def test_an_old_fault_of_the_schema_is_not_the_patchs():
    before = "approval_policy = 1\n" + GRANTED
    assert not any("approval" in fault for fault in faults(plan("codex", GRANT), [patch(TOML, before, before)], situation("codex", before)))


def test_a_part_that_keeps_something_closed_shows_when_it_is_left_out():
    host = '[permissions.dev.network]\nenabled = true\n[permissions.dev.network.domains]\n"h.example" = "allow"\n'
    filtered = f"{GRANTED}[features]\nnetwork_proxy = true\n{host}"
    bare = filtered.replace("network_proxy = true", "network_proxy = false")
    assert opens_more("codex", [patch(TOML, DEV, bare)], [patch(TOML, DEV, filtered)], situation("codex", DEV))
    assert not opens_more("codex", [patch(TOML, DEV, DEV)], [patch(TOML, DEV, filtered)], situation("codex", DEV))


def test_patched_texts_stand_in_the_place_of_the_old_and_new_files_beside_them():
    after = patched(situation("codex", DEV), [patch(TOML, DEV, GRANTED), patch(".codex/rules/a.rules", None, "x\n")])
    assert [(text.file, text.text) for text in after.configs] == [
        ("~/.codex/config.toml", ""),
        (TOML, GRANTED),
        (".codex/rules/a.rules", "x\n"),
    ]


def test_folders_that_a_step_makes_are_there_when_the_patch_counts():
    ready = as_if_ready(Situation(paths=(PathAnswer("/a", "missing"), PathAnswer("/b", "file"))))
    assert ([answer.kind for answer in ready.paths], ready.trusted) == (["folder", "file"], True)


@pytest.mark.parametrize(
    ("entry", "need"),
    [
        ("h.example:8443", ReachHost("h.example", 8443)),
        ("**.example.com", ReachHost("any-host-below.example.com")),
        ("*.example.com", ReachHost("any-host-below.example.com")),
        ("::1", ReachHost("::1")),
        ("*", ReachHost()),
    ],
)
def test_an_entry_stands_for_a_need(entry, need):
    from advisor.rereading import _NEEDS

    assert _NEEDS["connect"](entry) == need


def test_every_operation_of_an_entry_has_its_need():
    from advisor.rereading import _NEEDS

    assert _NEEDS["bind"]("*") == ListenOnPort()
    assert _NEEDS["local-connect"]("127.0.0.1") == ReachLocalService(None, "127.0.0.1")
    for operation, make in _NEEDS.items():
        assert make("x").operation == operation
    assert json.dumps({"names": sorted(_NEEDS)})
