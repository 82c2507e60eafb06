"""The promised figures hold on this machine, now, against the reference beside them."""

from tests.benchmarks.figures import INPUTS, Figure, cpu_figures, memory_figures, session_figures
from tests.benchmarks.hooks import hook_figures


def test_explaining_costs_a_few_interpreter_starts(told):
    assert told(cpu_figures()) == []


def test_a_hook_costs_a_few_interpreter_starts_and_a_clean_event_hardly_more_than_one(told):
    assert told(hook_figures()) == []


def test_two_hundred_megabytes_need_no_more_memory_than_a_page(told):
    figures = list(memory_figures())
    assert told(figures) == []
    assert len(figures) == len(INPUTS)
    assert [figure.extra for figure in figures] == ["; exit code 1"] * 2 + ["; exit code 0"] * 2


def test_a_session_s_last_refusal_costs_the_same_however_long_the_session_is(told):
    assert told(session_figures()) == []


def test_a_figure_over_its_bar_says_so():
    assert str(Figure("a", 3.04, "x", 3)) == "a: 3.0 x (at most 3)  MISSED"
    assert str(Figure("a", 2, "MB", 3, "; b")) == "a: 2.0 MB (at most 3); b"
