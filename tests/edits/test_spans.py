"""Where a key or a value stands in a JSON or TOML text."""

import pytest

from advisor.edits.spans import Span, places_of, span_of
from advisor.errors import ConfigError

JSON = '{\n  "sandbox": {"enabled": true},\n  "allow": [\n    "a", // why\n    "b",\n  ]\n}\n'
TOML = '\ufeffmodel = "x"\n\n[features]\nnetwork_proxy.enabled = true\n[[hooks.Stop]]\ncommand = [\n  "a",\n]\n'


@pytest.mark.parametrize(
    ("text", "language", "path", "key", "value"),
    [
        (JSON, "json", ("sandbox",), (2, 3, 2, 12), (2, 14, 2, 31)),
        (JSON, "json", ("sandbox", "enabled"), (2, 15, 2, 24), (2, 26, 2, 30)),
        (JSON, "json", ("allow", 1), (5, 5, 5, 8), (5, 5, 5, 8)),
        (JSON, "json", (), (1, 1, 7, 2), (1, 1, 7, 2)),
        (TOML, "toml", ("model",), (1, 1, 1, 6), (1, 9, 1, 12)),
        (TOML, "toml", ("features",), (3, 2, 3, 10), (3, 1, 4, 29)),
        (TOML, "toml", ("features", "network_proxy"), (4, 1, 4, 14), (4, 25, 4, 29)),
        (TOML, "toml", ("features", "network_proxy", "enabled"), (4, 15, 4, 22), (4, 25, 4, 29)),
        (TOML, "toml", ("hooks", "Stop"), (5, 9, 5, 13), (5, 1, 8, 2)),
        (TOML, "toml", ("hooks", "Stop", 0), (5, 1, 8, 2), (5, 1, 8, 2)),
        (TOML, "toml", ("hooks", "Stop", 0, "command", 0), (7, 3, 7, 6), (7, 3, 7, 6)),
    ],
)
def test_a_path_has_the_span_of_its_key_and_of_its_value(text, language, path, key, value):
    assert span_of(text, path, language) == Span(*key)
    assert span_of(text, path, language, "value") == Span(*value)


def test_what_does_not_exist_is_shown_at_what_would_hold_it():
    assert span_of(JSON, ("sandbox", "network", "x"), "json") == span_of(JSON, ("sandbox",), "json")
    assert span_of(TOML, ("x",), "toml") == span_of(TOML, (), "toml")


def test_places_are_offsets():
    key, value = places_of(TOML, "toml")["model",]
    assert (TOML[slice(*key)], TOML[slice(*value)]) == ("model", '"x"')


@pytest.mark.parametrize("language", ["json", "toml"])
def test_an_invalid_text_has_no_places(language):
    with pytest.raises(ConfigError, match=r"^1:\d: "):
        places_of("= [", language)
