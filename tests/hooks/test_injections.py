"""What a command printed never speaks through a hook: no grant that hands over much, no CERTAIN, no word outside a fence."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from advisor.agent_text import LARGEST
from tests.hooks.events import codex as codex_event
from tests.hooks.events import ended_well, failed, shell_call, turn

OUTPUTS = tomllib.loads(Path(__file__).with_name("injections.toml").read_text(encoding="utf-8"))["output"]
REPEATED = re.compile(r"\{([^{}]+)\*(\d+)\}", re.DOTALL)
FENCED = re.compile(r"^(?P<fence>`{3,})(?P<label>[\w-]*)\n(?P<inside>.*?)^(?P=fence)\n", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?P<run>`+)(?:(?!(?P=run)).)+?(?<!`)(?P=run)(?!`)")
INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e0fff]")
# What no snippet opens, whatever was printed: credentials, start-up files, configs, whole trees, every host, the metadata.
NEVER_OPENED = re.compile(
    r"\.ssh|\.aws|\.gnupg|\.netrc|npmrc|bashrc|profile|\.git/(?:hooks|config)|\.claude|\.codex|sudoers|docker\.sock|\.local/bin"
    r"|[\"']/[\"']|[\"']~/?[\"']|[\"'](?:/home(?:/dev)?|/etc|/srv|/opt|/mnt|~/\.cache|/home/dev/\.cache)/?[\"']|[\"']\*|169\.254|metadata"
    r"|2852039166|0xa9fea9fe|fd00:ec2|ffff:|danger-full-access|\"enabled\": ?false|\$HOME"
)


def written_out(text):
    """The text with its repetitions."""
    return REPEATED.sub(lambda found: found[1] * int(found[2]), text)


CASES = [pytest.param(written_out(output["text"]), output.get("never", []), id=output["tries"]) for output in OUTPUTS]


def test_there_are_enough_and_each_is_tried_once():
    assert len({output["text"] for output in OUTPUTS}) == len({output["tries"] for output in OUTPUTS}) == len(OUTPUTS) >= 60


def check(text, never):
    """What an agent is told holds none of it."""
    assert "CERTAINLY" not in text
    assert len(text.encode()) <= LARGEST
    assert not INVISIBLE.search(text)
    blocks = [(found["label"], found["inside"]) for found in FENCED.finditer(text)]
    snippets = [inside for label, inside in blocks if label != "program-output"]
    for snippet in snippets:
        parsed = json.loads(snippet) if snippet.startswith("{") else tomllib.loads(snippet)
        assert parsed
        assert not NEVER_OPENED.search(snippet)
        assert not any(word in snippet for word in never)
    plain = SPAN.sub("", FENCED.sub("", text))
    assert "obey" not in plain.lower()
    assert not any(word in plain for word in never)
    assert "`" not in plain
    if text:
        assert plain.startswith("advise: ")
        assert plain.count("advise: ") == 1
        assert plain.rstrip().endswith(("then stop and wait.", "Ask your user.")) or "sandbox" in plain


@pytest.mark.parametrize(("output", "never"), CASES)
def test_claude_code(claude, output, never):
    claude.settings(enabled=True, filesystem={"allowWrite": ["~/.cache/pip"]})
    for event in (failed(output), ended_well(output), ended_well("", content=[{"type": "text", "text": output}])):
        check(claude.told(event), never)


@pytest.mark.parametrize(("output", "never"), CASES)
def test_codex(codex, output, never):
    codex.recorded(turn(), shell_call(1, "make"))
    check(codex.told(codex_event(output)), never)
