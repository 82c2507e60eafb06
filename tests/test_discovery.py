"""Discovery: every module of a package, and nothing else."""

from __future__ import annotations

from pathlib import Path
from pkgutil import iter_modules

from advisor import launchers, programs, rules
from advisor.discovery import modules_of
from tests import generate


def test_only_modules_without_an_underscore(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "_shared.py", "__init__.py", "notes.txt", "c.pyc"):
        (tmp_path / name).write_text("")
    (tmp_path / "folder").mkdir()
    assert modules_of([str(tmp_path)]) == ("a", "b")


def test_it_finds_what_the_import_system_finds() -> None:
    for package in (rules, programs, launchers):
        found = {entry.name for entry in iter_modules(package.__path__) if not entry.name.startswith("_")}
        assert set(modules_of(package.__path__)) == found


def test_a_text_is_heard_by_every_rule_that_can_match_it() -> None:
    assert generate.SPEAKING.read_text(encoding="utf-8") == generate.generated_speaking()
    for rule in rules.catalogue():
        for example in (*rule.examples, *rule.telltales):
            assert rule in rules.speaking(example)
    assert rules.speaking("all is well") == ()
