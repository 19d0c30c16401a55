"""Statements: what each means, seen in the answers and in what is shown."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from puzzledsl import PuzzleError, load, parse

from .accepted import assignments, meant
from .conftest import Mistakes, Shows

DEPENDS = "whether this holds depends on what the cells hold"
ROW = "grid cell[1, 3] in 1..3\n"


def solutions(text: str) -> set[tuple[int, ...]]:
    """All assignments that a small model accepts."""
    model = parse(text).elaborated
    return meant(model, list(assignments(model)))


def same(first: str, second: str) -> bool:
    """Whether two texts, after the same grid, accept the same."""
    return solutions(ROW + first) == solutions(ROW + second)


def test_metadata() -> None:
    model = parse('puzzle "A"\nauthor "B"\nsource "C"\ndate "2024"\nnote "D"\n' + ROW)
    assert model.title == "A"
    assert model.metadata == {"puzzle": "A", "author": "B", "source": "C", "date": "2024", "note": "D"}


# ── declarations ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("domain", "values"),
    [
        ("1..3", [1, 2, 3]),
        ("{5, 1, 3}", [1, 3, 5]),
        ("[4, 2]", [2, 4]),
        ("bool", [0, 1]),
        ("-1..1", [-1, 0, 1]),
        ("{x * x for x in 0..2}", [0, 1, 4]),
        ("{1..2, 9}", [1, 2, 9]),
    ],
)
def test_domains(domain: str, values: list[int]) -> None:
    assert solutions(f"grid cell[1, 1] in {domain}") == {(v,) for v in values}
    assert solutions(f"var x in {domain}") == {(v,) for v in values}


def test_variables_are_named_as_people_name_them() -> None:
    model = parse("grid cell[1, 2] in 1..2\ngrid other[2, 1] in 1..2\nvar a, b in 0..5\nvar h in real 0..2.5\n")
    assert model.variables == ("r1c1", "r1c2", "other[1, 1]", "other[2, 1]", "a", "b", "h")
    assert model.elaborated.variables[-1].bounds == (Fraction(0), Fraction(5, 2))


def test_several_grids(shows: Shows) -> None:
    text = "grid a[2, 3] in 1..2\ngrid b[1, 1] in 5..6\n"
    assert shows(text + "show width(b), height(a), lowest(b), len(cells(b)), row(1, b) == [b[1, 1]]") == [
        "1", "2", "5", "1", "true",
    ]  # fmt: skip
    assert solutions(text.replace("2, 3", "1, 1") + "r1c1 == b[1, 1] - 4") == {(1, 5), (2, 6)}


def test_a_parameter_has_a_default_that_may_be_set(shows: Shows) -> None:
    text = "param n = 2\nparam m = n + 1\ngrid cell[1, n] in 1..m\nshow n, m, width"
    assert shows(text) == ["2", "3", "2"]
    assert shows(text, settings={"n": 4}) == ["4", "5", "4"]
    assert shows(text, settings={"m": "n * 10"}) == ["2", "20", "2"]
    assert shows("grid cell[1, 1] in 1..2\nparam f = []\nshow f", settings={"f": [1, True, None]}) == [
        "[1, true, none]"
    ]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"size": "3"}, "no `param size`"),
        ({"n": "3 +"}, "--set n"),
        ({"n": "r1c1"}, "no grid yet"),
        ({"n": "nowhere"}, "nowhere"),
    ],
)
def test_what_cannot_be_set(settings: dict[str, object], says: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        parse("param n = 2\ngrid cell[1, n] in 1..3", settings=settings)
    assert says in str(caught.value)


def test_a_mask_takes_cells_out(shows: Shows) -> None:
    text = "grid cell[2, 3] in 1..2\nmask:\n    . x .\n    . . x\n"
    assert parse(text).variables == ("r1c1", "r1c3", "r2c1", "r2c2")
    assert shows(text + "show at(1, 2), len(cells), row(1) == [r1c1, r1c3], len(blocks(1, 2)), len(across(r1c1))") == [
        "none", "4", "true", "1", "1",
    ]  # fmt: skip
    assert parse(text).solve().as_json()["grids"]["cell"][0][1] is None  # type: ignore[index]


def test_a_mask_of_a_named_grid() -> None:
    text = "grid a[1, 2] in 1..2\ngrid b[1, 2] in 1..2\nmask b:\n    x.\n"
    assert parse(text).variables == ("r1c1", "r1c2", "b[1, 2]")


# ── clues and constraints ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("clue", "call"),
    [
        ("cage 5: r1c1 r1c2", "cage([r1c1, r1c2], 5)"),
        ("cage 5: r1c1..r1c2", "cage([r1c1, r1c2], 5)"),
        ("cage 5: [r1c1, r1c2]", "cage([r1c1, r1c2], 5)"),
        ("cage: row(1)", "cage(row(1))"),
        ("cage total = 6: row(1)", "cage(row(1), total = 6)"),
        ("thermo: r1c1 r1c2, r1c2 r1c3", "thermo([r1c1, r1c2])\nthermo([r1c2, r1c3])"),
        ("thermo: [[r1c1, r1c2], [r1c2, r1c3]]", "thermo([r1c1, r1c2])\nthermo([r1c2, r1c3])"),
        ("thermo: pairs(row(1))", "thermo([r1c1, r1c2])\nthermo([r1c2, r1c3])"),
        ("odd: r1c1", "odd([r1c1])"),
        ("odd: r1c1, r1c2", "odd([r1c1])\nodd([r1c2])"),
        ("arrow r1c1: r1c2 r1c3", "arrow([r1c2, r1c3], r1c1)"),
        ("contains 1 2: row(1)", "contains(row(1), 1, 2)"),
        ("alldifferent: rows", "alldifferent(row(1))"),
        ("alldifferent: cell", "alldifferent(cells)"),
        ("total -1 + 4: r1c1", None),
    ],
)
def test_a_clue_is_a_call(clue: str, call: str | None) -> None:
    if call is None:
        with pytest.raises(PuzzleError):
            parse(ROW + clue)
    else:
        assert same(clue, call)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("r1c1 == 1 -> r1c2 == 2", "r1c1 != 1 or r1c2 == 2"),
        ("for c in cells:\n    c > 1", "r1c1 > 1\nr1c2 > 1\nr1c3 > 1"),
        ("for a, b in pairs(row(1)) where row_of(a) == 1:\n    a < b", "r1c1 < r1c2 < r1c3"),
        ("for i in 1..3, j in i..3 where i + j == 4:\n    cell[1, i] != cell[1, j] or i == j", "r1c1 != r1c3"),
        ("if width == 3:\n    r1c1 == 1\nelse:\n    r1c1 == 2", "r1c1 == 1"),
        ("if width == 2:\n    r1c1 == 1\nelse if width == 3:\n    r1c1 == 3\nelse:\n    r1c1 == 2", "r1c1 == 3"),
        ("if width == 2:\n    let a = 1\nelse:\n    let a = 2\nfor i in [1]:\n    r1c1 == i", "r1c1 == 1"),
        ("for i in 1..2:\n    let j = i + 1\n    cell[1, i] < cell[1, j]", "r1c1 < r1c2 < r1c3"),
        ("for i in 1..2:\n    let next(k) = k + i\n    cell[1, i] < cell[1, next(1)]", "r1c1 < r1c2 < r1c3"),
        ("for r in [1]:\n    rule low(cells):\n        max(cells) < 3\n    low: row(r)", "max(row(1)) < 3"),
        ("let small = r1c1 < 2\nsmall or r1c2 == 3", "r1c1 == 1 or r1c2 == 3"),
        ("givens:\n    1 . 3", "r1c1 == 1\nr1c3 == 3"),
        ("let f(a, b = a + 1) = a < b\nf(r1c1, r1c2) and f(r1c2)", "r1c1 < r1c2"),
        ("false or r1c1 == 1", "r1c1 == 1"),
        ("all([c == 1 for c in cells])", "r1c1 == 1 and r1c2 == 1 and r1c3 == 1"),
        ("thermo(row(1)) or thermo(reverse(row(1)))", "r1c1 < r1c2 < r1c3 or r1c1 > r1c2 > r1c3"),
        ("not thermo([r1c1, r1c2])", "r1c1 >= r1c2"),
        ("count([thermo([a, b]) for a, b in pairs(row(1))]) == 1", "r1c1 < r1c2 xor r1c2 < r1c3"),
    ],
)  # fmt: skip
def test_statements_and_what_they_are_short_for(text: str, other: str) -> None:
    assert same(text, other)


def test_rules_have_defaults_names_and_a_rest(shows: Shows) -> None:
    rule = "rule off(cells, least = 1, *others):\n    sum(cells) >= least + sum(others)\n"
    assert same(rule + "off: row(1)", "sum(row(1)) >= 1")
    assert same(rule + "off 2: row(1)", "sum(row(1)) >= 2")
    assert same(rule + "off 2 3 1: row(1)", "sum(row(1)) >= 6")
    assert same(rule + "off least = 4: row(1)", "sum(row(1)) >= 4")
    assert same(rule + "off(row(1), 4, 1)", "sum(row(1)) >= 5")


def test_a_rule_may_stand_below_its_use_and_call_itself() -> None:
    text = "falling: row(1)\nrule falling(line):\n    if len(line) > 1:\n        line[1] > line[2]\n"
    assert same(text + "        falling(line[2..len(line)])\n", "r1c1 > r1c2 > r1c3")


def test_a_models_own_rule_wins_over_the_library() -> None:
    assert same("rule thermo(line):\n    line[1] == 2\nthermo: row(1)", "r1c1 == 2")


def test_a_let_inside_an_if_is_known_behind_it() -> None:
    assert same("if width == 3:\n    let q = 1\nelse:\n    let q = 2\nr1c1 == q", "r1c1 == 1")


def test_regions_are_a_map_of_groups(shows: Shows) -> None:
    regions = "regions part:\n    a b a\n"
    assert same(regions + "alldifferent: part", "r1c1 != r1c3")
    assert same(regions + "for group in part:\n    sum(group) > 2", "r1c1 + r1c3 > 2\nr1c2 > 2")
    names = 'show part.a == part["a"], part.a == [r1c1, r1c3], len(part), region_of(r1c2, part) == part.b'
    assert shows(ROW + regions + names) == ["true", "true", "2", "true"]
    other = "grid b[1, 2] in 1..2\nregions x of b:\n    1 1\nshow x[1] == row(1, b)\n"
    assert shows(ROW + other) == ["true"]


def test_functions_are_values(shows: Shows) -> None:
    text = ROW + "let twice(f, x) = f(f(x))\nlet add(x) = x + 1\nlet apply(f, *rest) = f(rest)\n"
    assert shows(text + "show twice(add, 1), apply(max, 3, 4), [g(5) for g in [add, abs]]") == ["3", "4", "[6, 5]"]


def test_recursion(shows: Shows) -> None:
    assert shows(ROW + "let fact(n) = if n < 2 then 1 else n * fact(n - 1)\nshow fact(20)") == ["2432902008176640000"]


def test_scan_reads_a_line_in_order() -> None:
    text = "let see(state, height) = if height > state[1] then (height, state[2] + 1) else state\n"
    text += "let enough(state) = state[2] == 2\nscan(row(1), (0, 0), see, enough)"
    assert solutions(ROW + text) == {
        (a, b, c) for a in range(1, 4) for b in range(1, 4) for c in range(1, 4) if 1 + (b > a) + (c > max(a, b)) == 2
    }


# ── names ────────────────────────────────────────────────────────────────────────────────────────


def test_a_parameter_and_a_rule_of_one_name_do_not_meet() -> None:
    text = "rule wrapped(cells, total):\n    total(cells, total)\nwrapped 5: r1c1 r1c2"
    assert same(text, "r1c1 + r1c2 == 5")


def test_inner_names_hide_outer_ones(shows: Shows) -> None:
    text = ROW + "let x = 1\nlet f(x) = [x for x in [x, 3]]\nshow f(2), x, [x for x in 4..5], x"
    assert shows(text) == ["[2, 3]", "1", "[4, 5]", "1"]


def test_a_rule_sees_the_models_values() -> None:
    assert same("let least = 2\nrule big(cells):\n    all(c >= least for c in cells)\nbig: r1c1", "r1c1 >= 2")


def test_a_value_of_a_functions_name_hides_the_bare_function(shows: Shows) -> None:
    text = ROW + "let rows = 5\nlet f(cells) = len(cells)\nshow rows, f([1, 2]), len(rows(cell))"
    assert shows(text) == ["5", "2", "1"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("show a\nlet a = 1", ["2: `a` is used before it is defined"]),
        ("let a = 1\nlet a = 2", ["3: `a` is defined twice"]),
        ("let cell = 1", ["2: `cell` is defined twice"]),
        ("rule a(x):\n    x[1] == 1\nrule a(x):\n    x[1] == 2", ["4: `a` is defined twice"]),
        ("for i in 1..2:\n    let y = 1\ny == r1c1", ["4: no value or function is called `y`"]),
        ("for i in 1..2:\n    givens:\n        1 2 3", None),
        ("rule f(a, a):\n    a[1] == 1", ["2: two parameters are called `a`"]),
        ("maximize r1c1\nminimize r1c2", ["3: a model has at most one objective"]),
        ("if r1c1 == 1:\n    r1c2 == 2", [f"2: {DEPENDS}, but `if` decides while compiling"]),
        ("for c in cells where c > 1:\n    c == 2", [f"2: {DEPENDS}, but `where` decides while compiling"]),
        ("param p = r1c1", ["2: a parameter is a known value, not a cell"]),
        ("var x in 3..1", ["2: this range is empty: it goes down"]),
        ("var x in real 3..1", ["2: this range is empty: it goes down"]),
        ("var x in 5", None),
        ("grid b[0, 3] in 1..2", ["2: a size is a whole number from 1, not the number 0"]),
        ("grid b[3] in 1..2", ["2: a grid has a height and a width, not 1 size"]),
        ("mask:\n    xxx", ["2: the mask leaves no cell of `cell`"]),
        ("let a = 1\nmask:\n    x..", None),
        ("givens nowhere:\n    1", ["2: no grid is called `nowhere`"]),
    ],
)  # fmt: skip
def test_mistakes_of_names_and_statements(text: str, expected: list[str] | None, mistakes: Mistakes) -> None:
    found = mistakes(ROW + text)
    assert found == expected if expected is not None else len(found) == 1


def test_a_mistake_in_a_definition_is_not_repeated_where_it_is_used(mistakes: Mistakes) -> None:
    assert mistakes(ROW + "let a = nowhere + 1\nr1c1 == a\nshow a\nlet b = a\nr1c2 == b") == [
        "2: no value or function is called `nowhere`"
    ]


def test_a_mistake_in_a_size_is_not_repeated_where_the_grid_is_used(mistakes: Mistakes) -> None:
    assert mistakes("grid cell[1, nowhere] in 1..3\nlet a = first(rows)\na[1] == 1\nshow a") == [
        "1: no value or function is called `nowhere`"
    ]
    assert mistakes("grid cell[1, 0] in 1..3\nr1c1 == 1\nalldifferent: rows") == [
        "1: a size is a whole number from 1, not the number 0"
    ]


def test_all_independent_mistakes_are_reported_in_order(mistakes: Mistakes) -> None:
    text = "termo: r1c1\nr1c9 == 1\nlet a = 1 div 0\nr1c1 = 2\nshow whatever\ncage 99: r1c1\n"
    assert [m.split(":")[0] for m in mistakes(ROW + text)] == ["2", "3", "4", "5", "6", "7"]


# ── include ──────────────────────────────────────────────────────────────────────────────────────


def test_include(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "rules.puz").write_text(
        'puzzle "other"\ngrid ignored[1, 1] in 1..1\nrule low(cells):\n    cells[1] < limit\nlet limit = 2\n'
        'param p = 5\ninclude "sub/more.puz"\n'
    )
    (tmp_path / "sub" / "more.puz").write_text("let f(x) = x + 1\n")
    main = tmp_path / "main.puz"
    main.write_text(ROW + 'puzzle "mine"\ninclude "rules.puz"\nlow: r1c1\nshow f(p)\n')
    model = load(main)
    assert model.title == "mine"
    assert [g.name for g in model.elaborated.grids] == ["cell"]
    assert model.elaborated.shown[0][0].value == "6"
    assert load(main, settings={"p": 7}).elaborated.shown[0][0].value == "8"
    assert {a[0] for a in meant(model.elaborated, list(assignments(model.elaborated)))} == {1}


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"main.puz": 'include "main.puz"'}, "main.puz"),
        ({"main.puz": 'include "a.puz"', "a.puz": 'include "b.puz"', "b.puz": 'include "a.puz"'}, "include each other"),
        ({"main.puz": 'include "ruls.puz"', "rules.puz": ""}, "did you mean"),
        ({"main.puz": 'include "../outside.puz"'}, "outside the model's folder"),
        ({"main.puz": 'include "/etc/passwd"'}, "outside the model's folder"),
        ({"main.puz": 'include "a.puz"', "a.puz": "rule x(:\n    1\n"}, "a.puz"),
        ({"main.puz": 'include ""'}, "name of a file"),
    ],
)
def test_what_cannot_be_included(files: dict[str, str], says: str, tmp_path: Path) -> None:
    (tmp_path / "outside.puz").write_text("")
    home = tmp_path / "home"
    home.mkdir()
    for name, text in files.items():
        (home / name).write_text(text + "\n" + ROW * (name == "main.puz"))
    with pytest.raises(PuzzleError) as caught:
        load(home / "main.puz")
    assert says in str(caught.value)


def test_another_folder_may_be_allowed(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "rules.puz").write_text("let a = 3\n")
    main = tmp_path / "home" / "main.puz"
    main.write_text('include "../shared/rules.puz"\n' + ROW + "show a\n")
    with pytest.raises(PuzzleError, match="outside"):
        load(main)
    assert load(main, include=[tmp_path / "shared"]).elaborated.shown[0][0].value == "3"


def test_a_link_out_of_the_folder_is_outside(tmp_path: Path) -> None:
    (tmp_path / "secret.puz").write_text("let a = 1\n")
    home = tmp_path / "home"
    home.mkdir()
    (home / "link.puz").symlink_to(tmp_path / "secret.puz")
    (home / "main.puz").write_text('include "link.puz"\n' + ROW)
    with pytest.raises(PuzzleError, match="outside"):
        load(home / "main.puz")


# ── show and draw ────────────────────────────────────────────────────────────────────────────────


def test_show_prints_texts_values_and_decided_expressions() -> None:
    text = ROW + 'r1c1 == 2\nr1c2 == 3\nr1c3 == 1\nshow "sum", sum(cells), r1c1 < r1c2, 5, [1, 2]\n'
    assert parse(text).solve().shown == ["sum 6 true 5 [1, 2]"]


def test_marks_are_drawn_by_clues_and_not_by_conditions() -> None:
    rule = 'rule marked(line, value):\n    sum(line) == value\n    draw cage(line, value, color = "red")\n'
    marks = parse(ROW + rule + "marked 5: r1c1 r1c2\n").elaborated.marks
    assert [(m.kind, m.cells, m.text, m.color) for m in marks] == [("cage", ((1, 1), (1, 2)), "5", "red")]
    assert parse(ROW + rule + "marked([r1c1], 3) or r1c2 == 1\n").elaborated.marks == ()
    assert parse(ROW + rule + "not marked([r1c1], 3)\n").elaborated.marks == ()
    assert len(parse(ROW + rule + "marked([r1c1], 3)\n").elaborated.marks) == 1
    assert len(parse(ROW + rule + "for c in cells:\n    marked([c], 3)\n").elaborated.marks) == 3


def test_a_mark_may_depend_on_the_answer() -> None:
    text = (
        ROW + "draw shade(r1c1, when = r1c1 > r1c2)\ndraw circle(r1c2, when = 1 < 2)\ndraw square(r1c3, when = 1 > 2)\n"
    )
    shade, circle = parse(text).elaborated.marks
    assert shade.when is not None
    assert (circle.kind, circle.when) == ("circle", None)


def test_when_takes_a_condition() -> None:
    with pytest.raises(PuzzleError) as caught:
        parse(ROW + "draw shade(r1c1, when = r1c1)\n")
    (mistake,) = caught.value.diagnostics
    assert "a condition is needed here" in mistake.message
    assert mistake.span is not None
    assert mistake.span.text == "when = r1c1"
