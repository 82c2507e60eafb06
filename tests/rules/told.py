"""What the whole catalogue says of a text, in a form that a table of cases can hold."""

from advisor.detect import WHERE_BACKED, find
from advisor.model import Channel, Recording, operation_of, target_of
from advisor.scan import windows


def _found(text, channel):
    """The denials and ordinary failures of `text`, without those denials that count only where a situation backs them."""
    denials, ordinary, _ = find(windows(Recording(iter([text.encode()]), channel=channel)))
    return [denial for denial in denials if denial.rule.counts not in WHERE_BACKED], ordinary


def told(text, channel=Channel.OUTPUT):
    """(operation, target, grade) of each denial in `text`, in the order in which they stand."""
    denials, _ = _found(text, channel)
    return [(operation_of(denial.need), target_of(denial.need), denial.confidence.name.lower()) for denial in denials]


def rules_of(text, channel=Channel.OUTPUT):
    """The ids of the rules that found a denial in `text`."""
    return [denial.rule.id for denial in _found(text, channel)[0]]


def usual(text):
    """The ids of the ordinary failures that explain `text`; empty when a denial was found."""
    denials, ordinary = _found(text, Channel.OUTPUT)
    return [] if denials else [failure.rule.id for failure in ordinary]
