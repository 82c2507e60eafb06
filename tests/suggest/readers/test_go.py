"""go.mod and go.work."""

from tests.suggest.saying import says


def test_a_module_that_requires_others_downloads_them():
    assert says({"go.mod": "module a.example/a\n\nrequire b.example/b v1.0.0\n"}) == ["3 setup runs go build ./..."]
    assert says({"go.mod": "module a.example/a\n\nrequire (\n\tb.example/b v1.0.0\n)\n"}) == ["3 setup runs go build ./..."]


def test_one_that_requires_none_only_compiles():
    assert says({"go.mod": "module a.example/a\n"}) == ["1 keeps go: compiled packages"]


def test_a_workspace_speaks_for_its_modules():
    files = {"go.work": "go 1.23\nuse ./a\n", "a/go.mod": "module a.example/a\n"}
    assert says(files) == ["2 setup runs go build ./..."]


def test_a_broken_file_is_named():
    assert says({"go.mod": "modul a\n"}) == ["1 broken no line of it names the module"]
