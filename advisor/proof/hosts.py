"""The made-up hosts of a private network: what their addresses serve, by HTTP, HTTPS, or with a bare greeting."""

from __future__ import annotations

import functools
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

Port: TypeAlias = "tuple[int, Literal['http', 'https', 'banner']]"


class Certificate(NamedTuple):
    """The PEM files of a throw-away certificate, signed by itself."""

    certificate: str
    key: str


def certify(folder: Path, names: Sequence[str]) -> Certificate | None:
    """A certificate for `names`, made in `folder` by OpenSSL; None where that is not installed."""
    program = shutil.which("openssl")
    if program is None:
        return None
    made = Certificate(str(folder / "certificate.pem"), str(folder / "key.pem"))
    alternatives = ",".join(f"DNS:{name}" for name in names)
    command = [program, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=advise", "-addext", f"subjectAltName={alternatives}", "-keyout", made.key, "-out", made.certificate]
    done = subprocess.run(command, capture_output=True, timeout=30)
    return made if done.returncode == 0 else None


@contextmanager
def serve(folder: Path, ports: Sequence[Port], certificate: Certificate | None, sockets: Sequence[str] = ()) -> Iterator[None]:
    """Serve the files of `folder` (and `ok` for what is not there) while the context lasts.

    ports: on every address of this machine; HTTPS only with a certificate. sockets: unix sockets that answer `ok`.
    """
    servers = [_server(folder, number, kind, certificate) for number, kind in ports if kind != "https" or certificate]
    servers += [socketserver.ThreadingUnixStreamServer(path, _Fixed) for path in sockets]
    for server in servers:
        # A client that is refused halfway is what a trial is about, and no error of ours.
        server.handle_error = _say_nothing  # type: ignore[method-assign]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()
        for path in sockets:  # closing leaves it, and the same trial may be run again
            Path(path).unlink(missing_ok=True)


def _say_nothing(request: object, client_address: object) -> None:
    """Stand in for the report of a failed request."""


class _DualStack(ThreadingHTTPServer):
    address_family = socket.AF_INET6

    def server_bind(self) -> None:
        """Answer IPv4 as well."""
        self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        super().server_bind()


class _Files(SimpleHTTPRequestHandler):
    """Serves a folder; what is not in it is answered with `ok`, so that reaching the host is what a test sees."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the output is the answer's."""

    def do_GET(self) -> None:
        """Serve the file, or `ok` below a folder that is not here at all."""
        first = self.path.partition("?")[0].strip("/").partition("/")[0]
        if first and Path(self.directory, first).exists():
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("content-length", "3")
        self.end_headers()
        self.wfile.write(b"ok\n")


class _Greeting(socketserver.BaseRequestHandler):
    """Greets like an SSH server and hangs up: enough to see that it was reached."""

    def handle(self) -> None:
        """Greet, hear the client out so that it sees an orderly end, and close."""
        self.request.sendall(b"SSH-2.0-advise\r\n")
        self.request.settimeout(0.3)
        with suppress(TimeoutError):
            while self.request.recv(4096):
                pass


class _Fixed(socketserver.StreamRequestHandler):
    """Answers any HTTP request with `ok`."""

    def handle(self) -> None:
        """Answer once."""
        self.rfile.readline(4096)
        self.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\nok\n")


def _server(folder: Path, number: int, kind: str, certificate: Certificate | None) -> socketserver.BaseServer:
    socketserver.ThreadingTCPServer.allow_reuse_address = True
    if kind == "banner":
        return socketserver.ThreadingTCPServer(("0.0.0.0", number), _Greeting)
    server = _DualStack(("::", number), functools.partial(_Files, directory=str(folder)))
    server.daemon_threads = True
    if kind == "https" and certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.certificate, certificate.key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    return server
