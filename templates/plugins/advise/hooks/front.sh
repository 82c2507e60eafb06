#!/bin/sh
# Stands before `advise hook`: an event in which nothing is refused costs a grep and no Python.
#
# telltales.txt beside it is generated; its lines are the texts at least one of which stands in every refusal. What grep
# cannot see (escaped characters, a file with the whole output, a failure without a word) is left to `advise`.
# Whatever happens, the exit code is 0: another one would take the place of the output that the agent shall see.

harness=$1
telltales=${0%/*}/telltales.txt
event=$(cat)

hand_on() {
    printf '%s' "$event" | advise hook "$harness"
    exit 0
}

if ! command -v advise >/dev/null 2>&1; then
    case $event in
        *'"hook_event_name":"SessionStart"'* | *'"hook_event_name": "SessionStart"'*)
            printf '%s\n' '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"The plugin `advise` cannot tell sandbox refusals from other failures: its program is not on the PATH. Tell your user once: `python3 -m pip install .` in a clone of the repository of this plugin installs it (Python 3.11 or later)."}}'
            ;;
    esac
    exit 0
fi

case $event in
    *'"hook_event_name":"PostToolUse'* | *'"hook_event_name": "PostToolUse'*) ;;
    *) hand_on ;;
esac
case $event in
    *'\u'* | *persistedOutputPath* | *sandbox_violations* | *'Command timed out after '*) hand_on ;;
esac
# A telltale may be broken over two lines, in a frame too.
if {
    printf '%s\n' "$event"
    printf '%s\n' "$event" | LC_ALL=C sed 's/\\[nrt]/ /g; s/│/ /g' | tr -s ' '
} | LC_ALL=C grep -qF -f "$telltales"; then
    hand_on
fi
if printf '%s\n' "$event" | LC_ALL=C grep -qE '"error": ?"Exit code [0-9]+(\\n| )*"'; then
    hand_on
fi
exit 0
