"""The other half of every host that is opened: reads are open, so that credentials can leave unless they are closed too."""

from __future__ import annotations

from advisor.harnesses.claude_code.setup import Setup, human, option
from advisor.hazards.places import WORTH_CLOSING
from advisor.model import Access, Option, ReadPath, Risk

OPEN_READS = "Reads are open: the agent can read your files, credentials too, and send them to {}."

_DENY_READ = ("sandbox", "filesystem", "denyRead")


def close_credentials(setup: Setup) -> Option | None:
    """The read denials that go with an opened host; None when all of them stand already, or the scope cannot."""
    used = {program.names[0] for program in setup.owners}
    places = [place for place, owners in WORTH_CLOSING if not used & set(owners) and setup.answer(ReadPath(place))[0] is not Access.REFUSED]
    if not places:
        return None
    return option(
        (),
        "setting",
        "Close credentials to sandboxed commands",
        "Sandboxed commands cannot read these places any more; the Read tool neither, where its own rules say so.",
        changes=tuple(
            setup.change(_DENY_READ, place, "user", role="housekeeping", risk=Risk.NONE, means=f"Sandboxed commands cannot read {place}.")
            for place in places
        ),
        steps=(
            human(say="Leave out what your project's own commands need: a git remote over ssh needs ~/.ssh, a private registry its token."),
        ),
        risk=Risk.NONE,
        verified=setup.target.verified,
    )
