"""Not a failure at all: the words of a refusal in a document, a commit, a sentence about it, or the name of a test.

The form of the line tells, whatever the words are (`detect.look`), and these rules win over every denial that they overlap.
Source: the output formats of git, gh, TAP, Jest, pytest, RSpec, Gradle; CommonMark.
"""

from __future__ import annotations

from advisor.model import Rule, Says
from advisor.rules._wording import AHEAD, REFUSAL_TELLTALES, REST, SAID

# How the titles of tests start.
_CLAIMS = (
    "maps|rejects|returns|throws|reports|shows|handles|should|explains|does|is|it|when|retries|treats|prints|detects|recognizes|fails when"
)
_REPORTS = "maps|rejects|returns|throws|raises|reports|explains|retries|treats|prints|detects|recogni[sz]es|describes"
_CHANGED = r"(?:[Ff]ix|[Aa]dd|[Hh]andle|[Ii]mprove|[Rr]evert|[Dd]ocument|[Rr]emove)(?:e?d|e?s)?|feat|fix|docs|chore|test|refactor"

# What the titles of web pages that hold questions and bug reports end in.
_SITES = "Stack Overflow|Super User|Server Fault|Ask Ubuntu|Unix & Linux Stack Exchange|Ask Different|Reddit|Hacker News"

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
_SHOWS = r"(?:means?|meant|indicates?|implies|signals|comes from|happens when|appears when)"
_TELLS_OF = (
    r"(?:\b(?:[Ii]f|[Ww]hen|[Ww]henever|[Oo]nce|[Uu]ntil) (?:you|users|they|we|one) (?:see|sees|get|gets|hit|meet|run into|encounter)\b"
    r"|\b(?:[Yy]ou|[Uu]sers|[Oo]ne) (?:may|might|will|can|could|would) (?:see|get|hit|run into|encounter)\b|\b[Yy]ou'll (?:see|get)\b"
    r"|\b(?:an? |the |[Aa]n? |[Tt]he )?(?:errors?|messages?|failures?|something|output|lines?)"
    r" (?:like|such as|of the form|that says?|that reads?) "
    r"|(?:^|[.;,] |\()(?:[Ii]f|[Ww]hen|[Ww]henever|[Ww]here|[Bb]ecause|[Ss]ince) [^\n\"“`]{1,60} "
    r"(?:says?|said|prints?|printed|answers?|answered|reports?|reported|complains?|shows?|returns?|throws?|raises?|"
    r"(?:fails?|failed|dies|died) with|(?:and|you|we|they|users) (?:get|see|hit|meet)s?) (?:that |an? |the )?[\"“`])"
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="quoted/document",
        title="A document quotes these words",
        explanation="The line is prose that names the error: a note, a commit, a changelog, an issue's title. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"^(?:\* |\^)?[0-9a-f]{{7,40}} (?=[^\s:]){AHEAD}{REST}"
            rf"|^\d{{1,6}}\t[A-Z]{{4,8}}\t{AHEAD}{REST}|^\s{{0,8}}[-*•] (?:{_CHANGED})\b{AHEAD}{REST}"
            rf"|(?<=[a-z] \()[\"“](?=[^\n]{{0,300}}{SAID})[^\n]{{1,300}}[\"”]\)(?=[.,] [A-Za-z])"
            rf"|(?#`)(?<![\w`'\"])`(?=[\w\[(<*])(?=[^\n`]{{0,200}}{SAID})[^\n`]{{1,400}}[\w).'\"+’\]!?]`(?![\w`])"
            rf"|(?#|)^\|[^\n|]{{1,200}}\|{AHEAD}{REST}|(?#|)^\| (?=[^\n]{{0,1000}}{SAID})[^\n|]{{1,1000}}\|[^\n]{{1,1000}}\|$"
            r"|(?#Overflow User Fault Ubuntu Exchange Different Reddit News Issue)"
            rf"^{AHEAD}[^\n]{{1,600}}(?: - (?:{_SITES})| · Issue #\d{{1,7}}\b[^\n]{{0,300}})$"
            rf"|(?##)^#\d{{1,6}} {{2,9}}{AHEAD}{REST}"
            rf"|(?#Date:)^Date: {{2,8}}[^\n]{{10,60}}\n(?=(?:\n| {{4}}[^\n]{{0,300}}\n){{0,40}}? {{4}}[^\n]{{0,300}}{SAID})"
            r"(?:\n| {4}[^\n]{0,2000}(?:\n|\Z)){1,60}"
            rf"|(?#>)^> {{4,8}}(?=[^\s>]){AHEAD}{REST}|(?#<)<(?:code|pre|li|p|td|th|dd|string)\b[^\n<>]{{0,120}}>{AHEAD}{REST}"
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
            "| touch: cannot touch '/x': Read-only file system | outside the writable folders |",
            "2. docker: mkdir /x: read-only file system - Stack Overflow",
            "The run was stopped by a refusal (\"touch: cannot touch '/x': Read-only file system\"). No files were changed.",
        ),
        near_misses=(
            "error: failed to symlink `/srv/a`: Read-only file system (os error 30); run `acme fix`",
            "-e:1:in `write': Operation not permitted - bind(2) in `x'",
            "| touch: cannot touch '/srv/lab/x': Read-only file system |",
            'connect to agent failed ("Operation not permitted")',
        ),
        source="https://spec.commonmark.org/",
    ),
    Rule(
        id="quoted/commit",
        title="A commit is named after this error",
        explanation="The line is the subject of a commit or of a pull request that deals with the error. Nothing was refused here.",
        telltales=REFUSAL_TELLTALES,
        pattern=(
            rf"^(?:⧗? {{0,4}}input: {{1,4}})?\s{{0,8}}(?:[-*•>+] )?(?:{_TYPE}{AHEAD}"
            rf"|{_DOES}(?=['\"`]?(?:Error: )?E[A-Z]{{3,14}}\b){AHEAD}){REST}"
            rf"|^(?:{_COMMIT}){AHEAD}{REST}|(?#git)\bgit (?:commit|tag|merge|notes|stash)\b[^\n]{{0,100}} -\w{{0,3}}m {AHEAD}{REST}"
            rf"|(?#(# (GH (!)^{AHEAD}[^\n]{{1,400}} \((?:#|GH-|!)\d{{1,7}}\)$"
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
            "⧗   input: fix: touch: cannot touch '/x': Read-only file system",
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
            rf"(?:\[Errno \d{{1,3}}\] [A-Z]?)?{SAID}[\w-]{{0,12}}(?: \(os error \d{{1,3}}\))?"
            rf"(?:[:,]? (?:[a-z]{{1,12}} )?b?(?:'[^'\n]{{1,300}}'|\"[^\"\n]{{1,300}}\"|[~/][^\s,;:]{{1,300}}|[\w.:\[\]-]{{1,99}}:\d{{1,5}})"
            rf"(?: -> '[^'\n]{{1,300}}')?)?[\"'`)*_]{{0,3}},? (?:errors? |messages? |failures? )?(?:which |that |this |it )?{_GOES_ON}"
            rf"|^(?=[^\n]{{0,2000}}?{SAID})[^\n]{{0,120}}?{_TELLS_OF}{AHEAD}{REST}"
            r"|(?#usually often typically generally always)"
            rf"{SAID}[^\n;]{{0,160}}?(?<![.!?,;:])(?<!his)(?<! [Ii]t)(?<!hat) (?:usually|often|typically|generally|always) {_SHOWS}\b"
        ),
        says=Says.QUOTED,
        examples=(
            "* Error: EROFS: read-only file system, open '/x' is printed when the disk is full",
            "The error OSError: [Errno 30] Read-only file system: '/x' means the disk is broken",
            "touch: cannot touch '/x': Read-only file system usually means that the disk is full",
            "If you see touch: cannot touch '/x': Read-only file system, mount it again.",
            "Prints an error like mkdir /x: read-only file system",
            "When you run rm and get “rm: cannot remove '/x': Operation not permitted,” root owns it.",
            "When npm says \"EROFS: read-only file system, open '/x'\", move its cache.",
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
            rf"^\s{{2,40}}\d{{1,4}}\) (?:{_CLAIMS}) {AHEAD}{REST}|^\s{{2,40}}(?:{_REPORTS}) {AHEAD}{REST}"
            r"|(?#✓ ✔ √ ○ ok --- === PASS ●)"
            rf"^\s{{0,40}}(?:✓|✔|√|○|ok \d{{1,6}}|not ok \d{{1,6}}|--- (?:PASS|SKIP): |=== (?:RUN|CONT|PAUSE) |PASS:? |PASSED "
            rf"|● ){AHEAD}{REST}"
            r"|(?#... PASSED SKIPPED XFAIL)"
            rf"^{AHEAD}[^\n]{{1,400}}(?: \.\.\. (?:ok|ignored)| (?:PASSED|SKIPPED|XFAIL)(?: {{1,9}}\[ {{0,3}}\d{{1,3}}%\])?)$"
            rf"|(?#()^\s{{0,40}}(?:✗|✕|×|✖|\d{{1,5}}\)) {AHEAD}[^\n]{{1,400}} \(\d{{1,6}} ?m?s\)$"
            rf"|(?#✗ ✕ × ✖ ✘ ❯ ↓)^\s{{0,40}}(?:✗|✕|×|✖|✘|❯|↓) (?=[^\n]{{1,400}} [>›] ){AHEAD}{REST}"
            rf"|(?#FAILED)^{AHEAD}[^\n]{{1,600}} \(FAILED - \d{{1,5}}\)$"
            rf"|(?#>)^[\w.$ -]{{1,200}} > {AHEAD}[^\n]{{1,600}} (?:PASSED|FAILED|SKIPPED)$|(?#Subtest)^# Subtest: {AHEAD}{REST}"
            rf"|(?#::)::[\w.-]{{1,160}}\[[^\n]{{0,300}}?{SAID}[^\n]{{0,300}}?\](?= (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b| - |$)"
            rf"|(?#Passed Failed Skipped)^\s{{0,8}}(?:Passed|Failed|Skipped) [\w.+]{{3,200}}\({AHEAD}[^\n]{{1,600}}\) \[[^\n\]]{{1,20}}\]$"
            rf"|(?#::)::\w{{1,120}} with data set {AHEAD}{REST}"
            rf"|(?#Expected)^\s{{0,40}}Expected(?: \w{{1,20}})?: {{1,8}}{AHEAD}{REST}"
        ),
        says=Says.QUOTED,
        examples=(
            "  ✓ reports EROFS: read-only file system, open '/x' (3 ms)",
            "test fs::reports_permission_denied_as_EACCES ... ok",
            "    1) maps EROFS: read-only file system, mkdir '/x' to a hint",
            "--- PASS: TestOpen/open_/x:_operation_not_permitted_EPERM (0.00s)",
            "    Expected substring: \"EACCES: permission denied, mkdir '/x'\"",
            "   × explain > touch: cannot touch '/x': Read-only file system is a write",
            "  reports Errno::EROFS: Read-only file system @ rb_sysopen - /x",
            "  maps bind(2): Operation not permitted (FAILED - 1)",
            'ExplainTest > explains "java.net.SocketException: Operation not permitted" FAILED',
            "tests/test_explain.py::test_found[touch: cannot touch '/x': Read-only file system] FAILED",
            "ExplainTest::testFound with data set \"touch: cannot touch '/x': Read-only file system\"",
        ),
        near_misses=(
            "✗ Failed to bind socket: Operation not permitted (os error 1)",
            "    Received message:   \"EROFS: read-only file system, open '/srv/lab/x'\"",
            "FAIL: open /srv/lab/x: read-only file system",
            "FAILED tests/test_x.py::test_y[a] - PermissionError: [Errno 1] Operation not permitted: '/srv/lab/x'",
            "AcmeTest > writes FAILED",
            "  returned: touch: cannot touch '/srv/lab/x': Read-only file system",
        ),
        source="https://testanything.org/tap-version-14-specification.html",
    ),
)
