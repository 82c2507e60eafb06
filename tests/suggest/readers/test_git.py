"""Submodules."""

from tests.suggest.saying import says


def test_submodules_are_fetched_and_written_down():
    text = '[submodule "a"]\n\tpath = a\n\turl = https://code.example/a.git\n[submodule "b"]\n\turl = ../b.git\n'
    text += '[submodule "c"]\n\turl = /srv/c\n'
    assert says({".gitmodules": text}) == [
        "3 setup asks connect code.example:443 proxy",
        "5 setup runs git ls-remote",
        "3 setup asks write .git/config proxy",
    ]


def test_what_is_no_submodule_is_named():
    assert says({".gitmodules": "[core]\n\tx = y\n"}) == ["1 broken it is not a section of a submodule"]
