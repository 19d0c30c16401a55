"""Answers held against each other."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.comparison.agreement import verdict
from puzzledsl.comparison.runs import Run
from tests.examples import examples

from .conftest import make

SEARCH = "- search none"


def test_the_same_grid_is_agreement() -> None:
    found = verdict(
        [make("solved", grid=[1, 2]), make("solved", SEARCH, grid=[1, 2]), make("unknown", "integer highs x")]
    )
    assert (found.kind, found.message) == ("agree", "")


def test_two_proofs_that_there_is_none_agree() -> None:
    assert verdict([make("infeasible"), make("infeasible", SEARCH)]).kind == "agree"


def test_different_verified_grids_are_an_ambiguous_puzzle_and_no_disagreement() -> None:
    found = verdict([make("solved", grid=[1, 2]), make("solved", SEARCH, grid=[2, 1])])
    assert found.kind == "ambiguous"


def test_infeasible_against_solved_is_a_disagreement_that_names_both() -> None:
    found = verdict([make("solved", grid=[1, 2]), make("infeasible", SEARCH)])
    assert found.kind == "disagree"
    assert found.message == "search presolve none finds no solution, binary HiGHS presolve none a solution"


def test_unbounded_goes_neither_with_infeasible_nor_with_an_optimum() -> None:
    best = make("optimal", SEARCH, grid=[1], objective=3, maximize=True)
    assert verdict([make("unbounded"), make("infeasible", SEARCH)]).kind == "disagree"
    assert "no bound of the objective" in verdict([make("unbounded"), best]).message
    assert verdict([make("unbounded"), make("unbounded", SEARCH)]).kind == "agree"


def test_optima_have_to_be_equal() -> None:
    three = make("optimal", grid=[1], objective=3, maximize=True)
    four = make("optimal", SEARCH, grid=[2], objective=4, maximize=True)
    found = verdict([three, four])
    assert found.kind == "disagree"
    assert "optimal 3" in found.message
    assert "optimal 4" in found.message
    other = make("optimal", SEARCH, grid=[2], objective=3, maximize=True)
    assert verdict([three, other]).kind == "agree"


def test_what_the_limit_stopped_may_be_worse_than_the_optimum_but_not_better() -> None:
    for maximize, worse, better in ((True, 2, 4), (False, 4, 2)):
        best = make("optimal", grid=[1], objective=3, maximize=maximize)
        late = make("feasible", SEARCH, grid=[2], objective=worse, maximize=maximize)
        wrong = make("feasible", SEARCH, grid=[2], objective=better, maximize=maximize)
        assert verdict([best, late]).kind == "agree"
        assert verdict([late, wrong]).kind == "open"
        assert verdict([wrong, best]).kind == "disagree"


def test_optima_in_floats_may_differ_by_rounding() -> None:
    near = [
        make("optimal", way, grid=[1], objective=objective)
        for way, objective in (("binary highs none", 1000.0000001), ("integer highs none", 1000))
    ]
    assert verdict(near).kind == "agree"
    far = [make("optimal", grid=[1], objective=10**9), make("optimal", SEARCH, grid=[1], objective=10**9 + 1)]
    assert verdict(far).kind == "disagree"


def test_no_answer_leaves_the_puzzle_open() -> None:
    assert verdict([make("unknown"), make("error", SEARCH)]).kind == "open"
    assert verdict([make("feasible", grid=[1], objective=1, maximize=True)]).kind == "open"


STATUSES = st.sampled_from(["solved", "infeasible", "unknown", "error"])


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(STATUSES, st.integers(1, 2)), min_size=1, max_size=6), st.integers())
def test_the_order_of_the_runs_does_not_matter(kinds: list[tuple[str, int]], seed: int) -> None:
    def built(status: str, value: int) -> Run:
        return make(status, grid=[value] if status == "solved" else None)

    runs = [built(*kind) for kind in kinds]
    kind = verdict(runs).kind
    Random(seed).shuffle(runs)
    assert verdict(runs).kind == kind
