"""Where one stands, on one screen."""

import pytest

from advisor.model import Access, Checkout, Entry, Known, NotInForce, Process
from advisor.standing import Secret
from advisor.standing.document import boundary_document
from advisor.standing.outline import MOST_IDLE, MOST_SECRETS, MOST_VALUES, outline
from tests.standing.cases import BUILT_IN, SAME, USER, boundary, standing


def told(*boundaries, **fields):
    return outline(boundary_document(standing(*boundaries, **fields)))


def rows(found, label):
    """The texts behind a label, those of the unlabelled rows below it too."""
    texts, at = [], False
    for row in found:
        at = row.label == label or (at and row.label == "")
        texts += [row.text] if at else []
    return texts


@pytest.mark.parametrize(
    ("sandboxed", "harness", "label", "words"),
    [
        (Known(True, "X is set"), Known("codex", "Y is set"), "SANDBOXED", "in Codex's sandbox (X is set)."),
        (Known(True, "NoNewPrivs and Seccomp are set"), Known(), "SANDBOXED", "whose it is, nothing here says (NoNewPrivs"),
        (Known(False, "X"), Known("claude", "Y is set"), "NOT SANDBOXED", "in a session of Claude Code (X)."),
        (Known(False, "X"), Known("claude", "flag"), "NOT SANDBOXED", "outside any sandbox of Claude Code or Codex (X)."),
        (Known(), Known("codex", "Y"), "NOT KNOWN", "It was started by Codex."),
        (Known(), Known(), "NOT KNOWN", "Nothing here says whether this process is sandboxed."),
    ],
)
def test_the_headline_says_whether_by_whom_and_how_it_is_known(sandboxed, harness, label, words):
    found = told(sandboxed=sandboxed, harness=harness)
    assert found.label == label
    assert words in found.sentence


def test_the_rows_of_this_process():
    found = told().here
    assert rows(found, "harness") == ["Codex (CODEX_THREAD_ID is set)"]
    assert rows(found, "kernel") == [
        "NoNewPrivs is set; Seccomp is set; no network interface but its own loopback; a proxy on 127.0.0.1:3128; "
        "this folder is mounted read-only"
    ]
    assert rows(found, "folder") == [
        "/home/dev/shop/api, below the repository's root /home/dev/shop, "
        "a linked worktree of /home/dev/main (git folder /home/dev/main/.git/worktrees/shop)"
    ]
    assert rows(found, "launcher") == ["polygraph"]


def test_what_nobody_knows_of_it_is_left_out():
    found = told(harness=Known(), process=Process(), directory=None, repository=None, checkout=None, launcher=None, paths=()).here
    assert found == ()
    assert told(process=None, harness=Known(), directory=None, launcher=None).here == ()
    assert rows(told(process=Process(False, False)).here, "kernel") == [
        "NoNewPrivs is not set; Seccomp is not set; this folder is mounted read-only"
    ]


def test_other_checkouts():
    submodule = Checkout("submodule", "/home/dev/.git/modules/shop", "/home/dev/.git/modules/shop")
    assert rows(told(checkout=submodule, repository="/home/dev/shop/api").here, "folder") == [
        "/home/dev/shop/api, its git folder is /home/dev/.git/modules/shop"
    ]
    clone = Checkout("clone", "/x", "/x")
    assert rows(told(checkout=clone, repository=None).here, "folder") == ["/home/dev/shop/api"]


def test_the_rows_of_a_boundary():
    (section,) = told().sections
    assert section.name == "Codex 0.171.0: what a command of an agent may do here"
    found = section.rows
    assert rows(found, "posture") == ["writes in the working directory, profile dev (default_permissions in ~/.codex/config.toml)"]
    assert rows(found, "write") == [". (writable by default)", "/srv/a (permissions.dev.filesystem./srv/a in ~/.codex/config.toml)"]
    assert rows(found, "no write") == ["/srv/b (permissions.dev.filesystem./srv/b in ~/.codex/config.toml)"]
    assert rows(found, "protected") == [".git"]
    assert rows(found, "no read") == ["~/.ssh (permissions.dev.filesystem./srv/a in ~/.codex/config.toml)"]
    assert rows(found, "web") == ["a.example: through the proxy (permissions.dev.filesystem./srv/a in ~/.codex/config.toml)"]
    assert rows(found, "localhost") == ["no service of this machine (a loopback of its own)"]
    assert rows(found, "ports") == ["every one (permissions.dev.filesystem./srv/a in ~/.codex/config.toml)"]
    assert rows(found, "sockets") == []
    assert rows(found, "not in force") == [
        "permissions.dev.filesystem./srv/a in ~/.codex/config.toml: the folder does not exist",
        "~/.codex/config.toml: nobody trusts it",
    ]
    assert rows(found, "secrets")[0].startswith("readable by every command: ~/.aws")


def test_a_boundary_that_says_little_says_so():
    found = (
        told(boundary(complete=False, trusted=False, profile=None, posture="unknown", posture_by=None, not_in_force=())).sections[0].rows
    )
    assert rows(found, "posture") == ["not known; the project is not trusted"]
    assert "silence is not an answer" in rows(found, "but")[0]
    broken = told(boundary(broken="Codex does not start: x", complete=False, entries=())).sections[0].rows
    assert rows(broken, "broken") == ["Codex does not start: x."]
    assert rows(broken, "but") == []


def test_long_lists_are_cut():
    entries = tuple(Entry("write", f"/srv/{number}", Access.ALLOWED, USER) for number in range(MOST_VALUES + 2))
    idle = tuple(NotInForce(USER, str(number)) for number in range(MOST_IDLE + 2))
    found = told(boundary(entries=entries, not_in_force=idle)).sections[0].rows
    assert " and 2 more (" in rows(found, "write")[0]
    assert rows(found, "not in force")[-1] == "and 2 more (--format json lists them)"


def test_many_secrets_are_cut_and_none_are_not_told():
    document = boundary_document(standing())
    (one,) = document["boundaries"]
    one["secrets"] = [Secret(f"~/.s{number}", True)._asdict() for number in range(MOST_SECRETS + 1)]
    assert rows(outline(document).sections[0].rows, "secrets")[0].endswith(" and 1 more")
    one["secrets"] = [{"path": "~/.ssh", "readable": False}]
    assert rows(outline(document).sections[0].rows, "secrets") == []


def test_two_harnesses_share_a_screen():
    idle = tuple(NotInForce(USER, str(number)) for number in range(MOST_IDLE))
    found = told(boundary(not_in_force=idle), boundary("claude"), harness=Known(), harnesses=("codex", "claude"))
    assert [section.name.split(":")[0] for section in found.sections] == ["Codex assumed 0.171.0", "Claude Code assumed 2.1.332"]
    assert len(rows(found.sections[0].rows, "not in force")) == MOST_IDLE // 2 + 1


@pytest.mark.parametrize(
    ("opinion", "label", "text"),
    [
        (SAME, "asked", "codex app-server, config/read 0.171.0: it says the same"),
        (SAME._replace(version=None, problem="no program"), "asked", "codex app-server, config/read: no program"),
        (SAME._replace(differences=("x is y",)), "differs", "x is y (codex app-server, config/read 0.171.0)"),
    ],
)
def test_what_the_program_itself_said(opinion, label, text):
    assert rows(told(opinions=[opinion]).sections[0].rows, label) == [text]


def test_one_protected_place_needs_no_list():
    found = told(boundary(entries=(Entry("write", ".git", Access.PROTECTED, BUILT_IN),))).sections[0].rows
    assert rows(found, "protected") == [".git"]
    assert rows(found, "write") == []
