"""What ``puzzledsl solve`` does with each file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from puzzledsl.answer import Options, without_answer
from puzzledsl.cli.analysis import Analysis
from puzzledsl.cli.invocation import each_file
from puzzledsl.cli.model_file import givens_source, refuse_two_readers
from puzzledsl.formats.recognition import short_name
from puzzledsl.records import replace
from puzzledsl.solution import Solution
from puzzledsl.solve import solve_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.drawable import Scene
    from puzzledsl.presentation.picture import Picture


def solve_files(invocation: Invocation, files: Sequence[str], how: Options, **given: Any) -> int:
    """Solve one file after the other; a wrong one does not stop the rest. Return the exit status."""
    refuse_two_readers(files, given["options"])

    def solve(name: str, head: dict[str, object]) -> int:
        if name != files[0]:
            invocation.started = time.monotonic()
        if head and not invocation.json and not invocation.quiet:
            print(f"{'' if name == files[0] else chr(10)}{short_name(name)}:")
        solving = Solving(invocation, file=name, head=head, how=how, time_limit=how.time_limit, **given)
        solving.so_far = solving.without_answer
        return solving.run()

    return each_file(invocation, files, solve)


class Solving(Analysis):
    """One file of ``puzzledsl solve``.

    Attributes:
        head: what the JSON begins with.
        start: the values to begin with, as they were written.
    """

    objective = True
    head: dict[str, object]
    how: Options
    start: str | None

    def ask(self) -> Solution:
        """Solve the model."""
        report = self.display.report
        # HiGHS reports its bound only when asked to, and Ctrl-C may need it.
        on_progress = report.take if report.is_heard or self.model.objective is not None else None
        how = self.how
        if self.start is not None:
            from puzzledsl.batches.givens_reader import GivensReader

            how = replace(how, start=GivensReader(self.model).read(self._start_text(self.start), "<start>"))
        answer = solve_model(self.model, how, on_progress)
        self.seconds |= answer.seconds
        self.interrupted = answer.interrupted
        return Solution(self.model, answer)

    def _start_text(self, start: str) -> str:
        source = givens_source(start)
        return (source(self.model.grids) if callable(source) else source).text

    def without_answer(self) -> Solution:
        """The answer where the time limit, or Ctrl-C, came first; perhaps before the model was read."""
        return Solution(vars(self).get("model"), without_answer(self.how, self.why))

    def json(self, found: Solution) -> dict[str, object]:
        """The answer; ``message`` and ``warnings`` only where there are any."""
        reason = self._reason(found)
        return self.head | found.as_json() | ({"message": reason} if reason else {})

    def text(self, found: Solution) -> Any:
        """Title, grids, variables and ``show`` lines; the status, and how the answer was found."""
        self.screen.reason = self._reason(found)
        return super().text(found)

    def scene(self, found: Solution) -> Scene | Picture | None:
        """The puzzle and its solution."""
        return None if found.model is None else super().scene(found)

    def _reason(self, found: Solution) -> str:
        """The clue that cannot hold by itself, if there is one, and the command that explains any other conflict."""
        from puzzledsl.analysis.lone_clue import impossible_alone

        if found.status != "infeasible":
            return ""
        lone = None if found.model is None else impossible_alone(found.model)
        said = "" if lone is None or lone.span.source.is_library else f"{lone} can never hold; "
        command = f"puzzledsl explain {short_name(self.file)}{self.options.words()}"
        return f"{said}`{command}` says which clues cannot hold together"
