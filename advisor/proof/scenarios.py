"""The harmless scenarios of `advise verify --self-test`, and what the catalogue says each harness does with them."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from advisor.model import ConnectSocket, HarnessName, ListenOnPort, Need, ReachHost, WritePath
from advisor.proof.trial import Step

# passes, refused: the command ran and did so. not run: the harness would not run it. no grant: the catalogue offers no
# change that is safe to take, and the self-test takes none.
Result: TypeAlias = Literal["passes", "refused", "not run", "no grant"]

HOST, OTHER_HOST = "allowed.advise.test", "other.advise.test"
# Claude Code takes a documentation address for a public one; Codex does not, and gets a former relay's.
ADDRESSES: dict[HarnessName, str] = {"claude": "203.0.113.10", "codex": "192.88.99.10"}


class Expected(NamedTuple):
    """What the catalogue says of a scenario: without a change, and with the plan's (None: nothing to plan)."""

    before: Result
    after: Result | None = None


class Scenario(NamedTuple):
    """A command with what it needs.

    step: what the model asks for, by harness where it differs; `{outside}`, `{project}` and `{home}` stand for the room's folders.
    needs: what the plan has to meet, with the same words in it. uses: programs that must be there. network: it needs the
    private network. broad: take the plan's first option although it hands over much, to see whether it does what it says.
    """

    id: str
    title: str
    step: Step | dict[HarnessName, Step]
    claude: Expected
    codex: Expected
    needs: tuple[Need, ...] = ()
    uses: tuple[str, ...] = ()
    network: bool = False
    broad: bool = False


SCENARIOS = (
    Scenario(
        "write-outside",
        "write a file outside the project",
        "touch {outside}/file",
        Expected("refused", "passes"),
        Expected("refused", "passes"),
        (WritePath("{outside}", folder=True),),
    ),
    Scenario(
        "write-cache",
        "make a program's cache folder in the home folder",
        "mkdir -p ~/.npm/_cacache/tmp",
        Expected("refused", "passes"),
        Expected("refused", "passes"),
        (WritePath("~/.npm/_cacache", folder=True),),
    ),
    Scenario(
        "write-protected",
        "write a git hook of the project",
        "touch .git/hooks/advise",
        Expected("refused", "no grant"),
        Expected("refused", "no grant"),
        (WritePath("{project}/.git/hooks/advise"),),
    ),
    Scenario(
        "git-commit",
        "commit in the project",
        "git commit -q --allow-empty -m second",
        Expected("passes"),
        Expected("refused", "no grant"),
        (WritePath("{project}/.git/index.lock"),),
        uses=("git",),
    ),
    Scenario(
        "reach-host",
        "fetch from a host",
        f"curl -fsS -m 5 http://{HOST}/",
        Expected("refused", "passes"),
        Expected("refused", "passes"),
        (ReachHost(HOST, 80),),
        uses=("curl",),
        network=True,
    ),
    Scenario(
        "reach-other-host",
        "fetch from another host than the one allowed",
        f"curl -fsS -m 5 http://{OTHER_HOST}/",
        Expected("refused", "refused"),
        Expected("refused", "refused"),
        (ReachHost(HOST, 80),),
        uses=("curl",),
        network=True,
    ),
    Scenario(
        "listen",
        "listen on a port of the loopback interface",
        """python3 -c "import socket; socket.create_server(('127.0.0.1', 0))" """.strip(),
        Expected("passes"),
        Expected("refused", "passes"),
        (ListenOnPort(0, "127.0.0.1"),),
        uses=("python3",),
    ),
    Scenario(
        "unix-socket",
        "make a unix socket in the project",
        """python3 -c "import socket; socket.socket(socket.AF_UNIX).bind('s')" """.strip(),
        Expected("refused", "passes"),
        Expected("refused", "passes"),
        (ConnectSocket("{project}/s"),),
        uses=("python3",),
        broad=True,
    ),
    Scenario(
        "permission",
        "run what the permission layer refuses",
        {"claude": {"command": "true", "dangerouslyDisableSandbox": True}, "codex": "rm -rf absent"},
        Expected("not run"),
        Expected("not run"),
    ),
)
