"""What is said in a session by itself: after a command that was refused, before one that would be, and when it begins."""
