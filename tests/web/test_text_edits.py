"""Clues and givens that are drawn on the page, as text: pure functions, without a server."""

from __future__ import annotations

from random import Random

import pytest

from puzzledsl.analysis.removal import Change
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.editing import Document
from puzzledsl.loading import load_model
from puzzledsl.model import Model
from puzzledsl.source import Source
from puzzledsl.web.cell_lists import as_group, as_line, as_seen
from puzzledsl.web.clue_lines import drag_of, items_of, removed, written
from puzzledsl.web.given_marks import with_given
from puzzledsl.web.playing import conflicts, entered

CLASSIC = 'puzzle "P"\n\ngrid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n'
OWN = f"""{CLASSIC}
rule steady(line, step = 2):
    for a, b in pairs(line):
        abs(a - b) <= step
    draw line(line)
"""
TWO = "grid cell[3, 3] in 1..12\ngrid lamp[2, 2] in 0..3\n"


def model_of(text: str) -> Model:
    return load_model(Source("<text>", text))


def applied(text: str, changes: list[Change]) -> str:
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def drawn(text: str, rule: str, cells: list[str], **arguments: str) -> str:
    """The line that is written, after a check that the whole is a model with that clue."""
    changes = written(Document(text), model_of(text), rule, cells, arguments)
    after = applied(text, changes)
    assert rule in {requirement.origin.clue for requirement in model_of(after).requirements}
    return changes[0][2].strip()


def row(number: int) -> list[str]:
    return [f"r{number}c{c}" for c in range(1, 10)]


@pytest.mark.parametrize(
    ("rule", "cells", "arguments", "line"),
    [
        ("cage", ["r2c1", "r1c2", "r1c1"], {"total": "15"}, "cage 15: r1c1 r1c2 r2c1"),
        ("cage", ["r3c1", "r2c1", "r1c1"], {}, "cage: r1c1..r3c1"),
        ("cage", ["r1c1", "r2c1", "r3c1", "r3c2"], {"total": "20"}, "cage 20: r1c1..r3c1..r3c2"),
        ("thermo", ["r5c1", "r5c2", "r5c3", "r4c3", "r3c3"], {}, "thermo: r5c1..r5c3..r3c3"),
        ("renban", ["r1c1", "r1c2", "r5c5"], {}, "renban: r1c1 r1c2 r5c5"),
        ("arrow", ["r7c2", "r7c3", "r7c4"], {"circle": "r7c1"}, "arrow r7c1: r7c2..r7c4"),
        ("white_dot", ["r9c1", "r9c2"], {"difference": "3"}, "white_dot 3: r9c1 r9c2"),
        ("white_dot", ["r9c1", "r9c2"], {"difference": ""}, "white_dot: r9c1 r9c2"),
        ("sum_line", ["r9c1", "r9c2", "r9c3"], {"total": "4 + 6"}, "sum_line (4 + 6): r9c1..r9c3"),
        ("modular", ["r1c1", "r1c2", "r1c3"], {"m": "-1 + 4"}, "modular (-1 + 4): r1c1..r1c3"),
        ("sandwich", row(3), {"value": "12"}, "sandwich 12: row(3)"),
        ("sandwich", row(3)[::-1], {"value": "12"}, "sandwich 12: reverse(row(3))"),
        ("x_sum", [f"r{r}c4" for r in range(9, 0, -1)], {"value": "20"}, "x_sum 20: reverse(column(4))"),
        ("little_killer", [f"r{k}c{k + 2}" for k in range(1, 8)], {"value": "23"}, "little_killer 23: r1c3..r7c9"),
        ("contains", ["r1c1", "r1c2", "r2c1", "r2c2"], {"values": "1, 2 2"}, "contains 1 2 2: r1c1 r1c2 r2c1 r2c2"),
        ("kenken", ["r1c1", "r1c2"], {"op": '"-"', "target": "3"}, 'kenken "-" 3: r1c1 r1c2'),
        ("anti_knight", [], {}, "anti_knight"),
        ("no_sum", [], {"totals": "5 10"}, "no_sum 5 10: cells"),
        ("equal_sums", [], {"groups": "[r1c1..r1c3, r5c5 r6c5]"}, None),
        ("equal_sums", [], {"groups": "[r1c1..r1c3, r5c5..r6c5]"}, "equal_sums([r1c1..r1c3, r5c5..r6c5])"),
    ],
)
def test_a_drawn_clue_is_a_tidy_line(rule: str, cells: list[str], arguments: dict[str, str], line: str | None) -> None:
    if line is None:
        with pytest.raises(PuzzleError):
            drawn(CLASSIC, rule, cells, **arguments)
    else:
        assert drawn(CLASSIC, rule, cells, **arguments) == line


def test_rules_of_the_text_can_be_drawn_too() -> None:
    item = items_of(Document(OWN))["steady"]
    assert drag_of(item) == "line"
    assert drawn(OWN, "steady", row(1)[:4], step="3") == "steady 3: r1c1..r1c4"


def test_clues_stand_with_their_kind_and_before_the_givens() -> None:
    text = CLASSIC + "\ncage 3: r1c1 r1c2\nthermo: r5c1..r5c3\n\ngivens:\n" + "    . . . . . . . . .\n" * 9
    for rule, behind in (("cage", "cage 3: r1c1 r1c2"), ("renban", "thermo: r5c1..r5c3")):
        new = applied(text, written(Document(text), model_of(text), rule, row(9)[:3], {})).splitlines()
        assert new[new.index(behind) + 1].startswith(rule)


def test_the_same_clue_again_changes_its_arguments() -> None:
    text = CLASSIC + "cage 3: r1c1 r1c2  # small\n"
    changes = written(Document(text), model_of(text), "cage", ["r1c2", "r1c1"], {"total": "17"})
    assert applied(text, changes) == CLASSIC + "cage 17: r1c1 r1c2  # small\n"


@pytest.mark.parametrize(
    ("rule", "arguments", "said"),
    [
        ("cgae", {}, "no rule"),
        ("cage", {"sum": "3"}, "no `sum`"),
        ("arrow", {}, "needs its circle"),
    ],
)
def test_what_cannot_be_drawn_is_said(rule: str, arguments: dict[str, str], said: str) -> None:
    with pytest.raises(PuzzleError, match=said):
        written(Document(CLASSIC), model_of(CLASSIC), rule, ["r1c1"], arguments)


@pytest.mark.parametrize("seed", range(20))
def test_cells_mean_the_same_as_they_are_written(seed: int) -> None:
    random = Random(seed)
    cells = [(random.randint(1, 9), random.randint(1, 9))]
    while len(cells) < random.randint(2, 12):
        r, c = cells[-1]
        near = [(r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        fresh = [cell for cell in near if cell not in cells and 1 <= cell[0] <= 9 and 1 <= cell[1] <= 9]
        cells.append(random.choice(fresh or [(random.randint(1, 9), random.randint(1, 9))]))
        if cells[-1] in cells[:-1]:
            cells.pop()
    names = [f"r{r}c{c}" for r, c in cells]
    model = model_of(CLASSIC)
    for text, ordered in ((as_line(names), True), (as_group(names), False), (as_seen(names, model), True)):
        read = model_of(f"{CLASSIC}contains 1: {text}\n")
        origin = read.requirements[-1].origin
        got = [read.variables[x].name for x in origin.variables]
        assert got == names if ordered else sorted(got) == sorted(names)


def test_a_clue_is_taken_away_with_its_line_or_from_its_list() -> None:
    text = CLASSIC + "cage 3: r1c1 r1c2, r5c5 r5c6, r9c8 r9c9\nanti_knight  # hop\nr1c1 < r2c1\n"
    model = model_of(text)
    by_sentence = {r.origin.sentence: number for number, r in reversed(list(enumerate(model.requirements)))}
    for sentence, left in [
        ("cage 3 at r1c1, r1c2", "cage 3: r5c5 r5c6, r9c8 r9c9\nanti_knight  # hop\nr1c1 < r2c1\n"),
        ("cage 3 at r9c8, r9c9", "cage 3: r1c1 r1c2, r5c5 r5c6\nanti_knight  # hop\nr1c1 < r2c1\n"),
        ("anti_knight", "cage 3: r1c1 r1c2, r5c5 r5c6, r9c8 r9c9\nr1c1 < r2c1\n"),
    ]:
        assert applied(text, removed(model, by_sentence[sentence])) == CLASSIC + left


@pytest.mark.parametrize("sentence", ["cage 3 at r2c1, r2c2", "alldifferent in row 2"])
def test_a_clue_that_is_part_of_something_stays(sentence: str) -> None:
    text = CLASSIC + "for r in 1..2:\n    cage 3: cell[r, 1] cell[r, 2]\n"
    model = model_of(text)
    number = next(k for k, r in enumerate(model.requirements) if r.origin.sentence == sentence)
    with pytest.raises(PuzzleError, match="change it there"):
        removed(model, number)


def test_a_given_is_typed_changed_and_deleted() -> None:
    text = CLASSIC
    text = applied(text, with_given(text, model_of(text), ["r1c1", "r9c9"], 5))
    model = model_of(text)
    assert {model.variables[x].name: v for x, v in model.givens.items()} == {"r1c1": 5, "r9c9": 5}
    text = applied(text, with_given(text, model, ["r1c1"], 7))
    text = applied(text, with_given(text, model_of(text), ["r9c9"], None))
    model = model_of(text)
    assert {model.variables[x].name: v for x, v in model.givens.items()} == {"r1c1": 7}
    assert text.count("givens:") == 1


def test_givens_of_other_grids_and_larger_values() -> None:
    text = applied(TWO, with_given(TWO, model_of(TWO), ["r1c2", "lamp[2, 1]"], 3))
    text = applied(text, with_given(text, model_of(text), ["r2c2"], 12))
    model = model_of(text)
    assert {model.variables[x].name: v for x, v in model.givens.items()} == {"r1c2": 3, "r2c2": 12, "lamp[2, 1]": 3}


def test_dense_rows_take_letters() -> None:
    text = "grid cell[2, 2] in 1..12\ngivens:\n    1.\n    ..\n"
    text = applied(text, with_given(text, model_of(text), ["r2c2"], 12))
    assert text.endswith("    1.\n    .C\n")
    model = model_of(text)
    assert {model.variables[x].name: v for x, v in model.givens.items()} == {"r1c1": 1, "r2c2": 12}


@pytest.mark.parametrize(("cell", "value"), [("r1c1", 10), ("r1c10", 1), ("nothing", 1)])
def test_what_is_no_given_is_refused(cell: str, value: int) -> None:
    with pytest.raises(PuzzleError):
        with_given(CLASSIC, model_of(CLASSIC), [cell], value)


def test_conflicts_show_as_soon_as_they_are_certain() -> None:
    text = CLASSIC + "cage 6: r1c1 r1c2 r1c3\nthermo: r5c1..r5c4\n"
    model = model_of(text)

    def broken(**values: int) -> dict[str, list[str]]:
        return {one["sentence"]: one["cells"] for one in conflicts(entered(model, values, {}))["conflicts"]}

    assert broken(r1c1=1, r1c2=2) == {}
    assert broken(r1c1=1, r9c1=1) == {"alldifferent in column 1": ["r1c1", "r9c1"]}
    assert broken(r1c1=1, r1c2=2, r1c3=4) == {"cage 6 at r1c1, r1c2, r1c3": ["r1c1", "r1c2", "r1c3"]}
    assert "thermo at r5c1, r5c2, r5c3, r5c4" in broken(r5c1=5, r5c2=3)
    assert broken(r5c1=3, r5c2=5) == {}


def test_a_finished_grid_is_solved() -> None:
    model = model_of("grid cell[2, 2] in 1..2\nalldifferent: rows, columns\nr1c1 == 1\n")

    def found(**values: int) -> tuple[bool, bool]:
        answer = conflicts(entered(model, values, {}))
        return answer["solved"], bool(answer["conflicts"])

    assert found(r1c1=1, r1c2=2, r2c1=2, r2c2=1) == (True, False)
    assert found(r1c1=1, r1c2=2, r2c1=2) == (False, False)
    assert found(r1c1=2, r1c2=1, r2c1=1, r2c2=2) == (False, True)
