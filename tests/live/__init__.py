"""The real Codex and Claude Code judge our advice: `python -m tests.live` prints the score."""
