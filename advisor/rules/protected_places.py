"""The harness keeps its own configuration, git's and the editors' closed whatever is allowed, and on Linux that looks odd.

To protect a name that does not exist, Claude Code mounts `/dev/null` in its place, so writing meets EACCES on a character
device, `mkdir` EEXIST or ENOTDIR, renaming over a mounted file EBUSY, and `git add -A` a thing that is no file. Codex masks
missing names with an empty read-only folder, with the same EEXIST and EBUSY. On macOS it is a plain EPERM.
Source: measured with Claude Code 2.1.332 and Codex 0.171 on Linux.
"""

from __future__ import annotations

from advisor.model import Confidence, ReadPath, Rule, Says, UseDevice, WritePath
from advisor.rules._wording import numbered

# Names at the root of a project; what stands in a home folder under the same name is another matter.
_OWN = (
    r"\.claude/(?:settings(?:\.local)?\.json|skills|agents|commands|hooks|workflows|routines|output-styles|scheduled_tasks\.json|"
    r"launch\.json|loop\.md|\.cc-writes)"
)
_EDITORS = r"\.mcp\.json|\.vscode|\.idea|\.ripgreprc|\.gitmodules"
_SHELLS = r"\.bashrc|\.bash_profile|\.profile|\.zshrc|\.zprofile|\.gitconfig"
_GIT = r"\.git/(?:config(?:\.worktree)?|hooks|worktrees|remotes|objects/info/alternates|modules)"
_FOLDERS = r"\.git|\.codex|\.agents|\.aws|\.claude"
_END = r"(?![\w.-])"
_OF_THE_PROJECT = rf"(?:\./|[^\s'\":]{{1,200}}/)?(?:{_OWN}|{_EDITORS}){_END}(?:/[^\n'\":]{{1,200}})?"
_OF_GIT_TOO = rf"(?:\./|[^\s'\":]{{1,200}}/)?(?:{_OWN}|{_EDITORS}|{_GIT}){_END}(?:/[^\n'\":]{{1,200}})?"
_OF_THE_SHELL = rf"(?:\./)?(?:{_SHELLS}){_END}"
_MASKED = rf"(?:\./|[^\s'\":]{{1,200}}/)?(?:{_OWN}|{_FOLDERS}|{_EDITORS}|{_SHELLS})"
_MASKED_BY_EITHER = r"(?:\./|[^\s'\":]{1,200}/)?\.(?:git|codex|agents|aws)"
_MASKED_BY_CLAUDE = rf"(?:\./|[^\s'\":]{{1,200}}/)?(?:{_OWN}|\.claude|{_EDITORS}|{_SHELLS})"

# What a search of the whole project meets: a start-up file of these names counts only where no folder is named.
_PASSED_OVER = rf"(?:(?:\./|[^\s'\":]{{1,200}}/)?(?:{_OWN}|{_EDITORS}|{_GIT}|\.git/config\.lock)|(?:\./)?(?:{_SHELLS}))"


def _said_of(*pairs: tuple[str, str]) -> str:
    """A pattern in which words are said of a path, after it or before it; pairs: (pattern of the path, pattern of the words)."""
    return numbered(
        "|".join(
            rf"(?:(?<=\s)|(?<=['\"`(‘]))(?P<path>{names})['\"`’]?\)?(?: for writing)?(?:: Cannot (?:open|mkdir))?: {words}"
            rf"|{words}(?:: |, [a-z]\w{{1,20}} )b?['\"`‘](?P<path>{names})['\"`’]"
            for names, words in pairs
        )
    )


def _exists(names: str) -> str:
    """A pattern of `File exists`, said by `mkdir` of one of the names."""
    return (
        rf"(?:mkdir: [^\n'\"`‘]{{0,60}}|mkdir )['\"`‘]?(?P<path>{names})['\"`’]?: File exists"
        rf"|(?:File exists: |file already exists, mkdir )'(?P<path__2>{names})'"
    )


_NOTHING = (
    "No setting opens it, because what is written there runs outside the sandbox later. Make the change in a terminal of your own, "
    "or have the user approve that one command outside the sandbox."
)
_SOURCE = "https://code.claude.com/docs/en/sandboxing"

RULES: tuple[Rule, ...] = (
    Rule(
        id="filesystem/protected-name",
        title="A name that the harness protects cannot be written",
        explanation=(
            "The harness protects its own settings, git's hooks and configuration, and the editors' folders. Where such a file does "
            "not exist, its sandbox puts a device in its place for as long as the command runs: `ls -l` shows `crw-rw-rw-`, and "
            f"writing says `Permission denied` (on macOS `Operation not permitted`). {_NOTHING}"
        ),
        telltales=("ermission denied", "peration not permitted"),
        pattern=_said_of((_OF_THE_PROJECT, "[Pp]ermission denied"), (_OF_GIT_TOO, "[Oo]peration not permitted")),
        need=WritePath,
        examples=(
            "touch: cannot touch '.mcp.json': Permission denied",
            "/bin/bash: line 1: .claude/settings.local.json: Permission denied",
            "error: opening .gitmodules: Permission denied",
            "PermissionError: [Errno 1] Operation not permitted: '.claude/agents/reasoning-agent.md'",
        ),
        near_misses=(
            "touch: cannot touch '.bashrc': Permission denied",
            "touch: cannot touch 'notes.md': Permission denied",
        ),
        harness="claude",
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/protected-shell-file",
        title="A start-up file in the project's root cannot be written",
        explanation=(
            "Claude Code keeps `.bashrc`, `.profile`, `.gitconfig` and their like closed in the folder where it was started, and puts a "
            f"device there while a command runs. An ordinary file of another owner says the same. {_NOTHING}"
        ),
        telltales=("ermission denied",),
        pattern=_said_of((_OF_THE_SHELL, "[Pp]ermission denied")),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=("touch: cannot touch '.bashrc': Permission denied",),
        near_misses=("touch: cannot touch '/home/dev/.bashrc': Permission denied",),
        systems=("linux",),
        harness="claude",
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/protected-folder",
        title="A folder that the harness protects is not a folder here",
        explanation=(
            "`.vscode`, `.idea` and the folders under `.claude` are protected; where they do not exist, the sandbox puts a device in "
            f"their place while a command runs, and everything below them is `Not a directory`. {_NOTHING}"
        ),
        telltales=("ot a directory",),
        pattern=_said_of((_OF_THE_PROJECT, "[Nn]ot a directory")),
        need=WritePath,
        examples=(
            "touch: cannot touch '.vscode/x': Not a directory",
            "mkdir: cannot create directory ‘.claude/commands’: Not a directory",
            "/bin/bash: line 1: .claude/skills/a: Not a directory",
        ),
        near_misses=("mkdir: cannot create directory ‘README.md/x’: Not a directory",),
        systems=("linux",),
        harness="claude",
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/protected-folder-exists",
        title="A protected folder cannot be made",
        explanation=(
            "`mkdir` says `File exists` about a protected name. Perhaps it does exist; but while a sandboxed command runs, a mask "
            "stands in the place of a missing `.git`, `.codex`, `.agents` or `.aws` folder, and says "
            f"the same. `ls -ld` tells: a device or an empty read-only folder is the mask. {_NOTHING}"
        ),
        telltales=("File exists", "file already exists"),
        pattern=_exists(_MASKED_BY_EITHER),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "mkdir: cannot create directory ‘.codex’: File exists",
            "Error: EEXIST: file already exists, mkdir '.agents'",
        ),
        near_misses=(
            "mkdir: cannot create directory ‘build’: File exists",
            "fatal: Unable to create '/home/dev/acme/.git/index.lock': File exists.",
        ),
        systems=("linux",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/protected-editor-folder-exists",
        title="A folder that Claude Code protects cannot be made",
        explanation=(
            "`mkdir` says `File exists` about a name that Claude Code protects. Perhaps it does exist; but while a sandboxed command "
            "runs, a mask stands in the place of a missing `.vscode`, `.idea` or `.claude` folder, and says the same. `ls -ld` tells: "
            f"a device or an empty read-only folder is the mask. {_NOTHING}"
        ),
        telltales=("File exists", "file already exists"),
        pattern=_exists(_MASKED_BY_CLAUDE),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "mkdir: cannot create directory ‘.vscode’: File exists",
            "Error: EEXIST: file already exists, mkdir '.idea'",
        ),
        near_misses=("mkdir: cannot create directory ‘.vscode-test’: File exists",),
        systems=("linux",),
        harness="claude",
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/protected-mount",
        title="A protected name cannot be moved or removed",
        explanation=(
            "The sandbox mounts the protected names (`.git`, `.claude`, `.codex` …) one by one over themselves, read-only, and a mount "
            f"point is `busy`: it can be neither renamed nor removed. {_NOTHING}"
        ),
        telltales=("evice or resource busy", "resource busy or locked"),
        pattern=(
            r"(?:cannot|can't|failed to|unable to) (?:remove|move|unlink|rename)[a-z ]{0,20} ?['\"‘`]?"
            rf"(?P<path>{_MASKED}{_END}(?:/[^\n'\":]{{1,200}})?)['\"’`]?(?: to ['\"‘`]?[^\n:'\"]{{1,300}}['\"’`]?)?: Device or resource "
            r"busy"
            r"|(?:[Dd]evice or resource busy|resource busy or locked)(?:, (?:rename|rmdir|unlink|rm) |: )"
            rf"'(?P<path__2>{_MASKED}{_END}[^\n']{{0,200}})'"
        ),
        need=WritePath,
        examples=(
            "mv: cannot move '.claude' to '.claude2': Device or resource busy",
            "rm: cannot remove '.git/config': Device or resource busy",
            "OSError: [Errno 16] Device or resource busy: '.git'",
        ),
        near_misses=("rm: cannot remove '/mnt/data': Device or resource busy", "umount: /mnt: target is busy."),
        systems=("linux",),
        source=_SOURCE,
    ),
    Rule(
        id="filesystem/git-config-locked",
        title="git cannot lock or replace its configuration",
        explanation=(
            "git writes `config.lock` beside its configuration and renames it. The sandbox protects both, because git's configuration "
            "names programs to run: in the repository the lock `exists` (`File exists`), and a configuration opened by itself cannot be "
            "replaced (`Device or resource busy`). `git config`, `remote add`, `push -u`, `branch --track` and `submodule add` all do "
            "this. A lock that a crashed git left behind says the same: outside the sandbox, look for `.git/config.lock` and delete it "
            f"if no git runs. {_NOTHING}"
        ),
        telltales=("could not lock config file ", "could not write config file "),
        pattern=(
            r"could not lock config file (?P<path>[^\n:]{1,300}): File exists"
            r"|could not write config file (?P<path__2>[^\n:]{1,300}): Device or resource busy"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "error: could not lock config file .git/config: File exists",
            "error: could not write config file /home/dev/.gitconfig: Device or resource busy",
        ),
        near_misses=("error: could not lock config file .git/config: No such file or directory",),
        systems=("linux",),
        source="https://git-scm.com/docs/git-config",
    ),
    Rule(
        id="filesystem/placeholder-in-the-index",
        title="`git add` met the sandbox's placeholders",
        explanation=(
            "While a command runs, Claude Code keeps devices in the project's root in the place of the names that it protects "
            "(`.bashrc`, `.vscode`, `.mcp.json` …), and git adds no devices. Name the files to add instead of `-A` or `.`, or list "
            "those names in `.gitignore`; no setting is needed. Empty files of these names that stay behind came from a killed session."
        ),
        telltales=("can only add regular files, symbolic links or git-directories",),
        pattern=r"(?<![^\s'\"])(?P<path>[^\s:'\"]{1,300})'?: can only add regular files, symbolic links or git-directories",
        need=UseDevice,
        examples=("error: .bash_profile: can only add regular files, symbolic links or git-directories",),
        near_misses=("git can add files, links and directories",),
        systems=("linux",),
        harness="claude",
        source="https://git-scm.com/docs/git-add",
    ),
    Rule(
        id="filesystem/placeholder-in-the-build-context",
        title="docker met the sandbox's placeholders",
        explanation=(
            "The classic docker builder reads every file of the build context, and cannot read the devices that Claude Code keeps in the "
            "project's root in the place of protected names. List them in `.dockerignore`; docker itself needs other permissions."
        ),
        telltales=("no permission to read from ",),
        pattern=rf"no permission to read from '(?P<path>[^\n']{{0,300}}/(?:{_SHELLS}|{_EDITORS}))'",
        need=ReadPath,
        confidence=Confidence.POSSIBLE,
        examples=("error checking context: no permission to read from '/home/dev/acme/.bash_profile'",),
        near_misses=("error checking context: no permission to read from '/home/dev/acme/data/db'",),
        systems=("linux",),
        harness="claude",
        source="https://docs.docker.com/build/concepts/context/",
    ),
    Rule(
        id="ordinary/placeholder-passed-over",
        title="A search met the sandbox's placeholders",
        explanation=(
            "While a command runs, Claude Code keeps devices in the project's root in the place of missing files that it protects "
            "(`.idea`, `.gitconfig`, `.claude/agents` …). What reads or copies everything says that it may not read them: there is "
            "nothing to read, nothing is lost, and all else was read. Leave those names out, or name what to search."
        ),
        telltales=("ermission denied", "peration not permitted"),
        pattern=(
            rf"^ugrep: warning: cannot read {_PASSED_OVER}: Permission denied$"
            rf"|^(?:[efz]?grep|rg|ag|find|du|diff|wc|file|tar|zip|rsync|md5sum|sha\d{{1,3}}sum): {_PASSED_OVER}: "
            rf"(?:Cannot open: )?Permission denied(?: \(os error 13\))?$"
            rf"|^cp: cannot open ['‘]{_PASSED_OVER}['’] for reading: Permission denied$"
            rf"|^(?:cp|rsync|tar): [^\n'‘]{{0,40}}['‘][^\n'’]{{0,300}}/(?:{_OWN}|{_EDITORS}|{_SHELLS}|{_GIT}|\.git/config\.lock)['’]: "
            r"Operation not permitted$"
        ),
        says=Says.ORDINARY,
        examples=(
            "ugrep: warning: cannot read .idea: Permission denied",
            "ugrep: warning: cannot read .claude/agents: Permission denied",
            "grep: ./.gitconfig: Permission denied",
            "rg: ./.vscode: Permission denied (os error 13)",
            "tar: ./.bashrc: Cannot open: Permission denied",
            "cp: cannot open './.mcp.json' for reading: Permission denied",
            "cp: cannot create special file '/tmp/claude-0/copy/.mcp.json': Operation not permitted",
            "cp: cannot create special file '/tmp/claude-0/copy/./.git/config.lock': Operation not permitted",
        ),
        near_misses=(
            "ugrep: warning: cannot read /home/dev/.bashrc: Permission denied",
            "cat: src/a.py: Permission denied",
        ),
        systems=("linux",),
        harness="claude",
        source=_SOURCE,
    ),
)
