"""Models written in Python: what they print, and that the print means what Python said."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import puzzledsl
from puzzledsl import Builder, PuzzleError
from puzzledsl.builder import Expression, Grid
from puzzledsl.formatting import format_text
from puzzledsl.source import Source

Value = Callable[[tuple[int, ...]], Any]
"""The value of an expression by the values of the four cells."""


def sudoku() -> tuple[Builder, Grid]:
    m = Builder()
    return m, m.grid("cell", 9, 9, range(1, 10))


def last_line(m: Builder) -> str:
    return str(m).rstrip().splitlines()[-1]


# ── what Python says is what the model means ─────────────────────────────────────────────────────


def number(rng: random.Random, cells: list[Expression], depth: int) -> tuple[Any, Value]:
    """A random expression of numbers, and what it is worth."""
    if depth == 0 or rng.random() < 0.2:
        if rng.random() < 0.4:
            constant = rng.randint(-3, 4)
            return constant, lambda _: constant
        k = rng.randrange(len(cells))
        return cells[k], lambda v: v[k]
    (a, f), (b, g) = number(rng, cells, depth - 1), number(rng, cells, depth - 1)
    divisor, power = rng.choice([-3, -2, 2, 3]), rng.randint(0, 2)
    if not isinstance(a, Expression) and not isinstance(b, Expression):
        a, f = cells[0], lambda v: v[0]
    match rng.randrange(10):
        case 0 | 1:
            return a + b, lambda v: f(v) + g(v)
        case 2 | 3:
            return a - b, lambda v: f(v) - g(v)
        case 4:
            return a * b, lambda v: f(v) * g(v)
        case 5:
            return a // divisor, lambda v: f(v) // divisor
        case 6:
            return a % divisor, lambda v: f(v) % divisor
        case 7 if isinstance(a, Expression):
            return a**power, lambda v: f(v) ** power
        case 8 if isinstance(a, Expression):
            return -a, lambda v: -f(v)
        case _:
            c, h = condition(rng, cells, 0)
            return Builder().choose(c, a, b), lambda v: f(v) if h(v) else g(v)


def condition(rng: random.Random, cells: list[Expression], depth: int) -> tuple[Expression, Value]:
    """A random condition, and whether it holds."""
    if depth == 0 or rng.random() < 0.2:
        (a, f), (b, g) = number(rng, cells, 2), number(rng, cells, 2)
        if not isinstance(a, Expression):
            k = rng.randrange(len(cells))
            a, f = cells[k], lambda v: v[k]
        chosen = {rng.randint(-2, 4) for _ in range(3)}
        comparisons: list[tuple[Expression, Value]] = [
            (a == b, lambda v: f(v) == g(v)),
            (a != b, lambda v: f(v) != g(v)),
            (a < b, lambda v: f(v) < g(v)),
            (a <= b, lambda v: f(v) <= g(v)),
            (a > b, lambda v: f(v) > g(v)),
            (abs(a) >= b, lambda v: abs(f(v)) >= g(v)),
            (a.isin(chosen), lambda v: f(v) in chosen),
        ]
        return rng.choice(comparisons)
    (c, f), (d, g) = condition(rng, cells, depth - 1), condition(rng, cells, depth - 1)
    joined: list[tuple[Expression, Value]] = [
        (c & d, lambda v: f(v) and g(v)),
        (c | d, lambda v: f(v) or g(v)),
        (c ^ d, lambda v: f(v) != g(v)),
        (~c, lambda v: not f(v)),
        (c >> d, lambda v: not f(v) or g(v)),
        (c.iff(d), lambda v: f(v) == g(v)),
        ((c + d) == 1, lambda v: f(v) + g(v) == 1),
    ]
    return rng.choice(joined)


@pytest.mark.parametrize("seed", range(60))
def test_a_random_condition_means_in_the_model_what_it_means_in_python(seed: int) -> None:
    rng = random.Random(seed)
    m = Builder()
    cell = m.grid("cell", 2, 2, range(-2, 4))
    written, holds = condition(rng, list(cell), 3)
    m.require(written)
    text = str(m)
    assert format_text(Source("again", text)) == text
    model = m.model(allow_clashes=True)
    for _ in range(25):
        values = tuple(rng.randint(-2, 3) for _ in range(4))
        accepted = not model.verify({"cell": [values[:2], values[2:]]})
        assert accepted == bool(holds(values)), (text, values)


# ── cells ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("key", "text", "names"),
    [
        ((1, slice(3, 5)), "r1c3..r1c5", ["r1c3", "r1c4", "r1c5"]),
        ((1, slice(5, 3)), "r1c5..r1c3", ["r1c5", "r1c4", "r1c3"]),
        ((slice(8, None), 2), "r8c2..r9c2", ["r8c2", "r9c2"]),
        ((slice(None, 2), 2), "r1c2..r2c2", ["r1c2", "r2c2"]),
        ((slice(1, 2), slice(4, 5)), "cell[1..2, 4..5]", ["r1c4", "r1c5", "r2c4", "r2c5"]),
        ((1, slice(1, 9, 4)), "[r1c1, r1c5, r1c9]", ["r1c1", "r1c5", "r1c9"]),
        (([9, 1], 2), "[r9c2, r1c2]", ["r9c2", "r1c2"]),
        (2, "cell[2, *]", [f"r2c{c}" for c in range(1, 10)]),
        ((slice(None), 3), "cell[*, 3]", [f"r{r}c3" for r in range(1, 10)]),
    ],
)
def test_slices_count_from_1_and_hold_both_ends(key: Any, text: str, names: list[str]) -> None:
    m, cell = sudoku()
    assert str(cell[key]) == text
    assert [str(c) for c in cell[key]] == names
    m.show(cell[key])
    m.show(m.fn.concat([cell[key]]) == list(cell[key]))
    assert m.model().solve(solver="search").shown[1] == "true"


def test_cells_of_a_second_grid_of_runs_and_behind_a_mask() -> None:
    m = Builder()
    cell = m.grid("cell", 3, 3, range(1, 4), mask="xx.\n...\n...")
    lamp = m.grid("lamp", 2, 2, bool)
    assert [str(c) for c in cell[1, :]] == ["r1c3"]
    assert str(lamp[1, 1:2]) == "lamp[1, 1..2]"
    assert [str(c) for c in lamp] == ["lamp[1, 1]", "lamp[1, 2]", "lamp[2, 1]", "lamp[2, 2]"]
    assert str(cell.run((1, 3), (3, 3), (3, 1))) == "r1c3..r3c3..r3c1"
    assert len(cell.run((1, 3), (3, 3), (3, 1))) == 5
    with pytest.raises(IndexError, match="r1c1 is masked"):
        cell[1, 1]
    with pytest.raises(ValueError, match="neither a straight nor a diagonal line"):
        cell.run((2, 1), (3, 3))
    corners: list[Any] = [(1,), (1.0, 3), "ab", 3]
    for corner in corners:
        with pytest.raises(TypeError, match="a corner is its row and column"):
            cell.run((2, 1), corner)
    m.require(m.fn.len(cell) == 7)
    assert m.model().variables[:2] == ("r1c3", "r2c1")


def test_a_grid_whose_size_is_a_param() -> None:
    m = Builder()
    n = m.param("n", 9)
    cell = m.grid("cell", n, n, m.span(1, n))
    m.clue("alldifferent", (cell.rows, cell.columns))
    m.require(cell[1, 2:3][1] == 1, cell[n, n] == 2)
    assert "grid cell[n, n] in 1..n" in str(m)
    assert m.model(settings={"n": 3}).solve()[3, 3] == 2
    with pytest.raises(TypeError, match="known only when the model is read"):
        list(cell[1, :])


@pytest.mark.parametrize("key", [(0, 1), (1, 10), (1, -1), (1, slice(0, 3)), (1, slice(3, 12)), 10])
def test_an_index_outside_the_grid_is_refused_at_once(key: Any) -> None:
    _, cell = sudoku()
    with pytest.raises(IndexError, match=r"are 1\.\.9, not"):
        cell[key]


# ── statements ───────────────────────────────────────────────────────────────────────────────────


def test_clues() -> None:
    m, cell = sudoku()
    clues: dict[Callable[[], None], str] = {
        lambda: m.clue("cage", 15, cell[1, 3:5]): "cage 15: r1c3..r1c5",
        lambda: m.clue("cage", cell[1, 3:5], total=15): "cage total = 15: r1c3..r1c5",
        lambda: m.clue("cage", [cell[1, 3:5], cell[2, 3]]): "cage: r1c3..r1c5 r2c3",
        lambda: m.clue("cage", list(cell[1, 3:5])): "cage: r1c3 r1c4 r1c5",
        lambda: m.clue("cage", cell[1, 1:9:4]): "cage: r1c1 r1c5 r1c9",
        lambda: m.clue("whisper", (cell[1, 1:2], [cell[3, 1], cell[4, 1]])): "whisper: r1c1..r1c2, r3c1 r4c1",
        lambda: m.clue("arrow", cell[1, 1], cell[1, 2:3]): "arrow r1c1: r1c2..r1c3",
        lambda: m.clue("total", cell[8, 1] + 1, cell[8, 2:3]): "total (r8c1 + 1): r8c2..r8c3",
        lambda: m.clue("total", -1, cell[8, 2:3]): "total (-1): r8c2..r8c3",
        lambda: m.clue("kenken", "-", 3, cell[9, 1:2]): 'kenken "-" 3: r9c1..r9c2',
        lambda: m.clue("alldifferent", (cell.rows, cell.boxes(3, 3))): "alldifferent: rows, boxes(h = 3, w = 3)",
        lambda: m.clue("anti_knight"): "anti_knight: cells",
        lambda: m.clue("total", 9, [cell[1, 1] * 2, cell[1, 2]]): "total 9: [r1c1 * 2, r1c2]",
    }
    for add, text in clues.items():
        add()
        assert last_line(m) == text


def test_a_whole_model() -> None:
    m = Builder("Steady", author="A. Setter")
    cell = m.grid("cell", 4, 4, range(1, 5))
    spare = m.var("spare", {1, 3})
    m.clue("alldifferent", (cell.rows, cell.columns, cell.boxes()))
    low = m.function("low", lambda c, limit=2: c <= limit)
    m.comment("Neighbours differ by `step` at most.\nexample: steady: r1c1..r1c4")
    with m.rule("steady", "line", step=1) as (line, step):
        with m.loop("a, b", m.fn.pairs(line)) as (a, b):
            m.require(abs(a - b) <= step)
        m.draw("line", line, color="#88bbee")
    m.clue("steady", cell[1])
    m.clue("steady", 3, cell[2])
    with m.when(m.fn.len(cell) == 16):
        m.require(low(cell[1, 1]))
    with m.otherwise():
        m.require(low(cell[1, 1], 3))
    corner = m.regions("corner", "aa..\naa..\n....\n....")
    m.require(corner["a"][4] == 4)
    m.givens({(4, 1): 2})
    m.givens([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 3]])
    m.maximize(spare + cell[1, 1])
    m.show("row 1", m.fn.number(cell[1]))
    assert str(m) == (Path(__file__).parent / "golden" / "steady.puz").read_text(encoding="utf-8")
    assert format_text(Source("again", str(m))) == str(m)
    solution = m.model().solve()
    assert solution.status == "optimal"
    assert solution["spare"] == 3
    assert solution.grid()[0] == [1, 2, 3, 4]


def test_values_as_the_language_writes_them() -> None:
    m, cell = sudoku()
    m.let("data", [1, 2.5, 'a "b"', None, True, (1,), {3, 1}, {"k": 2}, range(2, 5)])
    assert last_line(m) == r'let data = [1, 2.5, "a \"b\"", none, true, (1,), {1, 3}, {"k": 2}, 2..4]'
    m.require(2 ** abs(cell[1, 1] - 3) > 1 / (cell[1, 2] + 1), sum(cell[1, 1:2]) == 9)
    assert str(m).splitlines()[-2:] == ["2 ^ abs(r1c1 - 3) > 1 / (r1c2 + 1)", "r1c1 + r1c2 == 9"]
    m.require(m.span(cell[1, 1], cell[1, 2]) == 1)
    assert last_line(m) == "r1c1 .. r1c2 == 1"  # no run


# ── mistakes ─────────────────────────────────────────────────────────────────────────────────────


def test_what_python_cannot_ask_is_explained() -> None:
    m, cell = sudoku()
    a, b = cell[1, 1], cell[1, 2]
    for ask in (
        lambda: a == 1 and b == 2,
        lambda: not a == 1,  # noqa: SIM201
        lambda: 1 < a < 3,
        lambda: a in [b],
        lambda: 5 if a == 1 else 6,
    ):
        with pytest.raises(TypeError, match=r"Write `&`, `\|`, `~` instead of"):
            ask()
    with pytest.raises(TypeError, match=r"write `\(a == 1\) & \(b == 2\)`"):
        a == 1 & b == 2  # noqa: B015
    with pytest.raises(TypeError, match="cannot be in a set"):
        _ = {a}
    with pytest.raises(TypeError, match=r"m\.loop"):
        list(cell.rows)
    with pytest.raises(TypeError, match="True is a value of Python"):
        m.require(1 == 1)
    with pytest.raises(ValueError, match="word of the language"):
        m.let("for", 1)
    with pytest.raises(ValueError, match="is a cell of the main grid"):
        m.let("r1c1", 1)
    with pytest.raises(ValueError, match="belongs at the outermost level"), m.loop("c", cell.cells):
        m.givens({})
    with pytest.raises(TypeError, match="a text is needed here, not 5"):
        Builder(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a domain is"):
        m.var("x", 9)
    with pytest.raises(TypeError, match="no value for <object"):
        m.require(a == object())


def test_habits_of_other_modelling_libraries_are_answered() -> None:
    m = Builder()
    cell = m.grid("cell", 2, 2, range(1, 5))
    lamp = m.grid("lamp", 1, 2, bool)
    with pytest.raises(TypeError, match=r"m\.require\(\*conditions\)"):
        m.require([x == 1 for x in cell[1]])
    with pytest.raises(TypeError, match=r"the cell r1c2 is `cell\[1, 2\]`"):
        cell["r1c1"]  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="cells of a clue come last"):
        m.clue("cage", total=3, cells=cell[1])
    with pytest.raises(TypeError, match="not the text 'r1c1 r1c2'"):
        m.clue("cage", 3, "r1c1 r1c2")
    with pytest.raises(TypeError, match=r"m\.fn\.sum"):
        sum(cell.rows)
    with pytest.raises(AttributeError, match=r"the model has: `m\.model\(\)\.solve`"):
        m.solve()  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"a builder has no `foo`$"):
        m.foo  # type: ignore[attr-defined]  # noqa: B018
    m.require(lamp[1, 2] == 1, cell[1, 1] == 4)
    total = m.var("total", range(5))
    m.require(total == 3)
    solution = m.model().solve()
    assert (solution[cell[1, 1]], solution[lamp[1, 2]], solution[total]) == (4, 1, 3)
    assert m.model().candidates()[cell[1, 1]] == (4,)
    with pytest.raises(KeyError, match=r"no cell or variable is called .r1c1 \+ 1."):
        solution[cell[1, 1] + 1]


def test_habits_of_python_are_answered() -> None:
    model = Builder()
    cell = model.grid("cell", 2, 2, range(1, 3))
    model.clue("alldifferent", (cell.rows, cell.columns))
    model.givens({(1, 1): 2})
    read = model.model()
    solution = read.solve()
    with pytest.raises(PuzzleError, match=r"text\.splitlines"):
        puzzledsl.batch(read, "2...")
    with pytest.raises(TypeError, match="not iterable"):
        list(solution)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="not iterable"):
        list(read.candidates())  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="is a text, not b'grid"):
        puzzledsl.parse(b"grid cell[2, 2] in 1..2")  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="`limit` is a whole number from 1, not 0"):
        read.count(limit=0)
    assert read.verify(solution.grid()) == []
    assert read.verify([[1, 1], [1, 1]])
    chains = [read.explain_cell(key) for key in ("r2c2", (2, 2), cell[2, 2])]
    assert len({str(chain).rpartition(" · ")[0] for chain in chains}) == 1  # but for the seconds
    assert str(read.link("iss")).startswith("https://")


def test_a_mistake_names_the_call_that_made_the_statement() -> None:
    m, cell = sudoku()
    m.require(cell[1, 1] < 9)
    for total in (15, 99):
        m.clue("cage", total, cell[1, 3:5])  # here
    with pytest.raises(PuzzleError) as caught:
        m.model()
    (mistake,) = caught.value.diagnostics
    assert mistake.span is not None
    assert mistake.span.source.name == __file__
    assert mistake.span.text == 'm.clue("cage", total, cell[1, 3:5])'
    assert mistake.notes[0].span.text == "cage 99: r1c3..r1c5"
    assert "<builder>:4:1" in str(caught.value)


def test_where_python_shows_no_source_a_mistake_names_the_text() -> None:
    scope: dict[str, Any] = {"Builder": Builder}
    exec("m = Builder()\nm.grid('cell', 2, 2, bool)\nm.clue('cge', 1)", scope)
    with pytest.raises(PuzzleError, match=r"<builder>:2:1"):
        scope["m"].model()


def test_a_builder_is_saved_and_drawn(tmp_path: Path) -> None:
    m, cell = sudoku()
    m.clue("thermo", cell[1, 1:3])
    m.save(tmp_path / "model.puz")
    assert (tmp_path / "model.puz").read_text() == str(m)
    m.save(tmp_path / "model.svg")
    assert 'class="thermometer"' in (tmp_path / "model.svg").read_text() == m.svg()
    assert repr(m) == "<Builder: cell[9, 9], 2 lines>"


def test_givens_of_each_kind() -> None:
    m = Builder()
    cell = m.grid("cell", 1, 3, {2, 4, 6})
    other = m.grid("other", 2, 2, range(3))
    m.givens([[0, 1], [2, 0]], other)  # 0 is one of its values
    m.givens("2 . .")
    m.givens({"r1c2": 4, (1, 3): None})
    m.givens(np.array([[0, 0, 6]]), cell)
    assert m.model().solve().grid() == [[2, 4, 6]]
    assert m.model().solve().grid("other") == [[0, 1], [2, 0]]
    with pytest.raises(PuzzleError, match="`other` has 2 rows of 2"):
        m.givens([[1, 2, 3]], other)
    with pytest.raises(PuzzleError, match=r"`r1c1` cannot be given as \[2, 4\]"):
        m.givens({"r1c1": np.array([2, 4])})


class Table:
    """As pandas has them: going through one gives the names of its columns."""

    def __iter__(self) -> Iterator[int]:
        return iter(range(2))

    def to_numpy(self) -> Any:
        return np.array([[1, float("nan")], [Missing(), 2]], dtype=object)


class Missing:
    """As the `NA` of pandas: what it equals is not known, either."""

    def __eq__(self, _: object) -> Any:
        return self

    def __ne__(self, _: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise TypeError

    __hash__ = None  # type: ignore[assignment]


def test_a_table_is_taken_by_its_values() -> None:
    givens: Any = Table()
    model = puzzledsl.parse("grid cell[2, 2] in 1..2\nr1c2 + r2c1 == 2", givens=givens)
    assert model.solve().grid() == [[1, 1], [1, 2]]


def test_cells_of_a_clue_are_one_argument() -> None:
    m = Builder()
    cell = m.grid("cell", 4, 4, range(1, 5))
    with pytest.raises(TypeError, match=r'one argument, a list: `m.clue\("cage", 15, \[a, b, …\]\)`'):
        m.clue("cage", 15, cell[1, 1], cell[1, 2], cell[1, 3])
    m.clue("cage", 7, [cell[1, 1], cell[1, 2]])
    m.clue("arrow", cell[2, 1], [cell[2, 2]])
    assert "cage 7: r1c1 r1c2" in str(m)


def test_cells_that_can_be_gone_through_once_are_kept() -> None:
    m = Builder()
    cell = m.grid("cell", 4, 4, range(1, 5))
    m.clue("cage", 5, (cell[1, c] for c in (1, 2)))
    m.clue("thermo", map(cell.cell, (1, 2), (3, 3)))
    m.clue("alldifferent", (iter(cell[r]) for r in (1, 2)))
    m.clue("thermo", tuple(iter(cell[r, 1:2]) for r in (1, 2)))
    assert str(m).splitlines()[1:] == [
        "cage 5: r1c1 r1c2",
        "thermo: r1c3 r2c3",
        "alldifferent: r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4",
        "thermo: r1c1 r1c2, r2c1 r2c2",
    ]


def test_a_block_is_begun_by_with() -> None:
    m = Builder()
    cell = m.grid("cell", 4, 4, range(1, 5))
    decorator: Any = m.rule("odd", "line")
    with pytest.raises(TypeError, match=r'no decorator: write `with m\.rule\("odd", …\):`'):
        decorator(lambda line: line)
    m.loop("a, b", m.fn.pairs(cell[1]))
    with pytest.raises(ValueError, match="opens a block, which `with` begins"):
        m.require(cell[1, 1] == 1)
    m.when(cell[1, 1] == 1)
    with pytest.raises(ValueError, match="opens a block"):
        m.model()


def test_who_is_told_of_a_block_can_go_on() -> None:
    m = Builder()
    cell = m.grid("cell", 1, 2, range(1, 3))
    m.loop("c", cell)
    with pytest.raises(ValueError, match="opens a block"):
        m.require(cell[1, 1] == 2)
    with m.loop("c", cell) as c:
        m.require(c == 2)
    assert m.model().solve().grid() == [[2, 2]]


def test_a_block_is_begun_once() -> None:
    m = Builder()
    cell = m.grid("cell", 1, 2, range(1, 3))
    block = m.when(cell[1, 1] == 1)
    with block:
        m.require(cell[1, 2] == 2)
    with pytest.raises(ValueError, match=r"begun before: call `m\.when\(…\)` once for each `with`"), block:
        pass


def test_a_loop_has_names() -> None:
    m = Builder()
    names: Any = 3
    with pytest.raises(ValueError, match="'3' is not a name"), m.loop(names, m.grid("cell", 1, 2, range(1, 3))):
        pass


def test_a_clue_needs_cells() -> None:
    m, _ = sudoku()
    cells: tuple[object, ...] = ([], (), ([],))
    for nothing in cells:
        with pytest.raises(ValueError, match="the clue `cage` has no cells"):
            m.clue("cage", 5, nothing)


def test_edges_and_sides() -> None:
    m = Builder()
    cell = m.grid("cell", 2, 2)
    road, fence = m.edges("road", cell, range(3)), m.sides("fence", cell)
    m.require(m.fn.loop(fence), m.fn.sum(fence[cell[1, 1]]) == 4, road[cell[1, 1], cell[1, 2]] == 2)
    assert "grid cell[2, 2]\nedges road of cell in 0..2\nsides fence of cell\n" in str(m)
    solution = m.model().solve()
    assert solution['fence[r1c1, "left"]'] == 1
    assert solution["road[r1c1, r1c2]"] == 2


def test_edges_by_a_function_and_arcs() -> None:
    m = Builder()
    cell = m.grid("cell", 2, 3)
    road = m.edges("road", cell, by="knight_moves")
    way = m.arcs("way", road)
    m.require(road[cell[1, 1], cell[2, 3]] == 1, m.fn.degree(way, cell[1, 3]) == 0, way[cell[2, 3], cell[1, 1]] == 1)
    assert "edges road of cell by knight_moves\narcs way of road\n" in str(m)
    assert m.model().solve()["way[r1c1, r2c3]"] == 0


def test_division() -> None:
    m = Builder()
    cell = m.grid("cell", 1, 3)
    piece = m.division("piece", cell, {1, 2})
    m.require(piece[cell[1, 1], cell[1, 2]] == 0, m.fn.region_size(cell[1, 3], piece) == 1)
    assert "division piece of cell in {1, 2}\n" in str(m)
    assert m.model().solve().as_json()["divisions"] == {"piece": [[1, 1, 2]]}


def test_a_statement_has_parts_of_one_builder_only() -> None:
    """A statement is text, so cells of another builder would silently become cells of this one."""
    m, other = Builder(), Builder()
    cell = m.grid("cell", 2, 3, range(1, 4))
    board = other.grid("board", 4, 4, range(1, 5))
    side, limit = m.var("side", range(3)), other.param("limit", 3)
    mixed: list[Callable[[], object]] = [
        lambda: cell[1, 1] == board[1, 1],
        lambda: cell[1, 1] + 2 * board[1, 2],
        lambda: cell[1] + board[1],
        lambda: m.fn.sum([side, board[2, 2]]),
        lambda: m.fn.count(cell[1], value=limit),
        lambda: cell[limit, 1],
        lambda: (cell[1, 1] == 2) & (board[1, 1] == 2),
        lambda: m.choose(cell[1, 1] == 2, 1, limit),
        lambda: m.require(board[1, 1] == 2),
        lambda: m.require(~(limit == 2)),
        lambda: m.clue("thermo", board[1, 1:3]),
        lambda: m.clue("cage", limit, cell[1, 1:3]),
        lambda: m.clue("whisper", (cell[1], board[1])),
        lambda: m.var("free", m.span(1, limit)),
        lambda: m.edges("road", board),
        lambda: m.let("same", {1: board[1, 1]}),
        lambda: m.maximize(board[1, 1]),
        lambda: m.show("of", board[1, 1]),
        lambda: m.draw("line", board[1]),
        lambda: m.function("low", lambda c: c <= limit),
        lambda: m.function("low", lambda c, most=limit: c <= most),
        lambda: m.when(limit > 2).__enter__(),
        lambda: m.loop("c", board[1]).__enter__(),
        lambda: m.rule("low", "line", most=limit).__enter__(),
    ]
    before = str(m)
    for build in mixed:
        with pytest.raises(TypeError, match=r"belongs to <Builder: .*parts of one builder only"):
            build()
    assert str(m) == before
    with pytest.raises(TypeError, match=r"`r1c2` belongs to <Builder: board\[4, 4\].*`r1c1` to <Builder: cell\[2, 3\]"):
        m.require(cell[1, 1] == board[1, 2])
    first, second = Builder("First"), Builder("Second")
    with pytest.raises(TypeError, match=r"belongs to <Builder 'Second': .* to <Builder 'First': "):
        first.require(first.grid("cell", 2, 2, range(3))[1, 1] == second.grid("cell", 2, 2, range(3))[1, 1])
