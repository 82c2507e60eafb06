"""Which line a script's name stands for."""

import json

import pytest

from advisor.foresight.scripts import script_of
from advisor.foresight.seen import Called

PACKAGE = {"package.json": json.dumps({"scripts": {"dev": "vite", "test": "vitest run", "pretest": "tsc", "odd": 5, "build": "tsc -b"}})}
MAKE = {
    "Makefile": "CC := gcc\n.PHONY: all\nall: lint\n\t@echo a\n\t-cc \\\n\tx.c\n\nlint:\n\truff check\n\n\tlost\nempty:\nother: x\n\tx\n",
    "build.mk": "go:\n\tgo build\n",
}
PROJECT = {
    "pyproject.toml": '[tool.poe.tasks]\nlint = "ruff check"\nfull = { cmd = "pytest -q" }\n[tool.pdm.scripts]\nserve = "flask run"\n'
}


@pytest.mark.parametrize(
    ("call", "texts", "expected"),
    [
        ("npm run dev", PACKAGE, "vite"),
        ("npm test", PACKAGE, "tsc && vitest run"),
        ("npm t", PACKAGE, "tsc && vitest run"),
        ("npm dev", PACKAGE, None),
        ("npm run", PACKAGE, None),
        ("npm run odd", PACKAGE, None),
        ("npm run nothing", PACKAGE, None),
        ("npm", PACKAGE, None),
        ("pnpm dev", PACKAGE, "vite"),
        ("yarn dev", PACKAGE, "vite"),
        ("yarn install", PACKAGE, None),
        ("bun run dev", PACKAGE, "vite"),
        ("bun build", PACKAGE, None),
        ("npm run dev", {}, None),
        ("npm run dev", {"package.json": "{"}, None),
        ("npm run dev", {"package.json": "[1]"}, None),
        ("make", MAKE, "echo a && cc x.c"),
        ("make lint", MAKE, "ruff check"),
        ("make CC=clang lint", MAKE, "ruff check"),
        ("make empty", MAKE, None),
        ("make other", {"Makefile": "other:\n\t@true"}, "true"),
        ("make nothing", MAKE, None),
        ("make -f build.mk", MAKE, "go build"),
        ("make", {}, None),
        ("make", {"Makefile": "# nothing\n"}, None),
        ("poetry run pytest -q", {}, "pytest -q"),
        ("poetry install", {}, None),
        ("uv run -- pytest", {}, "pytest"),
        ("uv sync", {}, None),
        ("poe lint", PROJECT, "ruff check"),
        ("poe full", PROJECT, "pytest -q"),
        ("pdm run serve", PROJECT, "flask run"),
        ("pdm run pytest", PROJECT, "pytest"),
        ("pdm install", PROJECT, None),
        ("poe", PROJECT, None),
        ("poe lint", {"pyproject.toml": "a = "}, None),
        ("poe lint", {"pyproject.toml": "a = " + "9" * 5000}, None),
        ("ls", PACKAGE, None),
    ],
)
def test_scripts_are_resolved_by_one_level(call, texts, expected):
    program, *arguments = call.split()
    assert script_of(Called(program, tuple(arguments)), texts) == expected
