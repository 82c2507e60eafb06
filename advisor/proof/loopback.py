"""Serves the scripted model to the harness of one trial, on an ephemeral port of the loopback interface."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias

from advisor.proof.trial import Step

Respond: TypeAlias = Callable[[str, Mapping[str, Any], Sequence[Step]], "tuple[str, bytes] | None"]


@contextmanager
def serve(respond: Respond, steps: Sequence[Step]) -> Iterator[tuple[int, list[Mapping[str, Any]]]]:
    """Answer requests by `respond` while the context lasts; gives the port, and the bodies received so far."""
    received: list[Mapping[str, Any]] = []
    server = _server(respond, steps, received)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server.server_address[1], received
    finally:
        server.shutdown()
        server.server_close()


def _server(respond: Respond, steps: Sequence[Step], received: list[Mapping[str, Any]]) -> ThreadingHTTPServer:
    turn = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the output is the answer's."""

        def do_POST(self) -> None:
            """Answer a request of the API, and keep it."""
            body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
            with turn:
                received.append(body)
                self._send(respond(self.path.partition("?")[0], body, steps))

        def do_GET(self) -> None:
            """Answer a question about the API's models."""
            self._send(respond(self.path.partition("?")[0], {}, steps))

        def do_HEAD(self) -> None:
            """Say that somebody is here."""
            self._send(("text/plain", b""))

        def _send(self, answer: tuple[str, bytes] | None) -> None:
            kind, data = answer or ("application/json", b'{"type":"error","error":{"type":"not_found_error","message":"no"}}')
            self.send_response(404 if answer is None else 200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    return server
