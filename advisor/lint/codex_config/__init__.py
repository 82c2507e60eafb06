"""The traps of Codex's config.toml, its profile files and managed_config.toml."""
