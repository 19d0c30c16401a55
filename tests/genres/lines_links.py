"""Genres of lines that join numbers, letters, circles or islands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from random import Random

from tests.genres.boards import (
    AnyGenre,
    Board,
    Genre,
    Layouts,
    Numbers,
    blank,
    board,
    drawn,
    edges,
    marked,
    numbers,
)
from tests.genres.joining import counted, drawing, ends, lines_of, net_of, no_branch, u_turns
from tests.genres.plain import (
    Graph,
    Joined,
    Pair,
    Place,
    all_graphs,
    areas,
    degrees,
    extent,
    is_connected,
    path_graph,
    paths,
    places,
    step,
)


def joined_all(board: Board, graph: Graph) -> Joined:
    joined = degrees(graph)
    return {place: joined.get(place, []) for place in board.cells}


def follow(joined: Joined, start: Place, step: Place, ends: set[Place]) -> tuple[list[Place], int]:
    """The line from one of its ends up to the next one, and how often it turns."""
    way, bends = [start, step], 0
    while way[-1] not in ends:
        (ahead,) = [other for other in joined[way[-1]] if other != way[-2]]
        bends += ahead[0] != way[-2][0] and ahead[1] != way[-2][1]
        way.append(ahead)
    return way, bends


def are_lines_between(joined: Joined, ends: set[Place]) -> bool:
    """Whether some line is drawn, all are connected and go through all ends, and they branch and stop at ends only."""
    used = {place for place, others in joined.items() if others} | ends
    return (
        all(len(others) in (0, 2) for place, others in joined.items() if place not in ends)
        and bool(used - ends or any(joined[place] for place in ends))
        and len(areas(used, joined.__getitem__)) == 1
    )


def ichimaga(board: Board, graph: Graph) -> bool:
    circles, joined = set(board.number), joined_all(board, graph)
    return (
        bool(circles)
        and are_lines_between(joined, circles)
        and all(joined[place] for place in circles)
        and all(len(joined[place]) == n for place, n in board.known.items())
        and all(follow(joined, place, step, circles)[1] <= 1 for place in circles for step in joined[place])
    )


def ichimagam(board: Board, graph: Graph) -> bool:
    if not ichimaga(board, graph):
        return False
    joined = joined_all(board, graph)
    number, circles = board.known, set(board.number)
    ends = [(place, follow(joined, place, step, circles)[0][-1]) for place in circles for step in joined[place]]
    return not any(a in number and number[a] == number.get(b) for a, b in ends)


def firefly(board: Board, graph: Graph) -> bool:
    joined = joined_all(board, graph)
    flies = {place: mark.split(",") for place, mark in board.marks("clues fly").items()}
    dots = {place: step(place, way) for place, (way, _) in flies.items()}
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


def numlin(board: Board, graph: Graph) -> bool:
    marks = board.marks("clues number")
    return (
        bool(graph)
        and no_branch(graph)
        and ends(graph) == set(marks)
        and len(graph) == len(degrees(graph)) - len(lines_of(graph))
        and all(len({marks[p] for p in line & set(marks)}) == 1 for line in lines_of(graph))
    )


def no_detour(board: Board, graph: Graph) -> bool:
    of = {place: k for k, line in enumerate(lines_of(graph)) for place in line}
    return numlin(board, graph) and not any(
        of.get(a, -1) == of.get(b, -2) and (a, b) not in graph for a, b in board.pairs
    )


def pairs_of_numbers(random: Random, h: int, w: int) -> Layouts:
    rows = blank(h, w)
    for k, (r, c) in enumerate(random.sample(places(h, w), random.choice((2, 4)))):
        rows[r - 1][c - 1] = str(k // 2 + 1)
    return {"clues number": rows}


def wblink(board: Board, graph: Graph) -> bool:
    colour = board.marks("clues circle")
    return (
        bool(colour)
        and no_branch(graph)
        and ends(graph) == set(colour)
        and all(
            1 in extent(line) and sorted(colour[p] for p in line if p in colour) == ["b", "w"]
            for line in lines_of(graph)
        )
    )


def arukone(board: Board, graph: Graph) -> bool:
    """As in Numberlink; the lines go through all cells."""
    marks = board.marks("clues letter")
    return (
        no_branch(graph)
        and ends(graph) == set(marks)
        and set(degrees(graph)) == set(board.cells)
        and len(graph) == len(board.cells) - len(lines_of(graph))
        and all(len({marks[p] for p in line & set(marks)}) == 1 for line in lines_of(graph))
    )


def pairs_of_letters(random: Random, h: int, w: int) -> Layouts:
    number = pairs_of_numbers(random, h, w)["clues number"]
    return {"clues letter": [["AB"[int(mark) - 1] if mark != "." else mark for mark in row] for row in number]}


def joining_pairs(board: Board) -> Iterator[Graph]:
    """Lines between equal letters, which may meet."""
    marks = board.marks("clues letter")
    found = []
    for letter in sorted(set(marks.values())):
        start, goal = (place for place in marks if marks[place] == letter)
        others = set(board.cells) - (set(marks) - {goal})
        found.append([path_graph(path) for path in paths(start, others) if path[-1] == goal])
    return (frozenset().union(*some) for some in product(*found))


def ichimagax(board: Board, graph: Graph) -> bool:
    """Lines between circles that turn once at most; they may cross, but not at a circle."""
    joined, circles = joined_all(board, graph), board.number
    if any(len(joined[place]) not in ((1, 2, 3, 4) if place in circles else (0, 2, 4)) for place in board.cells):
        return False
    if any(len(joined[place]) != n for place, n in board.known.items()):
        return False
    reached: dict[Place, set[Place]] = {place: set() for place in circles}
    used = 0
    for start in circles:
        for near in joined[start]:
            line = [start, near]
            while line[-1] not in circles:
                (y, x), (r, c) = line[-2:]
                ahead = (2 * r - y, 2 * c - x)
                line.append(ahead if len(joined[r, c]) == 4 else next(p for p in joined[r, c] if p != (y, x)))
            if sum(a[0] != b[0] and a[1] != b[1] for a, b in zip(line, line[2:], strict=False)) > 1:
                return False
            used += len(line) - 1
            reached[start].add(line[-1])
    return bool(graph) and used == 2 * len(graph) and len(areas(circles, reached.__getitem__)) == 1


def sets_of_u_turns(board: Board) -> Iterator[tuple[tuple[Place, ...], ...]]:
    """All sets of lines that meet in circles only; no line begins at a black circle."""
    circle = board.marks("clues circle")
    every = [
        line
        for line in map(tuple, u_turns([p for p, mark in circle.items() if mark != "b"], board.cells))
        if not set(line) & {p for p, mark in circle.items() if mark == "b"}
    ]
    found: list[tuple[tuple[Place, ...], ...]] = [()]
    for line in every:
        found += [(*some, line) for some in found if not any(set(line[1:-1]) & set(other[1:-1]) for other in some)]
    return iter(found)


def uturns(board: Board, some: tuple[tuple[Place, ...], ...]) -> bool:
    asked = {"g": 1, "w": 2, "b": 0}
    return all(
        sum(place in (line[0], line[-1]) for line in some) == asked[mark]
        for place, mark in board.marks("clues circle").items()
    )


def hashi_spans(board: Board) -> list[tuple[Pair, set[Place]]]:
    """The pairs of islands that see each other, with the cells between."""
    found = []
    for place in sorted(board.number):
        for way in "es":
            ahead = board.ahead(place, way)
            stop = next((k for k, other in enumerate(ahead) if other in board.number), None)
            if stop is not None:
                found.append(((place, ahead[stop]), set(ahead[:stop])))
    return found


def hashi_bridges(board: Board) -> Iterator[frozenset[tuple[Pair, int]]]:
    spans = hashi_spans(board)
    for chosen in product(range(3), repeat=len(spans)):
        yield frozenset((pair, n) for (pair, _), n in zip(spans, chosen, strict=True) if n)


def hashi(board: Board, bridges: frozenset[tuple[Pair, int]]) -> bool:
    joined = degrees(pair for pair, _ in bridges)
    between = dict(hashi_spans(board))
    return (
        set(joined) == set(board.number) != set()
        and len(areas(joined, joined.__getitem__)) == 1
        and all(sum(n for pair, n in bridges if place in pair) == number for place, number in board.known.items())
        and not any(between[a] & between[b] for (a, _), (b, _) in combinations(bridges, 2))
    )


def keywest(board: Board, answer: tuple[Numbers, Graph]) -> bool:
    numbers, graph = answer
    value = dict(zip(board.cells, numbers, strict=True))
    return (
        is_connected(graph)
        and all(value[a] != value[b] for a, b in board.pairs)
        and all(value[place] == n for place, n in board.known.items())
    )


def bridges(board: Board) -> Iterator[tuple[Numbers, Graph]]:
    for graph in all_graphs(board.height, board.width):
        joined = joined_all(board, graph)
        yield tuple(len(joined[place]) for place in board.cells), graph


SIZES = [(3, 3), (2, 4)]


FLIES = ["n,?", "e,?", "s,?", "w,?", "e,0", "w,1", "s,1", "n,2"]


CIRCLES = marked(1, 1, 2, 3, "?", "?", "?", "?", most=4)


GENRES: list[AnyGenre] = [
    drawing(
        "arukone",
        [(3, 3), (2, 4)],
        pairs_of_letters,
        arukone,
        "track",
        joining_pairs,
        by_hand=[board(3, 4, clues_letter=letter) for letter in ["A..B/..../A..B", ".A../.B../A..B", "AB../...C/CB.A"]],
    ),
    drawing("firefly", SIZES, marked(*FLIES, name="clues fly"), firefly, "track"),
    Genre(
        "hashi",
        marked(1, 2, 3, "?", most=6),
        [(3, 3), (2, 4)],
        hashi_bridges,
        hashi,
        lambda _board, solution: frozenset(edges(solution, "bridge").items()),
    ),
    drawing("ichimaga", SIZES, CIRCLES, ichimaga, net_of),
    drawing("ichimagam", SIZES, CIRCLES, ichimagam, net_of),
    drawing(
        "ichimagax",
        SIZES,
        CIRCLES,
        ichimagax,
        "track",
        by_hand=[
            *[
                board(len(number.split("/")), 3, clues_number=number)
                for number in ["1../2.1/...", ".2./?.2/.2.", "1../2.?"]
            ],
            board(3, 4, clues_number=".1../1..2/.2.."),
        ],
    ),
    Genre(
        "keywest",
        marked(0, 1, 2, 3, name="givens", most=2),
        [(2, 3), (3, 3)],
        bridges,
        keywest,
        lambda _board, solution: (numbers(solution), drawn(solution, "bridge")),
        by_hand=[board(2, 3, givens="")],
    ),
    drawing("numlin", [(2, 4)], pairs_of_numbers, no_detour, "road"),
    drawing("numlin", [(2, 4)], pairs_of_numbers, numlin, "road", settings={"detours": True}),
    counted(
        "uturns",
        [(2, 4), (3, 3)],
        marked(*"gggwb", name="clues circle", most=4),
        uturns,
        sets_of_u_turns,
        by_hand=[
            board(4, 4, clues_circle=circle)
            for circle in [
                "..../gg../.w../....",
                "..w./..g./..w./...g",
                "g.g./...g/.g../....",
                "b.g./.g../..../..gg",
            ]
        ],
    ),
    drawing(
        "wblink",
        [(2, 4)],
        marked("b", "w", name="clues circle", most=4),
        wblink,
        by_hand=[board(3, 3, clues_circle="w.b/.b./bww")],
    ),
]
