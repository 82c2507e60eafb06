"""C, C++, Swift, Bazel, browsers and the desktop's build tools."""

from __future__ import annotations

from advisor.model import Flag, Installs, Program, ProgramPath
from advisor.programs import placed

PROGRAMS = (
    Program(
        names=("ccache",),
        docs="https://ccache.dev/manual/latest.html#_location_of_the_configuration_file",
        proxy="through the programs that it runs",
        paths=(
            ProgramPath(
                "compiled objects",
                placed(linux="~/.cache/ccache", macos="~/Library/Caches/ccache", windows="~/AppData/Local/ccache"),
                relocate="CCACHE_DIR",
                warm=True,
            ),
        ),
    ),
    Program(
        names=("bazel", "bazelisk"),
        docs="https://bazel.build/remote/output-directories",
        paths=(
            ProgramPath("build outputs", placed(linux="~/.cache/bazel", windows="~/_bazel"), relocate="TEST_TMPDIR", warm=True),
            ProgramPath(
                "Bazel versions",
                placed(linux="~/.cache/bazelisk", macos="~/Library/Caches/bazelisk", windows="~/AppData/Local/bazelisk"),
                executed_later="bazelisk, in every project: it starts Bazel from it",
                relocate="BAZELISK_HOME",
                warm=True,
            ),
        ),
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
        flags=(
            Flag("nest", "--spawn_strategy=local", "builds without Bazel's own sandbox, inside this one"),
            Flag("write", "--output_user_root=.bazel", "keeps the outputs in the project"),
        ),
    ),
    Program(
        names=("make", "gmake", "cmake", "meson", "ninja"),
        docs="https://www.gnu.org/prep/standards/html_node/Directory-Variables.html",
        proxy="through the programs that it runs",
        flags=(Flag("write", "DESTDIR, prefix", "installs into a folder of the project"),),
        installs=(
            Installs("install", "install into the project: `make install prefix=$PWD/.local`"),
            Installs("--install", "install into the project: `cmake --install build --prefix .local`"),
        ),
    ),
    Program(
        names=("swift", "swiftc", "swiftlint"),
        docs="https://docs.swift.org/swiftpm/documentation/packagemanagerdocs/",
        paths=(
            ProgramPath(
                "downloaded packages", placed(linux="~/.cache/org.swift.swiftpm", macos="~/Library/Caches/org.swift.swiftpm"), warm=True
            ),
            ProgramPath("compiled system modules", placed(linux="~/.cache/clang/ModuleCache", macos="~/Library/Caches/clang/ModuleCache")),
        ),
        proxy="always (HTTPS_PROXY)",
        flags=(
            Flag("nest", "--disable-sandbox", "builds without SwiftPM's own sandbox, inside this one"),
            Flag("write", "--cache-path .build/cache", "keeps the cache in the project"),
        ),
    ),
    Program(
        names=("xcodebuild", "xcrun", "simctl"),
        docs="https://developer.apple.com/library/archive/technotes/tn2339/_index.html",
        proxy="through the programs that it runs",
        paths=(
            ProgramPath("build products", placed(macos="~/Library/Developer/Xcode/DerivedData"), executed_later="Xcode and the simulators"),
        ),
        flags=(Flag("write", "-derivedDataPath .build/DerivedData", "keeps the products in the project"),),
    ),
    Program(
        names=("brew",),
        docs="https://docs.brew.sh/Manpage#environment",
        paths=(
            ProgramPath(
                "downloads", placed(linux="~/.cache/Homebrew", macos="~/Library/Caches/Homebrew"), relocate="HOMEBREW_CACHE", warm=True
            ),
        ),
        proxy="always (HTTPS_PROXY, ALL_PROXY)",
        installs=(Installs("install", "install it yourself, in a terminal of your own: its programs are run by name"),),
    ),
    Program(
        names=("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "electron"),
        docs="https://chromium.googlesource.com/chromium/src/+/main/docs/linux/sandboxing.md",
        proxy="by --proxy-server",
        flags=(Flag("nest", "--no-sandbox", "starts the browser without its own sandbox, inside this one"),),
    ),
    Program(
        names=("zig",),
        docs="https://ziglang.org/documentation/master/",
        proxy="through the programs that it runs",
        paths=(
            ProgramPath(
                "compiled objects", placed("~/.cache/zig", windows="~/AppData/Local/zig"), relocate="ZIG_GLOBAL_CACHE_DIR", warm=True
            ),
        ),
    ),
)
