"""Edges between other cells, arcs, crossings and lines of groups, by brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.model import Cell

from ..command import called
from .test_edges import (
    Graph,
    Pair,
    answers,
    degrees,
    graphs,
    is_linked,
    is_loop,
    is_loops,
    is_path,
    is_tree,
    pairs,
)

LATTICE = pairs(3, 3)
CENTRE = (2, 2)


def strands(graph: Graph, crossings: frozenset[Cell]) -> list[set[Pair]]:
    """The edges of each line. Where four edges meet in a crossing, only those on opposite sides belong together."""
    found: list[set[Pair]] = [{pair} for pair in graph]
    degree = degrees(graph)

    def meet(one: Pair, other: Pair) -> bool:
        common = set(one) & set(other)
        if not common or not (common & crossings) or degree[next(iter(common))] < 4:
            return bool(common)
        (a, b), (c, d) = (
            sorted([next(iter({*one} - common)), next(iter(common))]),
            sorted([*common, *({*other} - common)]),
        )
        return (a[0] == b[0]) == (c[0] == d[0])

    for one, other in product(graph, graph):
        if meet(one, other):
            first, second = (next(part for part in found if pair in part) for pair in (one, other))
            if first is not second:
                found.remove(second)
                first |= second
    return found


def crosses(graph: Graph, ends: Iterable[Cell] = ()) -> bool:
    """Lines end in `ends` only, and four edges meet in the middle only."""
    found = degrees(graph)
    loose = {cell for cell, degree in found.items() if degree == 1}
    return loose == set(ends) and all(d <= 2 or (d == 4 and cell == CENTRE) for cell, d in found.items())


MIDDLE = frozenset({CENTRE})
CROSSED: list[tuple[str, Callable[[Graph], bool]]] = [
    ("loops(road, [r2c2])", crosses),
    ("loop(road, [r2c2])", lambda g: crosses(g) and len(strands(g, MIDDLE)) == 1),
    ("linked(road, [r2c2])", lambda g: len(strands(g, MIDDLE)) <= 1),
    ("path(road, r1c1, r2c1, [r2c2])", lambda g: crosses(g, [(1, 1), (2, 1)]) and len(strands(g, MIDDLE)) == 1),
    (
        "paths(road, [[r1c2, r3c2], [r2c1, r2c3]], crossings = [r2c2])",
        lambda g: joins(g, [[(1, 2), (3, 2)], [(2, 1), (2, 3)]]),
    ),
    (
        "loops(road, [r2c2])\nown_lines(road, [[r1c1, r3c3]], crossings = [r2c2])",
        lambda g: crosses(g) and own(g, [[(1, 1), (3, 3)]]),
    ),
    (
        "loops(road, [r2c2])\nown_lines(road, [[r2c2, r3c3]], crossings = [r2c2])",
        lambda g: crosses(g) and own(g, [[CENTRE, (3, 3)]]),
    ),
    (
        "loops(road)\nown_lines(road, [[r1c1]])",
        lambda g: is_loops(g) and own(g, [[(1, 1)]]),
    ),
    (
        "linked(road, [r2c2], [r2c2, r2c3])",
        lambda g: all(touches(s, {CENTRE, (2, 3)}) for s in strands(g, MIDDLE)),
    ),
    (
        "linked(road, sources = [r1c1, r2c3])",
        lambda g: all(touches(s, {(1, 1), (2, 3)}) for s in strands(g, frozenset())),
    ),
]


def touches(line: set[Pair], cells: set[Cell]) -> bool:
    return not cells.isdisjoint(cell for pair in line for cell in pair)


def own(graph: Graph, groups: list[list[Cell]]) -> bool:
    """Each group has a line of its own."""
    lines = [{cell for pair in line for cell in pair} for line in strands(graph, MIDDLE)]
    every = {cell for group in groups for cell in group}
    return len(lines) == len(groups) and all(any(line & every == set(group) for line in lines) for group in groups)


def joins(graph: Graph, groups: list[list[Cell]]) -> bool:
    return crosses(graph, [cell for group in groups for cell in group]) and own(graph, groups)


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "holds"), CROSSED, ids=lambda part: part if isinstance(part, str) else "")
def test_lines_cross_where_they_may(statement: str, holds: Callable[[Graph], bool]) -> None:
    expected = {graph for graph in graphs(LATTICE) if holds(graph)}
    assert expected
    assert answers(f"grid cell[3, 3]\nedges road of cell\n{statement}\n") == expected


def test_a_crossing_is_passed_straight_on() -> None:
    text = "grid cell[3, 3]\nedges road of cell\nloop(road, [r2c2])\n"
    model = parse(f"{text}degree(road, r2c2) == 4\n")
    assert {frozenset(one.values.values()) for one in model.solutions()} == {frozenset({0, 1})}
    assert model.count().count == sum(
        crosses(g) and degrees(g).get(CENTRE) == 4 for g in graphs(LATTICE) if len(strands(g, MIDDLE)) == 1
    )


def reached(steps: Iterable[Cell]) -> list[Pair]:
    places = [(r, c) for r in range(1, 4) for c in range(1, 4)]
    found = ((a, (a[0] + down, a[1] + right)) for a in places for down, right in steps)
    return [(a, b) for a, b in found if b in places]


KNIGHT = list(reached([(1, 2), (2, 1), (1, -2), (2, -1)]))
SLANTED = list(reached([(0, 1), (1, 1)]))


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("loop(road)", is_loop),
        ("loops(road)", is_loops),
        ("linked(road)", is_linked),
        ("tree(road)", is_tree),
        ("path(road, r1c1, r2c3)", is_path),
    ],
)
@pytest.mark.parametrize(("reach", "between"), [("knight_moves", KNIGHT), ("slanted", SLANTED)])
def test_edges_by_a_function(statement: str, holds: Callable[[Graph], bool], reach: str, between: list[Pair]) -> None:
    expected = {graph for graph in graphs(between) if graph and holds(graph)} | {
        g for g in [Graph()] if holds_empty(statement)
    }
    text = "let slanted(c) = [at(row_of(c), column_of(c) + 1), at(row_of(c) + 1, column_of(c) + 1)]\n"
    assert answers(f"{text}grid cell[3, 3]\nedges road of cell by {reach}\n{statement}\n") == expected


def holds_empty(statement: str) -> bool:
    return statement in ("loops(road)", "linked(road)")


def directed(height: int, width: int) -> list[Graph]:
    """All sets of arcs between neighbours."""
    between = pairs(height, width)
    both = [(a, b) for a, b in between] + [(b, a) for a, b in between]
    return list(graphs(both))


def plain(graph: Graph) -> Graph:
    return frozenset((min(pair), max(pair)) for pair in graph)


def flows(graph: Graph, starts: Iterable[Cell] = (), ends: Iterable[Cell] = ()) -> bool:
    """No arc runs back along another, and as many begin in a cell as end there."""
    surplus = dict.fromkeys({cell for pair in graph for cell in pair}, 0)
    for a, b in graph:
        surplus[a] += 1
        surplus[b] -= 1
    wanted = dict.fromkeys(starts, 1) | dict.fromkeys(ends, -1)
    return len(plain(graph)) == len(graph) and all(wanted.get(cell, 0) == n for cell, n in surplus.items())


ARCS: list[tuple[str, Callable[[Graph], bool]]] = [
    ("loop(road)", lambda g: flows(g) and is_loop(plain(g))),
    ("loops(road)", lambda g: flows(g) and is_loops(plain(g))),
    ("path(road, r2c3, r1c1)", lambda g: flows(g, [(2, 3)], [(1, 1)]) and is_path(plain(g))),
    ("paths(road, [[r2c3, r1c1]])", lambda g: flows(g, [(2, 3)], [(1, 1)]) and is_path(plain(g))),
    ("linked(road)", is_linked),
]


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "holds"), ARCS, ids=lambda part: part if isinstance(part, str) else "")
def test_arcs_have_a_direction(statement: str, holds: Callable[[Graph], bool]) -> None:
    expected = {graph for graph in directed(2, 3) if (holds(graph) if graph else holds_empty(statement))}
    assert answers(f"grid cell[2, 3]\narcs road of cell\n{statement}\n") == expected


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_both_encodings_know_arcs_and_crossings(encoding: str) -> None:
    text = "grid cell[3, 3]\narcs road of cell\nloop(road, [r2c2])\ndegree(road, r2c2) == 4\nroad[r1c1, r1c2]\n"
    solution = parse(text).solve(encoding=encoding, solver="highs")  # type: ignore[arg-type]
    assert solution["road[r1c2, r1c1]"] == 0
    assert sum(int(value) for value in solution.values.values()) == 8


def test_ends_of_paths_are_marks() -> None:
    text = """
clues end:
    a b
    . .
    a b
grid cell[3, 2] in 0..2
edges road of cell
paths(road, end, cells)
"""
    model = parse(text)
    assert [one["r2c1"] for one in model.solutions()] == [1]
    assert model.solve().as_json()["grids"] == {"cell": [[1, 2], [1, 2], [1, 2]]}


def test_what_meets_in_a_cell() -> None:
    text = """
grid cell[2, 3]
arcs way of cell
edges road of way
let edge = way[r1c1, "right"]
way[r1c1, r1c2] and not way[r1c2, r1c1]
sum(way[*, r1c2]) == 1 and sum(way[r1c2, *]) == 0
sum(way) == 1
sum(road) == 0
let right = ray(r1c1, "right")
show len(way[r1c2]), len(road[r1c2]), len(road[r1c2, *]), edge, beside(r1c1, "down"), right, beside(r1c1, "up")
show sight(row(1), clear), joined(way, r1c2, r1c1), passes(way, r1c1), ends(way, r1c2), passes(road, r2c2)
let clear(c) = column_of(c) < 3
"""
    text = text.replace("sum(way)", "sum(way[a, b] for a, b in way)").replace(
        "sum(road)", "sum(road[a, b] for a, b in road)"
    )
    assert parse(text).solve().shown == ["6 3 3 1 0 0 0 none", "2 true true true false"]


BRIDGES = """
clues island:
    . 3 . 2
    a . . 1
    . . . .
    b 2 . .
grid cell[4, 4]
let seen(c) = if used(c) then [nearest(ray, used) for ray in rays(c)] else []
let used(c) = label_of(c, island) != none
edges bridge of cell in 0..2 by seen
for c, n in island where n in 1..8:
    degree(bridge, c) == n
uncrossed(bridge)
"""


def test_bridges_are_edges_to_what_is_seen() -> None:
    model = parse(BRIDGES)
    (edges,) = model.elaborated.edges
    reach = {((1, 2), (1, 4)), ((1, 2), (4, 2)), ((1, 4), (2, 4)), ((2, 1), (2, 4)), ((2, 1), (4, 1)), ((4, 1), (4, 2))}
    assert set(edges.numbers) == reach
    expected = set()
    for values in product(range(3), repeat=len(reach)):
        found = dict(zip(sorted(reach), values, strict=True))
        total = {c: sum(v for pair, v in found.items() if c in pair) for c in [(1, 2), (1, 4), (2, 4), (4, 2)]}
        crossed = found[(1, 2), (4, 2)] and found[(2, 1), (2, 4)]
        if list(total.values()) == [3, 2, 1, 2] and not crossed:
            expected.add(tuple(v for v in values))
    order = [model.elaborated.variables[x].name for _, x in sorted(edges.numbers.items())]
    assert {tuple(one[name] for name in order) for one in model.solutions()} == expected
    assert expected


def test_a_long_edge_is_drawn_through_the_cells_between() -> None:
    text = "grid cell[1, 3]\nlet far(c) = [last(ray) for ray in rays(c) where len(ray) == 2]\n"
    text += "edges road of cell by far\n"
    assert "─────" in str(parse(f"{text}linked(road)\npasses(road, r1c1)\n").solve())


@pytest.mark.parametrize(("statement", "count"), [("", 4**4), ("loop(way)\n", 2)])
def test_sides_have_arcs_both_ways(statement: str, count: int) -> None:
    text = f"grid cell[1, 1]\nsides fence of cell\narcs way of fence\nsum(fence[r1c1]) == 0\n{statement}"
    model = parse(text)
    found = list(model.solutions())
    assert len({tuple(one.values.items()) for one in found}) == len(found) == count
    with model.compile() as compiled:
        for one in found[:3]:
            edges: dict[str, Any] = one.as_json()["edges"]  # type: ignore[assignment]
            for again in (parse(text, givens=edges).solve(), compiled.solve(edges)):
                assert all(again[name] for name, value in one.values.items() if value)


def test_arcs_of_a_cell_run_clockwise_around_it() -> None:
    text = "grid cell[1, 2]\nsides fence of cell\narcs way of fence\nloop(way)\n"
    text += "sum(fence[a, b] for a, b in fence) == 0\nsum(way[a, b] for a, b in way) == 4\n"
    solution = parse(text + "sum(way[r1c1]) == 4\nshow way[r1c1, r1c2], way[r1c2, r1c1]\n").solve()
    around = [["r1c1", "up", 1], ["r1c1", "r1c2", 1], ["r1c1", "left", 1], ["r1c1", "down", 1]]
    assert solution.as_json()["edges"] == {"fence": [], "way": around}
    assert solution.shown == ["1 0"]
    against = parse(text, givens='way["up", r1c1] = 1; way["left", r1c1] = 1').solve()
    names = {name for name, value in against.values.items() if value}
    assert names == {'way["up", r1c1]', 'way["left", r1c1]', 'way["down", r1c1]', "way[r1c2, r1c1]"}


def test_an_arc_is_drawn_with_a_point() -> None:
    marks = parse("grid cell[1, 2]\narcs way of cell\n").elaborated.marks
    assert [(mark.kind, mark.cells) for mark in marks if mark.kind == "less"] == [
        ("less", ((1, 2), (1, 1))),
        ("less", ((1, 1), (1, 2))),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("edges road of cell by 3", "3"),
        ("edges road of cell by nothing", "nothing"),
        ("edges road of cell by len", "len"),
        ("sides road of cell by touching", "`sides` are between cells that share a side"),
        ("edges road of cell by row_of", "a list is needed here"),
        ("edges road of cell by places", "edges join cells of `cell`, not the number 1"),
        ("edges road of cell by", "by"),
        ('show beside(r1c1, "upp")', "did you mean `up`?"),
        ("show ray(r1c1, 3)", 'a direction is "up", "left", "right" or "down"'),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        parse(f"grid cell[2, 2]\nlet places(c) = [1]\n{text}\n")
    assert message in str(error.value)


FENCE = "grid cell[1, 2]\nsides fence of cell\nedges road of cell\nloop(fence)\nvar total in 0..4\n"


@pytest.mark.parametrize(
    "givens",
    [
        'fence[r1c1, "up"] = 1; fence[r1c2,"right"]= 0; road[r1c2, r1c1] = 1; total = 3',
        {'fence[r1c1, "up"]': 1, 'fence[r1c2, "right"]': 0, "road[r1c1, r1c2]": 1},
        {'fence[r1c1, "up"]': 1, 'fence[r1c2, "right"]': 0, "road[r1c2, r1c1]": 1},
        {"fence": [["r1c1", "up", 1], ["r1c2", "right", 0]], "road": [["r1c1", "r1c2", 1]]},
        {"fence": [["r1c1", "up", 1], ["r1c2", "right", 0]], "road": [["r1c1", "r1c2", 1]], "total": 3},
        'fence[r1c1, "up"] = 1; fence[r1c2, "right"] = 0; road[r1c2, "left"] = 1; total = 3',
    ],
)
def test_edges_are_given_from_outside(givens: str | dict[str, object]) -> None:
    solution = parse(FENCE, givens=givens).solve()
    assert solution.as_json()["edges"] == {
        "fence": [["r1c1", "up", 1], ["r1c1", "left", 1], ["r1c1", "r1c2", 1], ["r1c1", "down", 1]],
        "road": [["r1c1", "r1c2", 1]],
    }
    assert solution["total"] == 3 or "total" not in givens


def test_values_are_asked_by_any_name_of_an_edge_or_cell() -> None:
    text = "grid cell[2, 2] in 1..4\nalldifferent: cell\nedges road of cell\narcs way of cell\n"
    solution = parse(f"{text}road[r1c1, r2c1] == 1\nway[r1c1, r1c2] == 1\nway[r1c2, r1c1] == 0\nr2c1 == 3\n").solve()
    for name in (
        "road[r1c1, r2c1]",
        "road[r2c1,r1c1]",
        'road[r1c1, "down"]',
        'road[ r2c1, "up" ]',
        'way[r1c1, "right"]',
    ):
        assert solution[name] == 1, name
    assert (solution["way[r1c2, r1c1]"], solution["cell[2, 1]"], solution["r2c1"]) == (0, 3, 3)
    for name in ("road[r1c1, r2c2]", 'road[r1c1, "left"]', 'road[r1c1, "r2c1"]', 'road[r9c1, "left"]'):
        with pytest.raises(KeyError, match="no cell or variable is called"):
            solution[name]
    assert parse(text, givens="cell[2, 1] = 4").solve()["r2c1"] == 4


def test_no_edges_are_no_givens() -> None:
    without = parse(FENCE, givens={"road": [], "fence": ()}).solve()
    assert without.values == parse(FENCE).solve().values


@pytest.mark.parametrize(
    ("givens", "message"),
    [
        ("road[r1c1, r1c3] = 1", "the model has no unknown `road[r1c1, r1c3]`"),
        ("road[r1c1, r1c2] = 2", "road[r1c1, r1c2] cannot be 2"),
        ("road[r1c1, r1c2] = 1; road[r1c2, r1c1] = 0", "given as 0, and elsewhere as 1"),
        ({"rode": [["r1c1", "r1c2", 1]]}, "the model has no unknown `rode[r1c1, r1c2]`"),
        ({"road[r1c1, r1c2]": 0.5}, "cannot be given as 0.5"),
        ({"road": [["r1c1", "r1c2", 1], [1, 2, 3]]}, "[1, 2, 3] is not an edge of `road`"),
        ({"road": [[1, 2], [3, 4]]}, "`road` is neither a cell nor a grid"),
        ({"totl": 2}, "the model has no unknown `totl`"),
        ({"total": 9}, "total cannot be 9"),
        ('road[r1c2, "right"] = 1', 'the model has no unknown `road[r1c2, "right"]`'),
    ],
)
def test_mistakes_in_givens_of_edges(givens: str | dict[str, object], message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        parse(FENCE, givens=givens)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "differ"),
    [
        ("grid cell[1, 3]\nedges road of cell\nsum(road[r1c2]) != 1\n", "differ in 2 edges"),
        ("grid cell[1, 2]\ndivision piece of cell\n", "differ in 1 border"),
        ("grid cell[1, 1] in 1..2\n", "differ in 1 cell (*)"),
        (
            "grid cell[1, 2] in bool\nedges road of cell\nr1c1 == road[r1c1, r1c2]\nr1c2\n",
            "differ in 1 cell and 1 edge (*)",
        ),
    ],
)
def test_solutions_differ_in_edges(
    text: str, differ: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert differ in called(["unique", "-"], monkeypatch, capsys, text).out


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("grid cell[2, 2]\nmask:\n    .x\n    ..\ndivision d of cell\nrectangles(d)\n", 3),
        ("grid cell[3, 3]\nmask:\n    ...\n    .x.\n    ...\ndivision d of cell\nrectangles(d)\n", 81),
        ("grid cell[2, 2]\nedges w of cell in 0..2\nlinked(w, cells)\n", 73),
        ("grid cell[2, 2]\nedges w of cell in 0..2\nloop(w)\n", 16),
        ("grid cell[2, 2]\nedges w of cell in 0..2\nloops(w)\n", 17),
        ("grid cell[2, 2]\nedges w of cell in 0..2\nloop(w, [r1c1])\n", 16),
        ("grid cell[2, 2]\narcs w of cell\nlinked(w, cells)\n", 238),
        ("grid cell[3, 3]\nedges road of cell by touching\nloop(road, [r2c2])\ndegree(road, r2c2) == 4\n", 30),
        ("grid cell[1, 4] in 0..1\nmask:\n    ..x.\nedges f of cell\npaths(f, [[r1c1, r1c2]], cells)\n", 1),
        ("let two(c) = [at(1, column_of(c) + 2)]\ngrid cell[1, 5]\nedges f of cell by two\nstraight(f, r1c3)\n", 2),
        (
            "grid cell[3, 3]\narcs w of cell\ncount(joined(w, r2c1, c) for c in neighbors(r2c1, w)) == 0\n"
            "sum(degree(w, c) for c in cells where not same_cell(c, r2c1)) == 0\n",
            1,
        ),
        (
            "grid cell[3, 3]\n"
            "let far(c) = if same_cell(c, r2c3) then [r2c1] else if same_cell(c, r3c2) then [r1c2] else []\n"
            "arcs w of cell by far\nuncrossed(w)\nw[r2c3, r2c1]\nw[r3c2, r1c2]\n",
            0,
        ),
    ],
    ids=[
        "a corner without a cell",
        "a hole",
        "double edges",
        "a loop of them",
        "loops of them",
        "a loop that may cross",
        "there and back",
        "diagonals that cross",
        "a cell without edges",
        "edges two cells long",
        "no arcs",
        "arcs to the left",
    ],
)
def test_rules_about_lines_and_regions_admit_what_brute_force_counted(text: str, count: int) -> None:
    assert parse(text).count(limit=1000).count == count


POSITIONS: list[tuple[str, str, list[tuple[int, int]]]] = [
    ("r1c1, r1c1", "", []),
    ("r1c1, r1c2, r1c1", "(r1c1, r1c2)", [(0, 1), (1, 2)]),
    ("r1c1, r1c1, r1c2", "(r1c1, r1c1)", [(0, 1)]),
    ("r1c1, r1c2, r1c2, r1c3", "(r1c1, r1c2), (r1c2, r1c3)", [(0, 1), (0, 2), (1, 3), (2, 3)]),
    ("r1c1 == 1, r1c2, r1c1 == 1", "(r1c2, r1c1 == 1)", [(0, 1), (1, 2)]),
    ("r1c1, 1, r1c2, 1", "(r1c1, 1), (1, r1c2)", [(0, 1), (0, 3), (1, 2), (2, 3)]),
    ("1, 1, r1c1", "(1, r1c1)", [(0, 2), (1, 2)]),
]
"""Items of `connected`, pairs of them, and the positions that these join."""


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(("items", "joined", "edges"), POSITIONS)
def test_equal_items_are_positions_of_their_own(
    items: str, joined: str, edges: list[tuple[int, int]], negated: bool
) -> None:
    values = {"r1c1": 0, "r1c2": 1, "r1c3": 2}
    found = parse(f"grid cell[1, 3] in bool\n{'not ' * negated}connected([{items}], 1, [{joined}])\n").solutions()
    expected = set()
    for cells in product((0, 1), repeat=3):
        chosen = [int(part) if part.isdigit() else cells[values[part[:4]]] for part in items.split(", ")]
        reached = {p for p, is_chosen in enumerate(chosen) if is_chosen}
        seen = {min(reached, default=0)}
        for _ in chosen:
            seen |= {q for pair in edges if reached >= {*pair} and seen & {*pair} for q in pair}
        if (reached <= seen) != negated:
            expected.add(cells)
    assert {tuple(int(value) for value in one.values.values()) for one in found} == expected


@pytest.mark.parametrize(
    ("items", "joined", "edges"),
    [
        ("b + a, a", "(a, a + b)", [(0, 1)]),
        ("a + b, b + a, a", "(a, b + a)", [(0, 2), (1, 2)]),
        ("a - 1 + b, b, b - 1 + a", "(b + a - 1, a + b - 1)", [(0, 2)]),
    ],
)
def test_a_sum_is_the_same_item_in_any_order(items: str, joined: str, edges: list[tuple[int, int]]) -> None:
    text = f"var a, b in 0..2\nconnected([{items}], 1, [{joined}])\n"
    expected = set()
    for a, b in product(range(3), repeat=2):
        chosen = [k for k, item in enumerate(items.split(", ")) if eval(item, {"a": a, "b": b}) == 1]
        joints = [pair for pair in edges if {*pair} <= {*chosen}]
        if len(joints) >= len(chosen) - 1:  # no edges form a circle
            expected.add((a, b))
    assert {tuple(int(value) for value in one.values.values()) for one in parse(text).solutions()} == expected


@pytest.mark.parametrize(
    ("items", "joined", "holds"),
    [("1, 0, 1", "", False), ("1, 1, 0", "(1, 1)", True), ("1, 1, 0", "(1, 0)", False), ("0, 0", "", True)],
)
def test_known_items_are_connected_or_not(items: str, joined: str, holds: bool) -> None:
    text = f"grid cell[1, 1] in bool\nr1c1 == connected([{items}], 1, [{joined}])\n"
    assert [one["r1c1"] for one in parse(text).solutions()] == [int(holds)]


@pytest.mark.parametrize(
    "declared", ["edges e of cell", "arcs e of cell", "edges e of cell by knight_moves", "sides e of cell",
                 "sides f of cell\narcs e of f", "division e of cell"],
)  # fmt: skip
def test_each_name_that_an_answer_has_may_be_written(declared: str) -> None:
    text = f"grid cell[2, 3]\n{declared}\n"
    model = parse(text).elaborated
    names = {x: v.name for x, v in enumerate(model.variables) if v.name.startswith("e[")}
    stated = parse(text + "".join(f"{name} == 1\n" for name in names.values())).elaborated.requirements
    written = [one.origin.variables for one in stated if one.origin.clue != "division"]
    assert written == [(x,) for x in names]
    assert names
