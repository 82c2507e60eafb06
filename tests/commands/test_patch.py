"""`advise patch` in scratch repositories: what is printed, written and committed, and what is said beside it."""

import errno
import io
import json
import os
import subprocess
import sys
import tempfile
import tomllib

import pytest

from advisor import writing
from advisor.cli import main
from advisor.commands import patch_words
from advisor.commands.denials import advising
from advisor.commands.patch import _parser
from advisor.errors import InputError

CACHE = "mkdir: cannot create directory '/home/dev/.npm/_cacache/tmp': Read-only file system"
FOLDER = "touch: cannot touch '/srv/models/weights.bin': Read-only file system"
HOST = "fatal: unable to access 'https://git.example/x.git/': CONNECT tunnel failed, response 403"
UV = "error: failed to open file `/home/dev/.cache/uv/sdists-v9/.git`: Read-only file system (os error 30)"
GIT = "fatal: Unable to create '/home/dev/code/shop/.git/index.lock': Read-only file system"
APPLIES = 50


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A repository with one commit, which is the working directory, beside a home folder without any settings."""
    home, folder = tmp_path / "home", tmp_path / "home" / "shop"
    folder.mkdir(parents=True)
    for name in [name for name in os.environ if name.startswith(("CLAUDE", "CODEX", "GIT_", "SANDBOX"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(folder)
    git("init", "-q", "-b", "main")
    git("config", "--global", "user.name", "Dev")
    git("config", "--global", "user.email", "dev@mail.example")
    (folder / "README").write_text("shop\n")
    git("add", "README")
    git("commit", "-qm", "first")
    return folder


def git(*words, stdin=None):
    done = subprocess.run(["git", *words], input=stdin, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def patch(project, capfdbinary):
    """Runs `advise patch`; gives its exit code, the diff and what is said beside it."""

    def run(*words):
        code = main(["patch", *words])
        printed = capfdbinary.readouterr()
        return code, printed.out.decode(), printed.err.decode()

    return run


def settings(project, text, file=".claude/settings.json"):
    place = project / file
    place.parent.mkdir(exist_ok=True)
    place.write_text(text)


# --- Printing ---------------------------------------------------------------------------------------------------


def test_a_diff_that_git_applies_is_all_that_is_printed(patch, project):
    settings(project, '{\n  "permissions": {"allow": ["Bash(ls)"]}\n}\n')
    code, diff, told = patch("--harness", "claude", CACHE)
    assert code == 0
    git("apply", stdin=diff)
    assert json.loads((project / ".claude/settings.json").read_text()) == {
        "permissions": {"allow": ["Bash(ls)"]},
        "sandbox": {"filesystem": {"allowWrite": ["~/.npm/_cacache"]}},
    }
    assert "a1  Claude Code: Let sandboxed commands write ~/.npm/_cacache (risk narrow)" in told
    assert "mkdir -p ~/.npm/_cacache" in told
    assert told.endswith("save it as F and apply it outside the sandbox: git apply F\n")


def test_both_harnesses_files_are_in_one_diff_where_nobody_says_which(patch):
    code, diff, told = patch(CACHE)
    assert code == 0
    assert [line[6:] for line in diff.splitlines() if line.startswith("+++ ")] == [".claude/settings.json", ".codex/config.toml"]
    assert "a1  Codex: " in told


def test_the_diff_keeps_what_no_encoding_of_the_terminal_has(patch, project, monkeypatch):
    settings(project, '{"env": {"NAME": "\u00e9\u65e5"}}\r\n')
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.FileIO(1, "wb", closefd=False), encoding="ascii"))
    code, diff, told = patch("--harness", "claude", CACHE)
    assert code == 0, told
    assert "\u00e9\u65e5" in diff


def test_below_the_root_the_command_leads_to_the_root(patch, project, monkeypatch):
    (project / "sub").mkdir()
    monkeypatch.chdir(project / "sub")
    _, diff, told = patch("--harness", "codex", CACHE)
    assert "+++ b/.codex/config.toml" in diff
    assert f"cd {project} && git apply F" in told


def test_a_file_under_home_stands_in_no_diff_of_the_repository(patch, project):
    code, diff, told = patch("--harness", "codex", FOLDER)
    assert (code, diff) == (1, "")
    assert "~/.codex/config.toml is not the repository's: `advise patch --scope user` prints it" in told
    code, diff, told = patch("--harness", "codex", "--scope", "user", FOLDER)
    assert code == 0
    assert "+++ b/.codex/config.toml" in diff
    assert "cd ~ && git apply F" in told


def test_a_plan_for_both_roots_says_that_the_diff_is_one_of_them(patch, project):
    code, diff, told = patch("--harness", "claude", "--harness", "codex", FOLDER)
    assert code == 0
    assert "+++ b/.claude/settings.local.json" in diff
    assert "~/.codex/config.toml is also needed, and not in this diff" in told


def test_a_config_folder_that_was_moved_has_a_root_of_its_own(patch, project, tmp_path, monkeypatch):
    moved = tmp_path / "codex-home"
    moved.mkdir()
    (moved / "config.toml").write_text('model = "x"\n')
    monkeypatch.setenv("CODEX_HOME", str(moved))
    code, diff, told = patch("--harness", "codex", "--scope", "user", FOLDER)
    assert code == 0
    assert "--- a/config.toml" in diff
    assert f"cd {moved} && git apply F" in told


def test_a_file_of_the_repositorys_stands_in_no_diff_of_the_users(patch, project):
    home = project.parent
    (home / ".codex").mkdir()
    (home / ".codex/config.toml").write_text('sandbox_mode = "workspace-write"\n')
    settings(project, '[sandbox_workspace_write]\nwritable_roots = ["/p"]\n', ".codex/config.toml")
    code, diff, told = patch("--harness", "codex", "--scope", "user", FOLDER)
    assert (code, diff) == (1, "")
    assert "advise: .codex/config.toml is the repository's: `advise patch --scope project` prints it" in told


def test_without_a_look_the_diff_is_for_files_that_do_not_exist(patch):
    code, diff, _ = patch("--no-probe", "--harness", "codex", "--os", "linux", "--home", "/home/dev", CACHE)
    assert code == 0
    assert diff.count("new file mode") == 1


def test_the_diff_can_be_written_to_a_file(patch, project):
    code, diff, told = patch("--harness", "claude", CACHE, "--output", "allow.patch")
    assert (code, diff) == (0, "")
    git("apply", "--check", "allow.patch")
    assert f"the patch is in allow.patch. Apply it outside the sandbox: git apply {project}/allow.patch" in told


def test_a_dash_is_standard_output(patch, project):
    code, diff, told = patch("--harness", "claude", "--output", "-", CACHE)
    assert code == 0
    assert "_cacache" in diff
    assert "save it as F" in told
    assert not (project / "-").exists()


@pytest.mark.parametrize("name", ["", "/dev/null", "."])
def test_what_is_no_file_takes_no_diff(patch, name):
    code, diff, told = patch("--harness", "claude", "--output", name, CACHE)
    assert (code, diff) == (2, "")
    assert f"{name!r} is not a regular file. Give another name." in told


@pytest.mark.parametrize("how", ["file", "stdin", "last"])
def test_the_denial_comes_from_where_explain_takes_it(patch, project, monkeypatch, how):
    if how == "file":
        (project / "log").write_text(CACHE)
        code, diff, _ = patch("--harness", "claude", "--file", "log")
    elif how == "stdin":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CACHE.encode())))
        monkeypatch.setattr("advisor.gate.chunks", lambda stream: iter((CACHE.encode(),)))
        code, diff, _ = patch("--harness", "claude", "-")
    else:
        report = advising(_parser().parse_args(["--harness", "claude", CACHE]), dict(os.environ))()
        monkeypatch.setattr("advisor.commands.last.last_report", lambda flags, environ: report)
        code, diff, _ = patch("--harness", "claude", "--last")
    assert code == 0
    assert "~/.npm/_cacache" in diff


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--file", "f", CACHE], "more than one of a text, --file and --last"),
        ([], "there is no output to read"),
        (["--branch", "x", CACHE], "--branch names the branch of a commit"),
        (["--harness", "claude", "--only", "z9", CACHE], "there is no option 'z9'"),
        (["--harness", "claude", "--only", " ,", CACHE], "expected an id such as a1"),
        (["--apply", "--commit", CACHE], "not allowed with"),
        (["--apply", "--no-probe", "--harness", "claude", "--os", "linux", CACHE], "nobody looked at the files"),
    ],
)
def test_what_does_not_fit_together_is_told_in_one_line(patch, monkeypatch, words, told):
    monkeypatch.setattr(sys, "stdin", None)
    code, diff, said = patch(*words)
    assert (code, diff) == (2, "")
    assert told in said
    assert said.count("\n") == 1


# --- Nothing to patch -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("all 12 tests passed", "nothing to do: nothing in the text looks like a sandbox denial."),
        ("curl: (22) The requested URL returned error: 403", "nothing to do: this was not the sandbox."),
    ],
)
def test_without_a_denial_there_is_nothing_to_do(patch, text, told):
    code, diff, said = patch(text)
    assert (code, diff) == (0, "")
    assert told in said


def test_what_the_files_allow_already_is_nothing_to_do(patch, project):
    settings(project, '{"sandbox": {"enabled": true, "filesystem": {"allowWrite": ["~/.npm/_cacache"]}}}')
    code, diff, told = patch("--harness", "claude", CACHE)
    assert (code, diff) == (0, "")
    assert "nothing to do: the files allow it already. Your settings already allow it" in told


def test_an_entry_for_a_folder_that_does_not_exist_is_told_with_what_it_lacks(patch, project):
    settings(project, '{"sandbox": {"enabled": true, "filesystem": {"allowWrite": ["~/.npm/_cacache"]}}}')
    own = CACHE.replace("/home/dev", os.environ["HOME"])
    assert own != CACHE
    code, diff, told = patch("--harness", "claude", own)
    assert (code, diff) == (0, "")
    assert "the files allow it already. It counts once this was run outside the sandbox: mkdir -p ~/.npm/_cacache" in told


def test_what_no_setting_allows_cannot_be_patched(patch):
    code, diff, told = patch("--harness", "claude", "touch: cannot touch '/home/dev/.ssh/config': Read-only file system")
    assert (code, diff) == (1, "")
    assert told.startswith("advise: Claude Code, write to ~/.ssh/config: ")


def test_what_hands_over_much_is_named_with_its_id_and_not_taken(patch):
    code, diff, told = patch("--harness", "codex", GIT, "--cwd", "/home/dev/code/shop")
    assert (code, diff) == (1, "")
    assert "not taken: " in told
    assert "`--allow-escape a" in told


def test_an_escape_is_written_when_it_is_allowed_by_its_id(patch, project):
    _, _, told = patch("--harness", "codex", f"fatal: Unable to create '{project}/.git/index.lock': Read-only file system")
    id = told.split("`--allow-escape ")[1].split("`")[0]
    code, diff, _ = patch(
        "--harness", "codex", "--allow-escape", id, f"fatal: Unable to create '{project}/.git/index.lock': Read-only file system"
    )
    assert code == 0
    assert '".git" = "write"' in diff


def test_a_file_that_is_invalid_is_named_and_kept(patch, project):
    text = '{\n  // ours\n  "env": {"A": "b",}\n}\n'
    settings(project, text)
    code, diff, told = patch("--harness", "claude", "--apply", CACHE)
    assert (code, diff) == (1, "")
    assert ".claude/settings.json:2:3: a comment is not JSON" in told
    assert "`advise patch --repair`" in told
    assert (project / ".claude/settings.json").read_text() == text
    code, diff, told = patch("--harness", "claude", "--repair", CACHE)
    assert code == 0
    git("apply", stdin=diff)
    assert (project / ".claude/settings.json").read_text() == '{\n  "env": {"A": "b"}\n}\n'
    assert patch("--harness", "claude", "--repair", CACHE)[0] == 1
    assert patch("--harness", "claude", "--apply", CACHE)[0] == 0


@pytest.mark.parametrize("line", [".cache", "/.cache/", "/.cache", ".cache/ "])
def test_what_git_ignores_already_is_not_added(patch, project, line):
    (project / ".gitignore").write_text(f"{line}\n")
    code, diff, _ = patch("--harness", "claude", "--prefer", "relocate", UV)
    assert code == 0
    assert "UV_CACHE_DIR" in diff
    assert ".gitignore" not in diff


def test_one_harness_in_whose_way_something_stands_does_not_stop_the_other(patch, project):
    settings(project, "{,}")
    code, diff, told = patch(CACHE)
    assert code == 0
    assert "settings.json" not in diff
    assert ".claude/settings.json:1:2: " in told


# --- Writing ----------------------------------------------------------------------------------------------------


def test_files_are_written_when_that_is_asked_for(patch, project):
    code, diff, told = patch("--apply", "--command", "npm ci", UV, "--prefer", "relocate")
    assert (code, diff) == (0, "")
    assert json.loads((project / ".claude/settings.json").read_text()) == {"env": {"UV_CACHE_DIR": ".cache/uv"}}
    assert (project / ".gitignore").read_text() == ".cache/\n"
    assert "wrote .claude/settings.json, .gitignore and .codex/config.toml" in told
    assert told.endswith("tell the agent: the allowlist changed: run `npm ci` once; if it is refused again, stop.\n")


def test_files_under_home_are_written_too(patch, project):
    code, _, told = patch("--apply", "--harness", "codex", FOLDER)
    assert code == 0
    assert tomllib.loads((project.parent / ".codex/config.toml").read_text())["permissions"]["advise"]["filesystem"] == {
        "/srv/models": "write"
    }
    assert "wrote ~/.codex/config.toml." in told
    assert "run the command that was refused once" in told


def test_where_the_folder_is_read_only_the_patch_is_elsewhere(patch, project, monkeypatch):
    given = os.open

    def opened(path, *words, **more):
        if ".claude" in str(path) or str(path).startswith(".settings"):
            raise PermissionError(30, "Read-only file system")
        return given(path, *words, **more)

    monkeypatch.setattr(writing.os, "open", opened)
    code, diff, told = patch("--apply", "--harness", "claude", CACHE)
    assert (code, diff) == (2, "")
    assert told.count("\n") == 1, told
    assert "patch is in" in told, told
    saved = told.split("The patch is in ")[1].split(": outside")[0]
    git("apply", "--check", saved)
    assert f"run `git apply {saved}`" in told


@pytest.mark.parametrize("words", [[], ["--apply"], ["--commit"]])
def test_a_file_in_the_place_of_a_folder_is_told(patch, project, words):
    (project / ".claude").write_text("of the user's own\n")
    code, diff, told = patch("--harness", "claude", *words, CACHE)
    assert (code, diff) == (2, "")
    assert ".claude' is no folder. It is not written." in told
    assert (project / ".claude").read_text() == "of the user's own\n"


def test_a_link_out_of_the_repository_is_not_followed(patch, project, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (project / ".claude").symlink_to(outside)
    for how in ("--apply", "--commit"):
        code, _, told = patch(how, "--harness", "claude", CACHE)
        assert code == 2
        assert "symbolic link that leaves" in told
    assert os.listdir(outside) == []


def test_fifty_applies_at_once_lose_nothing_of_each_other(patch, project):
    children = []
    for number in range(APPLIES):
        child = os.fork()
        if not child:
            code = 1
            try:
                harness = ("claude", "codex")[number % 2]
                denial = f"touch: cannot touch '/srv/data-{number}/x': Read-only file system"
                code = main(["patch", "--apply", "--scope", "project", "--harness", harness, denial])
            finally:
                os._exit(code)
        children.append(child)
    assert {os.waitpid(child, 0)[1] for child in children} == {0}
    claude = json.loads((project / ".claude/settings.json").read_text())["sandbox"]["filesystem"]["allowWrite"]
    codex = tomllib.loads((project / ".codex/config.toml").read_text())["permissions"]["advise"]["filesystem"]
    assert sorted([*claude, *codex]) == sorted(f"/srv/data-{number}" for number in range(APPLIES))
    assert sorted(os.listdir(project / ".claude")) == ["settings.json"]


# --- Committing -------------------------------------------------------------------------------------------------


def test_a_commit_holds_these_files_alone(patch, project):
    (project / "README").write_text("staged\n")
    git("add", "README")
    code, diff, told = patch("--commit", "--branch", "allow-npm", "--harness", "claude", CACHE)
    assert (code, diff) == (0, "")
    assert git("show", "--stat", "--format=%s", "HEAD").splitlines()[0] == "Let sandboxed commands write ~/.npm/_cacache"
    assert git("show", "--name-only", "--format=", "HEAD").split() == [".claude/settings.json"]
    assert git("branch", "--show-current") == "allow-npm\n"
    assert git("status", "--porcelain") == "M  README\n"
    body = git("log", "-1", "--format=%b")
    assert "Refused: write to ~/.npm/_cacache/tmp." in body
    assert "Risk: narrow." in body
    assert max(map(len, body.splitlines())) <= 72
    assert "on allow-npm." in told


def test_what_is_not_the_repositorys_is_not_committed(patch, project):
    code, _, told = patch("--commit", "--harness", "codex", FOLDER)
    assert code == 1
    assert "~/.codex/config.toml is no file of the repository's to commit" in told
    assert not (project.parent / ".codex/config.toml").exists()


@pytest.mark.parametrize(("number", "files"), [(1, ".claude/settings.json"), (2, ".claude/settings.json and .codex/config.toml")])
def test_a_hook_that_refuses_leaves_everything_as_it_was(patch, project, number, files):
    hook = project / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\necho no such commit >&2\nexit 1\n")
    hook.chmod(0o755)
    code, _, told = patch("--commit", "--branch", "b", *(["--harness", "claude"] if number == 1 else []), CACHE)
    assert code == 2
    assert "git did not commit: no such commit. Everything is as it was." in told
    assert git("status", "--porcelain") == ""
    assert git("branch", "--format=%(refname:short)") == "main\n"


def test_a_hook_that_rewrites_the_file_and_refuses_leaves_everything_as_it_was(patch, project):
    hook = project / ".git/hooks/pre-commit"
    hook.write_text('#!/bin/sh\necho "{}" > .claude/settings.json\necho reformatted >&2\nexit 1\n')
    hook.chmod(0o755)
    code, _, told = patch("--commit", "--branch", "b", "--harness", "claude", CACHE)
    assert code == 2
    assert "git did not commit: reformatted. Everything is as it was." in told
    assert git("status", "--porcelain") == ""
    assert git("branch", "--format=%(refname:short)") == "main\n"


def test_what_a_hook_says_steers_no_terminal_and_tells_no_secret(patch, project):
    hook = project / ".git/hooks/pre-commit"
    secret = "ghp_" + "0123456789abcdefghij" * 2
    hook.write_text(f'#!/bin/sh\nprintf "\\033[31mred\\033]0;title\\007 \\342\\200\\256 {secret}\\n"\nexit 1\n')
    hook.chmod(0o755)
    code, _, told = patch("--commit", "--harness", "claude", CACHE)
    assert code == 2
    assert "did not commit: red" in told
    assert not {"\x1b", "\x07", "\u202e"} & set(told)
    assert secret not in told


def test_a_commit_on_no_branch_is_told_with_what_keeps_it(patch, project):
    git("checkout", "-q", "--detach")
    code, _, told = patch("--commit", "--harness", "claude", CACHE)
    assert code == 0
    name = git("rev-parse", "--short", "HEAD").strip()
    assert f"committed {name}, on no branch: `git branch NAME {name}` keeps it" in told


def test_a_commit_names_what_it_holds_and_what_it_does_not(patch, project):
    text = f"{CACHE}\n{FOLDER}\ntouch: cannot touch '/home/dev/.ssh/known_hosts': Read-only file system"
    code, _, told = patch("--commit", "--harness", "codex", text)
    assert code == 0
    body = " ".join(git("log", "-1", "--format=%B").split())
    assert "Refused: write to ~/.npm/_cacache/tmp. Granted: Let commands write in ~/.npm/_cacache." in body
    assert "Not granted: write to /srv/models/weights.bin; write to ~/.ssh/known_hosts." in body
    assert body.count(" Granted:") == 1
    assert "advise: for the rest, Codex, write to ~/.ssh/known_hosts: " in told


def test_a_commit_outside_a_repository_is_refused(patch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("advisor.situation.repository_of", lambda directory: None)
    code, _, told = patch("--commit", "--harness", "claude", CACHE)
    assert code == 2
    assert "this folder is in no git repository" in told


def test_a_commit_in_a_read_only_folder_leaves_the_patch_elsewhere(patch, project, monkeypatch):
    def refuse(text, folder):
        raise writing.ReadOnly("it cannot be written here", "")

    monkeypatch.setattr("advisor.commands.patch_writing.replace", refuse)
    code, _, told = patch("--commit", "--harness", "claude", CACHE)
    assert code == 2
    assert "The patch is in " in told
    assert git("status", "--porcelain") == ""


def test_where_git_keeps_its_own_cannot_be_written_the_patch_is_elsewhere(patch, project, monkeypatch):
    given = os.access
    monkeypatch.setattr(os, "access", lambda path, mode, **more: not str(path).endswith("/.git") and given(path, mode, **more))
    code, _, told = patch("--commit", "--branch", "b", "--harness", "claude", CACHE)
    assert code == 2
    assert "/shop/.git' cannot be written here. The patch is in " in told
    assert git("status", "--porcelain") == ""
    assert git("branch", "--format=%(refname:short)") == "main\n"


def test_where_no_folder_at_all_can_be_written_the_diff_can_be_printed(patch, project, monkeypatch):
    def refuse(*words, **more):
        raise writing.ReadOnly("it cannot be written here", "")

    def nowhere(**more):
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    monkeypatch.setattr("advisor.commands.patch_writing.replace", refuse)
    monkeypatch.setattr(tempfile, "mkstemp", nowhere)
    code, _, told = patch("--apply", "--harness", "claude", CACHE)
    assert code == 2
    assert told == (
        "advise: it cannot be written here. Nothing is written: leave out --apply and --commit, "
        "which prints the diff to apply outside the sandbox.\n"
    )


def test_several_files_are_all_written_or_none(patch, project, monkeypatch):
    given, done = writing.replace, []

    def second_fails(text, folder):
        if done:
            raise InputError("no")
        done.append(text)
        given(text, folder)

    monkeypatch.setattr("advisor.commands.patch_writing.replace", second_fails)
    code, _, _ = patch("--commit", CACHE)
    assert code == 2
    assert git("status", "--porcelain") == ""


def test_files_that_keep_moving_are_given_up(patch, monkeypatch):
    from advisor.commands import patch_writing

    given, rounds = patch_writing.rooted, []

    def elsewhere(patches, situation):
        rounds.append(1)
        return tuple(file._replace(place=f"/nowhere-{len(rounds)}/x") for file in given(patches, situation))

    monkeypatch.setattr(patch_writing, "rooted", elsewhere)
    monkeypatch.setattr(patch_writing, "locked", lambda folders: __import__("contextlib").nullcontext({}))
    code, _, told = patch("--apply", "--harness", "claude", CACHE)
    assert code == 2
    assert "the files move" in told


def test_a_change_that_is_there_and_needs_nothing_more_is_nothing_to_do(patch, project):
    settings(project, '{"env": {"UV_CACHE_DIR": ".cache/uv"}}')
    (project / ".gitignore").write_text(".cache/\n")
    code, diff, told = patch("--harness", "claude", "--prefer", "relocate", UV)
    assert (code, diff) == (0, "")
    assert "the change is not in force yet" in told


def test_a_result_that_is_not_what_was_wanted_is_not_shown(patch, project):
    settings(project, '{"sandbox": {"enabled": true, "network": {"allowManagedDomainsOnly": true}}}')
    code, diff, told = patch("--harness", "claude", HOST)
    if code:  # a planner that knows the switch says so itself
        assert diff == ""
        assert "it would not allow connect git.example" in told or "no setting" in told.lower() or told.startswith("advise: ")


def test_what_no_patch_does_is_told_with_how_it_is_done(patch, project):
    settings(project, '{"sandbox": {"filesystem": {"denyWrite": ["~/.npm/_cacache"]}}}')
    code, diff, told = patch("--harness", "claude", CACHE)
    assert (code, diff) == (1, "")
    assert "a1  Claude Code, without a patch: Take the deny rule for ~/.npm/_cacache away, if it was not meant\n" in told
    assert "(`sandbox.filesystem.denyWrite` in .claude/settings.json)" in " ".join(told.split())


def test_what_the_patch_does_not_meet_is_told_beside_it(patch):
    code, diff, told = patch("--harness", "claude", f"{CACHE}\ntouch: cannot touch '/home/dev/.bashrc': Read-only file system")
    assert code == 0
    assert "_cacache" in diff
    assert "advise: for the rest, Claude Code, write to ~/.bashrc: ~/.bashrc is never opened." in told


def test_words_for_a_plan_without_any_reason():
    from advisor.proposals import Proposal

    assert "no setting that is safe to take" in patch_words.why_nothing(Proposal(()))
