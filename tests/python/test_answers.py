"""What all answers have in common, and how a call is refused."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
from collections.abc import Callable
from contextlib import suppress
from itertools import count

import pytest

import puzzledsl
from puzzledsl import Answer, CandidatesAnswer, Model, PuzzleError, Solution, time_limit
from puzzledsl import answer as raw
from puzzledsl.analysis.conflicts import Conflict
from puzzledsl.analysis.elements import split
from puzzledsl.analysis.minimization import Minimized
from puzzledsl.analysis.redundancy import Redundancy
from puzzledsl.analysis.unsolvable import Explanation

SMALL = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
QUESTIONS: dict[str, Callable[[Model, float | None], Answer]] = {
    "solve": lambda model, limit: model.solve(time_limit=limit),
    "unique": lambda model, limit: model.unique(time_limit=limit),
    "count": lambda model, limit: model.count(time_limit=limit),
    "estimate": lambda model, limit: model.estimate(samples=3, seed=1, time_limit=limit),
    "candidates": lambda model, limit: model.candidates(time_limit=limit),
    "explain": lambda model, limit: model.explain(time_limit=limit),
    "redundant": lambda model, limit: model.redundant(time_limit=limit),
    "minimize": lambda model, limit: model.minimize(time_limit=limit),
    "steps": lambda model, limit: model.steps(time_limit=limit),
    "explain_cell": lambda model, limit: model.explain_cell("r1c1", time_limit=limit),
    "relax": lambda model, limit: model.relax(time_limit=limit),
    "tree": lambda model, limit: model.tree(nodes=3, time_limit=limit),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_answer_has_a_status_and_is_json_text_and_a_picture(name: str) -> None:
    found = QUESTIONS[name](puzzledsl.parse(f'puzzle "Four"\n{SMALL}r1c1 == 1\n'), None)
    assert isinstance(found, Answer)
    assert found.status
    assert json.loads(json.dumps(found.as_json()))
    assert str(found)
    assert found.as_text().strip()
    assert found.svg().startswith("<svg")


@pytest.mark.parametrize("name", QUESTIONS)
def test_without_time_an_answer_says_so_or_a_puzzle_error_does(name: str) -> None:
    model = puzzledsl.parse(SMALL)
    if name in ("steps", "explain_cell", "tree"):
        with pytest.raises(PuzzleError, match="the time limit came before there was an answer"):
            QUESTIONS[name](model, 0)
    else:
        assert QUESTIONS[name](model, 0).status in ("unknown", "partial")


def test_a_generated_puzzle_has_a_model_that_solves() -> None:
    made = next(puzzledsl.parse(SMALL).generate(seed=3))
    assert made.model is not None
    assert made.model.solve().values == made.solution


def test_names_are_cells_not_numbers() -> None:
    model = puzzledsl.parse('grid cell[2, 2] in "AB"\nalldifferent: rows, columns\n')
    assert model.steps().candidates() == {name: ["A", "B"] for name in model.variables}
    assert model.explain_cell("r1c1").values == ("A", "B")
    first, second = model.unique().solutions
    assert {first["r1c1"], second["r1c1"]} == {"A", "B"}


def test_a_wrong_call_is_a_type_or_value_error_and_a_file_that_is_not_there_one_of_its_kind() -> None:
    model = puzzledsl.parse(SMALL)
    with pytest.raises(TypeError, match="unexpected keyword argument 'encodin'"):
        model.solve(encodin="binary")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'gap'"):
        model.unique(gap=0.1)  # type: ignore[call-arg]
    for wrong in (
        lambda: model.solve(solver="none"),  # type: ignore[arg-type]
        lambda: model.unique(encoding="none"),  # type: ignore[arg-type]
        lambda: model.explain(by="none"),  # type: ignore[arg-type]
        lambda: model.tree(order="none"),  # type: ignore[arg-type]
        lambda: model.count(limit=0),
        lambda: model.unique(time_limit=-1),
    ):
        with pytest.raises(ValueError, match=r"none|0|-1"):
            wrong()
    with pytest.raises(FileNotFoundError, match="there is no file") as caught:
        puzzledsl.load("nowhere.puz")
    assert isinstance(caught.value, PuzzleError)


def test_a_link_is_imported() -> None:
    text = puzzledsl.parse(f"{SMALL}r1c1 == 1\n").link("81").text
    assert puzzledsl.parse(puzzledsl.import_text(text).model).solve()[1, 1] == 1


def test_candidates_that_were_not_looked_for_say_so() -> None:
    found = puzzledsl.parse(SMALL).candidates(time_limit=0)
    assert "impossible" not in found.as_text()
    assert (found.status, found["r1c1"]) == ("partial", ())


def test_what_is_in_the_kernel_is_not_copied() -> None:
    path = puzzledsl.parse(SMALL).steps()
    with pytest.raises(TypeError, match="cannot be copied"):
        copy.deepcopy(path.puzzle.store)
    assert path.status == "several"


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda model: model.count(), "288 solutions"),
        (lambda model: model.count(time_limit=0), "the time limit came first"),
        (lambda model: model.candidates(), "64 candidates"),
        (lambda model: model.steps(), "several solutions, so no technique applies"),
        (lambda model: model.unique(time_limit=0), "the time limit came first"),
        (lambda model: model.explain(), "there is a solution, so no clues contradict each other"),
        (lambda model: model.minimize(), "only a puzzle with exactly one can be minimized"),
        (lambda model: model.tree(nodes=1), "the limit of 1 node came first"),
        (lambda model: next(puzzledsl.batch(model, [{"r1c1": 5}])), "not in the domain"),
        (lambda model: next(puzzledsl.batch(model, [{"r1c1": 4}])), "A solution is found."),
    ],
)
def test_the_sentence_of_an_answer_says_what_was_found(ask: Callable[[Model], Answer], said: str) -> None:
    assert said.lower() in ask(puzzledsl.parse(SMALL)).brief.lower()


def test_no_time_limit_is_blamed_where_there_was_none() -> None:
    real = puzzledsl.parse("var x in real 0..10\nx >= 3\n")
    for found in (real.unique(), real.count(), real.minimize()):
        assert found.status == "unknown"
        assert found.brief.startswith("A real variable may have further values")
    assert "no end" in puzzledsl.parse("var x in real\nx >= 3\nmaximize x\n").relax().brief
    delicate = raw.Answer("unknown", message="numbers of such different sizes prove nothing")
    assert Solution(None, delicate).brief == "Numbers of such different sizes prove nothing."


def test_what_was_not_decided_is_said() -> None:
    model = puzzledsl.parse("grid cell[1, 2] in 1..2\nr1c1 < r1c2\n").elaborated
    (clue,) = split(model).elements
    redundant = Redundancy("checked", model, undecided=(clue,))
    assert redundant.brief == "No clue is redundant, but 1 clue could not be decided."
    assert "time limit" in Minimized("smaller", model, text="…", undecided=(clue,)).brief
    assert "clues contradict" not in Explanation("conflict", model, (Conflict((), {}),)).brief


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))], ids=["copy", "deepcopy", "pickle"]
)
def test_an_answer_can_be_copied_and_stored(name: str, again: Callable[[Answer], Answer]) -> None:
    found = QUESTIONS[name](puzzledsl.parse(f"{SMALL}r1c1 == 1\n"), None)
    other = again(found)
    assert (other.as_json(), other.as_text(), other.svg()) == (found.as_json(), found.as_text(), found.svg())


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_limit_that_never_comes_is_none(name: str) -> None:
    assert QUESTIONS[name](puzzledsl.parse(f"{SMALL}r1c1 == 1\n"), 1e30).status not in ("unknown", "partial")


def test_the_sentence_about_candidates_says_what_is_known() -> None:
    model = puzzledsl.parse(SMALL)
    assert model.candidates().brief == "64 candidates occur in solutions; every other value is impossible."
    assert puzzledsl.parse(f"{SMALL}r1c1 == 5\n", allow_clashes=True).candidates().brief == "There is no solution."
    one = puzzledsl.parse("grid cell[1, 2] in 1..2\nr1c1 < r1c2\n").candidates()
    assert one.brief == "There is one solution, so each cell has one value."
    wide = puzzledsl.parse("grid cell[1, 2] in 1..5000\nr1c1 < r1c2\n").candidates()
    assert "some cells have too many to list" in wide.brief
    name = "r1c1"
    late = CandidatesAnswer("partial", model.elaborated, {name: ()}, {name: (1, 2, 3)})
    assert late.brief == (
        "No solution is found, and the time limit came first; 3 values are open; every other value is impossible."
    )


def test_an_estimate_of_samples_without_a_solution_is_none() -> None:
    """`about 0 ± 0` would be a certain answer, which failed samples cannot give."""
    pigeons = "grid cell[1, 9] in 1..9\nsum([(k + 3) * cell[1, k] ^ 2 for k in 1..9]) == 1291\nalldifferent: rows\n"
    found = puzzledsl.parse(pigeons).estimate(samples=1, seed=1)
    assert (found.status, found.samples, found.reached) == ("unknown", 1, 0)
    assert found.brief == "1 sample ended at no solution."
    assert "0 ±" not in str(found)


@pytest.mark.parametrize("reading", range(1, 40, 3))
def test_steps_that_the_limit_ends_are_not_stuck(reading: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for a second solution ends a little before the limit, so that it can be verified."""
    readings = count()
    monkeypatch.setattr(time_limit, "clock", lambda: 0.0 if next(readings) < reading else 0.97)
    with suppress(PuzzleError):  # `late`, where it comes before the board
        path = puzzledsl.parse(SMALL).steps(time_limit=1)
        assert path.status in ("several", "unknown")
        assert path.difficulty is None


def test_a_model_refuses_what_is_set_on_it() -> None:
    model = puzzledsl.parse(SMALL)
    with pytest.raises(AttributeError, match=r"`time_limit` cannot be set; .* `model.solve\(time_limit=10\)`"):
        model.time_limit = 3
    with pytest.raises(AttributeError, match="a model does not change"):
        model.settings = {}  # type: ignore[misc]


def test_the_clues_of_an_answer_are_named_by_their_cells() -> None:
    model = puzzledsl.parse(f"{SMALL}r1c1 == 1\nr1c1 + r1c2 == 3\nr1c2 == 2\n")
    ((title, elements), *_) = model.redundant().lists
    assert title == "each of these follows from everything else"
    assert ("r1c1", "r1c2") in [element.cells for element in elements]
    (conflict,) = puzzledsl.parse("grid cell[1, 2] in 1..2\nr1c1 < r1c2\nr1c1 > r1c2\n").explain().lists
    assert conflict[0] == "together they cannot hold"
    (alone,) = puzzledsl.parse(f"{SMALL}r1c1 == 9\n", allow_clashes=True).explain().lists
    assert (alone[0], len(alone[1])) == ("it can never hold", 1)


def test_an_empty_name_is_wrong() -> None:
    model = puzzledsl.parse(SMALL)
    for wrong in (
        lambda: model.solve(solver=""),  # type: ignore[arg-type]
        lambda: model.count(encoding=""),  # type: ignore[arg-type]
        lambda: model.relax(presolve=""),  # type: ignore[arg-type]
        lambda: model.tree(presolve=""),  # type: ignore[arg-type]
        lambda: model.rows(presolve=""),  # type: ignore[arg-type]
    ):
        with pytest.raises(PuzzleError, match="is called ``"):
            wrong()


def test_an_option_without_its_name_is_refused_by_the_names() -> None:
    with pytest.raises(TypeError, match=r"its arguments are .*limit=, .* and time_limit="):
        puzzledsl.parse(SMALL).count(10)  # type: ignore[call-arg]


def test_signatures_show_that_none_is_not_given() -> None:
    assert inspect.signature(Model.count).parameters["limit"].default is None


def test_steps_of_a_model_with_real_variables_say_that_solutions_are_not_known() -> None:
    path = puzzledsl.parse("var x in real 0..9\nvar y in real 0..9\nx + y == 4").steps()
    assert (path.status, path.solutions) == ("stuck", "unknown")


def test_a_refusal_names_the_method() -> None:
    for name in QUESTIONS.keys() - {"explain_cell"}:
        with pytest.raises(TypeError, match=rf"{name}\(\) got an unexpected"):
            getattr(puzzledsl.parse(SMALL), name)(bogus=1)
