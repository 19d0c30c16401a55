"""The path of a puzzle: one conclusion after the other, always the easiest there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from puzzledsl.analysis.candidates import most_listed
from puzzledsl.diagnostics import failure
from puzzledsl.drawable import Drawable, Scene
from puzzledsl.kernel.masks import bits, domain_of
from puzzledsl.listing import counted
from puzzledsl.records import record
from puzzledsl.steps.board import Board, NoCandidates
from puzzledsl.steps.difficulty import Difficulty, difficulty
from puzzledsl.steps.finding import Finding
from puzzledsl.steps.folding import folded
from puzzledsl.steps.puzzle import Puzzle
from puzzledsl.steps.trying import refutations
from puzzledsl.steps.walking import EMPTY, applied, walk
from puzzledsl.steps.wording import nothing_more
from puzzledsl.time_limit import OutOfTime, is_late
from puzzledsl.verification import verify

if TYPE_CHECKING:
    from puzzledsl.model import Model


@record
class StepsPath(Drawable):
    """The steps that solve a puzzle, as far as they go.

    Attributes:
        status: ``solved``; ``stuck`` (no technique applies); ``infeasible`` (the steps end in a contradiction);
            ``reached`` (the cell, or the number of steps, that was asked for); ``unknown`` (the limit came first).
        puzzle: what the steps speak of.
        findings: the steps.
        before: the candidates before each step, and after the last, as masks by variable number.
        placed: by variable its value, where it is known.
        difficulty: by the hardest step; ``None`` of a path that has been stopped.
        interrupted: Ctrl-C came first.
    """

    status: str
    puzzle: Puzzle
    findings: tuple[Finding, ...]
    before: tuple[tuple[int, ...], ...]
    placed: dict[int, int]
    difficulty: Difficulty | None
    interrupted: bool = False

    @property
    def values(self) -> tuple[int, ...] | None:
        """The solution, verified; ``None`` unless solved."""
        return tuple(self.placed[x] for x in range(self.puzzle.sources)) if self.status == "solved" else None

    @property
    def counts(self) -> dict[str, int]:
        """How often each technique was used, the easiest first."""
        count = Counter(one.technique for one in self.findings)
        return {one.name: count[one] for one in sorted(count, key=lambda technique: technique.rating)}

    @property
    def sentences(self) -> list[str]:
        """The steps in words."""
        return [one.sentence for one in self.findings]

    def as_json(self) -> dict[str, object]:
        """What ``puzzledsl steps --json`` prints, without its seconds."""
        from puzzledsl.steps.reporting import path_json

        return path_json(self)

    def __str__(self) -> str:
        lines = [f"{number}. {sentence}" for number, sentence in enumerate(self.sentences, 1)]
        return "\n".join([*lines, self.status if self.difficulty is None else f"{self.status}: {self.difficulty}"])

    def __repr__(self) -> str:
        return f"<StepsPath {self.status}: {counted(len(self.findings), 'step')}>"

    def _scene(self) -> Scene:
        from puzzledsl.steps.pictures import board_scene

        return board_scene(self, len(self.findings))

    def candidates(self) -> dict[int, list[int]]:
        """The values left after the last step, by variable; nothing of places without values and unknowns of rules,
        nor of cells that are in ``many``."""
        many = self.many
        return {x: self.puzzle.values(x, mask) for x, mask in self._left() if x not in many}

    @property
    def many(self) -> dict[int, tuple[int, int]]:
        """The smallest and the largest value left, by variable, where too many are left to list them."""
        left, base = self._left(), self.puzzle.base
        most = most_listed(len(left))
        return {
            x: (base[x] + next(bits(mask)), base[x] + mask.bit_length() - 1)
            for x, mask in left
            if mask.bit_count() > most
        }

    def _left(self) -> list[tuple[int, int]]:
        variables = self.puzzle.model.variables
        return [(x, mask) for x, mask in enumerate(self.before[-1]) if mask and not variables[x].hidden]


def follow(
    model: Model,
    *,
    until: int | None = None,
    most: int | None = None,
    trying: bool = False,
    on_step: Callable[[Finding], object] | None = None,
) -> StepsPath:
    """Solve a model step by step, as far as the techniques go.

    Args:
        until: stop once this variable has its value.
        most: stop after so many steps.
        trying: where no technique goes on, assume a value and refute it, without a second assumption inside.
        on_step: called with each step as it is found.

    Raises:
        PuzzleError: a requirement cannot be written, or the steps end in values that the verifier rejects, which is
            a bug.
        OutOfTime: the time limit came before the first step.
    """
    puzzle = Puzzle(model)
    findings: list[Finding] = []
    before: list[tuple[int, ...]] = []
    board = opened(puzzle)
    if isinstance(board, Finding):
        return StepsPath("infeasible", puzzle, (board,), (tuple(puzzle.initial),) * 2, {}, None)
    status, interrupted = "", False
    steps = _walk_and_try(board) if trying else walk(board, adapt=folded)
    masks = tuple(board.masks)
    try:
        while not status:
            if (until is not None and until in board.placed) or (most is not None and len(findings) >= most):
                status = "reached"
            elif is_late():
                status = "unknown"
            else:
                found = next(steps, None)
                if found is None:
                    late = is_late()
                    status = "solved" if board.is_done() else "unknown" if late else "stuck"
                    break
                if not found.is_seen:
                    continue
                findings.append(found)
                before.append(masks)
                masks = tuple(board.masks)
                if on_step is not None:
                    on_step(found)
                if found.impossible:
                    status = "infeasible"
    except OutOfTime:
        status = "unknown"
    except KeyboardInterrupt:
        status, interrupted = "unknown", True
    if status == "reached" and board.is_done():
        status = "solved"
    placed = {x: puzzle.value(x, board.masks[x]) for x in board.placed if board.masks[x]}
    if status == "solved":
        if len(placed) < puzzle.sources:
            placed = _completed(board)
        _verify(model, placed)
    plain = status == "solved" and not any(one.trial for one in findings)
    hard = difficulty(findings, plain) if status in ("solved", "stuck") else None
    return StepsPath(status, puzzle, tuple(findings), (*before, masks), placed, hard, interrupted)


def _walk_and_try(board: Board) -> Iterator[Finding]:
    """As `walk`, with refuted assumptions where that ends."""
    while board.refuted is None:
        yield from walk(board, adapt=folded)
        open_cells = [x for x, mask in enumerate(board.masks) if mask & (mask - 1) and not board.is_known(x)]
        if board.refuted is not None or not open_cells:
            return
        tried = refutations(board, min(open_cells, key=lambda x: board.masks[x].bit_count()))
        if not tried:
            return
        for found in tried:
            if board.refuted is None:
                yield from applied(board, folded(board, found))


def _completed(board: Board) -> dict[int, int]:
    """The values of a board on which all is known that people see; of other unknowns some that fit."""
    from puzzledsl.session import SolverSession

    within = {x: domain_of(mask, board.puzzle.base[x]) for x, mask in enumerate(board.masks) if mask}
    with SolverSession(board.puzzle.model) as session:
        found = session.find(within=within).values
    return {} if found is None else dict(enumerate(found))


def _verify(model: Model, placed: dict[int, int]) -> None:
    violations = verify(model, [placed[x] for x in range(len(model.variables))])
    if violations:
        origin = violations[0].origin
        raise failure(
            "the steps end in values that break a rule of the model, so they are not shown",
            None if origin is None else origin.span,
            f"violated: {violations[0].sentence}",
            ("this is a bug in puzzledsl, not in your model; please report it with the model",),
            code="bug",
        )


def opened(puzzle: Puzzle) -> Board | Finding:
    """The board that a puzzle begins with, or the contradiction that it begins with."""
    try:
        return Board(puzzle)
    except NoCandidates as empty:
        reason = f"No value is left for {puzzle.labels[empty.variable]} from the start"
        return Finding(EMPTY, reason, nothing_more, f"{reason}.", (), (), (empty.variable,), impossible=True)
