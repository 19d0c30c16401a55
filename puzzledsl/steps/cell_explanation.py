"""Why a cell must hold its value: a short chain of steps, each with the clues that it uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.domain import Domain
from puzzledsl.drawable import Drawable, Scene
from puzzledsl.listing import counted, listed
from puzzledsl.records import record
from puzzledsl.steps.board import Board, behind
from puzzledsl.steps.chain import Step, cell_goal, frugal_steps, refuted, shortened
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.folding import folded
from puzzledsl.steps.puzzle import Puzzle, cell_number
from puzzledsl.steps.solve_path import opened
from puzzledsl.steps.trying import refutations
from puzzledsl.steps.walking import applied
from puzzledsl.steps.wording import nothing_more, outcome
from puzzledsl.time_limit import OutOfTime, is_late, seconds_left, within

if TYPE_CHECKING:
    from puzzledsl.model import Model

ASKING, LONGEST_QUESTION = 0.25, 20.0
"""The share of the time left, or with no limit the seconds, that the questions about solutions may take."""

_STATED = Technique("said by a clue", 0.0, "A clue of one cell.")


@record
class Link:
    """One step of a chain.

    Attributes:
        finding: the step.
        clues: the requirements that it uses: its own, and those that removed values at once.
        steps: the earlier steps of the chain that it builds upon, from 1.
    """

    finding: Finding
    clues: tuple[int, ...]
    steps: tuple[int, ...]


@record
class CellExplanation(Drawable):
    """Why a cell must hold its value, or how far that is known.

    Attributes:
        status: ``explained``; ``given`` (a clue says it by itself); ``free`` (solutions differ in it); ``infeasible``
            (there is no solution; the chain, if there is one, ends in a contradiction); ``open`` (no chain was found,
            even by trying single values); ``unknown`` (the limit came first).
        cell: its variable number.
        values: the value; of a free cell two that it has in solutions; of an open or unknown one all that is left.
        links: the chain.
        puzzle: what it speaks of.
        found: how many steps have been looked at to find it.
        by_search: the value that all solutions have, where search has proven that and no chain has; else ``None``.
    """

    status: str
    cell: int
    values: tuple[int, ...]
    links: tuple[Link, ...]
    puzzle: Puzzle
    found: int
    interrupted: bool = False
    by_search: int | None = None

    @property
    def clues(self) -> tuple[int, ...]:
        """The numbers of all requirements that the chain uses, in the order of the model."""
        return tuple(sorted({clue for link in self.links for clue in link.clues}))

    @property
    def tried(self) -> int:
        """How many steps assume a value."""
        return sum(bool(link.finding.trial) for link in self.links)

    @property
    def name(self) -> str:
        """The cell's name: ``r3c4``."""
        return self.puzzle.names[self.cell]

    @property
    def told(self) -> list[int | str]:
        """The values as people and JSON read them."""
        return self.puzzle.model.variables[self.cell].all_told(self.values)

    @property
    def conclusion(self) -> str:
        """The value in a sentence: ``So r1c1 is 4.``, ``So the solution shades r1c1.``"""
        puzzle, x = self.puzzle, self.cell
        if puzzle.written[x]:
            return f"So {self.name} is {listed(map(str, self.told), 'or')}."
        placed = ((x, 1 << self.values[0] - puzzle.base[x]),)
        decided = puzzle.changes(placed, (), None)
        return f"So the solution{outcome(puzzle, placed, (), None)}" if decided else f"This settles {puzzle.labels[x]}."

    @property
    def sentences(self) -> list[str]:
        """The chain in words."""
        return [link.finding.sentence for link in self.links]

    def __str__(self) -> str:
        lines = [f"{number}. {sentence}" for number, sentence in enumerate(self.sentences, 1)]
        values = " or ".join(map(str, self.told))
        return "\n".join([*lines, f"{self.name} = {values}: {self.status}" if values else self.status])

    def __repr__(self) -> str:
        return f"<CellExplanation {self.name} {self.status}: {counted(len(self.links), 'step')}>"

    def _scene(self) -> Scene:
        from puzzledsl.steps.pictures import explanation_scene

        return explanation_scene(self)

    def as_json(self) -> dict[str, object]:
        """What ``puzzledsl explain FILE CELL --json`` prints, without its seconds."""
        from puzzledsl.steps.reporting import explanation_json

        return explanation_json(self)


def explain_cell(
    model: Model,
    cell: int | str,
    *,
    on_step: Callable[[int], object] | None = None,
) -> CellExplanation:
    """Why a cell of a model must hold its value.

    The steps of `path` come first, one assumption at a time where they do not go on; then all that the cell does not
    need is left out again.

    Args:
        cell: a variable number, or a name: ``r3c4``.
        on_step: called with the number of steps so far.

    Raises:
        PuzzleError: there is no such cell, or a requirement cannot be written.
        OutOfTime: the time limit came before the first step.
    """
    number = cell_number(model, cell) if isinstance(cell, str) else cell
    if model.variables[number].hidden:
        own = [variable.name for variable in model.variables if not variable.hidden]
        raise failure(
            f"`{model.variables[number].name}` has no value that people see",
            helps=(f"ask for one of {own[0]} to {own[-1]}",) if own else (),
            code="cell",
        )
    puzzle = Puzzle(model)
    board = opened(puzzle)
    if isinstance(board, Finding):
        return CellExplanation("infeasible", number, (), (Link(board, board.clues, ()),), puzzle, 0)
    given = board.placed.get(number)
    search = _Search(board, number, on_step)
    try:
        status = search.run() if given is None else search.ask()
        if status or given is None:
            return search.answer(status, False)
    except OutOfTime:
        return search.answer("unknown", False)
    except KeyboardInterrupt:
        return search.answer("unknown", True)
    value = puzzle.value(number, board.masks[number])
    name = puzzle.clue_name(given.clues[0]) if given.clues else "its domain"
    found = conclude(
        board, _STATED, f"{name} says so", given.clues, (), (number,), placed=(given.about,), conclusion=nothing_more
    )
    return CellExplanation("given", number, (value,), (Link(found, given.clues, ()),), puzzle, 0)


class _Search:
    """The way to a cell."""

    def __init__(self, board: Board, cell: int, on_step: Callable[[int], object] | None) -> None:
        self.start = board.copy()
        self.board = board
        self.cell = cell
        self.on_step = on_step
        self.findings: list[Finding] = []
        self.values: tuple[int, ...] = ()
        self._asked = False
        self._by_search: int | None = None

    def answer(self, status: str, interrupted: bool) -> CellExplanation:
        """What has been found."""
        puzzle = self.board.puzzle
        goal = {"explained": cell_goal(self.cell), "infeasible": refuted}.get(status)
        chain = [] if goal is None or goal(self.board) is None else shortened(self.start, self.findings, goal)
        return CellExplanation(
            status,
            self.cell,
            self.values or tuple(puzzle.values(self.cell, self.board.masks[self.cell])),
            links(chain),
            puzzle,
            len(self.findings),
            interrupted,
            self._by_search if status in ("open", "unknown") else None,
        )

    def run(self) -> str:
        """The status; see `CellExplanation`."""
        board = self.board
        while board.refuted is None:
            for found in frugal_steps(board):
                self._note(found)
                if is_late():
                    return "unknown"
                if self.cell in board.placed and board.refuted is None:
                    return self.ask() or "explained"
            known = self.ask() if board.refuted is None else "infeasible"
            if known:
                return known
            tried = refutations(board, self.cell)
            if not tried:
                return "unknown" if is_late() else "open"
            for found in tried:
                for one in applied(board, found):
                    self._note(one)
                if board.refuted is not None:
                    break
                if self.cell in board.placed:
                    return "explained"
        return "infeasible"

    def _note(self, found: Finding) -> None:
        self.findings.append(found)
        if self.on_step is not None:
            self.on_step(len(self.findings))

    def ask(self) -> str:
        """Whether there is no solution, or the cell has several values in solutions; empty where neither is known.

        A chain from clues that cannot all hold would show any value.
        """
        if self._asked:
            return ""
        self._asked = True
        from puzzledsl.session import SolverSession

        puzzle = self.board.puzzle
        left = seconds_left()
        with within(LONGEST_QUESTION if left is None else ASKING * left), SolverSession(puzzle.model) as session:
            first = session.find()
            if first.status == "infeasible":
                return "infeasible"
            if first.values is None or self.cell in self.board.placed:
                return ""
            value = first.values[self.cell]
            others = puzzle.model.variables[self.cell].domain - Domain.range(value, value)
            second = session.find(within={self.cell: others})
            if second.values is None:
                self._by_search = value if second.status == "infeasible" else None
                return ""
        self.values = tuple(sorted((value, second.values[self.cell])))
        return "free"


def links(chain: Sequence[Step]) -> tuple[Link, ...]:
    """The steps of a chain with what each uses."""
    numbers = {step.number: number for number, step in enumerate(filter(attrgetter("is_seen"), chain), 1)}
    found: list[Link] = []
    for step in chain:
        if step.is_seen:
            board, one = step.board, step.finding
            steps, clues = set[int](), set(one.clues)
            for proof in behind(board.proofs_of(one.premises), attrgetter("is_step")):
                if proof.is_step:
                    steps.add(numbers[proof.own])
                else:
                    clues.update(proof.clues)
            found.append(Link(folded(board, one, whole=False), tuple(sorted(clues)), tuple(sorted(steps))))
    return tuple(found)
