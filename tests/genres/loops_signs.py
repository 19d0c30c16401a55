"""Genres of one loop that goes by circles, numbers, arrows and other signs in cells."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from random import Random

from tests.genres.boards import AnyGenre, Board, Layouts, blank, board, count_is, marked, points, said, scattered
from tests.genres.looping import SIZES, shaded_apart, simple_loop
from tests.genres.plain import (
    BACK,
    STEPS,
    Joined,
    Place,
    apart,
    areas,
    around,
    at_point,
    beside,
    run,
    step,
    straight,
    tour,
    turns,
    ways,
)

DISORDERLY = [
    ". . . . . / . e,1,2 . . . / . . . . . / . . . . .",
    ". . . . . / . e,1,? . . . / . . . . . / . . . . .",
    "s,2,2,? . . . . / . . . . . / . . x . . / . . . . .",
    ". . . . . / . . w,1,1 . . / . . . . . / . . . . n,?",
]


SLALOM = [
    "",
    ". . . . . / . . 1 . . / . . . . . / . . . . .",
    ". . . . . / . . n,2 . . / . . . . . / . . . . .",
    ". . . . . / . . w,2 . . / . . s,1 . . / . . . . .",
    ". . . . . / . . 2 . . / . . 4 . . / . . . . .",
    ". . . . . / . . e,1 . . / . . 1 . . / . . . . .",
    ". . . . . / . . ? . . / . . . . . / . . . . .",
]


def balance(board: Board, loop: Joined) -> bool:
    for place, mark in board.marks("clues circle").items():
        number, is_black = divmod(int(mark), 2)
        if place not in loop:
            return False
        first, second = (run(loop, place, way) for way in ways(loop, place))
        if (first == second) == bool(is_black) or number not in (0, first + second):
            return False
    return True


def bwloop(board: Board, loop: Joined) -> bool:
    marks = board.marks("clues circle")
    if not loop or not loop.keys() >= marks.keys():
        return False
    way = tour(loop, min(marks or loop))
    way.append(way[0])
    stops = [k for k, place in enumerate(way) if place in marks]
    bends = [sum(turns(loop, place) for place in way[i + 1 : j]) for i, j in pairwise(stops)]
    return all(bent == (marks[way[i]] != marks[way[j]]) for bent, (i, j) in zip(bends, pairwise(stops), strict=True))


def castle(board: Board, loop: Joined) -> bool:
    for place, mark in board.marks("clues clue").items():
        colour, way, number = mark.split(",")
        left = board.ahead(place, "w")
        crossed = sum((r + 1, c) in loop.get((r, c), []) for r, c in left)
        if place in loop or (colour != "grey" and (crossed % 2 == 1) != (colour == "white")):
            return False
        if way != "o":
            ahead = [place, *board.ahead(place, way)]
            if number not in ("?", str(sum(b in loop.get(a, []) for a, b in pairwise(ahead)))):
                return False
    return bool(loop)


def geradeweg(board: Board, loop: Joined) -> bool:
    for place, n in board.number.items():
        lengths = straight(loop, place)
        if len(set(lengths)) != 1 or not count_is(lengths[0], n):
            return False
    return True


def koburin(board: Board, loop: Joined) -> bool:
    numbers = board.number
    dark = set(board.cells) - loop.keys() - numbers.keys()
    return (
        not loop.keys() & numbers.keys()
        and apart(dark)
        and all(len(dark & set(beside(place))) == n for place, n in board.known.items())
    )


def kurarin(board: Board, loop: Joined) -> bool:
    for point, colour in board.marks("clues circle").items():
        cells = set(at_point(point))
        dark = len(cells - loop.keys())
        if (dark > len(cells) - dark) - (dark < len(cells) - dark) != {"b": 1, "g": 0, "w": -1}[colour]:
            return False
    return bool(loop)


CASTLES = ["white,w,1", "black,o,?", "grey,s,0", "white,n,?", "grey,e,2"]


def masyu(board: Board, loop: Joined) -> bool:
    for place, colour in board.marks("clues circle").items():
        bends = [turns(loop, other) for other in loop.get(place, [])]
        if place not in loop or turns(loop, place) != (colour == "b"):
            return False
        if any(bends) if colour == "b" else not any(bends):
            return False
    return True


def midloop(board: Board, loop: Joined) -> bool:
    for y, x in board.marks("clues dot"):
        a, b = ((y + 1) // 2, (x + 1) // 2), ((y + 2) // 2, (x + 2) // 2)
        if a == b:
            opposite = [("w", "e"), ("n", "s")]
            if a not in loop or turns(loop, a) or any(run(loop, a, v) != run(loop, a, w) for v, w in opposite):
                return False
        elif b not in loop.get(a, []) or (
            run(loop, a, "w") != run(loop, b, "e") if y % 2 else run(loop, a, "n") != run(loop, b, "s")
        ):
            return False
    return True


def dots(random: Random, h: int, w: int) -> Layouts:
    rows = scattered(random, 2 * h - 1, 2 * w - 1, "b", 3)
    return {"clues dot": [["." if y % 2 and x % 2 else m for x, m in enumerate(row)] for y, row in enumerate(rows)]}


def mukkonn(board: Board, loop: Joined) -> bool:
    return set(loop) == set(board.cells) - set(board.marks("clues hole")) and all(
        n == "?" or run(loop, place, way) in (0, int(n))
        for place, mark in board.marks("clues clue").items()
        for way, n in zip("nswe", mark.split(","), strict=True)
    )


def compasses(random: Random, h: int, w: int) -> Layouts:
    marks = [",".join(random.choice("???123") for _ in range(4)) for _ in range(6)]
    return {
        "clues clue": scattered(random, h, w, marks, 2),
        "clues hole": blank(h, w),
    }


def nuriloop(board: Board, loop: Joined) -> bool:
    return not set(loop) & set(board.number) and all(
        len(clues := [n for place, n in board.number.items() if place in area]) == 1 and count_is(len(area), clues[0])
        for area in areas(set(board.cells) - set(loop))
    )


def simpleloop(board: Board, loop: Joined) -> bool:
    return set(loop) == set(board.cells) - set(board.marks("clues block"))


def tapaloop(board: Board, loop: Joined) -> bool:
    for place, mark in board.marks("clues clue").items():
        ring = set(around(place)) & set(loop)
        lengths = sorted(len(area) for area in areas(ring, lambda p: loop[p], lambda a, b, ring=ring: b in ring))  # type: ignore[misc]
        asked = [n for n in mark.split(",") if n]
        known = [int(n) for n in asked if n != "?"]
        if place in loop:
            return False
        if asked == ["?"] or (known == [0] and not lengths):
            if len(lengths) > 1:
                return False
        elif len(lengths) != len(asked) or any(lengths.count(n) < known.count(n) for n in known):
            return False
    return True


def turnaround(board: Board, loop: Joined) -> bool:
    return all(
        place in loop and count_is(sum(turns(loop, p) for p in [place, *loop[place]]), n)
        for place, n in board.number.items()
    )


def yajilin(board: Board, loop: Joined) -> bool:
    clues = board.marks("clues clue")
    dark = set(board.cells) - set(loop) - set(clues)
    return not set(clues) & set(loop) and shaded_apart(board, loop, clues) and said(board, dark, clues)


def retsurin(board: Board, loop: Joined) -> bool:
    dark = set(board.cells) - set(loop) - set(board.number)
    return (
        not set(board.number) & set(loop)
        and shaded_apart(board, loop, board.number)
        and all(
            n is None or (sum(p[0] == r for p in dark) == n) != (sum(p[1] == c for p in dark) == n)
            for (r, c), n in board.number.items()
        )
    )


def nagare(board: Board, loop: Joined) -> bool:
    arrows = board.marks("clues arrow")
    black = {place for place, mark in arrows.items() if mark.isupper()}
    wind: dict[Place, set[str]] = {}
    for place, mark in arrows.items():
        if mark in "NWES":
            for other in board.ahead(place, mark.lower()):
                if other in black:
                    break
                wind.setdefault(other, set()).add(mark.lower())
    if black & set(loop):
        return False
    for place, mark in arrows.items():
        if mark.islower() and ways(loop, place) != {mark, BACK[mark]}:
            return False
    for place in loop:
        if not turns(loop, place) and wind.get(place, set()) - ways(loop, place):
            return False

    def flows(order: list[Place]) -> bool:
        for before, place, behind in zip(order, order[1:] + order[:1], order[2:] + order[:2], strict=True):
            comes = next(way for way in STEPS if step(before, way) == place)
            leaves = next(way for way in STEPS if step(place, way) == behind)
            if any(BACK[w] in (comes, leaves) for w in wind.get(place, ())):
                return False
            if arrows.get(place, comes) != comes:
                return False
        return True

    return flows(tour(loop)) or flows(tour(loop)[::-1])


def gates_of(course: Mapping[Place, str]) -> list[set[Place]]:
    """The gates of a course: upright ones consist of v one below the other, level ones of h side by side."""
    return areas(
        (place for place, mark in course.items() if mark in "vh"),
        joined=lambda a, b: course[a] == course[b] and (course[a] == "v") == (a[1] == b[1]),
    )


def slalom(board: Board, loop: Joined) -> bool:
    course = board.marks("clues course")
    gates = gates_of(course)
    start = next(place for place, mark in course.items() if mark == "o")
    if start not in loop or any(mark == "x" and place in loop for place, mark in course.items()):
        return False
    for gate in gates:
        crossed = gate & set(loop)
        if len(crossed) != 1 or ways(loop, min(crossed)) != (set("we") if course[min(crossed)] == "v" else set("ns")):
            return False
    order = [gate for place in tour(loop, start) for gate in gates if place in gate]

    def fits(order: list[set[Place]]) -> bool:
        for place, mark in board.marks("clues number").items():
            *arrow, n = mark.split(",")
            ends = [
                cell for way in arrow or STEPS if course.get(cell := step(place, way)) == ("v" if way in "ns" else "h")
            ]
            known = [order.index(gate) + 1 for gate in gates if any(cell in gate for cell in ends)]
            if n != "?" and ends and known.count(int(n)) != 1:
                return False
        return True

    return fits(order) or fits(order[::-1])


def slalom_board(random: Random, h: int, w: int) -> Layouts:
    course = scattered(random, h, w, "xxvh", 5)
    black = [(r, c) for r in range(h) for c in range(w) if course[r][c] == "x"]
    r, c = random.choice([(r, c) for r in range(h) for c in range(w) if course[r][c] == "."])
    course[r][c] = "o"
    number = blank(h, w)
    for r, c in random.sample(black, min(2, len(black))):
        number[r][c] = random.choice(["1", "2", "?", "n,1", "s,1", "e,1", "w,2"])
    return {"clues course": course, "clues number": number}


def disloop(board: Board, loop: Joined) -> bool:
    for place, mark in board.marks("clues clue").items():
        if place in loop:
            return False
        if mark == "x":
            continue
        way, *numbers = mark.split(",")
        first, second = step(place, way), step(place, way, 2)
        if second not in loop.get(first, []):
            return False
        trip = tour(loop, first)
        trip = trip if trip[1] == second else [first, *trip[:0:-1]]
        found, at = list[int](), 0
        for _ in numbers:
            here, ahead = trip[at % len(trip)], trip[(at + 1) % len(trip)]
            found.append(run(loop, here, next(one for one in STEPS if step(here, one) == ahead)))
            at += found[-1]
        for n in numbers:
            if n != "?":
                if int(n) not in found:
                    return False
                found.remove(int(n))
    return bool(loop) or not any(mark != "x" for mark in board.marks("clues clue").values())


DISORDER = ["e,1,2", "s,2,?", "w,1,1", "n,?", "e,2", "s,1,?,2", "x"]


GENRES: list[AnyGenre] = [
    simple_loop("balance", SIZES, marked(0, 1, 0, 1, 4, 7, 8, name="clues circle", most=2), balance, nothing=True),
    simple_loop(
        "bwloop",
        SIZES,
        marked("b", "w", name="clues circle"),
        bwloop,
        by_hand=[
            board(4, 4, clues_circle="w.../..../..b./...."),
            board(4, 4, clues_circle="..../..b./ww../..b."),
            board(4, 4, clues_circle="..b./..b./w..w/...."),
        ],
    ),
    simple_loop("castle", SIZES, marked(*CASTLES, name="clues clue", most=2), castle),
    simple_loop(
        "disloop",
        [(4, 4), (3, 4)],
        marked(*DISORDER, name="clues clue", most=2),
        disloop,
        nothing=True,
        by_hand=[board(4, 5, clues_clue=clue) for clue in DISORDERLY],
    ),
    simple_loop("geradeweg", SIZES, marked(1, 2, 3, "?", most=2), geradeweg, nothing=True),
    simple_loop("koburin", SIZES, marked(0, 1, 2, "?"), koburin, nothing=True),
    simple_loop(
        "kurarin",
        SIZES,
        points("b", "g", "w", name="clues circle"),
        kurarin,
        by_hand=[board(3, 3, clues_circle="...../w..../...../...b./.....")],
    ),
    simple_loop("masyu", [(4, 4)], marked("b", "w", name="clues circle", most=2), masyu),
    simple_loop("midloop", [(4, 4)], dots, midloop),
    simple_loop(
        "mukkonn",
        [(4, 4)],
        compasses,
        mukkonn,
        by_hand=[board(3, 4, clues_clue=". . . ?,?,3,? / . . . . / . . . .", clues_hole="..../.xx./....")],
    ),
    simple_loop(
        "nagare",
        [(4, 4)],
        marked(*"nwesNWESX", name="clues arrow", most=3),
        nagare,
        by_hand=[board(4, 4, clues_arrow="..../.E../n.../...X")],
    ),
    simple_loop(
        "nuriloop",
        [(3, 4)],
        marked("?", 1, 2, 3, 4, most=4),
        nuriloop,
        by_hand=[board(4, 4, clues_number="1.../..../..../...?")],
    ),
    simple_loop(
        "retsurin",
        [(4, 4)],
        marked("?", 0, 1, 2, most=2),
        retsurin,
        by_hand=[board(3, 4, clues_number="...1/..../....")],
    ),
    simple_loop("simpleloop", [(4, 4)], marked("x", name="clues block", most=2), simpleloop),
    simple_loop(
        "slalom",
        [(4, 4), (3, 4)],
        slalom_board,
        slalom,
        by_hand=[board(4, 5, clues_course="..v../.hxhh/..x../..v.o", clues_number=number) for number in SLALOM],
    ),
    simple_loop(
        "tapaloop",
        [(4, 4)],
        marked("?,", "0,", "2,", "3,", "5,", "?,?", "1,3", "1,?", name="clues clue", most=2),
        tapaloop,
        nothing=True,
        by_hand=[
            *[board(3, 4, clues_clue=f". . . . / . {clue} . . / . . . .") for clue in ["?,", "5,", "?,?", "1,3"]],
            board(3, 3, clues_clue="?, . . / . . . / . . 0,"),
        ],
    ),
    simple_loop(
        "turnaround",
        [(4, 4)],
        marked("?", 0, 1, 2, 3, most=2),
        turnaround,
        nothing=True,
        by_hand=[board(4, 4, clues_number=".1../..../..2./...."), board(2, 3, clues_number="")],
    ),
    simple_loop(
        "yajilin",
        [(4, 4)],
        marked(*(f"{way},{n}" for way in "nswe" for n in "?012"), name="clues clue", most=2),
        yajilin,
    ),
]
