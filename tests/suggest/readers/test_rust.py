"""Cargo.toml, Cargo.lock, cargo's settings."""

from tests.suggest.saying import says

GIT = '[dependencies]\nforge = { git = "https://code.example/forge" }\n'


def test_a_package_without_a_lock_file_fetches():
    assert says({"Cargo.toml": '[package]\n[dependencies]\na = "1"\n'}) == ["2 setup runs cargo fetch"]
    assert says({"Cargo.toml": "[package]\n", "a/Cargo.toml": "[package]\n"}, "a/Cargo.toml") == []
    assert says({"Cargo.toml": "[package]\n", "a/Cargo.toml": "[workspace]\n"}, "a/Cargo.toml") == ["1 setup runs cargo fetch in a"]


def test_git_dependencies():
    assert says({"Cargo.toml": GIT, "Cargo.lock": ""}, "Cargo.toml") == [
        "2 setup asks connect code.example:443 proxy",
        "2 keeps cargo: git dependencies",
    ]
    of_target = '[target.\'cfg(unix)\'.dependencies]\nx = { git = "ssh://git@own.example/x" }\ny = { git = "../y" }\nz = "1"\n'
    assert says({"Cargo.toml": of_target, "Cargo.lock": ""}, "Cargo.toml")[0] == "2 setup asks connect own.example:22 git-ssh"


def test_a_lock_file_fetches_what_it_pins():
    assert says({"Cargo.lock": '[[package]]\nname = "a"\n'}) == []
    assert says({"Cargo.lock": '[[package]]\nsource = "registry+https://x.example/i"\n'}) == ["2 setup runs cargo fetch"]
    told = says({"Cargo.lock": '[[package]]\nsource = "git+https://x.example/i"\n'})
    assert told == ["2 setup runs cargo fetch", "2 keeps cargo: git dependencies"]


def test_settings():
    text = '[build]\ntarget-dir = "/srv/target"\nrustc-wrapper = "sccache"\n'
    assert says({".cargo/config.toml": text}) == [
        "2 setup asks write /srv/target proxy",
        "3 keeps sccache: compiled objects",
        "3 setup asks bind 127.0.0.1:4226 proxy",
    ]
    assert says({"a/.cargo/config.toml": '[build]\ntarget-dir = "out"\n'}) == []
    assert says({"other/config.toml": "[x"}) == []


def test_broken_files_are_named():
    for name in ("Cargo.toml", "Cargo.lock", ".cargo/config.toml"):
        assert says({name: "[a\n"})[0].startswith("1 broken it is not TOML")
