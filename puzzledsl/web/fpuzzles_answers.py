"""What a puzzle on f-puzzles' page is answered: the jobs behind the messages of its solver protocol.

A message holds the whole page: the setter's clues and givens, and the digits and pencil marks that somebody has put
in. `solvepath` and `step` start from these, all other commands from the puzzle alone. Clues are those that the site
knows as clues; what is only drawn or said in the rules is not looked at, as with the solvers that the protocol was made
for. A puzzle with a clue that is not understood gets no answer but the reason, since any answer might be wrong.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from puzzledsl.diagnostics import PuzzleError, failure, shown
from puzzledsl.domain import Domain
from puzzledsl.records import replace
from puzzledsl.web.solving_process import paced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from puzzledsl.analysis.estimation import Estimate
    from puzzledsl.model import Model
    from puzzledsl.session import SolverSession
    from puzzledsl.steps.solve_path import StepsPath
    from puzzledsl.web.solving_process import Tell

A = TypeVar("A")

NONE = "No solutions found."

_DRAWN = ("ruleset", "line", "rectangle", "circle", "text", "cage", "foglight", "fogofwar", "triggereffect")
"""Keys of what the site draws, writes or hides without a meaning for solvers."""

_CAP = 8
"""Solutions of a candidate that the page distinguishes by colour."""

_SAMPLES = 10_000

_PAUSE = 0.2
"""Seconds between two reports."""

_CONFIDENCE = 1.96
"""Standard errors on each side of an interval that holds the true mean 95 times in 100."""


def answer(command: str, packed: str, tell: Tell) -> None:
    """Do one command; its answers are events, named by their type, without the nonce.

    Args:
        command: one of `COMMANDS`.
        packed: the puzzle as the message has it.
    """
    try:
        json = _puzzle(packed)
        model = _model(json)
        if command in ("solvepath", "step"):
            model = _with_board(model, json)
        COMMANDS[command](model, json, tell)
    except PuzzleError as error:
        tell("invalid", {"message": _sentence(error)})


def _puzzle(packed: str) -> dict[str, Any]:
    from puzzledsl.formats.sites.f_puzzles.payload import SITE, unpacked

    json = unpacked(packed, SITE)
    if not isinstance(json, dict):
        raise failure("the message holds no puzzle", code="format")
    return {key: value for key, value in json.items() if key not in _DRAWN}


def _model(json: dict[str, Any]) -> Model:
    from puzzledsl.formats.sites.f_puzzles.reading import puzzle_from
    from puzzledsl.web.limits import loaded

    draft = puzzle_from(json)
    if draft.left_out:
        raise failure(f"not understood: {' '.join(draft.left_out)}", code="format")
    return loaded(draft.text(), "the puzzle", None)


def _places(model: Model) -> list[int]:
    """The numbers of the cells, row by row."""
    return [x for row in model.grids[0].numbers for x in row if x is not None]


def _with_board(model: Model, json: Mapping[str, Any]) -> Model:
    """The puzzle with the digits that are put in as givens; in other cells, the marks in the middle are candidates."""
    from puzzledsl.model import given

    variables, givens = list(model.variables), dict(model.givens)
    requirements = list(model.requirements)
    for x, mark in _cells(model, json):
        value, marks = _numbers([mark.get("value")]), _numbers(mark.get("centerPencilMarks"))
        if x in givens or not (value or marks):
            continue
        domain = variables[x].domain & Domain.of(value or marks)
        if not domain:
            raise failure(f"{variables[x].name} can be none of {', '.join(map(str, value or marks))}", code="board")
        if value:
            givens[x] = value[0]
            requirements.append(given(variables, x, value[0], model.source.span(0, 0)))
        else:
            variables[x] = replace(variables[x], domain=domain)
    return replace(model, variables=tuple(variables), givens=givens, requirements=tuple(requirements))


def _cells(model: Model, json: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The number of each cell with the part of the message about it."""
    for row, marks in zip(model.grids[0].numbers, json["grid"], strict=True):
        for x, mark in zip(row, marks, strict=True):
            if x is not None and isinstance(mark, dict):
                yield x, mark


def _numbers(values: Any) -> list[int]:
    return [v for v in values if isinstance(v, int) and not isinstance(v, bool)] if isinstance(values, list) else []


# ── the commands ─────────────────────────────────────────────────────────────────────────────────


def _true_candidates(model: Model, json: Mapping[str, Any], tell: Tell) -> None:
    from puzzledsl.analysis.candidates import candidates_in
    from puzzledsl.session import SolverSession

    options = json.get("truecandidatesoptions")
    wanted = dict(str(option).partition("=")[::2] for option in options) if isinstance(options, list) else {}
    number = wanted.get("truecandidatesnumsolutions", "")
    cap = _CAP if "colored" in wanted else 1
    if number.isdecimal():
        cap = max(1, min(int(number), 1000))
    with SolverSession(model) as session:
        found = candidates_in(session)
        if found.status == "none":
            tell("invalid", {"message": NONE})
            return
        values, *_ = found._numbers
        counts = {(x, value): 1 for x, listed in values.items() for value in listed}
        if cap > 1 and any(len(listed) > 1 for listed in values.values()):
            counts = _counted(session, list(counts), cap)
    if "logical" in wanted:
        for x, left in _path(_with_board(model, {"grid": json["grid"]}))._left().items():
            counts |= {(x, value): -1 for value in left if (x, value) not in counts}
    size = len(model.grids[0].numbers)
    numbers = [counts.get((x, value), 0) for x in _places(model) for value in range(1, size + 1)]
    tell("truecandidates", {"solutionsPerCandidate": numbers})


def _counted(session: SolverSession, candidates: list[tuple[int, int]], cap: int) -> dict[tuple[int, int], int]:
    """How many solutions each candidate has, up to ``cap``."""
    counts: dict[tuple[int, int], int] = {}
    for x, value in candidates:
        with session.solutions(fixed={x: value}) as solutions:
            counts[x, value] = sum(1 for _, _ in zip(range(cap), solutions, strict=False))
    return counts


def _solve(model: Model, json: Mapping[str, Any], tell: Tell) -> None:
    from puzzledsl.solve import solve_model

    del json
    found = solve_model(model)
    if found.values is None:
        tell("invalid", {"message": NONE if found.status == "infeasible" else f"No answer: {found.status}."})
        return
    values = found.values
    tell("solved", {"solution": [values[x] for x in _places(model)]})


def _asked(
    question: Callable[..., A], model: Model, tell: Tell, name: str, json: Callable[[A], object], **own: object
) -> A:
    """The answer of a question, which reports what is known meanwhile."""
    from puzzledsl.analysis.asking import telling

    report = paced(tell, _PAUSE)
    return question(model, telling(lambda so_far: report(name, lambda: json(so_far()))), **own)


def _count(limit: int | None, model: Model, json: Mapping[str, Any], tell: Tell) -> None:
    from puzzledsl.analysis.solution_count import count

    del json
    found = _asked(count, model, tell, "count", lambda found: {"count": found.count, "inProgress": True}, limit=limit)
    tell("count", {"count": found.count, "inProgress": False})


def _estimate(model: Model, json: Mapping[str, Any], tell: Tell) -> None:
    from puzzledsl.analysis.estimation import estimate

    del json
    found = _asked(estimate, model, tell, "estimate", _figures, samples=_SAMPLES, seed=0)
    if found.proven_none:
        tell("invalid", {"message": NONE})
    else:
        tell("estimate", _figures(found))


def _figures(found: Estimate) -> dict[str, float]:
    mean, error = float(found.mean), float(found.error or 0)
    return {
        "estimate": mean,
        "stderr": error,
        "iterations": found.samples,
        "ci95_lower": max(0.0, mean - _CONFIDENCE * error),
        "ci95_upper": mean + _CONFIDENCE * error,
        "relErrPercent": 100 * error / mean if mean else 0.0,
    }


def _solve_path(model: Model, json: Mapping[str, Any], tell: Tell) -> None:
    del json
    path = _path(model)
    ends = {"solved": "Solved.", "infeasible": "Board is invalid!", "several": "There are several solutions."}
    lines = [*path.sentences, ends.get(path.status, "No further steps are found.")]
    tell("logical", _board(path, len(path.findings)) | {"message": "\n".join(lines)})


def _step(model: Model, json: Mapping[str, Any], tell: Tell) -> None:
    path = _path(model, most=1)
    first = _board(path, 0)
    if path.status != "infeasible" and any(
        not _numbers([mark.get("value")]) and sorted(_numbers(mark.get("centerPencilMarks"))) != cell["candidates"]
        for cell, (_, mark) in zip(first["cells"], _cells(model, json), strict=True)
        if not cell["value"]
    ):
        tell("logical", first | {"message": "Initial candidates."})
        return
    said = path.sentences or ["Solved." if path.status == "solved" else "No logical steps found."]
    if path.status == "infeasible":
        said = [*path.sentences, "Board is invalid!"]
    tell("logical", _board(path, len(path.findings)) | {"message": "\n".join(said)})


def _path(model: Model, most: int | None = None) -> StepsPath:
    from puzzledsl.steps.solve_path import follow

    return follow(model, most=most)


def _board(path: StepsPath, steps: int) -> dict[str, Any]:
    """The cells after so many steps."""
    boards, model = path.boards, path.model
    board = boards[min(steps, len(boards) - 1)]
    placed = {x for finding in path.findings[:steps] for x, _ in finding.placed}
    cells = []
    for x in _places(model):
        values = [model.givens[x]] if x in model.givens else board.get(model.variables[x].name, [])
        known = x in model.givens or (x in placed and len(values) == 1)
        cells.append({"value": values[0] if known else 0, "candidates": values})
    return {"cells": cells, "isValid": path.status != "infeasible"}


def _sentence(error: PuzzleError) -> str:
    first = shown(error.diagnostics)[0]
    return " ".join([f"{first.message[:1].upper()}{first.message[1:]}", *first.helps])


COMMANDS: dict[str, Callable[[Model, Mapping[str, Any], Tell], None]] = {
    "truecandidates": _true_candidates,
    "solve": _solve,
    "check": partial(_count, 2),
    "count": partial(_count, None),
    "estimate": _estimate,
    "solvepath": _solve_path,
    "step": _step,
}
"""By the name of the message."""
