"""Grades: never stronger than the evidence, raised by a boundary that refuses the very target, lowered only by a known no."""

from __future__ import annotations

import pytest

from advisor.grade import backed_lines, graded, ruled_out, verdict_of
from advisor.model import (
    Access,
    Boundary,
    Channel,
    Confidence,
    Denial,
    Entry,
    Excerpt,
    Known,
    ListenOnPort,
    Need,
    NotInForce,
    Origin,
    PathAnswer,
    Process,
    Provenance,
    ReadPath,
    Rule,
    RunCommand,
    Situation,
    StartSandbox,
    TraceProcess,
    WritePath,
)

PATH = "/srv/data/x"


def denial(confidence: Confidence, need: Need | None = None, systems: tuple[str, ...] = ()) -> Denial:
    rule = Rule("r/x", "t", "e", ("t",), "t", WritePath, systems=systems)  # type: ignore[arg-type]
    excerpt = Excerpt(Origin("-", 1, 1), "t", Channel.OUTPUT)
    return Denial(rule, need or WritePath(PATH), confidence, (), excerpt)


def boundary(access: Access, file: str | None = "~/.codex/config.toml") -> Boundary:
    entry = Entry("write", "/srv/data", access, Provenance(file, "sandbox_mode", "user"))
    return Boundary("codex", (entry,), "workspace", complete=True)


def test_without_a_boundary_the_grade_stays_and_says_why() -> None:
    for confidence in Confidence:
        (found,) = graded((denial(confidence),), Situation(), {})
        assert found.confidence is confidence
        assert len(found.because) == 1


def test_a_refusing_boundary_raises_only_what_ran_sandboxed_and_names_a_target() -> None:
    refusing = {"codex": boundary(Access.REFUSED)}
    sandboxed = Situation(sandboxed=Known(True, "flag"))
    (raised,) = graded((denial(Confidence.POSSIBLE),), sandboxed, refusing)  # type: ignore[arg-type]
    assert raised.confidence is Confidence.LIKELY
    assert "sandbox_mode in ~/.codex/config.toml" in raised.because[-1]
    assert "ran in a sandbox (flag)" in raised.because[1]
    (unsure,) = graded((denial(Confidence.POSSIBLE),), Situation(), refusing)  # type: ignore[arg-type]
    assert unsure.confidence is Confidence.POSSIBLE
    (nameless,) = graded((denial(Confidence.POSSIBLE, TraceProcess()),), sandboxed, refusing)  # type: ignore[arg-type]
    assert nameless.confidence is Confidence.POSSIBLE


def test_an_allowing_boundary_is_told_but_does_not_lower() -> None:
    (found,) = graded((denial(Confidence.LIKELY),), Situation(), {"codex": boundary(Access.ALLOWED, file=None)})
    assert found.confidence is Confidence.LIKELY
    assert "may not be in force" in found.because[-1]
    assert "(sandbox_mode)" in found.because[-1]


def test_an_unknown_boundary_says_nothing() -> None:
    (found,) = graded((denial(Confidence.LIKELY),), Situation(), {"codex": Boundary("codex")})
    assert len(found.because) == 1


def test_another_system_s_signature_is_only_possible() -> None:
    linux = Situation(system=Known("linux", "flag"))
    (found,) = graded((denial(Confidence.LIKELY, systems=("macos",)),), linux, {})
    assert found.confidence is Confidence.POSSIBLE
    assert "on linux" in found.because[0]
    (same,) = graded((denial(Confidence.LIKELY, systems=("macos", "linux")),), linux, {})
    assert same.confidence is Confidence.LIKELY


def test_a_weak_text_of_another_system_means_nothing_here() -> None:
    weak = denial(Confidence.POSSIBLE, systems=("macos", "windows"))
    assert graded((weak,), Situation(system=Known("linux", "flag")), {}) == ()
    assert len(graded((weak,), Situation(system=Known("macos", "flag")), {})) == 1
    assert len(graded((weak,), Situation(), {})) == 1


def test_only_a_known_no_rules_out() -> None:
    outside = Situation(sandboxed=Known(False, "flag"))
    assert graded((denial(Confidence.LIKELY), denial(Confidence.POSSIBLE)), outside, {}) == ()
    assert not ruled_out(denial(Confidence.CERTAIN), outside)
    assert not ruled_out(denial(Confidence.LIKELY, RunCommand("rm x")), outside)
    assert not ruled_out(denial(Confidence.LIKELY, StartSandbox("bwrap")), outside)
    assert not ruled_out(denial(Confidence.LIKELY), Situation(sandboxed=Known(None)))


@pytest.mark.parametrize(
    ("denials", "explained", "verdict"),
    [
        ((), False, "nothing"),
        ((), True, "not-sandbox"),
        ((denial(Confidence.POSSIBLE),), True, "possible"),
        ((denial(Confidence.LIKELY), denial(Confidence.POSSIBLE)), False, "sandbox"),
        ((denial(Confidence.LIKELY, RunCommand("x")),), False, "permission"),
        ((denial(Confidence.LIKELY, RunCommand("x")), denial(Confidence.POSSIBLE)), False, "possible"),
    ],
)
def test_verdicts(denials: tuple[Denial, ...], explained: bool, verdict: str) -> None:
    assert verdict_of(denials, explained) == verdict


def backed(counts: str, need: Need | None = None, line: int = 1) -> Denial:
    found = denial(Confidence.POSSIBLE, need)
    return found._replace(rule=found.rule._replace(counts=counts), evidence=Excerpt(Origin("-", line, line), "t", Channel.OUTPUT))


SANDBOXED = Situation(sandboxed=Known(True, "flag"))


@pytest.mark.parametrize(
    ("counts", "situation", "access", "file", "kept"),
    [
        ("refused", Situation(), Access.REFUSED, "settings.json", True),
        ("refused", Situation(), Access.PROTECTED, "settings.json", True),
        ("refused", Situation(), Access.REFUSED, None, False),
        ("refused", SANDBOXED, Access.REFUSED, None, True),
        ("refused", SANDBOXED, Access.ALLOWED, "settings.json", False),
        ("sandboxed", SANDBOXED, Access.ALLOWED, None, True),
        ("sandboxed", Situation(), Access.REFUSED, "settings.json", False),
        ("failed", Situation(), Access.ALLOWED, None, True),
    ],
)
def test_everyday_words_are_a_denial_only_where_the_situation_backs_them(counts, situation, access, file, kept) -> None:
    entry = Entry("write", PATH, access, Provenance(file, "denyWrite", "user"))
    found = graded((backed(counts),), situation, {"codex": Boundary("codex", (entry,), complete=True)})
    assert bool(found) is kept


@pytest.mark.parametrize(("value", "kept"), [("/srv/data", False), ("/srv/data/*", True), ("/srv/data/x", True)])
def test_only_an_entry_for_the_very_path_backs_everyday_words(value: str, kept: bool) -> None:
    closing = Boundary("codex", (Entry("read", value, Access.REFUSED, Provenance("x", "denyRead", "user")),), complete=True)
    assert bool(graded((backed("refused", ReadPath(PATH)),), SANDBOXED, {"codex": closing})) is kept
    listening = Boundary("codex", (Entry("bind", "*", Access.REFUSED, Provenance(None, "", "built-in")),), complete=True)
    assert graded((backed("refused", ListenOnPort(80, "203.0.113.1")),), SANDBOXED, {"codex": listening})


def test_the_boundarys_word_replaces_what_the_same_lines_may_mean() -> None:
    closing = Boundary("codex", (Entry("read", PATH, Access.REFUSED, Provenance("x", "denyRead", "user")),), complete=True)
    read, elsewhere = backed("refused", ReadPath(PATH)), denial(Confidence.POSSIBLE, WritePath("/srv/other"))
    found = graded((denial(Confidence.POSSIBLE), read, elsewhere), SANDBOXED, {"codex": closing})
    assert [one.need for one in found] == [ReadPath(PATH), WritePath("/srv/other")]
    assert backed_lines(found) == {("-", 1)}
    plain = denial(Confidence.POSSIBLE, ReadPath(PATH))
    assert [one.rule.counts for one in graded((plain, read), SANDBOXED, {"codex": closing})] == ["always"]
    far = backed("refused", ReadPath(PATH), line=9)
    assert len(graded((denial(Confidence.POSSIBLE), far), SANDBOXED, {"codex": closing})) == 2


def test_the_boundary_says_nothing_of_a_rename_across_mounts() -> None:
    (found,) = graded((denial(Confidence.POSSIBLE, WritePath(PATH, across=True)),), SANDBOXED, {"codex": boundary(Access.ALLOWED)})
    assert found.because == ("an ordinary failure can print the same text", "the command ran in a sandbox (flag)")


# --- What is known of this very process, and of what is not in force ------------------------------------------------


def mounted(read_only: bool | None, **fields: object) -> Situation:
    """A situation inside Codex's own sandbox, in which the refused place was looked at."""
    made: dict[str, object] = {
        "sandboxed": Known(True, "marker"),
        "harness": Known("codex", "marker"),
        "process": Process(True, True),
        "paths": (PathAnswer(PATH, "missing", None, read_only),),
    }
    return Situation(**{**made, **fields})  # type: ignore[arg-type]


def test_a_read_only_mount_of_this_process_backs_a_refused_write() -> None:
    (raised,) = graded((denial(Confidence.POSSIBLE),), mounted(True), {})
    assert raised.confidence is Confidence.LIKELY
    assert raised.because[-1] == "the place is mounted read-only for this very process"


@pytest.mark.parametrize(
    "situation",
    [
        mounted(False),
        mounted(None),
        mounted(True, process=None),
        mounted(True, harness=Known()),
        mounted(True, sandboxed=Known()),
        mounted(True, paths=(PathAnswer("/elsewhere", "missing", None, True),)),
    ],
)
def test_no_other_mount_backs_anything(situation: Situation) -> None:
    (found,) = graded((denial(Confidence.POSSIBLE),), situation, {})
    assert found.confidence is Confidence.POSSIBLE


def test_a_mount_backs_writes_only() -> None:
    for need in (TraceProcess(), WritePath(None)):
        (found,) = graded((denial(Confidence.POSSIBLE, need),), mounted(True), {})
        assert found.confidence is Confidence.POSSIBLE


def test_an_entry_that_is_not_in_force_is_named_beside_the_refusal() -> None:
    provenance = Provenance(".codex/config.toml", "sandbox_workspace_write.writable_roots", "project")
    idle = NotInForce(provenance, "nobody trusts this project", Entry("write", "/srv", Access.ALLOWED, provenance))
    whole = idle._replace(provenance=provenance._replace(key=""))
    for one, words in ((idle, "sandbox_workspace_write.writable_roots in .codex/config.toml would"), (whole, ".codex/config.toml would")):
        drawn = boundary(Access.REFUSED)._replace(not_in_force=(one, one))
        (found,) = graded((denial(Confidence.LIKELY),), Situation(), {"codex": drawn})
        assert found.because[-1] == f"{words} allow it and is not in force: nobody trusts this project"
        assert len([reason for reason in found.because if "in force" in reason]) == 1
    (allowed,) = graded((denial(Confidence.LIKELY),), Situation(), {"codex": boundary(Access.ALLOWED)._replace(not_in_force=(idle,))})
    assert not any("nobody trusts" in reason for reason in allowed.because)
