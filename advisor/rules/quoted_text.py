"""Not a failure at all: the words of a refusal quoted in source code, a search result, a diff, a document or a test's name.

Agents read code about errors all day. These rules win over every denial that they overlap. They keep clear of what looks
alike and is real: `OSError("…")` as a runtime prints an exception, `{"msg": "…"}` as a logger does, and
`file_test.go:12: open /x: …` as Go's tests do.
Source: the output formats of grep and ripgrep, diff(1), TAP, Jest, pytest, rustc.
"""

from __future__ import annotations

from advisor.model import Rule, Says
from advisor.rules._wording import REFUSAL_TELLTALES, REFUSALS

_SAID = f"(?:{REFUSALS})"
_AHEAD = rf"(?=[^\n]{{0,2000}}{_SAID})"
_REST = r"[^\n]{1,2000}"
_FILE = r"(?:[\w@+~.-]{0,80}/[\w@+~./-]{1,200}|[\w@+~-][\w@+~.-]{0,120}\.[A-Za-z]\w{0,9})"
# What a search puts after a line number: no space, or the indentation of code. One space is a compiler's or a test's message;
# `net.c:137:try_proto(): socket(): …` is what dig prints of itself.
# A number with a letter behind is Redis's process and role.
_CODE_FOLLOWS = r"(?=\t|  | \*|[^\s:])(?!in [`']|try_proto\()"
# What makes the string after it program text; a call by a name in capitals is how runtimes print an exception.
_CODE = (
    r"(?:\b(?:if|elif|return|raise|throw|assert|case|when|match|expect|const|let|var|def|fn|print|printf|echo|grep|rg)\b"
    r"|\b[a-z_][\w.]{0,60}!?\(|\.\w{1,40}\(|\bnew \w{1,40}\(|[\w)\]] (?:==|!=|=>|:=|=~|=|\+) )"
)
_IN_A_STRING = "(?:" + "|".join(rf"{q}(?:[^\n{q}\\]|\\.){{0,200}}?{_SAID}(?:[^\n{q}\\]|\\.){{0,200}}?{q}" for q in "\"'`") + r")\s?"

# How the titles of tests start.
_CLAIMS = (
    "maps|rejects|returns|throws|reports|shows|handles|should|explains|does|is|it|when|retries|treats|prints|detects|recognizes|fails when"
)
_CHANGED = r"(?:[Ff]ix|[Aa]dd|[Hh]andle|[Ii]mprove|[Rr]evert|[Dd]ocument|[Rr]emove)(?:e?d|e?s)?|feat|fix|docs|chore|test|refactor"

RULES: tuple[Rule, ...] = (
    Rule(
        id="quoted/search-result",
        title="A search found these words in a file",
        explanation=(
            "The line is a hit of `grep`, `rg` or `git grep`: a file, a line number, and that line's text. Nothing was refused here."
        ),
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"^(?:{_FILE}:\d{{1,6}}(?::\d{{1,5}})?:|[\w@+~./-]{{1,200}}\.[A-Za-z]\w{{0,9}}-\d{{1,6}}-){_CODE_FOLLOWS}{_AHEAD}{_REST}"
            rf"|^\d{{1,6}}(?::(?=\t|  |[^\s\d:])(?![A-Z] \d\d \w{{3}} \d{{4}} )|-(?=\t|  )){_AHEAD}{_REST}"
        ),
        says=Says.QUOTED,
        examples=(
            'internal/server/server_test.go:2211:\t\tif strings.Contains(err.Error(), "bind: operation not permitted") {',
            "docs/errors.md:14:touch: cannot touch '/x': Read-only file system",
            "src/fs.ts-40-    // EACCES: permission denied, mkdir '/x'",
            "112:    raise OSError('Read-only file system')",
        ),
        near_misses=(
            "    store_test.go:52: open /srv/lab/x: read-only file system",
            "-e:1:in `write': Read-only file system @ rb_sysopen - /srv/lab/rb (Errno::EROFS)",
            "lib/a.rb:30:in `fetch': Operation not permitted @ rb_sysopen - /srv/lab/rb (Errno::EPERM)",
            "zsh:1: operation not permitted: /srv/lab/x",
            "./build.sh:3: permission denied: /srv/lab/x",
        ),
        source="https://www.gnu.org/software/grep/manual/grep.html#Output-Line-Prefix-Control",
    ),
    Rule(
        id="quoted/source-code",
        title="Source code quotes these words",
        explanation="The line is program text: a string, a comment or a condition that names the error. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"^{_AHEAD}[^\n]{{0,400}}?{_CODE}[^\n\"'`]{{0,60}}[bfru]{{0,2}}{_IN_A_STRING}(?:[),;\]:{{]|in\b|$)[^\n]{{0,300}}"
            rf"|^\s{{1,80}}[\"']E[A-Z]{{2,14}}[\"']: {{0,3}}[\"']{_AHEAD}{_REST}"
            rf"|^\s{{1,80}}[\"'`](?=[^\n\"`]{{0,200}}{_SAID})[^\n\"`]{{1,400}}[\"'`],$"
            rf"|^\s{{0,80}}(?://|/\*|<!--){_AHEAD}{_REST}|^\s{{1,80}}\* {_AHEAD}{_REST}"
            rf"|^\s{{0,80}}#\s{{1,4}}[A-Za-z]\w{{0,30}}[,:]? [a-z][\w']{{0,30}} (?=[^\n]{{0,300}}{_SAID}){_REST}"
        ),
        says=Says.QUOTED,
        examples=(
            'if err != nil && strings.Contains(err.Error(), "bind: operation not permitted") {',
            '}"#).has("io_uring_setup: Operation not permitted"),',
            '    "EROFS": "Read-only file system",',
            "        // bpf(BPF_MAP_CREATE): needs CAP_BPF, EPERM under default Docker.",
            "    expect(message).toBe(\"EROFS: read-only file system, open '/x'\");",
            "E       AssertionError: assert 'Read-only file system' in ''",
        ),
        near_misses=(
            'panicked: Custom { kind: Other, error: OSError("mkdir /srv/lab/x: Read-only file system") }',
            '{"level":"error","msg":"mkdir /srv/lab/x: read-only file system"}',
            "OSError: [Errno 30] Read-only file system: '/srv/lab/x'",
            'called `Result::unwrap()` on an `Err` value: Os { code: 1, kind: PermissionDenied, message: "Operation not permitted" }',
            "level=error msg=\"open /srv/lab/x: read-only file system\"",
        ),
        source="https://docs.python.org/3/reference/lexical_analysis.html",
    ),
    Rule(
        id="quoted/diff",
        title="A diff shows these words",
        explanation="The line was added to or removed from a file, and its text names the error. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"^[+-](?=\S|\t|  )(?![+-]|\w{{0,3}}sh: |e:\d)(?:[^\n:]{{0,4}}\S){_AHEAD}{_REST}"
            rf"|^@@ -\d{{1,7}}[^\n]{{0,40}} @@ {_AHEAD}{_REST}"
        ),
        says=Says.QUOTED,
        examples=(
            "+touch: cannot touch '/x': Read-only file system",
            "-    raise OSError('Operation not permitted')",
        ),
        near_misses=(
            "-bash: /srv/lab/x: Read-only file system",
            "+ touch /srv/lab/x",
            "- open /srv/lab/x: permission denied",
        ),
        source="https://www.gnu.org/software/diffutils/manual/diffutils.html#Unified-Format",
    ),
    Rule(
        id="quoted/document",
        title="A document quotes these words",
        explanation="The line is prose that names the error: a note, a commit, a changelog, an issue's title. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"(?<![\w`'\"])`(?=[\w\[][^\n`]{{0,200}}{_SAID})[^\n`]{{1,400}}[\w).'\"]`(?![\w`])"
            rf"|^\|[^\n|]{{1,200}}\|{_AHEAD}{_REST}|^(?:\* )?[0-9a-f]{{7,40}} (?=[^\s:]){_AHEAD}{_REST}"
            rf"|^\d{{1,6}}\t[A-Z]{{4,8}}\t{_AHEAD}{_REST}|^#\d{{1,6}} {{2,9}}{_AHEAD}{_REST}"
            rf"|^Date: {{2,8}}[^\n]{{10,60}}\n(?=(?:\n| {{4}}[^\n]{{0,300}}\n){{0,40}}? {{4}}[^\n]{{0,300}}{_SAID})"
            r"(?:\n| {4}[^\n]{0,2000}(?:\n|\Z)){1,60}"
            rf"|^\s{{0,8}}[-*•] (?:{_CHANGED})\b{_AHEAD}{_REST}"
        ),
        says=Says.QUOTED,
        examples=(
            "- The first run failed because tests need a local listener (`bind: operation not permitted`); rerunning passed.",
            "You may see `touch: cannot touch '/x': Read-only file system` in a container.",
            "| EROFS | `Read-only file system` | outside the writable set |",
            "3f2c1de Handle EROFS: read-only file system, open '/x'",
            "- Fixed EROFS: read-only file system, open '/x' on NixOS",
            "Date:   Sun Nov 29 10:00:00 2026 +0000\n\n    Work round \"touch: cannot touch '/x': Read-only file system\"\n",
            "#4242  EROFS: read-only file system, mkdir '/x'   bug   about 2 hours ago",
        ),
        near_misses=(
            "error: failed to symlink `/srv/a`: Read-only file system (os error 30); run `acme fix`",
            "-e:1:in `write': Operation not permitted - bind(2) in `x'",
        ),
        source="https://spec.commonmark.org/",
    ),
    Rule(
        id="quoted/test-name",
        title="A test is named after this error",
        explanation="The line reports a test whose name or expectation holds the words. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"^\s{{0,40}}(?:✓|✔|√|○|ok \d{{1,6}}|not ok \d{{1,6}}|--- (?:PASS|SKIP): |=== (?:RUN|CONT|PAUSE) |PASS:? |PASSED "
            rf"|● ){_AHEAD}{_REST}"
            rf"|^{_AHEAD}[^\n]{{1,400}}(?: \.\.\. (?:ok|ignored)| (?:PASSED|SKIPPED|XFAIL)(?: {{1,9}}\[ {{0,3}}\d{{1,3}}%\])?)$"
            rf"|^\s{{0,40}}(?:✗|✕|×|✖|\d{{1,5}}\)) {_AHEAD}[^\n]{{1,400}} \(\d{{1,6}} ?m?s\)$"
            rf"|^\s{{2,40}}\d{{1,4}}\) (?:{_CLAIMS}) {_AHEAD}{_REST}"
            rf"|^\s{{0,40}}Expected(?: \w{{1,20}})?: {{1,8}}{_AHEAD}{_REST}"
        ),
        says=Says.QUOTED,
        examples=(
            "  ✓ reports EROFS: read-only file system, open '/x' (3 ms)",
            "test fs::reports_permission_denied_as_EACCES ... ok",
            "    1) maps EROFS: read-only file system, mkdir '/x' to a hint",
            "--- PASS: TestOpen/open_/x:_operation_not_permitted_EPERM (0.00s)",
            "    Expected substring: \"EACCES: permission denied, mkdir '/x'\"",
        ),
        near_misses=(
            "✗ Failed to bind socket: Operation not permitted (os error 1)",
            "    Received message:   \"EROFS: read-only file system, open '/srv/lab/x'\"",
            "FAIL: open /srv/lab/x: read-only file system",
        ),
        source="https://testanything.org/tap-version-14-specification.html",
    ),
    Rule(
        id="quoted/code-frame",
        title="A compiler or test runner shows a line of source",
        explanation="The line is an excerpt of source that a tool prints beside a message. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=rf"^[ >]{{0,10}}\d{{1,6}} [|│] {_AHEAD}{_REST}|^\s{{0,10}}\d{{1,6}}→{_AHEAD}{_REST}",
        says=Says.QUOTED,
        examples=("  395 | // EPERM: operation not permitted, open '/x'", "    12→touch: cannot touch '/x': Read-only file system"),
        near_misses=("web_1  | touch: cannot touch '/x': Read-only file system",),
        source="https://rustc-dev-guide.rust-lang.org/diagnostics.html",
    ),
)
