"""Which programs a line calls."""

import pytest

from advisor.foresight.calls import calls_of


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("npm ci", [("npm", ("ci",), None)]),
        ("cd web && npm ci", [("npm", ("ci",), "web")]),
        ("cd web; cd api; make", [("make", (), "web/api")]),
        ("cd; make", [("make", (), "~")]),
        ("git -C sub status", [("git", ("-C", "sub", "status"), "sub")]),
        ("cd a && npm --prefix b ci", [("npm", ("--prefix", "b", "ci"), "a/b")]),
        ("env A=1 timeout 5 /usr/bin/curl x", [("curl", ("x",), None)]),
        ("npx -y playwright@1.50 test", [("npx", ("-y", "playwright@1.50", "test"), None), ("playwright", ("test",), None)]),
        ("npx @scope/tool run", [("npx", ("@scope/tool", "run"), None), ("tool", ("run",), None)]),
        ("npm exec vite dev", [("npm", ("exec", "vite", "dev"), None), ("vite", ("dev",), None)]),
        ("npm exec", [("npm", ("exec",), None)]),
        ("npx", [("npx", (), None)]),
        ("for i in 1 2; do curl x; done", [("curl", ("x",), None)]),
        ("if true; then make; fi", [("true", (), None), ("make", (), None)]),
        ("while; do", []),
        ("", []),
        ("A=1", []),
        ("> out", []),
        ("sudo", []),
    ],
)
def test_calls_behind_wrappers_runners_and_folders(line, expected):
    assert [(call.program, call.arguments, call.folder) for call in calls_of(line)] == expected
