"""One verb a file: arguments, look, call the core, render, exit code."""
