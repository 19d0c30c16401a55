"""What ``puzzledsl candidates`` does."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from puzzledsl.analysis.candidates import Candidates, CandidateSearch
from puzzledsl.cli import statuses, style
from puzzledsl.cli.asking import Asked, Asking, ask, branches_text, exit_status, seconds_text
from puzzledsl.cli.run import print_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.cli.pictures import Pictures
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model

UNDECIDED = "#e0e0e0"
"""The colour of cells that have open values, which pictures show like the others."""


def run_candidates(file: str, call: Asking, pictures: Pictures) -> int:
    """Answers and returns the exit status."""
    from puzzledsl.session import SolverSession

    searches: list[CandidateSearch] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        nodes, told = 0, ""

        def on_node() -> None:
            nonlocal nodes
            nodes += 1
            display.stage = f"looking for candidates{told}, {branches_text(nodes)}"

        def on_progress(found: int, still_open: int) -> None:
            nonlocal told
            told = f": {found:,} found, {still_open:,} open"

        with SolverSession(model) as session:
            search = CandidateSearch(session)
            searches.append(search)
            search.run(deadline, on_progress, on_node)

    asked = ask(file, call, work, "looking for candidates")
    found = searches[0].result() if searches else Candidates("partial", {}, {}, 0, 0)
    if call.invocation.json:
        if asked.model is not None:
            _draw(asked.model, found, pictures)
        print_json(_json(asked, found))
    else:
        if not pictures.on_stdout:
            print("\n".join(_lines(asked, found, call)), flush=True)
        if asked.model is not None:
            _draw(asked.model, found, pictures)
    status = {"complete": statuses.FOUND, "none": statuses.NONE}
    return exit_status(asked, status.get(found.status, statuses.LIMIT))


def _json(asked: Asked, found: Candidates) -> dict[str, object]:
    answer: dict[str, object] = {"status": found.status, "candidates": {}, "open": {}}
    if asked.model is not None:
        answer["candidates"] = _by_grid(asked.model, found.values)
        answer["open"] = {asked.model.variables[x].name: list(values) for x, values in found.open.items()}
        if found.many:
            answer["many"] = {asked.model.variables[x].name: list(ends) for x, ends in found.many.items()}
    answer |= {"solutions": found.solutions, "nodes": found.nodes, "seconds": asked.rounded_seconds}
    if asked.interrupted:
        answer["interrupted"] = True
    return answer


def _by_grid(model: Model, values: Mapping[int, tuple[int, ...]]) -> dict[str, object]:
    """A list for each cell, ``None`` where masked; variables by name in a model without a grid."""
    if not model.grids:
        return {model.variables[x].name: list(found) for x, found in values.items()}
    return {
        grid.name: [[None if x is None else list(values.get(x, ())) for x in row] for row in grid.numbers]
        for grid in model.grids
    }


def _lines(asked: Asked, found: Candidates, call: Asking) -> list[str]:
    from puzzledsl.presentation.pencil import pencil_text
    from puzzledsl.presentation.terminal import can_draw

    color = style.wants_color(call.invocation.color, sys.stdout)
    unicode = can_draw(sys.stdout.encoding)
    lines: list[str] = []
    model = asked.model
    if model is not None:
        if model.title and not call.quiet:
            lines.append(style.strong(model.title, color))
        if found.status != "none":
            width = style.terminal_width(sys.stdout)
            if model.grids:
                lines.append(
                    pencil_text(
                        model,
                        found.values,
                        undecided=found.open,
                        ranges=found.many,
                        color=color,
                        unicode=unicode,
                        width=width,
                    )
                )
            else:
                lines += [_variable_line(model, x, found) for x in found.values]
    if not call.quiet:
        parts = [_sentence(asked, found, color), branches_text(found.nodes), seconds_text(asked.seconds["total"])]
        lines.append((" · " if unicode else " | ").join(parts))
    return lines


def _variable_line(model: Model, x: int, found: Candidates) -> str:
    if x in found.many:
        low, high = found.many[x]
        return f"{model.variables[x].name}: too many to list, {low}..{high}"
    values = ", ".join(map(str, found.values[x]))
    still_open = ", ".join(map(str, found.open.get(x, ())))
    return f"{model.variables[x].name}: {values}" + (f"; perhaps {still_open}" if still_open else "")


def _sentence(asked: Asked, found: Candidates, color: bool) -> str:
    if found.status == "none":
        return style.bad("none", color) + ": there is no solution"
    if found.status == "complete":
        count = sum(map(len, found.values.values()))
        what = "of the only solution" if found.solutions == 1 else f"from {found.solutions:,} solutions"
        return style.good("complete", color) + f": {count:,} candidates {what}; no other value is in any"
    if asked.interrupted:
        why = "interrupted"
    else:
        why = "some cells have too many to list" if found.is_exhausted else "the time limit came first"
    text = (
        style.uncertain("partial", color)
        + f" ({why}): {sum(map(len, found.values.values())):,} candidates from {found.solutions:,} solutions"
    )
    still_open = sum(map(len, found.open.values()))
    if still_open:
        text += f", {still_open:,} values open (behind ?)"
    if found.many:
        cells = "cell has" if len(found.many) == 1 else "cells have"
        text += f", {len(found.many):,} {cells} too many to list (from..to?)"
    return text + "; no other value is in any"


def _draw(model: Model, found: Candidates, pictures: Pictures) -> None:
    """Cells with one candidate have it as their value, the others pencil marks; those with open values stand out."""
    from puzzledsl.presentation.picture import Highlight

    if found.status == "none":
        pictures.write(model, None)
        return
    undecided = [*found.open, *found.many]
    known = {x: values[0] for x, values in found.values.items() if len(values) == 1 and x not in undecided}
    marks = {
        x: sorted({*values, *found.open.get(x, ())})
        for x, values in found.values.items()
        if x not in known and x not in found.many
    }
    pictures.write(model, known, candidates=marks, highlights={x: Highlight(UNDECIDED, "?") for x in undecided})
