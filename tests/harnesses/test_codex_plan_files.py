"""Writes and reads under Codex: the workspace, temporary folders, folders outside, other places, and what nothing opens."""

import pytest

from advisor.model import ReachHost, ReadPath, Risk, WritePath
from tests.harnesses.codex_cases import PROJECT, TRUSTED, chosen, looked, planned, situated, values

CACHE = WritePath("~/.cache/uv", folder=True)
NPM = WritePath("~/.npm/_cacache", folder=True)
DATA = WritePath("/srv/shared/data", folder=True)


def only(plan):
    """The one option that is chosen."""
    (option,) = chosen(plan)
    return option


# --- Where the grant goes and how it reads ----------------------------------------------------------------------


def test_a_programs_folder_goes_into_the_project_as_a_profile():
    option = only(planned(situated(), NPM))
    assert values(option) == {
        ".codex/config.toml": {
            "default_permissions": "advise",
            "permissions": {"advise": {"extends": ":workspace", "filesystem": {"~/.npm/_cacache": "write"}}},
        }
    }
    assert [step.run for step in option.steps] == ["mkdir -p ~/.npm/_cacache"]
    assert {step.where for step in option.steps} == {"outside the sandbox"}
    assert option.risk is Risk.NARROW


def test_the_older_dialect_gets_its_table():
    assert values(only(planned(situated(dialect="legacy"), NPM))) == {
        ".codex/config.toml": {"sandbox_mode": "workspace-write", "sandbox_workspace_write": {"writable_roots": ["~/.npm/_cacache"]}}
    }


def test_a_workspace_session_of_the_older_dialect_needs_only_the_table():
    situation = looked(f'sandbox_mode = "workspace-write"\n{TRUSTED}')
    assert values(only(planned(situation, NPM))) == {
        ".codex/config.toml": {"sandbox_workspace_write": {"writable_roots": ["~/.npm/_cacache"]}}
    }


def test_the_users_roots_are_restated_where_the_projects_array_would_erase_them():
    user = f'sandbox_mode = "workspace-write"\n{TRUSTED}[sandbox_workspace_write]\nwritable_roots = ["/srv/a", "../b"]\n'
    option = only(planned(looked(user), NPM))
    assert values(option)[".codex/config.toml"] == {"sandbox_workspace_write": {"writable_roots": ["/srv/a", "~/b", "~/.npm/_cacache"]}}
    assert [change.role for change in option.changes] == ["housekeeping", "housekeeping", "grant"]


def test_an_array_of_the_projects_own_is_only_added_to_and_gets_personal_folders_too():
    project = '[sandbox_workspace_write]\nwritable_roots = ["/srv/p"]\n'
    user = f'{TRUSTED}[sandbox_workspace_write]\nwritable_roots = ["/srv/u"]\n'
    assert values(only(planned(looked(user, project), DATA))) == {
        ".codex/config.toml": {"sandbox_workspace_write": {"writable_roots": ["/srv/shared/data"]}}
    }


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("~/.cache/uv", "project"),
        ("~/.mytool/cache", "project"),
        ("~/Library/Caches/mytool", "project"),
        ("~/code/other/build", "user"),
        ("/srv/shared/data", "user"),
    ],
)
def test_what_suits_every_teammate_goes_into_the_project_the_rest_into_the_users_file(path, scope):
    assert {change.scope for change in only(planned(situated(), WritePath(path, folder=True))).changes} == {scope}


@pytest.mark.parametrize(("asked", "scope"), [("project", "project"), ("user", "user"), ("local", "user")])
def test_an_asked_scope_wins(asked, scope):
    for need in (CACHE, DATA):
        options = planned(situated(scope=asked), need).options
        assert {change.scope for option in options for change in option.changes} == {scope}


def test_a_profile_in_the_users_file_says_that_it_counts_everywhere():
    assert "every project" in only(planned(situated(), DATA)).caveat
    selected = looked(f'default_permissions = ":workspace"\n{TRUSTED}')
    assert only(planned(selected, DATA)).caveat is None


def test_a_profile_of_the_users_own_is_extended_where_it_is_defined():
    user = f'default_permissions = "mine"\n[permissions.mine]\nextends = ":workspace"\n{TRUSTED}'
    option = only(planned(looked(user), NPM))
    assert values(option) == {"~/.codex/config.toml": {"permissions": {"mine": {"filesystem": {"~/.npm/_cacache": "write"}}}}}
    assert option.caveat == "It counts wherever you use the profile mine."
    project = 'default_permissions = "team"\n[permissions.team]\nextends = ":workspace"\n'
    assert values(only(planned(looked(project=project), DATA))) == {
        ".codex/config.toml": {"permissions": {"team": {"filesystem": {"/srv/shared/data": "write"}}}}
    }


def test_a_posture_that_the_project_selects_keeps_a_personal_folder_in_the_project():
    situation = looked(project='default_permissions = ":workspace"\n')
    assert list(values(only(planned(situation, DATA)))) == [".codex/config.toml"]


def test_a_profile_name_that_is_taken_is_not_reused():
    project = 'sandbox_mode = "read-only"\n[permissions.advise]\nextends = ":workspace"\n[permissions.advise-2]\n'
    (change,) = [change for change in only(planned(looked(project=project), NPM)).changes if change.path == ("default_permissions",)]
    assert change.value == "advise-3"


@pytest.mark.parametrize("project", ['sandbox_mode = "read-only"\n', 'default_permissions = ":read-only"\n'])
def test_a_known_read_only_is_extended_and_not_widened(project):
    option = only(planned(looked(project=project), NPM))
    assert values(option)[".codex/config.toml"]["permissions"] == {
        "advise": {"extends": ":read-only", "filesystem": {"~/.npm/_cacache": "write"}}
    }


def test_the_older_table_cannot_open_one_folder_of_a_read_only_session_alone():
    situation = looked(project='sandbox_mode = "read-only"\n', dialect="legacy")
    plan = planned(situation, DATA)
    assert plan.chosen == ()
    (option,) = plan.options
    assert option.risk is Risk.BROAD
    assert "becomes writable too" in option.caveat
    assert values(option)[".codex/config.toml" if option.changes[0].scope == "project" else "~/.codex/config.toml"] == {
        "sandbox_mode": "workspace-write",
        "sandbox_workspace_write": {"exclude_slash_tmp": True, "exclude_tmpdir_env_var": True, "writable_roots": ["/srv/shared/data"]},
    }


def test_a_launcher_gets_the_table_first_and_the_profile_labelled():
    first, second = [option for option in planned(situated(launcher="polygraph"), DATA).options if option.kind == "setting"]
    assert values(first) == {"~/.codex/config.toml": {"sandbox_workspace_write": {"writable_roots": ["/srv/shared/data"]}}}
    assert second.title.endswith("(for a session on permission profiles)")
    assert values(second)["~/.codex/config.toml"]["default_permissions"] == "advise"


# --- The folder itself ------------------------------------------------------------------------------------------


MAKE = ["mkdir -p ~/.cache/uv"]


@pytest.mark.parametrize(("kind", "runs"), [("folder", []), ("symlink", []), ("missing", MAKE), ("unknown", MAKE)])
def test_a_folder_that_is_not_there_is_made_first(kind, runs):
    option = only(planned(situated(paths={"~/.cache/uv": kind}), CACHE))
    assert [step.run for step in option.steps] == runs
    assert ("symlink" in (option.caveat or "")) is (kind == "symlink")


def test_windows_is_told_to_make_the_folder():
    (step,) = only(planned(situated(system="windows", home="C:\\Users\\dev"), WritePath("D:/data/cache", folder=True))).steps
    assert (step.run, "Make the folder D:/data/cache first" in step.say) == (None, True)


def test_a_folder_with_odd_characters_is_one_word_for_the_shell():
    (step,) = only(planned(situated(), WritePath("~/.my tool/cache", folder=True))).steps
    assert step.run == "mkdir -p ~/'.my tool/cache'"


def test_a_file_is_granted_as_its_folder_and_a_folder_as_itself():
    assert "/srv/data" in str(values(only(planned(situated(), WritePath("/srv/data/x.txt")))))
    looked_at = situated(paths={"/srv/data/made": "folder"})
    assert "/srv/data/made" in str(values(only(planned(looked_at, WritePath("/srv/data/made")))))


@pytest.mark.parametrize(
    ("need", "reason"),
    [
        (WritePath("/srv/file.txt"), "Codex takes only folders, and /srv/file.txt stands straight in /srv"),
        (WritePath("~/.gitconfig"), "Git runs programs"),
        (WritePath("~/.bashrc"), "read by a shell"),
        (WritePath("~/.ssh", folder=True), "credentials"),
        (WritePath("~/.cache", folder=True), "many programs share"),
        (WritePath("/usr/lib", folder=True), "belongs to the system"),
        (WritePath("/tmp", folder=True), "temporary folder"),
        (WritePath("/srv/a\u202eb", folder=True), "cannot stand in a config file"),
        (WritePath("~/.codex/config.toml"), "steers later sessions"),
        (WritePath(".agents/skills", folder=True), "steers later sessions"),
        (WritePath(".aws/config"), "holds credentials"),
        (WritePath(None), "does not name the path"),
    ],
)
def test_what_is_never_granted_says_why_and_what_to_do(need, reason):
    plan = planned(situated(), need)
    assert plan.options == ()
    (unmet,) = plan.unmet
    assert reason in unmet.reason
    assert unmet.instead


def test_a_folder_that_is_a_file_is_never_granted():
    (unmet,) = planned(situated(paths={"/srv/data/x": "file"}), WritePath("/srv/data/x", folder=True)).unmet
    assert "stops every command" in unmet.reason


def test_a_path_above_a_folder_that_nobody_named_is_asked_for():
    (unmet,) = planned(situated(directory=None, repository=None), WritePath("../sibling/x")).unmet
    assert "--cwd" in unmet.instead


def test_a_folder_whose_content_runs_later_is_broad_and_names_who_runs_it():
    plan = planned(situated(), WritePath("~/.cache/pre-commit", folder=True))
    option = next(option for option in plan.options if option.kind == "setting")
    assert option.risk is Risk.BROAD
    assert "run later" in option.means
    assert option.id not in plan.chosen


# --- The workspace and temporary folders ------------------------------------------------------------------------


def test_a_workspace_of_a_read_only_session_is_opened_alone():
    option = only(planned(looked(project='default_permissions = ":read-only"\n'), WritePath("new.txt")))
    assert values(option)[".codex/config.toml"] == {
        "default_permissions": "advise",
        "permissions": {"advise": {"extends": ":read-only", "filesystem": {":workspace_roots": {".": "write"}}}},
    }
    assert "/tmp" not in option.means
    legacy = only(planned(looked(project='sandbox_mode = "read-only"\n', dialect="legacy"), WritePath("new.txt")))
    assert values(legacy)[".codex/config.toml"] == {
        "sandbox_mode": "workspace-write",
        "sandbox_workspace_write": {"exclude_slash_tmp": True, "exclude_tmpdir_env_var": True},
    }


def test_a_plain_access_of_the_workspace_becomes_a_table():
    profile = 'default_permissions = "a"\n[permissions.a]\nextends = ":read-only"\n'
    project = f'{profile}[permissions.a.filesystem]\n":workspace_roots" = "ACCESS"\n'
    situation = looked(project=project.replace("ACCESS", "write"))
    git = next(option for option in planned(situation, WritePath(".git", folder=True)).options if option.risk is Risk.ESCAPE)
    (change,) = git.changes
    assert change.value == {".": "write", ".git": "write"}
    (unmet,) = planned(looked(project=project.replace("ACCESS", "read")), WritePath("new.txt")).unmet
    assert "on purpose" in unmet.reason  # an entry closes the workspace: nothing opens it beside that


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [("profile", {"default_permissions": ":workspace"}), ("legacy", {"sandbox_mode": "workspace-write"})],
)
def test_a_workspace_of_an_unknown_session_gets_the_built_in_posture(dialect, expected):
    option = only(planned(situated(dialect=dialect), WritePath("new.txt"), WritePath("src", folder=True)))
    assert values(option) == {".codex/config.toml": expected}
    assert len(option.needs) == 2


def test_beside_another_grant_the_workspace_comes_with_the_profile():
    options = chosen(planned(situated(), WritePath("new.txt"), CACHE))
    assert {str(change.value) for option in options for change in option.changes if change.path == ("default_permissions",)} == {"advise"}


def test_a_launchers_session_gets_the_mode_for_its_workspace():
    first = planned(situated(launcher="polygraph"), WritePath("new.txt")).options[0]
    assert values(first) == {".codex/config.toml": {"sandbox_mode": "workspace-write"}}


@pytest.mark.parametrize(
    ("project", "change"),
    [
        (
            'default_permissions = "a"\n[permissions.a]\nextends = ":workspace"\n[permissions.a.filesystem]\n":slash_tmp" = "read"\n',
            (("permissions", "a", "filesystem", ":slash_tmp"), "write"),
        ),
        (
            'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nexclude_slash_tmp = true\n',
            (("sandbox_workspace_write", "exclude_slash_tmp"), False),
        ),
    ],
)
def test_an_excluded_tmp_is_taken_back_only_as_a_broad_choice(project, change):
    plan = planned(looked(project=project), WritePath("/tmp/x/y", folder=True))
    elsewhere, back = plan.options
    assert (elsewhere.kind, elsewhere.risk) == ("command", Risk.NONE)
    assert (back.risk, plan.chosen) == (Risk.BROAD, ())
    assert [(each.path, each.value) for each in back.changes] == [change]
    assert "excludes it explicitly" in back.caveat


def test_an_excluded_tmpdir_has_its_own_key():
    project = 'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nexclude_tmpdir_env_var = true\n'
    back = planned(looked(project=project, system="macos"), WritePath("/var/folders/ab/cd/T/x", folder=True)).options[-1]
    assert back.changes[0].path == ("sandbox_workspace_write", "exclude_tmpdir_env_var")


def test_an_entry_that_closes_a_path_on_purpose_is_respected():
    project = 'default_permissions = "a"\n[permissions.a]\nextends = ":workspace"\n[permissions.a.filesystem]\n"/srv/data" = "deny"\n'
    for need in (WritePath("/srv/data/x", folder=True), ReadPath("/srv/data/x")):
        (unmet,) = planned(looked(project=project), need).unmet
        assert "closes /srv/data on purpose" in unmet.reason


# --- Started below the root, installing, moving -----------------------------------------------------------------


def test_a_session_started_below_the_root_may_be_started_at_the_root():
    situation = looked(directory=f"{PROJECT}/api")
    plan = planned(situation, WritePath(f"{PROJECT}/web", folder=True))
    first, second = plan.options
    assert (first.kind, first.steps[0].run) == ("command", f"cd {PROJECT} && codex")
    assert plan.chosen == (second.id,)
    assert "~/code/shop/web" in str(values(second))


def test_an_install_goes_into_the_project_first():
    plan = planned(situated(command="make install"), WritePath("/opt/tool/share", folder=True))
    assert (plan.options[0].kind, plan.options[0].title) == ("command", "Install into the project instead")
    assert plan.options[0].steps[0].say.startswith("Install into the project")
    plan = planned(situated(command="npm install -g typescript"), WritePath("/usr/local/lib/node_modules"))
    assert [(option.kind, option.title) for option in plan.options] == [("command", "Install into the project instead")]
    assert "nstall into the project" in plan.options[0].means
    assert (plan.unmet, plan.chosen) == ((), ())


def test_what_crosses_mounts_is_copied_whatever_is_allowed():
    for path in ("moved.x", "/opt/tool/x", None):
        plan = planned(situated(), WritePath(path, across=True))
        (option,) = plan.options
        assert (option.kind, option.changes, plan.unmet) == ("command", (), ())
        assert "Copy" in option.steps[0].say


def test_beside_a_cache_the_way_to_install_comes_last():
    plan = planned(situated(command="python3 -m pip install --user x"), WritePath("~/.cache/pip", folder=True))
    assert plan.options[-1].title == "Install into the project instead"
    assert plan.chosen == ("a1",)


def test_another_command_is_not_taken_for_an_install():
    assert all("Install" not in option.title for option in planned(situated(command="make test"), DATA).options)


def test_a_cold_cache_is_moved_a_warm_one_only_with_its_network():
    go = planned(situated(), WritePath("~/.cache/go-build", folder=True))
    moved = only(go)
    assert (moved.kind, moved.risk, moved.changes[0].role) == ("relocate", Risk.NONE, "relocate")
    assert moved.changes[0].path == ("shell_environment_policy", "set", "GOCACHE")
    assert moved.changes[0].value.startswith("/tmp/go-")
    assert only(planned(situated(), NPM)).kind == "setting"
    npm, other = situated(command="npm ci"), situated(command="curl https://pkg.example")
    assert [option.kind for option in chosen(planned(npm, NPM, ReachHost("pkg.example", 443)))] == ["relocate", "setting"]
    for here in (other, situated()):
        assert [option.kind for option in chosen(planned(here, NPM, ReachHost("pkg.example", 443)))] == ["setting", "setting"]


@pytest.mark.parametrize("place", ["~/.cache/pre-commit", "~/.npm/_npx", "~/.cache/ms-playwright", "~/.gradle/wrapper/dists"])
def test_programs_that_are_run_from_a_folder_are_not_moved_away_from_it(place):
    plan = planned(situated(), WritePath(place, folder=True))
    assert [option.kind for option in plan.options] == ["setting"]
    assert plan.options[0].risk is Risk.BROAD
    assert plan.chosen == ()


@pytest.mark.parametrize(
    ("folder", "place"),
    [
        ("~/.cache/uv", "/tmp/uv-cache"),
        ("~/.npm/_cacache", "/tmp/npm-cache"),
        ("~/.cache/go-build", "/tmp/go-build"),
        ("~/go/pkg/mod", "/tmp/go-mod"),
    ],
)
def test_what_is_moved_has_a_short_name_that_nothing_else_of_the_program_has(folder, place):
    plan = planned(situated(), WritePath(folder, folder=True))
    moved = next(option for option in plan.options if option.kind == "relocate")
    assert moved.changes[0].value == place


@pytest.mark.parametrize(
    ("project", "system"),
    [
        ('default_permissions = ":read-only"\n', "linux"),
        ("[sandbox_workspace_write]\nexclude_slash_tmp = true\n", "linux"),
        ('[shell_environment_policy]\ninclude_only = ["PATH"]\n', "linux"),
        (None, "windows"),
    ],
)
def test_a_cache_is_not_moved_where_tmp_or_the_variable_would_not_do(project, system):
    plan = planned(looked(project=project, system=system), WritePath("~/.cache/go-build", folder=True))
    assert all(option.kind != "relocate" for option in plan.options)


# --- Reads ------------------------------------------------------------------------------------------------------

BARE = 'default_permissions = "m"\n[permissions.m.filesystem]\n"~/a" = "read"\n'


def test_a_profile_that_opens_little_gets_the_one_path():
    option = only(planned(looked(project=BARE), ReadPath("/opt/data/file.txt")))
    assert values(option) == {".codex/config.toml": {"permissions": {"m": {"filesystem": {"/opt/data/file.txt": "read"}}}}}
    assert "send it" in option.means


def test_credentials_are_not_opened_to_reading():
    (unmet,) = planned(looked(project=BARE), ReadPath("~/.aws/credentials")).unmet
    assert "credentials" in unmet.reason
    (unmet,) = planned(looked(project=BARE), ReadPath(None)).unmet
    assert "not refused by the sandbox" in unmet.reason


def test_a_temporary_file_of_a_read_only_session_needs_another_session():
    closed = planned(looked(project='sandbox_mode = "read-only"\n'), WritePath("/tmp/tmp.XXXXXXXXXX"))
    assert "codex -s workspace-write" in closed.unmet[0].instead
    assert "codex -s workspace-write" not in planned(situated(), WritePath("/var/tmp/x")).unmet[0].instead
