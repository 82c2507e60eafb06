"""Every rule by itself: its own examples, its near misses, its telltales, its groups, and what a hostile line costs it."""

import re
import unicodedata
from time import thread_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.detect import look
from advisor.model import Confidence, Evidence, Origin, ReachHost, Says
from advisor.rules import catalogue, find
from advisor.scan import LARGEST
from advisor.telltales import TELLTALES
from tests import generate

RULES = catalogue()
MATCHING = [rule for rule in RULES if rule.pattern != "(?!)"]  # the one rule that no text tells matches nothing
COMMON = ("error", "Error", "denied", "failed", "warning", "not found", "No such file", "/dev/", "http", "proxy", "sandbox")
CLEAN = """\
$ npm ci && npm run build && npm test
added 412 packages, and audited 413 packages in 9s
61 packages are looking for funding
found 0 vulnerabilities
> acme@1.4.0 build
> tsc -p . && vite build
vite v5.4.0 building for production...
transforming (212) src/components/errors/ErrorBoundary.tsx
dist/assets/index-4f1e.js   188.40 kB | gzip: 60.12 kB
warning: unused variable `denied` in src/access.rs
   Compiling libc v0.2.150
    Finished `dev` profile [unoptimized + debuginfo] target(s) in 3.21s
Downloading https://files.example/acme-1.0-py3-none-any.whl (12 kB) > /dev/null
Successfully installed acme-1.0
test result: ok. 41 passed; 0 failed; 0 ignored; finished in 0.42s
ok      example.com/acme/internal/server        0.311s
PASS src/http/permissions.test.ts
Tests:       128 passed, 128 total
[main 3f2c1de] Handle errors in the proxy
 3 files changed, 40 insertions(+), 2 deletions(-)
* Connected to localhost (127.0.0.1) port 8080
HTTP/1.1 200 OK
Done in 12.31s.
"""
HOSTILE = (
    "a", " ", "/", "'", '"', "`", ":", "(", "[", "\\n", "/a ", "' '", "a: ", "/x: ", "-1-", "a.b:1:", "| ", "cannot create ", "a=“", 'a("',
)  # fmt: skip


def matches(rule, text):
    return list(re.finditer(rule.pattern, text, re.MULTILINE))


def told_alone(rule, text):
    """What `rule` says of `text` when it is the whole catalogue."""
    refused, usual = look(Evidence(text, Origin("-", 1, 1 + text.count("\n"))), (rule,))
    return [*refused, *usual]


def named(rules):
    return pytest.mark.parametrize("rule", rules, ids=lambda rule: rule.id)


def test_ids_and_aliases_are_unique():
    names = [name for rule in RULES for name in (rule.id, *rule.aliases)]
    assert sorted(names) == sorted(set(names))
    assert find("filesystem/read-only-mount") is not None
    assert all(find(alias) is rule for rule in RULES for alias in rule.aliases)
    assert find("no/such-rule") is None


@named(RULES)
def test_a_rule_is_spelt_like_the_others(rule):
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*", rule.id)
    assert rule.id.startswith(("ordinary/", "quoted/")) == (rule.says is not Says.DENIED)
    assert rule.id.startswith("ordinary/") == (rule.says is Says.ORDINARY)
    assert rule.title
    assert not rule.title.endswith(".")
    assert len(rule.explanation) > 60
    assert rule.explanation.rstrip().endswith((".", "`", ")"))
    assert rule.source
    assert (rule.need is None) == (rule.says is not Says.DENIED)
    assert rule.says is Says.DENIED or not rule.signed_by


@named(MATCHING)
def test_a_rule_finds_its_own_examples_and_leaves_its_near_misses(rule):
    assert rule.examples
    assert rule.near_misses
    for example in rule.examples:
        assert matches(rule, example), example
        if rule.says is not Says.QUOTED:
            assert told_alone(rule, example), example
    for near in rule.near_misses:
        assert not matches(rule, near), near


@named(MATCHING)
def test_a_telltale_stands_in_every_match_of_an_example(rule):
    for example in rule.examples:
        for match in matches(rule, example):
            assert any(telltale in match[0] for telltale in rule.telltales), match[0]


@named(RULES)
def test_telltales_are_plain_selective_literals(rule):
    assert isinstance(rule.telltales, tuple)
    assert bool(rule.telltales) == (rule in MATCHING)
    for telltale in rule.telltales:
        assert telltale == unicodedata.normalize("NFC", telltale)
        assert not set(telltale) & set("'\"`\\\n\r\x1b")
        assert len(telltale.encode()) >= 5
        assert telltale.strip() not in COMMON


def test_a_clean_build_log_holds_no_telltale():
    assert [telltale for telltale in TELLTALES if telltale in CLEAN.encode()] == []


@named(MATCHING)
def test_a_pattern_is_bounded_and_case_sensitive(rule):
    compiled = re.compile(rule.pattern, re.MULTILINE)
    assert not compiled.flags & re.IGNORECASE
    classes_aside = re.sub(r"\(\?#[^)]*\)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", rule.pattern)
    assert not re.search(r"(?<!\()[*+]", classes_aside), "an unbounded repetition"
    assert not re.search(r"\{\d*,\}", classes_aside), "an unbounded repetition"


MARKED = [
    pytest.param(marks.split(), alternative, id=f"{rule.id}-{count}")
    for rule in MATCHING
    for count, (marks, _, alternative) in enumerate(part.partition(")") for part in f"|{rule.pattern}".split("|(?#")[1:])
]


@pytest.mark.parametrize(("marks", "alternative"), MARKED)
def test_an_alternative_matches_only_where_one_of_its_marks_stands(marks, alternative):
    compiled = re.compile(re.sub(r"\\1", ".", alternative), re.MULTILINE)  # the comment stands outside every group
    texts = [text for rule in RULES for text in (*rule.examples, *rule.near_misses)]
    matches = [found.group() for text in texts for found in compiled.finditer(text)]
    assert [found for found in matches if not any(mark in found for mark in marks)] == []


@named(MATCHING)
def test_groups_are_fields_of_the_need(rule):
    groups = {name.partition("__")[0] for name in re.compile(rule.pattern).groupindex}
    if rule.need is None:
        assert not groups
        assert not rule.given
        return
    fields = set(rule.need._fields)
    if rule.need is ReachHost:
        fields |= {"scheme"}
    assert groups <= fields
    assert {name for name, _ in rule.given} <= fields
    rule.need(**dict(rule.given))


@named(MATCHING)
@settings(max_examples=6, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_a_telltale_stands_in_whatever_the_pattern_matches(rule, data):
    text = data.draw(st.from_regex(re.compile(rule.pattern, re.MULTILINE)))
    for match in matches(rule, text):
        # A lookahead may reach beyond the match, but never beyond its last line.
        end = text.find("\n", match.end())
        seen = text[match.start() : end if end >= 0 else len(text)]
        assert any(telltale in seen for telltale in rule.telltales), match[0]


def cost(pattern, text):
    """The processor seconds of one search."""
    start = thread_time()
    for _ in pattern.finditer(text):
        pass
    return thread_time() - start


@named(MATCHING)
def test_a_hostile_line_costs_linear_time(rule):
    pattern = re.compile(rule.pattern, re.MULTILINE)
    for unit in HOSTILE:
        line = (unit * (40_000 // len(unit)))[:40_000]
        half, whole = line[:20_000] + rule.telltales[0], line + rule.telltales[0]
        # Twice the length costs twice the time; four times would be quadratic. What costs next to nothing is not judged.
        if cost(pattern, whole) > 0.05:
            assert min(cost(pattern, whole) for _ in range(3)) < 3.2 * min(cost(pattern, half) for _ in range(3)), unit


@named(MATCHING)
def test_a_window_full_of_a_rules_own_beginnings_costs_little(rule):
    pattern, plain = re.compile(rule.pattern, re.MULTILINE), re.compile(r"\w{1,40}")
    for example in rule.examples:
        for unit in (example[: len(example) // 2] + "\n", example[: len(example) * 2 // 3], example[:-1] + "\n"):
            text = (unit * (LARGEST // len(unit) + 1))[:LARGEST] + rule.telltales[0]
            # A bar in words of the same text: finding them all takes about a thousandth of a second.
            if cost(pattern, text) > 0.05:
                assert min(cost(pattern, text) for _ in range(3)) < 150 * min(cost(plain, text) for _ in range(3)), unit


def test_grades_are_honest_about_weak_texts():
    weak = [rule for rule in RULES if rule.confidence is Confidence.LIKELY and rule.id.startswith(("device/", "translated/eacces"))]
    assert weak == []


def test_the_generated_telltales_are_those_of_the_catalogue():
    assert generate.FILE.read_text(encoding="utf-8") == generate.generated()


@named(MATCHING)
def test_the_gate_lets_every_example_through(rule):
    for example in rule.examples:
        assert any(telltale in example.encode() for telltale in TELLTALES), example
