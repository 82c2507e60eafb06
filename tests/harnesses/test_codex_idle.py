"""What Codex's configs hold that does nothing, with the file and the key."""

import pytest

from advisor.boundary import answer, idle_for
from advisor.model import Access, Checkout, ConfigText, WritePath
from tests.harnesses.codex_cases import CODEX, FILES, PROJECT, TRUSTED, looked, situated

DEV = 'default_permissions = "dev"\n[permissions.dev]\nextends = ":workspace"\n'
USER, OWN = FILES["user"], FILES["project"]


def idle(user=TRUSTED, project=None, **fields):
    """{(file, key): why} of what is not in force."""
    found = CODEX.read_boundary(looked(user, project, **fields)).not_in_force
    return {(one.provenance.file, one.provenance.key): one.why for one in found}


def test_a_config_of_which_everything_counts_has_nothing_idle():
    assert idle() == {}
    assert idle(project=DEV + '[permissions.dev.filesystem]\n"/srv" = "write"\n') == {}
    assert idle(project="[sandbox_workspace_write]\nnetwork_access = true\n") == {}


def test_an_untrusted_project_s_file_is_idle_with_what_it_would_open():
    project = '[sandbox_workspace_write]\nwritable_roots = ["/srv/a"]\n'
    boundary = CODEX.read_boundary(looked("", project, ahead=True))
    assert "does not trust this project" in boundary.not_in_force[0].why
    assert (boundary.not_in_force[0].provenance.file, boundary.not_in_force[0].provenance.key) == (OWN, "")
    assert answer(WritePath("/srv/a/x"), boundary)[0] is Access.REFUSED
    assert [one.provenance.key for one in idle_for(WritePath("/srv/a/x"), boundary)] == ["sandbox_workspace_write.writable_roots"]
    assert list(idle_for(WritePath("/srv/b"), boundary)) == []
    assert (boundary.trusted, boundary.posture) == (False, "read-only")


def test_an_untrusted_project_s_rules_are_idle_too():
    rules = ConfigText("codex", ".codex/rules/a.rules", "rules", 'prefix_rule(pattern=["git"])')
    situation = looked("", "", ahead=True)
    found = CODEX.read_boundary(situation._replace(configs=(*situation.configs, rules))).not_in_force
    assert [one.provenance.file for one in found] == [OWN, ".codex/rules/a.rules"]


def test_the_other_form_is_idle():
    assert set(idle(TRUSTED + "[sandbox_workspace_write]\nnetwork_access = true\n", DEV)) == {(USER, "sandbox_workspace_write")}
    found = idle(DEV + TRUSTED, 'sandbox_mode = "workspace-write"\n')
    assert set(found) == {(USER, "default_permissions"), (USER, "permissions")}
    assert "sandbox_mode decides" in found[USER, "permissions"]
    assert "started with a sandbox flag" in idle(TRUSTED, DEV, dialect="legacy")[OWN, "permissions"]


def test_a_session_that_runs_with_another_profile_has_not_taken_the_config_up():
    found = idle(TRUSTED, DEV, profile=":workspace", dialect="profile")
    assert ":workspace" in found[OWN, "default_permissions"]
    assert "new session" in found[OWN, "default_permissions"]
    assert idle(TRUSTED, DEV, profile="dev", dialect="profile") == {}


def test_what_a_stronger_file_replaces_is_idle():
    user = TRUSTED + '[sandbox_workspace_write]\nwritable_roots = ["/a"]\nnetwork_access = true\n'
    found = idle(
        'sandbox_mode = "read-only"\n' + user, 'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nwritable_roots = ["/b"]\n'
    )
    assert set(found) == {(USER, "sandbox_mode"), (USER, "sandbox_workspace_write.writable_roots")}
    assert "its array replaces this one" in found[USER, "sandbox_workspace_write.writable_roots"]


def test_the_table_does_nothing_in_the_read_only_mode():
    assert "read-only mode" in idle(project='sandbox_mode = "read-only"\n[sandbox_workspace_write]\n')[OWN, "sandbox_workspace_write"]


@pytest.mark.parametrize(
    ("project", "key", "near"),
    [
        ("[sandbox_workspace_write]\nwriteable_roots = []", "sandbox_workspace_write.writeable_roots", "writable_roots"),
        ("[sandbox_workspace_write]\nzzz = 1", "sandbox_workspace_write.zzz", None),
        ("sandbox_mod = 1", "sandbox_mod", "sandbox_mode"),
        ("[network]\nx = 1", "network", None),
        ("[features]\nnetwork_proxi = true", "features.network_proxi", "network_proxy"),
        (DEV + "file_system = {}", "permissions.dev.file_system", "filesystem"),
        (DEV + "[permissions.dev.network]\nenable = true", "permissions.dev.network.enable", "enabled"),
        (DEV + '[permissions.dev.filesystem]\n":tmp_dir" = "write"', "permissions.dev.filesystem.:tmp_dir", ":tmpdir"),
    ],
)
def test_unknown_keys_are_named_with_the_nearest_known_one(project, key, near):
    told = idle(project=project)[OWN, key]
    assert "Codex knows no such key" in told
    assert (f"{near} is meant?" in told) if near else ("is meant" not in told)


def test_other_unknown_keys_are_nobody_s_business_here():
    assert idle(project='model = "x"\n[features]\nhooks = true\n[tui]\n') == {}
    assert idle(project=DEV + "[permissions]\nodd = 1\n".replace("[permissions]\n", "")) != {}


def test_a_profile_that_nobody_selects_is_idle():
    assert idle(project=DEV + "[permissions.other]\n") == {(OWN, "permissions.other"): "the profile in force is dev"}
    assert idle(project='default_permissions = ":workspace"\n[permissions.other]\n')[OWN, "permissions.other"].endswith(":workspace")


HOST = '[permissions.dev.network.domains]\n"a.example" = "allow"\n'


@pytest.mark.parametrize(
    ("project", "key", "words"),
    [
        (DEV + "[permissions.dev.network]\nenabled = true\n" + HOST, "permissions.dev.network.domains.a.example", "every host is open"),
        (DEV + HOST, "permissions.dev.network.domains.a.example", "the network as a whole is off"),
        (DEV + "[features]\nnetwork_proxy = true\n", "features.network_proxy", "the network as a whole is off"),
        (
            DEV + '[permissions.base.network]\n[permissions.dev.network.unix_sockets]\n"/run/a.sock" = "allow"\n',
            "permissions.dev.network.unix_sockets",
            "on macOS only",
        ),
    ],
)
def test_network_keys_that_do_nothing(project, key, words):
    assert words in idle(project=project)[OWN, key]


def test_single_sockets_count_on_macos():
    assert idle(project=DEV + '[permissions.dev.network.unix_sockets]\n"/run/a.sock" = "allow"\n', system="macos") == {}


def test_a_missing_folder_is_skipped_without_a_word():
    project = DEV + '[permissions.dev.filesystem]\n"~/new" = "write"\n'
    found = idle(project=project, paths={"~/new": "missing"})
    assert "mkdir -p" in found[OWN, "permissions.dev.filesystem.~/new"]
    boundary = CODEX.read_boundary(looked(project=project, paths={"~/new": "missing"}))
    assert answer(WritePath("~/new/x"), boundary)[0] is Access.REFUSED
    assert idle(project=project, paths={"~/new": "missing"}, system="macos") == {}
    assert idle(project=project, paths={"~/new": "folder"}) == {}


def test_a_broken_or_unreadable_file_is_idle():
    assert "not valid TOML" in idle(project="a = ")[OWN, ""]
    unreadable = ConfigText("codex", USER, "user", None, "it is larger than 1 MiB")
    found = CODEX.read_boundary(situated()._replace(configs=(unreadable,))).not_in_force
    assert [(one.provenance.file, one.why) for one in found] == [(USER, "it is larger than 1 MiB")]


# --- What an administrator requires ------------------------------------------------------------------------------


def required(requirements, user=TRUSTED, project=None):
    return CODEX.read_boundary(situated(texts={"requirements": requirements, "user": user, "project": project}))


def listed(default, *names):
    return f'default_permissions = "{default}"\n[allowed_permission_profiles]\n' + "".join(f'"{name}" = true\n' for name in names)


READ_ONLY, WRITING = 'sandbox_mode = "read-only"\n', 'sandbox_mode = "workspace-write"\n'
CORP = '[permissions.corp]\nextends = ":workspace"\n'


@pytest.mark.parametrize(
    ("requirements", "user", "posture", "profile", "key"),
    [
        ('allowed_sandbox_modes = ["read-only"]', WRITING, "read-only", None, "sandbox_mode"),
        ('allowed_sandbox_modes = ["read-only"]', DEV, "read-only", None, "default_permissions"),
        ('allowed_sandbox_modes = ["read-only", "workspace-write"]', DEV, "workspace", "dev", None),
        (listed(":read-only", ":read-only"), DEV, "read-only", None, "default_permissions"),
        (listed(":workspace", ":workspace"), READ_ONLY, "workspace", None, "sandbox_mode"),
        (listed(":workspace", ":workspace", "dev"), DEV, "workspace", "dev", None),
        (listed("corp", "corp") + CORP, "", "workspace", "corp", None),
    ],
)
def test_what_an_administrator_requires_replaces_the_posture(requirements, user, posture, profile, key):
    boundary = required(requirements, user + TRUSTED)
    assert (boundary.posture, boundary.profile) == (posture, profile)
    told = [one.provenance.key for one in boundary.not_in_force if "administrator" in one.why]
    assert told == ([key] if key else [])


def test_what_an_administrator_denies_cannot_be_read():
    from advisor.model import ReachHost, ReadPath

    boundary = required('[permissions.filesystem]\ndeny_read = ["/srv/secret"]\n')
    access, entry = answer(ReadPath("/srv/secret/x"), boundary)
    assert access is Access.PROTECTED
    assert entry.provenance.file == FILES["requirements"]
    network = required("[experimental_network]\nenabled = true\n")
    assert answer(ReachHost("a.example"), network)[0] is Access.UNKNOWN


# --- Trust, folder by folder ---------------------------------------------------------------------------------------


def trusted(entries, directory, files=(), checkout=None):
    texts = [ConfigText("codex", USER, "user", "".join(f'[projects."{folder}"]\ntrust_level = "{level}"\n' for folder, level in entries))]
    texts += [ConfigText("codex", file, "project", "model = 'x'\n", None, f"{PROJECT}/{file}") for file in files]
    situation = situated(directory=directory, ahead=True, checkout=checkout)._replace(configs=tuple(texts))
    return CODEX.read_boundary(situation)


@pytest.mark.parametrize(
    ("entries", "idle_files", "posture"),
    [
        ([(PROJECT, "trusted")], [], "workspace"),
        ([(PROJECT, "trusted"), (f"{PROJECT}/api", "untrusted")], ["api/.codex/config.toml"], "workspace"),
        ([(f"{PROJECT}/api", "trusted")], [".codex/config.toml"], "workspace"),
        ([(PROJECT, "untrusted"), (f"{PROJECT}/api", "trusted")], [".codex/config.toml"], "workspace"),
        ([("/home/dev/code", "trusted")], [".codex/config.toml", "api/.codex/config.toml"], "read-only"),
        ([], [".codex/config.toml", "api/.codex/config.toml"], "read-only"),
    ],
)
def test_each_folder_s_own_entry_counts_before_the_root_s(entries, idle_files, posture):
    boundary = trusted(entries, f"{PROJECT}/api", (".codex/config.toml", "api/.codex/config.toml"))
    assert [one.provenance.file for one in boundary.not_in_force] == idle_files
    assert boundary.posture == posture


def test_the_main_checkout_s_entry_covers_a_linked_worktree():
    checkout = Checkout("worktree", "/home/dev/main/.git/worktrees/w", "/home/dev/main/.git", "/home/dev/main")
    boundary = trusted([("/home/dev/main", "trusted")], PROJECT, (".codex/config.toml",), checkout)
    assert (boundary.not_in_force, boundary.posture) == ((), "workspace")
    assert answer(WritePath("/home/dev/main/.git/worktrees/w/index.lock"), boundary)[0] is Access.PROTECTED
    own = trusted([(PROJECT, "trusted")], f"{PROJECT}/api", (".codex/config.toml",), checkout)
    assert (own.trusted, own.posture) == (True, "read-only")
