"""Ruby: Bundler, RubyGems, CocoaPods."""

from __future__ import annotations

from advisor.model import Flag, Installs, Program, ProgramPath
from advisor.programs import placed

PROGRAMS = (
    Program(
        names=("bundle", "bundler"),
        docs="https://bundler.io/man/bundle-config.1.html",
        paths=(
            ProgramPath(
                "compact index and downloads", placed("~/.bundle/cache", windows="~/.bundle/cache"), relocate="BUNDLE_USER_CACHE", warm=True
            ),
            ProgramPath(
                "plugins",
                placed("~/.bundle/plugin", windows="~/.bundle/plugin"),
                executed_later="Bundler, in every project: it loads these plugins",
                relocate="BUNDLE_USER_PLUGIN",
            ),
        ),
        hosts_from=("Gemfile: source", "Gemfile.lock: remote"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
        flags=(Flag("write", "BUNDLE_PATH=vendor/bundle", "installs the gems into the project"),),
    ),
    Program(
        names=("gem",),
        docs="https://guides.rubygems.org/command-reference/",
        paths=(
            ProgramPath(
                "installed gems",
                placed("~/.local/share/gem/ruby", windows="~/.local/share/gem/ruby"),
                executed_later="every Ruby program that loads these gems, and your shell",
                relocate="GEM_HOME",
            ),
            ProgramPath(
                "gem metadata", placed("~/.local/share/gem/specs", linux="~/.cache/gem/specs", macos="~/.local/cache/gem/specs"), warm=True
            ),
            ProgramPath(
                "installed gems, older layout",
                placed("~/.gem/ruby"),
                executed_later="every Ruby program that loads these gems, and your shell",
            ),
        ),
        hosts_from=("gem sources",),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
        installs=(Installs("install", "install into the project: `bundle config set --local path vendor/bundle`, then `bundle install`"),),
    ),
    Program(
        names=("pod",),
        docs="https://guides.cocoapods.org/terminal/commands.html",
        paths=(
            ProgramPath("downloaded pods", placed(macos="~/Library/Caches/CocoaPods"), relocate="CP_CACHE_DIR", warm=True),
            ProgramPath("specification repositories", placed(macos="~/.cocoapods/repos"), relocate="CP_HOME_DIR", warm=True),
        ),
        proxy="through curl and git",
    ),
)
