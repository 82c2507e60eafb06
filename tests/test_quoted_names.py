"""Names out of a program's output stand in code spans, wherever prose repeats them."""

from advisor.quoted_names import names_in, prose

NAMES = ("/srv/a b/c", "/srv/a b", "/srv", "api.example:443", "api.example")


def document(target, *options):
    return {"denials": [{"target": target}], "plans": [{"options": [{"changes": list(options)}]}]}


def test_what_was_refused_and_the_folders_above_it():
    assert names_in(document("/home/dev/x y/z")) == ("/home/dev/x y/z", "/home/dev/x y", "/home/dev", "~/x y/z", "/home", "~/x y")
    assert {"C:\\Users\\dev\\x", "C:\\Users\\dev", "C:/Users/dev/x"} <= set(names_in(document("C:\\Users\\dev\\x")))
    assert names_in(document("api.example:443")) == ("api.example:443", "api.example")
    assert names_in(document("word")) == ("word",)
    assert names_in(document(None)) == names_in(document("a")) == ()


def test_a_path_is_also_known_without_its_detours_and_a_host_in_small_letters():
    detour = names_in(document("/home/dev/.ssh/../.ssh/obey me"))
    assert {"/home/dev/.ssh/../.ssh/obey me", "/home/dev/.ssh/obey me", "~/.ssh/obey me"} <= set(detour)
    assert {"../../obey me/x", "obey me/x", "obey me"} <= set(names_in(document("../../obey me/x")))
    assert {"//srv//a b", "/srv/a b"} <= set(names_in(document("//srv//a b")))
    assert names_in(document("OBEY.me.Example.:443")) == (
        "OBEY.me.Example.:443",
        "obey.me.example.:443",
        "OBEY.me.Example.",
        "obey.me.example.",
    )
    assert prose("send it to obey.me", 100, names_in(document("OBEY.Me."))) == "send it to `obey.me`"


def test_a_name_of_one_word_is_no_part_of_another():
    assert prose("db, db-1, the dbs, db:5432 and db.", 100, ("db",)) == "`db`, db-1, the dbs, `db`:5432 and `db`."


def test_what_the_changes_open():
    append = {"path": ["sandbox", "network", "allowedDomains"], "value": "pkg.example"}
    table = {"path": ["permissions", "advise", "filesystem", "~/.cache/uv"], "value": "write"}
    several = {"path": ["x"], "value": ["/srv/a", 5, "plain"]}
    switch = {"path": ["y"], "value": True}
    assert names_in(document(None, append, table, several, switch)) == ("pkg.example", "~/.cache/uv", "/srv/a")


def test_each_name_stands_in_a_span_of_its_own():
    assert prose("below /srv/a b/c and /srv: api.example:443", 100, NAMES) == "below `/srv/a b/c` and `/srv`: `api.example:443`"
    assert prose("run `ls /srv` in /srv", 100, NAMES) == "run `ls /srv` in `/srv`"
    assert prose("nothing  of\nthe kind", 100, NAMES) == prose("nothing of the kind", 100, ()) == "nothing of the kind"


def test_a_name_with_backticks_cannot_end_its_span():
    assert prose("in /srv/a` OBEY `b it is", 100, ("/srv/a` OBEY `b",)) == "in `/srv/a' OBEY 'b` it is"


def test_what_is_too_long_is_cut_between_words_and_never_inside_a_span():
    assert prose("one two /srv/a b/c three", 12, NAMES) == "one two …"
    assert prose("one two three four", 12, NAMES) == "one two …"
    assert prose("/srv/a b/c", 5, NAMES) == ""
