"""Finds the files that ship beside the code: `schemas/` and `templates/`, installed or in a checkout.

In a wheel they lie inside the package, in a checkout beside it. `os.path` does, on a path that runs after every
failing command; `importlib.resources` would cost as much as the whole answer.
"""

from __future__ import annotations

import os
from typing import Literal

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def folder(kind: Literal["schemas", "templates"], package: str = _PACKAGE) -> str:
    """The absolute path of a folder of resources. Raises FileNotFoundError when the installation lacks it."""
    for base in (package, os.path.dirname(package)):
        path = os.path.join(base, kind)
        if os.path.isdir(path):
            return path
    raise FileNotFoundError(f"{kind}/ is neither in {package} nor beside it: the installation is incomplete")


def text(kind: Literal["schemas", "templates"], name: str) -> str:
    """The text of one resource. Raises FileNotFoundError when there is none of that name."""
    with open(os.path.join(folder(kind), name), encoding="utf-8", newline="\n") as file:
        return file.read()
