"""Matches become denials and ordinary failures: look-alikes win, each place is told once, each field comes from its group."""

import pytest

from advisor import detect
from advisor.model import (
    Channel,
    Confidence,
    Evidence,
    ListenOnPort,
    Nest,
    Origin,
    ReachHost,
    ReachLocalService,
    ReadPath,
    Rule,
    Says,
    WritePath,
)


def rule(rule_id, pattern, need=None, **more):
    return Rule(rule_id, "a title", "an explanation", more.pop("telltales", ("refused",)), pattern, need, **more)


WRITE = rule("write", r"^(?P<path>/\S{1,200}): refused$", WritePath)
BARE_WRITE = rule("bare-write", r"write refused", WritePath)
HOST = rule("host", r"(?P<host>[\w.-]{1,99})(?: port (?P<port>\d{1,5}))? refused", ReachHost, telltales=("refused",))
QUOTE = rule("quote", r"^(?:\+ ).{0,200}$", says=Says.QUOTED, telltales=("+ ",))
USUAL = rule("usual", r"^server: /\S{1,200}: refused$", says=Says.ORDINARY, telltales=("server: ",))


def window(text, **more):
    return Evidence(text, Origin("-", 1, 1 + text.count("\n")), **more)


def look(text, *rules, **more):
    return detect.look(window(text, **more), rules)


def needs(text, *rules, **more):
    return [denial.need for denial in look(text, *rules, **more)[0]]


def test_the_named_groups_are_the_fields_of_the_need():
    assert needs("/a/b: refused", WRITE) == [WritePath("/a/b")]
    assert needs("db.example port 5432 refused", HOST) == [ReachHost("db.example", 5432)]


def test_a_group_that_did_not_match_or_is_blank_names_nothing():
    assert needs("db.example refused", HOST) == [ReachHost("db.example", None)]
    blank = rule("blank", r"refused(?P<path> {0,9})", WritePath)
    assert needs("refused   ", blank) == [WritePath(None)]


def test_a_second_place_of_the_same_field():
    either = rule("either", r"refused (?:on (?P<path>/\S{1,99})|for '(?P<path__2>[^']{1,99})')", WritePath)
    assert needs("refused on /a\nrefused for '/b c '", either) == [WritePath("/a"), WritePath("/b c")]


def test_given_fields_come_from_the_rule():
    folder = WRITE._replace(given=(("folder", True),))
    assert needs("/a: refused", folder) == [WritePath("/a", folder=True)]


def test_the_words_round_a_path_say_that_it_is_a_folder():
    made = rule("made", r"(?P<path>/\S{1,99}): refused", WritePath)
    assert needs("mkdir /a: refused\n/b: refused", made) == [WritePath("/a", folder=True), WritePath("/b")]


@pytest.mark.parametrize(("scheme", "port"), [("https", 443), ("HTTP", 80), ("gopher", None)])
def test_a_scheme_stands_for_its_port(scheme, port):
    url = rule("url", r"(?P<scheme>\w{1,9})://(?P<host>[\w.]{1,99})(?::(?P<port>\d{1,5}))? refused", ReachHost)
    assert needs(f"{scheme}://a.example refused", url) == [ReachHost("a.example", port)]
    assert needs(f"{scheme}://a.example:81 refused", url) == [ReachHost("a.example", 81)]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"])
def test_the_machines_own_address_is_a_local_service(host):
    url = rule("url", r"(?P<host>[\w.:\[\]]{1,99}) refused", ReachHost)
    (need,) = needs(f"{host} refused", url)
    assert isinstance(need, ReachLocalService)


def test_a_denial_knows_its_rule_its_lines_and_its_command():
    text = "one\nat /x: refused\n/a: refused\nfour"
    ((denial,), ordinary) = detect.look(Evidence(text, Origin("a.log", 41, 44), command="make"), (WRITE,))
    assert ordinary == []
    assert (denial.rule, denial.confidence, denial.because, denial.command) == (WRITE, Confidence.LIKELY, (), "make")
    assert denial.evidence == (Origin("a.log", 43, 43), "/a: refused", Channel.OUTPUT)


def test_evidence_is_whole_lines_even_of_a_match_across_lines():
    across = rule("across", r"refused:\n {1,9}(?P<path>/\S{1,99})\n", WritePath)
    ((denial,), _) = look("x\nit was refused:\n   /a\nnext\n", across)
    assert denial.evidence.text == "it was refused:\n   /a"
    assert denial.evidence.origin == ("-", 2, 3)


def test_a_signed_channel_makes_certain_and_no_other():
    signed = WRITE._replace(signed_by=(Channel.TRANSCRIPT,))
    (certain,), _ = look("/a: refused", signed, channel=Channel.TRANSCRIPT)
    (likely,), _ = look("/a: refused", signed)
    assert (certain.confidence, likely.confidence) == (Confidence.CERTAIN, Confidence.LIKELY)


def test_a_rule_without_its_telltale_in_the_text_is_not_tried():
    assert needs("/a: refused", WRITE._replace(telltales=("elsewhere",))) == []


def test_an_alternative_without_its_mark_in_the_text_is_not_tried():
    marked = BARE_WRITE._replace(pattern="write refused|(?#here there)refused at once")
    assert needs("write refused\nrefused at once", marked) == [WritePath(None)]
    assert needs("refused at once, there", marked) == [WritePath(None)]
    assert needs("refused at once", marked._replace(pattern="(?#here)refused at once")) == []


def test_look_alikes_win():
    denials, ordinary = look("server: /a: refused\n/b: refused", WRITE._replace(pattern=r"(?P<path>/\S{1,99}): refused"), USUAL)
    assert [denial.need for denial in denials] == [WritePath("/b")]
    assert [failure.rule for failure in ordinary] == [USUAL]


def test_a_quotation_is_nothing_at_all():
    denials, ordinary = look("+ server: /a: refused", WRITE._replace(pattern=r"(?P<path>/\S{1,99}): refused"), QUOTE)
    assert (denials, ordinary) == ([], [])
    assert look("+ x\nserver: /a: refused", QUOTE, USUAL)[1] != []


def test_of_two_rules_at_one_place_the_surest_then_the_one_with_a_target_then_the_longest_is_told():
    weak = rule("weak", r"^/a: refused$", WritePath, confidence=Confidence.POSSIBLE)
    assert needs("/a: refused", weak, WRITE) == [WritePath("/a")]
    bare = rule("bare", r"^/a: refused by all$", WritePath)
    assert needs("/a: refused by all", bare, WRITE._replace(pattern=r"^(?P<path>/a): refused")) == [WritePath("/a")]
    longer = rule("longer", r"^(?P<path>/a): refused by all$", WritePath)
    ((denial,), _) = look("/a: refused by all", WRITE._replace(pattern=r"^(?P<path>/a): refused"), longer)
    assert denial.rule is longer


def test_a_refusal_without_a_target_is_dropped_where_the_same_one_is_told_with_one():
    assert needs("write refused\n/a: refused", BARE_WRITE, WRITE) == [WritePath("/a")]
    assert needs("write refused", BARE_WRITE, WRITE) == [WritePath()]


def test_a_surer_refusal_without_a_target_stays():
    weak = WRITE._replace(confidence=Confidence.POSSIBLE)
    assert needs("write refused\n/a: refused", BARE_WRITE, weak) == [WritePath(), WritePath("/a")]


def test_a_target_of_another_operation_drops_nothing():
    bind = rule("bind", r"listen refused", ListenOnPort)
    nest = rule("nest", r"mount refused", Nest)
    assert needs("listen refused\n/a: refused\nmount refused", bind, WRITE, nest) == [ListenOnPort(), WritePath("/a"), Nest()]


def test_only_what_a_window_judges_counts_but_all_of_it_is_context():
    text = "/a: refused\n/b: refused\n/c: refused\n"
    assert needs(text, WRITE, judged=(12, 24)) == [WritePath("/b")]
    text = "server: /a: refused\n+ server: /b: refused\n"
    assert look(text, USUAL, judged=(20, len(text)))[1] == []
    assert len(look(text, USUAL, judged=(0, 20))[1]) == 1


def test_matches_of_one_rule_in_one_window_are_bounded():
    text = "".join(f"/{number}: refused\n" for number in range(detect.MOST_MATCHES + 50))
    assert len(needs(text, WRITE)) == detect.MOST_MATCHES


def test_windows_together_tell_each_need_and_each_ordinary_failure_once(monkeypatch):
    monkeypatch.setattr(detect, "speaking", lambda text: (WRITE, USUAL))
    text = "/a: refused\nserver: /x: refused"
    denials, ordinary, _ = detect.find([window(text), window("/b: refused\n" + text)])
    assert [denial.need for denial in denials] == [WritePath("/a"), WritePath("/b")]
    assert len(ordinary) == 1


def test_the_surer_of_two_equal_denials_is_kept(monkeypatch):
    weak = rule("weak", r"^maybe (?P<path>/\S{1,99}): refused$", WritePath, confidence=Confidence.POSSIBLE)
    monkeypatch.setattr(detect, "speaking", lambda text: (weak, WRITE))
    texts = ["maybe /a: refused", "/a: refused", "maybe /a: refused"]
    denials, *_ = detect.find(map(window, texts))
    assert [denial.rule for denial in denials] == [WRITE]


def test_what_words_may_mean_in_either_harness_stands_side_by_side():
    one = rule("one", r"^(?P<path>/\S{1,99}): refused$", WritePath, confidence=Confidence.POSSIBLE, harness="claude")
    other = one._replace(id="x/other", need=ReadPath, harness="codex")
    denials, _ = look("/a: refused", one, other)
    assert sorted(denial.rule.id for denial in denials) == ["one", "x/other"]
    for surer in (other._replace(confidence=Confidence.LIKELY), other._replace(harness="claude"), other._replace(harness=None)):
        assert len(look("/a: refused", one, surer)[0]) == 1


def test_the_surest_denials_are_told_and_the_rest_counted(monkeypatch):
    weak = rule("weak", r"^maybe (?P<path>/\S{1,99}): refused$", WritePath, confidence=Confidence.POSSIBLE)
    monkeypatch.setattr(detect, "MOST_DENIALS", 3)
    monkeypatch.setattr(detect, "speaking", lambda text: (weak, WRITE))
    looked = []
    monkeypatch.setattr(detect, "look", lambda *asked, look=detect.look: looked.append(asked) or look(*asked))
    texts = ["maybe /a: refused\n/b: refused\nmaybe /c: refused", "/d: refused\n/e: refused", "/f: refused", "nothing", "/g: refused"]
    denials, _, more = detect.find(map(window, texts))
    assert [denial.need.path for denial in denials] == ["/b", "/d", "/e"]
    assert (more, len(looked)) == (2, 2), "windows that no other rule speaks to are passed over"
    monkeypatch.setattr(detect, "speaking", lambda text: (weak, WRITE, USUAL) if "server" in text else (weak, WRITE))
    _, ordinary, more = detect.find(map(window, [*texts, "server: /x: refused"]))
    assert (len(ordinary), more) == (1, 2)


def test_the_real_catalogue_is_what_is_looked_for():
    assert detect.find([window("nothing at all")]) == ((), (), 0)


@pytest.mark.parametrize(
    ("command", "confidence"),
    [
        ("docker compose run app touch /srv/x", Confidence.POSSIBLE),
        ("cd app && podman exec web touch /srv/x", Confidence.POSSIBLE),
        ("ssh build.example touch /srv/x", Confidence.POSSIBLE),
        ("touch /srv/x", Confidence.LIKELY),
        (None, Confidence.LIKELY),
    ],
)
def test_a_refused_file_of_a_container_or_another_machine_is_only_possible(command, confidence):
    window = Evidence("touch: cannot touch '/srv/x': Read-only file system", Origin("-", 1, 1), command=command)
    ((denial,), *_) = detect.find([window])
    assert denial.confidence is confidence


def test_what_the_situation_must_back_stands_beside_what_else_the_words_may_be():
    closed = WRITE._replace(id="x/closed", counts="refused", pattern=r"server: (?P<path>/a): refused")
    denials, ordinary = look("server: /a: refused", WRITE, closed, USUAL)
    assert [denial.rule.id for denial in denials] == ["x/closed"]
    assert len(ordinary) == 1
    assert look("+ server: /a: refused", closed, QUOTE)[0] == []
    assert [denial.rule.counts for denial in look("/a: refused\nserver: /a: refused", WRITE, closed)[0]] == ["always", "refused"]


@pytest.mark.parametrize(("exit_code", "found"), [(0, 0), (1, 1), (None, 1)])
def test_what_counts_only_for_a_failed_command(exit_code, found):
    assert len(look("/a: refused", WRITE._replace(counts="failed"), exit_code=exit_code)[0]) == found
