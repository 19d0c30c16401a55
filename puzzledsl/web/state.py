"""What a page shows of a puzzle while its text is written: uniqueness, candidates, difficulty. One job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.time_limit import OutOfTime, within
from puzzledsl.web.limits import loaded

if TYPE_CHECKING:
    from puzzledsl.analysis.candidates import CandidatesAnswer
    from puzzledsl.model import Model, Variable
    from puzzledsl.session import SolverSession
    from puzzledsl.web.solving_process import Tell

LONGEST = 20.0
"""Seconds for each of the three: whoever sends a link must not keep the machine of others busy."""

PAUSE = 0.4
"""Seconds between two reports of candidates."""


def warm(tell: Tell) -> None:
    """Load what the first state needs, so that it is as quick as those after it."""
    from puzzledsl import session
    from puzzledsl.analysis import candidates, uniqueness
    from puzzledsl.steps import solve_path

    del tell, session, candidates, uniqueness, solve_path


def tell_state(text: str, folder: str | None, tell: Tell) -> None:
    """Tell ``uniqueness``, then ``candidates`` (of a unique puzzle: its solution), then ``difficulty``.

    Candidates are the values that occur in solutions, not those that are only not refuted; ``open`` are the cells of
    which not all values are decided. They come again as more is known. A model with an objective has only the status
    ``objective``.
    """
    try:
        model = loaded(text, "the text", folder)
        if model.objective is not None:
            tell("uniqueness", {"status": "objective"})
        else:
            _tell_about(model, tell)
    except OutOfTime:
        tell("uniqueness", {"status": "unknown"})


def _tell_about(model: Model, tell: Tell) -> None:
    from puzzledsl.analysis.uniqueness import uniqueness_in
    from puzzledsl.session import SolverSession
    from puzzledsl.steps.solve_path import follow

    with within(LONGEST):
        opened = SolverSession(model)
    with opened as session:
        with within(LONGEST):
            found = uniqueness_in(session)
        tell("uniqueness", {"status": found.status})
        if found.status in ("several", "unknown"):
            _tell_candidates(session, tell)
    if found.status == "unique":
        values = found.solutions[0].assignment
        cells = {variable.name: [int(values[x])] for x, variable in _cells(model)}
        tell("candidates", {"open": [], "cells": cells})
        with within(LONGEST):
            hard = follow(model, is_unique=True).difficulty
        if hard is not None:
            tell("difficulty", {"level": hard.level, "text": str(hard)})


def _cells(model: Model) -> list[tuple[int, Variable]]:
    """The cells that have values, with their numbers."""
    return [(x, one) for x, one in enumerate(model.variables) if one.cell and not one.hidden]


def _tell_candidates(session: SolverSession, tell: Tell) -> None:
    from puzzledsl.analysis.asking import telling
    from puzzledsl.analysis.candidates import candidates_in
    from puzzledsl.web.solving_process import paced

    report = paced(tell, PAUSE)
    with within(LONGEST):
        found = candidates_in(session, telling(lambda so_far: report("candidates", lambda: _candidates_json(so_far()))))
    tell("candidates", _candidates_json(found))


def _candidates_json(found: CandidatesAnswer) -> dict[str, Any]:
    (values, still_open, many), model = found._numbers, found.model
    cells = {
        variable.name: sorted({*values.get(x, ()), *still_open.get(x, ())})
        for x, variable in _cells(model)
        if x not in many
    }
    still = [model.variables[x].name for x in (*still_open, *many) if model.variables[x].cell]
    return {"open": still, "cells": cells}
