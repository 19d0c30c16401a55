"""What ``puzzledsl generate`` does: puzzles out, as they are finished."""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.commands.generate.destinations import GenerateCall, Sink
from puzzledsl.cli.files import write_file
from puzzledsl.cli.invocation import error_json, print_json
from puzzledsl.cli.model_file import load
from puzzledsl.diagnostics import shown
from puzzledsl.generation.generated import HARD_TO_FIND, Generated, as_generated, refuse_impossible
from puzzledsl.generation.making import Made, Maker, Origins, minimality
from puzzledsl.listing import counted
from puzzledsl.portfolio.workers import workers

if TYPE_CHECKING:
    from puzzledsl.cli.sheet_options import SheetOptions
    from puzzledsl.generation.recipe import Recipe
    from puzzledsl.sheets.entry import Entry


def run_generate(name: str, call: GenerateCall) -> int:
    """Makes all puzzles; returns the exit status.

    Raises:
        PuzzleError: the model or the call is wrong.
    """
    from puzzledsl.cli.progress import Display
    from puzzledsl.elaboration import limits_from

    model, _ = load(name, call.options)
    for warning in shown(model.warnings, "warning"):
        call.invocation.warn(warning)
    origins = Origins(call.options.settings, tuple(call.options.include), limits_from(dict(call.options.bounds)))
    with Display(not call.invocation.quiet and call.count == 1, call.invocation.color) as display:
        display.stage = "looking at the model"

        def report(count: int) -> None:
            display.stage = _stage(call.recipe, count, maker.attempt)

        if call.sheet.pdf is not None:
            call.sheet.layout(solutions=True)
        maker = Maker(model, call.recipe, origins, report)
        refuse_impossible(maker)
        sink = Sink(model, call)
        status = _said_of_the_model(maker, call)
        if status is not None:
            return status
        display.stage = "making a puzzle"
        return _Run(maker, call, sink).run()


def _stage(recipe: Recipe, count: int, attempt: int) -> str:
    what = "cages" if recipe.cages else "givens"
    target = "" if recipe.givens is None else f", {recipe.givens} wanted"
    limit = "" if recipe.time_limit is None else f", for {recipe.time_limit:g} s at most"
    tried = "" if recipe.sought is None else f"attempt {attempt} of {recipe.sought.attempts}: "
    return f"{tried}{count} {what}{target}{limit}"


def _said_of_the_model(maker: Maker, call: GenerateCall) -> int | None:
    """The exit status, where the model alone has no solution or needs no givens; that has been said then."""
    status = maker.alone()
    if status == "infeasible":
        message, code = "the model has no solution, so no puzzle can be made of it", statuses.NONE
    elif status == "unique" and not call.recipe.givens:
        message, code = "the model already has exactly one solution; it needs no givens", statuses.FOUND
    else:
        if status == "unique":
            call.invocation.warn("the model already has exactly one solution; it needs no givens")
        return None
    if call.invocation.json:
        print_json({"status": "infeasible" if code else "unique without givens", "message": message})
    else:
        print(message, file=sys.stderr if code else sys.stdout)
    return code


class _Run:
    """One run over all puzzles."""

    def __init__(self, maker: Maker, call: GenerateCall, sink: Sink) -> None:
        self.maker = maker
        self.call = call
        self.sink = sink
        self.found: Counter[int] = Counter()
        self.missing = 0
        self.entries: list[Entry] = []
        self.status = statuses.FOUND

    def run(self) -> int:
        from puzzledsl.cli.rate_display import RateDisplay

        call = self.call
        jobs = min(call.jobs, call.count)
        began = time.monotonic()
        shown = not call.invocation.quiet and call.count > 1 and not (self.sink.to_terminal and sys.stdout.isatty())
        try:
            with ExitStack() as stack:
                pool = stack.enter_context(workers(self.maker, jobs, call.cluster, warn=call.invocation.warn_once))
                display = stack.enter_context(RateDisplay(shown, call.invocation.color, call.count, word="making"))
                for made in pool.results(range(1, call.count + 1)):
                    self._take(made)
                    display.count += 1
        except KeyboardInterrupt:
            self.status = statuses.INTERRUPTED
        finally:  # a cluster may be lost, or what reads the names: the puzzles that were made are there
            if call.sheet.pdf is not None and self.entries:
                self._print(call.sheet)
        if not call.invocation.quiet and (call.count > 1 or self.status == statuses.INTERRUPTED):
            print(self._summary(time.monotonic() - began), file=sys.stderr, flush=True)
        return self.status

    def _take(self, made: Made) -> None:
        """Write a puzzle, or say why there is none.

        Raises:
            KeyboardInterrupt: Ctrl-C ended the search for it; it has been written.
        """
        if made.status != "unique":
            self.missing += 1
            self.status = statuses.worst([self.status, statuses.WRONG if made.diagnostics else statuses.LIMIT])
            self._complain(made)
            return
        draft = made.draft
        assert draft is not None
        generated = as_generated(self.maker, made)
        self.found[len(draft.cages) if draft.cages else generated.givens] += 1
        if self.call.sheet.pdf is not None:
            self.entries.append(generated.entry(difficulty=True))
        self.sink.write(self.maker.model, generated, remark(self.call.recipe, generated))
        if draft.interrupted:
            raise KeyboardInterrupt

    def _print(self, options: SheetOptions) -> None:
        """The booklet of all puzzles that were made.

        Raises:
            PuzzleError: a library is not installed, or the file cannot be written.
        """
        from puzzledsl.sheets.printing import ease, sheets

        assert options.pdf is not None
        printed = sheets(sorted(self.entries, key=ease), options.layout(solutions=True))
        write_file(options.pdf, printed.pdf)
        if not self.call.invocation.quiet:
            said = f"{options.pdf}: {counted(len(self.entries), 'puzzle')} on {counted(printed.pages, 'page')}"
            print(said, file=sys.stderr, flush=True)

    def _complain(self, made: Made) -> None:
        if self.call.invocation.json:
            error = error_json(made.diagnostics) if made.diagnostics else {}
            tried = {} if made.tried is None else {"tried": made.tried.count, "difficulties": made.tried.ordered()}
            print_json({"puzzle": made.number, "status": made.status, **tried, **error})
        elif made.diagnostics:
            self.call.invocation.complain(made.diagnostics)
        elif made.tried is not None and made.tried.count and self.call.recipe.sought is not None:
            said = made.tried.sentence(self.call.recipe.sought)
            print(f"puzzle {made.number}: {said}\n   = help: {HARD_TO_FIND}", file=sys.stderr)
        else:
            limit = self.call.recipe.time_limit
            within = "" if limit is None else f" within {limit:g} s"
            print(f"puzzle {made.number}: none was found{within}", file=sys.stderr)

    def _summary(self, seconds: float) -> str:
        """One line: how many puzzles of which size, and how long it took."""
        total = self.found.total()
        what = "cages" if self.call.recipe.cages else "givens"
        text = counted(total, "puzzle")
        if total:
            sizes = sorted(self.found.items())
            text += f" with {sizes[0][0]}" + (f" to {sizes[-1][0]}" if len(sizes) > 1 else "") + f" {what}"
            text += ": " + ", ".join(f"{number:,} with {size}" for size, number in sizes) if len(sizes) > 1 else ""
        if self.missing:
            text += f" · {self.missing:,} not made"
        text += f" · {seconds:.1f} s · seed {self.call.recipe.seed}"
        return ("interrupted: " if self.status == statuses.INTERRUPTED else "") + text


def remark(recipe: Recipe, generated: Generated) -> str:
    """How many givens a puzzle has, and whether these are as few as they should be."""
    if recipe.cages:
        text = counted(len(generated.cages), "cage")
        return text if generated.difficulty is None else f"{text}; {generated.difficulty}"
    text = counted(generated.givens, "given")
    if recipe.givens is not None and generated.givens != recipe.givens:
        text += f"; asked for {recipe.givens}"
    if generated.minimal:
        text += f", {minimality(recipe.symmetry)}"
    return text if generated.difficulty is None else f"{text}; {generated.difficulty}"
