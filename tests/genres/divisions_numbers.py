"""Genres that divide the grid into areas whose sizes, borders or lengths numbers tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from random import Random

from puzzledsl import Solution
from tests.genres.boards import (
    AnyGenre,
    Board,
    Genre,
    Layouts,
    blank,
    board,
    both,
    by_place,
    count_is,
    divided_by,
    drawn,
    empty,
    equal_areas,
    marked,
    parts,
    scattered,
)
from tests.genres.dividing import (
    SIZES,
    by_borders,
    clues,
    division_genre,
    one_each,
    sizes_agree,
    sizes_differ,
)
from tests.genres.plain import (
    Area,
    Division,
    Graph,
    Place,
    all_graphs,
    area_at,
    beside,
    box,
    divisions,
    extent,
    is_rectangle,
    is_symmetric,
    places,
    shadings,
    touch,
)


def sides_agree(board: Board, division: Division) -> bool:
    """Whether each number says how many sides of its cell are borders."""
    return all(
        sum(other not in area_at(division, place) for other in beside(place)) == n for place, n in board.known.items()
    )


def is_l(area: Area) -> bool:
    """Whether an area is a rectangle without a smaller one at one of its corners."""
    notch = box(area) - area
    (top, left), (bottom, right) = min(box(area)), max(box(area))
    return (
        bool(notch)
        and is_rectangle(notch)
        and any((r, c) in notch for r in (top, bottom) for c in (left, right))
        and all(a < b for a, b in zip(extent(notch), extent(area), strict=True))
    )


def aho(board: Board, division: Division) -> bool:
    return (
        one_each(division, board.number)
        and all(is_l(area) if len(area) % 3 == 0 else is_rectangle(area) for area in division)
        and all(len(area_at(division, place)) == n for place, n in board.known.items())
    )


def araf(board: Board, division: Division) -> bool:
    for area in division:
        marks = clues(area, board.marks("clues number"))
        known = sorted(int(n) for n in marks if n != "?")
        if len(marks) != 2 or len(area) in known or (len(known) == 2 and not known[0] < len(area) < known[1]):
            return False
    return True


def compass(board: Board, division: Division) -> bool:
    marks = board.marks("clues compass")
    for (y, x), mark in marks.items():
        area = area_at(division, (y, x))
        beyond = [r < y for r, _ in area], [r > y for r, _ in area], [c < x for _, c in area], [c > x for _, c in area]
        if any(n not in ("?", str(sum(some))) for n, some in zip(mark.split(","), beyond, strict=True)):
            return False
    return one_each(division, marks)


def fillomino(board: Board, division: Division) -> bool:
    return sizes_differ(division) and sizes_agree(board, division)


def by_equal_areas(_board: Board, solution: Solution) -> Division:
    return equal_areas(solution)


def bdblock(board: Board, division: Division) -> bool:
    number = board.marks("clues number")
    of = {place: area for area in division for place in area}
    for r, c in places(board.height + 1, board.width + 1):
        ring = [of.get(place) for place in [(r - 1, c - 1), (r - 1, c), (r, c), (r, c - 1)]]
        if (sum(ring[k] != ring[k - 1] for k in range(4)) > 2) != ((r, c) in board.marks("clues point")):
            return False
    return all(len(set(clues(area, number))) == 1 for area in division) and len(division) == len(set(number.values()))


def branches(random: Random, h: int, w: int) -> Layouts:
    """The points and some numbers of a random division into a few areas."""
    division = random.choice([some for some in divisions(frozenset(places(h, w))) if len(some) <= 4])
    of = {place: k for k, area in enumerate(sorted(map(sorted, division)), 1) for place in area}
    point, number = blank(h + 1, w + 1), blank(h, w)
    for r, c in places(h + 1, w + 1):
        ring = [of.get(place) for place in [(r - 1, c - 1), (r - 1, c), (r, c), (r, c - 1)]]
        if sum(ring[k] != ring[k - 1] for k in range(4)) > 2:
            point[r - 1][c - 1] = "x"
    for place in [min(area) for area in division] + random.sample(places(h, w), 2):
        number[place[0] - 1][place[1] - 1] = str(of[place])
    return {"clues point": point, "clues number": number}


def one_colour(board: Board, area: Iterable[Place]) -> bool:
    """Whether the circles in an area have one colour, and there are some."""
    circle = board.marks("clues circle")
    return len({circle[place] for place in area if place in circle}) == 1


def kramma(board: Board, cuts: tuple[Area, Area]) -> bool:
    """The cuts are the rows that a line is below, and the columns that a line is right of."""
    level, upright = ({place[0] for place in some} for some in cuts)
    pieces = parts({(r, c): (sum(k < r for k in level), sum(k < c for k in upright)) for r, c in board.cells})
    return all(one_colour(board, piece) for piece in pieces)


def kramma_cuts(board: Board) -> Iterator[tuple[Area, Area]]:
    return product(shadings(board.height - 1, 1), shadings(board.width - 1, 1))


def kramma_read(_board: Board, solution: Solution) -> tuple[Area, Area]:
    level, upright = (
        frozenset((k, 1) for (_, k), v in by_place(solution, name).items() if v) for name in ("level", "upright")
    )
    return level, upright


def kramman(board: Board, borders: Graph) -> bool:
    for r, c in map(min, board.squares):
        up, down = (((y, c), (y, c + 1)) in borders for y in (r, r + 1))
        left, right = (((r, x), (r + 1, x)) in borders for x in (c, c + 1))
        if up + down + left + right != 2 if (r, c) in board.marks("clues dot") else (up, left) != (down, right):
            return False
    division = divided_by(borders, board)
    return all(one_colour(board, area) for area in division)


def dots_inside(random: Random, h: int, w: int) -> Layouts:
    return {"clues dot": scattered(random, h - 1, w - 1, "x", 2)}


COMPASSES = ["?,?,?,?", "1,?,?,?", "?,0,?,2", "?,?,1,?", "0,?,?,?"]


def straights(area: Area) -> set[int]:
    """The lengths of the straight pieces of an area, level and upright."""
    found = set()
    for y, x in ((0, 1), (1, 0)):
        for r, c in area:
            if (r - y, c - x) not in area:
                n = 1
                while (r + n * y, c + n * x) in area:
                    n += 1
                found.add(n)
    return found


def lohkous(board: Board, division: Division) -> bool:
    marks = board.marks("clues numbers")
    if not one_each(division, marks):
        return False
    for area in division:
        asked = [n for n in clues(area, marks)[0].split(",") if n]
        lengths = straights(area)
        if len(lengths) != len(asked) or not {int(n) for n in asked if n != "?"} <= lengths:
            return False
    return True


def symmarea(board: Board, division: Division) -> bool:
    return (
        all(is_symmetric(area) for area in division)
        and not any(len(a) == len(b) and touch(a, b) for a, b in combinations(division, 2))
        and all(count_is(len(area_at(division, place)), n) for place, n in board.number.items())
    )


GENRES: list[AnyGenre] = [
    division_genre(
        "aho", SIZES, marked(2, 3, 4, 5, "?", "?", most=4), aho, by_hand=[board(3, 3, clues_number="3.?/.?./?..")]
    ),
    division_genre("araf", SIZES, marked(*range(7), "?", most=6), araf),
    division_genre(
        "bdblock",
        SIZES[:4],
        branches,
        bdblock,
        by_hand=[board(3, 3, clues_point="..x./..../x.x./..x.", clues_number="1.2/.1./3..")],
    ),
    division_genre("compass", SIZES, marked(*COMPASSES, name="clues compass"), compass),
    division_genre("fillomino", SIZES, marked(1, 2, 3, 4, "?"), fillomino, by_equal_areas),
    division_genre(
        "fivecells", [(3, 5)], both(marked(1, 2, 3, "?"), empty("mask")), sides_agree, by_equal_areas, of=range(5, 6)
    ),
    division_genre(
        "fourcells", [(3, 4)], both(marked(1, 2, 3, "?"), empty("mask")), sides_agree, by_equal_areas, of=range(4, 5)
    ),
    Genre(
        "kramma",
        marked("w", "b", name="clues circle", most=6),
        [(3, 3), (3, 4)],
        kramma_cuts,
        kramma,
        kramma_read,
        by_hand=[board(3, 3, clues_circle="w.b/.b./b.w")],
    ),
    Genre(
        "kramman",
        both(dots_inside, marked("w", "b", name="clues circle", most=4)),
        [(3, 3), (2, 4)],
        lambda board: all_graphs(board.height, board.width),
        kramman,
        lambda _board, solution: drawn(solution, "piece"),
        by_hand=[
            board(3, 4, clues_dot=dot, clues_circle=circle)
            for dot, circle in [
                (".../...", "w..b/..../...."),
                (".../.x.", "w..b/..../..b."),
                ("x../..x", "w..b/.w../..b."),
                (".x./...", "wb../..../w.b."),
            ]
        ],
    ),
    division_genre(
        "lohkous",
        [(3, 3)],
        marked("?,", "1,", "3,", "1,2", "1,?", "?,?", name="clues numbers", most=4),
        lohkous,
        by_hand=[board(3, 3, clues_numbers="1,? . . / . . ?,? / . . .")],
    ),
    division_genre(
        "symmarea",
        [(3, 3)],
        both(marked("?", 1, 2, 3, 4, most=4), empty("clues wall")),
        symmarea,
        by_borders("area"),
        by_hand=[
            board(3, 3, clues_number=number) for number in [".../.../...", "3../..?/...", ".../.5./...", "2../.../..1"]
        ],
    ),
]
