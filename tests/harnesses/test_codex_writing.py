"""How a grant is written: the keys that must stand together, in both dialects, onto what the file holds."""

from advisor.harnesses.codex.layers import read_config
from advisor.harnesses.codex.policy import read_policy
from advisor.harnesses.codex.writing import Opening, opens_network, target, writes_folder
from advisor.model import Risk
from tests.harnesses.codex_cases import looked


def at(situation, dialect, scope="project"):
    config = read_config(situation)
    return target(scope, dialect, config, read_policy(config, situation), situation)


def edits(changes):
    return [(".".join(change.path), change.value) for change in changes]


def test_the_local_scope_is_the_users_file():
    assert at(looked(), "profile", "local").scope == "user"


def test_the_selectors_come_first_and_are_housekeeping():
    changes = writes_folder(at(looked(), "profile"), "/srv/a")
    assert edits(changes) == [
        ("default_permissions", "advise"),
        ("permissions.advise.extends", ":workspace"),
        ("permissions.advise.filesystem./srv/a", "write"),
    ]
    assert [change.role for change in changes] == ["housekeeping", "housekeeping", "grant"]


def test_top_level_keys_stand_before_the_profiles_tables():
    changes = opens_network(at(looked(), "profile"), Opening(hosts=("a.example",)), Risk.NARROW)
    assert [change.path[0] for change in changes] == ["default_permissions", "features", "permissions", "permissions", "permissions"]


def test_the_older_table_never_opens_a_host_without_its_filter():
    changes = opens_network(at(looked(), "legacy"), Opening(hosts=("a.example",)), Risk.NARROW)
    assert edits(changes) == [
        ("sandbox_workspace_write.network_access", True),
        ("features.network_proxy.enabled", True),
        ("features.network_proxy.domains.a.example", "allow"),
    ]
    unfiltered = opens_network(at(looked(), "legacy"), Opening(direct=True), Risk.BROAD)
    assert edits(unfiltered) == [("sandbox_workspace_write.network_access", True)]


def test_a_plain_switch_of_the_file_becomes_the_table_with_everything_in_it():
    situation = looked(project="[features]\nnetwork_proxy = false\n")
    opening = Opening(("a.example", "b.example"), binding=True, sockets=True, transparent=True, socket_paths=("/s",))
    (_, change) = opens_network(at(situation, "legacy"), opening, Risk.BROAD)
    assert change.value == {
        "enabled": True,
        "allow_local_binding": True,
        "dangerously_allow_all_unix_sockets": True,
        "transparent_tcp": True,
        "domains": {"a.example": "allow", "b.example": "allow"},
        "unix_sockets": {"/s": "allow"},
    }


def test_single_sockets_are_all_that_needs_no_proxy():
    assert Opening(socket_paths=("/s",)).only_paths
    assert not Opening(hosts=("a.example",), socket_paths=("/s",)).only_paths


def test_roots_of_a_weaker_file_that_are_no_texts_are_not_restated():
    user = 'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nwritable_roots = [1, "/srv/u"]\n'
    changes = writes_folder(at(looked(user), "legacy"), "/srv/a")
    assert [change.value for change in changes] == ["/srv/u", "/srv/a"]
    assert edits(writes_folder(at(looked(user), "legacy", "user"), "/srv/a")) == [("sandbox_workspace_write.writable_roots", "/srv/a")]
