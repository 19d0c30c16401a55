"""A chain: as few of some steps as a conclusion needs, each saying no more than what is needed of it.

Steps found on the way are walked back from the conclusion along their proofs; what is left is played again without
one step after the other, the hardest first, to see whether the rest does without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.records import replace
from puzzledsl.steps.board import Board, NoCandidates, Proof
from puzzledsl.steps.finding import Finding, Premise
from puzzledsl.steps.techniques.hidden_single import hidden
from puzzledsl.steps.techniques.naked_single import single
from puzzledsl.steps.walking import next_finding, no_candidates
from puzzledsl.steps.wording import removals

if TYPE_CHECKING:
    from puzzledsl.steps.puzzle import Puzzle

Goal = Callable[[Board], Proof | None]
"""The proof of what a chain is to show, once a board has it."""


def cell_goal(x: int) -> Goal:
    """That a cell has its value."""
    return lambda board: board.placed.get(x)


def refuted(board: Board) -> Proof | None:
    """That there is no solution."""
    return board.refuted


def frugal_steps(board: Board) -> Iterator[Finding]:
    """As `path.walk`, with the premises of each step reduced to what it needs, and singles by the shortest proof."""
    while True:
        found = next_finding(board)
        if found is None:
            return
        if len(found.placed) == 1 and not found.removed and found.holds is None:
            found = _shortest_single(board, found)
        if found.holds is not None:
            found = replace(found, premises=_minimal(board, found, _needed(board, found)))
        empty = apply(board, found)
        yield found
        if empty is not None:
            yield empty
        if empty is not None or found.impossible:
            return


def apply(board: Board, found: Finding) -> Finding | None:
    """Draws a conclusion; the contradiction that a cell is left without a value, drawn too."""
    try:
        board.apply(found)
    except NoCandidates as error:
        empty = no_candidates(board, error.variable)
        board.apply(empty)
        return empty
    return None


def _shortest_single(board: Board, found: Finding) -> Finding:
    """The single that places the same value with the fewest steps behind it."""
    x, bit = found.placed[0]
    options = [found]
    if board.masks[x] == bit:
        options.append(single(board, x))
    for number in board.puzzle.groups_of[x]:
        group = board.puzzle.groups[number]
        if group.full and board.places(group, bit) == [x]:
            options.append(hidden(board, group, x, bit))
    return min(options, key=lambda one: (_steps_behind(board, one), one.technique.rating))


def _steps_behind(board: Board, found: Finding) -> int:
    steps = 0
    for proof in board.proofs_of(found.premises):
        steps |= proof.steps
    return steps.bit_count()


def _needed(board: Board, found: Finding) -> dict[int, int]:
    """By variable the values that a finding takes away."""
    needed = dict(found.removed)
    for x, bit in found.placed:
        needed[x] = board.puzzle.initial[x] & ~bit
    return needed


def _minimal(board: Board, found: Finding, needed: dict[int, int]) -> tuple[Premise, ...]:
    """Premises that a conclusion needs: others are given up as long as it still follows, the most costly first."""
    assert found.holds is not None
    premises = dict(found.premises)
    masks = [values & ~premises.get(x, 0) for x, values in enumerate(board.puzzle.initial)]

    def give_up(x: int, values: int) -> None:
        before = masks[x]
        masks[x] |= values
        assert found.holds is not None
        if found.holds(masks, needed):
            premises[x] &= ~values
        else:
            masks[x] = before

    for x in sorted(premises, key=lambda x: -_steps_behind(board, replace(found, premises=((x, premises[x]),)))):
        give_up(x, premises[x])
        by_proof: dict[int, int] = {}
        for position in bits(premises[x]):
            steps = board.proof_of_absence(x, 1 << position).steps
            by_proof[steps] = by_proof.get(steps, 0) | 1 << position
        for steps in sorted(by_proof, key=lambda steps: -steps.bit_count()):
            if premises[x]:
                give_up(x, by_proof[steps])
    return tuple((x, values) for x, values in premises.items() if values)


def used_conclusions(goal: Proof) -> dict[int, set[tuple[int, int]]]:
    """By step number, what a proof uses of it: (variable, the value that is gone, or that is placed)."""
    found: dict[int, set[tuple[int, int]]] = {}
    seen: set[int] = set()
    pending = [goal]
    while pending:
        proof = pending.pop()
        if id(proof) in seen:
            continue
        seen.add(id(proof))
        if proof.own >= 0:
            found.setdefault(proof.own, set()).add(proof.about)
        pending += proof.premises
    return found


def shortened(start: Board, findings: Sequence[Finding], goal: Goal) -> list[Finding]:
    """Steps that lead from a board to a goal, as few and as short as is found.

    Args:
        findings: steps that lead there, in order; each of them may be left out.
    """
    chain = _used(start, findings, goal)
    for one in sorted(chain, key=lambda one: -one.technique.rating):
        if any(one is kept for kept in chain):
            rest = _used(start, [other for other in chain if other is not one], goal)
            if rest:
                chain = rest
    for _ in range(2):
        chain = _used(start, chain, goal, brief=True)
    return chain


def _used(start: Board, findings: Sequence[Finding], goal: Goal, *, brief: bool = False) -> list[Finding]:
    """Those of the steps that the goal needs, played anew; none, if they do not lead there.

    Args:
        brief: also leave out what is not needed of each of them.
    """
    board = start.copy()
    first = board.count
    boards: list[Board] = []
    played: list[Finding] = []
    for found in findings:
        playable = _playable(board, found)
        if playable is None:
            continue
        if brief:
            boards.append(board.copy())
        played.append(playable)
        empty = apply(board, playable)
        if empty is not None:
            if brief:
                boards.append(boards[-1])
            played.append(empty)
        if board.refuted is not None or goal(board) is not None:
            break
    proof = goal(board)
    if proof is None:
        return []
    used = used_conclusions(proof)
    chain: list[Finding] = []
    for i, found in enumerate(played):
        if first + i in used:
            chain.append(_restricted(boards[i], found, used[first + i]) if brief else found)
    return chain


def _playable(board: Board, found: Finding) -> Finding | None:
    """A step as it can be taken on another board; ``None``: it cannot."""
    if found.technique.name == "no candidates" and found.impossible:
        return None  # it comes by itself
    if any(x in board.placed for x, _ in found.placed) and not found.removed and len(found.placed) == 1:
        return None
    if all(values & ~board.masks[x] == values for x, values in found.premises):
        return found
    if len(found.placed) == 1 and not found.removed and found.holds is None:
        x, bit = found.placed[0]
        naked = board.masks[x] == bit
        groups = [board.puzzle.groups[g] for g in board.puzzle.groups_of[x]]
        if naked or any(group.full and board.places(group, bit) == [x] for group in groups):
            start = single(board, x) if naked else None
            options = [hidden(board, g, x, bit) for g in groups if g.full and board.places(g, bit) == [x]]
            return _shortest_single(board, start or options[0])
    return None


def _restricted(board: Board, found: Finding, used: set[tuple[int, int]]) -> Finding:
    """A step that says no more than what is used of it."""
    used_values: dict[int, int] = {}
    for x, values in used:
        used_values[x] = used_values.get(x, 0) | values
    placed = tuple((x, bit) for x, bit in found.placed if x in used_values)
    removed = tuple((x, values & used_values[x]) for x, values in found.removed if values & used_values.get(x, 0))
    if not found.reason or found.impossible:
        if found.impossible and found.holds is not None:
            return replace(found, premises=_minimal(board, found, {}))
        return found
    if (placed, removed) == (found.placed, found.removed):
        return found
    found = replace(found, placed=placed, removed=removed, sentence=conclusion(board.puzzle, found, placed, removed))
    if found.holds is not None:
        found = replace(found, premises=_minimal(board, found, _needed(board, found)))
    return found


def conclusion(
    puzzle: Puzzle, found: Finding, placed: Iterable[tuple[int, int]], removed: Iterable[tuple[int, int]]
) -> str:
    """The sentence of a step with a part of its conclusions."""
    gone = [(x, puzzle.values(x, values)) for x, values in removed]
    held = [f"{puzzle.names[x]} {puzzle.values(x, bit)[0]}" for x, bit in placed]
    if not found.cells or found.holds is None or found.technique.name == "needed by a clue":
        return f"{found.reason}: {removals(puzzle.names, gone)}."
    by_values: dict[tuple[int, ...], list[str]] = {}
    for x, values in gone:
        by_values.setdefault(tuple(values), []).append(puzzle.names[x])
    parts = [f"makes {listed(held)}"] if held else []
    if by_values:
        parts.append("takes " + listed(f"{listed(map(str, v))} from {listed(c)}" for v, c in by_values.items()))
    return f"{found.reason} {', '.join(parts)}."
