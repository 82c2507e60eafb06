"""`advise verify -- CMD` with a lab that is not opened: what is copied, what is tried, what is asked, what is said."""

import io
import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from advisor.choices import Wishes
from advisor.cli import main
from advisor.commands import verify_command, verify_staging
from advisor.commands.proof_words import proof_document, proof_text
from advisor.commands.verify_command import Asked, Proven, code_of, command_of, proven, require_consent
from advisor.errors import InputError, UsageError
from advisor.model import Checkout, ConfigText, Situation
from advisor.proof.command import Attempt, Proof
from advisor.proof.programs import Missing, Program
from advisor.proof.trial import Outcome, Room, Seen
from advisor.situation import Flags
from advisor.situation.checkout import checkout_of
from advisor.validate import problems

REFUSED = "touch: cannot touch '{home}/.npm/_cacache/x': Read-only file system"
MISSING = Missing("claude", "no program `claude`", "`npm install -g x`")
GOOD = Seen("true", "", "", 0)


def a_project(home):
    """A checkout in `home` with a config file, a folder and a link, and a cache beside it."""
    project = home / "shop"
    (home / ".npm" / "_cacache").mkdir(parents=True)
    for folder in (".claude", ".git", "sub"):
        (project / folder).mkdir(parents=True)
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (project / "link").symlink_to("sub")
    (project / ".claude" / "settings.json").write_text('{"model": "x", "env": {"A": "b", "API_TOKEN": "s"}}')
    return project


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A machine with a project, and a lab whose harness lets the command pass when a word stands in its config."""
    home = tmp_path / "home"
    project = a_project(home)
    for name in [name for name in os.environ if name.startswith(("CLAUDE", "CODEX", "SANDBOX"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(project / "sub")
    answers = SimpleNamespace(
        home=home, project=project, needs="_cacache", output=REFUSED.format(home=home), trials=[], programs={}, made=[], rooms=0
    )
    for name, version in (("claude", "2.1.332"), ("codex", "0.171.0")):
        answers.programs[name] = Program(name, f"/bin/{name}", version)

    def run(trial):
        answers.trials.append(trial)
        answers.made.append(sorted(path.name for path in Path(trial.room.project).iterdir()))
        for step in trial.before:
            subprocess.run(["sh", "-c", step], check=True, env={**os.environ, "HOME": trial.room.home})
        passes = answers.needs is not None and answers.needs in "".join(text for _, text in trial.files)
        return Outcome((GOOD, Seen("cmd", "", "" if passes else answers.output, 0 if passes else 1)), 0, "", 0.0)

    @contextmanager
    def open_lab(environ, private):
        yield SimpleNamespace(run=run), tmp_path / "lab"

    @contextmanager
    def trial_room(root):
        answers.rooms += 1
        room = root / f"room-{answers.rooms}"
        for part in ("project", "home", "outside", "served"):
            (room / part).mkdir(parents=True)
        yield Room(str(room), *(str(room / part) for part in ("project", "home", "outside", "served")))

    monkeypatch.setattr(verify_command.laboratory, "open_lab", open_lab)
    monkeypatch.setattr(verify_command.laboratory, "trial_room", trial_room)
    monkeypatch.setattr(verify_command, "find", lambda name, environ: answers.programs[name])
    return answers


def asked(harness, command="touch ~/.npm/_cacache/x", **more):
    return Asked(command, Flags(harnesses=(harness,)), **more)


@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_a_plan_is_made_from_the_first_run_and_proven(lab, harness):
    (one,) = proven(asked(harness), os.environ)
    assert one.proof.verdict == "proven and minimal"
    assert [attempt.passed for attempt in one.proof.attempts] == [False, True]
    first, last = lab.trials
    assert first.room.home == str(lab.home)
    assert first.config_home
    assert first.config_home != str(lab.home)
    assert first.start.endswith("/project/sub")
    assert "_cacache" in "".join(text for _, text in last.files)


def test_the_project_is_a_copy_and_the_config_holds_no_secret_and_nothing_that_runs(lab):
    proven(asked("claude"), os.environ)
    assert lab.made[0] == [".claude", ".git", "link", "sub"]
    files = dict(lab.trials[0].files)
    assert json.loads(files[".claude/settings.json"]) == {"env": {"A": "b"}}
    assert json.loads(files["~/.claude/settings.json"])["sandbox"] == {"enabled": True, "autoAllowBashIfSandboxed": True}


def test_a_file_that_a_plan_makes_is_in_the_trial_and_paths_of_the_project_are_the_copys(lab):
    lab.needs, lab.output = "prefix_rule", f"fatal: Unable to create '{lab.project}/.git/index.lock': Read-only file system"
    ids = {}
    (one,) = proven(asked("codex", f"git -C {lab.project} commit"), os.environ)
    ids = {option.id: option for option in one.plan.options}
    rule = next((id for id, option in ids.items() if option.kind == "rule"), None)
    if rule:
        proven(asked("codex", f"git -C {lab.project} commit", wishes=Wishes(only=(rule,))), os.environ)
        assert any(file.endswith(".rules") for file, _ in lab.trials[-1].files)
    assert str(lab.project) not in lab.trials[0].steps[1]


def test_what_is_refused_can_be_given(lab):
    given = verify_command.report_on((), verify_command.machine(Flags(harnesses=("codex",)), "unknown", os.environ), None)
    (one,) = proven(asked("codex", advise=lambda: given), os.environ)
    assert one.proof.because == "the command fails, and nothing in the text looks like a refusal of the sandbox's"


def test_what_no_sandbox_refused_is_not_called_refused(lab):
    lab.needs, lab.output = None, "curl: (22) The requested URL returned error: 403"
    (one,) = proven(asked("claude", "curl -f x"), os.environ)
    assert one.proof.because == "the command fails, and not at the sandbox: The server itself refused (403 and its kin)"
    told = proof_text("curl -f x", (one,), "2026-11-29")
    assert "NOT PROVEN: the command fails, and not at the sandbox" in told
    assert "  fails        as configured now\n" in told


def test_where_nothing_is_taken_the_other_ways_are_told(lab):
    lab.needs = None
    lab.output = f"fatal: Unable to create '{lab.project}/.git/index.lock': Read-only file system\n{REFUSED.format(home=lab.home)}"
    lab.output += f"\ntouch: cannot touch '{lab.home}/.bashrc': Read-only file system"
    (one,) = proven(asked("codex", "git commit", wishes=Wishes(without=("b1",))), os.environ)
    assert one.proof.because == "no setting that would be taken allows what was refused"
    told = proof_text("git commit", (one,), "2026-11-29")
    assert "  a1  Codex, without a patch: Run git commit yourself, or approve it once\n" in told
    assert "`--allow-escape a3`\n" in told
    assert "  Codex, write to ~/.bashrc: " in told


def test_folders_that_were_only_made_for_the_runs_go_again(lab):
    shutil.rmtree(lab.home / ".npm")
    (one,) = proven(asked("codex"), os.environ)
    assert one.proof.verdict == "proven and minimal"
    assert lab.trials[-1].before == ("mkdir -p ~/.npm/_cacache",)
    assert not (lab.home / ".npm").exists()


def test_parts_that_are_not_needed_are_named(lab):
    output = f"{lab.output}\ntouch: cannot touch '{lab.home}/.cache/uv/x': Read-only file system"
    lab.output = output
    (one,) = proven(asked("claude"), os.environ)
    assert one.proof.verdict == "proven"
    assert one.proof.spare == ("sandbox.filesystem.allowWrite = ~/.cache/uv",)


def test_a_part_that_keeps_something_closed_is_never_left_out(lab):
    lab.needs, lab.output = "git.example", "fatal: unable to access 'https://git.example/x.git/': CONNECT tunnel failed, response 403"
    (one,) = proven(asked("codex", "git fetch"), os.environ)
    assert one.proof.verdict in ("proven", "proven and minimal")
    assert not any("network_proxy" in (attempt.without or "") for attempt in one.proof.attempts)


def test_a_file_that_stands_in_the_way_is_named(lab):
    (lab.project / ".claude" / "settings.json").write_text('{"sandbox": {"filesystem": {"allowWrite": "x"}}}')
    (one,) = proven(asked("claude"), os.environ)
    assert one.proof.verdict == "not proven"
    assert ".claude/settings.json: 1:29: `sandbox.filesystem.allowWrite` is a string" in one.proof.because


def test_a_command_that_passes_already_proves_nothing(lab):
    lab.needs = ""
    (one,) = proven(asked("codex"), os.environ)
    assert (one.proof.verdict, one.plan) == ("cannot be proven here", None)


def test_a_refusal_that_the_exit_code_hides_is_told(lab, monkeypatch):
    hidden = Outcome((GOOD, Seen("cmd", "", lab.output, 0)), 0, "", 0.0)
    monkeypatch.setattr(verify_command._Prover, "run", lambda self, changes: hidden)
    (one,) = proven(asked("codex", "touch ~/.npm/_cacache/x | cat"), os.environ)
    assert one.proof.verdict == "cannot be proven here"
    assert one.proof.because.endswith("though a refusal stands in what it printed, of which its exit code says nothing")


def test_a_harness_that_is_missing_is_told(lab):
    lab.programs["claude"] = MISSING
    both = proven(Asked("x", Flags(harnesses=("claude", "codex"))), os.environ)
    assert [one.proof.verdict for one in both] == ["cannot be proven here", "proven and minimal"]
    lab.programs["codex"] = MISSING._replace(harness="codex")
    assert [one.program for one in proven(Asked("x", Flags(harnesses=("claude", "codex"))), os.environ)] == [None, None]


# --- Copies -----------------------------------------------------------------------------------------------------


def test_a_worktrees_copy_leads_to_a_copy_of_the_shared_git_folder(tmp_path):
    main_, tree, room = tmp_path / "main", tmp_path / "tree", tmp_path / "room"
    own = main_ / ".git" / "worktrees" / "tree"
    own.mkdir(parents=True)
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {own}\n")
    (room / "project").mkdir(parents=True)
    checkout = Checkout("worktree", str(own), str(main_ / ".git"), str(main_))
    situation = Situation(directory=str(tree), repository=str(tree), checkout=checkout)
    assert verify_staging.copied_project(situation, room, f"{room}/project") == f"{room}/project"
    assert (room / "project" / ".git").read_text() == f"gitdir: {room}/main/.git/worktrees/tree\n"
    assert (room / "main/.git/worktrees/tree/gitdir").read_text() == f"{room}/project/.git\n"


@pytest.mark.parametrize(
    "placed", [["submodule", "add", "-q", "{other}", "part"], ["clone", "-q", "--separate-git-dir", "{away}", "{other}", "part"]]
)
def test_a_submodules_copy_has_a_git_folder_of_its_own_that_knows_the_copy(tmp_path, placed):
    other, whole, copy = tmp_path / "other", tmp_path / "whole", tmp_path / "room" / "project"

    def git(folder, *arguments):
        named = ("-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "protocol.file.allow=always")
        return subprocess.run(["git", "-C", str(folder), *named, *arguments], check=True, capture_output=True, text=True).stdout

    for folder in (other, whole, copy):
        folder.mkdir(parents=True)
    for folder in (other, whole):
        git(folder, "init", "-q")
        git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    git(whole, *(word.format(other=other, away=tmp_path / "away") for word in placed))
    part = whole / "part"
    situation = Situation(directory=str(part), repository=str(part), checkout=checkout_of(str(part)))
    before = git(part, "status", "--porcelain")
    assert verify_staging.copied_project(situation, tmp_path / "room", str(copy)) == str(copy)
    assert git(copy, "rev-parse", "--show-toplevel").strip() == str(copy)
    git(copy, "commit", "-q", "--allow-empty", "-m", "second")
    assert (git(copy, "rev-list", "--count", "HEAD"), git(part, "rev-list", "--count", "HEAD")) == ("2\n", "1\n")
    assert git(part, "status", "--porcelain") == before


def test_a_git_folder_that_a_killed_sandbox_left_makes_no_project_of_what_stands_beside_it(tmp_path):
    (tmp_path / "all" / ".git").mkdir(parents=True)
    (tmp_path / "all" / "private").write_text("text")
    here = tmp_path / "all" / "shop"
    here.mkdir()
    (here / "x").write_text("text")
    whole = str(tmp_path / "all")
    situation = Situation(directory=str(here), repository=whole, checkout=checkout_of(whole))
    (tmp_path / "copy").mkdir()
    assert verify_staging.copied_project(situation, tmp_path, str(tmp_path / "copy")) == str(tmp_path / "copy")
    assert os.listdir(tmp_path / "copy") == ["x"]


def test_what_cannot_be_copied_whole_is_refused(tmp_path, monkeypatch):
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "x").write_text("text")
    os.mkfifo(tmp_path / "p" / "pipe")
    situation = Situation(directory=str(tmp_path / "p"), repository=str(tmp_path / "p"))
    (tmp_path / "copy").mkdir()
    verify_staging.copied_project(situation, tmp_path, str(tmp_path / "copy"))
    assert os.listdir(tmp_path / "copy") == ["x"]
    monkeypatch.setattr(verify_staging, "_LARGEST", 1)
    with pytest.raises(InputError, match="larger than"):
        verify_staging.copied_project(situation, tmp_path, str(tmp_path / "copy"))


def test_a_file_that_goes_while_sizes_are_asked_is_passed_over(tmp_path, monkeypatch):
    (tmp_path / "x").write_text("text")

    def gone(path):
        raise FileNotFoundError

    monkeypatch.setattr(verify_staging.os, "lstat", gone)
    assert verify_staging._size(str(tmp_path)) == 0


def test_a_config_that_the_harness_could_not_read_is_refused():
    text = ConfigText("claude", ".claude/settings.json", "project", "{,}")
    with pytest.raises(InputError, match="not valid"):
        verify_staging.staged_texts([text], {})


def test_only_the_users_and_the_projects_own_texts_are_staged():
    texts = [
        ConfigText("codex", "/etc/codex/config.toml", "system", "x = 1\n"),
        ConfigText("codex", "/moved/config.toml", "user", 'sandbox_mode = "read-only"\nmodel = "x"\n'),
        ConfigText("codex", ".codex/rules/a.rules", "rules", "prefix_rule()\n"),
        ConfigText("codex", ".codex/config.toml", "project", None),
    ]
    assert verify_staging.staged_texts(texts, {}) == (
        ("~/.codex/config.toml", 'sandbox_mode = "read-only"\n'),
        (".codex/rules/a.rules", "prefix_rule()\n"),
    )


def test_what_the_harnesses_leave_empty_in_the_home_goes_and_the_rest_stays(tmp_path):
    (tmp_path / ".claude" / "mine").mkdir(parents=True)
    with verify_staging.tidied(str(tmp_path)):
        (tmp_path / ".claude" / "cache" / "models").mkdir(parents=True)
        (tmp_path / ".claude" / "empty").write_text("")
        (tmp_path / ".claude" / "kept").write_text("text")
        (tmp_path / ".codex" / "sub").mkdir(parents=True)
        (tmp_path / ".codex" / "sub" / "kept").write_text("text")
    assert sorted(os.listdir(tmp_path / ".claude")) == ["kept", "mine"]
    assert (tmp_path / ".codex" / "sub" / "kept").exists()


def test_folders_of_steps_are_those_that_are_missing(tmp_path):
    (tmp_path / ".npm").mkdir()
    made = verify_staging.made_by(["mkdir -p ~/.npm/_cacache '/nowhere/a b'", "rm -rf x"], str(tmp_path))
    assert made == tuple(sorted([f"{tmp_path}/.npm/_cacache", "/nowhere/a b", "/nowhere"], key=len, reverse=True))


# --- Asking and telling -----------------------------------------------------------------------------------------


def test_a_single_word_is_a_line_for_the_shell():
    assert command_of(["npm ci && npm test"]) == "npm ci && npm test"
    assert command_of(["touch", "a b"]) == "touch 'a b'"


@pytest.mark.parametrize(("answer", "error"), [("y\n", None), ("n\n", InputError), ("", InputError)])
def test_it_asks_before_it_runs_anything(monkeypatch, capsys, answer, error):
    terminal = io.StringIO(answer)
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", terminal)
    if error:
        with pytest.raises(error):
            require_consent("npm ci", False)
    else:
        require_consent("npm ci", False)
    assert "runs `npm ci` several times" in capsys.readouterr().err


def test_where_nobody_can_be_asked_it_must_be_said(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    require_consent("npm ci", True)
    with pytest.raises(UsageError, match="--yes"):
        require_consent("npm ci", False)


ATTEMPTS = (
    Attempt(0, False, 1, "no"),
    Attempt(1, False, 1, "no", "write"),
    Attempt(1, None, None, "gone", "host"),
    Attempt(2, True, 0, ""),
)


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        (("proven and minimal",), 0),
        (("proven", "cannot be proven here"), 0),
        (("proven", "not proven"), 1),
        (("cannot be proven here",), 3),
    ],
)
def test_a_proof_is_told_as_text_and_as_a_document(verdicts, code):
    proofs = tuple(
        Proven("claude", Proof(verdict, "because", ATTEMPTS, ("host",)), Program("claude", "/c", "2.1.332")) for verdict in verdicts
    )
    assert code_of(proofs) == code
    document = proof_document("npm ci", proofs, "2026-11-29")
    assert problems(document, "proof") == ()
    told = proof_text("npm ci", proofs, "2026-11-29")
    assert f"Claude Code 2.1.332, 2026-11-29: {verdicts[0].upper()}: because." in told
    assert "fails        as configured now" in told
    assert "fails        without write" in told
    assert "not tried    without host" in told
    assert "passes       with the plan" in told
    assert "not needed   host" in told


def test_the_verb_proves_a_command(lab, capsys):
    assert main(["verify", "--yes", "--harness", "codex", "--", "touch", "x"]) == 0
    told = capsys.readouterr().out
    assert "PROVEN AND MINIMAL" in told
    assert "plan         a1: Let commands write in ~/.npm/_cacache" in told
    given = ["verify", "--yes", "--harness", "codex", "--format", "json", "--command", "touch x", lab.output]
    assert main(given) == 0
    assert json.loads(capsys.readouterr().out)["command"]["run"] == "touch x"
    lab.needs = None
    assert main(["verify", "--yes", "--harness", "codex", "--", "touch", "x"]) == 1
    assert "| touch: cannot touch" in capsys.readouterr().out


def test_a_patch_is_printed_only_when_it_is_proven(lab, capfdbinary):
    words = ["patch", "--verify", "--yes", "--harness", "codex", lab.output]
    assert main([*words, "--", "touch", "x"]) == 0
    printed = capfdbinary.readouterr()
    assert b"_cacache" in printed.out
    assert b"PROVEN AND MINIMAL" in printed.err
    lab.needs = None
    assert main([*words, "--", "touch", "x"]) == 1
    assert capfdbinary.readouterr().out == b""
    assert main(words) == 2
    assert b"no command to verify the patch with" in capfdbinary.readouterr().err
