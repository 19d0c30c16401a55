"""``puzzledsl candidates``: each value of each cell that occurs in some solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, AnalysisRun, analysis_options, branches_text, run_question
from puzzledsl.cli.picture_options import Pictures, picture_options
from puzzledsl.cli.shared_options import solver_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.analysis.candidates import Candidates, CandidateSearch
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model


@click.command("candidates", short_help="Show the true candidates: every value that occurs in a solution.")
@picture_options
@analysis_options
@solver_options
def command(*, file: str, call: AnalysisCall, pictures: Pictures) -> int:
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
    from puzzledsl.analysis.candidates import Candidates, CandidateSearch
    from puzzledsl.analysis.scenes import candidates_scene

    run, asked = run_question(file, call, CandidateSearch, _ask, "looking for candidates")
    found = asked[0].result() if asked else Candidates("partial", {}, {}, 0, 0)
    call.invocation.print_answer(
        lambda: _json(run, found),
        lambda: "\n".join(_lines(run, found)),
        pictures,
        lambda: None if run.model is None else candidates_scene(run.model, found.values, found.open, found.many),
    )
    status = {"complete": statuses.FOUND, "none": statuses.NONE}
    return run.exit_status(status.get(found.status, statuses.LIMIT))


def _ask(search: CandidateSearch, deadline: float | None, display: Display) -> None:
    nodes, so_far = 0, ""

    def on_branch() -> None:
        nonlocal nodes
        nodes += 1
        display.stage = f"looking for candidates{so_far}, {branches_text(nodes)}"

    def on_progress(found: int, still_open: int) -> None:
        nonlocal so_far
        so_far = f": {found:,} found, {still_open:,} open"

    search.run(deadline, on_progress, on_branch)


def _json(run: AnalysisRun, found: Candidates) -> dict[str, object]:
    answer: dict[str, object] = {"status": found.status, "candidates": {}, "open": {}}
    if run.model is not None:
        answer["candidates"] = _by_grid(run.model, found.values)
        answer["open"] = {run.model.variables[x].name: list(values) for x, values in found.open.items()}
        if found.many:
            answer["many"] = {run.model.variables[x].name: list(ends) for x, ends in found.many.items()}
    return answer | {"solutions": found.solutions, "nodes": found.nodes} | run.closing_json()


def _by_grid(model: Model, values: Mapping[int, tuple[int, ...]]) -> dict[str, object]:
    """A list for each cell, ``None`` where masked; variables by name in a model without a grid."""
    if not model.grids:
        return {model.variables[x].name: list(found) for x, found in values.items()}
    return {
        grid.name: [[None if x is None else list(values.get(x, ())) for x in row] for row in grid.numbers]
        for grid in model.grids
    }


def _lines(run: AnalysisRun, found: Candidates) -> list[str]:
    lines, model = run.title(), run.model
    if model is not None and found.status != "none":
        lines += run.screen.pencil_marks(model, found.values, found.open, found.many)
        if not model.grids:
            lines += [_variable_line(model, x, found) for x in found.values]
    if not run.quiet:
        lines.append(run.status_line(_sentence(run, found), branches_text(found.nodes)))
    return lines


def _variable_line(model: Model, x: int, found: Candidates) -> str:
    if x in found.many:
        low, high = found.many[x]
        return f"{model.variables[x].name}: too many to list, {low}..{high}"
    values = ", ".join(map(str, found.values[x]))
    still_open = ", ".join(map(str, found.open.get(x, ())))
    return f"{model.variables[x].name}: {values}" + (f"; perhaps {still_open}" if still_open else "")


def _sentence(run: AnalysisRun, found: Candidates) -> str:
    if found.status == "none":
        return run.screen.bad("none") + ": there is no solution"
    if found.status == "complete":
        count = sum(map(len, found.values.values()))
        what = "from the only solution" if found.solutions == 1 else f"from {found.solutions:,} solutions"
        return run.screen.good("complete") + f": {count:,} candidates, {what}; every other value is impossible"
    exhausted = found.is_exhausted and not run.late and not run.interrupted
    why = "some cells have too many to list" if exhausted else run.why
    text = (
        run.screen.uncertain("partial")
        + f" ({why}): {sum(map(len, found.values.values())):,} candidates from {found.solutions:,} solutions"
    )
    still_open = sum(map(len, found.open.values()))
    if still_open:
        text += f", {still_open:,} values open (behind ?)"
    if found.many:
        cells = "cell has" if len(found.many) == 1 else "cells have"
        text += f", {len(found.many):,} {cells} too many to list (from..to?)"
    return text + "; every other value is impossible"
