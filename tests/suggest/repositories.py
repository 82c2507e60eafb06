"""Ten repositories of the kinds that people work in, and what each of them makes necessary.

Each is a folder's worth of files, as its tools write them; hosts are made up. A necessity is (operation, target, `file:line` of the
first place that makes it).
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import NamedTuple


class Repository(NamedTuple):
    """A repository, and what is right to say of it on Linux. broken: the files that cannot be read."""

    files: dict[str, str]
    necessary: tuple[tuple[str, str, str], ...]
    broken: tuple[str, ...] = ()


def _json(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"


CACHE = "~/.npm/_cacache"
PROJECT = "."

NPM_WORKSPACE = Repository(
    {
        "package.json": _json(
            {
                "name": "shop",
                "private": True,
                "workspaces": ["packages/*"],
                "scripts": {"dev": "vite --port 5180", "test": "vitest run", "e2e": "playwright test"},
                "devDependencies": {"vite": "^7.0.0", "@playwright/test": "^1.50.0"},
            }
        ),
        "package-lock.json": _json(
            {
                "name": "shop",
                "lockfileVersion": 3,
                "packages": {
                    "": {"name": "shop"},
                    "node_modules/vite": {"version": "7.0.0", "resolved": "https://registry.shop.example/vite/-/vite-7.0.0.tgz"},
                    "node_modules/own": {"resolved": "git+ssh://git@code.shop.example/team/own.git#abc"},
                },
            }
        ),
        "packages/api/package.json": _json({"name": "api", "dependencies": {"pg": "^8"}, "scripts": {"start": "node server.js"}}),
        "packages/web/package.json": _json({"name": "web", "dependencies": {"api": "*"}}),
        ".npmrc": "registry=https://unused.shop.example/\n",
        "node_modules/vite/package.json": _json({"dependencies": {"a": "1"}, "scripts": {"x": "curl https://no.example/"}}),
        ".gitignore": "node_modules\n",
    },
    (
        ("write", PROJECT, "package-lock.json:4"),
        ("write", CACHE, "package-lock.json:4"),
        ("connect", "registry.shop.example:443", "package-lock.json:10"),
        ("connect", "code.shop.example:22", "package-lock.json:13"),
        ("bind", ":5180", "package.json:8"),
        ("write", "~/.cache/ms-playwright", "package.json:14"),
        ("nest", "", "package.json:10"),
    ),
)

PNPM_TURBO = Repository(
    {
        "package.json": _json(
            {
                "name": "studio",
                "packageManager": "pnpm@10.0.0",
                "scripts": {"build": "turbo run build", "dev": "turbo run dev"},
                "devDependencies": {"turbo": "^2.5.0"},
            }
        ),
        "pnpm-workspace.yaml": "packages:\n  - apps/*\n",
        "pnpm-lock.yaml": "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    devDependencies:\n      turbo:\n        version: 2.5.0\n",
        "turbo.json": _json({"remoteCache": {"apiUrl": "https://turbo.studio.example"}, "tasks": {"build": {}}}),
        "apps/web/package.json": _json({"name": "web", "scripts": {"build": "next build", "dev": "next dev"}}),
        ".npmrc": "@studio:registry=https://packages.studio.example/\nregistry=https://mirror.studio.example/npm/\n",
    },
    (
        ("write", PROJECT, "pnpm-lock.yaml:3"),
        ("write", "~/.local/share/pnpm/store", "pnpm-lock.yaml:3"),
        ("write", "~/.cache/pnpm", "pnpm-lock.yaml:3"),
        ("connect", "packages.studio.example:443", ".npmrc:1"),
        ("connect", "mirror.studio.example:443", ".npmrc:2"),
        ("connect", "turbo.studio.example:443", "turbo.json:3"),
        ("bind", ":3000", "apps/web/package.json:5"),
    ),
)

UV = Repository(
    {
        "pyproject.toml": (
            '[project]\nname = "tide"\nversion = "0"\ndependencies = ["httpx"]\n\n[[tool.uv.index]]\nname = "corp"\n'
            'url = "https://index.tide.example/simple"\ndefault = true\n'
        ),
        "uv.lock": (
            'version = 1\n\n[[package]]\nname = "httpx"\nversion = "0.28"\nsource = { registry = "https://index.tide.example/simple" }\n'
            'sdist = { url = "https://files.tide.example/httpx.tar.gz", hash = "sha256:0" }\n'
            '[[package]]\nname = "own"\nsource = { git = "https://code.tide.example/own?rev=1#2" }\n'
        ),
        "Makefile": "serve:\n\tuv run uvicorn app:app --port 8001\n\ncheck:\n\tuv run pytest\n",
        ".python-version": "3.12\n",
        ".pre-commit-config.yaml": "repos:\n  - repo: https://code.tide.example/hooks\n    rev: v1\n  - repo: local\n",
        ".github/workflows/test.yml": (
            "on: push\njobs:\n  test:\n    services:\n      postgres:\n        image: postgres:17\n        ports:\n          - 5432:5432\n"
            "    env:\n      UV_INDEX_URL: https://index.tide.example/simple\n    steps:\n      - run: uv sync --frozen\n"
            "      - run: |\n          uv run pytest\n          curl https://deploy.tide.example/\n"
        ),
    },
    (
        ("write", "~/.cache/uv", "uv.lock:3"),
        ("connect", "index.tide.example:443", "uv.lock:6"),
        ("connect", "files.tide.example:443", "uv.lock:7"),
        ("connect", "code.tide.example:443", ".pre-commit-config.yaml:2"),
        ("write", "~/.cache/pre-commit", ".pre-commit-config.yaml:2"),
        ("bind", ":8001", "Makefile:2"),
        ("local-connect", "127.0.0.1:5432", ".github/workflows/test.yml:8"),
        ("write", PROJECT, "Makefile:5"),
    ),
)

POETRY = Repository(
    {
        "pyproject.toml": (
            '[tool.poetry]\nname = "loom"\nversion = "0"\n\n[tool.poetry.dependencies]\npython = "^3.11"\nrequests = "*"\n\n'
            '[[tool.poetry.source]]\nname = "corp"\nurl = "https://index.loom.example/simple"\npriority = "primary"\n'
        ),
        "poetry.lock": (
            '[[package]]\nname = "requests"\nversion = "2"\n\n[package.source]\ntype = "legacy"\nurl = "https://index.loom.example/simple"\n'
        ),
    },
    (
        ("write", "~/.cache/pypoetry/cache", "poetry.lock:1"),
        ("write", "~/.cache/pypoetry/artifacts", "poetry.lock:1"),
        ("write", "~/.cache/pypoetry/virtualenvs", "poetry.lock:1"),
        ("connect", "index.loom.example:443", "poetry.lock:7"),
    ),
)

CARGO_WORKSPACE = Repository(
    {
        "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\nresolver = "2"\n',
        "Cargo.lock": (
            'version = 4\n\n[[package]]\nname = "anvil"\nversion = "0.1.0"\n\n[[package]]\nname = "serde"\nversion = "1.0.0"\n'
            'source = "registry+https://github.com/rust-lang/crates.io-index"\n\n[[package]]\nname = "forge"\nversion = "0.1.0"\n'
            'source = "git+https://code.anvil.example/forge?rev=1#1"\n'
        ),
        "crates/anvil/Cargo.toml": (
            '[package]\nname = "anvil"\nversion = "0.1.0"\n\n[dependencies]\nserde = "1"\n'
            'forge = { git = "https://code.anvil.example/forge", rev = "1" }\n'
        ),
        ".cargo/config.toml": (
            '[source.crates-io]\nreplace-with = "corp"\n\n[source.corp]\nregistry = "sparse+https://crates.anvil.example/index/"\n'
        ),
        "crates/anvil/src/lib.rs": "",
        "target/debug/build/x/Cargo.toml": '[dependencies]\nx = { git = "https://no.example/x" }\n',
    },
    (
        ("write", PROJECT, "Cargo.lock:10"),
        ("write", "~/.cargo/registry", "Cargo.lock:10"),
        ("write", "~/.cargo/git", "Cargo.lock:15"),
        ("connect", "crates.anvil.example:443", ".cargo/config.toml:5"),
        ("connect", "code.anvil.example:443", "Cargo.lock:15"),
    ),
)

GO_MODULE = Repository(
    {
        "go.mod": "module code.heron.example/heron\n\ngo 1.23\n\nrequire (\n\tgithub.com/x/y v1.2.3\n)\n",
        "go.sum": "",
        "main.go": "package main\n",
        "Makefile": "run:\n\tgo run . --port 8080\n\ndb:\n\tpsql -h localhost -c 'select 1'\n",
    },
    (
        ("write", "~/.cache/go-build", "go.mod:5"),
        ("write", "~/go/pkg/mod", "go.mod:5"),
        ("connect", "proxy.golang.org:443", "go.mod:5"),
        ("connect", "sum.golang.org:443", "go.mod:5"),
        ("local-connect", "localhost:5432", "Makefile:5"),
    ),
)

GRADLE = Repository(
    {
        "settings.gradle.kts": 'rootProject.name = "quay"\ninclude("app")\n',
        "build.gradle.kts": 'repositories {\n    maven { url = uri("https://maven.quay.example/releases") }\n}\n',
        "app/build.gradle.kts": "plugins { java }\n",
        "gradlew": "#!/bin/sh\n",
        "gradle/wrapper/gradle-wrapper.properties": "distributionUrl=https\\://dist.quay.example/gradle-9.0-bin.zip\n",
        "build/reports/x/settings.gradle": "",
        ".gitignore": "build\n.gradle\n",
    },
    (
        ("write", PROJECT, "settings.gradle.kts:1"),
        ("write", "~/.gradle/caches", "settings.gradle.kts:1"),
        ("write", "~/.gradle/daemon", "settings.gradle.kts:1"),
        ("write", "~/.gradle/native", "settings.gradle.kts:1"),
        ("write", "~/.gradle/workers", "settings.gradle.kts:1"),
        ("write", "~/.gradle/notifications", "settings.gradle.kts:1"),
        ("write", "~/.gradle/wrapper/dists", "gradle/wrapper/gradle-wrapper.properties:1"),
        ("connect", "dist.quay.example:443", "gradle/wrapper/gradle-wrapper.properties:1"),
        ("connect", "maven.quay.example:443", "build.gradle.kts:2"),
        ("bind", "127.0.0.1:0", "settings.gradle.kts:1"),
    ),
)

MAVEN = Repository(
    {
        "pom.xml": (
            "<project>\n  <url>https://page.dray.example</url>\n  <modules><module>core</module></modules>\n  <repositories>\n"
            "    <repository>\n      <id>corp</id>\n      <url>https://maven.dray.example/releases</url>\n"
            "    </repository>\n  </repositories>\n"
            "  <dependencies></dependencies>\n</project>\n"
        ),
        "core/pom.xml": "<project>\n  <parent/>\n</project>\n",
    },
    (
        ("write", PROJECT, "pom.xml:10"),
        ("write", "~/.m2/repository", "pom.xml:10"),
        ("connect", "maven.dray.example:443", "pom.xml:7"),
        ("connect", "repo.maven.apache.org:443", "pom.xml:10"),
    ),
)

RAILS = Repository(
    {
        "Gemfile": 'source "https://gems.plinth.example"\n\ngem "rails"\n',
        "Gemfile.lock": "GIT\n  remote: https://code.plinth.example/own.git\n\nGEM\n  remote: https://gems.plinth.example/\n  specs:\n",
        "config/database.yml": (
            "default: &default\n  adapter: postgresql\n  pool: <%= ENV.fetch('RAILS_MAX_THREADS') { 5 } %>\n\n"
            "development:\n  <<: *default\n  database: plinth_development\n"
        ),
        "config/cable.yml": "development:\n  adapter: redis\n  url: redis://localhost:6379/1\n",
        "Procfile.dev": "web: bin/rails server -p 3000\ncss: bin/rails tailwindcss:watch\n",
        "bin/setup": "#!/usr/bin/env ruby\nrequire 'fileutils'\n",
        "compose.yaml": 'services:\n  db:\n    image: postgres:17\n    ports:\n      - "5433:5432"\n',
    },
    (
        ("write", "~/.bundle/cache", "Gemfile.lock:2"),
        ("write", "~/.local/share/gem/ruby", "Gemfile.lock:2"),
        ("connect", "code.plinth.example:443", "Gemfile.lock:2"),
        ("connect", "gems.plinth.example:443", "Gemfile.lock:5"),
        ("unix-socket", "/var/run/postgresql/.s.PGSQL.5432", "config/database.yml:2"),
        ("local-connect", "127.0.0.1:6379", "config/cable.yml:3"),
        ("bind", ":3000", "Procfile.dev:1"),
        ("unix-socket", "/var/run/docker.sock", "compose.yaml:1"),
        ("local-connect", "127.0.0.1:5433", "compose.yaml:5"),
    ),
)

POLYGLOT = Repository(
    {
        ".gitmodules": (
            '[submodule "lib"]\n\tpath = lib\n\turl = git@code.mosaic.example:team/lib.git\n'
            '[submodule "docs"]\n\tpath = docs\n\turl = https://docs.mosaic.example/docs.git\n'
        ),
        "web/package.json": _json({"name": "web", "dependencies": {"a": "1"}}),
        "web/.npmrc": "registry=https://npm.mosaic.example/\n",
        "service/Cargo.toml": '[package]\nname = "service"\n\n[dependencies]\nx = "1"\n',
        "service/.cargo/config.toml": '[source.crates-io]\nreplace-with = "m"\n[source.m]\nregistry = "sparse+https://crates.mosaic.example/i/"\n',
        "tools/requirements.txt": "--index-url https://pip.mosaic.example/simple\nrequests\n",
        "Dockerfile": "FROM debian:13\nRUN apt-get update\n",
        "broken/package.json": '{\n  "name": "x",\n}\n',
        "broken/Cargo.toml": "[package\n",
        "lib/.git": "gitdir: ../.git/modules/lib\n",
        "lib/package.json": _json({"dependencies": {"not": "ours"}, "scripts": {"x": "curl https://no.example/"}}),
    },
    (
        ("connect", "code.mosaic.example:22", ".gitmodules:3"),
        ("connect", "docs.mosaic.example:443", ".gitmodules:6"),
        ("write", ".git/config", ".gitmodules:3"),
        ("write", PROJECT, "service/Cargo.toml:4"),
        ("write", CACHE, "web/package.json:3"),
        ("connect", "npm.mosaic.example:443", "web/.npmrc:1"),
        ("write", "~/.cargo/registry", "service/Cargo.toml:4"),
        ("connect", "crates.mosaic.example:443", "service/.cargo/config.toml:4"),
        ("connect", "pip.mosaic.example:443", "tools/requirements.txt:1"),
        ("unix-socket", "/var/run/docker.sock", "Dockerfile:1"),
    ),
    ("broken/Cargo.toml", "broken/package.json"),
)

REPOSITORIES = {
    "npm workspace": NPM_WORKSPACE,
    "pnpm and turbo": PNPM_TURBO,
    "uv": UV,
    "poetry": POETRY,
    "cargo workspace": CARGO_WORKSPACE,
    "go module": GO_MODULE,
    "gradle": GRADLE,
    "maven": MAVEN,
    "rails": RAILS,
    "polyglot with submodules": POLYGLOT,
}


def plant(repository: Repository, folder: Path) -> None:
    """Write the repository's files into a folder with a git repository."""
    for name, text in repository.files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    git(folder, "init", "-q", "-b", "main", ".")


def git(folder: Path, *words: str) -> str:
    """What a git command says in a folder."""
    identity = ("-c", "user.name=dev", "-c", "user.email=dev@advise.test", "-c", "commit.gpgsign=false")
    return subprocess.run(("git", *identity, *words), cwd=folder, check=True, capture_output=True, text=True).stdout
