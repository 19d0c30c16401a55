"""``puzzledsl model``: the integer program of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.files import STANDARD, check_place, write_file
from puzzledsl.cli.options import flag, number_option, option, output_option
from puzzledsl.cli.shared_options import STRENGTHS, encodings_option, first_given, presolve_options
from puzzledsl.diagnostics import Diagnostic

if TYPE_CHECKING:
    from puzzledsl.cli.invocation import Invocation


class Describing(Analysis):
    """How large the programs are."""

    question = "inspection.description.describe"
    stage = "writing the programs"
    objective = True


class ListingRows(Describing):
    """Rows in words."""

    question = "inspection.row_listing.list_rows"


class Writing(Analysis):
    """One call of ``puzzledsl model --to``."""

    stage = "writing the program"
    objective = True
    form: str
    output: str
    presolve: str

    def ask(self) -> str:
        """Write the program as text."""
        from puzzledsl.answer import Options
        from puzzledsl.export import export
        from puzzledsl.export.pyomo import script
        from puzzledsl.solve import encoded_model

        if self.form == "pyomo":
            return script(self.model, self.encoding or "binary")
        encoded = encoded_model(self.model, Options(self.encoding or "binary", presolve=self.presolve))
        return export(encoded, self.form, self.model.title)

    def show(self, found: str | None) -> None:
        """Write the file."""
        if found is None:
            self.invocation.complain([Diagnostic(self.why, code="late")])
        else:
            write_file(self.output, found)


def _run(
    invocation: Invocation,
    *,
    form: str | None,
    output: str,
    line: int | None,
    clue: str | None,
    presolve: str | None,
    **given: Any,
) -> int:
    """Describe the integer program of a model, show its rows, or write it for another program. Without options the
    command counts columns, rows and nonzeros by kind of clue, for all encodings side by side, as written and after
    presolve. With --rows, --line or --clue it shows the rows, each with a sentence. With --to it writes the program of
    one encoding; the names say what they stand for: x_r3_c4_7 is "row 3, column 4 holds 7".

    \b
    Examples:
      puzzledsl model snake.puz --clue cage --no-presolve
      puzzledsl model snake.puz --to lp --output snake.lp

    \b
    Exit status:
      0    described, or written
      2    the model or the command is wrong; with --to also: presolve proves that there is no solution
      3    the time limit was reached
      130  interrupted (Ctrl-C)
    """
    shows_rows = first_given("all_rows", "line", "clue")
    del given["all_rows"]
    if form is not None:
        if shows_rows:
            raise click.UsageError("--rows, --line and --clue show the program; they do not go with --to")
        if invocation.json:
            raise click.UsageError("--json describes a model; it does not go with --to")
        from puzzledsl.export import check

        check(form)
        if form == "pyomo" and presolve not in (None, "none"):
            raise click.UsageError("--to pyomo writes the model as it is stated; --presolve does not go with it")
        if output != STANDARD:
            check_place(output, [given["file"]])
        return Writing(invocation, form=form, output=output, presolve=presolve or STRENGTHS[0], **given).run()
    if output != STANDARD:
        raise click.UsageError("--output needs --to: lp, mps, opb or pyomo")
    own: dict[str, Any] = {"line": line, "clue": clue} if shows_rows else {}
    kind = ListingRows if shows_rows else Describing
    return kind(invocation, presolve=presolve or STRENGTHS[-1], **own, **given).run()


command = analysis_command(
    _run,
    "model",
    "Describe the integer program of a model, or write it to a file.",
    option(
        "--to",
        "form",
        metavar="FORMAT",
        help="Write the program: lp, mps (always minimizes; a maximum has its signs changed), opb (the same, in 0-1 "
        "columns), or pyomo (a script).",
    ),
    output_option("With --to: the file to write; - is standard output, the default."),
    flag("--rows", "all_rows", note="Show every row, with a sentence that explains it."),
    number_option("--line", note="Show the rows of the clues on this line."),
    option(
        "--clue",
        metavar="WHAT",
        help="Show the rows of these clues: a kind (cage), a cell (r3c4), givens, houses, a pattern for a clue's "
        "sentence ('cage 1?*'); or values, the rows that link the columns of a cell.",
    ),
    encodings_option,
    presolve_options("Default: probe for a description, none with --to."),
)
