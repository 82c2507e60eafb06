"""What a grant hands over: its risk, and a sentence that says it to whoever reviews the change."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from advisor import paths
from advisor.hazards import RUNS_OUTSIDE, Hazard, judge_read, judge_write, places
from advisor.hazards.commands import CommandHazard, judge_command, reaches_anywhere
from advisor.hazards.hosts import HostHazard, judge_host
from advisor.hazards.sockets import judge_socket
from advisor.model import Risk
from advisor.quoting import inline
from advisor.shell import parse


class Meaning(NamedTuple):
    """risk: what is handed over. means: a sentence, or several."""

    risk: Risk
    means: str


_KEPT_AT_HOME = (*places.START_UP_FILES_HOME, *places.PATH_FOLDERS_HOME, *places.AUTOSTART_HOME, *places.HARNESS_HOME)
_EVERYTHING = ("*", "/", ":root")
_HOLDS = "What shells, agents or other programs start with lies in it: what is written there runs outside the sandbox."
_WRITES_ANYWHERE = "Its arguments name what it writes or runs: a file that a shell starts with, too."
_READS = "What they can read, credentials too, they can send there."


def of_entry(operations: Collection[str], value: str) -> Meaning:
    """What it hands over that sandboxed commands may do these operations (as in a boundary) with `value`."""
    if "read" in operations:  # what closes reading closes writing too
        return of_read(value)
    if "write" in operations:
        return of_write(value)
    if value == "*" and "connect" in operations and "local-connect" in operations:
        means = "Sandboxed commands can reach every host and this machine's own services, and listen on its ports: nothing filters."
        return Meaning(Risk.BROAD, f"{means} {_READS}")
    if "connect" in operations or "resolve" in operations:
        return of_host(value)
    if "unix-socket" in operations:
        return of_socket(value)
    if "local-connect" in operations and "bind" not in operations:
        return Meaning(Risk.BROAD, f"Sandboxed commands can reach what listens on this machine ({inline(value)}).")
    if "bind" in operations and value == "localhost":
        return Meaning(Risk.NARROW, "Sandboxed commands can listen on ports, in a network of the sandbox's own.")
    if "bind" in operations:
        return Meaning(Risk.BROAD, "Sandboxed commands can listen on every port of this machine and reach what listens on its loopback.")
    return Meaning(Risk.BROAD, "Sandboxed commands can trace other processes of their sandbox.")


def of_write(place: str) -> Meaning:
    """What it hands over to make a place writable, a pattern as the folder in which it begins."""
    place = paths.canonical(place) if place not in _EVERYTHING else "/"
    if place == ".":
        return Meaning(Risk.NARROW, "Sandboxed commands can create, change and delete everything in the project.")
    folder = _before_pattern(place)
    if re.fullmatch(r"(?:~/)?\.\.(?:/\.\.){0,40}", folder):
        return Meaning(
            Risk.ESCAPE, f"Sandboxed commands can create, change and delete everything in a folder above: {inline(place)}. {_HOLDS}"
        )
    judged = judge_write(re.sub(r"^(?:~/)?(?:\.\./){1,40}", "", folder))
    means = f"Sandboxed commands can create, change and delete everything below {inline(place)}."
    risk = judged.risk
    if judged.hazard in (Hazard.TEMPORARY, Hazard.DEVICE):
        risk = Risk.BROAD
    elif judged.hazard in (Hazard.BASE_FOLDER, Hazard.ANCESTOR):
        risk = Risk.ESCAPE if _holds_what_runs(folder) else Risk.BROAD
    why = judged.why if RUNS_OUTSIDE in judged.why or risk < Risk.ESCAPE else _HOLDS
    return Meaning(risk, f"{means} {why}".strip())


def _before_pattern(place: str) -> str:
    found = re.search(r"[*?\[{$]", place)
    if found is None:
        return place
    return place[: found.start()].rpartition("/")[0] or ("/" if place.startswith("/") else ".")


def _holds_what_runs(folder: str) -> bool:
    """Whether a start-up file, a program folder, an agent's config or a whole home lies below a folder that many share."""
    low = folder.lower()
    below = paths.below_home(low)
    if below is not None:
        return below == "" or any(kept.startswith(f"{below}/") for kept in _KEPT_AT_HOME)
    if low == "/" or paths.leaf(low) in ("home", "users"):
        return True
    return any(kept.startswith(f"{low}/") for kept in (*places.SYSTEM_FOLDERS, *places.HARNESS_FOLDERS))


def of_read(place: str) -> Meaning:
    """What it hands over that a place can be read, or can be read again."""
    if place in (*_EVERYTHING, "~"):
        return Meaning(Risk.ESCAPE, "Sandboxed commands can read every file that you can, credentials too, and send it where they connect.")
    judged = judge_read(_before_pattern(place))
    risk = Risk.ESCAPE if judged.hazard is Hazard.CREDENTIALS or _credential_pattern(place) else Risk.NARROW
    why = judged.why if risk is Risk.ESCAPE else ""
    return Meaning(risk, f"Sandboxed commands can read {inline(place)}, and send it wherever they can connect. {why}".strip())


def _credential_pattern(place: str) -> bool:
    """Whether a pattern names credentials by its last part: `**/*.pem`, `**/.env*`."""
    last = paths.leaf(place)
    return last.rstrip("*") in places.CREDENTIAL_NAMES or last.endswith(places.CREDENTIAL_ENDINGS) or last.startswith(".env")


def of_host(host: str) -> Meaning:
    """What it hands over that sandboxed commands can connect to a host, or to whatever fits a pattern."""
    shown = inline(host)
    judged = judge_host(host)
    if host == "*":
        return Meaning(Risk.BROAD, f"Sandboxed commands can connect to every host. {_READS}")
    means = f"Sandboxed commands can connect to {shown}."
    match judged.hazard:
        case HostHazard.METADATA:
            return Meaning(Risk.ESCAPE, f"{means} {judged.why}")
        case HostHazard.WILDCARD:
            return Meaning(Risk.BROAD, f"{means} {judged.why} {_READS}")
        case HostHazard.LOOPBACK:
            return Meaning(Risk.BROAD, f"{means} {judged.why}")
        case _:
            return Meaning(Risk.NARROW, f"{means} {_READS}")


def of_socket(path: str) -> Meaning:
    """What it hands over that sandboxed commands can use a unix socket, or all of them."""
    if path == "*":
        means = "Sandboxed commands can use every unix socket that you can: your key agents, the session bus, Docker where it runs."
        return Meaning(Risk.ESCAPE, f"{means} Over some of them programs start outside the sandbox.")
    judged = judge_socket(path)
    return Meaning(judged.risk, f"Sandboxed commands can use the unix sockets at {inline(path)}. {judged.why}".strip())


def of_outside(command: str, asked: bool) -> Meaning:
    """What it hands over that commands of a pattern run outside the sandbox. asked: each still has to be approved."""
    risk, why = _command_risk(command)
    if risk < Risk.ESCAPE and not asked and any(reaches_anywhere(simple.words) for simple in parse(command).commands):
        risk, why = Risk.ESCAPE, _WRITES_ANYWHERE
    shown = f"`{inline(command or '*', 80)}`"
    how = "once it is approved" if asked else "unasked"
    return Meaning(max(risk, Risk.BROAD), f"{shown} runs outside the sandbox, with nothing closed to it, {how}. {why}".strip())


def of_unasked(command: str, kept_inside: bool) -> Meaning:
    """What it hands over that commands of a pattern run unasked. kept_inside: no command can leave the sandbox on request."""
    risk, why = _command_risk(command)
    shown = f"`{inline(command or '*', 80)}`"
    if kept_inside:
        return Meaning(Risk.BROAD if risk > Risk.NARROW else Risk.NARROW, f"The agent can run {shown} without asking, inside the sandbox.")
    means = f"The agent can run {shown} without asking, and outside the sandbox when it asks for that."
    return Meaning(risk, f"{means} {why}".strip())


def _command_risk(command: str) -> tuple[Risk, str]:
    words = [simple.words for simple in parse(command.removesuffix(" *")).commands if simple.words] if command else []
    if not words:
        return Risk.ESCAPE, "It is every command."
    judged = max(map(judge_command, words), key=lambda one: (not one.grantable, one.risk))
    if any("*" in simple[0] for simple in words):
        return Risk.ESCAPE, "It is a pattern for programs, not one program."
    return (Risk.NARROW, "") if judged.hazard is CommandHazard.NOTHING else (Risk.ESCAPE, judged.why)
