"""What a `.polygraph/config.json` grants: agents without their sandbox, trusted projects, and flags that open more.

Source: Polygraph's public documentation, read 2026-11-29; keys that it does not name are not judged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from advisor.guard.grants import Fault, Grant, Leaf, State, digest, leaves, spelled
from advisor.model import Risk
from advisor.quoting import inline

_TOLD = ("agentOptions", "repoOptions")
_DANGEROUS = re.compile(
    r"danger|bypass|yolo|full-auto|skip-permissions|no-sandbox|sandbox[\"':=\s]{1,6}(?:false|none|off)|enabled[\"':=\s]{1,6}false"
)
_FATAL = "Polygraph does not use the file"


def read(texts: Mapping[str, str]) -> State:
    """The state of one folder's config. texts: by path, one at most."""
    for file, text in texts.items():
        try:
            document = json.loads(text.removeprefix("\ufeff"))
        except RecursionError:
            return State(faults=(Fault(file, "it is nested too deeply to be read here", False, digest(text)),))
        except ValueError:
            return State(faults=(Fault(file, f"it is not valid JSON: {_FATAL}", stops=True),))
        if not isinstance(document, dict):
            return State(faults=(Fault(file, f"it holds no JSON object: {_FATAL}", stops=True),))
        files = dict.fromkeys(leaves(document), file)
        told = leaves({key: document[key] for key in _TOLD if key in document})
        grants = tuple(_grants(document))
        files.update({Leaf(grant.key, grant.value): file for grant in grants})
        return State(grants, {}, frozenset(told), files)
    return State()


def _grants(document: Mapping[str, Any]) -> Iterator[Grant]:
    for section in _TOLD:
        table = document.get(section)
        for name, options in table.items() if isinstance(table, dict) else ():
            if isinstance(options, dict):
                yield from _options(f"{section}.{name}", inline(name, 60), options)


def _options(at: str, name: str, options: Mapping[str, Any]) -> Iterator[Grant]:
    if (sandbox := options.get("sandbox")) in (True, False):
        means = f"Every command of {name} runs without a sandbox, and writes wherever you can."
        yield Grant(("switch", f"{at}.sandbox"), -1 if sandbox else 1, f"{at}.sandbox", spelled(sandbox), Risk.ESCAPE, means)
    if options.get("trust") is True:
        means = f"{name} is trusted: what the repository's own config, hooks and rules say counts unasked."
        yield Grant(("switch", f"{at}.trust"), 1, f"{at}.trust", "true", Risk.BROAD, means)
    arguments = options.get("extraArgs")
    words = [spelled(word) for word in (arguments if isinstance(arguments, list) else [arguments] if arguments else [])]
    for word in words:
        risk = Risk.ESCAPE if _DANGEROUS.search(word.lower()) else Risk.BROAD
        means = f"{name} is started with `{inline(word, 100)}`" + (
            ", which takes the sandbox or its questions away." if risk > Risk.BROAD else "."
        )
        yield Grant(("argument", at, word), 1, f"{at}.extraArgs", word, risk, means)
