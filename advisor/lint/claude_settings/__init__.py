"""The traps of Claude Code's settings files: user, project, local and managed."""
