"""Where schemas and templates are found: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

import os

import pytest

from advisor.resources import folder, text


@pytest.mark.parametrize("kind", ["schemas", "templates"])
def test_this_checkout_has_them(kind):
    assert os.path.isabs(folder(kind))
    assert os.listdir(folder(kind))


def test_an_installed_package_holds_them_inside(tmp_path):
    inside = tmp_path / "site-packages" / "advisor" / "schemas"
    beside = tmp_path / "site-packages" / "schemas"
    inside.mkdir(parents=True)
    beside.mkdir()
    package = str(tmp_path / "site-packages" / "advisor")
    assert folder("schemas", package) == str(inside)
    inside.rmdir()
    assert folder("schemas", package) == str(beside)


def test_an_incomplete_installation_says_so(tmp_path):
    with pytest.raises(FileNotFoundError, match="the installation is incomplete"):
        folder("templates", str(tmp_path / "advisor"))


def test_a_resource_is_read_as_it_is():
    assert text("schemas", "report.json").startswith("{\n")
    with pytest.raises(FileNotFoundError):
        text("templates", "none.j2")
