"""``puzzledsl print``: sheets to print."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.files import STANDARD, check_place, write_file
from puzzledsl.cli.invocation import Invocation, each_file
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.options import flag, option
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import color_option, json_option, model_options, quiet_option, time_limit_option
from puzzledsl.cli.sheet_options import sheet_options
from puzzledsl.diagnostics import failure
from puzzledsl.listing import counted
from puzzledsl.presentation.screen import seconds_text
from puzzledsl.time_limit import moment_in, seconds_left
from puzzledsl.timing import TimeIsUp, watched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Model
    from puzzledsl.sheets.entry import Entry
    from puzzledsl.sheets.printing import Layout, Sheets


@click.command("print", short_help="Print puzzles on sheets of paper, as PDF.")
@click.argument("files", nargs=-1, required=True, type=ModelFile(), metavar="FILE...")
@option(
    "--pdf",
    type=click.Path(dir_okay=False),
    required=True,
    metavar="FILE",
    help="The PDF file to write; - is standard output.",
)
@sheet_options
@flag("--no-difficulty", note="Do not rate the puzzles, which takes time for large ones.")
@flag("--sort", note="Print the easiest puzzle first. The default is the order of the files.")
@time_limit_option("Time limit for each puzzle, to read, rate and solve it.")
@model_options
@json_option
@quiet_option("Print nothing but mistakes.")
@color_option
@click.pass_obj
def command(
    invocation: Invocation,
    *,
    files: tuple[str, ...],
    pdf: str,
    layout: Layout,
    no_difficulty: bool,
    sort: bool,
    time_limit: float | None,
    options: ModelOptions,
) -> int:
    """Print puzzles on sheets of paper: a PDF file with their grids, titles, authors, rules and difficulty.

    FILE is a model or a link; - reads one from standard input. The grids are vector graphics, and the fonts are
    embedded. Rules that are too long for the room above a grid are printed smaller.

    The rules are sentences for solvers. Of a rule of your own it is the comment above it, or a line `# solvers: ...`.

    The difficulty is that of `puzzledsl steps`. It is left out if a puzzle has several solutions, an objective
    or real variables.

    --solutions prints small solutions on the last pages, with the numbers of their puzzles. A remark says if a solution
    is not the only one, or not known to be.

    \b
    Examples:
      puzzledsl print killer.puz --pdf killer.pdf
      puzzledsl print models/*.puz --pdf sheets.pdf --per-page 4 --solutions
      puzzledsl print easy.puz hard.puz --pdf - --paper letter --sort | lp
      puzzledsl print 'https://f-puzzles.com/?load=N4Ig...' --pdf sheet.pdf

    With --json the answer is {"pdf", "pages", "puzzles": [{"file", "title", "solutions", "difficulty"}]}. "solutions"
    is unique, several, optimal, feasible, unknown, or null if they were not looked for.

    \b
    Exit status:
      0    printed
      1    a puzzle has no solution; nothing was written
      2    a model or the command is wrong; nothing was written
      3    the time limit came before a model was read, or with --solutions before a solution; nothing was written
      130  interrupted (Ctrl-C); nothing was written
    """
    from puzzledsl.cli.progress import Display
    from puzzledsl.sheets.printing import ease, sheets

    refuse_two_readers(files, options)
    _refuse_place(pdf, [*files, *filter(None, [options.givens])], invocation)
    solutions = layout.solutions
    models: list[tuple[Model, float | None]] = []
    status = each_file(invocation, files, lambda name, _: _read(name, options, invocation, time_limit, models))
    if status != statuses.FOUND:
        return status
    found: list[tuple[str, Entry]] = []
    with Display(not invocation.quiet, invocation.color) as display:
        for name, (model, left) in zip(files, models, strict=True):
            display.stage = f"looking at puzzle {len(found) + 1} of {len(files)}"
            found.append((name, _entry(model, not no_difficulty, solutions, left)))
        refused = [one for name, entry in found if (one := entry.refusal(solutions, name))]
        if refused:
            invocation.complain(refused)
            return statuses.NONE if any(one.code == "infeasible" for one in refused) else statuses.LIMIT
        display.stage = "printing"
        if sort:
            found.sort(key=lambda one: ease(one[1]))
        printed = sheets([entry for _, entry in found], layout)
    write_file(pdf, printed.pdf)
    _report(found, printed, pdf, invocation)
    return statuses.FOUND


def _refuse_place(name: str, inputs: Sequence[str], invocation: Invocation) -> None:
    """Refuse a place that cannot take the sheets.

    Raises:
        PuzzleError: it is a file that is read, or would be mixed with JSON, or cannot be written.
    """
    if name != STANDARD:
        check_place(name, inputs)
    elif invocation.json or sys.stdout.isatty():
        raise failure("standard output cannot take the sheets here; name a file: `--pdf sheets.pdf`", code="call")


def _read(
    name: str,
    options: ModelOptions,
    invocation: Invocation,
    limit: float | None,
    models: list[tuple[Model, float | None]],
) -> int:
    """Read a model, and add it to the others, with the seconds that are left for it."""
    end = moment_in(limit) if models or limit is None else invocation.started + limit
    with watched(end):
        model, _ = load(name, options)
        models.append((model, seconds_left()))
    invocation.warn_of_all(model.warnings)
    return statuses.FOUND


def _entry(model: Model, difficulty: bool, solution: bool, seconds: float | None) -> Entry:
    from puzzledsl.sheets.entry import Entry, prepared

    try:
        with watched(moment_in(seconds)):
            return prepared(model, difficulty=difficulty, solution=solution)
    except TimeIsUp:
        return Entry(model, "unknown")


def _report(found: Sequence[tuple[str, Entry]], printed: Sheets, place: str, invocation: Invocation) -> None:
    """Report what was printed, and what is not as it should be."""
    from puzzledsl.steps.reporting import difficulty_json

    if invocation.json:
        puzzles = [
            {
                "file": name,
                "title": entry.model.title,
                "solutions": entry.status or None,
                "difficulty": difficulty_json(entry.difficulty),
            }
            for name, entry in found
        ]
        invocation.emit({"pdf": place, "pages": printed.pages, "puzzles": puzzles})
        return
    remarks = {
        "several": "`{0}` has several solutions; `puzzledsl unique {0}` shows two of them",
        "unknown": "the time limit was reached before `{0}` was rated and solved",
    }
    for name, entry in found:
        if entry.status in remarks:
            invocation.warn(remarks[entry.status].format(name))
    if not invocation.quiet:
        where, stream = ("", sys.stderr) if place == STANDARD else (f"{place}: ", sys.stdout)
        seconds = seconds_text(time.monotonic() - invocation.started)
        print(f"{where}{counted(len(found), 'puzzle')} on {counted(printed.pages, 'page')} · {seconds}", file=stream)
