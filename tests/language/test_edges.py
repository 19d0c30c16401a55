"""Edges: what they are called and how they are shown, and the graphs that rules make of them, by brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.model import Cell

from ..command import called

Pair = tuple[Cell, Cell]
Graph = frozenset[Pair]


def pairs(height: int, width: int, masked: frozenset[Cell] = frozenset()) -> list[Pair]:
    """The pairs of places that share a side."""
    places = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1) if (r, c) not in masked]
    beyond = [((r, c), other) for r, c in places for other in ((r, c + 1), (r + 1, c))]
    return [pair for pair in beyond if pair[1] in places]


def degrees(graph: Graph) -> dict[Cell, int]:
    found: dict[Cell, int] = {}
    for pair in graph:
        for place in pair:
            found[place] = found.get(place, 0) + 1
    return found


def parts(graph: Graph) -> list[set[Cell]]:
    """The connected parts, as sets of places."""
    found: list[set[Cell]] = []
    for pair in graph:
        touched = [part for part in found if part & set(pair)]
        found = [part for part in found if part not in touched] + [set(pair).union(*touched)]
    return found


def is_loops(graph: Graph) -> bool:
    return set(degrees(graph).values()) <= {2}


def is_loop(graph: Graph) -> bool:
    return is_loops(graph) and len(parts(graph)) == 1


def is_linked(graph: Graph) -> bool:
    return len(parts(graph)) <= 1


def is_tree(graph: Graph) -> bool:
    return len(parts(graph)) == 1 and len(graph) == len(degrees(graph)) - 1


def is_path(graph: Graph, start: Cell = (1, 1), end: Cell = (2, 3)) -> bool:
    found = degrees(graph)
    ends = {place for place, degree in found.items() if degree == 1}
    return len(parts(graph)) == 1 and max(found.values()) <= 2 and ends == {start, end}


def is_paths(graph: Graph) -> bool:
    """From r1c1 to r1c2 and from r2c1 to r2c3."""
    wanted = [{(1, 1), (1, 2)}, {(2, 1), (2, 3)}]
    found = degrees(graph)
    ends = [{place for place in part if found[place] == 1} for part in parts(graph)]
    return len(ends) == 2 and all(one in ends for one in wanted) and max(found.values()) <= 2


def graphs(between: list[Pair]) -> Iterator[Graph]:
    for chosen in product((False, True), repeat=len(between)):
        yield frozenset(pair for pair, is_on in zip(between, chosen, strict=True) if is_on)


def answers(text: str) -> set[Graph]:
    """The graphs of all solutions."""
    model = parse(text)
    (edges,) = model.elaborated.edges
    names = {model.elaborated.variables[x].name: pair for pair, x in edges.numbers.items()}
    return {frozenset(names[name] for name, value in one.values.items() if value) for one in model.solutions()}


RULES: list[tuple[str, Callable[[Graph], bool]]] = [
    ("loop(road)", is_loop),
    ("loops(road)", is_loops),
    ("linked(road)", is_linked),
    ("tree(road)", is_tree),
    ("path(road, r1c1, r2c3)", is_path),
    ("paths(road, [[r1c1, r1c2], [r2c1, r2c3]])", is_paths),
    ("form_lines(road, ends = [r1c1, r2c3], single = true)", is_path),
    ("not form_lines(road)", lambda graph: not is_loops(graph)),
]


@pytest.mark.parametrize(("statement", "holds"), RULES, ids=lambda part: part if isinstance(part, str) else "")
def test_a_rule_admits_exactly_its_graphs(statement: str, holds: Callable[[Graph], bool]) -> None:
    expected = {graph for graph in graphs(pairs(2, 3)) if holds(graph)}
    assert answers(f"grid cell[2, 3]\nedges road of cell\n{statement}\n") == expected


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "holds"), RULES, ids=lambda part: part if isinstance(part, str) else "")
def test_on_three_by_three(statement: str, holds: Callable[[Graph], bool]) -> None:
    expected = {graph for graph in graphs(pairs(3, 3)) if holds(graph)}
    assert answers(f"grid cell[3, 3]\nedges road of cell\n{statement}\n") == expected


@pytest.mark.parametrize(("statement", "holds"), RULES[:4], ids=lambda part: part if isinstance(part, str) else "")
def test_a_masked_place_has_no_edges(statement: str, holds: Callable[[Graph], bool]) -> None:
    expected = {graph for graph in graphs(pairs(3, 3, frozenset({(2, 2), (1, 3)}))) if holds(graph)}
    text = f"grid cell[3, 3]\nmask:\n    ..x\n    .x.\n    ...\nedges road of cell\n{statement}\n"
    assert answers(text) == expected


def line_between(a: Cell, b: Cell) -> Pair:
    """The corners that the side between two places joins."""
    return b, ((b[0], b[1] + 1) if a[1] == b[1] else (b[0] + 1, b[1]))


@pytest.mark.parametrize(
    ("statement", "holds"),
    [*RULES[:4], ("path(fence, at(1, 1, fence), at(2, 3, fence))", is_path)],
    ids=lambda part: part if isinstance(part, str) else "",
)
@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("grid cell[1, 2]\n", frozenset()),
        ("grid cell[2, 2]\nmask:\n    ..\n    .x\n", frozenset({(3, 3)})),
        pytest.param("grid cell[2, 2]\n", frozenset(), marks=pytest.mark.slow),
    ],
    ids=["line", "masked", "square"],
)
def test_sides_are_edges_between_corners(
    statement: str, holds: Callable[[Graph], bool], text: str, masked: frozenset[Cell]
) -> None:
    height, width = (2, 3) if "[1, 2]" in text else (3, 3)
    expected = {graph for graph in graphs(pairs(height, width, masked)) if holds(graph)}
    found = answers(f"{text}sides fence of cell\n{statement.replace('road', 'fence')}\n")
    assert {frozenset(line_between(*side) for side in sides) for sides in found} == expected


def test_a_line_between_two_masked_places_is_no_side() -> None:
    text = "grid cell[3, 3]\nmask:\n    ...\n    xx.\n    ...\nsides fence of cell\nlinked(fence)\n"
    text += "not fence[at(2, 2, fence), at(3, 2, fence)]\nsum(fence[a, b] for a, b in fence) >= 22\n"
    (edges,) = parse(text).elaborated.edges
    assert ((2, 1), (2, 2)) not in edges.numbers
    assert len(edges.numbers) == 22
    assert len(answers(text)) == 1


def test_sides_are_named_by_cells() -> None:
    text = """
grid cell[2, 3]
sides fence of cell
loop(fence)
sum(fence[r1c2]) == 4
fence[r1c3, "left"] and fence[r1c2, r2c2]
for corner in cells(fence):
    degree(fence, corner) in {0, 2}
show fence[r1c2], fence[r1c3, r1c2], fence[r2c2, "up"], fence[r2c2, "down"]
"""
    solution = parse(text).solve()
    assert solution.shown == ["1 1 1 1 1 1 0"]
    assert solution['fence[r1c2, "up"]'] == 1
    assert solution.as_json()["edges"] == {
        "fence": [["r1c2", "up", 1], ["r1c1", "r1c2", 1], ["r1c2", "r1c3", 1], ["r1c2", "r2c2", 1]]
    }
    assert str(solution).count("┌───┐") == 1


def test_sides_at_the_right_and_at_a_mask_have_directions() -> None:
    text = "grid cell[1, 3]\nmask:\n    ..x\nsides fence of cell in 0..2\nsum(fence[r1c2]) == 8\n"
    text += 'fence[r1c1, "left"] == 1\n'
    found = str(parse(text).solve().as_json()["edges"])
    assert "['r1c2', 'right', 2]" in found
    assert "['r1c1', 'left', 1]" in found


def test_a_corner_is_drawn_between_its_cells() -> None:
    text = "grid cell[2, 2]\nsides fence of cell\nloop(fence)\n"
    corner = parse(f"{text}draw text(at(2, 2, fence), 4)\n")
    assert corner.svg() == parse(f"{text}draw text([r1c1, r1c2, r2c1, r2c2], 4)\n").svg()


def test_sides_of_a_rule_are_hidden() -> None:
    text = """
grid cell[2, 2] in bool
rule around(cells):
    sides fence of cell
    loop(fence)
    for c in cells:
        c == (sum(fence[c]) == 3)
around(cells)
"""
    model = parse(text)
    assert {tuple(one.values.values()) for one in model.solutions()} == {
        (0, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (0, 1, 0, 1), (0, 0, 1, 1), (1, 0, 0, 1), (0, 1, 1, 0),
    }  # fmt: skip


@pytest.mark.parametrize("command", ["candidates", "steps"])
def test_what_is_known_of_sides_is_drawn(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "grid cell[1, 2]\nsides fence of cell\ndegree(fence, at(1, 1, fence)) == 2\nnot fence[r1c1, r1c2]\n"
    assert "┌" in called([command, "-"], monkeypatch, capsys, text).out


@pytest.mark.parametrize("encoding", ["binary", "integer"])
def test_both_encodings_know_edges(encoding: str) -> None:
    model = parse("grid cell[3, 3]\nedges road of cell\nloop(road)\ndegree(road, r2c2) == 0\n")
    solution = model.solve(encoding=encoding)  # type: ignore[arg-type]
    assert sum(int(value) for value in solution.values.values()) == 8


def test_functions_of_edges() -> None:
    text = """
grid cell[3, 4]
edges road of cell
loop(road)
straight(road, r1c2)
turns(road, r2c4)
not road[r2c1, r2c2]
show degree(road, r3c1), run(road, r1c1, rays(r1c1)[3]), [row_of(b) for a, b in road where has_cell([a], r1c1)]
"""
    solution = parse(text).solve()
    for a, b in [("r1c1", "r1c2"), ("r1c2", "r1c3")]:
        assert solution[f"road[{a}, {b}]"] == 1
    assert solution.shown[0].endswith("[1, 2]")


def test_edges_of_other_values() -> None:
    text = "grid cell[1, 3]\nedges bridge of cell in 0..2\nbridge[r1c1, r1c2] + bridge[r1c3, r1c2] == 4\n"
    assert set(parse(text).solve().values.values()) == {2}


def test_edges_of_a_rule_are_hidden() -> None:
    text = """
grid cell[2, 2] in bool
rule around(cells):
    edges road of cell
    loop(road)
    for c in cells:
        c == (degree(road, c) == 2)
around(cells)
"""
    solution = parse(text).solve()
    assert solution.values == {f"r{r}c{c}": 1 for r in (1, 2) for c in (1, 2)}


def test_json_has_the_edges_and_no_places() -> None:
    found = parse("grid cell[2, 2]\nedges road of cell\nloop(road)\n").solve().as_json()
    assert found["grids"] == {}
    assert found["variables"] == {}
    assert found["edges"] == {
        "road": [["r1c1", "r1c2", 1], ["r1c1", "r2c1", 1], ["r1c2", "r2c2", 1], ["r2c1", "r2c2", 1]]
    }


def test_a_loop_is_a_line_in_text_and_picture() -> None:
    solution = parse("grid cell[2, 2]\nedges road of cell\nloop(road)\n").solve()
    assert "┌─┐" in str(solution)
    assert solution.svg() != parse("grid cell[2, 2]\nedges road of cell\nnot road[r1c1, r1c2]\n").solve().svg()


@pytest.mark.parametrize("command", ["candidates", "steps"])
def test_what_is_known_of_edges_is_drawn(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "grid cell[2, 3]\nedges road of cell\nloop(road)\nstraight(road, r1c2)\n"
    out = called([command, "-"], monkeypatch, capsys, text).out
    assert "─" in out
    assert "0 0 0" not in out


def number(statements: str, expression: str) -> int:
    """A number that is known without solving."""
    solution = parse(f"grid cell[3, 3] in 1..1\n{statements}\nvar known in 0..9\nknown == {expression}\n").solve()
    return int(solution["known"])


@pytest.mark.parametrize(
    ("near", "cell", "pairs"),
    [("", "r2c2", 2), (" by touching", "r2c2", 4), (" by knight_moves", "r2c2", 0), ("", "r1c2", 1), ("", "r1c1", 0)],
)
def test_opposites_are_where_a_line_can_go_straight_on(near: str, cell: str, pairs: int) -> None:
    assert number(f"edges way of cell{near}", f"len(opposites({cell}, way))") == pairs
    lists = f"[[row_of(a) + row_of(b), column_of(a) + column_of(b)] for a, b in opposites({cell}, way)]"
    around = f"count(one == [2 * row_of({cell}), 2 * column_of({cell})] for one in {lists})"
    assert number(f"edges way of cell{near}", around) == pairs


def test_only_arcs_have_a_direction() -> None:
    assert number("edges way of cell", "(if directed(way) then 1 else 2)") == 2
    assert number("arcs way of cell", "(if directed(way) then 1 else 2)") == 1
    with pytest.raises(PuzzleError, match="edges are needed here"):
        number("", "(if directed(r1c1) then 1 else 2)")


def test_edges_is_an_ordinary_name() -> None:
    text = "grid cell[2, 2] in 1..2\nlet edges = [r1c1, r2c2]\nrule of(a, b):\n    a == b\n"
    text += "let sides = 2\nsum(edges) == 2 * sides\nof(r1c1, r2c2)\n"
    assert parse(text).solve()["r1c1"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("road[r1c1, r2c2] == 1", "has no edge between r1c1 and r2c2"),
        ("road[r1c1, r1c2, r1c1] == 1", "an edge is between two cells"),
        ("not road[r1c1, r1c2, none]", "an edge is between two cells"),
        ("sum(road[*, *]) == 1", "an edge is between two cells"),
        ("road[r1c1, 3] == 1", "`road` joins cells of `cell`, not the number 3"),
        ("givens:\n    1 .\n    . .", "`cell` has places without values"),
        ("grid other[1, 2]\nroad[r1c1, other[1, 2]] == 1", "`road` joins cells of `cell`, not other[1, 2]"),
        ("sides fence of cell\nfence[r1c1, at(1, 2, fence)] == 1", "joins cells of `cell`, not fence.corner[1, 2]"),
        ("edges other of rod", "rod"),
        ("form_lines(cell)", "edges are needed here"),
        ("form_lines(road, [], [], 1)", "whether there is a single line is `true` or `false`"),
        ("r1c1 == 0", "r1c1 is a place without a value"),
        ("edges[r1c1, r1c2] == 1", "edges"),
        ("sides fence of cell\nfence[r1c1, r2c2] == 1", "has no edge between r1c1 and r2c2"),
        ("sides fence of cell\nfence[r1c1, none] == 1", 'given by the cell beside it, or by one of "up", "left"'),
        ('sides fence of cell\nfence[r1c1, "north"] == 1', "there is no direction north"),
        ("sides fence of cell\nat(1, 1, fence) == 1", "is a place without a value"),
        ("sides fence of road", "edges join the cells of a grid"),
        ("sides fence for cell", "the form is `sides fence of cell`"),
        ("edges road2 for cell", "the form is `edges road of cell`"),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        parse(f"grid cell[2, 2]\nedges road of cell\n{text}\n")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("grid", "rule", "count"),
    [
        ("grid cell[1, 1]", "loops(e)", 1),
        ("grid cell[1, 1]", "paths(e, [])", 1),
        ("grid cell[2, 2]\nmask:\n  . x\n  x .", "loops(e)", 1),
    ],
)
def test_rules_of_edges_hold_of_a_grid_without_any(grid: str, rule: str, count: int) -> None:
    assert parse(f"{grid}\nedges e of cell\n{rule}\n").count().count == count
