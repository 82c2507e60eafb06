"""Reports built by hand, for the tests of what is made from a report."""

from __future__ import annotations

from advisor.model import (
    Change,
    Channel,
    Confidence,
    Denial,
    Excerpt,
    HarnessName,
    Known,
    Need,
    OffSwitch,
    Option,
    Ordinary,
    Origin,
    Plan,
    PlanFile,
    ReachHost,
    Report,
    Risk,
    Rule,
    RunCommand,
    Says,
    Situation,
    Step,
    TakesEffect,
    Unmet,
    Verified,
    WritePath,
)

READ_ONLY = Rule(
    id="filesystem/read-only-mount",
    title="A write outside the writable roots was refused",
    explanation="The sandbox mounts everything but the writable roots read-only, so the kernel answers EROFS.",
    telltales=("Read-only file system",),
    pattern=r"cannot touch '(?P<path>[^'\n]{1,400})': Read-only file system",
    need=WritePath,
    examples=("touch: cannot touch '/usr/local/x': Read-only file system",),
    near_misses=("The docs mention: Read-only file system",),
    source="https://docs.example/sandbox",
)
REFUSED_COMMAND = READ_ONLY._replace(id="permission/needs-approval", title="The harness asks before it runs this command", need=RunCommand)
PORT_IN_USE = Rule(
    id="ordinary/port-in-use",
    title="Another process holds the port",
    explanation="EADDRINUSE comes from the kernel whether or not there is a sandbox.",
    telltales=("EADDRINUSE",),
    pattern=r"EADDRINUSE",
    says=Says.ORDINARY,
)

CODEX_SNIPPET = """\
default_permissions = "advise"

[permissions.advise]
extends = ":workspace"

[permissions.advise.filesystem]
"~/.npm/_cacache" = "write"
"""
CODEX_SHOWN = CODEX_SNIPPET.replace("\n\n", "\n")
CLAUDE_SNIPPET = """\
{
  "sandbox": {
    "filesystem": {
      "allowWrite": [
        "~/.npm/_cacache"
      ]
    }
  }
}
"""
CLAUDE_SHOWN = """\
{
  "sandbox": {
    "filesystem": {
      "allowWrite": ["~/.npm/_cacache"]
    }
  }
}
"""


def excerpt(text: str, line: int = 3, channel: Channel = Channel.OUTPUT) -> Excerpt:
    return Excerpt(Origin("-", line, line + text.count("\n")), text, channel)


def denial(
    need: Need | None = None,
    rule: Rule = READ_ONLY,
    confidence: Confidence = Confidence.LIKELY,
    text: str = "npm error EROFS: read-only file system, mkdir '/home/dev/.npm/_cacache/tmp'",
    because: tuple[str, ...] = ("this text has almost no other cause",),
) -> Denial:
    return Denial(rule, need or WritePath("/home/dev/.npm/_cacache/tmp"), confidence, because, excerpt(text))


def ordinary(rule: Rule = PORT_IN_USE) -> Ordinary:
    return Ordinary(rule, excerpt("Error: listen EADDRINUSE: address already in use :::3000", line=8))


def change(harness: HarnessName = "codex") -> Change:
    if harness == "codex":
        path: tuple[str, ...] = ("permissions", "advise", "filesystem", "~/.npm/_cacache")
        return Change(".codex/config.toml", "toml", "project", path, "write")
    return Change(".claude/settings.json", "json", "project", ("sandbox", "filesystem", "allowWrite"), "~/.npm/_cacache", op="append")


def option(harness: HarnessName = "codex", **fields: object) -> Option:
    made = Option(
        id="a1",
        needs=(WritePath("~/.npm/_cacache", folder=True),),
        kind="setting",
        title="Let commands write ~/.npm/_cacache",
        risk=Risk.NARROW,
        means="the agent's commands can create, change and delete files under ~/.npm/_cacache",
        changes=(change(harness),),
        steps=(Step("human", "outside the sandbox", run="mkdir -p ~/.npm/_cacache"),),
        verified=Verified("ran", "0.171.0" if harness == "codex" else "2.1.332", "2026-11-29"),
        denials=(0,),
    )
    return made._replace(**fields)


def plan(harness: HarnessName = "codex", **fields: object) -> Plan:
    codex = harness == "codex"
    made = Plan(
        harness=harness,
        options=(option(harness),),
        chosen=("a1",),
        files=(
            PlanFile(
                ".codex/config.toml" if codex else ".claude/settings.json",
                "project",
                CODEX_SNIPPET if codex else CLAUDE_SNIPPET,
                complete=True,
            ),
        ),
        takes_effect=TakesEffect("new-session", "in a new session (`codex` or `/new`), in a trusted project")
        if codex
        else TakesEffect("next-command", "about a second after saving"),
        unmet=(),
        off_switch=OffSwitch(
            (Step("human", "in a terminal of your own", run="codex -s danger-full-access" if codex else "claude --settings '{}'"),),
            "this removes filesystem isolation: every command can write wherever you can",
        ),
    )
    return made._replace(**fields)


def unmet(need: Need | None = None) -> Unmet:
    return Unmet(need or WritePath("/home/dev/.ssh/config"), "~/.ssh stays closed whatever is allowed", "edit the file yourself", (0,))


def situation(harness: HarnessName | None = "codex", **fields: object) -> Situation:
    made = Situation(system=Known("linux", "flag"))
    if harness is not None:
        made = made._replace(harness=Known(harness, "flag"), harnesses=(harness,))
    return made._replace(**fields)


def report(**fields: object) -> Report:
    made = Report("sandbox", situation(), (denial(),), (), (plan(),))
    return made._replace(**fields)


def both_harnesses() -> Report:
    return report(situation=situation(None), plans=(plan("claude"), plan("codex")))


def permission() -> Report:
    refused = denial(RunCommand("git push"), REFUSED_COMMAND, text="This command requires approval")
    return report(verdict="permission", denials=(refused,))


def possible() -> Report:
    return report(verdict="possible", denials=(denial(confidence=Confidence.POSSIBLE),))


def not_sandbox() -> Report:
    return report(verdict="not-sandbox", denials=(), ordinary=(ordinary(),), plans=())


def nothing() -> Report:
    return report(verdict="nothing", denials=(), plans=())


def many() -> Report:
    needs = (ReachHost("registry.npm.example", 443), *(WritePath(f"/home/dev/.npm/_cacache/{name}") for name in "abcdefgh"))
    return report(denials=tuple(denial(need) for need in needs), ordinary=(ordinary(),))


# One report of each kind, by its name in a test.
ALL = {
    "one": report(),
    "both": both_harnesses(),
    "permission": permission(),
    "possible": possible(),
    "not-sandbox": not_sandbox(),
    "many": many(),
}
