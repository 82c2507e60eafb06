"""Is a patch safe to show? Its result is read again as the harness reads it, and must allow what was wanted and nothing else.

Two judgements: the text fits its schema wherever it did before, and the boundary after the patch differs from the one
before by the needs that the chosen options meet, and by what their changes name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from advisor.boundary import answer
from advisor.harnesses import load
from advisor.model import (
    Access,
    Boundary,
    Change,
    ConfigText,
    ConnectSocket,
    ControlProcess,
    Entry,
    GainPrivilege,
    HarnessName,
    ListenOnPort,
    Need,
    Nest,
    Option,
    Patch,
    Plan,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    Risk,
    RunCommand,
    Situation,
    TraceProcess,
    UseDevice,
    UseService,
    WritePath,
    operation_of,
    target_of,
)
from advisor.patches import Refusal, parsed
from advisor.paths import canonical, within

_ALLOWED = (Access.ALLOWED, Access.ALLOWED_BUT)
_REFUSED = (Access.REFUSED, Access.PROTECTED)
_FILES = ("write", "read", "unix-socket", "device")
_SCHEMAS = {"json": "claude-settings", "toml": "codex-config"}
# What one wrong type in a file of the user's or the project's does (2.1.332 and 0.171.0: run).
_AT_A_FAULT = {"claude-settings": "Claude Code drops the whole file", "codex-config": "Codex does not start"}
_NEEDS: dict[str, Callable[[str], Need]] = {
    "write": lambda value: WritePath(value, folder=True),
    "read": ReadPath,
    "connect": lambda value: ReachHost(*_host(value)),
    "resolve": ResolveName,
    "local-connect": lambda value: ReachLocalService(_host(value)[1], _host(value)[0]),
    "bind": lambda value: ListenOnPort(_host(value)[1], _host(value)[0]),
    "unix-socket": ConnectSocket,
    "service": UseService,
    "device": UseDevice,
    "trace": lambda value: TraceProcess(),
    "process": ControlProcess,
    "nest": lambda value: Nest(),
    "privilege": lambda value: GainPrivilege(),
    "permission": RunCommand,
}


def obstacles(plan: Plan, patches: Iterable[Patch], situation: Situation) -> tuple[Refusal, ...]:
    """The files that do not count as they stand, so that a change of them would do nothing, each with why."""
    before = load(plan.harness).read_boundary(as_if_ready(situation))
    dead = {idle.provenance.file: idle.why for idle in before.not_in_force if not idle.provenance.key}
    found: list[Refusal] = []
    for patch in patches:
        reason = dead.get(patch.file) or next(_standing_faults(patch), None) or before.broken
        found += [Refusal(patch.file, reason)] if reason else []
    return tuple(found)


def faults(plan: Plan, patches: Iterable[Patch], situation: Situation) -> tuple[str, ...]:
    """What is wrong with the patches of a plan's chosen options, one clause each; empty when they do what they say."""
    patches = tuple(patches)
    read = load(plan.harness).read_boundary
    taken = [option for option in plan.options if option.id in plan.chosen and option.changes]
    before = read(as_if_ready(situation))
    after = read(as_if_ready(patched(situation, patches)))
    found = [fault for patch in patches for fault in _schema_faults(patch)]
    if after.broken:
        found.append(after.broken)
    return tuple(found) or (*_unmet(taken, after), *_opened(taken, before, after), *_lost(before, after))


def opens_more(harness: HarnessName, patches: Iterable[Patch], others: Iterable[Patch], situation: Situation) -> bool:
    """Whether `patches` open something that `others` keep closed."""
    read = load(harness).read_boundary
    these, those = (read(as_if_ready(patched(situation, some))) for some in (patches, others))
    needs = [need for entry in these.entries if entry.access in _ALLOWED and (need := need_of(entry))]
    return any(answer(need, these)[0] in _ALLOWED and answer(need, those)[0] in _REFUSED for need in needs)


def patched(situation: Situation, patches: Iterable[Patch]) -> Situation:
    """The situation with the patches applied, files that were not there among its texts."""
    after = {patch.file: patch for patch in patches}
    texts = [text._replace(text=after[text.file].after) if text.file in after else text for text in situation.configs]
    known = {text.file for text in texts}
    fresh = [patch for patch in after.values() if patch.file not in known]
    texts += [ConfigText("", patch.file, patch.scope, patch.after, place=patch.place) for patch in fresh]
    return situation._replace(configs=tuple(texts))


def as_if_ready(situation: Situation) -> Situation:
    """The situation in which a patch counts: the project is trusted, and folders that a step makes are there."""
    paths = tuple(answer._replace(kind="folder") if answer.kind == "missing" else answer for answer in situation.paths)
    return situation._replace(trusted=True, paths=paths)


def _standing_faults(patch: Patch) -> Iterator[str]:
    """What does not fit in the file as it stands."""
    schema, before, _ = _parsed(patch)
    if schema is not None and before:
        from advisor.validate import problems

        for problem in problems(before, schema):
            yield f"{problem.path}: {problem.message}: {_AT_A_FAULT[schema]}"


def _schema_faults(patch: Patch) -> Iterator[str]:
    """What does not fit the file's schema after the patch and did before."""
    schema, before, after = _parsed(patch)
    if schema is None:
        return
    if after is None:
        yield f"{patch.file}: the result is not valid"
        return
    from advisor.validate import problems

    old = set(problems(before or {}, schema))
    for problem in problems(after, schema):
        if problem not in old:
            yield f"{patch.file}: {problem.path}: {problem.message}"


def _parsed(patch: Patch) -> tuple[str | None, dict[str, Any] | None, dict[str, Any] | None]:
    """The file's schema and what it holds before and after; a text that is not valid holds None."""
    suffix = patch.file.rpartition(".")[2]
    schema = _SCHEMAS.get(suffix)
    if schema is None:
        return None, None, None
    before, after = (parsed(suffix, (text or "").removeprefix("\ufeff")) for text in (patch.before, patch.after))
    return schema, before, after


def _unmet(taken: Iterable[Option], after: Boundary) -> Iterator[str]:
    """The needs of grants that are refused all the same."""
    for option in taken:
        if option.kind != "setting" or not any(change.role == "grant" for change in option.changes):
            continue
        for need in option.needs:
            access, entry = answer(need, after)
            if access in _REFUSED and entry is not None:
                where = entry.provenance.file or entry.provenance.key
                yield f"it would not allow {operation_of(need)} {target_of(need) or ''}: {where} still refuses it".replace(" :", ":")


def _opened(taken: Sequence[Option], before: Boundary, after: Boundary) -> Iterator[str]:
    """What the patch opens that no chosen option names: by an entry of its own, or because one that closed it is gone."""
    if any(option.risk >= Risk.BROAD for option in taken):
        return  # it was asked for by its id, and says itself what it opens
    old, new = set(before.entries), set(after.entries)
    added = [entry for entry in after.entries if entry.access in _ALLOWED and entry not in old]
    gone = [entry for entry in before.entries if entry.access in _REFUSED and entry not in new]
    for entry in (*added, *gone):
        need = need_of(entry)
        if need is None or answer(need, before)[0] not in _REFUSED:
            continue
        now, winner = answer(need, after)
        if now in _ALLOWED and winner is not None and not _is_wanted(winner, taken, after):
            yield f"it would also allow {entry.operation} {entry.value} ({winner.provenance.key})"


def _is_wanted(entry: Entry, taken: Sequence[Option], after: Boundary) -> bool:
    """Whether an entry is what a change names, or what a need asks for."""
    changes = [change for option in taken for change in option.changes]
    if entry.operation in _FILES and entry.value != "*":
        place = canonical(entry.value, after.home, after.directory)
        if any(place == canonical(value, after.home, after.directory) for change in changes for value in _values(change)):
            return True
        targets = [target_of(need) for option in taken for need in option.needs if operation_of(need) == entry.operation]
        return place not in ("/", "~") and any(
            within(canonical(target, after.home, after.directory), place) for target in targets if target is not None
        )
    keys = {".".join(change.path[:depth]) for change in changes for depth in range(1, len(change.path) + 1)}
    return entry.provenance.key in keys


def _values(change: Change) -> Iterator[str]:
    """The paths that a change may name: its value, and the last key of its path."""
    if isinstance(change.value, str):
        yield change.value
    yield from change.path[-1:]
    if isinstance(change.value, dict):
        yield from change.value


def _lost(before: Boundary, after: Boundary) -> Iterator[str]:
    """What was allowed before the patch and is refused after it: only where an entry came that refuses, or one went that allowed."""
    old, new = set(before.entries), set(after.entries)
    changed = [entry for entry in new - old if entry.access in _REFUSED] + [entry for entry in old - new if entry.access in _ALLOWED]
    moved = after._replace(entries=tuple(changed))
    for entry in before.entries:
        need = need_of(entry)
        if need is None or entry.access not in _ALLOWED:
            continue
        if entry in new and after.complete == before.complete and answer(need, moved)[1] is None:
            continue
        if answer(need, before)[0] in _ALLOWED and answer(need, after)[0] in _REFUSED:
            yield f"it would take away {entry.operation} {entry.value} ({entry.provenance.key})"


def need_of(entry: Entry) -> Need | None:
    """The need that asks for what an entry is about; None for one that no need asks for."""
    make = _NEEDS.get(entry.operation)
    return make(entry.value) if make else None


_ANY = "any-host-below."  # a name that no entry of its own is about


def _host(value: str) -> tuple[str | None, int | None]:
    """The host and the port of an entry; a pattern stands for a host below it."""
    if value == "*":
        return None, None
    name, _, port = value.rpartition(":")
    host, number = (name, int(port)) if name and port.isdigit() and ":" not in name else (value, None)
    return host.replace("**.", _ANY).replace("*.", _ANY), number
