"""The options that choose among a plan's options, and what they say as wishes."""

from __future__ import annotations

import argparse

from advisor.choices import Wishes


def add_choices(parser: argparse.ArgumentParser) -> None:
    """The options by which a reader takes other options than the planner chose."""
    which = parser.add_argument_group("which options (their ids stand on standard error)")
    for flag, name, what in (
        ("--only", "only", "take these options and no others"),
        ("--except", "without", "leave these options out"),
        ("--allow-escape", "allow_escape", "take this option although what it opens later runs outside the sandbox"),
    ):
        which.add_argument(flag, dest=name, metavar="ID", action="extend", type=_ids, default=[], help=what)
    which.add_argument("--prefer", choices=("relocate", "grant"), help="move a program's files, or open their place, where either is safe")


def wishes_of(options: argparse.Namespace) -> Wishes:
    """The Wishes that parsed options of `add_choices` say."""
    return Wishes(tuple(options.only), tuple(options.without), tuple(options.allow_escape), options.prefer)


def _ids(text: str) -> list[str]:
    """The ids in a comma-separated list; an empty one, as of a script's empty variable, is no wish for everything."""
    ids = [id.strip() for id in text.split(",") if id.strip()]
    if not ids:
        raise argparse.ArgumentTypeError("expected an id such as a1")
    return ids
