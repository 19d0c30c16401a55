"""``puzzledsl export``: a model as a link of another program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, analysis_options, branches_text, run_analysis
from puzzledsl.cli.files import STANDARD, check_place, write_file
from puzzledsl.cli.invocation import print_json
from puzzledsl.cli.options import option
from puzzledsl.diagnostics import Diagnostic, PuzzleError

if TYPE_CHECKING:
    from puzzledsl.analysis.uniqueness import Uniqueness
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model


@click.command("export", short_help="Turn a model into a link of another program.")
@option(
    "--to",
    required=True,
    metavar="NAME",
    help="The program or site: f-puzzles, sudokupad, iss, penpa, puzzlink, or 81 (one character per cell).",
)
@option("--solution", is_flag=True, help="Solve the puzzle and send the solution along. It must be the only one.")
@option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    default=STANDARD,
    metavar="FILE",
    help="Where to write the link; - is standard output, the default.",
)
@analysis_options
def command(*, file: str, call: AnalysisCall, to: str, solution: bool, output: str) -> int:
    """Turn a model into a link that opens in another program, with its clues drawn as that program draws them.

    FILE is a model, or a link; - reads one from standard input. Each clue that the program cannot say is left out and
    named in a warning, so the link never means anything else than the model. A model of which the program can
    say nothing, such as one without a grid, is refused.

    \b
    Examples:
      puzzledsl export killer.puz --to sudokupad
      puzzledsl export killer.puz --to f-puzzles --solution -o link.txt
      puzzledsl export 'https://f-puzzles.com/?load=N4Ig...' --to iss
      puzzledsl export classic.puz --givens 003020600900305... --to 81

    With --json the answer is {"format", "link", "left_out": [...]}, or {"error", "diagnostics"}.

    \b
    Exit status:
      0    exported, perhaps with warnings
      1    --solution: proven to have no solution, or several
      2    the model cannot be written for this program, or the model or the command is wrong
      3    the time limit was reached
      130  interrupted (Ctrl-C)
    """
    from puzzledsl.formats import export_model

    if output != STANDARD:
        check_place(output, [file])
    tests: list[Uniqueness] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        export_model(model, to)  # before it is solved: it may be refused
        if solution:
            tests.append(_solved(model, call, deadline, display))

    run = run_analysis(file, call, work, "solving", objective=not solution)
    if run.interrupted:
        return statuses.INTERRUPTED
    if run.late or run.model is None:
        call.invocation.complain([Diagnostic("the time limit came first", code="late")])
        return statuses.LIMIT
    values = ""
    if solution:
        from puzzledsl.analysis.sole_solution import sole_solution

        try:
            values = sole_solution(run.model, tests[0])
        except PuzzleError as error:
            call.invocation.complain(error.diagnostics)
            return statuses.LIMIT if tests[0].status == "unknown" else statuses.NONE
    link = export_model(run.model, to, values)
    if not call.invocation.json:
        for sentence in link.left_out:
            call.invocation.warn(Diagnostic(f"not in the link: {sentence}", code="export"), even_if_quiet=True)
    if not call.invocation.json or output != STANDARD:
        write_file(output, f"{link.text}\n")
    if call.invocation.json:
        print_json({"format": link.format, "link": link.text, "left_out": list(link.left_out)})
    return statuses.FOUND


def _solved(model: Model, call: AnalysisCall, deadline: float | None, display: Display) -> Uniqueness:
    from puzzledsl.analysis.uniqueness import UniquenessTest

    nodes = 0

    def on_branch() -> None:
        nonlocal nodes
        nodes += 1
        display.stage = f"solving, {branches_text(nodes)}"

    with call.session(model) as session:
        return UniquenessTest(session).run(deadline, on_branch)
