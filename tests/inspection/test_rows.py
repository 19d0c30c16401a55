"""``model.rows`` and ``puzzledsl model --rows``: each row in words, under its clue."""

from __future__ import annotations

import pytest

import puzzledsl
from puzzledsl.encodings import encodings

from ..cli.conftest import call, folder
from ..command import Call

__all__ = ["call", "folder"]

SMALL = """\
grid cell[4, 4] in 1..4
alldifferent: rows, columns
cage 5: r1c1 r1c2
r3c3 == 2 or r4c4 == 1
"""


def test_every_sentence_names_its_clue() -> None:
    model = puzzledsl.parse(SMALL)
    found = model.rows()
    assert set(found.rows) == set(encodings())
    clues = {r.origin.sentence: r.origin.line for r in model.elaborated.requirements}
    for row in found:
        if row.line is None:
            assert row.clue == "values"
            assert row.about.removeprefix("values of ") in model.variables
        else:
            assert clues[row.about] == row.line
        assert row.sentence == f"{row.about}: {row.says}"
        assert str(row) == row.sentence
    assert len(found) == sum(map(len, found.rows.values()))


def test_rows_are_chosen_by_clue_and_line() -> None:
    model = puzzledsl.parse(SMALL)
    assert [row.says for row in model.rows(clue="cage", encoding="integer")] == ["r1c1 + r1c2 = 5"]
    assert {row.line for row in model.rows(line=2)} == {2}
    assert [row.says for row in model.rows(line=4, encoding="binary")] == ["r3c3 = 2 or r4c4 = 1"]
    assert {row.clue for row in model.rows(clue="values", encoding="binary")} == {"values"}
    assert {row.about for row in model.rows(clue="r4c4", encoding="binary")} == {
        "alldifferent in row 4", "alldifferent in column 4", "r3c3 == 2 or r4c4 == 1",
    }  # fmt: skip
    (row,) = model.rows(line=4, encoding="binary")
    assert row.terms == {"x[r3,c3,2]": 1, "x[r4,c4,1]": 1}
    assert (row.lower, row.upper, row.algebra) == (1, None, "x[r3,c3,2] + x[r4,c4,1] >= 1")


def test_what_is_not_there_is_said() -> None:
    model = puzzledsl.parse(SMALL)
    with pytest.raises(puzzledsl.PuzzleError, match=r"nothing in the model is `cagge`.*\n.*did you mean `cage`"):
        model.rows(clue="cagge")
    with pytest.raises(puzzledsl.PuzzleError, match=r"no clue is on line 7.*\n.*nearest clue is on line 4"):
        model.rows(line=7)
    with pytest.raises(puzzledsl.PuzzleError, match="no encoding is called `bnary`"):
        model.rows(encoding="bnary")  # type: ignore[arg-type]


def test_a_contradiction_is_said_instead_of_rows() -> None:
    model = puzzledsl.parse("grid cell[1, 2] in 1..2\nr1c1 < r1c2\nr1c2 < r1c1\n")
    found = model.rows(presolve="domain")
    assert not len(found)
    assert "presolve proves that there is no solution" in str(found)


def test_the_listing(call: Call) -> None:
    text = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns\ncage 5: r1c1 r1c2\n"
    found = call("model", "-", "--line", "3", stdin=text)
    assert found.status == 0
    assert found.out.startswith("as written\n\nline 3: cage 5 at r1c1, r1c2\n")
    assert all(f"  {name}, " in found.out for name in encodings())
    assert "- r1c1 + r1c2 = 5" in found.out
    assert "\nafter presolve\n" in found.out
    binary = call("model", "-", "--line", "3", "--encoding", "binary", stdin=text).out
    row = "exactly one of r1c1 = 1, r1c2 = 1 and set[23]\n      x[r1,c1,1] + x[r1,c2,1] + cage_L3_aux[set[23]] = 1\n"
    assert f"\n  - {row}" in binary
    alone = call("model", "-", "--clue", "cage", "--no-presolve", "--encoding", "integer", stdin=text)
    assert alone.out == (
        "as written\n\nline 3: cage 5 at r1c1, r1c2\n  integer, 1 row\n  - r1c1 + r1c2 = 5\n"
        "      cell[r1,c1] + cell[r1,c2] = 5\n"
    )


def test_the_listing_as_json(call: Call) -> None:
    found = call("model", "tiny.puz", "--rows", "--json").json
    assert set(found["written"]) == set(encodings())
    assert all(row["sentence"].startswith(row["about"]) for rows in found["written"].values() for row in rows)
    assert found["contradiction"] is None
    assert call("model", "none.puz", "--rows", "--json").json["presolved"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--line", "3", "--to", "lp"], "they do not go with --to"),
    ],
)
def test_options_that_do_not_go_together(call: Call, words: list[str], message: str) -> None:
    found = call("model", "tiny.puz", *words)
    assert found.status == 2
    assert message in found.err
