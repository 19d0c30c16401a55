"""``puzzledsl import``: a puzzle of another program as a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli.files import open_source, write_file
from puzzledsl.cli.invocation import Invocation, print_json
from puzzledsl.cli.options import option, output_option
from puzzledsl.cli.shared_options import color_option, json_option, quiet_option
from puzzledsl.diagnostics import Diagnostic
from puzzledsl.listing import listed

if TYPE_CHECKING:
    from puzzledsl.formats import Imported

PROPAGATIONS = 20_000
"""Of an imported model, to see whether its clues contradict each other."""
MOST_VARIABLES = 500
"""Of a larger model the question would take longer than the import."""


@click.command("import", short_help="Turn a link or file of another program into a model.")
@click.argument("link", metavar="LINK|FILE")
@output_option("The model to write; - is standard output, the default.")
@option(
    "--format",
    "form",
    metavar="NAME",
    help="The format of the text, if it is not recognised: "
    "f-puzzles, sudokupad, sudokumaker, iss, penpa, puzzlink, 81.",
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
    in the model is named in a warning and in a comment at the end of the model.

    \b
    Examples:
      puzzledsl import 'https://f-puzzles.com/?load=N4Ig...' -o killer.puz
      puzzledsl import 'https://swaroopg92.github.io/penpa-edit/#m=edit&p=...' --genre Nurikabe

    \b
    Exit status:
      0  imported, perhaps with warnings
      2  the text cannot be read, or the command is wrong
    """
    from puzzledsl.formats import import_text

    imported = import_text(open_source(link).text, form, genre)
    conflict = _conflict(imported)
    if invocation.json:
        names = ("format", "title", "model", "not_understood", "assumed")
        print_json({name: getattr(imported, name) for name in names} | {"conflict": conflict or None})
        return 0
    no_solution = "the model has no solution, and a published puzzle should have one"
    for sentence in (
        *imported.assumed,
        *(f"not in the model: {sentence}" for sentence in imported.not_understood),
        *([f"{no_solution}: {conflict}"] if conflict else []),
    ):
        invocation.warn(Diagnostic(sentence, code="import"))
    write_file(output, imported.model)
    return 0


def _conflict(imported: Imported) -> str:
    """What cannot hold together in a model; empty if a little propagation does not prove that.

    Rules of a genre are quoted in its words for solvers: its lines are not for the author of a puzzle to change.
    """
    from puzzledsl.analysis.unsolvable import explain
    from puzzledsl.api import parse
    from puzzledsl.steps.words import sentences

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
