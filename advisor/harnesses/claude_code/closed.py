"""What is said of a write that no setting may open, and the ways that need none: inside the project, below $TMPDIR, by hand."""

from __future__ import annotations

from advisor.harnesses.claude_code.outside import outside
from advisor.harnesses.claude_code.setup import Answer, Setup, advice, agent, human, only, option, sentence, told
from advisor.harnesses.claude_code.versions import RAN
from advisor.hazards import Hazard, Judgement, judge_write
from advisor.model import Entry, Installs, Option, ReadPath, Risk, WritePath
from advisor.programs import installs_of
from advisor.quoting import inline

_PERSONAL = (Hazard.HARNESS, Hazard.START_UP, Hazard.CREDENTIALS, Hazard.AUTOSTART)


def never(need: WritePath, judged: Judgement, setup: Setup) -> Answer:
    """A place of the never-list: why it stays closed, and what to do instead."""
    if judged.hazard is Hazard.TEMPORARY:
        return Answer(only(temporary(need)))
    installs = installing(setup)
    if installs and judged.hazard not in _PERSONAL:
        return Answer(only(other_way(need, installs.instead)))
    return advice(need, f"{inline(need.path or '')} is never opened. {judged.why}", _instead(judged, setup))


def protected(need: WritePath, entry: Entry, setup: Setup) -> Answer:
    """What Claude Code keeps closed whatever is allowed: no entry opens it."""
    judged = judge_write(need.path or "", setup.situation.home, folder=False)
    reason = sentence(f"Claude Code protects {inline(entry.value)} whatever the settings allow.", judged.why) or ""
    aside = outside(setup, (need,), f"{inline(entry.value)} is protected from sandboxed commands only.")
    ways = only(aside) if judged.hazard not in _PERSONAL else ()
    return Answer(ways, advice(need, reason, _instead(judged, setup)).unmet)


def denied_by_rule(need: WritePath | ReadPath, entry: Entry) -> Answer:
    """An explicit deny is a decision of the human's: it is told where it stands, and never taken away in a patch."""
    removal = option(
        (need,),
        "setting",
        f"Take the deny rule for {inline(entry.value)} away, if it was not meant",
        sentence("Somebody closed this place on purpose: no allow entry opens it again.", entry.note and f"({entry.note}.)") or "",
        steps=(
            human(say=f"If it was not meant, remove the deny for {inline(entry.value)} ({told(entry.provenance)}); if it was, leave it."),
        ),
        risk=Risk.BROAD,
        verified=RAN,
    )
    return Answer(only(removal))


def writable_already(need: WritePath, entry: Entry) -> Answer:
    """What is open without any setting: something else refused it."""
    reason = f"Sandboxed commands may write there without a setting ({inline(entry.value)}: {entry.provenance.key})."
    cause = "Look for an ordinary cause (owner, mode, a full disk), or whether Claude Code was started in another folder."
    return advice(need, reason, sentence(entry.note and f"It counts {entry.note}.", cause) or "")


def installing(setup: Setup) -> Installs | None:
    """How the command installs programs that are run later, when it does."""
    return next((installs for simple in setup.command.commands if (installs := installs_of(simple.words))), None)


def other_way(need: WritePath, instead: str) -> Option | None:
    """The way inside the project of a command that installs programs."""
    return option(
        (need,),
        "command",
        "Do it inside the project",
        "Nothing is opened: the project is writable already.",
        steps=(agent(say=instead[0].upper() + instead[1:] + "."),),
        risk=Risk.NONE,
    )


def temporary(need: WritePath) -> Option | None:
    """The way of everything that is written to the shared temporary folder."""
    say = "Use $TMPDIR (mktemp and tempfile follow it) or a folder in the project in place of the shared temporary folder."
    return option(
        (need,),
        "relocate",
        "Write below $TMPDIR instead",
        "Nothing is opened: $TMPDIR is writable, and private to the sandbox.",
        steps=(agent(say=say),),
        risk=Risk.NONE,
        verified=RAN,
    )


def copied(need: WritePath) -> Option | None:
    """The way of a rename or hard link across the sandbox's mounts, which no entry allows."""
    say = "Copy and delete (shutil.move, fs.cp with fs.rm, cp) in place of the rename or link, or make the file where it is to end."
    return option(
        (need,),
        "command",
        "Copy instead of renaming or linking",
        "Nothing is opened: a rename or hard link cannot cross the mounts that the sandbox is made of, whatever is writable.",
        steps=(agent(say=say),),
        risk=Risk.NONE,
    )


def _instead(judged: Judgement, setup: Setup) -> str:
    """What the never-list says to do, and what the command's own program offers."""
    own = judged.hazard in (Hazard.CREDENTIALS, Hazard.BASE_FOLDER, Hazard.ANCESTOR)
    flags = [f"`{flag.flag}` {flag.does}" for program in setup.programs for flag in program.flags if own and flag.helps == "write"]
    instead = judged.instead or "Make this change yourself, in a terminal of your own."
    return f"{instead} The program itself has a way: {'; '.join(flags)}." if flags else instead
