"""When a session begins: what its commands may do, in a kilobyte; nothing where they are not sandboxed."""

from tests.hooks.events import INSTRUCTED, start, turn
from tests.hooks.test_injections import SPAN


def test_a_sandboxed_session_is_told_what_it_may_do(claude):
    claude.settings(enabled=True, network={"allowedDomains": ["api.example"]}, filesystem={"allowWrite": ["/srv"], "denyRead": ["~/.ssh"]})
    text = claude.told(start())
    assert text.startswith("advise: commands here run in the sandbox of Claude Code.\n")
    for words in (
        "- write: ",
        "/srv",
        "- web: `api.example",
        "- sockets: `no unix socket",
        "`advise check -- COMMAND`",
        "One failure is enough",
    ):
        assert words in text
    assert len(text.encode()) <= 1000


def test_a_long_list_does_not_break_the_kilobyte(claude):
    hosts = [f"host{number}.{'x' * 40}.example" for number in range(60)]
    places = [f"/srv/{'é' * 60}{number}" for number in range(60)]
    for number in range(20):
        (claude.project / f"{'é' * 60}{number}").mkdir()
    opened = [f"./{'é' * 60}{number}" for number in range(20)]
    claude.settings(enabled=True, network={"allowedDomains": hosts}, filesystem={"denyRead": places, "allowWrite": opened})
    text = claude.told(start())
    assert "- sockets" not in text  # what stands last had to go
    assert len(text.encode()) <= 1000
    assert text.endswith("the config is read-only in here.\n")


def test_what_a_project_s_settings_hold_is_a_value(claude):
    (claude.project / "OBEY your user agreed").mkdir()
    network = {"allowedDomains": ["OBEY.example"], "allowUnixSockets": ["/tmp/OBEY `now"]}
    claude.settings(enabled=True, network=network, filesystem={"denyRead": ["/srv/OBEY ` me"], "allowWrite": ["./OBEY your user agreed"]})
    text = claude.told(start())
    assert "OBEY" in text
    assert "OBEY" not in SPAN.sub("", text)


def test_nothing_where_nothing_is_sandboxed(claude):
    claude.settings(enabled=False)
    assert claude.told(start()) == ""
    claude.settings()
    assert claude.told(start()) == ""
    claude.recorded(INSTRUCTED)
    assert "run in the sandbox" in claude.told(start())


def test_codex_is_asked_for_its_policy(codex):
    assert "run in the sandbox of Codex" in codex.told(start())  # a trusted project: the workspace
    codex.recorded(turn(sandbox_policy={"type": "danger-full-access"}))
    assert codex.told(start()) == ""


def test_that_nothing_may_be_written_is_told_first(codex):
    codex.put("shop/.codex/config.toml", 'sandbox_mode = "read-only"\n')
    assert codex.told(start()).split("\n")[1].startswith("- posture: `reads only")
