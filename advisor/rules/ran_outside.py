"""The look-alike that no text tells: the command is known to have run outside any sandbox."""

from __future__ import annotations

from advisor.model import Rule, Says

RAN_OUTSIDE = Rule(
    id="ordinary/ran-outside",
    title="The command ran outside the sandbox",
    explanation=(
        "The text has the face of a sandbox denial, but this command is known to have run outside any sandbox, so the "
        "system itself refused: look at the owner and mode of the path, at how it is mounted, or at the network."
    ),
    telltales=(),
    pattern=r"(?!)",
    says=Says.ORDINARY,
    source="DESIGN §2: only a known no lowers a grade",
)

# Nothing matches it: `advice` names it when the situation rules every denial out.
RULES: tuple[Rule, ...] = (RAN_OUTSIDE,)
