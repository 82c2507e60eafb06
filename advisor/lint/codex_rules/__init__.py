"""The traps of Codex's execution rules."""
