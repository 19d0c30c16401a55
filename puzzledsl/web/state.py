"""What a page shows of a puzzle while its text is written: uniqueness, candidates, difficulty. One job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError

if TYPE_CHECKING:
    from puzzledsl.elaboration import Limits
    from puzzledsl.web.solving_process import Tell

LONGEST = 20.0
"""Seconds for each of the three."""


def warm(tell: Tell) -> None:
    """Load what the first state needs, so that it is as quick as those after it."""
    from puzzledsl import api
    from puzzledsl.analysis import candidates, uniqueness
    from puzzledsl.steps import solve_path

    del tell, api, candidates, uniqueness, solve_path


def tell_state(text: str, folder: str | None, limits: Limits, tell: Tell) -> None:
    """Tell ``uniqueness``, then ``candidates`` (of a unique puzzle: its solution), then ``difficulty``.

    Candidates are the values that occur in solutions, not those that are only not refuted; ``open`` are the cells of
    which not all values are decided. A model with an objective has only the status
    ``objective``. A text with mistakes has no state: the event is then ``error``.
    """
    from puzzledsl.api import parse

    try:
        model = parse(text, include=() if folder is None else (folder,), limits=limits)
        if model.elaborated.objective is not None:
            tell("uniqueness", {"status": "objective", "differing": []})
            return
        cells = {variable.name for variable in model.elaborated.variables if variable.grid is not None}
        found = model.unique(time_limit=LONGEST)
        tell("uniqueness", {"status": found.status, "differing": list(found.differing)})
        if found.status == "none":
            return
        if found.status == "unique":
            values = found.solutions[0].values
            tell("candidates", {"status": "complete", "open": [], "cells": {x: [int(values[x])] for x in cells}})
            hard = model.steps(time_limit=LONGEST).difficulty
            if hard is not None:
                tell("difficulty", {"level": hard.level, "rating": hard.rating, "text": str(hard)})
            return
        left = model.candidates(time_limit=LONGEST)
        shown = {x: sorted({*left.values.get(x, ()), *left.open.get(x, ())}) for x in cells if x not in left.many}
        tell("candidates", {"status": left.status, "open": sorted({*left.open, *left.many} & cells), "cells": shown})
    except PuzzleError as error:
        tell("error", {"message": str(error)})
