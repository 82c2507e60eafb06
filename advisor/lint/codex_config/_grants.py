"""Every place that a config.toml opens for writing, in either form, and what its name says of it: nothing is looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from advisor.edits.positions import Path
from advisor.lint.codex_config._reading import LEGACY, table, tables
from advisor.lint.config import Config

WORKSPACE = (":workspace_roots", ":project_roots")
_SPECIAL_PLACES = {":root": "/", ":slash_tmp": "/tmp"}
# A last part of a path that only files have, in small letters. Folders are called `next.js` too, so no `.js` outside a project.
_FILE_NAMES = frozenset({
    "makefile", "dockerfile", "jenkinsfile", "vagrantfile", "rakefile", "gemfile", "procfile", "justfile", "brewfile", "license", "readme",
    "changelog", "notice", "codeowners", ".gitconfig", ".gitignore", ".gitattributes", ".gitmodules", ".git-credentials", ".npmrc",
    ".yarnrc", ".netrc", ".bashrc", ".bash_profile", ".bash_history", ".bash_logout", ".profile", ".zshrc", ".zshenv", ".zprofile",
    ".zsh_history", ".vimrc", ".viminfo", ".wgetrc", ".curlrc", ".pypirc", ".pgpass", ".env", ".envrc", ".editorconfig", ".dockerignore",
    ".tool-versions", ".nvmrc", ".node-version", ".python-version", ".ruby-version", ".condarc", ".rspec", ".eslintrc", ".prettierrc",
    ".babelrc", ".lesshst", ".selected_editor", ".wakatime.cfg", "authorized_keys", "known_hosts", "gradlew",
})  # fmt: skip
_EXTENSIONS = frozenset({
    "md", "mdx", "txt", "rst", "adoc", "json", "jsonc", "json5", "jsonl", "toml", "yaml", "yml", "lock", "py", "pyi", "ts", "tsx", "jsx",
    "mjs", "cjs", "rs", "rb", "php", "java", "kt", "kts", "c", "h", "cc", "cpp", "hpp", "cs", "fs", "swift", "scala", "lua", "sh", "bash",
    "zsh", "fish", "ps1", "bat", "cmd", "sql", "db", "sqlite", "sqlite3", "csv", "tsv", "xml", "html", "css", "scss", "ini", "cfg", "conf",
    "env", "log", "pem", "key", "crt", "cer", "pub", "sock", "socket", "pid", "patch", "diff", "pdf", "png", "jpg", "jpeg", "gif", "svg",
    "ico", "ipynb", "gradle", "properties", "mod", "sum", "work", "lockb", "tf", "tfstate", "tfvars", "proto", "rules", "zip", "gz", "tgz",
    "jar", "whl", "exe", "dll", "so", "dylib", "plist", "service", "desktop",
})  # fmt: skip


class Grant(NamedTuple):
    """One place opened for writing.

    written: as it stands in the file. place: what it means, absolute, `~`-anchored, or relative to the project; None for
    what no name tells. form: which key opens it.
    """

    path: Path
    written: str
    place: str | None
    form: str


def grants(config: Config) -> Iterator[Grant]:
    """All places that the file opens for writing, whether or not it also selects them."""
    roots = config.at(LEGACY, "writable_roots")
    for number, root in enumerate(roots if isinstance(roots, list) else ()):
        if isinstance(root, str):
            yield Grant((LEGACY, "writable_roots", number), root, _of_root(config, root), "root")
    for name, _ in tables(config, "permissions"):
        at = ("permissions", name, "filesystem")
        for key, value in table(config, *at).items():
            yield from _entries((*at, key), key, value)
        for root, on in table(config, "permissions", name, "workspace_roots").items():
            if on is True:
                yield Grant(("permissions", name, "workspace_roots", root), root, root, "workspace")


def _entries(path: Path, key: str, value: object) -> Iterator[Grant]:
    if value == "write" and not key.startswith(":"):
        yield Grant(path, key, key, "profile")
    elif value == "write" and key in _SPECIAL_PLACES:
        yield Grant(path, key, _SPECIAL_PLACES[key], "special")
    elif isinstance(value, Mapping):
        for inner, access in value.items():
            if access == "write":
                below = inner if key in WORKSPACE else None if key.startswith(":") else f"{key.rstrip('/')}/{inner}"
                yield Grant((*path, inner), inner, below, "profile")


def _of_root(config: Config, root: str) -> str:
    """What a root of the older form means: relative ones count from the folder that holds the config."""
    if root.startswith(("/", "~")) or root[1:3] in (":\\", ":/"):
        return root
    if config.standing in ("user", "profile"):
        return f"~/.codex/{root}"
    parts = [part for part in root.split("/") if part not in ("", ".")]
    if parts[:1] != [".."]:
        return "/".join([".codex", *parts])
    return "/".join(parts[1:]) or "."


def names_a_file(grant: Grant) -> bool:
    """Whether the place's name is one that only files bear; a folder must stand here."""
    place = grant.place or ""
    if place.endswith(("/", "/**", "\\")):
        return False
    name = re.split(r"[/\\]", place)[-1].lower()
    if name in _FILE_NAMES:
        return True
    stem, dot, extension = name.rpartition(".")
    if not dot or not stem:
        return False
    return extension in _EXTENSIONS or (extension == "js" and not place.startswith(("/", "~")))


def is_device(grant: Grant) -> bool:
    """Whether the place is a device."""
    place = grant.place or ""
    return place.startswith("/dev/") and not place.startswith(("/dev/shm", "/dev/pts", "/dev/fd"))


def opened(grant: Grant) -> str:
    """The place without what says only that it is opened with everything below it."""
    place = (grant.place or "").removesuffix("/**")
    return place.rstrip("/") or ("/" if place.startswith("/") else place)
