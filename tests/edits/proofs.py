"""What every editor has to keep to, whatever the language."""

import pytest

from advisor.errors import ConfigError
from tests.edits import documents


def prove(sample, edit, read, *, may_refuse=False):
    """Proves one edit: the text reads as the merge, a second run is empty, taking out what was put in restores the text.

    may_refuse: the editor may say that something cannot be changed without rewriting what stands there.
    """
    try:
        merge, replaces = documents.expected(sample.data, sample.settings)
    except documents.Clash:
        with pytest.raises(ConfigError, match=r"^\d+:\d+: "):
            edit(sample.text, sample.settings)
        return
    try:
        edited = edit(sample.text, sample.settings)
    except ConfigError as refusal:
        if may_refuse and "without rewriting" in refusal.problem:
            return
        raise
    assert documents.same(read(edited.text), merge)
    assert edited.replaced or edited.without_insertions == sample.text
    assert replaces or not edited.replaced
    if len(sample.settings) == 1:
        assert bool(edited.replaced) == replaces
    _prove_second_run_empty(edited.text, merge, sample.settings, edit)
    if sample.text.count("\n") == sample.text.count("\r\n") > 0:
        assert edited.text.count("\n") == edited.text.count("\r\n")


def _prove_second_run_empty(text, merge, settings, edit):
    try:
        again, replaces = documents.expected(merge, settings)
    except documents.Clash:
        return
    if documents.same(again, merge) and not replaces:  # settings that contradict each other never come to rest
        assert edit(text, settings).text == text
