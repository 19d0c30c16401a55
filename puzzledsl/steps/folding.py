"""Conclusions as people see them: what is neither written nor drawn is folded into the next conclusion that is.

Rules have unknowns of their own, and grids whose values stand for something that is drawn. Conclusions about these are
no steps. The clues that they follow from are named by the step that needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from puzzledsl.kernel.masks import single_bits
from puzzledsl.listing import counted, listed
from puzzledsl.records import replace
from puzzledsl.steps.board import Board, Proof, behind
from puzzledsl.steps.finding import Finding, Premise, Technique
from puzzledsl.steps.puzzle import Puzzle
from puzzledsl.steps.wording import nothing_more, outcome

MOST_NAMED, MOST_PLACES = 4, 3
"""Clues of a sentence, of which further ones are counted, and the places of one in it, of which more are left out."""


def grounds(
    board: Board, premises: Iterable[Premise], is_known: Callable[[Proof], bool]
) -> tuple[dict[int, int], dict[int, None], list[Technique]]:
    """What premises follow from: what is known, the values that are gone by variable; clues; and techniques.

    Args:
        is_known: whether a proof needs no reason.
    """
    facts, clues, techniques = dict[int, int](), dict[int, None](), list[Technique]()
    for proof in behind(board.proofs_of(premises), is_known):
        if is_known(proof):
            x, values = proof.about
            facts[x] = facts.get(x, 0) | (board.puzzle.initial[x] & ~values if proof.placed else values)
        else:
            clues |= dict.fromkeys(proof.clues)
            techniques += filter(None, [proof.technique])
    return facts, clues, techniques


def minimal(board: Board, found: Finding, part: Callable[[int, Proof], Hashable]) -> Finding:
    """A step with the premises that it needs: parts of them are given up if it still follows, the most costly first.

    Args:
        part: returns by variable and proof of a premise the part that it belongs to; nothing is never given up.
    """
    if found.holds is None:
        return found
    initial = board.puzzle.initial
    needed = dict(found.removed) | {x: initial[x] & ~bit for x, bit in found.placed}
    masks = initial.copy()
    parts: dict[Hashable, dict[int, int]] = {}
    steps: dict[Hashable, int] = {}
    for x, gone in found.premises:
        masks[x] &= ~gone
        for bit in single_bits(gone):
            proof = board.absences[x, bit]
            key = part(x, proof)
            if key:
                values = parts.setdefault(key, {})
                values[x] = values.get(x, 0) | bit
                steps[key] = max(steps.get(key, 0), proof.steps.bit_count())
    for key in sorted(parts, key=lambda key: -steps[key]):
        less = masks.copy()
        for x, back in parts[key].items():
            less[x] |= back
        if found.holds(less, needed):
            masks = less
    left = ((x, initial[x] & ~masks[x]) for x, _ in found.premises)
    return replace(found, premises=tuple((x, gone) for x, gone in left if gone))


def folded(board: Board, found: Finding, *, whole: bool = True) -> Finding:
    """A conclusion as people see it. One that speaks only of what is written is left as it is.

    Args:
        board: as it was before.
        whole: the conclusion is all that its reason implies.
    """
    puzzle, written = board.puzzle, board.puzzle.written
    on = {x for x, _ in (*found.premises, *found.placed, *found.removed)}.union(found.cells)
    if all(written[x] for x in on):
        return found
    if not board.is_seen(found):
        return replace(found, is_seen=False)

    def is_known(proof: Proof) -> bool:
        return proof.is_step or (proof.own < 0 and not proof.premises and written[proof.about[0]])

    found = minimal(board, found, lambda _, proof: () if is_known(proof) else proof.clues)
    facts, clues, techniques = grounds(board, found.premises, is_known)
    reason = found.reason
    if not found.quotes or (found.impossible and clues):
        names = named(puzzle, [*found.clues, *clues])
        end = f"cannot hold {'together ' * (len(names) > 1)}any more" if found.impossible else ""
        reason = f"{listed(names) if names else 'What is known'} {end}".rstrip()
    elif others := [name for name in named(puzzle, clues) if name not in reason]:
        reason += f", with {listed(others)}{',' * (found.conclusion is not nothing_more)}"
    conclusion = found.conclusion if found.quotes else nothing_more if found.impossible else outcome
    return replace(
        found,
        technique=max([found.technique, *techniques], key=lambda one: one.rating),
        reason=reason,
        sentence=reason + conclusion(puzzle, found.placed, found.removed, board.masks if whole else None),
        clues=tuple(dict.fromkeys((*found.clues, *clues))),
        premises=tuple(facts.items()),
        cells=_standing_out(puzzle, found.cells),
        holds=None,
    )


def _standing_out(puzzle: Puzzle, cells: Sequence[int]) -> tuple[int, ...]:
    """The cells and lines of a reason that people see; of those that are drawn none, if they are most of all."""
    drawn = {x for x, places in enumerate(puzzle.places) if places and not puzzle.written[x]}
    wide = 2 * len(drawn.intersection(cells)) > len(drawn)
    return tuple(x for x in cells if puzzle.written[x] or (x in drawn and not wide))


def named(puzzle: Puzzle, clues: Iterable[int]) -> list[str]:
    """The names of some clues, each once, with their places if these are few; of many the first."""
    places = dict[str, dict[str, None]]()
    for clue in clues:
        name = puzzle.clue_name(clue)
        places.setdefault(name, {})[puzzle.words.get(clue, "").removeprefix(name).strip()] = None
    names = [f"{name} {listed(of)}" if all(of) and len(of) <= MOST_PLACES else name for name, of in places.items()]
    more = len(names) - MOST_NAMED
    return names if more <= 0 else [*names[:MOST_NAMED], counted(more, "more clue")]
