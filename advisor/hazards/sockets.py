"""What connecting to a unix socket hands over: some of them are the whole machine."""

from __future__ import annotations

import re

from advisor.model import Risk
from advisor.model.tuples import NamedTuple


class SocketJudgement(NamedTuple):
    """risk: ESCAPE lets the agent run programs outside the sandbox. what: whose socket it is, a phrase. why: a sentence."""

    risk: Risk = Risk.NARROW
    what: str = "this socket"
    why: str = ""


_FINE = SocketJudgement()
_CONTAINERS = SocketJudgement(
    Risk.ESCAPE, "the container service", "Whoever can talk to it can start a container that mounts and changes the whole machine."
)
_BUS = SocketJudgement(
    Risk.ESCAPE, "the session or system bus", "Over it any program can be started outside the sandbox (systemd-run, portals, the desktop)."
)
_SERVICE_MANAGER = SocketJudgement(Risk.ESCAPE, "the service manager", "It starts programs outside the sandbox.")
_SCREEN = SocketJudgement(Risk.ESCAPE, "the screen", "Whoever can talk to it can type into your other windows and read them.")
_AGENT = SocketJudgement(Risk.BROAD, "your key agent", "The agent can sign and log in as you with every key that it holds.")
_EDITOR = SocketJudgement(Risk.ESCAPE, "your editor or terminal", "It runs commands outside the sandbox for whoever connects.")

_KINDS = (
    (r"docker|podman|containerd|buildkit|orbstack|colima|/lima/|rancher-desktop|cri-?o|nerdctl|lxd|incus|libvirt|kubelet", _CONTAINERS),
    (r"/(?:system_)?bus(?:$|[-_/.])|dbus", _BUS),
    (r"/systemd/|/launchd(?:/|$)|/nix/daemon-socket|snapd", _SERVICE_MANAGER),
    (r"x11-unix|wayland-\d|pipewire|pulse/native|/gnome-shell|org\.xquartz", _SCREEN),
    (r"ssh[-_]?agent|/agent\.\d|launchd?\.[^/]{1,64}/listeners|gpg-agent|/gnupg/s\.|keyring|1password|/agent\.sock", _AGENT),
    (r"ssh_auth_sock|kwallet", _AGENT),
    (r"tmux-\d|/screens?/s-|vscode-(?:ipc|git)|nvim[./]|emacs\d{0,8}/server|cursor-ipc|wezterm|kitty", _EDITOR),
)


def judge_socket(path: str | None) -> SocketJudgement:
    """What it hands over to let sandboxed commands use the socket at `path`."""
    text = (path or "").lower()
    return next((judgement for pattern, judgement in _KINDS if re.search(pattern, text)), _FINE)
