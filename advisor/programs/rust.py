"""Rust: cargo, rustup, sccache."""

from __future__ import annotations

from advisor.model import Flag, Installs, Program, ProgramPath
from advisor.programs import placed

PROGRAMS = (
    Program(
        names=("cargo",),
        docs="https://doc.rust-lang.org/cargo/guide/cargo-home.html",
        paths=(
            ProgramPath("registry index and downloaded crates", placed("~/.cargo/registry", windows="~/.cargo/registry"), warm=True),
            ProgramPath("git dependencies", placed("~/.cargo/git", windows="~/.cargo/git"), warm=True),
        ),
        hosts_from=(".cargo/config.toml: registries", "Cargo.lock: source"),
        proxy="always (HTTPS_PROXY, http.proxy in its config)",
        flags=(
            Flag("write", "CARGO_HOME", "moves cargo's whole home, its bin folder and credentials included"),
            Flag("connect", "--offline", "uses only what is downloaded already"),
        ),
        installs=(Installs("install", "install into the project: `cargo install --root .cargo-tools …`"),),
    ),
    Program(
        names=("rustup",),
        docs="https://rust-lang.github.io/rustup/environment-variables.html",
        paths=(
            ProgramPath("downloads", placed("~/.rustup/downloads", windows="~/.rustup/downloads"), relocate="RUSTUP_HOME"),
            ProgramPath("temporary files", placed("~/.rustup/tmp", windows="~/.rustup/tmp"), relocate="RUSTUP_HOME"),
        ),
        proxy="always (HTTPS_PROXY)",
        installs=(Installs("", "install the toolchain yourself, in a terminal of your own: every later build runs it"),),
    ),
    Program(
        names=("sccache",),
        docs="https://github.com/mozilla/sccache/blob/main/docs/Local.md",
        proxy="for its remote store (HTTPS_PROXY)",
        paths=(
            ProgramPath(
                "compiled objects",
                placed(linux="~/.cache/sccache", macos="~/Library/Caches/Mozilla.sccache", windows="~/AppData/Local/Mozilla/sccache/cache"),
                relocate="SCCACHE_DIR",
                warm=True,
            ),
        ),
        listens=(4226,),
    ),
)
