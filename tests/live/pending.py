"""The fix scenarios that are not right yet, each with its reason; a test fails when one of them is."""

PENDING: dict[str, str] = {}
