"""What a call of a well-known program will need, from its words alone: clients, file tools, what goes beyond a sandbox."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.foresight.seen import Called, Foreseen
from advisor.harmless import READERS
from advisor.hazards.hosts import canonical_host, is_loopback
from advisor.model import (
    ConnectSocket,
    ControlProcess,
    GainPrivilege,
    Need,
    Nest,
    ReachHost,
    ReachLocalService,
    ReadPath,
    ResolveName,
    System,
    TraceProcess,
    WritePath,
)

# Patterns are compiled where they are first needed (`re` keeps them): a hook imports this, and seldom asks.
_URL = r"(https?|ftp|wss?)://(?:[^@/\s]{1,256}@)?(\[[^\]]{1,64}\]|[^:/\s?#]{1,253})(?::(\d{1,5}))?\S{0,4096}"
_DATABASE_URL = r"[a-z]{4,12}(?:\+\w{1,9})?://(?:[^@/]{1,256}@)?([^:/?]{1,253})(?::(\d{1,5}))?"
_DEFAULT_PORTS = {
    "psql": 5432, "pg_dump": 5432, "pg_restore": 5432, "redis-cli": 6379, "mysql": 3306, "mysqldump": 3306, "mongosh": 27017,
}  # fmt: skip
_PORTS = {"https": 443, "http": 80, "wss": 443, "ws": 80, "ftp": 21}
_SSH_OPTIONS = ("-p", "-P", "-i", "-l", "-o", "-F", "-J", "-L", "-R", "-D", "-b", "-c", "-E", "-e", "-m", "-S", "-W")
_DOCKER = {"linux": "/var/run/docker.sock", "macos": "~/.docker/run/docker.sock"}
# Programs that read and write the project, and go nowhere else by themselves.
IN_PROJECT = frozenset({
    "black", "biome", "vite", "next", "nuxt", "nx", "turbo", "astro", "webpack", "parcel", "ng", "react-scripts", "vue-cli-service",
    "clang", "clang-format", "cmake", "coverage", "eslint", "esbuild", "flake8", "g++", "gcc", "gofmt", "isort", "jest", "ld", "mocha",
    "mypy", "ninja", "nox", "patch", "prettier", "protoc", "pylint", "pyright", "pytest", "rspec", "rubocop", "ruff", "rustc",
    "rustfmt", "sed", "swc", "tar", "tox", "tsc", "tsup", "unzip", "vitest", "xargs", "zip", "ava", "c8", "nyc", "rollup", "stylelint",
    "oxlint",
})  # fmt: skip
_ALL_WRITTEN = frozenset({"touch", "mkdir", "rm", "rmdir", "tee", "truncate", "shred", "unlink", "mkfifo", "chmod", "chown"})
_LAST_WRITTEN = frozenset({"cp", "mv", "ln", "install", "rsync"})
_SANDBOXES = frozenset({"bwrap", "unshare", "sandbox-exec", "firejail", "nsenter", "chroot", "srt", "codex", "claude", "runc", "crun"})
_BROWSERS = frozenset({"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "electron"})


def effects(called: Called, system: System | None) -> Iterator[Foreseen]:
    """The needs that the words of a call show."""
    for make in (_files, _clients, _databases, _beyond):
        yield from make(called, system)


def _files(called: Called, system: System | None) -> Iterator[Foreseen]:
    name, words = called.program, called.plain
    if name in READERS:
        yield from (Foreseen(ReadPath(word), f"{name} reads it") for word in words if not word.isdigit())
    if name in _ALL_WRITTEN:
        operands = words[1:] if name in ("chmod", "chown") else words
        yield from (Foreseen(WritePath(word, folder=name == "mkdir"), f"{name} changes it") for word in operands)
    if name in _LAST_WRITTEN and len(words) > 1 and ":" not in words[-1]:
        yield Foreseen(WritePath(called.value_of("-t", "--target-directory") or words[-1]), f"{name} writes it")
        yield from (Foreseen(WritePath(word), "mv takes it away") for word in words[:-1] if name == "mv")
    if name == "dd" and (out := next((word[3:] for word in called.arguments if word.startswith("of=")), None)):
        yield Foreseen(WritePath(out), "dd writes it")
    for option in ("-o", "--output", "-O", "--output-document"):
        if name in ("curl", "wget", "gcc", "clang", "g++", "go") and (out := called.value_of(option)) and not out.startswith(("-", "http")):
            yield Foreseen(WritePath(out), f"{name} writes it")
            break


def _clients(called: Called, system: System | None) -> Iterator[Foreseen]:
    name, words = called.program, called.plain
    if name in ("curl", "wget", "wget2", "http", "https", "xh", "httpie"):
        if path := called.value_of("--unix-socket"):
            yield Foreseen(ConnectSocket(path), f"{name} connects to it")
            return
        direct = bool(called.value_of("--noproxy")) or "--no-proxy" in called.arguments
        for word in called.arguments:
            if found := re.fullmatch(_URL, word):
                yield _reach(found[2], int(found[3]) if found[3] else _PORTS[found[1]], name, direct)
    elif name in ("ssh", "scp", "sftp", "rsync", "mosh", "ssh-copy-id"):
        values = {called.value_of(option) for option in _SSH_OPTIONS}
        operands = [word for word in words if word not in values]
        hosts = (re.fullmatch(r"(?:[^@\s]{1,64}@)?([A-Za-z0-9][A-Za-z0-9.-]{0,252})(:.{0,4096})?", word) for word in operands)
        remote = [found for found in hosts if found and (name in ("ssh", "sftp", "mosh", "ssh-copy-id") or found[2])]
        port = called.value_of("-p", "-P")
        for found in remote[:1]:
            yield _reach(found[1], int(port) if port and port.isdigit() else 22, name, True)
    elif name in ("nc", "ncat", "netcat", "telnet") and len(words) > 1 and words[-1].isdigit():
        yield _reach(words[-2], int(words[-1]), name, True)
    elif name in ("dig", "nslookup", "host", "drill", "getent") and words:
        yield Foreseen(ResolveName(words[-1]), f"{name} asks a name server itself", "direct")
    elif name in ("ping", "ping6", "traceroute", "mtr") and words:
        yield Foreseen(GainPrivilege(), f"{name} opens a raw socket")


def _databases(called: Called, system: System | None) -> Iterator[Foreseen]:
    name = called.program
    if name not in _DEFAULT_PORTS:
        return
    host, port = called.value_of("-h", "--host"), called.value_of("-p" if name != "mysql" else "-P", "--port")
    if url := next((found for word in called.arguments if (found := re.match(_DATABASE_URL, word))), None):
        host, port = url[1], url[2]
    if host is None and name in ("psql", "pg_dump", "pg_restore"):
        yield Foreseen(ConnectSocket("/var/run/postgresql/.s.PGSQL.5432"), f"{name} connects to the local server by its socket")
        return
    if host and host.startswith("/"):
        yield Foreseen(ConnectSocket(host), f"{name} connects to it")
        return
    yield _reach(host or "127.0.0.1", int(port) if port and port.isdigit() else _DEFAULT_PORTS[name], name, True)


def _beyond(called: Called, system: System | None) -> Iterator[Foreseen]:
    name, verb = called.program, called.verb
    if name == "docker-compose" or (name in ("docker", "podman") and verb not in ("", "version", "help")):
        socket = "/run/user/1000/podman/podman.sock" if name == "podman" else _DOCKER.get(system or "linux", _DOCKER["linux"])
        yield Foreseen(ConnectSocket(socket), f"{name} talks to its daemon by this socket")
    if name in _SANDBOXES:
        yield Foreseen(Nest(), f"{name} makes a sandbox or a namespace of its own")
    if name in _BROWSERS or (name == "playwright" and verb == "test") or (name == "cypress" and verb in ("run", "open")):
        yield Foreseen(Nest(), "the browser sandboxes its own processes")
    if name in ("strace", "ltrace", "gdb", "lldb", "rr", "perf"):
        yield Foreseen(TraceProcess(), f"{name} traces another process")
    if name in ("kill", "pkill", "killall"):
        yield Foreseen(ControlProcess("signal"), f"{name} signals another process")
    if name in ("apt", "apt-get", "dnf", "yum", "pacman", "apk", "systemctl", "service", "mount", "umount", "modprobe"):
        yield Foreseen(GainPrivilege(), f"{name} changes the system")


def _reach(host: str, port: int, name: str, direct: bool) -> Foreseen:
    plain, _ = canonical_host(host)
    need: Need = ReachLocalService(port, plain) if is_loopback(plain) else ReachHost(plain, port)
    return Foreseen(need, f"{name} connects to it", "direct" if direct else "proxy")
