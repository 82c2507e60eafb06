"""What is foreseen of a command in a made-up project, in a form that reads well in an assertion."""

from advisor.foresight import files_asked, foresee
from advisor.model import Checkout, FileAnswer, Known, Situation, operation_of, target_of

HOME = "/home/dev"
PROJECT = "/home/dev/shop"


def situation(**fields):
    """A project of a clone at its root, on Linux."""
    defaults = {
        "system": Known("linux", "flag"),
        "home": HOME,
        "directory": PROJECT,
        "repository": PROJECT,
        "checkout": Checkout("clone", f"{PROJECT}/.git", f"{PROJECT}/.git"),
    }
    return Situation(**{**defaults, **fields})


def foreseen(command, files=None, hosts=None, **fields):
    """The foresight of a command; files: texts by their place in the project, or below `~/`."""
    here = situation(**fields)
    placed = {name.replace("~", HOME, 1) if name.startswith("~") else f"{PROJECT}/{name}": text for name, text in (files or {}).items()}
    asked = {question.path for question in files_asked(command, here)}
    assert set(placed) <= asked, "a text that nobody asks for cannot tell anything"
    return foresee(command, here, [FileAnswer(path, placed.get(path)) for path in asked], hosts)


def needs(command, files=None, hosts=None, **fields):
    """{(operation, target)} of what is foreseen of a command."""
    return {(operation_of(one.need), target_of(one.need)) for one in foreseen(command, files, hosts, **fields).needs}
