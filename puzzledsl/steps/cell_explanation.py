"""Why a cell must hold its value: a short chain of steps, each with the clues that it uses."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking
from puzzledsl.analysis.elements import split
from puzzledsl.analysis.phrases import phrases
from puzzledsl.diagnostics import failure
from puzzledsl.domain import Domain
from puzzledsl.drawable import Answer, Scene
from puzzledsl.listing import counted, listed
from puzzledsl.records import record
from puzzledsl.solution import variable_number
from puzzledsl.steps.board import Board, behind
from puzzledsl.steps.chain import Step, cell_goal, frugal_steps, refuted, shortened
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.folding import folded
from puzzledsl.steps.puzzle import Puzzle
from puzzledsl.steps.solve_path import opened
from puzzledsl.steps.step_lines import step_lines
from puzzledsl.steps.trying import refutations
from puzzledsl.steps.walking import applied
from puzzledsl.steps.wording import is_drawn, nothing_more, outcome
from puzzledsl.time_limit import OutOfTime, is_late, seconds_left, within

if TYPE_CHECKING:
    from puzzledsl.analysis.elements import Element
    from puzzledsl.model import Model
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.progress import Reporter
    from puzzledsl.solution import Key

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
class CellExplanation(Answer):
    """Why a cell must hold its value, or how far that is known.

    Attributes:
        status: ``explained``; ``given`` (a clue says it by itself); ``free`` (solutions differ in it); ``infeasible``
            (there is no solution; the chain, if there is one, ends in a contradiction); ``open`` (no chain was found,
            even by trying single values); ``unknown`` (the limit came first).
        links: the chain.
        puzzle: what it speaks of.
        found: how many steps have been looked at to find it.
        by_search: the value that all solutions have, where search has proven that and no chain has; else ``None``.
    """

    status: str
    _number: int  # of the cell
    _numbers: tuple[int, ...]  # the values, letters too
    links: tuple[Link, ...]
    puzzle: Puzzle
    found: int
    by_search: int | None = None
    seconds: float = 0.0

    spaced = True

    @property
    def model(self) -> Model:
        """The model."""
        return self.puzzle.model

    @property
    def clues(self) -> tuple[int, ...]:
        """The numbers of all requirements that the chain uses, in the order of the model."""
        return tuple(sorted({clue for link in self.links for clue in link.clues}))

    @property
    def tried(self) -> int:
        """How many steps assume a value."""
        return sum(bool(link.finding.trial) for link in self.links)

    @property
    def cell(self) -> str:
        """The cell's name: ``r3c4``."""
        return self.puzzle.names[self._number]

    @property
    def values(self) -> tuple[int | str, ...]:
        """The value; of a free cell two that it has in solutions; of an open or unknown one all that is left."""
        return tuple(self.model.variables[self._number].all_told(self._numbers))

    @property
    def conclusion(self) -> str:
        """The value in a sentence: ``So r1c1 is 4.``, ``So the solution shades r1c1.``"""
        puzzle, x = self.puzzle, self._number
        placed = ((x, 1 << self._numbers[0] - puzzle.base[x]),)
        if not is_drawn(puzzle, x, placed, (), None):
            return f"So {self.cell} is {listed(map(str, self.values), 'or')}."
        decided = puzzle.changes(placed, (), None)
        return f"So the solution{outcome(puzzle, placed, (), None)}" if decided else f"This settles {puzzle.labels[x]}."

    _brief = {"infeasible": "There is no solution."}  # noqa: RUF012

    def _said(self) -> str:
        said = self._end(self._plain)[-1].removeprefix("So ")
        return said if said.startswith(self.cell) else f"{said[0].upper()}{said[1:]}"

    @property
    def sentences(self) -> list[str]:
        """The chain in words."""
        return [link.finding.sentence for link in self.links]

    def __repr__(self) -> str:
        return f"<CellExplanation {self.cell} {self.status}: {counted(len(self.links), 'step')}>"

    def lines(self, screen: Screen) -> list[str]:
        """The steps, each with what it uses, and the value."""
        lines, digits = list[str](), len(str(len(self.links)))
        elements = {number: element for element in split(self.model).elements for number in element._requirements}
        for number, link in enumerate(self.links, 1):
            lines += step_lines(f"{number:>{digits}}. ", link.finding, screen)
            if not screen.quiet and self.status != "given" and (used := self._used(link, elements)):
                lines.append(" " * (digits + 2) + screen.faint(used))
        gap = [""] if lines and self.status in ("explained", "given", "infeasible") else []
        return [*lines, *gap, *self._end(screen)]

    def _used(self, link: Link, elements: dict[int, Element]) -> str:
        clues = phrases([elements[number] for number in link.clues if number in elements], self.model)
        steps = f"step{'s' * (len(link.steps) > 1)} {listed(map(str, link.steps))}"
        parts = [*map(str, clues), *([steps] if link.steps else [])]
        return f"from {'; '.join(parts)}" if parts else ""

    def _end(self, screen: Screen) -> list[str]:
        if self.status in ("explained", "given"):
            return [screen.strong(self.conclusion)]
        infeasible = "The model has no solution; `puzzledsl explain` names clues that clash."
        if not self.puzzle.written[self._number]:
            label = self.puzzle.labels[self._number]
            return [
                {
                    "free": f"Solutions differ at {label}.",
                    "infeasible": infeasible,
                    "open": f"No chain is found for {label}, not even by assuming one thing at a time.",
                    "unknown": f"The limit came after {self.found} steps.",
                }[self.status]
            ]
        values = listed(map(str, self.values), "or")
        none = f"No chain is found for {self.cell}, not even by assuming one value at a time"
        sentences = {
            "free": f"{self.cell} need not have one value: it is {listed(map(str, self.values))} in two solutions.",
            "infeasible": infeasible,
            "open": f"{none}; {values} are left for it after {self.found} steps.",
            "unknown": f"The limit came after {self.found} steps; {values} are left for {self.cell}.",
        }
        if self.by_search is None:
            return [sentences[self.status]]
        value = self.model.variables[self._number].told(self.by_search)
        return [sentences[self.status], f"Search proves that {self.cell} is {value}."]

    def summary(self, screen: Screen) -> list[str]:
        """How many steps and clues it takes."""
        parts = [screen.status(self.status)]
        if self.links and self.status != "given":
            tried = f", {self.tried} of them by trying" if self.tried else ""
            parts.append(counted(len(self.links), "step") + tried)
            parts.append(f"{len(self.clues)} of {len(self.model.requirements)} clues and givens")
        return [*parts, *screen.broken_off]

    def _scene(self) -> Scene:
        from puzzledsl.steps.pictures import explanation_scene

        return explanation_scene(self)

    def as_json(self) -> dict[str, object]:
        """What ``puzzledsl explain FILE CELL --json`` prints, without its seconds."""
        from puzzledsl.steps.reporting import clues_json, step_json

        puzzle = self.puzzle
        return {
            "status": self.status,
            "cell": self.cell,
            "values": [*self.values],
            "steps": [
                step_json(puzzle, number, link.finding)
                | {"clues": clues_json(puzzle, link.clues), "uses": list(link.steps)}
                for number, link in enumerate(self.links, 1)
            ],
            "tried": self.tried,
            "clues": clues_json(puzzle, self.clues),
            "looked_at": self.found,
            "by_search": self.by_search,
            "interrupted": False,
        }


def explain_cell(
    model: Model,
    how: Asking = Asking(),  # noqa: B008 - frozen
    *,
    cell: Key,
) -> CellExplanation:
    """Why a cell of a model must hold its value.

    The steps of `path` come first, one assumption at a time where they do not go on; then all that the cell does not
    need is left out again.

    Args:
        how: who hears of it.
        cell: the name of a cell or variable: ``r3c4``; or whatever else `Solution` takes.

    Raises:
        PuzzleError: there is no such cell, or a requirement cannot be written.
        OutOfTime: the time limit came before the first step.
    """
    number = variable_number(model, cell)
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
    search = _Search(board, number, how.report)
    how.publish(search.answer)
    try:
        status = search.run() if given is None else search.ask()
        if status or given is None:
            return search.answer(status)
    except OutOfTime:
        return search.answer()
    value = puzzle.value(number, board.masks[number])
    name = puzzle.clue_name(given.clues[0]) if given.clues else "its domain"
    found = conclude(
        board, _STATED, f"{name} says so", given.clues, (), (number,), placed=(given.about,), conclusion=nothing_more
    )
    return CellExplanation("given", number, (value,), (Link(found, given.clues, ()),), puzzle, 0)


class _Search:
    """The way to a cell."""

    def __init__(self, board: Board, cell: int, report: Reporter) -> None:
        self.start = board.copy()
        self.board = board
        self.cell = cell
        self.report = report
        self.findings: list[Finding] = []
        self.values: tuple[int, ...] = ()
        self._asked = False
        self._by_search: int | None = None

    def answer(self, status: str = "unknown") -> CellExplanation:
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
        self.report.step()

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
