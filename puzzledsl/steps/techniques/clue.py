"""What one clue leaves of its cells, by itself, with groups of different cells, or as a sum that houses imply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter

from puzzledsl.steps.board import Board
from puzzledsl.steps.clue_reasoning import Clue
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.puzzle import Puzzle
from puzzledsl.steps.rules import END, FULL, LOOP, ROOM, THIRD, WAY, first_rule, names
from puzzledsl.steps.wording import Conclusion, by_rule, nothing_more, outcome

MANY = 10**6

_ALONE, _WITH_GROUPS, _HOUSES = map(attrgetter, ("clues", "clues_with_groups", "sums"))


def find(
    board: Board,
    technique: Technique,
    clues: Callable[[Puzzle], Sequence[Clue]],
    lowest: int,
    highest: int,
    costly: bool = True,
) -> Finding | None:
    """The first clue, with so many open cells, that removes candidates."""

    def has_size(clue: Clue) -> bool:
        return lowest <= (clue.members & board.unplaced).bit_count() <= highest

    return board.first(costly, filter(has_size, clues(board.puzzle)), partial(_by_clue, board, technique, costly))


def conclusion_of(board: Board, clue: Clue) -> Finding | None:
    """What a clue leaves less of its cells by itself, by the easiest technique that sees something."""
    open_cells = (clue.members & board.unplaced).bit_count()
    for technique, lowest, highest, costly in ALONE:
        sees = lowest <= open_cells <= highest
        found = _by_clue(board, technique, costly, clue, ruled=None) if sees else None
        if found is not None:
            return found
    return None


def find_by_rule(board: Board, technique: Technique) -> Finding | None:
    """The first clue on lines or areas that removes something by a rule of the technique."""

    def look(clue: Clue) -> Finding | None:
        costly = clue.narrow(board.masks, False) == {}
        return _by_clue(board, technique, costly, clue, ruled=True)

    return board.first(technique.name, (one for one in board.puzzle.clues if technique.name in names(one)), look)


def _by_clue(
    board: Board, technique: Technique, costly: bool, clue: Clue, *, ruled: bool | None = False
) -> Finding | None:
    """What a clue leaves less of its cells, or that it cannot hold; ``None``: nothing new.

    Args:
        ruled: only by a rule of the technique, or by none that has a technique of its own; ``None``: by any.
    """
    left = clue.narrow(board.masks, costly)
    if left is not None and not left:
        return None
    conclusion: Conclusion | None = None
    if clue.is_graph:
        part, rule, name = first_rule(board, clue, costly)
        own = BY_RULE.get(name)
        if ruled is not None and own is not (technique if ruled else None):
            return None
        technique = own or technique
        left = part or left
        conclusion = partial(by_rule, rule) if rule else None
    if clue.groups and not clue.houses:
        clue = _with_fewer_groups(board, clue)
    words = f"{clue.words}: this" if clue.houses else clue.words
    how = partial(
        conclude,
        board,
        technique,
        premises=board.gone(clue.cells),
        holds=partial(_leaves_less, clue),
        quotes=not clue.houses,
    )
    if left is None:
        return how(
            f"{words} cannot hold any more", clue.requirements, cells=clue.cells, conclusion=conclusion, impossible=True
        )
    placed = {x: mask for x, mask in left.items() if mask.bit_count() == 1 and x not in board.placed}
    is_stated = clue.houses and len(clue.cells) == 1
    return how(
        clue.words if is_stated else words,
        clue.requirements,
        cells=clue.shown or clue.cells,
        placed=tuple(placed.items()),
        removed=[(x, board.masks[x] & ~mask) for x, mask in left.items() if x not in placed],
        conclusion=nothing_more if is_stated else conclusion or outcome,
    )


def _leaves_less(clue: Clue, masks: Sequence[int], needed: Mapping[int, int]) -> bool:
    """Whether a clue takes these values away from these candidates; with nothing ``needed``: cannot hold."""
    left = clue.narrow(masks, True)
    if left is None:
        return True
    return bool(needed) and all(not left.get(x, masks[x]) & values for x, values in needed.items())


def _with_fewer_groups(board: Board, clue: Clue) -> Clue:
    """The clue without the groups that the conclusion does not need."""
    reached = clue.narrow(board.masks, True)
    for group in clue.groups:
        fewer = board.puzzle.with_groups(clue, [one for one in clue.groups if one is not group])
        if fewer.narrow(board.masks, True) == reached:
            clue = fewer
    return clue


def _one_house(puzzle: Puzzle) -> list[Clue]:
    return [clue for clue in puzzle.sums if clue.houses == 1]


TECHNIQUES = tuple(
    Technique(name, rating, summary, partial(find, clues=clues, lowest=lowest, highest=highest, costly=costly))
    for name, rating, clues, lowest, highest, costly, summary in (
        ("completed clue", 1.7, _ALONE, 0, 1, True, "A clue has one open cell."),
        (
            "clue with two open cells",
            2.2,
            _ALONE,
            2,
            2,
            True,
            "What the combinations of a clue leave of its two open cells.",
        ),
        (
            "limits of a clue",
            2.4,
            _ALONE,
            3,
            MANY,
            False,
            "The smallest and largest values in a clue: of a sum, along a thermometer, between pairs of cells.",
        ),
        (
            "clue with three open cells",
            2.7,
            _ALONE,
            3,
            3,
            True,
            "What the combinations of a clue leave of its three open cells.",
        ),
        (
            "clue with four or five open cells",
            3.1,
            _ALONE,
            4,
            5,
            True,
            "What the combinations of a clue leave of its open cells.",
        ),
        (
            "clue with many open cells",
            3.7,
            _ALONE,
            6,
            MANY,
            True,
            "What the combinations of a clue of six or more open cells leave of them.",
        ),
        (
            "clue and groups",
            3.2,
            _WITH_GROUPS,
            1,
            4,
            True,
            "What the combinations of a clue leave of up to four open cells, some of which must differ.",
        ),
        (
            "large clue and groups",
            3.9,
            _WITH_GROUPS,
            5,
            MANY,
            True,
            "What the combinations of a clue leave of five or more open cells, some of which must differ.",
        ),
        (
            "rule of 45, one cell",
            2.5,
            _one_house,
            1,
            1,
            True,
            "The cages in a house leave one cell, in it or sticking out.",
        ),
        (
            "rule of 45",
            3.5,
            _one_house,
            1,
            4,
            True,
            "The cages in a house leave a few cells, in it or sticking out, whose sum or difference is known.",
        ),
        (
            "rule of 45, several houses",
            4.1,
            _HOUSES,
            1,
            4,
            True,
            "As rule of 45, with two to four houses at once.",
        ),
    )
)

BY_RULE = {
    name: Technique(name, rating, summary, find_by_rule)
    for name, rating, summary in (
        (THIRD, 1.4, "No third line meets two, and nothing goes on from the end of a line."),
        (END, 1.6, "A line has to go on, and has one way left."),
        (FULL, 1.8, "An area has all of its cells, or two areas would join or touch that must not."),
        (LOOP, 2.1, "A line would be closed, or its ends be joined, before it passes all that it has to."),
        (WAY, 2.3, "Cells have to be connected, and there is one way left, or none."),
        (ROOM, 2.6, "An area would not have the room that it needs, or not reach a cell of it."),
    )
}
"""Techniques by which constraints on lines and areas are seen, by their names."""

ALONE = tuple(
    (technique, how["lowest"], how["highest"], how["costly"])
    for technique, how in ((one, one.search.keywords) for one in TECHNIQUES)  # type: ignore[attr-defined] # partial
    if how["clues"] is _ALONE
)
"""The techniques of a clue by itself, the easiest first: of how many open cells, and whether all is looked at."""

TECHNIQUES += tuple(BY_RULE.values())
