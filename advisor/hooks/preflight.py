"""What is told before a command that its sandbox is known to refuse: what, by which key of which file, and whom to ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor import sentences
from advisor.answers import Answer
from advisor.checking import Looks, check
from advisor.hooks.command import ahead, record_of, situated
from advisor.hooks.recalled import once
from advisor.model import Access, HarnessName, RunCommand, operation_of, target_of
from advisor.model.tuples import NamedTuple
from advisor.quoting import clean, code, inline
from advisor.situation import look_at, read_files
from advisor.sources import hook_event

_MOST = 3  # things told one by one
_RULES = "Tell your user this before you try. "
_ASK = (
    "Your user sees what would allow it, and what that hands over, with `advise check -- COMMAND`, and makes the change: "
    "the config is read-only in here. Do not work round it, and do not set {} unless your user asks for it now.\n"
)


class Warning(NamedTuple):
    """What is said before a command; refused: it is known to fail, so that there is no use in running it."""

    text: str = ""
    refused: bool = False


def told_before(event: dict[str, Any], harness: HarnessName, environ: Mapping[str, str]) -> Warning:
    """The warning before the command of `event`; an empty one where nothing is known to stand in its way."""
    command = hook_event.command_of(event)
    if not command:
        return Warning()
    session = record_of(event)
    situation = situated(event, harness, session, environ)
    if situation.sandboxed.value is not True:
        return Warning()
    checked = check((), command, ahead(situation, session), Looks(look_at, read_files))
    refused = [answer for answer in checked.answers if answer.refused]
    doubtful = [
        answer for answer in checked.answers if answer.access is Access.ALLOWED_BUT and not isinstance(answer.question.need, RunCommand)
    ]
    if not refused and not doubtful:
        return Warning()
    sure = bool(refused) and all(foresight.sure for _, foresight in checked.commands)
    return Warning(once(_text(refused, doubtful, sure, harness), harness, session), sure)


def _text(refused: Sequence[Answer], doubtful: Sequence[Answer], sure: bool, harness: HarnessName) -> str:
    told = refused or doubtful
    things = list(dict.fromkeys(_thing(answer) for answer in told))
    more = f" and {len(things) - _MOST} more" if len(things) > _MOST else ""
    verb = "will refuse" if sure else "may refuse"
    lines = [f"advise: the sandbox of {sentences.harness_title(harness)} {verb} this command: {'; '.join(things[:_MOST])}{more}."]
    lines += list(dict.fromkeys(_because(answer) for answer in told[:_MOST]))
    hatches = sentences.listed(f"`{name}`" for name in sentences.escape_hatches((harness,)))
    return "\n".join([*lines, _RULES + _ASK.format(hatches)])


def _thing(answer: Answer) -> str:
    """What is refused; a target that reads like a sentence is not repeated."""
    need = answer.question.need
    target = clean(target_of(need) or "")
    wordy = len(target.split()) > sentences.MOST_WORDS
    return sentences.refusal({"operation": operation_of(need), "target": None if wordy else target}, 100, code)


def _because(answer: Answer) -> str:
    """Why it is needed, which key of which file refuses it, and what is to be known beside that."""
    entry, foreseen = answer.entry, answer.question.foreseen
    at = entry.provenance if entry else None
    key = (f"{at.key} in {at.file}" if at.file else at.key) if at else None
    parts = (foreseen.why if foreseen else None, key, answer.note)
    return f"- {'; '.join(inline(part, 200) for part in parts if part)}."
