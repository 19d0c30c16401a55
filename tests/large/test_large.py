"""Large grids are read, compiled in both encodings and solved. Nothing is timed here; `benchmarks` does that."""

from __future__ import annotations

from random import Random

import pytest

from puzzledsl import Model, parse
from puzzledsl.encodings import encode, encodings
from puzzledsl.flattening import flatten
from puzzledsl.presolve.presolve import presolve

Values = list[list[int | None]]
"""A filled grid, ``None`` where it is masked."""

SAMURAI = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]
SHOGUN = [(r, c) for r in (0, 12) for c in (0, 12, 24, 36)] + [(6, c) for c in (6, 18, 30)]
SUMO = [(r, c) for r in (0, 12, 24) for c in (0, 12, 24)] + [(r, c) for r in (6, 18) for c in (6, 18)]


def classic(size: int, height: int, share: float) -> tuple[str, Values]:
    """A sudoku of any size with boxes of so many rows, and its solution; ``share`` of the cells are given."""
    filled: Values = [
        [((size // height) * (r % height) + r // height + c) % size + 1 for c in range(size)] for r in range(size)
    ]
    text = f"grid cell[{size}, {size}] in 1..{size}\nalldifferent: rows, columns, boxes({height}, {size // height})\n"
    return text + givens(filled, share), filled


def overlapping(corners: list[tuple[int, int]], share: float) -> tuple[str, Values]:
    """Grids of 9×9 that share boxes, at these upper left corners, counted from 0."""
    height, width = max(r for r, _ in corners) + 9, max(c for _, c in corners) + 9
    places = {(a + i, b + j) for a, b in corners for i in range(9) for j in range(9)}
    filled: Values = [[pattern(r, c) if (r, c) in places else None for c in range(width)] for r in range(height)]
    text = f"grid cell[{height}, {width}] in 1..9\nmask:\n{layout(filled)}"
    text += f"for a, b in {[(a + 1, b + 1) for a, b in corners]}:\n"
    text += "    for i in 0..8:\n"
    text += "        alldifferent(cell[a + i, b..b + 8])\n"
    text += "        alldifferent(cell[a..a + 8, b + i])\n"
    text += "    for i in [0, 3, 6], j in [0, 3, 6]:\n"
    text += "        alldifferent(cell[a + i..a + i + 2, b + j..b + j + 2])\n"
    return text + givens(filled, share), filled


def kakuro(height: int, width: int, share: float) -> tuple[str, Values]:
    """Runs of up to six white cells, each with its sum."""
    filled: Values = [[None if (r + 2 * c) % 7 == 0 else pattern(r, c) for c in range(width)] for r in range(height)]
    text = f"grid cell[{height}, {width}] in 1..9\nmask:\n{layout(filled)}"
    for r, row in enumerate(filled):
        for c, value in enumerate(row):
            across, down = run(row[c:]), run([line[c] for line in filled[r:]])
            if value is not None and (c == 0 or row[c - 1] is None):
                text += f"cage {sum(across)}: across(cell[{r + 1}, {c + 1}])\n"
            if value is not None and (r == 0 or filled[r - 1][c] is None):
                text += f"cage {sum(down)}: down(cell[{r + 1}, {c + 1}])\n"
    return text + givens(filled, share), filled


def run(values: list[int | None]) -> list[int]:
    """The values up to the first masked place."""
    found: list[int] = []
    for value in values:
        if value is None:
            break
        found.append(value)
    return found


def pattern(r: int, c: int) -> int:
    """A value for each place of the plane; every 9×9 whose corner is a multiple of 3 is a sudoku."""
    return (3 * (r % 3) + r // 3 + c) % 9 + 1


def layout(filled: Values) -> str:
    return "".join("    " + "".join("x" if value is None else "." for value in row) + "\n" for row in filled)


def givens(filled: Values, share: float) -> str:
    random = Random(7)
    rows = (" ".join(str(v) if v is not None and random.random() < share else "." for v in row) for row in filled)
    return "givens:\n" + "".join(f"    {row}\n" for row in rows)


MODELS = {
    "16x16": classic(16, 4, 0.6),
    "25x25": classic(25, 5, 0.65),
    "12x12 with boxes of 3x4": classic(12, 3, 0.5),
    "samurai": overlapping(SAMURAI, 0.5),
    "sumo": overlapping(SUMO, 0.5),
    "shogun": overlapping(SHOGUN, 0.5),
    "kakuro": kakuro(31, 46, 0.3),
}


@pytest.fixture(params=MODELS, scope="module")
def large(request: pytest.FixtureRequest) -> tuple[Model, Values]:
    text, filled = MODELS[request.param]
    return parse(text), filled


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_is_compiled(large: tuple[Model, Values], encoding: str) -> None:
    flat = flatten(large[0].elaborated)
    narrowed = presolve(flat, "bounds")
    assert narrowed.contradiction is None
    for value, domain in zip((v for row in large[1] for v in row if v is not None), narrowed.domains, strict=False):
        assert value in domain
    encoded = encode(flat, narrowed.domains, encoding)
    assert encoded.impossible is None


def test_is_solved(large: tuple[Model, Values]) -> None:
    solution = large[0].solve(time_limit=120)
    assert solution.status == "solved"
    assert solution.verify() == []


def test_a_25x25_is_found_by_search_too() -> None:
    text, filled = MODELS["25x25"]
    solution = parse(text).solve(solver="search", time_limit=120)
    assert list(solution.values.values()) == [value for row in filled for value in row]
