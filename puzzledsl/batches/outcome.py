"""One puzzle of a batch: a line of givens, and its answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeVar

from puzzledsl.answer import WITH_VALUES, WITHOUT_VALUES, objective_of, without_answer
from puzzledsl.batches.givens_reader import GivensReader
from puzzledsl.batches.rereading import Rereading
from puzzledsl.diagnostics import Diagnostic, PuzzleError, bug, shown
from puzzledsl.drawable import Answer, Scene
from puzzledsl.model import in_one_line
from puzzledsl.records import record, replace
from puzzledsl.session import SolverSession
from puzzledsl.solution import Solution
from puzzledsl.time_limit import BEFORE_SOLVER, OutOfTime, within
from puzzledsl.verification import verify

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.answer import Answer as Found
    from puzzledsl.answer import Options
    from puzzledsl.formats.collection import PuzzleLine
    from puzzledsl.model import Model
    from puzzledsl.presentation.screen import Screen

T = TypeVar("T")


_NOTHING: tuple[object, ...] = (None, {}, [])


@record
class BatchResult(Answer):
    """The result for one puzzle of a `batch`.

    Attributes:
        line: its number among the lines, from 1; blank lines and comments count.
        givens: as they were written; those that were no text as the text that says the same.
        solution: with any status; ``None`` where the line is wrong or solving it failed.
        error: why, then; the places of its diagnostics are within ``givens``.
        seconds: from the text to the verified answer.
        unique: whether the solution is the only one; ``None``: this was not asked, or not found out.
    """

    line: int
    givens: str
    solution: Solution | None
    error: PuzzleError | None
    seconds: float
    unique: bool | None
    model: Model

    def __bool__(self) -> bool:
        """True when there are values."""
        return bool(self.solution)

    @property
    def status(self) -> str:
        """That of the solution, or ``error``."""
        return "error" if self.solution is None else self.solution.status

    @property
    def brief(self) -> str:
        """That of the solution, also whether it is the only one; or what is wrong."""
        if self.solution is None:
            return self.as_text()
        if self.unique is None or self.status != "solved":
            return self.solution.brief
        return f"A solution is found; it is {'' if self.unique else 'not '}the only one."

    def as_dict(self) -> dict[str, object]:
        """A row of a table: line, givens, status, unique, seconds, error, text (error and solution in one line each,
        as `as_text` gives them), nodes (branches), and each variable's value by its name.

        The column of a variable that is called as one of these is ``var line``.
        """
        error = None if self.error is None else self.as_text()
        row = {"line": self.line, "givens": self.givens, "status": self.status, "unique": self.unique}
        text = self.as_text() if self.solution else None
        nodes = None if self.solution is None else self.solution.nodes
        row |= {"seconds": self.seconds, "error": error, "text": text, "nodes": nodes}
        values = self.solution.values if self.solution else {}
        return row | {f"var {name}" if name in row else name: value for name, value in values.items()}

    def as_json(self) -> dict[str, object]:
        """What ``puzzledsl batch`` prints, without its seconds."""
        from puzzledsl.presentation.value_texts import json_number

        found: dict[str, object] = {"line": self.line, "givens": self.givens, "status": self.status}
        if self.model.source.left_out:
            found["not_understood"] = list(self.model.source.left_out)
        if self.solution is None:
            return found | {"error": self.as_text().removeprefix("error: "), "diagnostics": self._diagnostics()}
        answer = self.solution
        whole = answer.assignment_json() if answer else {"grids": {}}
        objective = None if answer.objective is None else json_number(answer.objective)
        found |= {"unique": self.unique, "grids": whole.pop("grids"), "solver": answer.solver}
        further = whole | {"objective": objective, "nodes": answer.nodes}
        found |= {key: value for key, value in further.items() if value not in _NOTHING}
        return found | ({"message": answer.message} if answer.message and not answer else {})

    def _diagnostics(self) -> list[dict[str, object]]:
        """What is wrong with the line, as JSON, with the number of the line in the input.

        A mistake that clues bring about may have its place in the model.
        """
        place = {"line": self.line, "end_line": self.line}
        return [
            one.as_json() | (place if one.span is not None and one.span.source.text == self.givens else {})
            for one in shown(self.error.diagnostics if self.error else ())
        ]

    def as_text(self, screen: Screen | None = None) -> str:  # noqa: ARG002
        """The grid in one line, as it could be read again; or in words why there is none."""
        if self.solution is None:
            return f"error: {'; '.join(one.message for one in shown(self.error.diagnostics if self.error else ()))}"
        if not self.solution:
            return str(self.solution)
        return in_one_line(self.model, dict(enumerate(map(int, self.solution.assignment))))

    def _scene(self) -> Scene:
        return Scene(self.model, self.solution.assignment or None if self.solution else None)

    def __repr__(self) -> str:
        return f"<BatchResult line {self.line}: {self.status}>"


@record
class Outcome:
    """The answer to a line.

    Attributes:
        answer: with any status; ``None`` where the line is wrong or its solving failed.
        diagnostics: what is wrong then. Their places are within the text of the givens.
        seconds: from the text to the verified answer.
        unique: whether there is no other solution; ``None``: this was not asked, or not found out.
        model: what the line has made of the model, where it has clues in it; ``None``: the model as it was.
    """

    line: PuzzleLine
    answer: Found | None
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    unique: bool | None = None
    model: Model | None = None

    def result(self, model: Model) -> BatchResult:
        """What people get of it.

        Args:
            model: as it was, where the line has made nothing of it.
        """
        model = self.model or model
        solution = None if self.answer is None else Solution(model, self.answer)
        error = PuzzleError(self.diagnostics) if self.diagnostics else None
        return BatchResult(self.line.number, self.line.givens, solution, error, self.seconds, self.unique, model)


class LineSolver(Generic[T]):
    """Solves lines of givens for one model; an error is reported for its line, and the next line is solved.

    It is pickled as the model and the options; the process that receives it compiles the model again.

    Attributes:
        options: how to solve.
    """

    def __init__(
        self,
        model: Model,
        options: Options,
        render: Callable[[Model, Outcome], T],
        name: str = "<givens>",
        rereading: Rereading | None = None,
        unique: bool = False,
    ) -> None:
        """Args:
            render: what to make of an outcome, in the process that has solved the line; a function of a module.
            name: what messages call the lines.
            rereading: how the model was read, for lines that have other clues for it.
            unique: find out whether a solution is the only one.

        Raises:
            PuzzleError: an option is wrong, or the model cannot be flattened.
        """
        self._arguments = (model, options, render, name, rereading, unique)
        self._rereading = rereading or Rereading()
        self._model, self._render, self._name = model, render, name
        self.options = options
        self._asks_unique = unique
        self._reader = GivensReader(model)
        self._session = SolverSession(model, options)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._arguments

    def sent(self) -> tuple[Callable[..., LineSolver[Outcome]], tuple[object, ...]]:
        """The same for another machine; its outcomes are bare, without models. See `accepted`."""
        model, options, _, name, rereading, unique = self._arguments
        sent = (rereading or Rereading()).sent(model)
        return type(self), (model, options, _bare, name, sent, unique)  # type: ignore[return-value]

    def accepted(self, line: PuzzleLine, found: object) -> T:
        """The outcome of a line as another machine has sent it, after the verifier has looked at its grid; rendered.

        What cannot be verified is believed: that there is no solution, that a solution is the best, or the only one.
        """
        outcome = self._checked(line, found)
        return self._render(self._model, outcome)

    def _checked(self, line: PuzzleLine, found: object) -> Outcome:
        if not isinstance(found, Outcome) or (found.answer is None and not found.diagnostics):
            return Outcome(line, None, (_wrong("no result"),))
        outcome, answer = replace(found, line=line, model=None), found.answer
        if answer is None:
            return outcome
        try:
            own, givens = self._read(line, answer.values is not None)
            if self._holds(own, givens, answer):
                return replace(outcome, model=own)
            wrong: tuple[Diagnostic, ...] = (_wrong("a grid that does not solve this puzzle"),)
        except PuzzleError as error:
            wrong = error.diagnostics
        return replace(outcome, answer=None, diagnostics=wrong)

    def _read(self, line: PuzzleLine, needs_givens: bool = True) -> tuple[Model | None, Mapping[int, int]]:
        """The model of a line that has clues in it, or the givens of any other line."""
        if self._rereading.concerns(self._model, line.givens):
            return self._rereading.model(self._model, line.givens, self._name), {}
        return None, self._reader.read(line.givens, self._name) if needs_givens else {}

    def _holds(self, own: Model | None, givens: Mapping[int, int], answer: Found) -> bool:
        model, values = own or self._model, answer.values
        if values is None:
            return answer.status in WITHOUT_VALUES
        kinds = set(map(type, values))
        real = kinds != {int} and any(variable.is_real for variable in model.variables)
        return (
            answer.status in WITH_VALUES
            and len(values) == len(model.variables)
            and kinds <= ({int, Fraction} if real else {int})
            and all(values[x] == value for x, value in givens.items())
            and (self._session.accepts(values) if own is None else not verify(own, values))  # type: ignore[arg-type]
            and answer.objective == objective_of(model, values)
        )

    def close(self) -> None:
        """End the session."""
        self._session.close()

    def __call__(self, line: PuzzleLine) -> T:
        """The outcome of a line, rendered."""
        outcome = self.outcome(line)
        return self._render(self._model, outcome)

    def lost(self, line: PuzzleLine, how: str) -> T:
        """The result for a line whose worker has ended before it was answered."""
        return self._render(self._model, Outcome(line, None, (_lost(how),)))

    def outcome(self, line: PuzzleLine) -> Outcome:
        """The outcome of a line.

        Raises:
            KeyboardInterrupt: it came first. Every other exception becomes an outcome.
        """
        started = time.perf_counter()
        if line.wrong:
            return Outcome(line, None, line.wrong)
        try:
            with within(self.options.time_limit):
                own, givens = self._read(line)
                if own is None:
                    answer, unique = self._answered(self._session, givens)
                else:
                    with SolverSession(own, self.options) as session:
                        answer, unique = self._answered(session, givens)
            if answer.interrupted:  # while HiGHS was at work: then the line has no answer yet
                raise KeyboardInterrupt
            if own is None and answer.status == "infeasible":
                clashes = self._reader.clashes(line.givens, self._name)
                if clashes:
                    raise PuzzleError(clashes)
        except PuzzleError as error:
            return Outcome(line, None, error.diagnostics, time.perf_counter() - started)
        except OutOfTime:  # while the model of the line was read or propagated
            return Outcome(line, without_answer(self.options, BEFORE_SOLVER), (), time.perf_counter() - started)
        except (Exception, RecursionError) as error:
            return Outcome(
                line,
                None,
                (bug(error, "puzzle", "please report it together with the model and the line"),),
                time.perf_counter() - started,
            )
        return Outcome(line, answer, (), time.perf_counter() - started, unique, own)

    def _answered(self, session: SolverSession, givens: Mapping[int, int]) -> tuple[Found, bool | None]:
        """The answer for the givens of one puzzle, and whether its solution is the only one."""
        answer = session.solve(givens)
        if answer.unique or not self._asks_unique or answer.status != "solved" or answer.values is None:
            return answer, answer.unique or None
        with suppress(OutOfTime):
            other = session.find(givens, other_than=[answer.values])  # type: ignore[list-item] # solved: whole
            return answer, {"infeasible": True, "solved": False}.get(other.status)
        return answer, None


def _bare(model: Model, outcome: Outcome) -> Outcome:  # noqa: ARG001
    return replace(outcome, model=None)


def _wrong(what: str) -> Diagnostic:
    helps = ("a machine of the cluster is broken, or not to be trusted; solve this line again without it",)
    return Diagnostic(f"a worker has returned {what}", helps=helps, code="cluster")


def _lost(how: str) -> Diagnostic:
    helps = ("often the system is out of memory; fewer `--jobs` need less",) if "signal 9" in how else ()
    return Diagnostic(f"the process that worked on this line ended: {how}", helps=helps, code="lost")
