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
# What a search without numbers prints: a file of prose or of source, then its line, which starts without a space or with the
# indentation of code; a program that is named after its file prints a space or a level there. Logs are nobody's quotation.
_PROSE_FILE = (
    r"(?:[\w./~^-]{1,80}:)?(?:[\w@+~./-]{0,200}\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|texi|tex|org|html?)"
    r"|(?:[\w@+~./-]{0,200}/)?(?:README|CHANGELOG|CHANGES|NEWS|HISTORY|TODO|NOTES))"
)
_SOURCE_FILE = (
    r"(?:[\w./~^-]{1,80}:)?[\w@+~./-]{0,200}\.(?:pyi?|ipynb|[cm]?[jt]sx?|vue|svelte|go|rs|rb|erb|java|kts?|scala|groovy|clj|c|h|cc|cpp|cxx|hh|hpp|mm?"
    r"|cs|fs|vb|swift|dart|php|p[lm]|t|lua|exs?|erl|hs|mli?|zig|nim|jl|r|sh|bash|zsh|fish|bats|ps1|sql|ya?ml|toml|json|jsonc|xml|css|scss|tf|nix|snap|patch|diff)"
)
_OF_PROSE = rf"{_PROSE_FILE}(?::(?=\t| {{2}}|[^\s\d:])|-(?=\t| {{2}}|[*>#-] |[A-Z][\w']{{0,20}}:? [\w`'\"]))"
_OF_SOURCE = (
    rf"{_SOURCE_FILE}:(?=\t| {{2}}|[^\s\d:])"
    r"(?!(?:[Ee]rror|ERROR|[Ww]arn(?:ing)?|WARN(?:ING)?|INFO|DEBUG|[Ff]atal|FATAL|in [`'])\b)"
)

# How the subject of a commit starts, where nothing else says that it is one: by a type, or by what it does with an error by its name.
_TYPE = r"(?:fix|feat|chore|refactor|perf|(?:docs|test|tests|ci|build|style)(?=\())(?:\([\w ,./@*-]{1,60}\))?!?: "
_DOES = (
    r"(?:[Ff]ix(?:es|ed)?|[Hh]andl(?:e[sd]?|ing)|[Aa]void(?:s|ed)?|[Tt]olerat(?:e[sd]?)|[Cc]atch(?:es)?|[Cc]aught|[Rr]evert(?:s|ed)?"
    r"|[Ii]gnor(?:e[sd]?)|[Dd]ocument(?:s|ed)?|[Ii]mprov(?:e[sd]?)|[Ss]upport(?:s|ed)?|[Tt]reat(?:s|ed)?|[Dd]etect(?:s|ed)?"
    r"|[Rr]etr(?:y|ies)"
    r"|[Rr]eport(?:s|ed)?|[Ss]urface[sd]?|[Ss]wallow(?:s|ed)?|[Ww]ork(?:s|ed)? ?a?round|[Ee]xplain(?:s|ed)?"
    r"|[Mm]ention(?:s|ed)?|[Aa]dd(?:s|ed)?|[Pp]revent(?:s|ed)?|[Ss]uppress(?:es|ed)?|[Rr]ecover(?:s|ed)?"
    r"|[Mm]ap(?:s|ped)?|[Dd]on't|[Dd]o not) (?:[a-z][a-z'-]{0,14} ){0,4}"
)
_COMMIT = (
    r"(?:[*|\\/_ ]{0,20}[*] (?:commit )?[0-9a-f]{7,40}|commit [0-9a-f]{3,40}|(?:pick|fixup|squash|reword|drop|edit) [0-9a-f]{7,40}"
    r"|\[[\w./@-]{1,80} (?:\(root-commit\) )?[0-9a-f]{7,40}\]"
    r"|(?:HEAD is now at|Previous HEAD position was|reverts commit) [0-9a-f]{7,40}"
    r"|Merge pull request #\d{1,7}"
    r"|Applying(?=:)|Subject(?=:)|title(?=:))(?=[\s:])"
)
# How prose goes on after the words of a message, and what it says before it quotes one.
_GOES_ON = (
    r"(?:means?|meant|indicates?|implies|suggests|signals|(?:usually|often|typically|sometimes|generally|always|only|just|also) [a-z]{3,12}"
    r"|(?:appear|happen|occur|show|arise|come|result)s?(?: up)? (?:when|if|in|on|from|because|whenever|after|where)"
    r"|(?:is|was|are|were|be|being|gets|got|can be|may be|will be|has been|had been)(?: (?:now|no longer|then|only|often|usually))?"
    r" (?:printed|shown|raised|thrown|returned|reported|logged|seen|expected|displayed|emitted|caused|fixed|handled"
    r"|gone|retried|ignored|caught|swallowed|treated|mapped|hidden|explained|described|documented"
    r"|an? (?:common|known|sign|symptom|misleading|generic|red)))\b"
)
_TELLS_OF = (
    r"(?:\b(?:[Ii]f|[Ww]hen|[Ww]henever|[Oo]nce|[Uu]ntil) (?:you|users|they|we|one) (?:see|sees|get|gets|hit|meet|run into|encounter)\b"
    r"|\b(?:[Yy]ou|[Uu]sers|[Oo]ne) (?:may|might|will|can|could|would) (?:see|get|hit|run into|encounter)\b|\b[Yy]ou'll (?:see|get)\b"
    r"|\b(?:an? |the |[Aa]n? |[Tt]he )?(?:errors?|messages?|failures?|something|output|lines?)"
    r" (?:like|such as|of the form|that says?|that reads?) )"
)

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
            rf"|^(?:{_OF_PROSE}|{_OF_SOURCE}){_AHEAD}{_REST}"
        ),
        says=Says.QUOTED,
        examples=(
            'internal/server/server_test.go:2211:\t\tif strings.Contains(err.Error(), "bind: operation not permitted") {',
            "docs/errors.md:14:touch: cannot touch '/x': Read-only file system",
            "src/fs.ts-40-    // EACCES: permission denied, mkdir '/x'",
            "112:    raise OSError('Read-only file system')",
            "docs/faq.md:The error OSError: [Errno 30] Read-only file system: '/x' means the disk is broken",
            "CHANGELOG.md:- fix: touch: cannot touch '/x': Read-only file system",
            "HEAD~2:src/fs.ts:    // EACCES: permission denied, mkdir '/x'",
            "docs/errors.rst-Error: EROFS: read-only file system, open '/x'",
        ),
        near_misses=(
            "    store_test.go:52: open /srv/lab/x: read-only file system",
            "-e:1:in `write': Read-only file system @ rb_sysopen - /srv/lab/rb (Errno::EROFS)",
            "lib/a.rb:30:in `fetch': Operation not permitted @ rb_sysopen - /srv/lab/rb (Errno::EPERM)",
            "zsh:1: operation not permitted: /srv/lab/x",
            "./build.sh:3: permission denied: /srv/lab/x",
            "setup.py: cannot create /srv/lab/x: Read-only file system",
            "worker.py:ERROR:[Errno 30] Read-only file system: '/srv/lab/x'",
            "build.log:touch: cannot touch '/srv/lab/x': Read-only file system",
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
            'level=error msg="open /srv/lab/x: read-only file system"',
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
            rf"|^ {{2,12}}[+-] {{1,20}}[\"']?\w{{1,40}}[\"']?: {{0,3}}[\"'`]{_AHEAD}{_REST}"
        ),
        says=Says.QUOTED,
        examples=(
            "+touch: cannot touch '/x': Read-only file system",
            "-    raise OSError('Operation not permitted')",
            '    -   "message": "EROFS: read-only file system, open \'/x\'",',
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
            rf"|^> {{4,8}}(?=[^\s>]){_AHEAD}{_REST}|<(?:code|pre|li|p|td|th|dd|string)\b[^\n<>]{{0,120}}>{_AHEAD}{_REST}"
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
            ">     touch: cannot touch '/x': Read-only file system",
            "<li><code>touch: cannot touch '/x': Read-only file system</code> means that the volume is read-only.</li>",
        ),
        near_misses=(
            "error: failed to symlink `/srv/a`: Read-only file system (os error 30); run `acme fix`",
            "-e:1:in `write': Operation not permitted - bind(2) in `x'",
        ),
        source="https://spec.commonmark.org/",
    ),
    Rule(
        id="quoted/commit",
        title="A commit is named after this error",
        explanation="The line is the subject of a commit or of a pull request that deals with the error. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"^\s{{0,8}}(?:[-*•>+] )?(?:{_TYPE}{_AHEAD}|{_DOES}(?=['\"`]?(?:Error: )?E[A-Z]{{3,14}}\b){_AHEAD}){_REST}"
            rf"|^(?:{_COMMIT}){_AHEAD}{_REST}|\bgit (?:commit|tag|merge|notes|stash)\b[^\n]{{0,100}} -\w{{0,3}}m {_AHEAD}{_REST}"
            rf"|^{_AHEAD}[^\n]{{1,400}} \((?:#|GH-|!)\d{{1,7}}\)$"
        ),
        says=Says.QUOTED,
        examples=(
            "    fix EROFS: read-only file system, mkdir '/x' on CI (#123)",
            "commit abc: handle EROFS: read-only file system, open '/x'",
            "fix(cache): touch: cannot touch '/x': Read-only file system",
            "| * 3f2c1de Handle EROFS: read-only file system, open '/x'",
            "[main 3f2c1de] Work round EROFS: read-only file system, open '/x'",
            "HEAD is now at 3f2c1de mkdir '/x': Read-only file system",
            "Applying: Handle EACCES: permission denied, mkdir '/x'",
            "Say what to do about touch: cannot touch '/x': Read-only file system (#4242)",
        ),
        near_misses=(
            "handle event: open /srv/lab/x: read-only file system",
            "fix permissions: chmod /srv/lab/x: operation not permitted",
            "build: mkdir /srv/lab/x: read-only file system",
            "remove /srv/lab/x: read-only file system",
        ),
        source="https://www.conventionalcommits.org/",
    ),
    Rule(
        id="quoted/prose",
        title="A sentence speaks of this error",
        explanation=(
            "The words stand inside a sentence that goes on about them, or that starts by saying that one may see them: somebody "
            "explains the error. Nothing was refused here."
        ),
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"(?:\[Errno \d{{1,3}}\] [A-Z]?)?{_SAID}[\w-]{{0,12}}(?: \(os error \d{{1,3}}\))?"
            rf"(?:[:,]? (?:[a-z]{{1,12}} )?b?(?:'[^'\n]{{1,300}}'|\"[^\"\n]{{1,300}}\"|[~/][^\s,;:]{{1,300}}|[\w.:\[\]-]{{1,99}}:\d{{1,5}})"
            rf"(?: -> '[^'\n]{{1,300}}')?)?[\"'`)*_]{{0,3}},? (?:errors? |messages? |failures? )?(?:which |that |this |it )?{_GOES_ON}"
            rf"|^(?=[^\n]{{0,2000}}?{_SAID})[^\n]{{0,120}}?{_TELLS_OF}{_AHEAD}{_REST}"
        ),
        says=Says.QUOTED,
        examples=(
            "* Error: EROFS: read-only file system, open '/x' is printed when the disk is full",
            "The error OSError: [Errno 30] Read-only file system: '/x' means the disk is broken",
            "touch: cannot touch '/x': Read-only file system usually means that the disk is full",
            "If you see touch: cannot touch '/x': Read-only file system, mount it again.",
            "Prints an error like mkdir /x: read-only file system",
        ),
        near_misses=(
            "EACCES: permission denied, mkdir '/srv/lab/x' is not writable by user 1000",
            "touch: cannot touch '/srv/lab/x': Read-only file system",
            '{"error":"EROFS: read-only file system, open \'/srv/lab/x\'","hint":"this usually means that it is full"}',
            "* open /srv/lab/x: permission denied",
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
