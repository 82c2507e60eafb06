"""Whether a command that was stopped in silence may have waited for a host that the sandbox refuses."""

from __future__ import annotations

from advisor.model import Channel, Confidence, Denial, Excerpt, Origin, ReachHost
from advisor.programs import named
from advisor.rules.untold import HUNG
from advisor.shell import parse

# What package managers run for the project: its own programs, which may take as long as they like.
_OWN_SCRIPTS = frozenset({"run", "run-script", "test", "t", "start", "dev", "build", "exec", "x", "watch"})


def hung(command: str | None, source: str) -> tuple[Denial, ...]:
    """A possible denial for a command line with a program that talks to the network; none for any other."""
    for simple in parse(command or "").commands:
        program = named(simple.program)
        own_script = any(word in _OWN_SCRIPTS for word in simple.words[1:2])
        if program and not own_script and (program.hosts_from or program.sockets or _uses_network(program.proxy)):
            text = f"{simple.program}: stopped before it ended, with no refusal in its output"
            return (Denial(HUNG, ReachHost(), Confidence.POSSIBLE, (), Excerpt(Origin(source, 1, 1), text, Channel.NARRATION), command),)
    return ()


def _uses_network(proxy: str | None) -> bool:
    return proxy is not None and not proxy.startswith(("it needs no network", "through the programs"))
