"""Python: installers, environments, hook runners, and the caches of well-known libraries."""

from __future__ import annotations

from advisor.model import Flag, Installs, Program, ProgramPath
from advisor.programs import placed

_ENVIRONMENT = "make the environment inside the project (`python3 -m venv .venv`) and install there"

PROGRAMS = (
    Program(
        names=("pip", "pip3"),
        docs="https://pip.pypa.io/en/stable/topics/caching/",
        paths=(
            ProgramPath(
                "downloaded and built packages (pip goes on without it)",
                placed(linux="~/.cache/pip", macos="~/Library/Caches/pip", windows="~/AppData/Local/pip/Cache"),
                relocate="PIP_CACHE_DIR",
                warm=True,
                relative=True,
            ),
        ),
        hosts_from=("pip config get global.index-url", "PIP_INDEX_URL", "requirements.txt: --index-url"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY, NO_PROXY)",
        installs=(Installs("install", _ENVIRONMENT),),
    ),
    Program(
        names=("uv", "uvx"),
        docs="https://docs.astral.sh/uv/concepts/cache/",
        paths=(
            ProgramPath(
                "downloaded and built packages",
                placed("~/.cache/uv", windows="~/AppData/Local/uv/cache"),
                relocate="UV_CACHE_DIR",
                warm=True,
                relative=True,
            ),
            ProgramPath(
                "Python versions",
                placed("~/.local/share/uv/python", windows="~/AppData/Roaming/uv/python"),
                executed_later="every environment made from these Pythons",
                relocate="UV_PYTHON_INSTALL_DIR",
            ),
            ProgramPath(
                "installed tools",
                placed("~/.local/share/uv/tools", windows="~/AppData/Roaming/uv/tools"),
                executed_later="your shell: these tools are run by name",
                relocate="UV_TOOL_DIR",
            ),
        ),
        hosts_from=("UV_INDEX_URL", "UV_DEFAULT_INDEX", "uv.lock: source", "pyproject.toml: tool.uv.index"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY)",
        flags=(
            Flag("write", "--no-cache", "uses a temporary cache for this run"),
            Flag("connect", "--native-tls", "trusts the system's certificates, a proxy's own included"),
        ),
        installs=(Installs("tool install", "run the tool with `uvx`, or add it to the project with `uv add --dev`"),),
    ),
    Program(
        names=("poetry",),
        docs="https://python-poetry.org/docs/configuration/#cache-dir",
        paths=(
            ProgramPath(
                "downloaded packages",
                placed(
                    linux="~/.cache/pypoetry/cache", macos="~/Library/Caches/pypoetry/cache", windows="~/AppData/Local/pypoetry/Cache/cache"
                ),
                relocate="POETRY_CACHE_DIR",
                warm=True,
            ),
            ProgramPath(
                "built packages",
                placed(
                    linux="~/.cache/pypoetry/artifacts",
                    macos="~/Library/Caches/pypoetry/artifacts",
                    windows="~/AppData/Local/pypoetry/Cache/artifacts",
                ),
                relocate="POETRY_CACHE_DIR",
                warm=True,
            ),
            ProgramPath(
                "environments",
                placed(
                    linux="~/.cache/pypoetry/virtualenvs",
                    macos="~/Library/Caches/pypoetry/virtualenvs",
                    windows="~/AppData/Local/pypoetry/Cache/virtualenvs",
                ),
                executed_later="whoever runs programs from these environments",
                relocate="POETRY_VIRTUALENVS_PATH",
            ),
        ),
        hosts_from=("pyproject.toml: tool.poetry.source", "poetry.lock"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
        flags=(Flag("write", "POETRY_VIRTUALENVS_IN_PROJECT=true", "makes the environment in the project's .venv"),),
    ),
    Program(
        names=("pipenv",),
        docs="https://pipenv.pypa.io/en/stable/configuration.html",
        paths=(
            ProgramPath(
                "downloaded packages",
                placed(linux="~/.cache/pipenv", macos="~/Library/Caches/pipenv"),
                relocate="PIPENV_CACHE_DIR",
                warm=True,
            ),
            ProgramPath(
                "environments",
                placed("~/.local/share/virtualenvs", windows="~/.virtualenvs"),
                executed_later="whoever runs programs from these environments",
                relocate="WORKON_HOME",
            ),
        ),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
        flags=(Flag("write", "PIPENV_VENV_IN_PROJECT=1", "makes the environment in the project's .venv"),),
    ),
    Program(
        names=("pre-commit", "prek"),
        docs="https://pre-commit.com/#managing-ci-caches",
        paths=(
            ProgramPath(
                "hook programs",
                placed("~/.cache/pre-commit", windows="~/.cache/pre-commit"),
                executed_later="git, at the next commit: pre-commit runs its hooks from it",
                relocate="PRE_COMMIT_HOME",
                relative=True,
            ),
        ),
        hosts_from=(".pre-commit-config.yaml: repos",),
        proxy="through git and the installers it calls",
    ),
    Program(
        names=("python", "python3", "pypy3"),
        docs="https://docs.python.org/3/library/urllib.request.html#urllib.request.getproxies",
        proxy="urllib, requests and httpx always; aiohttp only with trust_env=True; raw sockets and database drivers never",
        flags=(Flag("connect", "aiohttp.ClientSession(trust_env=True)", "makes aiohttp use the proxy variables"),),
        installs=(Installs("-m venv", _ENVIRONMENT), Installs("-m virtualenv", _ENVIRONMENT), Installs("-m pip install", _ENVIRONMENT)),
    ),
    Program(
        names=("virtualenv",),
        docs="https://virtualenv.pypa.io/en/latest/cli_interface.html",
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
        paths=(
            ProgramPath(
                "seed packages",
                placed(linux="~/.local/share/virtualenv", macos="~/Library/Application Support/virtualenv"),
                executed_later="every environment made from these seeds",
                relocate="VIRTUALENV_OVERRIDE_APP_DATA",
            ),
        ),
        installs=(Installs("", _ENVIRONMENT),),
    ),
    Program(
        names=("jupyter", "jupyter-lab", "ipython"),
        docs="https://docs.jupyter.org/en/stable/use/jupyter-directories.html",
        proxy="through the programs that it runs",
        paths=(
            ProgramPath(
                "runtime files",
                placed(linux="~/.local/share/jupyter/runtime", macos="~/Library/Jupyter/runtime"),
                relocate="JUPYTER_RUNTIME_DIR",
            ),
        ),
        listens=(8888,),
    ),
    Program(
        names=("matplotlib",),
        docs="https://matplotlib.org/stable/install/environment_variables_faq.html",
        proxy="through the programs that it runs",
        paths=(
            ProgramPath("font cache", placed(linux="~/.cache/matplotlib", macos="~/.matplotlib"), relocate="MPLCONFIGDIR", relative=True),
            ProgramPath("settings and cache", placed(linux="~/.config/matplotlib"), relocate="MPLCONFIGDIR", relative=True),
        ),
    ),
    Program(
        names=("huggingface-cli", "hf"),
        docs="https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables",
        paths=(ProgramPath("downloaded models", placed("~/.cache/huggingface/hub"), relocate="HF_HUB_CACHE", warm=True),),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
    ),
)
