"""What ``puzzledsl generate`` does: puzzles out, as they are finished."""

from __future__ import annotations

import os
import sys
import time
from math import inf
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.commands.generate.destinations import LINES, Destination, destination
from puzzledsl.cli.files import STANDARD
from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.model_file import load
from puzzledsl.diagnostics import failure, shown
from puzzledsl.generation.generated import Generated, Missing
from puzzledsl.generation.making import NEEDS_NOTHING, Maker, extent, maker_of, maker_of_genre
from puzzledsl.listing import counted
from puzzledsl.portfolio.workers import local_workers
from puzzledsl.presentation.screen import seconds_text
from puzzledsl.records import record
from puzzledsl.timing import watched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.cli.model_file import ModelOptions
    from puzzledsl.generation.recipe import Recipe


@record
class GenerateCall:
    """The options of one call.

    Attributes:
        output: a folder, a file, or ``-`` for standard output.
        kind: a genre, instead of a model.
        size: rows and columns of its grid.
    """

    recipe: Recipe
    kind: str
    size: tuple[int, int]
    invocation: Invocation
    count: int
    jobs: int
    output: str
    options: ModelOptions


def run_generate(name: str, call: GenerateCall) -> int:
    """Make all puzzles; return the exit status.

    Raises:
        PuzzleError: the model or the call is wrong.
    """
    if call.kind:
        maker: Maker = maker_of_genre(call.kind, call.size, call.recipe)
    else:
        maker = _maker(name, call)
    write = _writer(maker, call)
    verdict = maker.alone()
    if verdict not in NEEDS_NOTHING:
        return _make(maker, call, write)
    status = statuses.NONE if verdict == "none" else statuses.FOUND
    message = NEEDS_NOTHING[verdict]
    if call.invocation.json:
        call.invocation.emit({"status": "infeasible" if status else "unique without givens", "message": message})
    else:
        print(message, file=sys.stderr if status else sys.stdout)
    return status


def _maker(name: str, call: GenerateCall) -> Maker:
    """What makes puzzles of the model in a file."""
    limit, started = call.recipe.time_limit, call.invocation.started
    with watched(inf if limit is None else started + limit):
        model, _ = load(name, call.options)
    for warning in shown(model.warnings, "warning"):
        call.invocation.warn(warning)
    return maker_of(model, call.recipe, call.options.rereading(), time.monotonic() - started)


def _writer(maker: Maker, call: GenerateCall) -> Destination | None:
    """What writes puzzles; ``None``: standard output.

    Raises:
        PuzzleError: the output does not fit what is requested.
    """
    kept = "cages" if call.recipe.cages else "clues" if call.recipe.clues else ""
    if call.output != STANDARD:
        return destination(maker.source, call.output, call.count, call.recipe.seed, kept)
    if call.count > 1 and not call.invocation.json:
        by_line = "`--json` writes" if kept else f"`--output FILE{LINES}` and `--json` write"
        helps = (f"`--output FOLDER` writes one file each; {by_line} one line each",)
        raise failure(f"{call.count} puzzles need files of their own", helps=helps, code="call")
    return None


def _make(maker: Maker, call: GenerateCall, write: Destination | None) -> int:
    from puzzledsl.cli.progress import RateDisplay

    began, quiet = time.monotonic(), call.invocation.quiet
    made: list[Generated] = []
    found = [statuses.FOUND]
    display = RateDisplay(not quiet and (write is not None or not sys.stdout.isatty()), call.invocation.color)
    display.stage, display.total = "making", call.count
    try:
        jobs = min(call.jobs or os.cpu_count() or 1, call.count)
        with local_workers(maker, jobs) as pool, display:
            for one in pool.results(range(1, call.count + 1)):
                if isinstance(one, Missing):
                    found.append(_missed(one, call))
                else:
                    made.append(one)
                    _take(one, call, write)
                display.count += 1
    except KeyboardInterrupt:
        found.append(statuses.INTERRUPTED)
    status = statuses.worst(found)
    if not quiet and (call.count > 1 or status == statuses.INTERRUPTED):
        begun = "interrupted: " if status == statuses.INTERRUPTED else ""
        seconds = seconds_text(time.monotonic() - began)
        print(f"{begun}{_sizes(made)} · {seconds} · seed {call.recipe.seed}", file=sys.stderr, flush=True)
    return status


def _missed(one: Missing, call: GenerateCall) -> int:
    """Name the reason why there is no puzzle; return the exit status."""
    tried = {"tried": sum(one.tried.values()), "difficulties": dict(one.tried)} if one.tried else {}
    call.invocation.complain(one.diagnostics, puzzle=one.number, status=one.status, **tried)
    return statuses.WRONG if one.status == "lost" else statuses.LIMIT


def _take(one: Generated, call: GenerateCall, write: Destination | None) -> None:
    """Write a puzzle."""
    place = None if write is None else write(one)
    remark = _remark(call.recipe, one)
    if call.invocation.json:
        call.invocation.emit(one.as_json() | {"file": place})
    elif place is None:
        sys.stdout.write(one.text)
    elif place != call.output and not call.invocation.quiet:
        print(f"{place}  {remark}")
    sys.stdout.flush()
    if call.count == 1 and not call.invocation.quiet and not call.invocation.json and place in (None, call.output):
        print(f"{remark} · seed {one.seed}", file=sys.stderr, flush=True)


def _sizes(made: Sequence[Generated]) -> str:
    """How many puzzles, and how many givens, cages, clues or regions they have."""
    sizes = sorted({one.added[0] for one in made})
    ends = " to ".join(map(str, dict.fromkeys(sizes[:1] + sizes[-1:])))
    return counted(len(made), "puzzle") + (f" with {ends} {made[0].added[1]}s" if made else "")


def _remark(recipe: Recipe, generated: Generated) -> str:
    """How many givens a puzzle has, and whether these are as few as they should be."""
    text = extent(recipe, generated.added, generated.minimal, recipe.givens)
    return text if generated.difficulty is None else f"{text}; {generated.difficulty}"
