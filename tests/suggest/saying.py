"""What the readers say of a few files, as short lines."""

from advisor.model import target_of
from advisor.suggest import said_by
from advisor.suggest.manifests import Asks, Broken, Keeps, Manifest, Runs


def says(files, only=None):
    """One line for everything that the files say, in order; only: of this file."""
    manifests = [Manifest(path, text) for path, text in files.items()]
    return [line(one) for path, one in said_by(manifests, frozenset(files)) if only in (None, path)]


def line(said):
    match said:
        case Runs(command=command, line=number, folder=folder, kind=kind):
            where = f" in {folder}" if folder else ""
            return f"{number} {kind} runs {command}{where}"
        case Asks(need=need, line=number, client=client, kind=kind):
            return f"{number} {kind} asks {need.operation} {target_of(need)} {client}"
        case Keeps(program=program, purpose=purpose, line=number):
            return f"{number} keeps {program}: {purpose}"
        case Broken(line=number, problem=problem):
            return f"{number} broken {problem}"
