"""The path of a puzzle: one conclusion after the other, always the easiest there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking
from puzzledsl.analysis.candidates import most_listed
from puzzledsl.answer import RESERVE, check_numbers
from puzzledsl.diagnostics import failure
from puzzledsl.drawable import Answer, Scene
from puzzledsl.kernel.library import OutOfMemory
from puzzledsl.kernel.masks import bits, domain_of
from puzzledsl.listing import counted, listed
from puzzledsl.model import values_text
from puzzledsl.records import record, replace
from puzzledsl.search.budget import Budget
from puzzledsl.solution import variable_number
from puzzledsl.steps.board import Board, NoCandidates, behind
from puzzledsl.steps.difficulty import Difficulty, difficulty
from puzzledsl.steps.finding import Finding, Technique
from puzzledsl.steps.folding import folded, named
from puzzledsl.steps.needed import technique_named
from puzzledsl.steps.puzzle import Group, Puzzle
from puzzledsl.steps.step_lines import step_lines
from puzzledsl.steps.trying import refutations
from puzzledsl.steps.walking import EMPTY, applied, walk
from puzzledsl.steps.wording import nothing_more
from puzzledsl.time_limit import OutOfTime, check_time, is_late, reserving
from puzzledsl.verification import verify

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.solution import Key

PATIENCE = Budget(propagations=5_000_000)
"""The work of looking for each of two solutions where the steps end: up to some seconds."""


@record
class StepsPath(Answer):
    """The steps that solve a puzzle, as far as they go.

    Attributes:
        status: ``solved``; ``stuck`` (no technique applies); ``several`` (none applies, for there are several
            solutions); ``infeasible`` (the steps end in a contradiction); ``reached`` (the cell, or the number of
            steps, that was asked for); ``unknown`` (the limit came first).
        puzzle: what the steps speak of.
        findings: the steps.
        difficulty: by the hardest step; ``None`` of a path that has been stopped, or if there are several solutions.
        hint: only the next step was asked for.
        solutions: where no technique applies: ``unique``, ``none``, ``several``, or ``unknown``, if it is not known
            whether there are several.
        group: pictures show how these cells match the candidates that are left; ``None``: they show the board.
    """

    status: str
    puzzle: Puzzle
    findings: tuple[Finding, ...]
    _before: tuple[tuple[int, ...], ...]  # the candidates before each step, and after the last, as masks by variable
    _placed: dict[int, int]  # by variable its value, where it is known
    difficulty: Difficulty | None
    hint: bool = False
    solutions: str = ""
    group: Group | None = None
    seconds: float = 0.0

    spaced = True

    @property
    def model(self) -> Model:
        """The model."""
        return self.puzzle.model

    @property
    def values(self) -> tuple[int, ...] | None:
        """The solution, verified; ``None`` unless solved."""
        return tuple(self._placed[x] for x in range(self.puzzle.sources)) if self.status == "solved" else None

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
        from puzzledsl.presentation.report import grids, variables
        from puzzledsl.steps.reporting import difficulty_json, step_json

        puzzle, values = self.puzzle, self.values
        many = {puzzle.names[x]: [*ends] for x, ends in self._many.items()}
        return {
            "status": self.status,
            "solutions": self.solutions or None,
            "difficulty": difficulty_json(self.difficulty),
            "techniques": self.counts,
            "steps": [step_json(puzzle, number, one) for number, one in enumerate(self.findings, 1)],
            "grids": {} if values is None else grids(self.model, values),
            "variables": {} if values is None else variables(self.model, values),
            "candidates": {puzzle.names[x]: left for x, left in self._left().items()},
            "interrupted": False,
            **({"many": many} if many else {}),
        }

    def lines(self, screen: Screen) -> list[str]:
        """The steps, then the solution or the remaining candidates."""
        digits, lines, end = len(str(len(self.findings))), list[str](), list[str]()
        for number, one in enumerate(self.findings, 1):
            lines += step_lines(f"{number:>{digits}}. ", one, screen)
        if self.values is not None and not self.hint:
            end = screen.solution(self.model, self.values)
        elif self.status in ("stuck", "several", "unknown"):
            end = [*screen.pencil_marks(self.model, self._left(), ranges=self._many), *self._variables()]
        return [*lines, *([""] if lines and end else []), *end]

    def _variables(self) -> list[str]:
        """A line for each variable that belongs to no grid: ``total = 12``, ``total in 3..9``."""
        variables, base = self.model.variables, self.puzzle.base
        own = {x: domain_of(mask, base[x]) for x in self.model.own if (mask := self._before[-1][x])}
        texts = {
            x: f"= {variables[x].told(values.lo)}"
            if values.size == 1
            else f"in {values_text(values, variables[x].letters)}"
            for x, values in own.items()
        }
        return [f"{variables[x].name} {text}" for x, text in texts.items() if not variables[x].hidden]

    def summary(self, screen: Screen) -> list[str]:
        """How many steps, how hard, by which techniques."""
        word, steps = screen.status(self.status), counted(len(self.findings), "step")
        said = {
            "solved": f"{word} in {steps}",
            "stuck": f"{word} after {steps}: no technique applies{_BEHIND.get(self.solutions, '')}",
            "several": f"{word} solutions, so no technique applies after {steps}",
            "infeasible": f"{word}: {steps} to a contradiction",
            "reached": steps,
            "unknown": f"{word} ({screen.why(self.model)}) after {steps}",
        }
        counts = ", ".join(f"{number} x {name}" for name, number in self.counts.items())
        hardness = [] if self.difficulty is None else [str(self.difficulty)]
        return [said[self.status], *hardness, *([counts] if len(self.counts) > 1 else [])]

    _brief = {"infeasible": "The steps end in a contradiction, so there is no solution."}  # noqa: RUF012

    def _said(self) -> str:
        return self.summary(self._plain)[0] + f": {self.difficulty}" * (self.status == "solved")

    def __repr__(self) -> str:
        return f"<StepsPath {self.status}: {counted(len(self.findings), 'step')}>"

    def _scene(self) -> Scene | Picture:
        from puzzledsl.steps.pictures import board_scene, matching_picture

        if self.group is not None:
            return matching_picture(self, self.group)
        return board_scene(self, len(self.findings))

    @property
    def boards(self) -> list[dict[str, list[int]]]:
        """The candidates before each step and after the last, as numbers by the names of cells that show them."""
        puzzle, seen = self.puzzle, self.puzzle.written
        return [
            {
                puzzle.names[x]: puzzle.values(x, mask)
                for x, mask in enumerate(masks[: puzzle.sources])
                if mask and seen[x]
            }
            for masks in self._before
        ]

    def candidates(self) -> dict[str, list[int | str]]:
        """The values left after the last step, by the name of the cell or variable; nothing of places without values
        and unknowns of rules, nor of cells with too many to list them."""
        variables = self.model.variables
        return {variables[x].name: variables[x].all_told(found) for x, found in self._left().items()}

    def _left(self) -> dict[int, list[int]]:
        """The same as numbers, by the numbers of variables."""
        many = self._many
        return {x: self.puzzle.values(x, mask) for x, mask in self._masks().items() if x not in many}

    @property
    def _many(self) -> dict[int, tuple[int, int]]:
        """The smallest and the largest value left, by variable, where too many are left to list them."""
        left, base = self._masks(), self.puzzle.base
        most = most_listed(len(left))
        return {
            x: (base[x] + next(bits(mask)), base[x] + mask.bit_length() - 1)
            for x, mask in left.items()
            if mask.bit_count() > most
        }

    def _masks(self) -> dict[int, int]:
        variables = self.model.variables
        return {x: mask for x, mask in enumerate(self._before[-1]) if mask and not variables[x].hidden}


_BEHIND = {
    "none": ", and there is no solution",
    "unknown": ", and it is not known whether there are several solutions",
}
"""What is added about the solutions of a puzzle whose steps end."""


def follow(
    model: Model,
    how: Asking = Asking(),  # noqa: B008 - frozen
    *,
    until: Key | None = None,
    most: int | None = None,
    trying: bool = False,
    hint: bool = False,
    is_unique: bool = False,
    only: str | None = None,
    group: str | None = None,
) -> StepsPath:
    """Solve a model step by step, as far as the techniques go.

    Args:
        how: who hears of it.
        until: stop once this cell or variable has its value, see `Solution`.
        most: stop after so many steps.
        hint: stop after the first step.
        only: the only technique to be used.
        group: what steps call some cells that must all differ, for `StepsPath.group`: ``row 3``.
        trying: where no technique goes on, assume a value and refute it, without a second assumption inside.
        is_unique: there is one solution, so a second is not looked for where the steps end without it.

    Raises:
        PuzzleError: there is no such cell, technique or group, a requirement cannot be written, or the steps end in
            values that the verifier rejects, which is a bug.
        OutOfTime: the time limit came before the first step.
    """
    last = None if until is None else variable_number(model, until)
    check_numbers(0, most=most)
    most = 1 if hint else most
    known = None if only is None else [technique_named(only)]
    puzzle = Puzzle(model)
    chosen = None if group is None else puzzle.group(group)
    findings: list[Finding] = []
    before: list[tuple[int, ...]] = []
    board = opened(puzzle)
    if isinstance(board, Finding):
        return StepsPath("infeasible", puzzle, (board,), (tuple(puzzle.initial),) * 2, {}, None, hint, "", chosen)
    status = solutions = ""
    steps = _walk_and_try(board, known) if trying else walk(board, known, folded)
    masks = tuple(board.masks)

    def result(hard: Difficulty | None = None) -> StepsPath:
        found = status or "unknown", puzzle, tuple(findings), (*before[: len(findings)], masks)
        return StepsPath(*found, placed, hard, hint, solutions, chosen)

    placed: dict[int, int] = {}
    how.publish(result)
    try:
        while not status:
            if (last is not None and last in board.placed) or (most is not None and len(findings) >= most):
                placed = _completed(board)
                status = "solved" if placed else "reached"
            elif is_late():
                status = "unknown"
            else:
                found = next(steps, None)
                placed = {} if found is not None else _completed(board)
                if placed:
                    status = "solved"
                elif found is None:
                    check_time()
                    if known is None:  # one technique alone says nothing of the puzzle
                        solutions = "unique" if is_unique else _solutions(puzzle, how)
                    status = "several" if solutions == "several" else "stuck"
                elif found.is_seen:
                    findings.append(found)
                    before.append(masks)
                    masks = tuple(board.masks)
                    how.report.step()
                    if found.impossible:
                        status = "infeasible"
    except OutOfTime:
        status = "unknown"
    if status == "solved":
        _verify(model, placed)
    else:
        placed = _placed(board)
    plain = status == "solved" and not any(one.trial for one in findings)
    is_rated = status in ("solved", "stuck") and solutions != "none" and known is None
    return result(difficulty(findings, plain) if is_rated else None)


def _walk_and_try(board: Board, known: Sequence[Technique] | None) -> Iterator[Finding]:
    """As `walk`, with refuted assumptions where that ends."""
    while board.refuted is None:
        yield from walk(board, known, folded)
        open_cells = [x for x, mask in enumerate(board.masks) if mask & (mask - 1) and not board.is_known(x)]
        if board.refuted is not None or not open_cells or board.is_done():
            return
        tried = refutations(board, min(open_cells, key=lambda x: board.masks[x].bit_count()))
        if not tried:
            return
        for found in tried:
            if board.refuted is None:
                yield from applied(board, folded(board, found))


def _solutions(puzzle: Puzzle, how: Asking) -> str:
    """How many solutions are found with some work, as `UniqueAnswer` puts it. An objective is ignored.

    Only search looks for them: how far HiGHS comes in the meantime depends on the machine. So nothing is known of a
    model with real variables.

    Raises:
        OutOfTime: the time limit came first.
    """
    from puzzledsl.analysis.uniqueness import uniqueness_in
    from puzzledsl.portfolio.portfolio import searchable

    if not searchable(puzzle.flat):
        return "unknown"
    try:
        with replace(how, options=how.options.search_only).session(puzzle.model) as session:
            found = uniqueness_in(session, replace(how, publish=str), PATIENCE).status
    except OutOfMemory:
        return "unknown"
    if found == "unknown":
        with reserving(RESERVE):  # so much earlier the session ends
            check_time()
    return found


def _placed(board: Board) -> dict[int, int]:
    return {x: board.puzzle.value(x, board.masks[x]) for x in board.placed if board.masks[x]}


def _completed(board: Board) -> dict[int, int]:
    """The values of a board that is done, of other unknowns some that fit; empty if it is not done, or none fit."""
    from puzzledsl.session import SolverSession

    placed = _placed(board) if board.is_done() else {}
    if not placed or len(placed) == board.puzzle.sources:
        return placed
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
        clues = dict.fromkeys(clue for proof in behind(empty.proofs) for clue in proof.clues)
        label, by = puzzle.labels[empty.variable], listed(named(puzzle, clues))
        reason = f"No value is left for {label} from the start, by {by}"
        return Finding(EMPTY, reason, nothing_more, f"{reason}.", (*clues,), (), (empty.variable,), impossible=True)
