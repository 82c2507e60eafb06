"""The traps of Polygraph's config.json."""
