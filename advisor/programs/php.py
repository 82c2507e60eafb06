"""PHP: Composer and the built-in server."""

from __future__ import annotations

from advisor.model import Flag, Installs, Program, ProgramPath
from advisor.programs import placed

PROGRAMS = (
    Program(
        names=("composer",),
        docs="https://getcomposer.org/doc/03-cli.md#composer-cache-dir",
        paths=(
            ProgramPath(
                "downloaded packages",
                placed(linux="~/.cache/composer", macos="~/Library/Caches/composer", windows="~/AppData/Local/Composer"),
                relocate="COMPOSER_CACHE_DIR",
                warm=True,
            ),
            ProgramPath("downloaded packages, older layout", placed("~/.composer/cache"), relocate="COMPOSER_CACHE_DIR", warm=True),
        ),
        hosts_from=("composer.json: repositories", "composer.lock: dist.url"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY, NO_PROXY)",
        flags=(Flag("write", "--no-cache", "goes on without the cache"),),
        installs=(Installs("global", "require it in the project: `composer require --dev …`, run it with `composer exec`"),),
    ),
    Program(
        names=("php", "artisan"),
        docs="https://www.php.net/manual/en/features.commandline.webserver.php",
        listens=(8000,),
        flags=(Flag("bind", "-S 127.0.0.1:8000", "listens on the loopback address only"),),
    ),
)
