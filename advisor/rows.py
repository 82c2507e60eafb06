"""Says a harness's plan row by row: what to do, what it lets the agent do, what no setting allows, what else there is.

Like `sentences`, it takes pieces of the `advise.report/1` document, which are safe to show.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from advisor import sentences

MOST_UNMET = 4  # reasons told one by one, with the same way out
MOST_TOLD = 4  # chosen options, and other ways of a kind, told one by one
MOST_CAVEAT = 160  # characters of an option's caveat
MOST_EFFECT = 300  # characters of how a change takes effect
_FEW_UNMET = 2  # reasons that are told whole
_LONG = 80  # columns of a place and a command that still stand in one line
# The rows that stay where two harnesses share a screen.
_COMPACT = ("do", "takes effect", "no setting", "instead", "best", "change", "already")


class Row(NamedTuple):
    """One labelled line: what kind of thing is said, and what.

    form: prose is wrapped; a command stays on one line, to be copied; evidence is shown line by line.
    """

    label: str
    text: str
    form: Literal["prose", "command", "evidence"] = "prose"


def apply_rows(plan: dict[str, Any]) -> list[Row]:
    """Who puts the snippets where, once for each kind of file."""
    warnings = dict.fromkeys(sentences.merge_warning(file) for file in plan["files"])
    return [Row("apply it", f"yourself, outside the sandbox, {warning}") for warning in warnings if warning]


def plan_rows(plan: dict[str, Any], denials: list[dict[str, Any]], short: bool) -> list[Row]:
    """The whole plan; short: only the rows that two harnesses on one screen have room for."""
    rows = [*_chosen(plan), *_unmet(plan, denials), *_alternatives(plan)]
    rows = rows or [Row("no setting", "advise knows none that would allow this")]
    return [_short(row) for row in rows if row.label in _COMPACT] if short else rows


def _short(row: Row) -> Row:
    """The row with the first sentence of its prose alone."""
    return row if row.form != "prose" or row.label in ("no setting", "instead") else row._replace(text=sentences.within(row.text, 0))


def _chosen(plan: dict[str, Any]) -> list[Row]:
    """What the chosen options need done, let the agent do, risk and rest on, each once; and when they count."""
    chosen = [option for option in plan["options"] if option["id"] in plan["chosen"]]
    told = chosen if len(chosen) <= MOST_TOLD + 1 else chosen[:MOST_TOLD]
    rows = list(dict.fromkeys(row for option in told for row in _option(option, plan["harness"])))
    if len(told) < len(chosen):
        steps = len([step for option in chosen[MOST_TOLD:] for step in option["steps"]])
        do = f", with {steps} steps to do" if steps else ""
        rows.append(Row("and", f"{len(chosen) - len(told)} more changes{do} (--format json lists them)"))
    files = dict.fromkeys(change["file"] for option in chosen for change in option["changes"])
    if files and not plan["files"]:
        rows.insert(0, Row("already", f"{sentences.listed(files, 'and')} has this change: it is not in force"))
    if chosen:
        rows.append(Row("takes effect", sentences.within(plan["takes_effect"]["say"], MOST_EFFECT)))
    return rows


def _option(option: dict[str, Any], harness: str) -> list[Row]:
    """What an option needs done, what it lets the agent do, its caveat, its risk and how it was verified."""
    rows = step_rows(option["steps"], "do")
    rows.append(Row("allows" if option["kind"] in ("setting", "rule") else "means", option["means"]))
    if option["caveat"]:
        rows.append(Row("but", sentences.within(option["caveat"], MOST_CAVEAT)))
    if option["changes"]:
        rows.append(Row("risk", f"{option['risk']}; {sentences.verified_words(option['verified'], harness)}"))
    return [row for row in rows if row.text]


def step_rows(steps: list[dict[str, Any]], label: str) -> list[Row]:
    """Where and what to do. A command stands last in its line, or on one of its own, so that it can be copied."""
    rows: list[Row] = []
    for step in steps:
        where = sentences.place_words(step)
        if not step["run"]:
            rows.append(Row(label, f"{where}: {step['say']}"))
            continue
        together = len(where) + len(step["run"]) < _LONG
        if together:
            rows.append(Row(label, f"{where}: {step['run']}", "command"))
        else:
            rows += [Row(label, f"{where}:"), Row("", step["run"], "command")]
        rows += [Row("", step["say"])] if step["say"] else []
    return rows


def _unmet(plan: dict[str, Any], denials: list[dict[str, Any]]) -> list[Row]:
    """What no setting allows and why, those together that have the same way out, and that way."""
    reasons: dict[str, list[str]] = {}
    ways: dict[str, list[str]] = {}
    for unmet in plan["unmet"]:
        refused = reasons.setdefault(unmet["reason"], [])
        denial = denials[unmet["denial"]] if unmet["denial"] is not None else None
        refused += [sentences.refusal(denial)] if denial and denial["target"] else []
        together = ways.setdefault(unmet["instead"], [])
        together += [unmet["reason"]] if unmet["reason"] not in together else []
    rows: list[Row] = []
    for instead, together in ways.items():
        for reason in together[:MOST_UNMET]:
            told = reason if len(reasons) <= _FEW_UNMET else sentences.within(reason, 0)
            rows.append(Row("no setting", f"{_counted(reasons[reason])}{told}"))
        rows += [Row("and", f"{len(together) - MOST_UNMET} more (--format json lists them)")] if len(together) > MOST_UNMET else []
        rows += [Row("instead", instead)] if instead else []
    return rows


def _counted(refused: list[str]) -> str:
    more = f" and {len(refused) - 2} more" if len(refused) > 2 else ""
    return f"{', '.join(refused[:2])}{more}: " if refused else ""


def ranked(plan: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Every option with its rank, in the plan's order.

    chosen; `better` and `or`: beside a chosen one, before or behind it; `best`: leads where none is chosen, `or` behind
    it; `besides`: meets no need; `escape`: lets the agent's work run outside the sandbox, and so never leads.
    """
    ranks: list[tuple[str, dict[str, Any]]] = []
    chosen = {tuple(option["denials"]) for option in plan["options"] if option["id"] in plan["chosen"]}
    passed: set[tuple[int, ...]] = set()  # groups whose chosen or best option is behind us
    for option in plan["options"]:
        group = tuple(option["denials"])
        if option["id"] in plan["chosen"]:
            rank = "chosen"
        elif option["risk"] == "escape":
            rank = "escape"
        elif not group:
            rank = "besides"
        else:
            rank = "or" if group in passed else "better" if group in chosen else "best"
        passed |= {group} if rank in ("chosen", "best") else set()
        ranks.append((rank, option))
    return ranks


def _alternatives(plan: dict[str, Any]) -> list[Row]:
    """The options that are not chosen: the best in full where none is, the others a line each."""
    rows: list[Row] = []
    others = [(rank, option) for rank, option in ranked(plan) if rank != "chosen"]
    counts = dict.fromkeys((rank for rank, _ in others), 0)
    for rank, option in others:
        counts[rank] += 1
        if counts[rank] <= MOST_TOLD:
            rows += _best(option, plan["harness"]) if rank == "best" else [Row(rank, _in_one_line(option))]
    beyond = sum(max(0, count - MOST_TOLD) for count in counts.values())
    rows += [Row("and", f"{beyond} more ways (--format json lists them)")] if beyond else []
    untold = any(option["changes"] for rank, option in others if rank != "best")
    return [*rows, Row("more", "--format json has the lines of the other ways")] if untold else rows


def _best(option: dict[str, Any], harness: str) -> list[Row]:
    """The best option where none is chosen: every edit of it, because half of them could stop a harness."""
    edits = [Row("change", sentences.change_words(change)) for change in option["changes"]]
    risk = f" (risk {option['risk']})" if edits else ""
    return [Row("best", f"{option['title']}{risk}"), *edits, *_option(option, harness)]


def _in_one_line(option: dict[str, Any]) -> str:
    """An alternative: what hands over much says what."""
    if option["risk"] in ("broad", "escape"):
        return f"{option['title']} (risk {option['risk']}): {option['means']}"
    return f"{option['title']} (risk {option['risk']})" if option["changes"] else option["title"]
