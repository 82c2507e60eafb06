"""What no text tells: a command known to have run outside any sandbox, a program that hung, a place that is hidden.

Nothing matches these rules; `advice`, `hang` and `hidden` name them when the situation says so.
Sources: DESIGN §2 and §5 (only a known no lowers a grade); pnpm, npm and ssh retry for minutes behind a proxy that
refuses them, without a word (measured on Claude Code 2.1.332 and Codex 0.171.0).
"""

from __future__ import annotations

from advisor.model import Confidence, ReachHost, ReadPath, Rule, Says, WritePath

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

NETWORK_OPEN = Rule(
    id="ordinary/network-open",
    title="The network was open to the command",
    explanation=(
        "The text has the face of a sandbox without network, but the session's own record says that its commands had one, and "
        "nothing in its config filters it: the name does not exist or its server does not answer, the machine itself is offline, "
        "or nothing listens there."
    ),
    telltales=(),
    pattern=r"(?!)",
    says=Says.ORDINARY,
    source="DESIGN §2: only a known no lowers a grade",
)

HUNG = Rule(
    id="network/hung",
    title="A network program hung without a word",
    explanation=(
        "The command was stopped before it ended, and its program talks to the network. Where a sandbox refuses the host, "
        "several programs retry in silence for minutes (npm, pnpm, pip, ssh), so this may be a refusal; a slow server, a prompt "
        "that nobody answers or a long build look the same. Do not run it again with a longer limit: run it once with its "
        "retries off or in verbose mode, and read which host it waits for."
    ),
    telltales=(),
    pattern=r"(?!)",
    need=ReachHost,
    confidence=Confidence.POSSIBLE,
    source="measured: pnpm and npm behind the filtering proxies of Claude Code 2.1.332 and Codex 0.171.0",
)

HIDDEN = Rule(
    id="filesystem/hidden-by-settings",
    title="The settings hide this place from sandboxed commands",
    explanation=(
        'A config file closes it to reads (`denyRead`, a `Read(…)` deny rule, a hidden credential, `"deny"` in a Codex profile). Inside '
        "the sandbox a closed folder is there and empty, its files do not exist, and a copy of the folder above lacks them, without an "
        "error. Ask before opening it: somebody closed it on purpose."
    ),
    telltales=(),
    pattern=r"(?!)",
    need=ReadPath,
    confidence=Confidence.POSSIBLE,
    source="measured: denyRead of files and folders with Claude Code 2.1.332 on Linux",
)

SILENT_STASH = Rule(
    id="filesystem/silent-stash",
    title="git stash failed without a word",
    explanation=(
        "`git stash` refreshes the index first, and where `.git` may not be written it ends with 1 and prints nothing: Codex keeps `.git` "
        "read-only. `git status` still works there. Let a person stash, or commit on a branch of theirs; a lock that another git left "
        "(`.git/index.lock`) would have been told."
    ),
    telltales=(),
    pattern=r"(?!)",
    need=WritePath,
    confidence=Confidence.POSSIBLE,
    source="measured: `git stash` in Codex 0.171.0, read-only and workspace-write",
)

SILENT_CLIENT = Rule(
    id="network/silent-client",
    title="A download failed without a word",
    explanation=(
        "The client was told to be quiet and only its exit code speaks: it could not look up or reach the host, or a proxy refused it. A "
        "sandbox without network or with a list of allowed hosts ends it so; so do a wrong name, a server that is down and (wget's 8) a "
        "page that is not there. Run it once without `-q` (curl: with `-S`) and read the reason."
    ),
    telltales=(),
    pattern=r"(?!)",
    need=ReachHost,
    confidence=Confidence.POSSIBLE,
    source="https://www.gnu.org/software/wget/manual/wget.html#Exit-Status; https://curl.se/docs/manpage.html#EXIT",
)

RULES: tuple[Rule, ...] = (RAN_OUTSIDE, NETWORK_OPEN, HUNG, HIDDEN, SILENT_STASH, SILENT_CLIENT)
