"""The words that every value is made of: systems, harnesses, scopes, grades, risks and channels."""

from enum import Enum, IntEnum
from typing import Literal, TypeAlias

System: TypeAlias = Literal["linux", "macos", "windows"]
HarnessName: TypeAlias = Literal["claude", "codex"]
Scope: TypeAlias = Literal["project", "local", "user"]
Verdict: TypeAlias = Literal["sandbox", "possible", "permission", "not-sandbox", "nothing"]


class Confidence(IntEnum):
    """How far a denial is established; ordered, so that `max` is the best grade."""

    POSSIBLE = 1
    LIKELY = 2
    CERTAIN = 3


class Risk(IntEnum):
    """What a change hands over, ordered; ESCAPE lets what the agent writes run outside the sandbox later."""

    NONE = 0
    NARROW = 1
    BROAD = 2
    ESCAPE = 3


class Channel(Enum):
    """Where a text came from; only signed channels can make a denial CERTAIN."""

    OUTPUT = "output"
    HOOK = "hook"
    TRANSCRIPT = "transcript"
    TOOL_ERROR = "tool-error"
    KERNEL_LOG = "kernel-log"
    NARRATION = "narration"


class Says(Enum):
    """What a rule's match means."""

    DENIED = "denied"
    ORDINARY = "ordinary"
    QUOTED = "quoted"
