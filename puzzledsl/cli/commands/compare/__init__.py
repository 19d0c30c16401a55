"""``puzzledsl compare``: encodings, solvers and presolve side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import PYOMO, SOLVERS, Assignment, ModelFile, Number, ParamType, no_such
from puzzledsl.cli.shared_options import (
    STRENGTHS,
    color_option,
    column_option,
    first_given,
    json_option,
    model_options_with,
    quiet_option,
)
from puzzledsl.cli.sharing import sharing_options


def _encodings() -> Iterable[str]:
    from puzzledsl.encodings import encodings

    return encodings()


class Names(ParamType):
    """Some of a set of names, with commas between them; all of them for ``all``.

    Names that begin with ``prefix``, if there is one, are accepted as well. They are judged later.
    """

    name = "names"

    def __init__(self, what: str, known: Callable[[], Iterable[str]], prefix: str | None = None) -> None:
        self.what = what
        self.known = known
        self.prefix = prefix

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The names, each once."""
        if isinstance(value, tuple):
            return value
        known = list(self.known())
        also = [] if self.prefix is None else [f"{self.prefix}NAME"]
        words = [word.strip() for word in str(value).split(",")]
        if words == ["all"]:
            return tuple(known)
        for word in words:
            if self.prefix is not None and word.startswith(self.prefix) and word != self.prefix:
                continue
            if word not in known:
                self.fail(no_such(self.what, word, known, *also), param, ctx)
        return tuple(dict.fromkeys(words))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG002
        """The last name of the list."""
        from click.shell_completion import CompletionItem

        before, comma, begun = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{name}") for name in self.known() if name.startswith(begun)]


_GIVENS = option("--givens", metavar="FILE", help="With one model: its puzzles, a line of givens each.")

_FROM_MEASURING = (
    "encodings", "solvers", "strengths", "rounds", "time_limit", "jobs", "cluster", "givens", "column", "sample",
    "highs", "settings", "include", "bounds", "safe",
)  # fmt: skip
"""Parameters that mean nothing where nothing is measured."""


def _each_once(ctx: click.Context, param: click.Parameter, lists: Sequence[Sequence[str]]) -> tuple[str, ...]:  # noqa: ARG001
    return tuple(dict.fromkeys(name for names in lists for name in names))


@click.command("compare", short_help="Compare encodings, solvers and presolve on puzzles.")
@click.argument("files", nargs=-1, type=ModelFile(), metavar="FILE...")
@option(
    "--encoding",
    "encodings",
    type=Names("encoding", _encodings),
    multiple=True,
    callback=_each_once,
    default=["binary,integer"],
    show_default="binary,integer",
    metavar="NAMES",
    help="Encodings. Separate values with commas or repeat the option; all selects every value.",
)
@option(
    "--solver",
    "solvers",
    type=Names("solver", lambda: SOLVERS, PYOMO),
    multiple=True,
    callback=_each_once,
    default=["highs,search"],
    show_default="highs,search",
    metavar="NAMES",
    help="Solvers: highs, search, auto, or pyomo:NAME for another solver that Pyomo finds. The search uses no "
    "encoding, so it runs once for all of them.",
)
@option(
    "--presolve",
    "strengths",
    type=Names("strength of presolve", lambda: STRENGTHS),
    multiple=True,
    callback=_each_once,
    default=["probe"],
    show_default="probe",
    metavar="NAMES",
    help="Strengths of presolve: none, bounds, domain, probe.",
)
@option(
    "--rounds",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of runs of each combination.",
)
@option(
    "--time-limit", type=Number(), default=10.0, show_default="10", metavar="SECONDS", help="Time limit for each run."
)
@sharing_options(
    "Parallel runs; 0: one per processor. Parallel runs slow each other down: use 1 to measure times, and more to find "
    "out what is solved at all."
)
@column_option("The column of --givens, if tabs or commas divide the lines.")
@option("--sample", type=click.IntRange(min=1), metavar="N", help="Take at most N puzzles, spread evenly over all.")
@option(
    "--option",
    "highs",
    type=Assignment(),
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of HiGHS by its own name. Repeatable.",
)
@model_options_with(_GIVENS)
@option("--details", is_flag=True, help="Also print a table of all puzzles.")
@option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=str),
    metavar="OUT",
    help="Draw the times as violins: a .svg, .png or .pdf file.",
)
@option(
    "--scale",
    type=click.Choice(["log", "linear"]),
    default="log",
    show_default=True,
    help="Scale of the time axis in the plot.",
)
@option(
    "--from",
    "saved",
    type=ModelFile(),
    metavar="FILE",
    help="Measure nothing; make the plot or table from saved --json output.",
)
@json_option
@quiet_option("Only the table: no progress, no warnings.")
@color_option
@click.pass_obj
def command(invocation: Invocation, /, **given: Any) -> int:
    """Solve the same puzzles with several combinations of encoding, solver and presolve, and compare them.

    FILE is a model, a folder (the .puz files in it), or a pattern in quotes. With one model, --givens reads a
    collection with one puzzle per line, as batch does.

    The table has one line per combination. It shows how many puzzles were solved (a proof that there is no solution
    counts), stopped by the limit, or failed. Then follow the median, the 90th percentile, the maximum and the total of
    the seconds (> if the limit stopped a run), the median columns and rows of the program that HiGHS gets, and the
    total nodes of the search trees. "presolve alone" counts puzzles that presolve solves by itself. Solver and encoding
    make no difference there, so the combinations share that run.

    Every answer is verified, and all answers to a puzzle must agree. Different verified grids mean that the puzzle is
    ambiguous, which is reported. Answers that cannot all be true are reported as a disagreement.

    The seconds run from the model's text to the verified answer: reading, elaborating, presolve, building the program,
    starting HiGHS, solving, verifying. Each run is a fresh copy of a process that has already loaded puzzledsl and
    Pyomo. The time to start Python and to load them is the same for all combinations and does not count.

    \b
    Examples:
      puzzledsl compare snake.puz
      puzzledsl compare models --presolve none,probe --details
      puzzledsl compare classic.puz --givens top95.txt --sample 20 --plot top95.svg
      puzzledsl compare models/*.puz --solver all --json > results.json
      puzzledsl compare --from results.json --plot results.png

    Ctrl-C ends the measurement; the finished runs are shown.

    \b
    Exit status:
      0    all runs ended, and their answers agree (some may have reached the limit)
      1    answers to the same puzzle disagree
      2    a model or the command is wrong, or a run failed
      130  interrupted (Ctrl-C); the finished runs are printed
    """
    from puzzledsl.cli.commands.compare.comparing import CompareCall, compare

    call = CompareCall(**given)
    if call.saved is not None:
        measured = first_given(*_FROM_MEASURING)
        if call.files or measured:
            what = "files of puzzles" if call.files else measured
            raise click.UsageError(f"leave out {what}: --from shows a saved comparison and measures nothing")
    elif not call.files:
        raise click.UsageError("no puzzles are named: name files or folders, or a saved comparison with --from")
    return compare(call, invocation)
