"""The harness itself says no before the command runs: a permission rule, a mode, or a person who was asked.

No sandbox setting helps against these, and nothing was tried in vain: the command never ran. What helps is approval, or
an allow rule. Claude Code answers in bare sentences without `Exit code`; Codex in a tool error that says `Rejected`.
Source: measured with Claude Code 2.1.332 and Codex 0.171.
"""

from __future__ import annotations

from advisor.model import Rule, RunCommand

_CLAUDE = "https://code.claude.com/docs/en/permissions"
_CODEX = "https://developers.openai.com/codex/agent-approvals-security"

RULES: tuple[Rule, ...] = (
    Rule(
        id="permission/needs-approval",
        title="Claude Code asks before it runs this command, and nobody answered",
        explanation=(
            "The command never reached the sandbox: Claude Code wanted an approval, and in `-p` (or after a no) that is a refusal. "
            "Approve it when asked, or let the user add an allow rule for exactly this command under `permissions.allow`. Without "
            "`autoAllowBashIfSandboxed` every sandboxed command asks; some shapes (`VAR=x cmd`, loops, `eval`, `source`) always do: "
            "split the command or write it without them."
        ),
        telltales=(
            "This command requires approval",
            "require approval: ",
            "requires approval: ",
            " needs approval. ",
            "be checked before it runs",
            " evaluates arguments as shell code",
            "Permission to use ",
            "Auto mode is unavailable: ",
            "in plan mode.",
        ),
        pattern=(
            r"^(?:Error: )?This command requires approval\b|The following parts? requires? approval: "
            r"|(?:\S{1,80}|^[^\n]{1,120}?) in '(?P<path>[^\n']{1,400})' needs approval\. (?:The path is|Allowing runs)"
            r"|(?:\S{1,80}|^[^\n]{1,120}) needs approval\. (?:The path is|Allowing runs)"
            r"|^(?:Error: )?What '(?P<command>[^\n']{1,80})' starts can't be checked before it runs|can't be checked before it runs"
            r"|^(?:Error: )?'[^\n']{1,40}' evaluates arguments as shell code"
            r"|Permission to use \w{1,40} with command (?P<command__2>[^\n]{1,1000}?) has been denied"
            r"|Permission to use [\w-]{1,80}(?: on \S{1,300})? has been denied"
            r"|^(?:Error: )?Auto mode is unavailable: |^(?:Error: )?Cannot write to (?P<path__2>[^\n]{1,300}?) while in plan mode\."
        ),
        need=RunCommand,
        harness="claude",
        examples=(
            "This command requires approval",
            "This Bash command contains multiple operations. The following part requires approval: git push",
            "touch in '/srv/lab/a' needs approval. The path is outside the working directories for this session ('/home/dev/acme'). "
            "Allowing runs the command as written.",
            "A variable in this command can't be checked before it runs",
            "What 'unshare' starts can't be checked before it runs",
            "'eval' evaluates arguments as shell code",
            "Permission to use Bash with command cat .env has been denied.",
            "Permission to use Bash has been denied because Claude Code is running in don't ask mode.",
        ),
        near_misses=("touch: cannot touch '/srv/lab/a': Permission denied", "Deploying to production requires approval from an owner"),
        source=_CLAUDE,
    ),
    Rule(
        id="permission/outside-the-working-directories",
        title="Claude Code keeps this command to the session's directories",
        explanation=(
            "The command names a path outside the directories that the session may use, and Claude Code refused before running it: its "
            "own check, not the sandbox's. Start the session with `--add-dir DIR`, add it under `permissions.additionalDirectories`, or "
            "approve the command when asked."
        ),
        telltales=("was blocked. For security, Claude Code may only ", "Bash command permission check failed for pattern "),
        pattern=(
            r"(?:\S{1,80} in '(?P<path>[^\n']{1,400})' )?was blocked\. For security, Claude Code may only "
            r"|Bash command permission check failed for pattern \"!(?P<command>[^\n]{1,500}?)\": "
        ),
        need=RunCommand,
        harness="claude",
        examples=(
            "ls in '/home/dev/.claude' was blocked. For security, Claude Code may only list files in the allowed working directories "
            "for this session: '/home/dev/site'.",
        ),
        near_misses=("The request was blocked for security reasons",),
        source=_CLAUDE,
    ),
    Rule(
        id="permission/protected-file",
        title="Claude Code asks before it touches this file",
        explanation=(
            "Writing this file needs an approval: it is outside the session's directories, or a start-up or settings file that could run "
            "something later. The sandbox's `allowWrite` does not open it to the file tools. Approve it when asked, or make the change "
            "yourself."
        ),
        telltales=("Claude requested permissions to ",),
        pattern=(
            r"Claude requested permissions to (?:edit|write to|read from|read|create|modify) "
            r"(?P<path>[~/$.][^\n]{1,380}?|[A-Za-z]:\\[^\n]{1,380}?)"
            r"(?: which is a sensitive file\.?|, but you haven't granted it yet\.?|\.?$)"
            r"|Claude requested permissions to (?:edit|write to|read from|read|use|create|modify|fetch) [^\n]{1,400}"
        ),
        need=RunCommand,
        harness="claude",
        examples=(
            "Claude requested permissions to edit /home/dev/.bashrc which is a sensitive file.",
            "Claude requested permissions to write to /home/dev/acme/.claude/settings.json, but you haven't granted it yet.",
        ),
        near_misses=("The app requested permissions to edit your calendar.",),
        source=_CLAUDE,
    ),
    Rule(
        id="permission/outside-the-sandbox",
        title="Claude Code did not let the command leave the sandbox",
        explanation=(
            "The command was sent with `dangerouslyDisableSandbox` and nobody approved that. A bare `Bash` allow rule does not cover it. "
            "Run it inside the sandbox instead; if it cannot work there, ask the user to approve this one call."
        ),
        telltales=("Run outside of the sandbox",),
        pattern=r"^(?:Error: )?Run outside of the sandbox\.?$",
        need=RunCommand,
        harness="claude",
        examples=("Run outside of the sandbox",),
        near_misses=("Run outside of the sandbox with care, says the manual",),
        source=_CLAUDE,
    ),
    Rule(
        id="permission/rejected-by-user",
        title="The user said no",
        explanation=(
            "The harness asked and the person declined. That is an answer, not a failure: do not send the command again or in another "
            "shape; ask what they want instead."
        ),
        telltales=(
            "want to proceed with this tool use",
            "want to take this action right now",
            "rejected by user",
            "Permission for this action has been denied",
        ),
        pattern=(
            r"The user doesn't want to (?:proceed with this tool use|take this action right now)|Rejected\(\\?\"rejected by user\\?\"\)"
            r"|(?:exec command|patch) rejected by user(?! approval)|Permission for this action has been denied"
        ),
        need=RunCommand,
        examples=(
            "The user doesn't want to proceed with this tool use. The tool use was rejected.",
            'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
            "patch rejected by user",
        ),
        near_misses=("The offer was rejected by users in the survey",),
        source=_CODEX,
    ),
    Rule(
        id="permission/command-policy",
        title="Codex's command rules refused this command",
        explanation=(
            "A rule forbids the command, or Codex's own check does: `rm -f` in any form is refused when nobody can be asked, in every "
            "sandbox mode. Use a gentler command (`rm` without `-f`, `git clean`, `find -delete` in the workspace), or have the user run "
            "it. No rule should ever allow `rm`."
        ),
        telltales=(
            " rejected: ",
            "style commands are not permitted",
            "Command blocked by PreToolUse hook: ",
            "rejected: blocked by policy",
        ),
        pattern=(
            r"(?:Rejected\([\\\"]{0,4}`(?:\S{0,60}/(?:ba|z|da)?sh -l?c ['\"]?)?|`\S{0,60}/(?:ba|z|da)?sh -l?c ['\"]?)"
            r"(?P<command>[^\n`]{1,1000}?)['\"]?` rejected: "
            r"|rm -f style commands are not permitted|Command blocked by PreToolUse hook: "
        ),
        need=RunCommand,
        harness="codex",
        examples=(
            "exec_command failed: CreateProcess { message: \"Rejected(\\\"`/bin/bash -lc 'rm -rf build'` rejected: rm -f style commands "
            'are not permitted. Use a safer approach\\")" }',
            "`/bin/bash -lc 'git push'` rejected: pushing is for people",
        ),
        near_misses=("! [remote rejected: main] pre-receive hook declined", "error: patch rejected: line 3"),
        source=_CODEX,
    ),
    Rule(
        id="permission/approval-policy",
        title="Codex may not ask, so it refused",
        explanation=(
            "The command, or the wish to leave the sandbox, needs an approval, and the approval policy is `never` (which `codex exec` "
            "always has). Do it inside the sandbox, let the user run it, or start an interactive session, where the user can approve."
        ),
        telltales=("AskForApproval is set to Never", "approval policy is ", "approval required by policy"),
        pattern=(
            r"approval required by policy, but AskForApproval is set to \w{1,20}|AskForApproval is set to Never"
            r"|approval policy is \w{1,20}; reject command"
        ),
        need=RunCommand,
        harness="codex",
        examples=(
            "approval required by policy, but AskForApproval is set to Never",
            "approval policy is Never; reject command — you cannot ask for escalated permissions if the approval policy is Never",
        ),
        near_misses=("The approval policy is described in the handbook",),
        source=_CODEX,
    ),
    Rule(
        id="permission/patch-outside",
        title="Codex refused to patch this file",
        explanation=(
            "`apply_patch` keeps to the writable folders by a check of its own, and nobody could be asked. Patch a file of the project, "
            "open the folder to writes, or let the user make this edit."
        ),
        telltales=("patch rejected: ",),
        pattern=r"patch rejected: (?:writing outside|rejected by|empty|blocked)[^\n]{0,200}",
        need=RunCommand,
        harness="codex",
        examples=("patch rejected: writing outside of the project; rejected by user approval settings",),
        near_misses=("error: patch failed: src/main.rs:3",),
        source=_CODEX,
    ),
    Rule(
        id="permission/blocked-sleep",
        title="Claude Code does not run a bare `sleep`",
        explanation="Waiting is done with the harness's own means: run the long command in the background and ask for its output.",
        telltales=("Blocked: ",),
        pattern=r"<tool_use_error>Blocked: (?P<command>[^\n.]{1,80})",
        need=RunCommand,
        harness="claude",
        examples=("<tool_use_error>Blocked: standalone sleep 30. Use run_in_background.</tool_use_error>",),
        near_misses=("Blocked: the port is in use",),
        source=_CLAUDE,
    ),
)
