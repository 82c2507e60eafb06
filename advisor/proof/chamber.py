"""The process in which trials run, one at a time: `python -m advisor.proof.chamber FD` answers trials on that connection.

It first says what it is (`Chamber`), then gives an `Outcome` for every `Trial` until the connection ends, and then it
is gone with every process it started. The connection ends with whoever opened it, however that one ends.
"""

from __future__ import annotations

import glob
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType
from typing import Any, NamedTuple

from advisor.proof import children, claude_code, codex, hosts, leash, loopback, messages_api, namespace, responses_api
from advisor.proof.trial import Chamber, Outcome, Prepared, Trial

_OF_THE_MACHINE = "/etc/"
_BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem")


class _Harness(NamedTuple):
    prepare: Callable[[Trial, int], Prepared]
    read: Callable[..., Outcome]
    records: str
    api: ModuleType


_HARNESSES = {
    "claude": _Harness(claude_code.prepare, claude_code.read, claude_code.RECORDS, messages_api),
    "codex": _Harness(codex.prepare, codex.read, codex.RECORDS, responses_api),
}


def main(arguments: Sequence[str]) -> None:
    """Serve the connection of file descriptor `arguments[0]`; `arguments[1]` says whether to try to be private."""
    connection: Connection[Any, Any] = Connection(int(arguments[0]))
    chamber = Chamber(False, "not asked for")
    if arguments[1] == "private":
        leash.die_with_parent(int(arguments[2]))
        try:
            namespace.enter()
            namespace.furnish()
            chamber = Chamber(True)
        except OSError as problem:
            connection.send(Chamber(False, f"{problem.strerror or problem}"))
            return
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    connection.send(chamber)
    trials: SimpleQueue[Trial] = SimpleQueue()
    threading.Thread(target=_receive, args=(connection, trials, chamber.private), daemon=True).start()
    while True:
        trial = trials.get()
        try:
            outcome = run(trial, chamber)
        except OSError as problem:
            outcome = Outcome((), None, "", 0.0, f"the trial could not be set up: {problem}")
        finally:
            if chamber.private:
                children.end_all_others()
            else:
                children.end_marked(trial.room.root)
        connection.send(outcome)


def run(trial: Trial, chamber: Chamber) -> Outcome:
    """Run one trial here."""
    harness = _HARNESSES[trial.harness]
    started = time.time()
    with loopback.serve(harness.api.respond, trial.steps) as (port, requests), _surroundings(trial, chamber):
        prepared = harness.prepare(trial, port)
        for file, text in prepared.files:
            _write(trial, file, text)
        environment = {**dict(prepared.environment), children.MARK: trial.room.root}
        for command in trial.before:
            done = children.run(("sh", "-c", command), trial.room.project, environment, trial.seconds)
            if done.exit_code != 0:
                return Outcome((), None, done.stderr, done.seconds, f"`{command}` failed: {done.stderr.strip()[-300:]}")
        ended = children.run(prepared.arguments, trial.start, environment, trial.seconds)
    return harness.read(trial, requests, _records(trial, harness.records, started), ended)


@contextmanager
def _surroundings(trial: Trial, chamber: Chamber) -> Iterator[None]:
    """What a trial finds round it: made-up hosts and an empty /tmp where those are private, elsewhere only its sockets."""
    if not chamber.private:
        if any(file.startswith(_OF_THE_MACHINE) for file, _ in trial.files):
            raise OSError(f"files of {_OF_THE_MACHINE} can be shown in a private chamber only")
        with hosts.serve(Path(trial.room.served), (), None, trial.sockets):
            yield
        return
    root = Path(trial.room.root)
    lines = ["127.0.0.1 localhost", "::1 localhost", *(f"{address} {name}" for name, address in trial.hosts)]
    (root / "hosts").write_text("\n".join(lines) + "\n")
    certificate = None
    if any(kind == "https" for _, kind in trial.ports):
        certificate = hosts.certify(root, [name for name, _ in trial.hosts])
    with ExitStack() as stack:
        if not _needs_tmp(trial):
            stack.enter_context(namespace.emptied("/tmp"))  # The harnesses leave folders in it that nobody removes.
        if any(file.startswith(_OF_THE_MACHINE) for file, _ in trial.files):
            stack.enter_context(namespace.layered(_OF_THE_MACHINE, root / "etc"))
        stack.enter_context(namespace.covered("/etc/hosts", str(root / "hosts")))
        bundle = next(filter(os.path.isfile, _BUNDLES), None)
        if certificate and bundle:
            trusted = root / "bundle.pem"
            trusted.write_bytes(Path(bundle).read_bytes() + b"\n" + Path(certificate.certificate).read_bytes())
            stack.enter_context(namespace.covered(bundle, str(trusted)))
        stack.enter_context(hosts.serve(Path(trial.room.served), trial.ports, certificate, trial.sockets))
        yield


def _needs_tmp(trial: Trial) -> bool:
    """Whether a trial cannot do without what stands in /tmp: its program, our code or our interpreter."""
    places = (trial.program, os.path.realpath(trial.program), trial.room.root, __file__, os.path.realpath(sys.executable))
    return any(place.startswith("/tmp/") for place in places)


def _write(trial: Trial, file: str, text: str) -> None:
    place = Path(trial.config_home or trial.room.home, file[2:]) if file.startswith("~/") else Path(trial.room.project, file)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)


def _records(trial: Trial, pattern: str, started: float) -> list[str]:
    """The lines of the newest record that the harness wrote since `started`."""
    found = glob.glob(os.path.join(glob.escape(trial.config_home or trial.room.home), pattern))
    fresh = [path for path in found if os.path.getmtime(path) >= started - 1]
    return Path(max(fresh, key=os.path.getmtime)).read_text(errors="replace").splitlines() if fresh else []


def _receive(connection: Connection[Any, Any], trials: SimpleQueue[Trial], private: bool) -> None:
    """Pass trials on; when the connection ends, so does everything."""
    try:
        while True:
            trials.put(connection.recv())
    except (EOFError, OSError):
        if private:
            os._exit(0)  # The first process of a namespace takes all others along.
        os.kill(os.getpid(), signal.SIGTERM)  # The main thread ends what it started, and then itself.


if __name__ == "__main__":
    main(sys.argv[1:])
