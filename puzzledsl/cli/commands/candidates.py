"""``puzzledsl candidates``: each value of each cell that occurs in some solution."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses, style
from puzzledsl.cli.analysis_call import (
    AnalysisCall,
    AnalysisRun,
    analysis_options,
    branches_text,
    exit_status,
    print_found,
    run_analysis,
    seconds_text,
)
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.shared_options import solver_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.analysis.candidates import Candidates, CandidateSearch
    from puzzledsl.cli.analysis_call import AnalysisRun
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model


@click.command("candidates", short_help="Show the true candidates: every value that occurs in a solution.")
@picture_options
@analysis_options
@solver_options
def command(
    *,
    file: str,
    call: AnalysisCall,
    pictures: Pictures,
) -> int:
    """Show the true candidates of a puzzle as pencil marks: for each cell, the values that occur in at least one
    solution. Every other value is proven impossible.

    FILE is a model; - reads one from standard input. "all" means every value of the cell. If the time limit or
    Ctrl-C comes first, undecided values follow a question mark: 12?4. The command looks at the cells of all grids, or
    at the variables of a model without a grid. It ignores an objective. The search in a cell stops at 1,000
    candidates; 1..5000? then shows the smallest and the largest value that is not ruled out.

    With --json, "candidates" has a list for each cell (null where masked), and "open" the undecided values by cell. A
    value in neither list is proven impossible. "many" has the smallest and the largest possible value of each cell
    with too many values to list. "solutions" is the number of solutions that the search needed; 1 in a complete answer
    means that the solution is unique.

    \b
    Examples:
      puzzledsl candidates draft.puz
      puzzledsl candidates draft.puz --svg marks.svg
      puzzledsl candidates draft.puz --json --time-limit 30

    \b
    Exit status:
      0    every value is decided
      1    proven to have no solution
      2    the model or the command is wrong
      3    some values are undecided (time limit), or there are too many to list
      130  interrupted (Ctrl-C); what was found is printed
    """
    return run_candidates(file, call, pictures)


def run_candidates(file: str, call: AnalysisCall, pictures: Pictures) -> int:
    """Answers and returns the exit status."""
    from puzzledsl.analysis.candidates import Candidates, CandidateSearch

    searches: list[CandidateSearch] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        nodes, so_far = 0, ""

        def on_branch() -> None:
            nonlocal nodes
            nodes += 1
            display.stage = f"looking for candidates{so_far}, {branches_text(nodes)}"

        def on_progress(found: int, still_open: int) -> None:
            nonlocal so_far
            so_far = f": {found:,} found, {still_open:,} open"

        with call.session(model) as session:
            search = CandidateSearch(session)
            searches.append(search)
            search.run(deadline, on_progress, on_branch)

    run = run_analysis(file, call, work, "looking for candidates")
    found = searches[0].result() if searches else Candidates("partial", {}, {}, 0, 0)
    print_found(
        call,
        pictures,
        lambda: _json(run, found),
        lambda: "\n".join(_lines(run, found, call)),
        lambda: _draw(run.model, found, pictures),
    )
    status = {"complete": statuses.FOUND, "none": statuses.NONE}
    return exit_status(run, status.get(found.status, statuses.LIMIT))


def _json(run: AnalysisRun, found: Candidates) -> dict[str, object]:
    answer: dict[str, object] = {"status": found.status, "candidates": {}, "open": {}}
    if run.model is not None:
        answer["candidates"] = _by_grid(run.model, found.values)
        answer["open"] = {run.model.variables[x].name: list(values) for x, values in found.open.items()}
        if found.many:
            answer["many"] = {run.model.variables[x].name: list(ends) for x, ends in found.many.items()}
    answer |= {"solutions": found.solutions, "nodes": found.nodes, "seconds": run.rounded_seconds}
    if run.interrupted:
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


def _lines(run: AnalysisRun, found: Candidates, call: AnalysisCall) -> list[str]:
    from puzzledsl.presentation.pencil import pencil_text
    from puzzledsl.presentation.terminal import can_draw

    color = style.wants_color(call.invocation.color, sys.stdout)
    unicode = can_draw(sys.stdout.encoding)
    lines: list[str] = []
    model = run.model
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
        parts = [_sentence(run, found, color), branches_text(found.nodes), seconds_text(run.seconds["total"])]
        lines.append((" · " if unicode else " | ").join(parts))
    return lines


def _variable_line(model: Model, x: int, found: Candidates) -> str:
    if x in found.many:
        low, high = found.many[x]
        return f"{model.variables[x].name}: too many to list, {low}..{high}"
    values = ", ".join(map(str, found.values[x]))
    still_open = ", ".join(map(str, found.open.get(x, ())))
    return f"{model.variables[x].name}: {values}" + (f"; perhaps {still_open}" if still_open else "")


def _sentence(run: AnalysisRun, found: Candidates, color: bool) -> str:
    if found.status == "none":
        return style.bad("none", color) + ": there is no solution"
    if found.status == "complete":
        count = sum(map(len, found.values.values()))
        what = "from the only solution" if found.solutions == 1 else f"from {found.solutions:,} solutions"
        return style.good("complete", color) + f": {count:,} candidates, {what}; every other value is impossible"
    if run.interrupted:
        why = "interrupted"
    else:
        listed = found.is_exhausted and not run.late
        why = "some cells have too many to list" if listed else "the time limit came first"
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
    return text + "; every other value is impossible"


def _draw(model: Model | None, found: Candidates, pictures: Pictures) -> None:
    if model is None:
        return
    from puzzledsl.analysis.scenes import candidates_scene

    pictures.write_scene(candidates_scene(model, found.values, found.open, found.many))
