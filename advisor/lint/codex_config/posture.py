"""Whether there is a sandbox at all, who is asked, and settings of it that this version no longer has."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.lint.codex_config._reading import (
    FULL_ACCESS,
    SEEN,
    has_full_access,
    is_project,
    profile,
    profile_file,
    project,
    put,
    removed,
    renamed,
    selected,
    user,
)
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule
from advisor.quoting import inline


def _full_access(config: Config) -> Iterator[Fault]:
    if not has_full_access(config):
        return
    key = "sandbox_mode" if selected(config) is None else "default_permissions"
    narrower = "workspace-write" if key == "sandbox_mode" else ":workspace"
    shared = " for everyone who trusts the project" if is_project(config) else ""
    say = f"no sandbox at all{shared}: every command can write and read whatever you can, and no other setting here acts"
    yield Fault((key,), say, put((key,), narrower, f'write "{narrower}", and take the sandbox off for one session by a flag'), part="value")


def _nobody_asks(config: Config) -> Iterator[Fault]:
    if has_full_access(config) and config.at("approval_policy") == "never":
        yield Fault(("approval_policy",), "never, and no sandbox: nothing holds a command back and nothing asks", part="value")


def _untrusted(config: Config) -> Iterator[Fault]:
    if config.at("approval_policy") == "untrusted":
        say = '"untrusted" is no longer supported: Codex does not start'
        fix = put(("approval_policy",), "on-request", 'write "on-request", which asks when the agent wants to leave the sandbox')
        yield Fault(("approval_policy",), say, fix, part="value")


def _on_failure(config: Config) -> Iterator[Fault]:
    if config.at("approval_policy") == "on-failure":
        say = '"on-failure" is read as "on-request": nothing is asked when a command fails'
        yield Fault(
            ("approval_policy",),
            say,
            put(("approval_policy",), "on-request", 'write "on-request", which is what it does', safe=True),
            part="value",
        )


def _profile_key(config: Config) -> Iterator[Fault]:
    name = config.at("profile")
    if isinstance(name, str) and not is_project(config):
        say = (
            "Codex does not start with it: put the profile into "
            f"{inline(name, 60) or 'NAME'}.config.toml and start `codex --profile {inline(name, 60)}`"
        )
        yield Fault(("profile",), say, removed(("profile",), "take it out"))


def _profile_tables(config: Config) -> Iterator[Fault]:
    if config.has("profiles"):
        say = "[profiles.…] tables are no longer read (since 0.134): each belongs into a NAME.config.toml beside the user's file"
        yield Fault(("profiles",), say)


def _landlock(config: Config) -> Iterator[Fault]:
    path = ("features", "use_legacy_landlock")
    if config.at(*path) is True:
        say = "every sandboxed command fails with it since 0.160: that sandbox is gone"
        yield Fault(path, say, removed(path, "take it out", safe=True))
    path = ("features", "use_linux_sandbox_bwrap")
    if config.has(*path):
        say = "no longer a choice: bubblewrap is always used"
        yield Fault(path, say, removed(path, "take it out: it does nothing", safe=True), severity="info")


def _aliases(config: Config) -> Iterator[Fault]:
    path = ("features", "codex_hooks")
    if config.has(*path) and not config.has("features", "hooks"):
        yield Fault(path, "an older name of hooks, which are on by themselves", renamed(path, "hooks", "call it hooks", safe=True))


RULES = (
    LintRule(
        id="codex-config/full-access",
        title="The sandbox is off",
        explanation=(
            f"`{FULL_ACCESS}` removes the sandbox for every session. It is honoured from "
            "a project's file too, once the project is trusted: "
            "whoever clones and trusts it works without one. For a single session there is a flag."
        ),
        severity="warn",
        check=_full_access,
        source="facts/codex.md 1.1 (honoured in a trusted project file) and 2.2; DESIGN 6",
        seen_on=SEEN,
        examples=(project('default_permissions = ":danger-full-access"\n'), user(f'sandbox_mode = "{FULL_ACCESS}"\n')),
        near_misses=(
            project(f'sandbox_mode = "{FULL_ACCESS}"\ndefault_permissions = ":workspace"\n'),
            user(f'[profiles.x]\nsandbox_mode = "{FULL_ACCESS}"\n'),
        ),
    ),
    LintRule(
        id="codex-config/nobody-asks",
        title="No sandbox, and no question either",
        explanation='With full access and `approval_policy = "never"` whatever the agent runs happens at once, with all your rights.',
        severity="warn",
        check=_nobody_asks,
        source="facts/codex.md 1.6",
        seen_on=SEEN,
        examples=(user(f'sandbox_mode = "{FULL_ACCESS}"\napproval_policy = "never"\n'),),
        near_misses=(user('sandbox_mode = "workspace-write"\napproval_policy = "never"\n'), user(f'sandbox_mode = "{FULL_ACCESS}"\n')),
    ),
    LintRule(
        id="codex-config/approval-untrusted",
        title='approval_policy = "untrusted" is gone',
        explanation='`approval_policy = "untrusted" is no longer supported; remove this setting`, and Codex exits.',
        severity="error",
        check=_untrusted,
        source="facts/codex.md 1.5 and 1.6; facts/codex-live.md 2.15",
        seen_on=SEEN,
        examples=(project('approval_policy = "untrusted"\n'),),
        near_misses=(user('approval_policy = "on-request"\n[profiles.x]\napproval_policy = "untrusted"\n'),),
    ),
    LintRule(
        id="codex-config/approval-on-failure",
        title='approval_policy = "on-failure" does not what it says',
        explanation=(
            "The word is still read, and a session then runs as with `on-request`: a refused command goes back to the agent unasked."
        ),
        severity="info",
        check=_on_failure,
        source="facts/codex.md 1.6 (on-failure still parses; the thread reports on-request)",
        seen_on=SEEN,
        examples=(user('approval_policy = "on-failure"\n'),),
        near_misses=(user('approval_policy = "never"\n'),),
    ),
    LintRule(
        id="codex-config/legacy-profile",
        title="The key `profile` is gone",
        explanation=(
            "`legacy profile config is no longer supported`, and Codex exits. Profiles are "
            "files of their own: `--profile NAME` reads NAME.config.toml."
        ),
        severity="error",
        check=_profile_key,
        source="facts/codex.md 1.5 and 10.11",
        seen_on=SEEN,
        examples=(user('profile = "fast"\n'),),
        near_misses=(project('profile = "fast"\n'), user('[profiles.fast]\nmodel = "x"\n')),
    ),
    LintRule(
        id="codex-config/legacy-profiles",
        title="[profiles.…] tables are no longer read",
        explanation="What stands in them does nothing. `codex --profile NAME` reads NAME.config.toml beside the user's config instead.",
        severity="warn",
        check=_profile_tables,
        source="facts/codex.md 1.5 ([profiles.x] tables are ignored)",
        seen_on=SEEN,
        examples=(user('[profiles.fast]\nmodel = "x"\n'), project('[profiles.fast]\nmodel = "x"\n')),
        near_misses=(user('model = "x"\n'), profile_file('model = "x"\n')),
    ),
    LintRule(
        id="codex-config/gone-sandbox",
        title="A switch of a sandbox that is gone",
        explanation=(
            "`use_legacy_landlock` chose a sandbox that no longer exists: since 0.160 every command panics with it. "
            "`use_linux_sandbox_bwrap` has nothing left to choose."
        ),
        severity="error",
        check=_landlock,
        source="facts/codex.md 1.9, 1.10 and 10.11",
        seen_on=SEEN,
        examples=(user("[features]\nuse_legacy_landlock = true\n"), user("[features]\nuse_linux_sandbox_bwrap = true\n")),
        near_misses=(user("[features]\nuse_legacy_landlock = false\n"), project(profile(""))),
    ),
    LintRule(
        id="codex-config/old-feature-name",
        title="An older name of a feature",
        explanation="Codex still reads `features.codex_hooks`; its name is `features.hooks`, and hooks are on without it.",
        severity="info",
        check=_aliases,
        source="facts/codex.md 1.9 (hooks: stable, true)",
        seen_on=SEEN,
        examples=(project("[features]\ncodex_hooks = true\n"),),
        near_misses=(project("[features]\nhooks = true\n"),),
    ),
)
