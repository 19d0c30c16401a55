"""Genres of loops and networks that visit cells of two kinds, and count how many one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from tests.genres.boards import AnyGenre, Board, Genre, board, both, count_is, drawn, marked, roomed
from tests.genres.looping import crossing_loops, simple_loop
from tests.genres.plain import (
    Graph,
    Joined,
    Pair,
    Place,
    areas,
    beside,
    degrees,
    is_connected,
    is_loop,
    pairs,
    turns,
    visits,
)

DARK = "..x./.x../..x./x..."


NUMBERS = ["..../..../..../....", "..../...3/..../.?..", "4.../..../..../..4."]


def keeps(board: Board, joined: Joined, dark: Iterable[Place]) -> bool:
    """Whether lines go through all numbers, which say how many cells of a kind, dark or not, they visit there."""
    length = visits(joined, set(dark).__contains__)
    return all(place in length and count_is(length[place], n) for place, n in board.number.items())


def morningwalk(board: Board, loop: Joined) -> bool:
    dark = board.marks("clues dark")
    length = visits(loop, dark.__contains__)
    return keeps(board, loop, dark) and all(
        length[a] != length[b] for a in loop for b in loop[a] if (a in dark) != (b in dark)
    )


def waterwalk(board: Board, loop: Joined) -> bool:
    water = board.marks("clues water")
    length = visits(loop, water.__contains__)
    return keeps(board, loop, water) and all(length[place] <= 2 for place in loop if place in water)


def over_ice(graph: Graph, ice: Iterable[Place]) -> bool:
    """Whether a graph is one loop that goes straight on on ice, and crosses itself only there."""
    joined = degrees(graph)
    return is_loop(graph) and all(
        not turns(joined, place) or len(joined[place]) == 4 if place in ice else len(joined[place]) == 2
        for place in joined
    )


def icewalk(board: Board, graph: Graph) -> bool:
    return over_ice(graph, ice := board.marks("clues ice")) and keeps(board, degrees(graph), ice)


def barns(board: Board, graph: Graph) -> bool:
    walls = board.marks("clues wall")
    return (
        over_ice(graph, board.marks("clues ice"))
        and set(degrees(graph)) == set(board.cells)
        and not any(
            board.room[a] != board.room[b] or walls.get(a) in ("b", "s" if a[1] == b[1] else "e") for a, b in graph
        )
    )


def firewalk(board: Board, graph: Graph) -> bool:
    """One loop that turns in fire; where it touches itself, its inside is between the turns."""
    fire, joined = board.marks("clues fire"), degrees(graph)

    def inside(r: int, c: int) -> bool:
        """Whether the corner below and right of a place is inside: an odd number of lines is left of it."""
        return sum(((r, k), (r + 1, k)) in graph for k in range(1, c + 1)) % 2 == 1

    def ahead(a: Place, here: Place) -> Place:
        if len(joined[here]) == 2:
            return next(other for other in joined[here] if other != a)
        up, left, right, down = beside(here)
        bends = [(up, right), (left, down)] if inside(here[0] - 1, here[1] - 1) else [(up, left), (right, down)]
        return next(y if a == x else x for x, y in bends if a in (x, y))

    if not graph or any(
        len(others) == 2 and not turns(joined, place) if place in fire else len(others) == 4
        for place, others in joined.items()
    ):
        return False
    trip = [min(graph)]
    while len(trip) == 1 or trip[-1] != trip[0]:
        trip.append((trip[-1][1], ahead(*trip[-1])))
    return len(trip) == len(graph) + 1 and keeps(board, joined, fire)


@cache
def networks(height: int, width: int) -> list[Graph]:
    """All connected graphs, of one pair at least, in which no line ends."""
    between = pairs(height, width)
    last = {place: k for k, pair in enumerate(between) for place in pair}
    graphs: list[tuple[Pair, ...]] = [()]
    for k, pair in enumerate(between):
        done = [place for place in pair if last[place] == k]
        graphs = [
            graph
            for some in graphs
            for graph in (some, (*some, pair))
            if not any(sum(place in one for one in graph) == 1 for place in done)
        ]
    return [frozenset(graph) for graph in graphs if graph and is_connected(graph)]


def forestwalk(board: Board, graph: Graph) -> bool:
    forest, joined = board.marks("clues forest"), degrees(graph)
    return all(len(others) == (3 if place in forest else 2) for place, others in joined.items()) and keeps(
        board, joined, forest
    )


def energywalk(board: Board, graph: Graph) -> bool:
    energy, joined = board.marks("clues energy"), degrees(graph)
    rest = degrees(pair for pair in graph if not set(pair) & set(energy))
    lines = areas(set(joined) - set(energy), lambda place: rest.get(place, []))
    for place, others in joined.items():
        if place not in energy:
            if len(others) != 2:
                return False
        elif len(others) != len(board.beside(place)) or any(len(line & set(others)) > 1 for line in lines):
            return False
    return keeps(board, joined, energy)


def network(name: str, dark: str, holds: Callable[[Board, Graph], bool], by_hand: Sequence[Board]) -> AnyGenre:
    return Genre(
        name,
        both(marked("x", name=f"clues {dark}", most=3), marked("?", 1, 2, 3, 4, most=1)),
        [(3, 3), (2, 4), (2, 5)],
        lambda board: networks(board.height, board.width),
        holds,
        lambda _board, solution: drawn(solution, "track"),
        by_hand=by_hand,
    )


FORESTS = [
    board(3, 4, clues_forest=dark, clues_number=number)
    for dark in ["..../.xx./....", "x.../..x./.x.x"]
    for number in ["..../..../....", "...2/..../?...", "..../4.../...."]
] + [
    board(2, 5, clues_forest=".x.x./.....", clues_number=number)
    for number in ["...../.....", "..1../.3...", "...1./....."]
]


ENERGIES = [
    board(3, 4, clues_energy=dark, clues_number=number)
    for dark in ["..../.xx./....", "x.../..x./.x..", ".x../..../..x."]
    for number in ["..../..../....", "...2/..../?...", "..../3.../...."]
]


GENRES: list[AnyGenre] = [
    network("energywalk", "energy", energywalk, ENERGIES),
    crossing_loops(
        "firewalk",
        [(3, 4), (4, 4)],
        both(marked("x", name="clues fire", most=5), marked("?", 1, 2, 3, 4, most=1)),
        firewalk,
        by_hand=[board(4, 4, clues_fire=DARK, clues_number=number) for number in NUMBERS],
    ),
    network("forestwalk", "forest", forestwalk, FORESTS),
    crossing_loops(
        "icewalk",
        [(3, 4), (4, 4)],
        both(marked("x", name="clues ice", most=5), marked("?", 1, 2, 3, 4, most=2)),
        icewalk,
        by_hand=[board(4, 4, clues_ice=DARK, clues_number=number) for number in NUMBERS],
    ),
    simple_loop(
        "morningwalk",
        [(3, 4)],
        both(marked("x", name="clues dark", most=5), marked("?", 1, 2, 3, 4, most=2)),
        morningwalk,
        by_hand=[board(4, 4, clues_dark=DARK, clues_number=number) for number in NUMBERS],
    ),
    simple_loop(
        "waterwalk",
        [(3, 4)],
        both(marked("x", name="clues water", most=5), marked("?", 1, 2, 3, 4, most=2)),
        waterwalk,
        by_hand=[board(3, 4, clues_water="..x./.xx./x...", clues_number="3.../...?/....")],
    ),
    crossing_loops(
        "barns",
        [(4, 4), (3, 4)],
        both(marked("x", name="clues ice", most=4), roomed(rooms=1), marked("e", "s", "b", name="clues wall", most=2)),
        barns,
        by_hand=[
            board(
                4,
                4,
                clues_ice="..../.xx./..../.x..",
                clues_wall="..../..../.s../....",
                regions_room="aaaa/aaaa/aaaa/aaaa",
            )
        ],
    ),
]
