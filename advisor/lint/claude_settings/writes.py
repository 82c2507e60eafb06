"""`sandbox.filesystem`: entries that open nothing, and entries that open too much."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor import paths
from advisor.edits.positions import Path
from advisor.harnesses.claude_code.files import PROTECTED_AT_HOME, PROTECTED_IN_PROJECT
from advisor.hazards import Hazard, judge_write
from advisor.lint.claude_settings._reading import LOCAL, RUN, SEEN, permission_rules, project, put, removed, said, sandbox, user
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule, Sample

_AT = ("sandbox", "filesystem")
_LISTS = ("allowWrite", "denyWrite", "denyRead", "allowRead")
_FILE = re.compile(
    r"[^/]{0,200}\.(?:json5?|jsonc|ya?ml|toml|ini|cfg|conf|env|lock|log|txt|md|db|sqlite3?|pid|xml|properties|py|js|ts|sh|rb|pem|key)"
    r"|\.[a-z]{1,20}rc|\.(?:gitconfig|gitmodules|netrc|profile|bash_profile|zprofile|zshenv|bash_history|zsh_history|env|python_history)"
)
_WIDE = {Hazard.BASE_FOLDER, Hazard.SYSTEM, Hazard.TEMPORARY, Hazard.DEVICE, Hazard.CREDENTIALS, Hazard.START_UP, Hazard.AUTOSTART}
_INSTEAD = {
    Hazard.CREDENTIALS: "leave it out, and run yourself what has to write there",
    Hazard.START_UP: "leave it out, and make that change yourself",
    Hazard.AUTOSTART: "leave it out, and install into the project instead",
    Hazard.TEMPORARY: "leave it out: $TMPDIR is writable already",
}


def _entries(config: Config, *lists: str) -> Iterator[tuple[str, Path, str]]:
    """(list, key path, entry) of these lists."""
    for name in lists:
        for path, entry in config.strings(*_AT, name):
            yield name, path, entry


def _place(entry: str) -> str:
    """The one spelling of an entry: a doubled slash is one, a trailing /** says nothing."""
    text = entry.removesuffix("/**") or "/"
    return paths.canonical(text[1:] if text.startswith("//") else text)


def _protected(config: Config) -> Iterator[Fault]:
    for _, path, entry in _entries(config, "allowWrite"):
        place = _place(entry)
        closed = (*PROTECTED_AT_HOME, "~/.claude", *PROTECTED_IN_PROJECT, ".claude")
        if any(paths.within(place, other) for other in closed):
            message = f"{said(entry)}: stays protected, whatever is allowed"
            if ".claude" in place:
                message = f"{said(entry)}: settings, CLAUDE.md, skills, hooks and ~/.claude.json stay protected, whatever is allowed"
            yield Fault(path, message, removed(path, "leave it out", safe=paths.leaf(place) != ".claude"))


def _opened(config: Config) -> Iterator[tuple[Path, str]]:
    """Whatever opens a folder for writing: the list, additional directories, and Edit rules with an absolute path."""
    yield from ((path, entry) for _, path, entry in _entries(config, "allowWrite"))
    yield from config.strings("permissions", "additionalDirectories")
    for rule in permission_rules(config, "allow"):
        if rule.tool == "Edit" and (rule.inner or "").startswith(("//", "~")):
            yield rule.path, rule.inner or ""


def _wide(config: Config) -> Iterator[Fault]:
    for path, entry in _opened(config):
        place = _place(entry)
        if _is_glob(place) or "$" in place or not paths.is_anchored(place):
            continue
        judged = judge_write(place)
        if judged.hazard in _WIDE and not any(paths.within(place, other) for other in PROTECTED_AT_HOME):
            why = f"{judged.why[:1].lower()}{judged.why[1:].rstrip('.')}"
            yield Fault(
                path, f"{said(entry)}: {why}", removed(path, _INSTEAD.get(judged.hazard, "name the exact folder below it that is needed"))
            )
        elif judged.hazard in (Hazard.ANCESTOR, Hazard.EXECUTED_LATER, Hazard.INTERPRETER):
            yield Fault(path, f"{said(entry)}: {judged.why[:1].lower()}{judged.why[1:].rstrip('.')}", severity="info")


def _single_file(config: Config) -> Iterator[Fault]:
    for _, path, entry in _entries(config, "allowWrite"):
        if _FILE.fullmatch(paths.leaf(_place(entry))):
            message = (
                f"{said(entry)}: a single file allows in-place writes only; a program that writes a new file and renames it still fails"
            )
            yield Fault(path, message)


def _globs(config: Config) -> Iterator[Fault]:
    for name, path, entry in _entries(config, "allowWrite", "denyWrite"):
        if _is_glob(_place(entry)):
            effect = "opens" if name == "allowWrite" else "closes"
            yield Fault(
                path, f"{said(entry)}: on Linux a pattern {effect} nothing; only a trailing /** is understood, and means the folder"
            )
    for _, path, entry in _entries(config, "denyRead", "allowRead"):
        if re.match(r"/{1,2}\*{1,2}(?:/|$)", entry) and entry not in ("/**", "//**"):
            yield Fault(path, f"{said(entry)}: on Linux a pattern that begins with a star at the root hides nothing")


def _is_glob(place: str) -> bool:
    return re.search(r"[*?\[]", place) is not None


def _variables(config: Config) -> Iterator[Fault]:
    for _, path, entry in _entries(config, *_LISTS):
        if "$" in entry or re.match(r"%[A-Za-z]{1,30}%", entry):
            home = re.sub(r"^(?:\$HOME|\$\{HOME\})(?=/|$)", "~", entry)
            fix = put(path, home, f"write {said(home)}") if home != entry else None
            yield Fault(path, f"{said(entry)}: variables are not expanded, so this names no place", fix)


_ROOTS = {
    "user": "a relative path in this file is relative to ~/.claude, not to the project",
    "managed": "a relative path in this file is relative to a folder that depends on how Claude Code was started",
    "unknown": "a relative path in a project's file is relative to the project, in a user's file to ~/.claude",
}


def _relative(config: Config) -> Iterator[Fault]:
    root = _ROOTS.get(config.standing)
    for _, path, entry in _entries(config, *_LISTS) if root else ():
        if not paths.is_anchored(entry) and "$" not in entry and not entry.startswith("*"):
            yield Fault(path, f"{said(entry)}: {root}", severity="info" if config.standing == "unknown" else None)


def _shadowed(config: Config) -> Iterator[Fault]:
    denied = {_place(entry): entry for _, _, entry in _entries(config, "denyWrite") if not _is_glob(_place(entry))}
    for _, path, entry in _entries(config, "allowWrite"):
        beaten = next((denied[place] for place in _chain(_place(entry)) if place in denied), None)
        if beaten is not None:
            yield Fault(
                path,
                f"{said(entry)} lies in {said(beaten)} of denyWrite, which beats every allow",
                removed(path, "leave out one of the two"),
            )


def _chain(place: str) -> Iterator[str]:
    """A place and every folder that holds it."""
    yield place
    while (above := paths.parent(place)) != place:
        yield above
        place = above


def _hides_home(config: Config) -> Iterator[Fault]:
    for _, path, entry in _entries(config, "denyRead"):
        place = _place(entry)
        if place in ("~", "/", "/home", "/Users", "/root"):
            message = f"{said(entry)}: hides the whole home from sandboxed commands; every tool's config and cache needs an allowRead"
            yield Fault(path, message)
        elif place.lower() in ("~/library", "~/.config", "~/.cache", "~/.local", "~/.local/share"):
            system = "on macOS hides" if place.lower() == "~/library" else "hides"
            yield Fault(path, f"{said(entry)}: {system} all application caches and config from sandboxed tools")


def _reopens_nothing(config: Config) -> Iterator[Fault]:
    hidden = any(_entries(config, "denyRead")) or config.at("permissions", "blockReadsOutsideWorkingDirectories") is True
    hidden = hidden or any(text.startswith("Read(") for _, text in config.strings("permissions", "deny"))
    if not hidden and any(_entries(config, "allowRead")):
        path = (*_AT, "allowRead")
        yield Fault(path, "reads are open anyway: this list only reopens what denyRead or a Read rule hides, and this file hides nothing")


def _personal(config: Config) -> Iterator[Fault]:
    if config.standing != "project":
        return
    for _, path, entry in _entries(config, *_LISTS):
        if re.match(r"/{1,2}(?:home|Users)/[^/]{1,100}(?:/|$)", entry):
            place = _place(entry)
            fix = put(path, place, f"write {said(place)}, or move it to {LOCAL}") if place.startswith("~") else None
            yield Fault(path, f"{said(entry)}: one person's own path in a file that the whole team shares", fix)


RULES = (
    LintRule(
        id="claude-settings/protected-write",
        title="Write access to what stays protected",
        explanation=(
            "The agent's own settings, skills, agents, hooks and commands, git's config and hooks, shell start-up files in the "
            "project and ~/.ssh are closed whatever is allowed: no entry opens them."
        ),
        severity="warn",
        check=_protected,
        source=f"{RUN}; about 120 names were tried",
        seen_on=SEEN,
        examples=(
            project(sandbox('"filesystem": {"allowWrite": ["~/.claude"]}')),
            project(sandbox('"filesystem": {"allowWrite": [".git/hooks"]}')),
        ),
        near_misses=(project(sandbox('"filesystem": {"allowWrite": ["~/.npm/_cacache", ".github"]}')),),
    ),
    LintRule(
        id="claude-settings/wide-write",
        title="Write access to far more than one program needs",
        explanation=(
            "An entry opens a folder with everything below it. The home makes start-up files and other programs' configs writable, "
            "and what is written there later runs outside the sandbox."
        ),
        severity="warn",
        check=_wide,
        source=RUN,
        seen_on=SEEN,
        examples=(
            user(sandbox('"filesystem": {"allowWrite": ["~/"]}')),
            user(sandbox('"filesystem": {"allowWrite": ["/"]}')),
            project(sandbox('"filesystem": {"allowWrite": ["~/.aws", "/tmp"]}')),
            user('{"permissions": {"allow": ["Edit(~/**)"]}}'),
            user('{"permissions": {"additionalDirectories": ["//"]}}'),
        ),
        near_misses=(project(sandbox('"filesystem": {"allowWrite": ["~/.npm/_cacache", "./build", "/srv/models"]}')),),
    ),
    LintRule(
        id="claude-settings/single-file-write",
        title="Write access to a single file",
        explanation=(
            "Most programs write a new file beside the old one and rename it; that needs the folder. `sed -i`, `git config` and "
            "sqlite's journal are among them."
        ),
        severity="warn",
        check=_single_file,
        source=RUN,
        seen_on=SEEN,
        examples=(
            user(sandbox('"filesystem": {"allowWrite": ["~/.claude.json"]}')),
            user(sandbox('"filesystem": {"allowWrite": ["~/.npmrc"]}')),
        ),
        near_misses=(user(sandbox('"filesystem": {"allowWrite": ["~/.cache/uv", "/srv/app.example"]}')),),
    ),
    LintRule(
        id="claude-settings/pattern-as-path",
        title="A pattern where Linux takes none",
        explanation=(
            "macOS understands patterns in every list. On Linux allowWrite and denyWrite drop them without a word, and denyRead skips "
            "one that begins with a star at the root. A trailing /** means the folder itself, on both."
        ),
        severity="warn",
        check=_globs,
        source=RUN,
        seen_on=SEEN,
        examples=(
            project(sandbox('"filesystem": {"allowWrite": ["~/.cache/*"]}')),
            project(sandbox('"filesystem": {"denyRead": ["/**/*.pem"]}')),
        ),
        near_misses=(project(sandbox('"filesystem": {"allowWrite": ["~/.cache/uv/**"], "denyRead": ["**/*.pem"]}')),),
    ),
    LintRule(
        id="claude-settings/variable-in-path",
        title="A variable in a path",
        explanation="Entries are taken as they are written: $HOME names a folder of that very name. The home is written ~.",
        severity="warn",
        check=_variables,
        source=RUN,
        seen_on=SEEN,
        examples=(
            project(sandbox('"filesystem": {"allowWrite": ["$HOME/.npm"]}')),
            user(sandbox('"filesystem": {"denyRead": ["${HOME}/.ssh"]}')),
        ),
        near_misses=(project(sandbox('"filesystem": {"allowWrite": ["~/.npm/_cacache"]}')),),
    ),
    LintRule(
        id="claude-settings/relative-path",
        title="A relative path in a file that belongs to no project",
        explanation=(
            "In a project's files a relative path starts at the project's root. In the user's file it starts at ~/.claude, so `.` is "
            "the settings folder and not the project."
        ),
        severity="warn",
        check=_relative,
        source=RUN,
        seen_on=SEEN,
        examples=(user(sandbox('"filesystem": {"allowWrite": ["build"]}')), user(sandbox('"filesystem": {"allowRead": ["."]}'))),
        near_misses=(
            project(sandbox('"filesystem": {"allowWrite": ["build"]}')),
            user(sandbox('"filesystem": {"allowWrite": ["~/build"]}')),
        ),
    ),
    LintRule(
        id="claude-settings/denied-write",
        title="A folder that is allowed and denied",
        explanation="denyWrite beats allowWrite at and below its places, whatever the scopes of the two.",
        severity="warn",
        check=_shadowed,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"filesystem": {"allowWrite": ["/srv/x/cache"], "denyWrite": ["/srv/x"]}')),),
        near_misses=(project(sandbox('"filesystem": {"allowWrite": ["/srv/x"], "denyWrite": ["/srv/x/keys"]}')),),
    ),
    LintRule(
        id="claude-settings/hidden-home",
        title="The home, or all programs' config, is hidden",
        explanation=(
            "Tools read their config and caches from the home: hidden, it is an empty folder to them, and they fail in odd ways or "
            "ask to log in again. Hide the credentials one by one, or reopen with allowRead what each tool needs."
        ),
        severity="warn",
        check=_hides_home,
        source=RUN,
        seen_on=SEEN,
        examples=(user(sandbox('"filesystem": {"denyRead": ["~/"]}')), user(sandbox('"filesystem": {"denyRead": ["~/Library/**"]}'))),
        near_misses=(user(sandbox('"filesystem": {"denyRead": ["~/.ssh", "~/.config/gh"]}')),),
    ),
    LintRule(
        id="claude-settings/reopens-nothing",
        title="Reads are reopened that nothing closes",
        explanation="Without a denial every file is readable in the sandbox. allowRead only makes holes into denyRead and Read denials.",
        severity="info",
        check=_reopens_nothing,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"filesystem": {"allowRead": ["~/.netrc"]}')),),
        near_misses=(project(sandbox('"filesystem": {"denyRead": ["~/"], "allowRead": ["~/.npmrc"]}')),),
    ),
    LintRule(
        id="claude-settings/personal-path",
        title="One person's path in the team's file",
        explanation="A committed entry that names a person's own home does nothing for anybody else. ~ is everybody's own home.",
        severity="info",
        check=_personal,
        source=RUN,
        seen_on=SEEN,
        examples=(project(sandbox('"filesystem": {"allowWrite": ["/home/dev/.cache/uv"]}')),),
        near_misses=(Sample(sandbox('"filesystem": {"allowWrite": ["/home/dev/.cache/uv"]}'), LOCAL),),
    ),
)
