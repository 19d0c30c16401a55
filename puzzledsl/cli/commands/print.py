"""``puzzledsl print``: sheets to print."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.files import STANDARD, check_place, write_file
from puzzledsl.cli.invocation import Invocation, print_json
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import color_option, json_option, model_options, quiet_option, time_limit_option
from puzzledsl.cli.sheet_options import SheetOptions, sheet_options
from puzzledsl.cli.timing import TimeIsUp, watched
from puzzledsl.diagnostics import Diagnostic, PuzzleError, failure
from puzzledsl.listing import counted
from puzzledsl.time_limit import OutOfTime, deadline_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Model
    from puzzledsl.sheets.entry import Entry
    from puzzledsl.sheets.printing import Sheets


@click.command("print", short_help="Print puzzles on sheets of paper, as PDF.")
@click.argument("files", nargs=-1, required=True, type=ModelFile(), metavar="FILE...")
@sheet_options(required=True, per_page=1)
@option("--solutions", is_flag=True, help="Solve the puzzles, and print the solutions on the last pages.")
@option("--no-difficulty", is_flag=True, help="Do not rate the puzzles, which takes time for large ones.")
@option("--sort", is_flag=True, help="Print the easiest puzzle first. The default is the order of the files.")
@time_limit_option("Time limit for each puzzle, to rate and solve it.")
@model_options
@json_option
@quiet_option("Print nothing but mistakes.")
@color_option
@click.pass_obj
def command(invocation: Invocation, /, *, files: tuple[str, ...], no_difficulty: bool, **given: Any) -> int:
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
      3    --solutions: the time limit was reached before a solution; nothing was written
      130  interrupted (Ctrl-C); nothing was written
    """
    return print_files(files, PrintCall(invocation, difficulty=not no_difficulty, **given))


@dataclass(frozen=True)
class PrintCall:
    """The options of one call."""

    invocation: Invocation
    sheet: SheetOptions
    solutions: bool
    difficulty: bool
    sort: bool
    time_limit: float | None
    options: ModelOptions


@dataclass(frozen=True)
class Named:
    """A puzzle with the file that it was read from."""

    file: str
    entry: Entry


def print_files(files: Sequence[str], call: PrintCall) -> int:
    """Print models. Returns the exit status.

    Raises:
        PuzzleError: a model or the call is wrong, or the file cannot be written.
    """
    from puzzledsl.cli.progress import Display
    from puzzledsl.sheets.printing import ease, sheets

    refuse_two_readers(files, call.options)
    _refuse_place(files, call)
    layout = call.sheet.layout(call.solutions)
    found: list[Named] = []
    with Display(not call.invocation.quiet, call.invocation.color) as display:
        models = _models(files, call)
        for file, model in zip(files, models, strict=True):
            display.stage = f"looking at puzzle {len(found) + 1} of {len(files)}"
            found.append(Named(file, _entry(model, call)))
        status = _refused(found, call)
        if status is not None:
            return status
        display.stage = "printing"
        if call.sort:
            found.sort(key=lambda one: ease(one.entry))
        printed = sheets([one.entry for one in found], layout)
    name = call.sheet.pdf
    assert name is not None
    write_file(name, printed.pdf)
    _report(found, printed, call)
    return statuses.FOUND


def _refuse_place(files: Sequence[str], call: PrintCall) -> None:
    """Refuse a place that cannot take the sheets.

    Raises:
        PuzzleError: it is a file that is read, or would be mixed with JSON, or cannot be written.
    """
    name = call.sheet.pdf
    assert name is not None
    if name == STANDARD:
        if call.invocation.json:
            raise failure("standard output cannot take both the sheets and JSON", code="call")
        if sys.stdout.isatty():
            raise failure("the sheets are no text for a terminal; name a file: `--pdf sheets.pdf`", code="call")
        return
    givens = call.options.givens
    check_place(name, [*files, *([] if givens is None else [givens])])


def _models(files: Sequence[str], call: PrintCall) -> list[Model]:
    """All models.

    Raises:
        PuzzleError: with the mistakes of all files.
    """
    models: list[Model] = []
    mistakes: list[Diagnostic] = []
    for file in files:
        try:
            model, _ = load(file, call.options)
        except PuzzleError as error:
            mistakes += error.diagnostics
            continue
        models.append(model)
        call.invocation.warn_of_all(model.warnings)
    if mistakes:
        raise PuzzleError(mistakes)
    return models


def _entry(model: Model, call: PrintCall) -> Entry:
    from puzzledsl.sheets.entry import Entry, prepared

    deadline = deadline_in(call.time_limit)
    try:
        with watched(deadline):
            return prepared(model, difficulty=call.difficulty, solution=call.solutions, deadline=deadline)
    except (TimeIsUp, OutOfTime):
        return Entry(model, "unknown")


def _refused(found: Sequence[Named], call: PrintCall) -> int | None:
    """The exit status, where a puzzle without a solution keeps the sheets from being printed; that has been said."""
    mistakes: list[Diagnostic] = []
    status = statuses.NONE
    for one in found:
        if one.entry.status == "none":
            help_text = f"`puzzledsl explain {one.file}` says why"
            mistakes.append(Diagnostic(f"`{one.file}` has no solution", helps=(help_text,), code="infeasible"))
    if not mistakes and call.solutions:
        status = statuses.LIMIT
        late = [one.file for one in found if one.entry.values is None]
        mistakes += [Diagnostic(f"the time limit came before a solution of `{file}`", code="late") for file in late]
    if not mistakes:
        return None
    call.invocation.complain(mistakes)
    return status


def _report(found: Sequence[Named], printed: Sheets, call: PrintCall) -> None:
    """Say what was printed, and what of it is not as it should be."""
    if call.invocation.json:
        print_json({"pdf": call.sheet.pdf, "pages": printed.pages, "puzzles": list(map(_json, found))})
        return
    if call.invocation.quiet:
        return
    for one in found:
        if one.entry.status == "several":
            message = f"`{one.file}` has several solutions"
            helps = (f"`puzzledsl unique {one.file}` shows two of them",)
            call.invocation.warn(Diagnostic(message, helps=helps, code="several"))
        elif one.entry.status == "unknown":
            message = f"the time limit was reached before `{one.file}` was rated and solved"
            call.invocation.warn(Diagnostic(message, code="late"))
    seconds = time.monotonic() - call.invocation.started
    where = "" if call.sheet.pdf == STANDARD else f"{call.sheet.pdf}: "
    said = f"{where}{counted(len(found), 'puzzle')} on {counted(printed.pages, 'page')} · {seconds:.1f} s"
    print(said, file=sys.stderr if call.sheet.pdf == STANDARD else sys.stdout)


def _json(one: Named) -> dict[str, object]:
    from puzzledsl.steps.reporting import difficulty_json

    entry = one.entry
    return {
        "file": one.file,
        "title": entry.model.title,
        "solutions": entry.status or None,
        "difficulty": difficulty_json(entry.difficulty),
    }
