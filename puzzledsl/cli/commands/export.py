"""``puzzledsl export``: a model as a link of another program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis, analysis_command
from puzzledsl.cli.files import STANDARD, check_place, write_file
from puzzledsl.cli.options import flag, option, output_option
from puzzledsl.diagnostics import Diagnostic, PuzzleError, failure

if TYPE_CHECKING:
    from puzzledsl.formats import Link


class Exporting(Analysis):
    """Turn a model into a link that opens in another program, with its clues drawn as that program draws them. Each
    clue that the program cannot express is left out and named in a warning, so the link never means anything else than
    the model. With --json the answer is {"format", "link", "left_out": [...]}.

    \b
    Examples:
      puzzledsl export killer.puz --to sudokupad
      puzzledsl export killer.puz --to f-puzzles --solution -o link.txt

    \b
    Exit status:
      0    exported, perhaps with warnings
      1    --solution: proven to have no solution, or several
      2    the model cannot be written for this program, or the model or the command is wrong
      3    the time limit was reached
      130  interrupted (Ctrl-C)
    """

    to: str
    send_solution: bool
    output: str
    failed = statuses.WRONG

    def run(self) -> int:
        """Write the link; a refusal may be the answer of --solution."""
        try:
            return super().run()
        except PuzzleError as error:
            self.invocation.complain(error.diagnostics)
            return self.failed

    def check(self) -> None:
        """Refuse a file that cannot be written, and a format of `puzzledsl model`."""
        from puzzledsl.export import formats as of_programs

        if self.to in of_programs():
            helps = (f"`puzzledsl model {self.file} --to {self.to}` writes it",)
            raise failure(f"`{self.to}` is for integer programs, and not a link", helps=helps, code="unknown-format")
        self.objective = not self.send_solution
        if self.output != STANDARD:
            check_place(self.output, [self.file])

    def ask(self) -> Link:
        """Write the link, with the solution if it is to be sent along."""
        from puzzledsl.analysis.uniqueness import sole_solution, unique
        from puzzledsl.formats import export_model

        link = export_model(self.model, self.to)  # before it is solved: it may be refused
        if not self.send_solution:
            return link
        found = unique(self.model, self.asking())
        self.failed = statuses.LIMIT if found.status == "unknown" else statuses.NONE
        return export_model(self.model, self.to, sole_solution(found))

    def show(self, found: Link | None) -> None:
        """Write the link, and name what is not in it."""
        invocation = self.invocation
        if found is None:
            invocation.complain([Diagnostic(self.why, code="late")])
            return
        if invocation.json:
            invocation.emit({"format": found.format, "link": found.text, "left_out": list(found.left_out)})
        for sentence in () if invocation.json else found.left_out:
            invocation.warn(Diagnostic(f"not in the link: {sentence}", code="export"), even_if_quiet=True)
        if not invocation.json or self.output != STANDARD:
            write_file(self.output, f"{found.text}\n")


command = analysis_command(
    Exporting,
    "export",
    "Turn a model into a link of another program.",
    option(
        "--to",
        required=True,
        metavar="NAME",
        help="The program or site: f-puzzles, sudokupad, iss, penpa, puzzlink, or 81 (one character per cell).",
    ),
    flag(
        "--solution",
        "send_solution",
        note="Solve the puzzle and send the solution along. It must be the only one.",
    ),
    output_option("Where to write the link; - is standard output, the default."),
)
