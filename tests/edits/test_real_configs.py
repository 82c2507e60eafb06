"""Typical edits of every real config file: nothing old is lost, and the figure of lines they change."""

import json
import tomllib
from collections import Counter

import pytest

from advisor.edits import json_edit, toml_edit
from advisor.edits.json_edit import repaired
from advisor.edits.new_text import Setting
from advisor.edits.unified_diff import diff
from advisor.errors import ConfigError
from tests.edits import documents
from tests.edits.test_unified_diff import prove_applies

pytestmark = pytest.mark.corpus

EDITS = {
    "claude": (
        Setting(("sandbox", "filesystem", "allowWrite"), "~/.npm/_cacache", "append"),
        Setting(("sandbox", "network", "allowedDomains"), "packages.example", "append"),
        Setting(("sandbox", "excludedCommands"), "docker *", "append"),
        Setting(("env", "npm_config_cache"), ".cache/npm"),
        Setting(("permissions", "allow"), "Bash(docker *)", "append"),
    ),
    "codex": (
        Setting(("permissions", "advise"), {"extends": ":workspace", "filesystem": {"~/.npm/_cacache": "write"}}),
        Setting(("default_permissions",), "advise"),
        Setting(("sandbox_workspace_write", "writable_roots"), "/home/dev/.npm/_cacache", "append"),
        Setting(("features", "network_proxy", "enabled"), True),
        Setting(("shell_environment_policy", "set", "npm_config_cache"), ".cache/npm"),
    ),
}
EDITORS = {"claude": (json_edit.edited, json.loads), "codex": (toml_edit.edited, tomllib.loads)}


@pytest.fixture(scope="module")
def configs(corpus):
    folder = corpus / "configs"
    rows = [json.loads(line) for line in (folder / "index.jsonl").read_text().splitlines()]
    return [(row, (folder / row["file"]).read_bytes().decode()) for row in rows]


def kind_of_line(line, taken):
    """What an added line of a patch is there for; `taken` are the lines that the patch takes away."""
    line = line.strip()
    if line in taken and line not in ("}", "]"):
        return "line end"  # the last line, which had none
    if line not in taken and line.removesuffix(",") in taken:
        return "comma"
    if line in ("", "}", "]", "},", "],") or line.endswith(("{", "[")):
        return "bracket" if line else "blank"
    return "header" if line.startswith("[") else "value"


def count_lines(patch, figures):
    lines = patch.split("\n")[4:]
    taken = {line[1:].strip() for line in lines if line.startswith("-")}
    figures.update(kind_of_line(line[1:], taken) for line in lines if line.startswith("+"))
    figures["taken away"] += sum(line.startswith("-") for line in lines)


def test_nothing_old_is_lost_and_git_applies_every_patch(configs, tmp_path):
    changes, figures = [], Counter()
    for row, text in ((row, text) for row, text in configs if row["valid"]):
        edit, read = EDITORS[row["kind"]]
        for number, setting in enumerate(EDITS[row["kind"]]):
            try:
                merge, replaces = documents.expected(read(text), [setting])
            except documents.Clash:
                figures["refused"] += 1
                with pytest.raises(ConfigError, match=r"^\d+:\d+: "):
                    edit(text, [setting])
                continue
            result = edit(text, [setting])
            assert documents.same(read(result.text), merge)
            assert bool(result.replaced) == replaces
            assert replaces or result.without_insertions == text
            assert edit(result.text, [setting]).text == result.text
            figures["edits"] += 1
            if result.text != text:
                figures["values"] += len(list(documents.leaves(setting.path, setting.value, setting.op)))
                count_lines(diff(row["file"], text, result.text), figures)
            changes.append((f"{number}/{row['file']}", text, result.text))
    prove_applies(tmp_path, changes)
    print(f"\n{dict(figures)}")
    assert figures["refused"] == 3  # a string where an array belongs (twice), a flag where a table belongs
    # A line for each value, the commas it needs before it, and the brackets or headers of tables that were not there.
    assert figures["value"] == figures["values"]
    assert figures["taken away"] <= figures["comma"] + figures["line end"] + figures["values"]
    assert figures["bracket"] + figures["header"] + figures["blank"] <= 3 * figures["values"]


def test_files_that_are_not_valid_are_named_and_not_edited(configs):
    invalid = [(row, text) for row, text in configs if not row["valid"]]
    assert invalid
    for row, text in invalid:
        edit, _ = EDITORS[row["kind"]]
        with pytest.raises(ConfigError, match=r"^\d+:\d+: "):
            edit(text, EDITS[row["kind"]][:1])


def test_comments_and_trailing_commas_are_repaired_and_nothing_else(configs):
    broken = {row["file"]: text for row, text in configs if row["kind"] == "claude" and not row["valid"]}
    mended = 0
    for text in broken.values():
        try:
            after = repaired(text)
        except ConfigError:
            continue
        mended += 1
        json.loads(after)
        assert set(after.split("\n")) - set(text.split("\n")) == {line for line in after.split("\n") if line not in text.split("\n")}
        assert json_edit.edited(after, EDITS["claude"]).without_insertions == after
    assert mended >= 5
