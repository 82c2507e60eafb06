"""Recipes, processes, shell scripts."""

from tests.suggest.saying import says


def test_recipes():
    text = "X := 1\nall: a\n\t@npm ci \\\n\t  --x\n\n# note\nserve: all\n\t# no\n\tvite\n"
    assert says({"Makefile": text}) == ["3 script runs npm ci --x", "9 script runs vite"]
    assert says({"a/Makefile": "\tx\n"}) == []


def test_processes():
    assert says({"Procfile.dev": "web: rails s\n\nnot one\n"}) == ["1 script runs rails s"]


def test_shell_scripts():
    text = "#!/bin/sh\n\ncat <<EOF\ncurl https://no.example\nEOF\nnpm ci\n"
    assert says({"scripts/setup.sh": text}) == ["3 script runs cat <<EOF", "6 script runs npm ci"]
    assert says({"tools/x.sh": "npm ci"}) == ["1 script runs npm ci in tools"]
    assert says({"x.sh": "a\n" * 40_000}) == []
