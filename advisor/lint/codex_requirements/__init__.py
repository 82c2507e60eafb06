"""The traps of Codex's requirements.toml."""
