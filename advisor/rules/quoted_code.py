"""Not a failure at all: the words of a refusal in program text, in a search result, in a diff, or in the data of a test.

Agents read code about errors all day. The form of the line tells, whatever the words are (`detect.look`), and these rules win
over every denial that they overlap. They keep clear of what looks alike and is real: `OSError("…")` as a runtime prints an
exception, `{"msg": "…"}` as a logger does, and `file_test.go:12: open /x: …` as Go's tests do.
Source: the output formats of grep and ripgrep, diff(1), pytest, rustc.
"""

from __future__ import annotations

from advisor.model import Rule, Says
from advisor.rules._wording import AHEAD, REFUSAL_TELLTALES, REST, SAID

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
# A name that is given a list, a table, a pattern or a template.
_LITERAL = r"^(?=\s{0,80}[\w.$][\w.$ :<>&\[\]'|]{0,120} :?= )[^\n=]{1,200}= [&$]?[(\[{/`]"
# A comment: a line of Lisp, Scheme or Erlang (dig starts its own lines so too), or what ends a line of shell or of a Dockerfile.
_COMMENT = (
    r"(?:^\s{0,80}(?:;{1,4}|%%) (?!communications error|connection timed out|no servers|(?:UDP|TCP) setup|Truncated|Got )"
    r"|^(?=[^\n#]{1,300}(?:;|&&|\|\||\)) ?[^\n#]{0,60} # [A-Za-z][a-z' -]{3})[^\n#]{1,400} # )"
)
_CODE_GOES_ON = r"(?:[),;\]:{]|(?:in|is|not|==|!=)(?= )|$)[^\n]{0,300}"
_IN_A_STRING = "(?:" + "|".join(rf"{q}(?:[^\n{q}\\]|\\.){{0,200}}?{SAID}(?:[^\n{q}\\]|\\.){{0,200}}?{q}" for q in "\"'`") + r")\s?"
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

RULES: tuple[Rule, ...] = (
    Rule(
        id="quoted/search-result",
        title="A search found these words in a file",
        explanation=(
            "The line is a hit of `grep`, `rg` or `git grep`: a file, a line number, and that line's text. Nothing was refused here."
        ),
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"^(?:{_FILE}:\d{{1,6}}(?::\d{{1,5}})?:|[\w@+~./-]{{1,200}}\.[A-Za-z]\w{{0,9}}-\d{{1,6}}-){_CODE_FOLLOWS}{AHEAD}{REST}"
            rf"|^\d{{1,6}}(?::(?=\t|  |[^\s\d:])(?![A-Z] \d\d \w{{3}} \d{{4}} )|-(?=\t|  )){AHEAD}{REST}"
            rf"|^(?:{_OF_PROSE}|{_OF_SOURCE}){AHEAD}{REST}|^ {{0,8}}\d{{1,6}}\t(?![A-Z]{{4,8}}\t){AHEAD}{REST}"
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
            "    13\treturn True  # touch: cannot touch '/x': Read-only file system",
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
            rf"^{AHEAD}[^\n]{{0,400}}?{_CODE}[^\n\"'`]{{0,60}}[bfru]{{0,2}}{_IN_A_STRING}{_CODE_GOES_ON}"
            rf"|{_LITERAL}{AHEAD}[^\n]{{1,2000}}[)\]}},;`/]$|{_COMMENT}{AHEAD}{REST}"
            rf"|^\s{{1,80}}[\"'`](?=[^\n]{{0,400}}{SAID})(?:[^\n\"`\\]|\\.){{1,400}}[\"'`],$"
            rf"|^\s{{1,80}}[\"']E[A-Z]{{2,14}}[\"']: {{0,3}}[\"']{AHEAD}{REST}"
            rf"|^\s{{0,80}}\*[\"'](?=[^\n]{{0,400}}{SAID})[^\n]{{1,400}}?[\"']\*(?:\)|\|)[^\n]{{0,400}}"
            rf"|(?#<<)<<[-~]?['\"]?(\w{{1,30}})['\"]?[^\n]{{0,80}}\n(?:[^\n]{{0,200}}\n){{0,4}}?[^\n]{{0,200}}?{SAID}[^\n]{{0,200}}\n"
            r"(?:[^\n]{0,200}\n){0,4}?\1$"
            rf"|(?#+)^\+{{1,4}} [\w./\[-]{{1,60}} (?=[^\n]{{0,200}}[\"'][^\n]{{0,600}}{SAID}){REST}"
            rf"|(?#// /* <!--)^\s{{0,80}}(?://|/\*|<!--){AHEAD}{REST}|(?#*)^\s{{1,80}}\* {AHEAD}{REST}"
            rf"|(?##)^\s{{0,80}}#\s{{1,4}}[A-Za-z]\w{{0,30}}[,:]? [a-z][\w']{{0,30}} (?=[^\n]{{0,300}}{SAID}){REST}"
        ),
        says=Says.QUOTED,
        examples=(
            'if err != nil && strings.Contains(err.Error(), "bind: operation not permitted") {',
            '}"#).has("io_uring_setup: Operation not permitted"),',
            '    "EROFS": "Read-only file system",',
            "        // bpf(BPF_MAP_CREATE): needs CAP_BPF, EPERM under default Docker.",
            "    expect(message).toBe(\"EROFS: read-only file system, open '/x'\");",
            "E       AssertionError: assert 'Read-only file system' in ''",
            '_SIGNATURES = ("bootstrap_check_in", "Operation not permitted", "Read-only file system")',
            ";; signing fails with Operation not permitted",
            "RUN make cache; exit 0 # Work round touch: cannot touch '/x': Read-only file system",
            "    *'Read-only file system'*) echo sandbox ;;",
            "+ grep -q 'touch: cannot touch: Read-only file system' build.log",
            "cat > a.txt <<'END'\ntouch: cannot touch '/x': Read-only file system\nEND",
        ),
        near_misses=(
            'panicked: Custom { kind: Other, error: OSError("mkdir /srv/lab/x: Read-only file system") }',
            '{"level":"error","msg":"mkdir /srv/lab/x: read-only file system"}',
            "OSError: [Errno 30] Read-only file system: '/srv/lab/x'",
            'called `Result::unwrap()` on an `Err` value: Os { code: 1, kind: PermissionDenied, message: "Operation not permitted" }',
            'level=error msg="open /srv/lab/x: read-only file system"',
            ";; UDP setup with 10.0.0.2#53(10.0.0.2) for files.tools.example failed: Operation not permitted.",
            "ERROR: command = ['touch', '/srv/lab/x'] failed: Read-only file system",
            "make: *** [Makefile:3: all] Error 1 # touch: cannot touch '/srv/lab/x': Read-only file system",
        ),
        source="https://docs.python.org/3/reference/lexical_analysis.html",
    ),
    Rule(
        id="quoted/diff",
        title="A diff shows these words",
        explanation="The line was added to or removed from a file, and its text names the error. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"^[+-](?=\S|\t|  )(?![+-]|\w{{0,3}}sh: |e:\d)(?=\s{{2,80}}\S|[^\n:]{{0,4}}\S){AHEAD}{REST}"
            rf"|^@@ -\d{{1,7}}[^\n]{{0,40}} @@ {AHEAD}{REST}|^E {{3,12}}[-+] {{1,9}}{AHEAD}{REST}"
            rf"|^ {{2,12}}[+-] {{1,20}}[\"']?\w{{1,40}}[\"']?: {{0,3}}[\"'`]{AHEAD}{REST}"
        ),
        says=Says.QUOTED,
        examples=(
            "+touch: cannot touch '/x': Read-only file system",
            "-    raise OSError('Operation not permitted')",
            '    -   "message": "EROFS: read-only file system, open \'/x\'",',
            "E         + touch: cannot touch '/x': Read-only file system",
        ),
        near_misses=(
            "-bash: /srv/lab/x: Read-only file system",
            "+ touch /srv/lab/x",
            "- open /srv/lab/x: permission denied",
        ),
        source="https://www.gnu.org/software/diffutils/manual/diffutils.html#Unified-Format",
    ),
    Rule(
        id="quoted/code-frame",
        title="A compiler or test runner shows a line of source",
        explanation="The line is an excerpt of source that a tool prints beside a message. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=rf"(?#| │)^[ >]{{0,10}}\d{{1,6}} [|│] {AHEAD}{REST}|(?#→)^\s{{0,10}}\d{{1,6}}→{AHEAD}{REST}",
        says=Says.QUOTED,
        examples=("  395 | // EPERM: operation not permitted, open '/x'", "    12→touch: cannot touch '/x': Read-only file system"),
        near_misses=("web_1  | touch: cannot touch '/x': Read-only file system",),
        source="https://rustc-dev-guide.rust-lang.org/diagnostics.html",
    ),
    Rule(
        id="quoted/test-data",
        title="Test data holds these words",
        explanation="The line is a record that names what is expected of these words: a case of a test. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=(
            r"(?#label expect verdict want example regex pattern)"
            rf"^(?=[^\n]{{0,2000}}[\"'](?:label|labels|expected|expect|expectation|verdict|want|wants|example|regex|pattern)[\"']: )"
            rf"\s{{0,80}}[{{\[]{AHEAD}{REST}"
        ),
        says=Says.QUOTED,
        examples=('    {"output": "touch: cannot touch \'/x\': Read-only file system", "label": "sandbox"},',),
        near_misses=(
            '{"stdout": "", "stderr": "touch: cannot touch \'/srv/lab/x\': Read-only file system", "exit_code": 1}',
            '{"name": "acme", "msg": "mkdir /srv/lab/x: read-only file system"}',
        ),
        source="https://jsonlines.org/",
    ),
)
