"""Go: the go command and its linters."""

from __future__ import annotations

from advisor.model import Flag, Installs, Program, ProgramPath
from advisor.programs import placed

PROGRAMS = (
    Program(
        names=("go",),
        docs="https://pkg.go.dev/cmd/go#hdr-Environment_variables",
        paths=(
            # GOCACHE and GOMODCACHE must be absolute, so that no value is right for every teammate.
            ProgramPath(
                "compiled packages",
                placed(linux="~/.cache/go-build", macos="~/Library/Caches/go-build", windows="~/AppData/Local/go-build"),
                relocate="GOCACHE",
            ),
            ProgramPath("downloaded modules", placed("~/go/pkg/mod", windows="~/go/pkg/mod"), relocate="GOMODCACHE", warm=True),
            ProgramPath("checksum database", placed("~/go/pkg/sumdb", windows="~/go/pkg/sumdb")),
            ProgramPath(
                "telemetry counters",
                placed(
                    linux="~/.config/go/telemetry",
                    macos="~/Library/Application Support/go/telemetry",
                    windows="~/AppData/Roaming/go/telemetry",
                ),
            ),
        ),
        hosts_from=("go env GOPROXY", "go env GOSUMDB", "go.mod: module paths"),
        proxy="always (HTTP_PROXY, HTTPS_PROXY, NO_PROXY)",
        flags=(
            Flag("connect", "-mod=vendor", "uses the vendored modules"),
            Flag("write", "GOFLAGS=-mod=readonly", "leaves go.mod as it is"),
        ),
        installs=(Installs("install", "build into the project: `go build -o ./build/ …`, or set GOBIN to a folder inside it"),),
    ),
    Program(
        names=("golangci-lint",),
        docs="https://golangci-lint.run/docs/configuration/cli/#cache",
        proxy="through go (HTTPS_PROXY)",
        paths=(
            ProgramPath(
                "analysis cache",
                placed(linux="~/.cache/golangci-lint", macos="~/Library/Caches/golangci-lint", windows="~/AppData/Local/golangci-lint"),
                relocate="GOLANGCI_LINT_CACHE",
            ),
        ),
    ),
    Program(
        names=("gopls",),
        docs="https://go.dev/gopls/",
        proxy="through go (HTTPS_PROXY)",
        paths=(ProgramPath("index", placed(linux="~/.cache/gopls", macos="~/Library/Caches/gopls", windows="~/AppData/Local/gopls")),),
    ),
    Program(
        names=("staticcheck",),
        docs="https://staticcheck.dev/docs/running-staticcheck/",
        proxy="through go (HTTPS_PROXY)",
        paths=(
            ProgramPath(
                "analysis cache", placed(linux="~/.cache/staticcheck", macos="~/Library/Caches/staticcheck"), relocate="STATICCHECK_CACHE"
            ),
        ),
    ),
)
