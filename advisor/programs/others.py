"""Elixir, Haskell, Dart and other ecosystems with one or two programs each."""

from __future__ import annotations

from advisor.model import Flag, Installs, Program, ProgramPath
from advisor.programs import placed

PROGRAMS = (
    Program(
        names=("mix", "rebar3", "iex"),
        docs="https://hexdocs.pm/mix/Mix.html#module-environment-variables",
        paths=(
            ProgramPath("downloaded packages", placed("~/.hex/packages", windows="~/.hex/packages"), relocate="HEX_HOME", warm=True),
            ProgramPath("rebar3's cache", placed("~/.cache/rebar3", windows="~/.cache/rebar3"), relocate="REBAR_CACHE_DIR", warm=True),
            ProgramPath(
                "archives", placed("~/.mix/archives"), executed_later="mix, in every project: it loads these archives", relocate="MIX_HOME"
            ),
        ),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
    ),
    Program(
        names=("cabal", "stack", "ghc"),
        docs="https://cabal.readthedocs.io/en/stable/config.html",
        paths=(
            ProgramPath(
                "downloaded packages",
                placed("~/.cabal/packages", windows="~/AppData/Roaming/cabal/packages"),
                relocate="CABAL_DIR",
                warm=True,
            ),
            ProgramPath("downloaded packages", placed("~/.cache/cabal/packages"), relocate="CABAL_DIR", warm=True),
            ProgramPath("built packages", placed("~/.local/state/cabal/store"), relocate="CABAL_DIR", warm=True),
            ProgramPath("stack's snapshots", placed("~/.stack/snapshots"), relocate="STACK_ROOT", warm=True),
            ProgramPath("stack's package index", placed("~/.stack/pantry"), relocate="STACK_ROOT", warm=True),
        ),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
    ),
    Program(
        names=("dart", "flutter"),
        docs="https://dart.dev/tools/pub/environment-variables",
        paths=(
            ProgramPath(
                "downloaded packages",
                placed("~/.pub-cache/hosted", windows="~/AppData/Local/Pub/Cache/hosted"),
                relocate="PUB_CACHE",
                warm=True,
            ),
            ProgramPath(
                "git dependencies", placed("~/.pub-cache/git", windows="~/AppData/Local/Pub/Cache/git"), relocate="PUB_CACHE", warm=True
            ),
            ProgramPath("telemetry", placed("~/.dart-tool"), relocate=None),
        ),
        hosts_from=("PUB_HOSTED_URL", "pubspec.lock: url"),
        proxy="always (https_proxy, no_proxy)",
        flags=(Flag("write", "--disable-analytics", "writes no telemetry"),),
        installs=(Installs("pub global activate", "add it to the project: `dart pub add --dev …`, run it with `dart run`"),),
    ),
    Program(
        names=("tmux", "screen"),
        docs="https://man.openbsd.org/tmux",
        proxy="through the programs that it runs",
        flags=(
            Flag("write", "TMUX_TMPDIR", "names the folder of its sockets"),
            Flag("unix-socket", "a background command of the agent", "keeps a program running without a terminal server"),
        ),
    ),
    Program(
        names=("Rscript", "R"),
        docs="https://cran.r-project.org/doc/manuals/r-release/R-admin.html",
        paths=(
            ProgramPath(
                "installed packages", placed(linux="~/R", macos="~/Library/R"), executed_later="every R program", relocate="R_LIBS_USER"
            ),
            ProgramPath(
                "renv's cache",
                placed(linux="~/.cache/R/renv", macos="~/Library/Caches/org.R-project.R/R/renv"),
                relocate="RENV_PATHS_ROOT",
                warm=True,
            ),
        ),
        proxy="always (http_proxy, https_proxy)",
    ),
)
