"""What a manifest is, and how its text is read as a table."""

from advisor.suggest.manifests import Broken, Manifest, above, conflict_in, json_table, nearest, table, toml_table


def test_a_manifest_knows_its_place_and_its_lines():
    manifest = Manifest("a/b/c.json", "x\ny z\nz\n")
    assert (manifest.folder, manifest.name, manifest.beside("d")) == ("a/b", "c.json", "a/b/d")
    assert [manifest.line_of("z"), manifest.line_of("no", "y"), manifest.line_of("no")] == [2, 2, 1]
    assert Manifest("c", "").beside("d") == "d"


def test_the_nearest_file_stands_beside_or_above():
    tree = frozenset({"x", "a/y"})
    assert nearest("a/b", ("x", "y"), tree) == "a/y"
    assert nearest("a", ("x",), tree) == "x"
    assert nearest("a", ("z",), tree) is None
    assert [above("a/b"), above("a"), above("")] == ["a", "", None]


def test_tables():
    assert json_table('\ufeff{"a": 1}') == {"a": 1}
    assert toml_table("a = 1\n") == {"a": 1}
    assert table({"a": {"b": {"c": 1}}}, "a", "b") == {"c": 1}
    assert [table({"a": 1}, "a"), table([], "a"), table(None)] == [{}, {}, {}]


def test_what_is_no_table_is_told_with_its_line():
    assert json_table('{\n"a"}') == Broken(2, "it is not JSON: Expecting ':' delimiter")
    found = toml_table("a = 1\nb\n")
    assert isinstance(found, Broken)
    assert found.line == 2
    assert toml_table("a = " + "[" * 100_000) == Broken(1, "it is nested too deeply")
    assert toml_table("a = 1\nb = ").line == 2
    assert json_table('{"a": ' + "9" * 5000 + "}") == Broken(1, "a number in it has too many digits")
    assert toml_table("a = " + "9" * 5000).line == 1


def test_an_unfinished_merge_is_told():
    assert conflict_in(Manifest("a", "x\n<<<<<<< HEAD\n")) == Broken(2, "it holds the marks of an unfinished merge")
    assert conflict_in(Manifest("a", "x\n  <<<<<<< HEAD\n")) is None
