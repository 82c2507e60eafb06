"""What `quoting` promises of every text, whatever stands in it."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor import quoting

# Text that hypothesis would seldom make by itself: what steers terminals, readers and Markdown.
HOSTILE = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "\x1b[31m",
                "\x1b]0;title\x07",
                "\x1b]8;;http://evil.example\x1b\\",
                "\x1b",
                "\x9b2J",
                "\x1bP1;2|x",
                "\r",
                "\r\n",
                "\0",
                "\u202e",
                "\u2066",
                "\u200b",
                "\ufeff",
                "\ufe0f",
                "\U000e0041",
                "\ud800",
                "\u2028",
                "\x85",
                "`",
                "```",
                "````\n",
                "~~~",
                "<b>",
                "![x](y)",
                "[a](b)",
                "\n",
            ]
        ),
        st.text(max_size=8),
    ),
    max_size=30,
).map("".join)

LABELS = {"Cc", "Cf", "Cs", "Zl", "Zp"}
SHOWN_ANYWAY = {"\n", "\t"}
# Format characters that show as signs of a script: marks before numbers and verses.
SIGNS = set("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")


def is_safe(text: str) -> bool:
    return all(unicodedata.category(character) not in LABELS or character in SHOWN_ANYWAY | SIGNS for character in text)


@given(HOSTILE)
def test_nothing_that_steers_survives(text):
    assert is_safe(quoting.plain(text))
    assert is_safe(quoting.clean(text))
    assert is_safe(quoting.excerpt(text))
    assert is_safe(quoting.fenced(text))
    assert is_safe(quoting.inline(text))
    assert is_safe(quoting.markdown(text))


def test_every_invisible_character_of_unicode_goes():
    steering = [
        chr(code)
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in LABELS and chr(code) not in SHOWN_ANYWAY | SIGNS | {"\r"}
    ]
    assert len(steering) > 2000
    assert quoting.plain("x".join(steering)) == "x" * (len(steering) - 1 - 2)  # ESC and CSI take the letter behind them along


def test_letters_and_signs_of_every_script_stay():
    text = "naïve 你好 שלום مرحبا é\u0301 한국어 ไทย 🙂\tend\n"
    assert quoting.plain(text) == text


def test_escape_sequences_go_whole():
    assert quoting.plain("\x1b[1;31mred\x1b[0m \x1b]0;title\x07x \x1b]8;;http://evil.example\x1b\\link\x1b]8;;\x1b\\") == "red x link"
    assert quoting.plain("\x1bP+q544e\x1b\\after \x1b(B\x1b=end\x1b") == "after end"
    assert quoting.plain("\x1b[\x1b[31mx") == "x"


def test_an_unterminated_sequence_hides_no_more_than_its_bound():
    assert quoting.plain("\x1b]0;" + "x" * 5000).endswith("x" * 900)


def test_line_ends_become_one_kind():
    assert quoting.plain("a\r\nb\r\r\nc\rd") == "a\nb\nc d"


def test_bytes_that_were_not_text_stay_visible():
    """A path without its replacement character would be another path."""
    assert quoting.plain(b"/home/d\xffv".decode("utf-8", "replace")) == "/home/d\ufffdv"


SECRETS = [
    ("http://srt.abc:{}@127.0.0.1:3128", "http://[redacted]@127.0.0.1:3128"),
    ("HTTPS_PROXY=http://user:{}@proxy.example:8080/ next", "HTTPS_PROXY=http://[redacted]@proxy.example:8080/ next"),
    ("postgres://app:{}@db.example/app", "postgres://[redacted]@db.example/app"),
    ("postgres://app:pa/ss/{}@db.example/app", "postgres://[redacted]@db.example/app"),
    ("postgres://app:p@{}@db.example/app", "postgres://[redacted]@db.example/app"),
    ("export NPM_TOKEN={} && x", "export NPM_TOKEN=[redacted] && x"),
    ("npm_config_//npm.example/:_authToken={}", "npm_config_//npm.example/:_authToken=[redacted]"),
    ('{{"client_secret": "{}"}}', '{{"client_secret": [redacted]}}'),
    ("PASSWORD='two words {}' next", "PASSWORD=[redacted] next"),
    ("aws_secret_access_key = {}", "aws_secret_access_key = [redacted]"),
    ("GOOGLE_CREDENTIALS={}", "GOOGLE_CREDENTIALS=[redacted]"),
    ("GET /x?X-Amz-Signature={}&y=1", "GET /x?X-Amz-Signature=[redacted]&y=1"),
    ("mysql --password {} app", "mysql --password [redacted] app"),
    ("curl -H 'Authorization: Bearer {}'", "curl -H 'Authorization: [redacted]"),
    ("> Proxy-Authorization: Basic {}\nnext", "> Proxy-Authorization: [redacted]\nnext"),
    ("Set-Cookie: session={}; Path=/", "Set-Cookie: [redacted]"),
    ("token is Bearer {}", "token is Bearer [redacted]"),
]


@pytest.mark.parametrize(("line", "shown"), SECRETS)
@given(secret=st.from_regex(r"[A-Za-z0-9_]{12,40}", fullmatch=True))
def test_secrets_are_redacted_wherever_they_can_appear(line, shown, secret):
    text = line.format(secret)
    assert quoting.redact(text) == shown.format()
    assert secret not in quoting.excerpt(text) + quoting.fenced(text) + quoting.inline(text) + quoting.markdown(text)


@pytest.mark.parametrize(
    "token",
    [
        "ghp_" + "a1" * 18,
        "github_pat_" + "a1" * 20,
        "npm_" + "a1" * 18,
        "sk-ant-" + "a1" * 20,
        "sk_live_" + "a1" * 12,
        "glpat-" + "a1" * 10,
        "xoxb-" + "12" * 8,
        "AKIA" + "A1" * 8,
        "AIza" + "a1" * 17 + "b",
        "hf_" + "a1" * 12,
        "pypi-" + "a1" * 12,
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2lnbmF0dXJl",
    ],
)
def test_a_token_with_its_makers_mark_needs_no_name_beside_it(token):
    assert quoting.redact(f"fatal: {token} was refused") == "fatal: [redacted] was refused"


def test_a_private_key_is_redacted_over_its_lines():
    key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r\nZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----"
    assert quoting.redact(key) == "-----BEGIN OPENSSH PRIVATE KEY-----[redacted]-----END OPENSSH PRIVATE KEY-----"


@pytest.mark.parametrize(
    "line",
    [
        "touch: cannot touch '/run/secrets/token': Read-only file system",
        "/home/dev/.vault-token: Permission denied",
        "http://host.example:8080/@scope/package",
        "https://registry.npm.example:443/@scope/package",
        "ssh://git@code.example/org/repository",
        "git@code.example:org/repository.git",
        "npm error 403 user denied - GET https://registry.npm.example/left-pad",
        "unexpected token",
        "--password-file /run/secrets/db",
    ],
)
def test_what_is_no_secret_stays(line):
    assert quoting.redact(line) == line


@given(HOSTILE)
def test_cleaning_twice_changes_nothing_that_steers(text):
    assert quoting.plain(quoting.plain(text)) == quoting.plain(text)


@given(st.text(), st.integers(4, 60))
def test_shortened_text_keeps_its_ends_and_its_limit(text, limit):
    short = quoting.shorten(text, limit)
    assert len(short) <= limit
    assert short == text or (" … " in short and text.startswith(short.split(" … ")[0]))


def test_an_excerpt_says_what_it_leaves_out():
    assert quoting.excerpt("a  \nb\nc\nd\ne", lines=3) == "a\nb\n… 3 more lines"
    assert quoting.excerpt("x" * 300, width=20) == "xxxxxxxxxxx … xxxxxx"


def test_a_value_stands_in_one_line():
    assert quoting.inline("  /a\n/b\t c ") == "/a /b c"


@given(HOSTILE, st.integers(1, 6), st.integers(10, 80))
def test_a_fence_cannot_be_closed_from_inside(text, lines, width):
    first, *inside, last = quoting.fenced(text, lines, width).split("\n")
    assert first == f"{last}program-output"
    assert set(last) == {"`"}
    assert not any(last in line for line in inside)
    assert len(inside) <= lines


def test_a_fence_outgrows_any_run_inside():
    assert quoting.fenced("``````x").startswith("```````program-output\n")
    assert quoting.fence_for("no ticks") == "```"
    assert quoting.fenced("x", label="text") == "```text\nx\n```"


@given(HOSTILE)
def test_a_code_span_cannot_be_ended_from_inside(text):
    span = quoting.code(text)
    run = re.match("`+", span)
    assert run
    inside = span[run.end() : -run.end()]
    assert run[0] not in inside
    assert not inside.endswith("`")


def test_a_code_span_keeps_its_value():
    assert quoting.code("/home/dev/x") == "`/home/dev/x`"
    assert quoting.code("a`b") == "``a`b``"
    assert quoting.code("`") == "`` ` ``"
    assert quoting.code("") == "`  `"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see `a[0]` and [x](http://evil.example)", r"see `a[0]` and \[x\](http://evil.example)"),
        ("![x](y) <script>", r"!\[x\](y) \<script\>"),
        ("an odd ` tick [x](y)", r"an odd ` tick \[x\](y)"),
        ("`a` odd ` [x](y)", r"`a` odd ` \[x\](y)"),
        (r"C:\x *bold*", r"C:\\x \*bold\*"),
        ("a\n# heading", "a # heading"),
    ],
)
def test_prose_in_markdown_makes_no_link_image_or_tag(text, shown):
    assert quoting.markdown(text) == shown


@pytest.mark.parametrize(
    "line",
    [
        "a" * 40_000,
        "token" * 8_000,
        "http://" + "a:" * 20_000,
        "`" * 40_000,
        "--password " * 4_000,
        "\x1b[" * 20_000,
        "a@" * 20_000,
        "x: " * 13_000,
    ],
)
def test_a_hostile_line_stays_short(line):
    assert len(quoting.fenced(line)) < 500


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("/opt/x\0y", "/opt/x\ufffdy"),
        ("/opt/x\u202e\u2066\0y/z", "/opt/x\ufffdy/z"),
        ("/opt/x\by", "/opt/x\ufffdy"),
        ("/opt/\x1b[31mx\x1b[0my\x07", "/opt/xy"),
        ("\u26a0\ufe0f\u200d \ufeffmkdir", "\u26a0 mkdir"),
        ("\0/x\0\n\0", "/x\n"),
        ("a\x0fb", "ab"),
    ],
)
def test_what_is_invisible_inside_a_word_leaves_a_gap_where_one_is_asked_for(text, kept):
    assert quoting.plain(text, "\ufffd") == kept
    assert quoting.plain(text) == kept.replace("\ufffd", "")
