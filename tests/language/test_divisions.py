"""Divisions of a grid into connected regions, compared with all divisions that there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.expressions import Compare, Not, Regions, affine, holds
from puzzledsl.model import Cell
from puzzledsl.records import replace
from puzzledsl.solve import solve_model

from ..command import called

Division = tuple[frozenset[Cell], ...]
"""The regions, by their first cells."""


def divisions(cells: list[Cell]) -> Iterator[Division]:
    """All divisions into connected regions."""
    if not cells:
        yield ()
        return
    first, *rest = cells
    for chosen in product((False, True), repeat=len(rest)):
        region = {first, *(cell for cell, is_in in zip(rest, chosen, strict=True) if is_in)}
        if connected(region):
            for others in divisions([cell for cell in rest if cell not in region]):
                yield (frozenset(region), *others)


def connected(region: set[Cell]) -> bool:
    seen = [min(region)]
    for r, c in seen:
        seen += [near for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if near in region - set(seen)]
    return len(seen) == len(region)


def answers(text: str, **options: str) -> set[Division]:
    """The divisions of all solutions, each of which is found once."""
    model = parse(text)
    found = []
    for solution in model.solutions(**options):  # type: ignore[arg-type]
        rows = solution.as_json()["divisions"]["piece"]  # type: ignore[index]
        regions: dict[int, set[Cell]] = {}
        for r, row in enumerate(rows, 1):
            for c, number in enumerate(row, 1):
                if number is not None:
                    regions.setdefault(number, set()).add((r, c))
        assert list(regions) == sorted(regions)  # in order of first appearance
        found.append(tuple(frozenset(region) for region in regions.values()))
    assert len(set(found)) == len(found)
    return set(found)


def region(division: Division, cell: Cell) -> frozenset[Cell]:
    return next(one for one in division if cell in one)


def is_rectangle(region: frozenset[Cell]) -> bool:
    rows, columns = ({cell[k] for cell in region} for k in (0, 1))
    return len(region) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


RULES: list[tuple[str, str, Callable[[Division], bool]]] = [
    ("", "", lambda _: True),
    (" in {2, 3}", "", lambda d: all(len(one) in (2, 3) for one in d)),
    ("", "piece[r1c1, r1c2]", lambda d: (1, 2) not in region(d, (1, 1))),
    ("", "region_size(r1c2, piece) == 4", lambda d: len(region(d, (1, 2))) == 4),
    (
        "",
        "region_size(r1c1, piece) < region_size(r2c2, piece)",
        lambda d: len(region(d, (1, 1))) < len(region(d, (2, 2))),
    ),
    ("", "region_of(r1c1, piece) == region_of(r2c2, piece)", lambda d: (2, 2) in region(d, (1, 1))),
    ("", "region_of(r2c2, piece) == 2", lambda d: region(d, (2, 2)) == region(d, (1, 2)) != region(d, (1, 1))),
    ("", "regions_in(piece) == 3", lambda d: len(d) == 3),
    ("", "rectangles(piece)", lambda d: all(map(is_rectangle, d))),
    (
        "",
        "squares(piece)",
        lambda d: all(is_rectangle(one) and len({r for r, _ in one}) == len({c for _, c in one}) for one in d),
    ),
    ("", "one_of_each(piece, [r1c1, r2c2])", lambda d: len(d) == 2 and (2, 2) not in region(d, (1, 1))),
    ("", "region_total(r2c1, piece, row_of) == 5", lambda d: sum(r for r, _ in region(d, (2, 1))) == 5),
    (
        "",
        "let odd(c) = column_of(c) mod 2 == 1\nregion_count(r1c2, piece, odd) == 2",
        lambda d: sum(c % 2 for _, c in region(d, (1, 2))) == 2,
    ),
    (
        "",
        "regions_shaped(piece, [[(1, 2), (2, 1), (2, 2)], [(1, 1), (1, 2)]])",
        lambda d: all(len(one) == 2 or (len(one) == 3 and not is_rectangle(one)) for one in d),
    ),
    (
        "",
        "regions_shaped(piece, [[(1, 1)], [(1, 2), (2, 1), (2, 2)], [(4, 1)]], mirror = false)",
        lambda d: all(len(one) == 1 or (len(one) == 3 and not is_rectangle(one)) for one in d),
    ),
]


@pytest.mark.parametrize(("sizes", "statement", "holds"), RULES, ids=[f"{a} {b}" for a, b, _ in RULES])
@pytest.mark.parametrize(
    ("rows", "masked"),
    [
        (["..", ".."], set()),
        (["...", "..."], set()),
        (["..x", "..."], {(1, 3)}),
        pytest.param(["...", "...", "..."], set(), marks=pytest.mark.slow),
        pytest.param(["...", "..x", "..."], {(2, 3)}, marks=pytest.mark.slow),
    ],
    ids=["small", "wide", "masked", "square", "open"],
)
def test_exactly_the_divisions(
    sizes: str, statement: str, holds: Callable[[Division], bool], rows: list[str], masked: set[Cell]
) -> None:
    height, width = len(rows), len(rows[0])
    cells = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1) if (r, c) not in masked]
    expected = {division for division in divisions(cells) if holds(division)}
    mask = "mask:\n" + "".join(f"    {row}\n" for row in rows) if masked else ""
    text = f"grid cell[{height}, {width}]\n{mask}division piece of cell{sizes}\n{statement}\n"
    assert answers(text) == expected


@pytest.mark.parametrize("encoding", ["binary", "integer"])
@pytest.mark.parametrize(("sizes", "statement", "holds"), RULES, ids=[f"{a} {b}" for a, b, _ in RULES])
def test_highs_finds_the_same(sizes: str, statement: str, holds: Callable[[Division], bool], encoding: str) -> None:
    cells = [(r, c) for r in (1, 2) for c in (1, 2)]
    expected = {division for division in divisions(cells) if holds(division)}
    text = f"grid cell[2, 2]\ndivision piece of cell{sizes}\n{statement}\n"
    assert answers(text, solver="highs", encoding=encoding) == expected


def turned(shape: list[Cell], mirror: bool) -> set[frozenset[Cell]]:
    """All forms of a shape, moved so that the first row and column are 0."""
    found = set()
    for _ in range(2 if mirror else 1):
        for _ in range(4):
            shape = [(c, -r) for r, c in shape]
            top, left = (min(cell[k] for cell in shape) for k in (0, 1))
            found.add(frozenset((r - top, c - left) for r, c in shape))
        shape = [(r, -c) for r, c in shape]
    return found


@pytest.mark.parametrize("mirror", [True, False])
def test_cells_know_the_shape_of_their_region(mirror: bool) -> None:
    drawn = [(0, 0), (1, 0), (1, 1), (2, 1)], [(0, 0), (1, 0), (2, 0), (2, 1)], [(0, 0)]
    shapes = [turned(shape, mirror) for shape in drawn]
    cells = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3)]
    expected = set()
    for division in divisions(cells):
        kinds: dict[Cell, int] = {}
        for one in division:
            form = turned(list(one), False)
            kinds |= {cell: k for cell in one for k, forms in enumerate(shapes, 1) if form & forms}
        if len(kinds) == len(cells):
            expected.add(tuple(kinds[cell] for cell in cells))
    text = f"""
clues tetromino:
    s . . L . .
    s s . L . o
    . s . L L .
grid kind[3, 3] in 1..3
division piece of kind
regions_shaped(piece, shapes(tetromino), kind, mirror = {str(mirror).lower()})
"""
    found = [solution.as_json()["grids"]["kind"] for solution in parse(text).solutions()]  # type: ignore[index]
    assert {tuple(v for row in rows for v in row) for rows in found} == expected


def test_a_shape_lies_in_all_places() -> None:
    text = "grid cell[3, 3] in 1..9\nmask:\n    ...\n    .x.\n    ...\n"
    text += "show [len(placements([(1, 1), (1, 2), (2, 2)], cells)), len(placements([(1, 1), (1, 2)], row(1)))]\n"
    assert "[4, 2]" in str(parse(text).solve())


def test_values_differ_within_each_region() -> None:
    cells = [(1, 1), (1, 2), (2, 1), (2, 2)]
    expected = 0
    for division in divisions(cells):
        for values in product((1, 2), repeat=4):
            held = dict(zip(cells, values, strict=True))
            expected += all(len({held[cell] for cell in one}) == len(one) for one in division)
    text = "grid cell[2, 2] in 1..2\ndivision piece of cell\nalldifferent_within(piece)\n"
    text += "region_total(r1c1, piece) > 0\n"
    assert len(list(parse(text).solutions())) == expected


def test_masked_places_belong_to_no_region() -> None:
    cells = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]
    text = "grid cell[3, 3]\nmask:\n    ...\n    .x.\n    ..x\ndivision piece of cell\nregions_in(piece) == 2\n"
    assert answers(text) == {division for division in divisions(cells) if len(division) == 2}


@pytest.mark.parametrize("asked", ["", "region_size(r1c2, piece) == 2\nregion_of(r2c2, piece) == 2\n"])
def test_the_opposite_is_all_else(asked: str) -> None:
    model = parse(f"grid cell[2, 2]\ndivision piece of cell\n{asked}").elaborated
    (stated,) = [one for one in model.requirements if isinstance(one.expression, Regions)]
    for values in product(*[variable.domain for variable in model.variables]):
        fixed = [replace(stated, expression=Compare("==", affine({x: 1}, -v))) for x, v in enumerate(values)]
        turned = replace(stated, expression=Not(stated.expression))
        found = solve_model(replace(model, requirements=(turned, *fixed)))
        assert found.status == ("infeasible" if holds(stated.expression, values) else "solved")


def test_two_solutions_differ_in_borders() -> None:
    text = "grid cell[1, 2]\ndivision piece of cell\nvar x in 0..1\nregions_in(piece) == 1 + x\n"
    assert len(list(parse(text).solutions())) == 2


def test_a_division_of_a_rule_is_hidden() -> None:
    text = """
grid cell[2, 2] in 1..4
rule sized(cells):
    division piece of cell
    for c in cells:
        c == region_size(c, piece)
    for a, b in piece:
        piece[a, b] <-> a != b
sized(cells)
r1c1 == 3
r2c2 == 1
"""
    solution = parse(text).solve()
    assert list(solution.values.values()) == [3, 3, 3, 1]
    assert "divisions" not in solution.as_json()


def test_borders_are_drawn() -> None:
    text = "grid cell[1, 3]\ndivision piece of cell\nregions_in(piece) == 2\nregion_size(r1c1, piece) == 1\n"
    solution = parse(text).solve()
    assert "│ · │ · · │" in str(solution)
    assert solution.svg().count("<") > parse("grid cell[1, 3]\n").solve().svg().count("<")


@pytest.mark.parametrize("command", ["candidates", "steps"])
def test_what_is_known_of_borders_is_drawn(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "grid cell[1, 3]\ndivision piece of cell\npiece[r1c1, r1c2]\n"
    assert "│ · │ · " in called([command, "-"], monkeypatch, capsys, text).out


def test_division_is_an_ordinary_name() -> None:
    text = "grid cell[2, 2] in 1..2\nlet division = [r1c1, r2c2]\nsum(division) == 4\n"
    assert parse(text).solve()["r1c1"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("region_size(r1c1, cell) == 1", "a `division` is needed here"),
        ("edges road of cell\nregion_of(r1c1, road) == 1", "a `division` is needed here"),
        ("piece[r1c1, r2c2]", "has no edge between r1c1 and r2c2"),
        ("division other of piece", "edges join the cells of a grid"),
        ("grid other[2, 2]\nregion_of(other[1, 1], piece) == 1", "`piece` does not divide other[1, 1]"),
        ("division other of cell in 0..0", "no region"),
        ("division other for cell", "the form is `division piece of cell`"),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        parse(f"grid cell[2, 2]\ndivision piece of cell\n{text}\n")
    assert message in str(error.value)
