"""The traps of Codex's hooks.json."""
