"""Permission rules: those that are skipped, those that do nothing for the sandbox, and those that let too much through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from advisor import paths
from advisor.lint.claude_settings._reading import (
    LOCAL,
    RUN,
    SEEN,
    PermissionRule,
    is_on,
    permission_rules,
    project,
    put,
    removed,
    said,
    user,
)
from advisor.lint.config import Config
from advisor.lint.rule import Fault, LintRule, Sample
from advisor.model.lint import Severity

_KINDS = ("allow", "ask", "deny")
_FILE_TOOLS = ("Edit", "Read", "Write", "MultiEdit", "NotebookEdit")
# The tools that rules name most; one that is near to none of them may be a tool of a plugin, and is left alone.
_TOOLS = (
    "Agent", "Bash", "BashOutput", "Edit", "ExitPlanMode", "Glob", "Grep", "KillShell", "MultiEdit", "NotebookEdit",
    "PowerShell", "Read", "Skill", "SlashCommand", "Task", "TodoWrite", "WebFetch", "WebSearch", "Write",
)  # fmt: skip
# Folders right below the root of a system: who begins a path with one means the system's, not a folder of the project.
_ROOTS = frozenset({
    "applications", "bin", "boot", "dev", "etc", "home", "lib", "lib32", "lib64", "library", "media", "mnt", "nix", "opt", "private",
    "proc", "root", "run", "sbin", "snap", "srv", "sys", "system", "tmp", "usr", "users", "var", "volumes",
})  # fmt: skip


def _skipped(config: Config) -> Iterator[Fault]:
    for kind in _KINDS:
        items = config.at("permissions", kind)
        for number, item in enumerate(items if isinstance(items, list) else ()):
            path = ("permissions", kind, number)
            why = _why_skipped(item, kind) if isinstance(item, str) else "a rule is a string"
            if why:
                yield Fault(path, f"{said(item)} is skipped: {why}", removed(path, "take it out, or write it as it is meant", safe=True))


def _why_skipped(text: str, kind: str) -> str | None:
    """Why Claude Code passes over a rule (2.1.332: each of these was run); None when it reads it."""
    if not text.strip():
        return "it is empty"
    tool, opening, rest = text.partition("(")
    if opening and not rest.endswith(")"):
        return "a rule is TOOL or TOOL(CONTENT), and ends with its closing bracket"
    inner = rest[:-1] if opening else None
    if opening and not rest[:-1]:
        return f"the brackets are empty; {said(tool)} alone is the form for everything"
    if kind == "allow" and "*" in tool and not re.fullmatch(r"mcp__[^*]{1,200}?__.{0,200}", tool):
        return "an allow rule names its tool; only the tools of one MCP server can be allowed with a star"
    if opening and tool.startswith("mcp__"):
        return "rules for MCP tools take no brackets"
    if re.match(r"[a-z]", tool) and not tool.startswith("mcp__"):
        return f"names of tools begin with a capital: {said(tool[:1].upper() + tool[1:])}"
    return _why_content(tool, inner) if inner else None


def _why_content(tool: str, inner: str) -> str | None:
    if tool == "WebFetch" and ("://" in inner or not inner.startswith("domain:")):
        return "WebFetch rules have the form WebFetch(domain:HOST)"
    if tool == "Bash" and inner == ":*":
        return "a command must stand before :*"
    if tool in _FILE_TOOLS and inner.endswith(":*"):
        return ":* belongs to Bash rules; paths take * and **"
    return None


def _near_tool(config: Config) -> Iterator[Fault]:
    for rule in permission_rules(config, *_KINDS):
        if rule.tool in _TOOLS or "*" in rule.tool or not rule.tool[:1].isupper():
            continue
        near = get_close_matches(rule.tool.lower(), [tool.lower() for tool in _TOOLS], 1, 0.8)
        if near:
            tool = next(tool for tool in _TOOLS if tool.lower() == near[0])
            text = rule.text.strip().replace(rule.tool, tool, 1)
            message = f"{said(rule.text)}: no tool of this name; {said(tool)} is the nearest, and names count with their capitals"
            yield Fault(rule.path, message, put(rule.path, text, f"write {said(text)}"))


def _no_sandbox(config: Config) -> Iterator[Fault]:
    for rule in permission_rules(config, "allow", "deny"):
        if rule.tool in ("Write", "MultiEdit") and rule.inner:
            edit = f"Edit({rule.inner})"
            message = f"{said(rule.text)}: Write and MultiEdit rules have no effect on the sandbox; only Edit(path) does"
            fix = put(rule.path, edit, f"write {said(edit)}, which holds for every tool that writes")
            yield Fault(rule.path, message, fix, severity=None if config.has("sandbox") else "info")


def _no_root(config: Config) -> Iterator[Fault]:
    if not config.has("sandbox"):
        return
    for rule in permission_rules(config, "allow"):
        if (rule.tool == "Edit" and rule.inner in (None, "*", "**")) or (rule.tool == "WebFetch" and rule.inner is None):
            opens = "no folder" if rule.tool == "Edit" else "no host"
            yield Fault(rule.path, f"{said(rule.text)} allows the tool and opens {opens} for sandboxed commands")


def _one_slash(config: Config) -> Iterator[Fault]:
    for rule in permission_rules(config, *_KINDS):
        inner = rule.inner or ""
        if rule.tool not in _FILE_TOOLS or not inner.startswith("/") or inner.startswith("//"):
            continue
        absolute = f"{rule.tool}(/{inner})"
        fix = put(rule.path, absolute, f"write {said(absolute)} if the system's own folder is meant")
        if inner in ("/**", "/*") and rule.kind == "deny":
            does = "read" if rule.tool == "Read" else "edit"
            message = f"{said(rule.text)}: one leading slash is the settings' own root, so in a project's file this denies every {does}"
            yield Fault(rule.path, f"{message} in the project (and to sandboxed Bash); // is the absolute form", fix)
        elif inner.strip("/*").split("/")[0].lower() in _ROOTS:
            message = f"{said(rule.text)}: one leading slash is relative to the settings' root (the project, or ~/.claude)"
            yield Fault(rule.path, f"{message}; // is the absolute form", fix)


def _any_command(config: Config) -> Iterator[Fault]:
    for rule in permission_rules(config, "allow"):
        if rule.tool == "Bash" and (rule.inner is None or rule.inner.strip() in ("*", "**")):
            message = f"{said(rule.text)} allows every shell command without asking"
            yield Fault(rule.path, message, removed(rule.path, "name the commands that may run unasked"))


def _bypass(config: Config) -> Iterator[Fault]:
    path = ("permissions", "defaultMode")
    if config.at(*path) == "bypassPermissions":
        message = "bypassPermissions: nothing asks, every host is reached, and dangerouslyDisableSandbox is let through unasked"
        yield Fault(path, message, put(path, "acceptEdits", "let edits run unasked, and ask for the rest"), part="value")


def _directories(config: Config) -> Iterator[Fault]:
    path = ("permissions", "additionalDirectories")
    if config.at(*path):
        severity: Severity | None = None if config.is_shared() else "info"
        yield Fault(path, "each directory becomes writable in the sandbox, also in a workspace that is not trusted", severity=severity)


def _top_level(config: Config) -> Iterator[Fault]:
    for rule in permission_rules(config, "deny"):
        if rule.tool == "Read" and re.fullmatch(r"\*[^*/]{1,100}", rule.inner or ""):
            deep = f"Read(**/{rule.inner})"
            message = f"{said(rule.text)}: for sandboxed Bash it hides the top folder's files only; {said(deep)} reaches all depths"
            yield Fault(rule.path, message, put(rule.path, deep, f"write {said(deep)}", safe=True))


def _edit_pattern(config: Config) -> Iterator[Fault]:
    for rule in permission_rules(config, "allow", "deny"):
        inner = (rule.inner or "").removesuffix("/**")
        if rule.tool != "Edit" or not re.search(r"[*?\[]", inner) or inner in ("*", "**"):
            continue
        does = "opens nothing" if rule.kind == "allow" else "closes nothing"
        message = f"{said(rule.text)}: it holds for the edit tools; on Linux a pattern {does} for sandboxed Bash"
        yield Fault(rule.path, message, severity=None if is_on(config) and rule.kind == "deny" else "info")


def _variables(config: Config) -> Iterator[Fault]:
    for rule in permission_rules(config, *_KINDS):
        if rule.tool in _FILE_TOOLS and re.match(r"/{0,2}\$(?:\{?[A-Z_]{1,40}\}?)", rule.inner or ""):
            yield Fault(rule.path, f"{said(rule.text)}: variables are not expanded, so this names no place; the home is written ~")


def _shadowed(config: Config) -> Iterator[Fault]:
    beating = {rule.text.strip(): rule for rule in permission_rules(config, "ask", "deny")}
    for rule in permission_rules(config, "allow"):
        other = beating.get(rule.text.strip()) or beating.get(rule.tool)
        if other is not None and (other.kind == "deny" or other.inner is not None):
            message = f"{said(rule.text)}: {said(other.text)} of {other.kind} beats it, so this rule allows nothing"
            severity: Severity | None = None if other.kind == "deny" else "info"
            yield Fault(rule.path, message, removed(rule.path, "leave it out", safe=True), severity=severity)


def _is_personal(rule: PermissionRule) -> bool:
    return re.match(r"/{1,2}(?:home|Users)/[^/]{1,100}/", rule.inner or "") is not None


def _personal(config: Config) -> Iterator[Fault]:
    if config.standing != "project":
        return
    for rule in permission_rules(config, "allow"):
        if rule.tool in _FILE_TOOLS and _is_personal(rule):
            home = paths.canonical(f"/{(rule.inner or '').lstrip('/')}")
            yield Fault(
                rule.path, f"{said(rule.text)}: one person's own path in a file that the whole team shares; {said(home)} is anybody's"
            )


RULES = (
    LintRule(
        id="claude-settings/skipped-rule",
        title="A permission rule that Claude Code skips",
        explanation="A rule that cannot be read is passed over, with a word in `claude doctor` alone; the other rules hold.",
        severity="warn",
        check=_skipped,
        source=RUN,
        seen_on=SEEN,
        examples=(
            project('{"permissions": {"allow": ["Bash(ls"]}}'),
            project('{"permissions": {"deny": ["Read()", 5, ""]}}'),
            project('{"permissions": {"allow": ["mcp__*", "*", "bash(ls)", "mcp__srv__tool(x)"]}}'),
            project('{"permissions": {"allow": ["WebFetch(https://api.example)"]}}'),
            project('{"permissions": {"deny": ["Edit(src:*)", "Bash(:*)"]}}'),
        ),
        near_misses=(
            project('{"permissions": {"allow": ["Bash(a (b))", "mcp__srv__*", "Bash(ls:*)", "WebSearch"], "deny": ["*", "mcp__*"]}}'),
        ),
    ),
    LintRule(
        id="claude-settings/unknown-tool",
        title="A rule for a tool that is misspelt",
        explanation="A rule for a tool that nobody knows is read and never matches: what it allows still asks, what it denies is free.",
        severity="warn",
        check=_near_tool,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"permissions": {"deny": ["Webfetch", "BASH(rm *)"]}}'),),
        near_misses=(project('{"permissions": {"deny": ["WebFetch", "Bash(rm *)", "Computer", "mcp__srv__Read"]}}'),),
    ),
    LintRule(
        id="claude-settings/rule-without-sandbox",
        title="A rule for files that the sandbox takes no notice of",
        explanation=(
            "Of the rules for files only Edit(path) and denied Read(path) reach sandboxed commands. A Write or MultiEdit rule opens "
            "no folder, and one that denies keeps no shell command from writing there."
        ),
        severity="warn",
        check=_no_sandbox,
        source=RUN,
        seen_on=SEEN,
        examples=(
            project('{"permissions": {"allow": ["Write(src/**)"]}, "sandbox": {}}'),
            user('{"permissions": {"deny": ["MultiEdit(~/**)"]}}'),
        ),
        near_misses=(project('{"permissions": {"allow": ["Edit(src/**)", "Write"]}}'),),
    ),
    LintRule(
        id="claude-settings/rule-opens-nothing",
        title="A rule for a whole tool opens nothing for sandboxed commands",
        explanation=(
            "Edit, Edit(*) and Edit(**) add no folder to the sandbox, and WebFetch alone adds no host; with a path or a host they do."
        ),
        severity="info",
        check=_no_root,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"sandbox": {"enabled": true}, "permissions": {"allow": ["Edit", "WebFetch"]}}'),),
        near_misses=(project('{"sandbox": {"enabled": true}, "permissions": {"allow": ["Edit(//srv/x/**)"]}}'),),
    ),
    LintRule(
        id="claude-settings/one-leading-slash",
        title="A path that looks absolute and is not",
        explanation=(
            "In rules one leading slash stands for the folder of the settings: the project, or ~/.claude for the user's file. "
            "Edit(/etc/**) there speaks of a folder etc in the project, and /etc itself is as open as before. Two slashes make a path "
            "absolute."
        ),
        severity="warn",
        check=_one_slash,
        source=RUN,
        seen_on=SEEN,
        examples=(
            project('{"permissions": {"deny": ["Edit(/etc/**)"]}}'),
            project('{"permissions": {"deny": ["Edit(/**)"]}}'),
            user('{"permissions": {"allow": ["Read(/home/dev/notes/**)"]}}'),
        ),
        near_misses=(project('{"permissions": {"deny": ["Edit(//etc/**)", "Edit(/src/**)", "Read(~/x)"]}}'),),
    ),
    LintRule(
        id="claude-settings/any-command",
        title="Every shell command runs without asking",
        explanation=(
            "A bare Bash rule lets every command run unasked. A call that leaves the sandbox still asks; with the sandbox off nothing "
            "else holds a command back."
        ),
        severity="warn",
        check=_any_command,
        source=RUN,
        seen_on=SEEN,
        examples=(user('{"permissions": {"allow": ["Bash"]}}'), user('{"permissions": {"allow": ["Bash(*)"]}}')),
        near_misses=(user('{"permissions": {"allow": ["Bash(ls *)"], "deny": ["Bash"]}}'),),
    ),
    LintRule(
        id="claude-settings/bypass",
        title="Nothing asks for permission",
        explanation=(
            "In this mode the file sandbox stays, every question about a host is answered with yes, and a call with "
            "dangerouslyDisableSandbox runs outside without a word. deniedDomains and a user's strictAllowlist still refuse."
        ),
        severity="warn",
        check=_bypass,
        source=RUN,
        seen_on=SEEN,
        examples=(user('{"permissions": {"defaultMode": "bypassPermissions"}}'),),
        near_misses=(user('{"permissions": {"defaultMode": "plan", "disableBypassPermissionsMode": "disable"}}'),),
    ),
    LintRule(
        id="claude-settings/writable-directories",
        title="Additional directories are writable in the sandbox",
        explanation=(
            "A directory that is added to read from is opened for sandboxed commands to write as well; only its own .claude files and "
            ".mcp.json stay protected."
        ),
        severity="warn",
        check=_directories,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"permissions": {"additionalDirectories": ["../docs"]}}'),),
        near_misses=(project('{"permissions": {"additionalDirectories": []}}'),),
    ),
    LintRule(
        id="claude-settings/shallow-read-denial",
        title="A read denial that reaches the top folder only",
        explanation=(
            "For sandboxed Bash, Read(*.pem) hides files of the top folder alone, and sub/b.pem stays readable; **/ reaches all depths."
        ),
        severity="warn",
        check=_top_level,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"permissions": {"deny": ["Read(*.pem)"]}}'),),
        near_misses=(project('{"permissions": {"deny": ["Read(**/*.pem)", "Read(./secrets/*)"]}}'),),
    ),
    LintRule(
        id="claude-settings/edit-pattern",
        title="An edit rule whose pattern the sandbox cannot hold",
        explanation=(
            "On Linux the sandbox opens and closes folders and files, and takes no patterns but a trailing /**. The rule binds the "
            "edit tools; a shell command writes as if it were not there."
        ),
        severity="warn",
        check=_edit_pattern,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"sandbox": {"enabled": true}, "permissions": {"deny": ["Edit(**/*.lock)"]}}'),),
        near_misses=(project('{"sandbox": {"enabled": true}, "permissions": {"deny": ["Edit(locked/**)"]}}'),),
    ),
    LintRule(
        id="claude-settings/variable-in-rule",
        title="A variable in a rule's path",
        explanation="Paths in rules are taken as they are written: $HOME names a folder of that very name. The home is written ~.",
        severity="warn",
        check=_variables,
        source=RUN,
        seen_on=SEEN,
        examples=(user('{"permissions": {"deny": ["Read($HOME/.ssh/**)"]}}'),),
        near_misses=(user('{"permissions": {"deny": ["Read(~/.ssh/**)"], "allow": ["Bash(echo $HOME)"]}}'),),
    ),
    LintRule(
        id="claude-settings/beaten-rule",
        title="An allow rule that another rule beats",
        explanation=(
            "deny beats ask, and ask beats allow, in every scope: the same rule in two lists, or a whole tool denied, leaves no allow."
        ),
        severity="warn",
        check=_shadowed,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"permissions": {"allow": ["Bash(rm *)", "WebFetch(domain:a.example)"], "deny": ["Bash(rm *)", "WebFetch"]}}'),),
        near_misses=(project('{"permissions": {"allow": ["Bash(ls *)"], "ask": ["Bash"], "deny": ["Bash(rm *)"]}}'),),
    ),
    LintRule(
        id="claude-settings/personal-rule",
        title="One person's path in the team's rules",
        explanation="A committed rule that names a person's own home does nothing for anybody else.",
        severity="info",
        check=_personal,
        source=RUN,
        seen_on=SEEN,
        examples=(project('{"permissions": {"allow": ["Read(//home/dev/notes/**)"]}}'),),
        near_misses=(Sample('{"permissions": {"allow": ["Read(//home/dev/notes/**)"]}}', LOCAL),),
    ),
)
