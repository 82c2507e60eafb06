"""Asks the questions of `asking.json` of the sandbox that this runs in: `python3 asking.py NUMBER…` prints what passed.

A harness runs it, so it stands alone: the standard library, no module of ours, Python 3.9 or later. A question passes when
the deed itself succeeds: a file is created or opened for appending, a page is fetched, a port listens.
"""

import json
import os
import socket
import sys
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

SECONDS = 5


def main(arguments):
    with open("asking.json") as file:
        asked = json.load(file)
    chosen = [asked[int(number)] for number in arguments]
    print("PASSED " + json.dumps({question["question"]: tried(question) for question in chosen}))


def tried(question):
    """Whether the deed succeeds, or the words of why not."""
    try:
        DEEDS[question["kind"]](question["value"], question.get("but", False))
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"[:200]
    return True


def write(path, _):
    path = os.path.expanduser(path)
    if not os.path.isdir(os.path.dirname(path) or "."):
        os.makedirs(os.path.dirname(path))
    with open(path, "ab"):
        pass


def read(path, _):
    with open(os.path.expanduser(path), "rb") as file:
        assert file.read(1), "it is empty"


def host(value, _):
    fetch(f"http://{value}/")


def local(port, but):
    """A service of this machine; with a catch: through the proxy, or one that was started here."""
    try:
        fetch(f"http://127.0.0.1:{port}/")
        return
    except OSError:
        if not but:
            raise
    for name in ("no_proxy", "NO_PROXY"):
        kept = os.environ.pop(name, None)
        try:
            fetch(f"http://127.0.0.1:{port}/")
            return
        except OSError:
            pass
        finally:
            if kept is not None:
                os.environ[name] = kept
    server = HTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    fetch(f"http://127.0.0.1:{server.server_address[1]}/")


def listen(port, _):
    with socket.create_server(("127.0.0.1", int(port))):
        pass


def unix_socket(path, _):
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(SECONDS)
        client.connect(path)
        client.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert b"ok" in client.recv(4096), "no answer"


def fetch(url):
    with urllib.request.urlopen(url, timeout=SECONDS) as page:
        assert page.read(2) == b"ok", "another page"


class Answering(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, format, *arguments):
        pass


DEEDS = {"write": write, "read": read, "host": host, "local": local, "listen": listen, "socket": unix_socket}

if __name__ == "__main__":
    main(sys.argv[1:])
