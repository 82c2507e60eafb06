"""Costs as ratios against a reference that is measured in the same run; `python -m tests.benchmarks` prints them."""
