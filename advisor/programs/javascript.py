"""JavaScript and TypeScript: package managers, runtimes, browsers for tests, monorepo tools, dev servers."""

from __future__ import annotations

from advisor.model import Flag, Installs, Program, ProgramPath
from advisor.programs import placed

_NODE_PROXY = Flag("connect", "NODE_USE_ENV_PROXY=1", "makes Node 22.21, 24.5 and later use the proxy variables (older ones ignore it)")
_GLOBAL = "install into the project (`npm install --save-dev …`, run it with `npx`), or give a --prefix inside the project"
_HOST = Flag("bind", "--host 127.0.0.1", "listens on the loopback address only")

PROGRAMS = (
    Program(
        names=("npm", "npx"),
        docs="https://github.com/npm/cli/blob/latest/docs/lib/content/commands/npm-cache.md",
        paths=(
            ProgramPath(
                "downloaded packages",
                placed("~/.npm/_cacache", windows="~/AppData/Local/npm-cache/_cacache"),
                relocate="npm_config_cache",
                warm=True,
                relative=True,
                downloads=True,
            ),
            ProgramPath(
                "packages that npx runs",
                placed("~/.npm/_npx", windows="~/AppData/Local/npm-cache/_npx"),
                executed_later="npx, which runs programs from it by name",
                relocate="npm_config_cache",
                relative=True,
            ),
            ProgramPath(
                "logs", placed("~/.npm/_logs", windows="~/AppData/Local/npm-cache/_logs"), relocate="npm_config_logs_dir", relative=True
            ),
            ProgramPath("global programs", placed("~/.npm-global"), executed_later="your shell: npm's global programs are run by name"),
        ),
        hosts_from=("npm config get registry", "package-lock.json: resolved", ".npmrc: registry"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY, NO_PROXY)",
        flags=(Flag("write", "--cache .cache/npm", "keeps the package cache in the project"),),
        installs=(
            Installs("install -g", _GLOBAL),
            Installs("i -g", _GLOBAL),
            Installs("install --global", _GLOBAL),
            Installs("link", "use a workspace or a `file:` dependency instead of a global link"),
        ),
    ),
    Program(
        names=("pnpm", "pnpx"),
        docs="https://pnpm.io/settings#store-settings",
        paths=(
            ProgramPath(
                "package store",
                placed(linux="~/.local/share/pnpm/store", macos="~/Library/pnpm/store", windows="~/AppData/Local/pnpm/store"),
                relocate="npm_config_store_dir",
                warm=True,
            ),
            ProgramPath(
                "package metadata",
                placed(linux="~/.cache/pnpm", macos="~/Library/Caches/pnpm", windows="~/AppData/Local/pnpm-cache"),
                relocate="npm_config_cache_dir",
                warm=True,
            ),
            ProgramPath("state", placed("~/.local/state/pnpm", macos="~/.pnpm-state", windows="~/AppData/Local/pnpm-state")),
        ),
        hosts_from=("pnpm config get registry", "pnpm-lock.yaml: resolution", ".npmrc: registry"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY, NO_PROXY)",
        flags=(Flag("write", "--store-dir .pnpm-store", "keeps the store in the project"),),
        installs=(Installs("add -g", _GLOBAL), Installs("add --global", _GLOBAL)),
    ),
    Program(
        names=("yarn", "yarnpkg"),
        docs="https://yarnpkg.com/configuration/yarnrc#cacheFolder",
        paths=(
            ProgramPath(
                "downloaded packages",
                placed(linux="~/.cache/yarn", macos="~/Library/Caches/Yarn", windows="~/AppData/Local/Yarn/Cache"),
                relocate="YARN_CACHE_FOLDER",
                warm=True,
                relative=True,
            ),
            ProgramPath(
                "downloaded packages, as root", placed(linux="/usr/local/share/.cache/yarn"), relocate="YARN_CACHE_FOLDER", relative=True
            ),
            ProgramPath("global cache of Yarn 2 and later", placed("~/.yarn/berry"), relocate="YARN_GLOBAL_FOLDER", warm=True),
        ),
        hosts_from=("yarn config get npmRegistryServer", "yarn config get registry", "yarn.lock: resolved"),
        proxy="Yarn 1 always; Yarn 2 and later by httpProxy and httpsProxy in .yarnrc.yml, which default to the variables",
        installs=(Installs("global add", _GLOBAL),),
    ),
    Program(
        names=("bun", "bunx"),
        docs="https://bun.sh/docs/install/cache",
        paths=(
            ProgramPath(
                "downloaded packages",
                placed("~/.bun/install/cache", windows="~/.bun/install/cache"),
                relocate="BUN_INSTALL_CACHE_DIR",
                warm=True,
            ),
        ),
        hosts_from=("bunfig.toml: install.registry", "bun.lock"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
        installs=(Installs("add -g", _GLOBAL), Installs("install -g", _GLOBAL)),
    ),
    Program(
        names=("deno",),
        docs="https://docs.deno.com/runtime/reference/env_variables/",
        paths=(
            ProgramPath(
                "downloaded modules",
                placed(linux="~/.cache/deno", macos="~/Library/Caches/deno", windows="~/AppData/Local/deno"),
                relocate="DENO_DIR",
                warm=True,
                relative=True,
            ),
        ),
        hosts_from=("deno.json: imports", "deno.lock"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY, NO_PROXY)",
        installs=(Installs("install -g", "run it from the project with `deno run` or a task"),),
    ),
    Program(
        names=("node", "nodejs"),
        docs="https://nodejs.org/api/cli.html#node_use_env_proxy1",
        paths=(
            ProgramPath("headers for native modules", placed(linux="~/.cache/node-gyp", macos="~/Library/Caches/node-gyp")),
            ProgramPath(
                "package managers of Corepack",
                placed("~/.cache/node/corepack", windows="~/AppData/Local/node/corepack"),
                executed_later="Corepack, which runs npm, pnpm and yarn from it",
                relocate="COREPACK_HOME",
            ),
        ),
        flags=(_NODE_PROXY,),
    ),
    Program(
        names=("tsx", "ts-node"),
        docs="https://tsx.is/dev-api/node-cli",
        flags=(_NODE_PROXY, Flag("unix-socket", "node --import tsx", "runs TypeScript without tsx's own socket")),
    ),
    Program(
        names=("playwright",),
        docs="https://playwright.dev/docs/browsers#managing-browser-binaries",
        paths=(
            ProgramPath(
                "browsers",
                placed(linux="~/.cache/ms-playwright", macos="~/Library/Caches/ms-playwright", windows="~/AppData/Local/ms-playwright"),
                executed_later="Playwright, which starts the browsers in it",
                relocate="PLAYWRIGHT_BROWSERS_PATH",
                relative=True,
            ),
        ),
        hosts_from=("PLAYWRIGHT_DOWNLOAD_HOST", "npx playwright install --dry-run"),
        proxy="for downloads always (HTTPS_PROXY); browsers by the `proxy` option",
        flags=(Flag("nest", "chromiumSandbox: false", "starts Chromium without its own sandbox, inside this one"),),
    ),
    Program(
        names=("puppeteer",),
        docs="https://pptr.dev/guides/configuration",
        paths=(
            ProgramPath(
                "browsers",
                placed("~/.cache/puppeteer", windows="~/.cache/puppeteer"),
                executed_later="Puppeteer, which starts the browsers in it",
                relocate="PUPPETEER_CACHE_DIR",
            ),
        ),
        proxy="for downloads always (HTTPS_PROXY)",
        flags=(Flag("nest", "args: ['--no-sandbox']", "starts Chromium without its own sandbox, inside this one"),),
    ),
    Program(
        names=("cypress",),
        docs="https://docs.cypress.io/app/references/advanced-installation",
        paths=(
            ProgramPath(
                "the Cypress program",
                placed(linux="~/.cache/Cypress", macos="~/Library/Caches/Cypress", windows="~/AppData/Local/Cypress/Cache"),
                executed_later="Cypress, which starts the program in it",
                relocate="CYPRESS_CACHE_FOLDER",
            ),
        ),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
    ),
    Program(
        names=("nx",),
        docs="https://nx.dev/reference/environment-variables",
        sockets=("NX_SOCKET_DIR",),
        proxy="through npm, and for its remote cache",
        flags=(Flag("unix-socket", "NX_DAEMON=false", "runs Nx without its daemon and the daemon's socket"),),
    ),
    Program(
        names=("turbo",),
        docs="https://turborepo.com/docs/reference/system-environment-variables",
        proxy="for its remote cache (HTTP_PROXY, HTTPS_PROXY)",
        flags=(Flag("unix-socket", "--no-daemon", "runs turbo without its daemon and the daemon's socket"),),
    ),
    Program(
        names=("jest", "watchman"),
        docs="https://jestjs.io/docs/cli#--watchman",
        proxy="through the programs that it runs",
        paths=(ProgramPath("Watchman's state", placed("~/.local/state/watchman")),),
        flags=(
            Flag("unix-socket", "--watchman=false", "finds files without the Watchman service"),
            Flag("write", "--watchman=false", "finds files without the Watchman service"),
        ),
    ),
    Program(names=("vite", "vitest"), docs="https://vite.dev/config/server-options", listens=(5173, 4173), flags=(_NODE_PROXY, _HOST)),
    Program(
        names=("next",),
        docs="https://nextjs.org/docs/app/api-reference/cli/next",
        listens=(3000,),
        flags=(
            _NODE_PROXY,
            Flag("bind", "-H 127.0.0.1", "listens on the loopback address only"),
            Flag("write", "NEXT_TELEMETRY_DISABLED=1", "writes no telemetry file"),
        ),
    ),
    Program(
        names=("prisma",),
        docs="https://www.prisma.io/docs/orm/reference/environment-variables-reference",
        paths=(
            ProgramPath(
                "engines",
                placed("~/.cache/prisma", windows="~/AppData/Local/Prisma"),
                executed_later="Prisma, which runs the engines in it",
            ),
        ),
        proxy="for downloads always (HTTPS_PROXY)",
    ),
)
