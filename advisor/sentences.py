"""Says the parts of a report in words: what the texts for people and for agents have in common.

Everything here takes pieces of the `advise.report/1` document, which are safe to show, never the report itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from advisor.harnesses import Harness, load
from advisor.quoting import inline, shorten

# operation -> (how a refusal with a target is told, how one without)
_REFUSED = {
    "write": ("write to {}", "a write"),
    "read": ("read {}", "a read"),
    "connect": ("connect to {}", "a network connection"),
    "resolve": ("look up the name {}", "a name lookup"),
    "local-connect": ("connect to {} on this machine", "a connection to a local service"),
    "bind": ("listen on {}", "listening on a port"),
    "unix-socket": ("use the unix socket {}", "a unix socket"),
    "service": ("use the system service {}", "a system service"),
    "device": ("open the device {}", "a device"),
    "trace": ("trace {}", "tracing another process"),
    "process": ("control processes: {}", "control of another process"),
    "nest": ("nest {}", "a sandbox, namespace or mount inside the sandbox"),
    "privilege": ("gain the privilege {}", "what only root may do"),
    "permission": ("run {}", "running the command at all"),
    "startup": ("start the sandbox: {}", "starting the sandbox"),
}
_ESCAPE_HATCHES = {"claude": "dangerouslyDisableSandbox", "codex": "require_escalated"}
MOST_WORDS = 3  # of a target; one that reads like a sentence could give orders outside the fence
_GRADES = ("possible", "likely", "certain")
_HOW = {"ran": "run on", "source": "read in the source of", "report": "reported for"}


def headline(document: dict[str, Any]) -> tuple[str, str]:
    """The verdict in capitals, and the sentence that follows it; the two never say more than the grade carries."""
    match document["verdict"]:
        case "sandbox":
            best = best_of(document["denials"])
            return f"{'CERTAINLY' if best['confidence'] == 'certain' else 'LIKELY'} THE SANDBOX", sentence(best["title"])
        case "possible":
            return "POSSIBLY THE SANDBOX", f"It may be this: {sentence(best_of(document['denials'])['title'])}"
        case "permission":
            return "NOT THE SANDBOX, A PERMISSION RULE", sentence(best_of(document["denials"])["title"])
        case "not-sandbox":
            return "NOT THE SANDBOX", sentence(document["ordinary"][0]["title"])
        case _:
            return "NOTHING FOUND", "Nothing here looks like a sandbox denial."


def best_of(denials: list[dict[str, Any]]) -> dict[str, Any]:
    """The surest denial, the first of several; a permission refusal only where there is nothing else."""
    others = [denial for denial in denials if denial["operation"] != "permission"] or denials
    return max(others, key=lambda denial: _GRADES.index(denial["confidence"]))


def refusal(denial: dict[str, Any], width: int = 160, quote: Callable[[str, int], str] = inline) -> str:
    """What was refused, in a few words: `write to /x`. quote: how the target is made fit to stand in a line."""
    with_target, without = _REFUSED[denial["operation"]]
    if denial["operation"] == "permission" and re.fullmatch(r"(?:[~/$]|[A-Za-z]:\\)\S{1,4096}", denial["target"] or ""):
        with_target = "run a command that touches {}"  # it was refused for a place, not for its words
    return with_target.format(quote(denial["target"], width)) if denial["target"] else without


def harness_title(harness: str) -> str:
    """The harness's name in prose."""
    return _entry(harness).title


def harness_words(harness: str, document: dict[str, Any]) -> str:
    """The harness with the version that the advice is for, and whether that version is only assumed."""
    known = document["situation"]["version"]["value"]
    entry = _entry(harness)
    return f"{entry.title} {known}" if known else f"{entry.title}, assumed {entry.assumed_version}"


def escape_hatches(harnesses: Iterable[str]) -> list[str]:
    """The parameters by which an agent of these harnesses could leave the sandbox."""
    return [_ESCAPE_HATCHES[harness] for harness in harnesses]


def file_sentence(file: dict[str, Any]) -> str:
    """Where a snippet goes: what to do with it, as a clause without a colon at its end."""
    name = inline(file["file"])
    if file["complete"]:
        return f"no such file yet? save this as {name}; otherwise run `advise patch`"
    return f"run `advise patch`, or put these lines into {name}"


def merge_warning(file: dict[str, Any]) -> str:
    """What goes wrong when a snippet is appended to a file that holds the same tables already; empty for plain lines."""
    if file["file"].endswith(".toml"):
        told = "into the tables and over the keys that the file has (a second table of one name stops Codex)"
        return told if file["snippet"].lstrip().startswith("[") else f"{told}; lines without a table header go above the first [table]"
    if file["file"].endswith(".json"):
        return "into the object and over the keys that the file has (a comment or a second object makes Claude Code drop it)"
    return ""


def snippet_of(file: dict[str, Any]) -> str:
    """A file's snippet in fewer lines, with the same meaning: no blank ones, and an array of one value in one."""
    return re.sub(r'\[\n {1,80}("(?:[^"\\\n]|\\.){1,400}")\n {1,80}\]', r"[\1]", without_blanks(file["snippet"]))


def change_words(change: dict[str, Any]) -> str:
    """One edit in a line: `a.b = value in FILE`."""
    import json

    if change["format"] == "lines":
        return f"the line {change['value']} in {change['file']}"
    keys = [key if key.replace("_", "").replace("-", "").isalnum() else json.dumps(key, ensure_ascii=False) for key in change["path"]]
    value = json.dumps(change["value"], ensure_ascii=False)
    return shorten(f"{'.'.join(keys)} {'+=' if change['op'] == 'append' else '='} {value} in {change['file']}", 200)


def place_words(step: dict[str, Any]) -> str:
    """Where a step is done; whose it is where it is not the reader's own."""
    return step["where"] if step["who"] == "human" else f"the agent, {step['where']}"


def verified_words(verified: dict[str, Any] | None, harness: str) -> str:
    """How we know that it works."""
    if verified is None:
        return "not tried by us"
    return f"{_HOW[verified['how']]} {harness_title(harness)} {verified['version']}, {verified['date']}"


def sentence(text: str) -> str:
    """`text` with a capital at its start and a full stop at its end."""
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "!", "?")) else f"{text}."


def without_blanks(text: str) -> str:
    """The lines of `text` that show something."""
    return "\n".join(line for line in text.split("\n") if line.strip())


def within(text: str, most: int) -> str:
    """The sentences at the start of `text` that fit into `most` characters; the first one in any case."""
    while len(text) > most and ". " in text[:-1]:
        text = text.rpartition(". ")[0]
        text += "" if text.endswith(".") else "."
    return text


def listed(words: Iterable[str], conjunction: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def _entry(harness: str) -> Harness:
    return load("claude" if harness == "claude" else "codex")
