"""What ``puzzledsl solve`` does with each file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from puzzledsl.answer import Answer, Options, without_answer
from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis
from puzzledsl.cli.invocation import each_file
from puzzledsl.cli.model_file import givens_source, refuse_two_readers
from puzzledsl.formats.recognition import short_name
from puzzledsl.records import replace
from puzzledsl.solve import solve_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.drawable import Scene
    from puzzledsl.model import Model


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


class Solving(Analysis[Answer]):
    """One file of ``puzzledsl solve``.

    Attributes:
        head: what the JSON begins with.
        start: the values to begin with, as they were written.
    """

    objective = True
    head: dict[str, object]
    how: Options
    start: str | None

    def ask(self) -> Answer:
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
        return answer

    def _start_text(self, start: str) -> str:
        source = givens_source(start)
        return (source(self.model.grids) if callable(source) else source).text

    def without_answer(self) -> Answer:
        """The answer where the time limit, or Ctrl-C, came first."""
        return without_answer(self.how, self.why)

    @property
    def read(self) -> Model | None:
        """The model, if it was read before the time limit."""
        return vars(self).get("model")

    def exit_status(self, found: Answer) -> int:
        """That of the answer."""
        return statuses.of_answer(found.status)

    def json(self, found: Answer) -> dict[str, object]:
        """The answer; ``message`` and ``warnings`` only where there are any."""
        from puzzledsl.diagnostics import json_of
        from puzzledsl.presentation.report import report

        answer = self.head | report(found, self.read)
        if self.read is not None and self.read.warnings:
            answer["warnings"] = json_of(self.read.warnings, "warning")
        message = self._reason() if found.status == "infeasible" else found.message
        return answer | ({"message": message} if message and found.status not in statuses.COMPLETE else {})

    def text(self, found: Answer) -> str:
        """Title, grids, variables and ``show`` lines; the status, and how the answer was found."""
        from puzzledsl.cli.commands.solve.answer_text import answer_line

        lines = []
        if self.read is not None and found.values is not None:
            title = [self.screen.strong(self.read.title)] if self.read.title and not self.quiet else []
            lines = [*title, *self.screen.solution(self.read, found.values)]
        if not self.quiet:
            reason = self._reason() if found.status == "infeasible" else ""
            lines.append(answer_line(found, self.screen, reason, self.seconds["total"]))
        return "\n".join(lines)

    def scene(self, found: Answer) -> Scene | None:
        """The puzzle and its solution."""
        from puzzledsl.drawable import Scene

        return None if self.read is None else Scene(self.read, found.values)

    def _reason(self) -> str:
        """The clue that cannot hold by itself, if there is one, and the command that explains any other conflict."""
        from puzzledsl.analysis.lone_clue import impossible_alone

        lone = None if self.read is None else impossible_alone(self.read)
        said = "" if lone is None or lone.span.source.is_library else f"{lone} can never hold; "
        command = f"puzzledsl explain {short_name(self.file)}{self.options.words()}"
        return f"{said}`{command}` says which clues cannot hold together"
