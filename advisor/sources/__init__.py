"""Where evidence comes from besides plain text: the sessions that the harnesses record."""
