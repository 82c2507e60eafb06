"""Arranges where one stands for a reader on one screen: which rows, in which order, how many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from advisor import sentences
from advisor.rows import Row

MOST_VALUES = 8  # places or hosts told of one entry
MOST_IDLE = 5
MOST_SECRETS = 6
_ACCESSIBLE = ("allowed", "allowed-but")
_POSTURES = {
    "off": "no sandbox: commands may do whatever you may",
    "read-only": "reads only",
    "workspace": "writes in the working directory",
    "unknown": "not known",
}
# (label, operation, how it reads when nothing is open)
_REACHED = (
    ("web", "connect", "no host"),
    ("localhost", "local-connect", "no service of this machine"),
    ("ports", "bind", "none can be opened"),
    ("sockets", "unix-socket", "no unix socket"),
)


class Section(NamedTuple):
    """One harness's boundary: its name with its version, and its rows."""

    name: str
    rows: tuple[Row, ...]


class Outline(NamedTuple):
    """A standing as a reader gets it."""

    label: str
    sentence: str
    here: tuple[Row, ...]
    sections: tuple[Section, ...]


def outline(document: dict[str, Any]) -> Outline:
    """The outline of an `advise.boundary/1` document."""
    label, sentence = _headline(document)
    several = len(document["boundaries"]) > 1
    return Outline(label, sentence, tuple(_here(document)), tuple(_section(boundary, several) for boundary in document["boundaries"]))


def _headline(document: dict[str, Any]) -> tuple[str, str]:
    known, harness = document["situation"]["sandboxed"], document["situation"]["harness"]
    because = f" ({known['because']})" if known["because"] else ""
    title = sentences.harness_title(harness["value"]) if harness["value"] and harness["because"] != "flag" else None
    if known["value"] is True:
        whose = f"in {title}'s sandbox" if title else "in a sandbox or a hardened container; whose it is, nothing here says"
        return "SANDBOXED", f"This process runs {whose}{because}."
    if known["value"] is False:
        session = f", in a session of {title}" if title else ""
        return "NOT SANDBOXED", f"This process runs outside any sandbox of Claude Code or Codex{session}{because}."
    return "NOT KNOWN", "Nothing here says whether this process is sandboxed." + (f" It was started by {title}." if title else "")


def _here(document: dict[str, Any]) -> Iterator[Row]:
    harness, process, place = document["situation"]["harness"], document["process"], document["place"]
    if harness["value"]:
        yield Row("harness", f"{sentences.harness_title(harness['value'])} ({harness['because']})")
    if process:
        told = "; ".join(_kernel(process))
        yield from [Row("kernel", told)] if told else []
    if place["directory"]:
        yield Row("folder", ", ".join(_folder(place)))
    if document["situation"]["launcher"]:
        yield Row("launcher", document["situation"]["launcher"])


def _kernel(process: dict[str, Any]) -> Iterator[str]:
    for name, words in (("no_new_privileges", "NoNewPrivs"), ("seccomp", "Seccomp")):
        if process[name] is not None:
            yield f"{words} is {'set' if process[name] else 'not set'}"
    if process["private_network"]:
        yield "no network interface but its own loopback"
    if process["proxy"]:
        yield f"a proxy on {process['proxy']}"
    if process["directory_read_only"]:
        yield "this folder is mounted read-only"


def _folder(place: dict[str, Any]) -> Iterator[str]:
    yield place["directory"]
    if place["repository"] and place["repository"] != place["directory"]:
        yield f"below the repository's root {place['repository']}"
    if place["checkout"] == "worktree":
        yield f"a linked worktree of {place['main_checkout']} (git folder {place['git_folder']})"
    elif place["checkout"] in ("submodule", "separate"):
        yield f"its git folder is {place['git_folder']}"


def _section(boundary: dict[str, Any], several: bool) -> Section:
    version = boundary["version"]
    told = version["value"] or f"assumed {version['assumed']}"
    name = f"{sentences.harness_title(boundary['harness'])} {told}: what a command of an agent may do here"
    rows = [*_posture(boundary), *_files(boundary), *_network(boundary), *_secrets(boundary), *_idle(boundary, several), *_asked(boundary)]
    return Section(name, tuple(rows))


def _posture(boundary: dict[str, Any]) -> Iterator[Row]:
    if boundary["broken"]:
        yield Row("broken", sentences.sentence(boundary["broken"]))
    words = _POSTURES[boundary["posture"]]
    profile = f", profile {boundary['profile']}" if boundary["profile"] else ""
    untrusted = "; the project is not trusted" if boundary["trusted"] is False else ""
    chosen = boundary["posture_by"]
    yield Row("posture", f"{words}{profile}{untrusted}{_by(chosen) if chosen else ''}")
    if not boundary["complete"] and not boundary["broken"]:
        yield Row("but", "not every config says enough, so that silence is not an answer (a flag or a policy may decide)")


def _files(boundary: dict[str, Any]) -> Iterator[Row]:
    written = [entry for entry in boundary["entries"] if entry["operation"] == "write" and entry["value"] not in ("/", "*")]
    label = "write"
    for group in _grouped([entry for entry in written if entry["access"] in _ACCESSIBLE]):
        yield Row(label, f"{_values(group)}{_by(group[0])}")
        label = ""
    refused = [entry for entry in written if entry["access"] == "refused" and entry["file"]]
    for group in _grouped(refused):
        yield Row("no write", f"{_values(group)}{_by(group[0])}")
    protected = [entry for entry in written if entry["access"] == "protected"]
    if protected:
        yield Row("protected", _values(protected))
    for group in _grouped([entry for entry in boundary["entries"] if entry["operation"] == "read" and entry["access"] not in _ACCESSIBLE]):
        yield Row("no read", f"{_values(group)}{_by(group[0])}")


def _network(boundary: dict[str, Any]) -> Iterator[Row]:
    for label, operation, nothing in _REACHED:
        found = [entry for entry in boundary["entries"] if entry["operation"] == operation]
        if not found:
            continue
        groups = _grouped([entry for entry in found if entry["access"] in _ACCESSIBLE])
        for group in groups:
            note = f": {group[0]['note']}" if group[0]["note"] else ""
            yield Row(label, f"{_values(group)}{note}{_by(group[0])}")
            label = ""
        if not groups:
            yield Row(label, f"{nothing}{_by(found[0])}")


def _secrets(boundary: dict[str, Any]) -> Iterator[Row]:
    readable = [secret["path"] for secret in boundary["secrets"] if secret["readable"]]
    if readable:
        more = f" and {len(readable) - MOST_SECRETS} more" if len(readable) > MOST_SECRETS else ""
        yield Row("secrets", f"readable by every command: {', '.join(readable[:MOST_SECRETS])}{more}")


def _idle(boundary: dict[str, Any], several: bool) -> Iterator[Row]:
    most = MOST_IDLE if not several else MOST_IDLE // 2
    label = "not in force"
    for idle in boundary["not_in_force"][:most]:
        at = f"{idle['key']} in {idle['file']}" if idle["key"] else idle["file"]
        yield Row(label, f"{at}: {idle['why']}")
        label = ""
    if len(boundary["not_in_force"]) > most:
        yield Row("", f"and {len(boundary['not_in_force']) - most} more (--format json lists them)")


def _asked(boundary: dict[str, Any]) -> Iterator[Row]:
    asked = boundary["asked"]
    if asked is None:
        return
    version = f" {asked['version']}" if asked["version"] else ""
    if asked["problem"]:
        yield Row("asked", f"{asked['how']}{version}: {asked['problem']}")
    elif not asked["differences"]:
        yield Row("asked", f"{asked['how']}{version}: it says the same")
    for difference in asked["differences"]:
        yield Row("differs", f"{difference} ({asked['how']}{version})")


def _grouped(entries: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The entries by where they come from and what is noted of them, in the order of their first."""
    groups: dict[tuple[object, ...], list[dict[str, Any]]] = {}
    for entry in entries:
        groups.setdefault((entry["file"], entry["key"] if entry["file"] is None else "", entry["note"]), []).append(entry)
    return list(groups.values())


def _values(entries: list[dict[str, Any]]) -> str:
    values = list(dict.fromkeys("every one" if entry["value"] == "*" else entry["value"] for entry in entries))
    more = f" and {len(values) - MOST_VALUES} more" if len(values) > MOST_VALUES else ""
    return f"{', '.join(values[:MOST_VALUES])}{more}"


def _by(entry: dict[str, Any]) -> str:
    """Where something comes from, in brackets."""
    return f" ({entry['key']} in {entry['file']})" if entry["file"] else f" ({entry['key']})"
