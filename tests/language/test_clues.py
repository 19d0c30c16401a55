"""``clues``: layouts of free marks, in the model or from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzledsl import PuzzleError, batch, load, parse

MODEL = """\
clues number:
    3 . 2
    . 1 .
grid cell[height(number), width(number)] in 1..3
for c, n in number:
    c == n
alldifferent: rows
"""


def shown(text: str) -> str:
    return "\n".join(parse(text + "\ngrid unused[1, 1] in 1..1\n").solve().shown)


def solved(text: str, **options: object) -> list[list[int | None]] | None:
    grid = parse(text, **options).solve().grids  # type: ignore[arg-type]
    return grid["cell"].tolist() if grid else None


def test_marks_are_numbers_texts_lists_or_nothing() -> None:
    layout = "clues mark:\n    1 .  -3 | a\n    0.5 07 x,2 | 4,\n"
    assert shown(layout + "show mark[1, *], mark[2, *]") == '[1, none, -3, "a"] [1/2, "07", ["x", 2], [4]]'


def test_a_row_without_blanks_has_a_mark_a_character() -> None:
    assert shown("clues m:\n    1.2\n    .a.\nshow m[1], m[2], width(m), len(m)") == (
        '[1, none, 2] [none, "a", none] 3 3'
    )
    assert shown("clues m:\n    1 . 2\n    .a.\nshow m[2]") == '[none, "a", none]'
    assert shown("clues column_of_two:\n    | 12\n    | 3\nshow column_of_two[*, 1]") == "[12, 3]"


def test_parts_of_it() -> None:
    layout = "clues m:\n    1 2 3\n    4 . 6\n"
    assert shown(layout + "show m[2, 1], m[*, 2], m[1..2, 3], m[2], at(2, 2, m), at(9, 9, m)") == (
        "4 [2, none] [3, 6] [4, none, 6] none none"
    )
    assert shown(layout + "show rows(m), columns(m)[1], row(2, m), [as_list(n) for n in m[2]]") == (
        "[[1, 2, 3], [4, none, 6]] [1, 4] [4, none, 6] [[4], [], [6]]"
    )


def test_loops_give_cells_or_places() -> None:
    text = "clues m:\n    . 2\n    1 .\ngrid cell[2, 2] in 1..9\nclues far of lamp:\n    . 1\ngrid lamp[1, 2] in bool\n"
    model = parse(text + "for c, n in m:\n    c == n\nfor c, n in far:\n    c == n\nshow [(r, c, n) for r, c, n in m]")
    answer = model.solve()
    assert (answer.values["r1c2"], answer.values["r2c1"], answer.values["lamp[1, 2]"]) == (2, 1, 1)
    assert list(answer.shown) == ["[(1, 2, 2), (2, 1, 1)]"]


def test_the_word_is_a_name_elsewhere() -> None:
    text = "grid cell[1, 2] in 1..9\nlet clues = 4\nrule clues(cells):\n    cells[1] == clues\nclues: r1c2\n"
    assert parse(text).solve().values["r1c2"] == 4


@pytest.mark.parametrize(
    "value",
    ["2 1 3/. 1 ./3 . .", "213/.1./3..", "2 1 3\n. 1 .\n3 . .", "[[2, 1, 3], [none, 1, none], [3, none, none]]"],
)
def test_other_clues_by_a_setting(value: str) -> None:
    found = solved(MODEL, settings={"number": value})
    assert found is not None
    assert (found[0], found[1][1], found[2][0]) == ([2, 1, 3], 1, 3)


def test_a_setting_of_python_lists() -> None:
    found = solved(MODEL, settings={"number": [[1, None], [None, 1]]})
    assert found is not None
    assert (found[0][0], found[1][1], len(found)) == (1, 1, 2)


def test_other_clues_by_givens() -> None:
    assert (solved(MODEL, givens="number: 12.3..") or [])[0] == [1, 2, 3]
    assert (solved(MODEL, givens="...2.. ; number: 12.\n...") or [])[1][0] == 2
    with pytest.raises(PuzzleError, match="no grid is called `numbers`"):
        parse(MODEL, givens="numbers: 12.")


def test_wrong_clues_from_elsewhere() -> None:
    with pytest.raises(PuzzleError, match="2 marks in a row, where line 1 has 3"):
        parse(MODEL, settings={"number": "1 2 3/1 2"})
    with pytest.raises(PuzzleError, match="clues are rows of one length"):
        parse(MODEL, settings={"number": "[[1, 2], [3]]"})
    with pytest.raises(PuzzleError, match="the model has no `param nummer` to set"):
        parse(MODEL, settings={"nummer": "12"})
    with pytest.raises(PuzzleError, match="`number` are clues of the model"):
        parse(MODEL).compile().solve("number: 12.")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_of_clues_and_one_model(jobs: int) -> None:
    lines = [
        "number: 3.2/.1.",
        "# a remark",
        "1.....",
        "number: 12/21/12",
        "number: 1,2 ./. .",
        "......; number: 123/321",
    ]
    found = list(batch(parse(MODEL), lines, jobs=jobs))
    expected = [(1, "solved"), (3, "infeasible"), (4, "solved"), (5, "error"), (6, "solved")]
    assert [(r.line, r.status) for r in found] == expected, [r.as_text() for r in found]
    grids = [r.solution.grids["cell"].tolist() for r in found if r.solution is not None and r.status == "solved"]
    assert grids[1:] == [[[1, 2], [2, 1], [1, 2]], [[1, 2, 3], [3, 2, 1]]]


def test_an_included_file_brings_its_clues(tmp_path: Path) -> None:
    (tmp_path / "data.puz").write_text("clues number:\n    2 .\n")
    (tmp_path / "m.puz").write_text('include "data.puz"\ngrid cell[1, 2] in 1..3\nfor c, n in number:\n    c == n\n')
    assert load(tmp_path / "m.puz").solve().values["r1c1"] == 2


def test_a_puzzle_that_is_written_has_the_clues_it_was_read_with() -> None:
    for options in ({"settings": {"number": "1 2 ./. . ./2 . ."}}, {"givens": "number: 12./.../2.."}):
        (puzzle,) = parse(MODEL, **options).generate(count=1, seed=1)
        assert "clues number:\n    1 2 .\n    . . .\n    2 . .\ngrid" in puzzle.text
        assert parse(puzzle.text).unique()


def test_marks_of_a_domain() -> None:
    model = "{}\n    3 . ?\n    ?,1 . .\n"
    for domain in ('{0..3, "?"}', '"13?"'):
        assert shown(f"{model.format(f'clues m in {domain}:')}show m[1], m[2, 1]") == '[3, none, "?"] ["?", 1]'
    assert shown("clues m of lamp in 1..3:\n    3 .\ngrid lamp[1, 2] in bool\nshow len(m)") == "1"


@pytest.mark.parametrize(
    ("head", "place", "message", "label"),
    [
        ('clues m in "bw"', "3:5", "`W` is not a mark of `m`", "did you mean `w`?"),
        ('clues m in "b"', "3:5", "`W` is not a mark of `m`", "its marks are `b`"),
        ("clues m in 1..3", "2:5", "`b` is not a mark of `m`", "its marks are 1..3"),
        ("clues m in 1..10^18", "2:5", "`b` is not a mark of `m`", "its marks are 1..10^18"),
        ('clues m in {"b", "w", 7}', "3:5", "`W` is not a mark of `m`", "did you mean `w`?"),
        ('clues m in {"b", 0..999}', "3:5", "`W` is not a mark of `m`", 'its marks are {"b", 0..999}'),
        ("clues m in 5", "1:12", "the domain of clues is a text, a range or a set such as", ""),
        ('clues m in ["b", "w"]', "1:12", "not a list", ""),
        ('clues m in "b" of g', "1:16", "expected an operator or a colon, found `of`", ""),
    ],
)
def test_a_mark_that_the_domain_lacks(head: str, place: str, message: str, label: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        parse(f"{head}:\n    b\n    W\n    w\ngrid c[1, 1] in 1..2\n")
    found = caught.value.diagnostics[0]
    assert message in found.message
    assert found.span
    assert (f"{found.span.line}:{found.span.column}", label) == (place, found.label if label else "")


def test_a_mark_that_the_domain_lacks_is_shown_below_a_row_with_another_mistake() -> None:
    with pytest.raises(PuzzleError) as caught:
        parse('clues m in "bw":\n    b w w\n    b w\n    b Q w\ngrid c[1, 1] in 1..2\n')
    rows, mark = (found.span for found in caught.value.diagnostics)
    assert rows
    assert mark
    assert (rows.line, mark.line, mark.column) == (3, 4, 7)


def test_marks_of_a_domain_from_elsewhere() -> None:
    text = 'clues m in "bw":\n    b .\ngrid c[1, 1] in 1..2\n'
    for options in ({"settings": {"m": "b Q"}}, {"settings": {"m": '[["b", "Q"]]'}}, {"givens": "m: b Q"}):
        with pytest.raises(PuzzleError, match="`Q` is not a mark of `m`"):
            parse(text, **options)


def test_a_wrong_mark_in_a_list_from_elsewhere_is_shown_there() -> None:
    with pytest.raises(PuzzleError) as caught:
        parse('genre "masyu"\nclues circle:\n    ..\n', settings={"circle": '[["w", "q"]]'})
    (one,) = caught.value.diagnostics
    assert one.span is not None
    assert (one.span.source.name, one.span.text) == ("--set circle", '[["w", "q"]]')
