"""A chain: as few of some steps as a conclusion needs, each stating no more than the conclusion needs.

Steps found on the way are walked back from the conclusion along their proofs; what is left is played again without
one step after the other, the hardest first, to see whether the rest does without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzledsl.steps.board import Board, Proof, behind
from puzzledsl.steps.finding import Finding
from puzzledsl.steps.folding import minimal
from puzzledsl.steps.techniques.singles import singles
from puzzledsl.steps.walking import EMPTY, applied, walk

Goal = Callable[[Board], Proof | None]
"""The proof of what a chain is to show, once a board has it."""


def cell_goal(x: int) -> Goal:
    """That a cell has its value."""
    return lambda board: board.placed.get(x)


def refuted(board: Board) -> Proof | None:
    """That there is no solution."""
    return board.refuted


def frugal_steps(board: Board) -> Iterator[Finding]:
    """As `walk`, with the premises of each step reduced to what it needs, and singles by the shortest proof."""
    return walk(board, adapt=_frugal)


def _frugal(board: Board, found: Finding) -> Finding:
    return _shortest(board, [found, *singles(board, *found.placed[0])]) if _is_single(found) else _minimal(board, found)


def _is_single(found: Finding) -> bool:
    return len(found.placed) == 1 and not found.removed and found.holds is None and not found.trial


def _shortest(board: Board, found: Sequence[Finding]) -> Finding:
    """The step with the fewest steps behind it."""

    def cost(one: Finding) -> tuple[int, float]:
        steps = 0
        for proof in board.proofs_of(one.premises):
            steps |= proof.steps
        return steps.bit_count(), one.technique.rating

    return min(found, key=cost)


def _minimal(board: Board, found: Finding) -> Finding:
    return minimal(board, found, lambda x, proof: (x, proof.steps))


class Step(NamedTuple):
    """A step of a chain.

    Attributes:
        board: as it was before; proofs on it have the numbers of steps.
        number: of the step.
        is_seen: people see it.
        conclusions: by cell what is used of it.
    """

    board: Board
    number: int
    is_seen: bool
    finding: Finding
    conclusions: Mapping[int, int]


def shortened(start: Board, findings: Sequence[Finding], goal: Goal) -> list[Step]:
    """Steps that lead from a board to a goal, as few and as short as is found.

    Args:
        findings: steps that lead there, in order.
    """
    chain = _used(start, findings, goal)
    for one in sorted((step.finding for step in chain), key=lambda one: -one.technique.rating):
        rest = [step.finding for step in chain if step.finding is not one]
        if len(rest) < len(chain):
            chain = _used(start, rest, goal) or chain
    for _ in range(2):
        chain = _used(start, [_restricted(step) for step in chain], goal)
    return chain


def _used(start: Board, findings: Sequence[Finding], goal: Goal) -> list[Step]:
    """Those of the steps that the goal needs, played anew; none, if they do not lead there."""
    board = start.copy()
    played: list[tuple[Board, Finding]] = []
    for found in findings:
        playable = _playable(board, found)
        if playable is not None:
            before = board.copy()
            # A contradiction that a step brings about at once follows from the board behind that step.
            played += zip((before, board), applied(board, playable), strict=False)
            if board.refuted is not None or goal(board) is not None:
                break
    proof = goal(board)
    if proof is None:
        return []
    used: dict[int, dict[int, int]] = {}
    for one in behind([proof], lambda one: 0 <= one.own < start.count):
        x, values = one.about
        of_step = used.setdefault(one.own, {})
        of_step[x] = of_step.get(x, 0) | values
    steps = enumerate(played, start.count)
    seen = board.steps
    return [
        Step(before, number, bool(seen >> number & 1), one, used[number])
        for number, (before, one) in steps
        if number in used
    ]


def _playable(board: Board, found: Finding) -> Finding | None:
    """A step as it can be taken on another board; ``None``: it cannot, or need not."""
    if found.technique is EMPTY or (_is_single(found) and found.placed[0][0] in board.placed):
        return None  # a contradiction comes by itself
    if all(not values & board.masks[x] for x, values in found.premises):
        return found
    options = [*singles(board, *found.placed[0])] if _is_single(found) else []
    return _shortest(board, options) if options else None


def _restricted(step: Step) -> Finding:
    """A step that states no more than later steps use."""
    found, used = step.finding, step.conclusions
    placed = tuple((x, bit) for x, bit in found.placed if x in used)
    removed = tuple((x, values & used[x]) for x, values in found.removed if values & used.get(x, 0))
    if found.impossible:
        return _minimal(step.board, found)
    if (placed, removed) == (found.placed, found.removed):
        return found
    return _minimal(step.board, found.weaker(step.board.puzzle, placed, removed))
