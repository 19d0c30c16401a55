"""What ``puzzledsl generate`` does: puzzles out, as they are finished."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.commands.generate.destinations import destination, refuse_existing
from puzzledsl.cli.files import STANDARD, check_place, write_file
from puzzledsl.cli.invocation import Invocation, error_json, print_json
from puzzledsl.cli.model_file import load
from puzzledsl.cli.sheet_options import SheetOptions
from puzzledsl.diagnostics import failure, shown
from puzzledsl.generation.generated import Generated, Missing, as_json
from puzzledsl.generation.making import NEEDS_NOTHING, Maker, Origins, minimality
from puzzledsl.listing import counted
from puzzledsl.portfolio.workers import local_workers

if TYPE_CHECKING:
    from puzzledsl.cli.model_file import ModelOptions
    from puzzledsl.generation.recipe import Recipe
    from puzzledsl.model import Model


@dataclass(frozen=True)
class GenerateCall:
    """The options of one call.

    Attributes:
        output: a folder, a file, or ``-``; ``None``: standard output, unless there are sheets.
    """

    recipe: Recipe
    invocation: Invocation
    sheet: SheetOptions
    count: int
    jobs: int
    output: str | None
    options: ModelOptions


def run_generate(name: str, call: GenerateCall) -> int:
    """Make all puzzles; return the exit status.

    Raises:
        PuzzleError: the model or the call is wrong.
    """
    from puzzledsl.elaboration import limits_from

    model, _ = load(name, call.options)
    for warning in shown(model.warnings, "warning"):
        call.invocation.warn(warning)
    origins = Origins(call.options.settings, tuple(call.options.include), limits_from(dict(call.options.bounds)))
    maker = Maker(model, call.recipe, origins)
    run = _Run(maker, call)
    verdict = maker.alone()
    if verdict not in NEEDS_NOTHING:
        return run.run()
    status = statuses.NONE if verdict == "none" else statuses.FOUND
    message = NEEDS_NOTHING[verdict]
    if call.invocation.json:
        print_json({"status": "infeasible" if status else "unique without givens", "message": message})
    else:
        print(message, file=sys.stderr if status else sys.stdout)
    return status


class _Run:
    """One run over all puzzles."""

    def __init__(self, maker: Maker, call: GenerateCall) -> None:
        """Raises PuzzleError: the output does not fit what is requested."""
        self.maker = maker
        self.call = call
        self.made: list[Generated] = []
        self.status = statuses.FOUND
        self._write = None
        model = maker.model
        if call.output not in (None, STANDARD):
            self._write = destination(model, str(call.output), call.count, call.recipe.seed, call.recipe.cages)
        elif call.sheet.pdf is None and call.count > 1 and not call.invocation.json:
            helps = ("`--output FOLDER` writes one file each; `--output FILE.txt` and `--json` write one line each",)
            raise failure(f"{call.count} puzzles need files of their own", helps=helps, code="call")
        if call.sheet.pdf is not None:
            _check_sheets(call.sheet.pdf, model, call)

    def run(self) -> int:
        from puzzledsl.cli.rate_display import RateDisplay

        call = self.call
        began = time.monotonic()
        shown = not call.invocation.quiet and (self._write is not None or not sys.stdout.isatty())
        display = RateDisplay(shown, call.invocation.color, call.count, word="making")
        try:
            jobs = min(call.jobs or os.cpu_count() or 1, call.count)
            with local_workers(self.maker, jobs) as pool, display:
                for one in pool.results(range(1, call.count + 1)):
                    self._take(one)
                    display.count += 1
        except KeyboardInterrupt:
            self.status = statuses.INTERRUPTED
        finally:  # what reads the names may be lost: the puzzles that were made are there
            if call.sheet.pdf is not None and self.made:
                self._print(call.sheet)
        if not call.invocation.quiet and (call.count > 1 or self.status == statuses.INTERRUPTED):
            print(self._summary(time.monotonic() - began), file=sys.stderr, flush=True)
        return self.status

    def _take(self, one: Generated | Missing) -> None:
        """Write a puzzle, or the reason why there is none."""
        call, quiet = self.call, self.call.invocation.quiet
        if isinstance(one, Missing):
            status = statuses.WRONG if one.status == "lost" else statuses.LIMIT
            self.status = statuses.worst([self.status, status])
            if call.invocation.json:
                tried = {"tried": sum(one.tried.values()), "difficulties": dict(one.tried)} if one.tried else {}
                print_json({"puzzle": one.number, "status": one.status, **tried, **error_json(one.diagnostics)})
            else:
                call.invocation.complain(one.diagnostics)
            return
        self.made.append(one)
        place = None if self._write is None else self._write(one)
        remark = _remark(call.recipe, one)
        if call.invocation.json:
            print_json(as_json(one, call.recipe.givens) | {"file": place})
        elif place is None and call.sheet.pdf is None:
            sys.stdout.write(one.text)
        elif place not in (None, call.output) and not quiet:
            print(f"{place}  {remark}")
        sys.stdout.flush()
        if call.count == 1 and not quiet and not call.invocation.json and place in (None, call.output):
            print(f"{remark} · seed {one.seed}", file=sys.stderr, flush=True)

    def _print(self, options: SheetOptions) -> None:
        """The booklet of all puzzles that were made.

        Raises:
            PuzzleError: a library is not installed, or the file cannot be written.
        """
        from puzzledsl.sheets.printing import ease, sheets

        assert options.pdf is not None
        entries = [one.entry(difficulty=True) for one in self.made]
        printed = sheets(sorted(entries, key=ease), options.layout(solutions=True))
        write_file(options.pdf, printed.pdf)
        if not self.call.invocation.quiet:
            text = f"{options.pdf}: {counted(len(entries), 'puzzle')} on {counted(printed.pages, 'page')}"
            print(text, file=sys.stderr, flush=True)

    def _summary(self, seconds: float) -> str:
        """One line: how many puzzles of which size, and how long it took."""
        cages = self.call.recipe.cages
        sizes = sorted({len(one.cages) if cages else one.givens for one in self.made})
        range_ = f" with {' to '.join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))}" if sizes else ""
        what = f"{range_} {'cages' if cages else 'givens'}" if sizes else ""
        begun = "interrupted: " if self.status == statuses.INTERRUPTED else ""
        seed = self.call.recipe.seed
        return f"{begun}{counted(len(self.made), 'puzzle')}{what} · {seconds:.1f} s · seed {seed}"


def _check_sheets(pdf: str, model: Model, call: GenerateCall) -> None:
    call.sheet.layout(solutions=True)
    if pdf == STANDARD:
        if call.invocation.json or call.output == STANDARD or sys.stdout.isatty():
            raise failure("standard output cannot take the sheets here; name a file: `--pdf sheets.pdf`", code="call")
        return
    check_place(pdf, [model.source.name, *([] if call.output in (None, STANDARD) else [str(call.output)])])
    refuse_existing([pdf])


def _remark(recipe: Recipe, generated: Generated) -> str:
    """How many givens a puzzle has, and whether these are as few as they should be."""
    if recipe.cages:
        text = counted(len(generated.cages), "cage")
    else:
        text = counted(generated.givens, "given")
        if recipe.givens not in (None, generated.givens):
            text += f"; asked for {recipe.givens}"
        if generated.minimal:
            text += f", {minimality(recipe.symmetry)}"
    return text if generated.difficulty is None else f"{text}; {generated.difficulty}"
