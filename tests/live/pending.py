"""The fix scenarios that are not right yet, each with its reason; a test fails when one of them is. At present: none."""

PENDING: dict[str, str] = {}
