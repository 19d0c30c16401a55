"""``puzzledsl import``: a puzzle of another program as a model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.files import STANDARD, open_source, write_file
from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.options import option
from puzzledsl.cli.shared_options import color_option, json_option, quiet_option
from puzzledsl.diagnostics import Diagnostic, PuzzleError, failure
from puzzledsl.listing import listed
from puzzledsl.records import replace
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.formats import Imported

PROPAGATIONS = 20_000
"""Of an imported model, to see whether its clues contradict each other."""
MOST_VARIABLES = 500
"""Of a larger model the question would take longer than the import."""


@click.command("import", short_help="Turn a link or file of another program into a model.")
@click.argument("link", metavar="LINK|FILE")
@option("--output", "-o", type=click.Path(), default="-", metavar="FILE|DIR",
        help="The model to write, or the folder for many; - is standard output, the default.")  # fmt: skip
@option(
    "--format",
    "form",
    metavar="NAME",
    help="The format of the text, if it is not recognised: "
    "f-puzzles, sudokupad, sudokumaker, iss, penpa, puzzlink, tatham, 81.",
)
@option(
    "--genre",
    default="",
    metavar="NAME",
    help="The genre of the puzzle, if a link of Penpa+ does not say it: slither, Nurikabe, …",
)
@option(
    "--genres",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, value: _list_genres(ctx) if value else None,
    help="List the genres that are read, and exit.",
)
@json_option
@color_option
@quiet_option("Print no warnings.")
@click.pass_obj
def command(invocation: Invocation, *, link: str, output: str, form: str | None, genre: str) -> int:
    """Turn a link or file of another program into a model: a link to a puzzle of f-puzzles, SudokuPad, Sudoku Maker,
    the Interactive Sudoku Solver, Penpa+ or puzz.link, the text behind it, or the digits of a grid; - is standard
    input. Quote links, because the shell takes & and ? for its own. Nothing is fetched. What is in the link and not
    in the model is named in a warning and in a comment at the end of the model. Of a file with many puzzles, each
    becomes a model of its own in the folder that --output names, or with --json a line.

    \b
    Examples:
      puzzledsl import 'https://f-puzzles.com/?load=N4Ig...' -o killer.puz
      puzzledsl import collection.sdm -o puzzles/
      puzzledsl import 'https://swaroopg92.github.io/penpa-edit/#m=edit&p=...' --genre Nurikabe

    \b
    Exit status:
      0  imported, perhaps with warnings
      2  the text cannot be read, or the command is wrong
    """
    from puzzledsl.formats.collection import several, too_many

    # An id alone, such as `7x7:3a2b`, has the form of no link.
    is_id = (form is not None or link[:1].isdigit()) and ":" in link and not os.path.lexists(link)
    source = Source("<id>", link) if is_id else open_source(link)
    many = several(source.text)
    if not many:
        _import_one(invocation, source.text, output, form, genre)
        return statuses.FOUND
    if output == STANDARD and not invocation.json:
        raise too_many(len(many))
    names = [output] * len(many) if output == STANDARD else _names(output, source.name, len(many))
    found = []
    for one, name in zip(many, names, strict=True):
        try:
            _import_one(invocation, one.text, name, form, genre)
        except PuzzleError as error:
            first, *others = error.diagnostics
            invocation.complain([replace(first, message=f"line {one.number}: {first.message}"), *others])
            found.append(statuses.WRONG)
    return statuses.worst(found)


def _names(output: str, source: str, count: int) -> list[str]:
    """The files of the models of a collection.

    Raises:
        PuzzleError: the output is no folder, or a file is there already.
    """
    from puzzledsl.cli.files import is_folder, numbered_files
    from puzzledsl.generation.writing import file_stem

    if not is_folder(output):
        advice = ("name a folder, such as `puzzles/`",)
        raise failure(f"`{output}` is a file; {count:,} puzzles need a folder", helps=advice, code="call")
    return numbered_files(output, file_stem(os.path.splitext(source)[0]), count, "name another folder")


def _import_one(invocation: Invocation, text: str, output: str, form: str | None, genre: str) -> None:
    """Import one puzzle.

    Raises:
        PuzzleError: it cannot be read.
    """
    from puzzledsl.formats import import_text

    imported = import_text(text, form, genre)
    conflict = _conflict(imported)
    if invocation.json:
        names = ("format", "title", "model", "not_understood", "assumed")
        invocation.emit({name: getattr(imported, name) for name in names} | {"conflict": conflict or None})
        return
    no_solution = "the model has no solution, and a published puzzle should have one"
    for sentence in (
        *imported.assumed,
        *(f"not in the model: {sentence}" for sentence in imported.not_understood),
        *([f"{no_solution}: {conflict}"] if conflict else []),
    ):
        invocation.warn(Diagnostic(sentence, code="import"))
    write_file(output, imported.model)


def _conflict(imported: Imported) -> str:
    """What cannot hold together in a model; empty if a little propagation does not prove that.

    Rules of a genre are quoted in its words for solvers: its lines are not for the author of a puzzle to change.
    """
    from puzzledsl.analysis.quotes import sentences
    from puzzledsl.analysis.unsolvable import explain
    from puzzledsl.api import parse

    model = imported.elaborated or parse(imported.model, name="<import>", allow_clashes=True).elaborated
    if len(model.variables) > MOST_VARIABLES:
        return ""
    found = explain(model, work=PROPAGATIONS)
    if not found.conflicts:
        return ""
    elements = found.conflicts[0].elements
    rules = [element.origin.span for element in elements if element.origin.span.source.is_library]
    if not rules:
        return str(found.conflicts[0])
    own = [str(element) for element in elements if element.origin.span not in rules]
    told = sentences(model).items()
    quoted = [f"“{text}”" for span, text in told if span in rules and " ".join(span.text.split()) not in text]
    named = [*own, *(dict.fromkeys(quoted) or ["the rules of the genre"])]
    return f"{listed(named)} cannot {'all ' * (len(named) > 1)}hold with its clues"


def _list_genres(ctx: click.Context) -> None:
    from puzzledsl.formats import genres

    for name, title in genres().items():
        click.echo(f"{name:16} {title}")
    ctx.exit()
