"""Claude Code plans for refused writes and reads."""

import pytest

from advisor.model import Access, Boundary, Entry, Provenance, ReadPath, Risk, WritePath
from tests.harnesses.claude_code_cases import HOME, ON, PROJECT, edits, plan

ALLOW, DENY = "sandbox.filesystem.allowWrite", "sandbox.filesystem.denyWrite"


def first(made, number=1):
    return next(option for option in made.options if option.id == f"a{number}")


def folder(path):
    return WritePath(path, folder=True)


def test_a_programs_folder_is_granted_for_every_teammate():
    made = plan(folder("~/.npm/_cacache"))
    granted = first(made)
    assert made.chosen == ("a1",)
    assert (granted.kind, granted.risk, granted.changes[0].scope) == ("setting", Risk.NARROW, "project")
    assert edits(granted) == {ALLOW: ["~/.npm/_cacache"]}
    assert granted.steps[0].run == "mkdir -p ~/.npm/_cacache"
    assert (granted.steps[0].who, granted.verified.how) == ("human", "ran")
    assert edits(first(made, 2)) == {"env.npm_config_cache": ".cache/npm", ".gitignore": [".cache/"]}
    assert first(made, 2).risk is Risk.NONE


def test_what_need_not_hold_anything_is_moved():
    made = plan(folder("~/.cache/matplotlib"))
    assert (first(made).kind, made.chosen) == ("relocate", ("a1",))


@pytest.mark.parametrize("place", ["~/.cache/pre-commit", "~/.npm/_npx", "~/.cache/ms-playwright"])
def test_programs_that_are_run_from_a_folder_are_not_moved_away_from_it(place):
    made = plan(folder(place))
    assert [option.kind for option in made.options] == ["setting"]
    assert first(made).risk is Risk.BROAD
    assert made.chosen == ()
    assert "run later" in first(made).means


def test_a_host_that_is_open_for_another_tool_moves_no_cache_first():
    here = {"project": {"sandbox": {"enabled": True, "network": {"allowedDomains": ["api.example"]}}}}
    assert [option.kind for option in plan(folder("~/.cache/uv"), settings=here).options] == ["setting", "relocate"]


def test_a_variable_that_wants_an_absolute_path_moves_nothing():
    assert [option.kind for option in plan(folder("~/.cache/go-build")).options] == ["setting"]


@pytest.mark.parametrize(
    ("path", "scope"), [("/srv/out", "local"), ("~/.mytool", "project"), ("~/lib", "local"), ("~/Library/Caches/go-build", "project")]
)
def test_the_scope_is_the_projects_only_for_what_every_teammate_has(path, scope):
    granted = first(plan(folder(path)))
    assert granted.changes[0].scope == scope
    assert bool(granted.caveat) is (scope == "local")


@pytest.mark.parametrize(
    ("scope", "file"), [("user", "~/.claude/settings.json"), ("local", ".claude/settings.local.json"), ("project", ".claude/settings.json")]
)
def test_a_scope_that_is_asked_for_is_used(scope, file):
    granted = first(plan(folder("/srv/out"), scope=scope))
    assert (granted.changes[0].scope, granted.changes[0].file) == (scope, file)


@pytest.mark.parametrize("mandate", [{"allowUnsandboxedCommands": False}])
def test_under_a_mandate_only_the_users_file_counts(mandate):
    here = {"managed": {"sandbox": mandate}, "project": ON}
    assert first(plan(folder("/srv/out"), settings=here)).changes[0].scope == "user"
    for need in (folder("/srv/out"), WritePath("~/qq"), ReadPath("/srv/x"), folder("/srv/r/.git")):
        made = plan(need, settings=here, scope="project", paths=(("~/qq", "file"),), boundary=Boundary("claude"))
        assert made.options == ()


def test_the_folder_is_not_made_where_it_stands_or_need_not():
    assert first(plan(folder("/srv/out"), paths=(("/srv/out", "folder"),))).steps == ()
    assert first(plan(folder("/srv/out"), system="macos")).steps == ()
    assert first(plan(folder("/srv/out"), system="macos")).verified.how == "source"
    assert first(plan(folder("/srv/out"), paths=(("/srv/out", "missing"),))).steps[0].run == "mkdir -p /srv/out"
    assert first(plan(folder("~/a b"))).steps[0].run == "mkdir -p ~/'a b'"


def test_a_symlink_opens_nothing():
    made = plan(folder("/srv/out"), paths=(("/srv/out", "symlink"),))
    assert made.options == ()
    assert "symlink" in made.unmet[0].reason


def test_an_old_version_reads_one_slash_as_the_projects():
    assert edits(first(plan(folder("/srv/out"), version="2.1.77"))) == {ALLOW: ["//srv/out"]}
    assert edits(first(plan(folder("~/.mytool"), version="2.1.77"))) == {ALLOW: ["~/.mytool"]}


def test_another_repository_keeps_its_hooks_and_config_closed():
    made = plan(folder("/srv/r/.git"), command="git -C /srv/r commit -m x")
    assert edits(first(made)) == {ALLOW: ["/srv/r/.git"], DENY: ["/srv/r/.git/hooks", "/srv/r/.git/config"]}
    assert {change.role for change in first(made).changes} == {"grant", "housekeeping"}
    assert len(made.options) == 1  # `git -C` is never excluded
    assert first(plan(folder("/srv/r/.git"), command="git push origin main"), 2).kind == "outside"


def test_a_single_file_below_what_is_never_granted():
    made = plan(WritePath("~/qq"), paths=(("~/qq", "file"),))
    assert edits(first(made)) == {ALLOW: ["~/qq"]}
    assert first(made).risk is Risk.BROAD
    assert "In place only" in first(made).caveat
    assert made.chosen == ()
    missing = plan(WritePath("~/qq"))
    assert missing.options == ()
    assert "~" in missing.unmet[0].reason


def test_the_shared_temporary_folder_is_not_needed():
    for need in (WritePath("/tmp/f"), folder("/tmp"), folder("/tmp/tool"), WritePath("/var/tmp/f")):
        made = plan(need)
        assert (first(made).kind, first(made).risk, first(made).changes) == ("relocate", Risk.NONE, ())
        assert "$TMPDIR" in first(made).title
    assert edits(first(plan(folder("/tmp/tool")), 2)) == {ALLOW: ["/tmp/tool"]}


def test_programs_that_are_installed_stay_in_the_project():
    made = plan(folder("~/envs"), command="python3 -m venv ~/envs/a")
    assert (first(made).kind, first(made, 2).risk) == ("command", Risk.BROAD)
    assert made.chosen == ()
    loose = plan(WritePath("~/tools"), command="cargo install x")
    assert [option.kind for option in loose.options] == ["command", "setting"]
    assert "run later, outside the sandbox" in loose.options[1].means
    single = plan(WritePath("~/.cargo/.crates.toml"), command="cargo install x")
    assert [option.kind for option in single.options] == ["command"]
    library = plan(WritePath("/opt/v/lib/python3.11/site-packages/x.py"), command="pip3.11 install x")
    assert [option.kind for option in library.options] == ["command"]
    other = plan(folder("/srv/out"), command="cargo build && frobnicate install")
    assert [option.kind for option in other.options] == ["setting"]


@pytest.mark.parametrize(
    "path", ["~", "/", "/etc/hosts", "~/.aws/config", "~/.bashrc", "~/.config/autostart/x", ".codex/config.toml", "/dev/kvm", "/srv/*"]
)
def test_what_is_never_granted_says_what_to_do_instead(path):
    for kind in (True, False):
        made = plan(WritePath(path, kind), settings={}, directory=None, repository=None)
        assert made.options == ()
        assert made.unmet[0].reason
        assert made.unmet[0].instead


def test_a_program_with_a_way_of_its_own_is_told():
    made = plan(WritePath("~/.config/gcloud/credentials.db"), command="gcloud auth list")
    assert "CLOUDSDK_CONFIG" in made.unmet[0].instead


def test_what_claude_code_protects_is_told_with_the_way_out():
    made = plan(WritePath(".git/config"), command="git submodule add /srv/r sub")
    assert [option.kind for option in made.options] == ["outside"]
    assert made.options[0].risk is Risk.ESCAPE
    assert made.chosen == ()
    assert "protects .git/config" in made.unmet[0].reason
    assert plan(WritePath(".claude/settings.json"), command="cp a .claude/settings.json").options == ()
    assert plan(WritePath("~/.ssh/id"), command="ssh-keygen -f ~/.ssh/id").options == ()
    assert plan(WritePath(".git/remotes")).unmet[0].instead


def test_a_deny_rule_is_a_decision():
    here = {"project": {**ON, "permissions": {"deny": ["Edit(./locked/**)"], "allow": ["Edit(./locked/deep/**)"]}}}
    made = plan(folder("locked"), settings=here)
    assert (first(made).risk, first(made).changes) == (Risk.BROAD, ())
    assert "permissions.deny" in first(made).steps[0].say
    assert made.chosen == ()
    assert "beats it" in first(plan(folder("locked/deep"), settings=here)).means


def test_what_is_allowed_already_is_not_offered_again():
    here = {"project": {"sandbox": {"enabled": True, "filesystem": {"allowWrite": ["~/.npm/_cacache"]}}}}
    made = plan(folder("~/.npm/_cacache"), settings=here)
    assert made.options == ()
    assert "already allow it" in made.unmet[0].reason
    assert "mkdir -p ~/.npm/_cacache" in made.unmet[0].instead
    mac = plan(folder("~/.npm/_cacache"), settings=here, system="macos")
    assert "mkdir" not in mac.unmet[0].instead
    off = plan(folder("/srv/out"), settings={"project": {"sandbox": {"enabled": False}}})
    assert "switched off" in off.unmet[0].reason


def test_what_is_open_without_a_setting_has_another_cause():
    assert "without a setting" in plan(folder("src")).unmet[0].reason
    sub = plan(folder(f"{PROJECT}/.git"), directory=f"{PROJECT}/sub")
    assert "started" in sub.unmet[0].instead


def test_a_write_without_a_path():
    assert plan(WritePath()).unmet[0].reason == "The text names no path."


# --- Reads ------------------------------------------------------------------------------------------------------

DENIED = {"project": {"sandbox": {"enabled": True, "filesystem": {"denyRead": ["/srv/priv", "~/.aws", "data"]}}}}


def test_a_read_that_a_rule_closed_is_opened_at_its_leaf_and_never_by_default():
    made = plan(ReadPath("/srv/priv/f"), settings=DENIED)
    assert edits(first(made)) == {"sandbox.filesystem.allowRead": ["/srv/priv/f"]}
    assert (first(made).risk, made.chosen) == (Risk.BROAD, ())
    assert "decision" in first(made).caveat
    assert edits(first(plan(ReadPath("data/x"), settings=DENIED))) == {"sandbox.filesystem.allowRead": ["./data/x"]}


def test_credentials_stay_closed():
    made = plan(ReadPath("~/.aws/credentials"), settings=DENIED)
    assert made.options == ()
    assert "credentials" in made.unmet[0].reason


def test_other_reads():
    assert "No setting closes" in plan(ReadPath("/srv/x")).unmet[0].reason
    assert plan(ReadPath()).unmet[0].instead
    assert "denyRead" in first(plan(ReadPath("/srv/x"), configs=())).caveat
    assert "cannot open a part" in plan(ReadPath("/srv/priv/f"), settings=DENIED, version="2.1.76").unmet[0].reason
    assert plan(ReadPath("/srv/priv/f"), settings=DENIED, scope="user").options[0].changes[0].scope == "user"


def test_a_boundary_of_entries_without_reasons_is_enough():
    odd = Boundary("claude", (Entry("write", "/srv", Access.ALLOWED_BUT, Provenance(None, "k", "built-in")),), home=HOME)
    assert plan(folder("/srv/x"), boundary=odd).unmet[0].instead


def test_what_crosses_mounts_is_copied_whatever_is_allowed():
    for path in ("moved.x", "/srv/out/x", None):
        made = plan(WritePath(path, across=True))
        (option,) = made.options
        assert (option.kind, option.changes, made.chosen, made.unmet) == ("command", (), (), ())
