"""``puzzledsl steps``: the path that a person would take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, analysis_options, run_analysis
from puzzledsl.cli.options import option
from puzzledsl.cli.step_lines import step_lines
from puzzledsl.diagnostics import failure
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.cli.analysis_call import AnalysisRun
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model
    from puzzledsl.steps.solve_path import StepsPath


@click.command("steps", short_help="Solve a model step by step, as people do, each step with its reason.")
@analysis_options
@option("--hint", is_flag=True, help="Only the next step.")
@option("--try", "trying", is_flag=True, help="Where the steps stop, assume a value and refute it.")
@option("--until", metavar="CELL", help="Stop when this cell has its value: r3c4.")
@option("--max", "most", type=click.IntRange(min=1), metavar="N", help="Stop after so many steps.")
@option(
    "--pictures",
    type=click.Path(file_okay=False, path_type=str),
    metavar="DIR",
    help="Draw each step into this folder: 001.svg, 002.svg …; as html one page, steps.html.",
)
@option(
    "--picture-format",
    "form",
    default="svg",
    show_default=True,
    metavar="FORMAT",
    help="The format of --pictures: svg, png, pdf, html.",
)
def command(
    *,
    file: str,
    call: AnalysisCall,
    hint: bool,
    trying: bool,
    until: str | None,
    most: int | None,
    pictures: str | None,
    form: str,
) -> int:
    """Solve a model step by step, as people do. Each step is the easiest one available.

    Each step is one sentence that names its reason: a row, a region, or a clue with its line, and cells. A step places
    a value or removes candidates. The techniques for groups of different values are singles, pairs, triples, pointing,
    claiming, fish and wings. Any other clue is used by itself first, and then together with the groups of its cells;
    cages in houses also by the rule of 45. When a value is placed, all cells that must differ lose it at once.

    The path ends with the solution, or it is "stuck": no technique applies, and the remaining candidates are printed.
    With --try, the command then assumes single values and shows the steps to each contradiction. The hardest step
    determines the difficulty: easy, moderate, tricky, hard or very hard. A path that gets stuck is beyond the scale.

    \b
    Examples:
      puzzledsl steps snake.puz
      puzzledsl steps snake.puz --hint
      puzzledsl steps snake.puz --until r3c4
      puzzledsl steps classic.puz --givens 003020600900305001001806400...
      puzzledsl steps snake.puz --pictures pages --picture-format png

    With --json: {"status", "difficulty": {"level", "rating", "hardest"}, "techniques": {name: count}, "steps":
    [{"step", "technique", "rating", "level", "sentence", "placed", "removed", "clues": [{"clue", "sentence", "line"}],
    "cells"}], "grids", "variables", "candidates", "interrupted", "seconds"}. The status is solved, stuck, infeasible,
    reached (--until, --max, --hint), or unknown (the limit came first).

    \b
    Exit status:
      0    solved, or stopped as --hint, --until or --max says
      1    the steps end in a contradiction: there is no solution
      2    the model or the command is wrong
      3    stuck, or the time limit came first
      130  interrupted (Ctrl-C); the steps so far are printed
    """
    if hint and (until is not None or most is not None):
        raise click.UsageError("--hint shows one step; leave out --until and --max")
    from puzzledsl.steps.puzzle import cell_number
    from puzzledsl.steps.solve_path import follow

    if pictures is not None:
        _check_format(form)
    paths: list[StepsPath] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        last = None if until is None else cell_number(model, until)
        count = 0

        def tell(_: object) -> None:
            nonlocal count
            count += 1
            display.stage = f"step {count}"

        number = 1 if hint else most
        paths.append(follow(model, until=last, most=number, trying=trying, deadline=deadline, on_step=tell))

    run = run_analysis(file, call, work, "looking for steps")
    path = paths[0] if paths else None
    if path is not None and pictures is not None:
        _write_pictures(path, pictures, form)
    call.invocation.print_answer(lambda: _json(path, run), lambda: _text(path, run, hint), found=path)
    if path is None:
        return run.exit_status(statuses.LIMIT)
    if path.interrupted:
        return statuses.INTERRUPTED
    return {"solved": statuses.FOUND, "reached": statuses.FOUND, "infeasible": statuses.NONE}.get(
        path.status, statuses.LIMIT
    )


def _check_format(form: str) -> None:
    from puzzledsl.presentation.renderers import formats

    if form not in formats():
        raise failure(f"no kind of picture is called `{form}`", helps=(f"there are {', '.join(sorted(formats()))}",))


def _write_pictures(path: StepsPath, folder: str, form: str) -> None:
    from pathlib import Path as Place

    from puzzledsl.cli.files import write_file
    from puzzledsl.presentation.renderers import renderer
    from puzzledsl.steps.pictures import step_page, step_picture

    place = Place(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise failure(f"`{folder}` cannot be made: {error.strerror}", code="file") from None
    if form == "html":
        write_file(str(place / "steps.html"), step_page(path))
        return
    render = renderer(form).render
    for number in range(len(path.findings) + 1):
        write_file(str(place / f"{number + 1:03}.{form}"), render(step_picture(path, number), None, None))


def _json(path: StepsPath | None, run: AnalysisRun) -> dict[str, object]:
    from puzzledsl.steps.reporting import path_json

    found = {"status": "unknown", "steps": [], "interrupted": False} if path is None else path_json(path)
    return found | run.closing_json()


def _text(path: StepsPath | None, run: AnalysisRun, hint: bool) -> str:
    if path is None:
        return "interrupted" if run.interrupted else "unknown (the time limit came before the first step)"
    model, screen = path.puzzle.model, run.screen
    sections = [run.title(), step_lines(path, screen)]
    if path.values is not None and not hint:
        sections.append(screen.solution(model, path.values))
    elif path.status in ("stuck", "unknown"):
        left = path.candidates()
        sections.append([*screen.pencil_marks(model, left), *_left_of_variables(model, left)])
    if not run.quiet:
        sections.append([_status_line(path, run)])
    return "\n\n".join("\n".join(section) for section in sections if section)


def _left_of_variables(model: Model, candidates: Mapping[int, Sequence[int]]) -> list[str]:
    """A line for each variable that belongs to no grid: ``total = 12``, ``total in 3..9``."""
    from puzzledsl.domain import Domain

    lines = []
    for number, variable in enumerate(model.variables):
        values = candidates.get(number)
        if variable.grid is None and values:
            known = len(values) == 1
            lines.append(f"{variable.name} {f'= {values[0]}' if known else f'in {Domain.of(values)}'}")
    return lines


def _status_line(path: StepsPath, run: AnalysisRun) -> str:
    count = len(path.findings)
    steps = counted(count, "step")
    match path.status:
        case "solved":
            said = f"{run.screen.good('solved')} in {steps}"
        case "stuck":
            said = f"{run.screen.uncertain('stuck')} after {steps}: no technique applies"
        case "infeasible":
            said = f"{run.screen.bad('infeasible')}: {steps} to a contradiction"
        case "reached":
            said = steps
        case _:
            said = run.screen.uncertain("interrupted" if path.interrupted else "unknown (the time limit came first)")
            said += f" after {steps}"
    parts = [said]
    if path.difficulty is not None:
        parts.append(str(path.difficulty))
    if len(path.counts) > 1:
        parts.append(", ".join(f"{number} x {name}" for name, number in path.counts.items()))
    return run.status_line(*parts)
