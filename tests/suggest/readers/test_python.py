"""pyproject.toml, lock files, requirements, hooks."""

import pytest

from tests.suggest.saying import says


def test_lock_files():
    assert says({"uv.lock": "\n[[package]]\n"}) == ["2 setup runs uv sync"]
    assert says({"poetry.lock": "[[package]]\n"}) == ["1 setup runs poetry install", "1 keeps poetry: environments"]
    assert says({"Pipfile.lock": '{\n"default": {}}'}) == ["2 setup runs pipenv install", "2 keeps pipenv: environments"]
    assert says({"pdm.lock": ""}) == ["1 setup runs pdm install"]


def test_poetry_may_keep_its_environments_in_the_project():
    inside = {"poetry.lock": "", "poetry.toml": "[virtualenvs]\nin-project = true\n"}
    assert says(inside) == ["1 setup runs poetry install"]
    outside = {"poetry.lock": "", "poetry.toml": "[virtualenvs]\ncreate = true\n"}
    assert says(outside) == ["1 setup runs poetry install", "1 keeps poetry: environments"]
    assert says({"poetry.toml": "[virtualenvs"})[0].startswith("1 broken it is not TOML")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('[project]\nname = "a"\ndependencies = []\n', "3 setup runs pip install -e ."),
        ('[build-system]\nrequires = ["x"]\n', "1 setup runs pip install -e ."),
        ('[project]\nname = "a"\n[tool.uv]\n', "1 setup runs uv sync"),
        ('[project]\nname = "a"\n[tool.pdm]\n', "1 setup runs pdm install"),
        ('[tool.poetry.dependencies]\nx = "1"\n', "1 setup runs poetry install"),
        ('[tool.poetry.group.dev.dependencies]\nx = "1"\n', "1 setup runs poetry install"),
        ("[tool.ruff]\n", None),
    ],
)
def test_without_a_lock_file_the_project_says_how_is_installed(text, command):
    assert says({"pyproject.toml": text}) == ([command] if command else [])


def test_a_part_of_a_project_is_installed_with_the_whole():
    project = "[project]\n"
    assert says({"pyproject.toml": project, "a/pyproject.toml": project}, "a/pyproject.toml") == []
    assert says({"uv.lock": "", "a/pyproject.toml": project}, "a/pyproject.toml") == []


def test_tasks_are_run_in_the_project():
    text = '[tool.poe.tasks]\na = "pytest"\nb = { cmd = "ruff" }\nc = ["a"]\n'
    assert says({"x/pyproject.toml": text}) == ["2 script runs pytest in x", "3 script runs ruff in x"]


def test_dependencies_that_git_fetches():
    text = '[tool.ruff]\nx = "y @ git+https://code.example/y@v1"\nz = { git = "ssh://git@own.example/z" }\nw = "git+https://*.x"\n'
    assert says({"pyproject.toml": text}) == [
        "2 setup asks connect code.example:443 proxy",
        "3 setup asks connect own.example:22 git-ssh",
    ]


def test_requirements_say_where_packages_come_from():
    assert says({"requirements.txt": "# a\n--index-url https://index.example\nx\n"}) == ["2 setup runs pip install -r requirements.txt"]
    told = says({"requirements-dev.txt": "-r requirements.txt\n-i https://index.example/simple\nx\n"})
    assert told == ["2 setup runs pip install -r requirements-dev.txt -i https://index.example/simple"]
    assert says({"requirements.txt": "# nothing\n"}) == []
    assert says({"requirements/test.txt": "x\n"}) == ["1 setup runs pip install -r test.txt in requirements"]
    assert says({"requirements.txt": "x\n", "uv.lock": ""}, "requirements.txt") == []


def test_older_projects():
    assert says({"setup.py": "from setuptools import setup\nsetup(\n)"}) == ["2 setup runs pip install -e ."]
    assert says({"a/setup.py": "def setup(): pass\n"}) == []
    assert says({"setup.cfg": "[metadata]\n", "pyproject.toml": "[tool.x]\n"}) == []
    assert says({"Pipfile": "[packages]\n"}) == ["1 setup runs pipenv install"]
    assert says({"Pipfile": "[packages]\n", "Pipfile.lock": ""}, "Pipfile") == []
    assert says({"Pipfile": "[packages\n"})[0].startswith("1 broken it is not TOML")
    assert says({"pyproject.toml": "x = [\n"})[0].startswith("2 broken it is not TOML")


def test_hooks_are_cloned_and_kept():
    told = says({".pre-commit-config.yaml": "repos:\n- repo: https://code.example/hooks\n  rev: v1\n- repo: local\n"})
    assert told == ["2 setup asks connect code.example:443 proxy", "2 keeps pre-commit: hook programs"]
    assert says({".pre-commit-config.yaml": "repos:\n- repo: local\n"}) == []
