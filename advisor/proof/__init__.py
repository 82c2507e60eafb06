"""The oracle: what the real Codex and Claude Code do with a command and a config, run here with a scripted model.

A `Trial` goes in, an `Outcome` comes out, both plain values. `laboratory` opens the lab; `chamber` is the process in
which the harness runs, cut off from the network and the machine's processes where the machine allows that.
"""
