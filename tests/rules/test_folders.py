"""Whether a refused write was of a folder, as the lines round it tell, and whether by a call that fails where it exists."""

import pytest

from advisor.rules._folders import made_folder

WORDS = "Read-only file system"


def told(text, of=WORDS):
    start = text.index(of)
    return made_folder(text, start, start + len(of))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"mkdir: cannot create directory ‘/a’: {WORDS}", (True, False)),
        (f"mkdir: das Verzeichnis „/a“ kann nicht angelegt werden: {WORDS}", (True, False)),
        (f"install: cannot create directory '/a': {WORDS}", (True, False)),
        (f"tar: a: Cannot mkdir: {WORDS}", (True, False)),
        (f"mkdir /a: {WORDS}", (True, False)),
        (f"{WORDS} @ dir_s_mkdir - /a", (True, False)),
        (f"fatal: could not create work tree dir '/a': {WORDS}", (True, False)),
        (f"error: failed to create cache directory `/a`: {WORDS}", (True, False)),
        (f"touch: cannot touch '/mkdir/a': {WORDS}", (False, False)),
        (f"cp: cannot create regular file '/a': {WORDS}", (False, False)),
        (f"mktemp: failed to create directory via template ‘/a/tmp.XXXXXXXXXX’: {WORDS}", (False, False)),
        (f"Traceback:\n  File \"<frozen os>\", line 225, in makedirs\nOSError: {WORDS}", (True, False)),
        (f"Traceback:\n  File \"s.py\", line 1, in <module>\n    os.mkdir('/a')\n    ^^^^^^^^\nOSError: {WORDS}: '/a'", (True, True)),
        (
            f"Traceback:\n  File \"s.py\", line 1\n    p.mkdir(parents=True, exist_ok=True)\n  File \"pathlib.py\", line 1116, in mkdir\n"
            f"    os.mkdir(self, mode)\nOSError: {WORDS}: '/a'",
            (True, False),
        ),
        (f"Traceback:\n  File \"s.py\", line 1, in <module>\n    open('/a', 'w')\nOSError: {WORDS}: '/a'", (False, False)),
        (f"makedirs(x)\nOSError: {WORDS}: '/a'", (False, False)),
        (f"FileSystemException: /a: {WORDS}\n\tat U.x(U.java:1)\n\tat java.nio.file.Files.createDirectory(F:7)", (True, False)),
        (f"FileSystemException: /a: {WORDS}\n\tat U.x(U.java:1)\n\tat java.nio.file.Files.newOutputStream(F:7)", (False, False)),
        (f"System.IO.IOException: {WORDS} : '/a'\n   at System.IO.FileSystem.CreateDirectory(String fullPath)", (True, False)),
        (f"/a: {WORDS}\nthen Files.createDirectory(x)", (False, False)),
    ],
)  # fmt: skip
def test_what_was_to_be_made(text, answer):
    assert told(text) == answer


def test_nodes_own_call_fails_where_the_folder_exists():
    text = "Error: EROFS: read-only file system, mkdir '/srv/out/nd'\n    at Object.mkdirSync (node:fs:1372:26)"
    assert told(text, "EROFS: read-only file system, mkdir '/srv/out/nd'") == (True, True)
