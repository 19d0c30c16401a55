"""Bounds of expansion: nothing that a text asks for hangs or fills the memory; each bound names its statement."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from puzzledsl import SAFE, PuzzleError, parse
from puzzledsl.elaboration import Limits, limits_from
from tests.command import called

GRID = "grid cell[2, 2] in 1..2\n"
GRID_9 = "grid cell[9, 9] in 1..9\n"
SMALL = Limits(constraints=500, variables=500, items=5_000, depth=30, steps=30_000, digits=400, states=300)


def doubled(first: str, step: str, times: int = 60) -> str:
    """``let a0 = first``, then each the step of the one before: the written-out size doubles line by line."""
    lines = [f"let a0 = {first}", *(f"let a{k} = {step.replace('A', f'a{k - 1}')}" for k in range(1, times + 1))]
    return "\n".join(lines) + "\n"


BOMBS = {
    "9^9^9^9 == r1c1": "digits",
    "r1c1 == 10^100000": "digits",
    "r1c1 == (2^1000)^1000": "digits",
    "let a = product(1..5000)": "digits",
    "let a = number([9 for i in 1..1000])": "digits",
    "for i in 1..10^9:\n    r1c1 >= 1": "constraints",
    "for i in 1..10^9, j in 1..10^9:\n    increasing(cells)": "constraints",
    "for i in 1..10^9:\n    let a = i": "loop rounds",
    "let a = [i for i in 1..10^5, j in 1..10^5]": "items",
    "let a = [i for i in 1..10^9 where i < 0]": "loop rounds",
    "let a = {i for i in 1..10^9}": "items",
    "let f(n) = f(n + 1)\nlet a = f(1)": "deep",
    "let f(a) = if len(a) == 0 then 0 else f(a[2..len(a)]) + f(a[2..len(a)])\nlet a = f(1..16)": "loop rounds",
    "let f(n) = if n == 0 then r1c1 else f(n - 1) * f(n - 1)\nf(29) == 1": "parts",
    "let f(n) = if n == 0 then 1 else [f(n - 1), f(n - 1)]\nlet a = f(29)": "items",
    "rule r(x):\n    r(x)\nr: r1c1": "deep",
    "rule r(x):\n    s(x)\nrule s(x):\n    r(x)\nr: r1c1": "deep",
    "let f(n) = n + 1\nlet a = [f(f(n)) for n in 1..3000]": "calls",
    "let a = [len(reverse(n..n + 3000)) for n in 1..50]": "what they make",
    "grid b[20, 20] in 1..2\nlet far(c) = cells(b)\nlet a = adjacent_pairs(cells(b), far)": "what they make",
    "grid b[20, 20] in 1..2\n" + "show len(blocks(6, 6, b))\n" * 20: "what they make",
    "grid b[20, 20] in 1..2\n" + "show len(boxes(5, 5, b)), len(rows(b)), len(columns(b))\n" * 40: "what they make",
    "grid b[20, 20] in 1..2\n" + "connected(cells(b), 1)\n" * 20: "what they make",
    "let a = [c + n * d == n + 1 for c in cells, d in cells, n in 1..200]": "what they make",
    "grid b[20, 20] in 1..400\nfor c in cells(b):\n    c < max(cells(b)[1..399])": "what they make",
    "grid b[20, 20] in 1..400\nfor c in cells(b):\n    cells(b)[c] == c": "what they make",
    "let a = subsets(1..40)": "items",
    "let a = subsets(1..60, 30)": "items",
    "let a = combinations(1..10^6)": "items",
    "let a = windows(1..4000, 2000)": "items",
    "let double(l, n) = if n == 0 then l else double(concat(l, l), n - 1)\nlet a = double([1], 25)": "items",
    "r1c1 in {1..10^9}": "items",
    "let a = reverse(1..10^9)": "items",
    "(r1c1 == 1) in 1..10^9": "items",
    "r1c1 / 2 in 1..10^9": "items",
    "let a = sum(1..10^9)": "items",
    "let a = len(concat(1..10^9, 1..10^9))": "items",
    "let a = [1, 2][1..10^9]": "items",
    "alldifferent_except(cells, 1..10^9)": "items",
    "table([r1c1], 1..10^9)": "items",
    "connected(cells, 1..10^9)": "items",
    "let a = 1..10^30": "10^18",
    "grid b[10^6, 10^6] in 1..2": "variables",
    "grid b[1, 1] in 1..10^17": "10^15",
    "var x in 1..10^12\nlet a = domain(x)": "items",
    "let step(s, v) = s + v\nlet ok(s) = true\nscan([r1c1 for i in 1..1000], 0, step, ok)": "states",
    "let step(s, v) = (s[1] * 2 + v, s)\nlet ok(s) = true\nscan([r1c1 for i in 1..30], (0, 0), step, ok)": "",
    'regular(cells, "(1{999}){999}")': "5,000 positions",
    'regular(cells, "(((1{99}){99}){99}){99}")': "5,000 positions",
    'regular(cells, "((()){4000}){4000}")': "steps",
    'regular(cells, "' + "|" * 90_000 + '")': "steps",
    'regular([1000 * r1c1 for i in 1..250], ".*")': "steps",
    "r1c1 == " + "(" * 500 + "1" + ")" * 500: "brackets",
    "r1c1 == " + "-" * 3000 + "1": "levels",
    "not " * 3000 + "true": "levels",
    "let a = " + "[" * 3000 + "]" * 3000: "brackets",
    " -> ".join(["true"] * 2000): "levels",
    doubled("r1c1", "A * A"): "parts",
    doubled("r1c1", "max(A, A + 1)"): "parts",
    doubled("r1c1", "if A > 1 then A - 1 else A + 1"): "parts",
    doubled("r1c1", "[A, A + 1, 2 * A][A]"): "parts",
    doubled("r1c1", "count([A == 1, A == 2, A == 3])"): "parts",
    doubled("r1c1 == 1", "(A xor r1c2 == 1) xor not A"): "parts",
    doubled("r1c1 == 1", "(A and r1c2 == 1) or (A and r2c2 == 1)"): "parts",
    doubled("r1c1 == 1", "any([all([A, r1c2 == 1]), all([A, r2c1 == 1])])"): "parts",
    "rule r(b, c):\n    b or r1c1 == 1\n    b or r1c2 == 1\n" + doubled("r2c2 == 1", "r(A, 1)"): "parts",
    doubled("[1]", "[A, A]") + "show a60 == a59": "items",
    doubled("(1, 1)", "(A, A)"): "items",
    doubled("[1]", "{1: A, 2: A}"): "items",
    doubled("[1, 2, 3]", "combinations(A)"): "items",
}


@pytest.mark.parametrize("text", BOMBS, ids=lambda text: text[:40])
def test_bounds_are_kept(text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        parse(GRID + text, limits=SMALL)
    assert any(BOMBS[text] in d.message for d in caught.value.diagnostics), caught.value
    assert all(d.span is not None for d in caught.value.diagnostics)


@pytest.mark.parametrize(
    "text",
    [
        "r1c1 in 1..10^18",
        'let a = ["x" in 1..10^18, 1 / 2 in 1..10^18, none in 1..10^18, true in 1..10^18]\nshow a',
        "show len(1..10^18), (1..10^18)[7], 5 in 1..10^18, 1..10^9, (1..10^9) == (1..10^9)",
        "var x in 1..10^12",
        "not ([1, 2] in 1..10^18) and not (cells in 1..10^18) and not ((1, 2) in 1..10^18)",
        'regular(cells, "((((((((((1)*)*)*)*)*)*)*)*)*)*")',
        'regular([r1c1 for i in 1..20], "(.*1.*){3}(1|2).{3}")',
        "let f(n) = if n == 0 then 0 else 1 + f(n - 1)\nshow f(25)",
        "let f(n) = if n == 0 then 0 else f(n - 1) + f(n - 1)\nshow f(29)",
        doubled("r1c1", "A + A", 40),
        "lex_less([r1c1 for i in 1..200], [r1c2 for i in 1..200])",
    ],
)
def test_what_is_large_but_harmless(text: str) -> None:
    from puzzledsl.flattening import flatten

    flatten(parse(GRID + text, limits=SMALL).elaborated)


@pytest.mark.parametrize("pattern", [".{0,4999}", "((1?){0,70}){0,70}", "(1?2?){2400}", "(.?){4999}"])
def test_a_long_regular_expression_takes_work_in_proportion_to_its_length(pattern: str) -> None:
    def text(times: int) -> str:
        return GRID_9 + "".join(f'regular(row(1), "{pattern}|{"1" * k}")\n' for k in range(times))

    by_steps = replace(SAFE, seconds=60.0)
    taken, _ = parse(text(1), limits=by_steps).elaborated.steps
    assert taken < 25 * 5_000
    with pytest.raises(PuzzleError, match="takes more than 750,000 steps"):
        parse(text(60), limits=by_steps)


def test_a_bound_may_be_raised() -> None:
    text = GRID + "let f(n) = if n == 0 then 0 else 1 + f(n - 1)\nshow f(150)"
    with pytest.raises(PuzzleError, match="levels deep"):
        parse(text)
    parse(text, limits=limits_from({"depth": "200"}))


def test_a_bound_may_be_any_number() -> None:
    limits = Limits(steps=2e6, memory=inf, depth=3.5)  # type: ignore[arg-type]
    assert parse(GRID + "r1c1 == 1", limits=limits).solve().status == "solved"
    with pytest.raises(PuzzleError, match="more than 3 levels deep"):
        parse(GRID + "let f(n) = if n == 0 then 0 else 1 + f(n - 1)\nshow f(9)", limits=limits)


LOOPS = "".join("    " * k + f"for i{k} in 1..1:\n" for k in range(1, 37))


@pytest.mark.parametrize(
    "text",
    [
        "let f(n) = if n == 0 then 0 else 1 + f(n - 1)\nshow f(100000)",
        f"let f(n) = if n == 0 then 0 else {'-(' * 90}f(n - 1){')' * 90}\nshow f(500)",
        f"let f(n) = if n == 0 then 0 else {'sum([' * 60}f(n - 1){' for i in 1..1])' * 60}\nshow f(500)",
        f"rule f(n):\n{LOOPS}{'    ' * 37}if n > 0:\n{'    ' * 38}f(n - 1)\nf(500)",
    ],
    ids=["calls", "brackets", "comprehensions", "loops"],
)
def test_no_bound_lets_calls_take_all_of_the_stack(text: str) -> None:
    with pytest.raises(PuzzleError, match="nested too deeply"):
        parse(GRID + text, limits=limits_from({"depth": "1000000"}))


@pytest.mark.parametrize(
    ("settings", "says"),
    [({"depht": "3"}, "did you mean `depth`"), ({"depth": "-3"}, "a positive number"), ({"depth": "x"}, "not `x`")],
)
def test_what_is_no_bound(settings: dict[str, str], says: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        limits_from(settings)
    assert says in str(caught.value)


def test_time_is_bounded_too() -> None:
    with pytest.raises(PuzzleError, match="to expand"):
        parse(GRID + "for i in 1..10^9:\n    let a = 1", limits=Limits(seconds=0.05))


def test_a_rule_that_grows_too_large_ends_before_all_of_it_is_made() -> None:
    with pytest.raises(PuzzleError, match="5,000 parts"):
        parse("grid cell[100, 9] in 1..9\nripple\n", limits=Limits(items=5_000, steps=100_000))


@pytest.mark.parametrize(
    "text",
    [
        "grid cell[25, 25] in 1..25\nalldifferent: rows, columns, boxes\nanti_knight\nanti_king\nnonconsecutive\n",
        "grid cell[40, 40] in 1..2\nconnected(cells, 1)\nfor b in blocks(2, 2):\n    any(c == 1 for c in b)\n",
        "grid cell[40, 40] in 1..9\nanti_orthogonal\nfor c in cells:\n    count(neighbors(c), c) == 0\n",
    ],
)
def test_large_puzzles_are_within_the_bounds(text: str) -> None:
    assert parse(text).elaborated.requirements


def test_a_text_with_a_slip_is_not_expanded_in_full() -> None:
    text = "grid cell[2, 2] in 1..2\nr1c1 = 1\nfor i in 1..10^9:\n    let a = i\n"
    with pytest.raises(PuzzleError) as caught:
        parse(text)
    assert [d.span.line for d in caught.value.diagnostics if d.span] == [2]
    with pytest.raises(PuzzleError, match="more than 2,000,000 steps"):
        parse(text.replace(" = 1\n", " == 1\n"))


@pytest.mark.parametrize(
    "text",
    [
        "any(c == 1 for c in cells) or all(a + b != 3 for a, b in combinations(cells))",
        "not (alldifferent(cells) and r1c1 == 1)",
        "not inverse(cells, reverse(cells))",
        "for c in cells:\n    c == count(cells, 5)",
        "for k in 1..40:\n    abs(r1c1 - r1c2) * k + r1c3 * r1c4 > 40",
        "for a, b in combinations(rows):\n    lex_less(a, b)",
    ],
)
def test_writing_conditions_as_constraints_is_bounded_too(text: str) -> None:
    from puzzledsl.flattening import flatten

    grid = GRID_9 if "alldifferent" not in text and "inverse" not in text else GRID_9.replace("1..9", "1..90")
    model = parse(f"{grid}{text}\n").elaborated
    taken, most = model.steps
    assert most == Limits().steps
    flatten(model)
    tight = parse(f"{grid}{text}\n", limits=Limits(steps=taken + 1_000)).elaborated
    with pytest.raises(PuzzleError, match=f"takes more than {taken + 1_000:,} steps") as caught:
        flatten(tight)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "bound"
    assert diagnostic.span is not None
    assert diagnostic.span.line in (2, 3)
    assert any("--bound steps=" in line for line in diagnostic.helps)


def test_the_objective_is_bounded_too() -> None:
    from puzzledsl.flattening import flatten

    text = f"{GRID_9}maximize sum([a * b for a in row(1), b in row(2)])\n"
    taken, _ = parse(text).elaborated.steps
    with pytest.raises(PuzzleError, match="steps") as caught:
        flatten(parse(text, limits=Limits(steps=taken + 200)).elaborated)
    assert [d.span.line for d in caught.value.diagnostics if d.span] == [2]


def test_what_would_be_written_for_an_opposite_is_refused_before() -> None:
    """Half a million pairs of cells: neither memory nor time is spent on them."""
    from puzzledsl.flattening import flatten

    text = "grid cell[32, 32] in 1..2000\nr1c1 == 1 or not alldifferent(cells)\n"
    with pytest.raises(PuzzleError, match="takes more than 2,000,000 steps"):
        flatten(parse(text).elaborated)


def test_groups_are_found_once_for_all_cells() -> None:
    """Asked of rows and columns in turn, `region_of` does not sort the cells into groups anew."""
    text = "grid cell[30, 30] in 1..9\nlet a = [c for c in cells where region_of(c, rows) == region_of(c, columns)]\n"
    taken, _ = parse(f"{text}len(a) == 0\n").elaborated.steps
    assert taken < 900 * 100


@pytest.mark.parametrize(
    "condition", ["table([c[1], c[2], 0], triples)", "table([0, c[1], c[2]], triples)", "(c[1], c[2], 7) in triples"]
)
def test_rows_of_a_table_are_read_once(condition: str) -> None:
    """Nearly two thousand tables of some seven hundred rows are within the bound, and share them."""
    from puzzledsl.flattening import flatten
    from puzzledsl.primitives.table import Table

    rows = "let triples = [(i, j, k) for i in 0..9, j in 0..9, k in 0..9 where i + j > k]\n"
    text = f"grid cell[30, 31] in 1..9\n{rows}for c in adjacent_pairs(cells):\n    {condition}\n"
    constraints = flatten(parse(text).elaborated).constraints
    tables = [one.primitive for one in constraints if isinstance(one.primitive, Table)]
    assert len(tables) == len(constraints) == 30 * 30 + 29 * 31
    assert all(table.rows is tables[0].rows for table in tables)


def test_check_and_solve_say_the_same_of_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "many.puz"
    model.write_text(f"{GRID_9}any(c == 1 for c in cells) or all(a + b != 3 for a, b in combinations(cells))\n")
    told = [
        called([command, "--bound", "steps=40000", str(model)], monkeypatch, capsys) for command in ("check", "solve")
    ]
    assert [result.status for result in told] == [2, 2]
    assert told[0].err == told[1].err
    assert "takes more than 40,000 steps" in told[0].err
    assert "--bound steps=" in told[0].err
