"""Which commands open a port, and which: development servers and databases, by their own defaults and options."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.foresight.seen import Called, Foreseen
from advisor.model import ListenOnPort
from advisor.model.tuples import NamedTuple

_PORT_OPTIONS = ("--port", "-p", "-P", "--listen", "-l", "--server-port", "--http-port")
_HOST_OPTIONS = ("--host", "-H", "--hostname", "--bind", "-b", "--ip", "--address")


class _Server(NamedTuple):
    """verbs: the first words with which it serves; empty: with any. port: its default."""

    verbs: frozenset[str]
    port: int


def _server(port: int, *verbs: str) -> _Server:
    return _Server(frozenset(verbs), port)


# Defaults as each tool documents them.
_SERVERS: dict[str, tuple[_Server, ...]] = {
    "vite": (_server(4173, "preview"), _server(5173, "", "dev", "serve")),
    "next": (_server(3000, "dev", "start", ""),),
    "nuxt": (_server(3000, "dev", "preview", "start"),),
    "nuxi": (_server(3000, "dev", "preview"),),
    "astro": (_server(4321, "dev", "preview"),),
    "remix": (_server(3000, "dev"),),
    "react-scripts": (_server(3000, "start"),),
    "vue-cli-service": (_server(8080, "serve"),),
    "ng": (_server(4200, "serve", "s"),),
    "gatsby": (_server(8000, "develop", "dev"),),
    "webpack": (_server(8080, "serve"),),
    "webpack-dev-server": (_server(8080),),
    "parcel": (_server(1234, "serve", ""),),
    "storybook": (_server(6006, "dev"),),
    "expo": (_server(8081, "start"),),
    "http-server": (_server(8080),),
    "serve": (_server(3000),),
    "live-server": (_server(8080),),
    "json-server": (_server(3000),),
    "wrangler": (_server(8787, "dev"),),
    "flask": (_server(5000, "run"),),
    "uvicorn": (_server(8000),),
    "hypercorn": (_server(8000),),
    "gunicorn": (_server(8000),),
    "fastapi": (_server(8000, "dev", "run"),),
    "django-admin": (_server(8000, "runserver"),),
    "mkdocs": (_server(8000, "serve"),),
    "jupyter": (_server(8888, "lab", "notebook", "server"),),
    "jupyter-lab": (_server(8888),),
    "streamlit": (_server(8501, "run"),),
    "rails": (_server(3000, "server", "s"),),
    "puma": (_server(9292),),
    "jekyll": (_server(4000, "serve", "s"),),
    "hugo": (_server(1313, "server", "serve"),),
    "artisan": (_server(8000, "serve"),),
    "mix": (_server(4000, "phx.server"),),
    "trunk": (_server(8080, "serve"),),
    "caddy": (_server(2019, "run", "start"),),
    "redis-server": (_server(6379),),
    "valkey-server": (_server(6379),),
    "postgres": (_server(5432),),
    "mysqld": (_server(3306),),
    "mongod": (_server(27017),),
}


def listening(called: Called) -> Iterator[Foreseen]:
    """The port that a call opens; nothing for a call that opens none, or none that is known."""
    port, host = _asked(called)
    default = _default(called)
    if default is None:
        return
    yield Foreseen(ListenOnPort(port or default, host), f"{called.program} serves on a port")


def _default(called: Called) -> int | None:
    name, verb = called.program, called.verb
    if name.startswith("python") and called.arguments[:2] == ("-m", "http.server"):
        return next((int(word) for word in called.arguments[2:] if word.isdigit()), 8000)
    if name.startswith("python") and "runserver" in called.arguments:
        return 8000
    if name == "php" and "-S" in called.arguments:
        return 8000
    if name in ("nc", "ncat", "netcat") and any(re.fullmatch(r"-[a-zA-Z]{0,6}l[a-zA-Z]{0,6}", word) for word in called.arguments):
        return next((int(word) for word in called.arguments if word.isdigit()), 0)
    verb = verb if verb[:1].isalpha() else ""
    return next((server.port for server in _SERVERS.get(name, ()) if not server.verbs or verb in server.verbs), None)


def _asked(called: Called) -> tuple[int | None, str | None]:
    """(port, host) that the options, or an `address:port` among the words, ask for."""
    port, host = called.value_of(*_PORT_OPTIONS), called.value_of(*_HOST_OPTIONS)
    for word in (port, host, called.value_of("-S"), *called.plain):
        if word and (found := re.fullmatch(r"(\[[0-9a-fA-F:]{2,40}\]|[A-Za-z0-9.-]{0,253}):(\d{1,5})", word)):
            return int(found[2]), found[1].strip("[]") or None
    return int(port) if port and port.isdigit() else None, host
