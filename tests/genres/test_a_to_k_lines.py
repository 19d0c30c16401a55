"""Random tiny boards of genres with lines: the answers are all sets of lines that obey the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from random import Random

import pytest

from puzzledsl import Solution
from tests.genres.enumerating import Board, Clues, assert_answers, edges, in_line, random_board
from tests.library.genre_laws.plain import Place, areas, beside

Lines = dict[Place, list[Place]]
"""The places that lines join each place to."""
Rule = Callable[[Board, Lines], bool]


def drawings(board: Board) -> Iterator[Lines]:
    """All sets of lines between cells that share a side."""
    for chosen in product((False, True), repeat=len(board.pairs)):
        joined: Lines = {place: [] for place in board.cells}
        for (a, b), is_drawn in zip(board.pairs, chosen, strict=True):
            if is_drawn:
                joined[a].append(b)
                joined[b].append(a)
        yield joined


def follow(joined: Lines, start: Place, step: Place, ends: set[Place]) -> tuple[list[Place], int]:
    """The line from one of its ends up to the next one, and how often it turns."""
    way, bends = [start, step], 0
    while way[-1] not in ends:
        (ahead,) = [other for other in joined[way[-1]] if other != way[-2]]
        bends += ahead[0] != way[-2][0] and ahead[1] != way[-2][1]
        way.append(ahead)
    return way, bends


def are_lines_between(joined: Lines, ends: set[Place]) -> bool:
    """Whether some line is drawn, all are connected and go through all ends, and they branch and stop at ends only."""
    used = {place for place, others in joined.items() if others} | ends
    return (
        all(len(others) in (0, 2) for place, others in joined.items() if place not in ends)
        and bool(used - ends or any(joined[place] for place in ends))
        and len(areas(used, joined.__getitem__)) == 1
    )


def ichimaga(board: Board, joined: Lines) -> bool:
    circles = set(board.layouts["number"])
    return (
        bool(circles)
        and are_lines_between(joined, circles)
        and all(joined[place] for place in circles)
        and all(len(joined[place]) == n for place, n in board.numbers().items())
        and all(follow(joined, place, step, circles)[1] <= 1 for place in circles for step in joined[place])
    )


def ichimagam(board: Board, joined: Lines) -> bool:
    if not ichimaga(board, joined):
        return False
    number, circles = board.numbers(), set(board.layouts["number"])
    ends = [(place, follow(joined, place, step, circles)[0][-1]) for place in circles for step in joined[place]]
    return not any(a in number and number[a] == number.get(b) for a, b in ends)


def firefly(board: Board, joined: Lines) -> bool:
    flies = {place: str(mark).split(",") for place, mark in board.layouts["fly"].items()}
    dots = {place: beside(place)["nwes".index(way)] for place, (way, _) in flies.items()}
    if not flies or not are_lines_between(joined, set(flies)):
        return False
    drawn = set()
    for place, (_, number) in flies.items():
        if dots[place] not in joined[place]:
            return False
        way, bends = follow(joined, place, dots[place], set(flies))
        if dots[way[-1]] == way[-2] or number not in ("?", str(bends)):
            return False
        drawn |= {frozenset(pair) for pair in pairwise(way)}
    return 2 * len(drawn) == sum(map(len, joined.values()))


def forestwalk(board: Board, joined: Lines) -> bool:
    forest = set(board.layouts["forest"])
    used = [place for place, others in joined.items() if others]

    def of_a_kind(place: Place) -> list[Place]:
        return [other for other in joined[place] if (other in forest) == (place in forest)]

    walk_of = {place: walk for walk in areas(used, of_a_kind) for place in walk}
    return (
        len(areas(used, joined.__getitem__)) == 1
        and all(len(joined[place]) == (3 if place in forest else 2) for place in used)
        and all(place in walk_of for place in board.layouts["number"])
        and all(len(walk_of[place]) == n for place, n in board.numbers().items())
    )


CASES: dict[str, tuple[Rule, Sequence[Clues]]] = {
    "forestwalk": (forestwalk, [Clues("forest", "x", 0.25), Clues("number", [2, 4, "?"], 0.08)]),
    "firefly": (firefly, [Clues("fly", ["n,0", "e,?", "s,?", "w,1", "w,2", "s,1", "e,2", "n,?"], 0.25)]),
    "ichimaga": (ichimaga, [Clues("number", [1, 1, 2, 3, "?", "?"], 0.4)]),
    "ichimagam": (ichimagam, [Clues("number", [1, 1, 2, 3, "?", "?"], 0.4)]),
}
SIZES = dict.fromkeys(("forest", "number"), (2, 5))
SLOW = [(3, 3, k) for k in range(8)] + [(2, 4, k) for k in range(4)]


def net_of(solution: Solution) -> frozenset[tuple[Place, Place]]:
    """The lines of a solution of ichimaga, whose cells are at the odd rows and columns of a net."""
    return frozenset(
        (((y + 1) // 2, (x + 1) // 2), ((y + 2) // 2, (x + 2) // 2))
        for y, row in enumerate(solution.grid(), 1)
        for x, value in enumerate(row, 1)
        if value and (y + x) % 2
    )


@pytest.mark.parametrize("size", [(3, 3), (2, 4), *(pytest.param(size, marks=pytest.mark.slow) for size in SLOW)])
@pytest.mark.parametrize("genre", CASES)
def test_the_lines_are_those_of_the_rules(genre: str, size: tuple[int, ...]) -> None:
    rule, clues = CASES[genre]
    board = random_board(Random(f"{genre} {size}"), size, clues)
    expected = [
        frozenset((a, b) for a, others in joined.items() for b in others if a < b)
        for joined in drawings(board)
        if rule(board, joined)
    ]
    text = board.text(genre)
    if genre in ("firefly", "forestwalk"):
        assert_answers(text, lambda solution: frozenset(edges(solution, "track")), expected)
    else:
        assert_answers(text, net_of, expected)


def test_a_walk_with_one_line_between_two_loops() -> None:
    """Loops that a single line joins, lines that leave out the forest, and the numbers in and off the forest."""
    for numbers in ({}, {(1, 3): 1, (2, 2): 3}, {(1, 4): 1}):
        board = Board(2, 5, [], {"forest": dict.fromkeys([(1, 2), (1, 4)], "x"), "number": numbers}, SIZES)
        expected = [
            frozenset((a, b) for a, others in joined.items() for b in others if a < b)
            for joined in drawings(board)
            if forestwalk(board, joined)
        ]
        assert expected
        assert_answers(board.text("forestwalk"), lambda solution: frozenset(edges(solution, "track")), expected)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 10))])
def test_bridges(seed: int) -> None:
    board = random_board(Random(seed), (3, 3), [Clues("number", [1, 2, 3, "?"], 0.55)])
    islands = set(board.layouts["number"])
    spans = []
    for place in sorted(islands):
        for ray in in_line(place, board.cells)[2:]:
            stops = [k for k, other in enumerate(ray) if other in islands]
            if stops:
                spans.append((place, ray[stops[0]], set(ray[: stops[0]])))
    expected = []
    for chosen in product(range(3), repeat=len(spans)):
        built = [(a, b, between, n) for (a, b, between), n in zip(spans, chosen, strict=True) if n]
        count = {place: sum(n for a, b, _, n in built if place in (a, b)) for place in islands}
        joined = {place: [b if a == place else a for a, b, *_ in built if place in (a, b)] for place in islands}
        if (
            built
            and all(count.values())
            and all(count[place] == n for place, n in board.numbers().items())
            and len(areas(islands, joined.__getitem__)) == 1
            and not any(one[2] & other[2] for k, one in enumerate(built) for other in built[:k])
        ):
            expected.append(frozenset(((a, b), n) for a, b, _, n in built))
    assert_answers(board.text("hashi"), lambda solution: frozenset(edges(solution, "bridge").items()), expected)
