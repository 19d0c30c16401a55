"""What the page makes of entries, without a page: of a solution, of a part of it, of a mistake."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from puzzledsl.loading import load_model
from puzzledsl.presentation.entries import BLANK, entries_of
from puzzledsl.presentation.picture import picture
from puzzledsl.presentation.renderers.svg import UNIT
from puzzledsl.session import SolverSession
from puzzledsl.source import Source
from puzzledsl.web import playing
from puzzledsl.web.answers import tell_answer
from puzzledsl.web.playing import conflicts, entered, tell_played, tools
from tests.web.player import GENRES

KINDS = (
    "slitherlink",
    "yajilin",
    "nurikabe",
    "sudoku",
    "fillomino",
    "hashi",
    "lightup",
    "pencils",
    "roma",
    "tetrominous",
)
"""Genres that are entered in different ways."""


class Example:
    """The example of a genre, and what its solution shows."""

    def __init__(self, name: str) -> None:
        self.text = (GENRES / f"{name}.puz").read_text(encoding="utf-8")
        self.model = load_model(Source("the text", self.text), include=(str(GENRES),))
        self.found = entries_of(self.model)
        with SolverSession(self.model) as session:
            self.answer = session.find().values or ()
        keys, values = self.found.shown(self.answer)
        self.marks = dict.fromkeys(sorted(keys), True)
        self.values = {self.model.variables[x].name: value for x, value in values.items()}

    def played(self, values: dict[str, int], marks: dict[str, bool], check: bool = False) -> dict[str, Any]:
        events: list[tuple[str, Any]] = []
        tell_played(self.text, str(GENRES), values, marks, check, lambda name, value: events.append((name, value)))
        ((name, found),) = events
        assert name == "result"
        return dict(found)


@pytest.fixture(scope="module", params=KINDS)
def example(request: pytest.FixtureRequest) -> Example:
    return Example(request.param)


def test_what_a_solution_shows_solves(example: Example) -> None:
    assert example.played(example.values, example.marks)["status"] == "solved"
    found = conflicts(entered(example.model, example.values, example.marks))
    assert not found["conflicts"]
    assert found["ready"]


def test_a_part_of_a_solution_is_right_and_does_not_solve(example: Example) -> None:
    values, marks = dict(example.values), dict(example.marks)
    (marks or values).popitem()
    found = example.played(values, marks, check=True)["status"]
    # The last border between two numbers, or areas, is there by itself.
    assert found == "open" or entered(example.model, values, marks).derived


def test_an_entry_that_cannot_stay_is_marked_and_its_rule_named(example: Example) -> None:
    key = next((k for k, one in example.found.slots.items() if one.mark.kind != BLANK and k not in example.marks), "")
    if key:
        found = example.played({}, {key: True}, check=True)
    else:
        key, value = next(iter(example.values.items()))
        other = next(one for one in example.found.written[example.model.numbers[key]] if one != value)
        found = example.played({key: other}, {}, check=True)
    assert found["status"] == "wrong"
    assert key in found["wrong"]
    assert found["sentences"]
    assert not any("==" in sentence for sentence in found["sentences"])


def test_what_cannot_be_there_agrees_with_a_solution_or_not(example: Example) -> None:
    for key in list(example.marks)[:1]:
        assert key in example.played({}, {key: False}, check=True)["wrong"]
    absent = [key for key, slot in example.found.slots.items() if slot.mark.kind != BLANK and key not in example.marks]
    assert example.played({}, dict.fromkeys(absent, False), check=True)["status"] != "wrong"


def test_each_mark_is_where_the_picture_draws_it(example: Example) -> None:
    """The marks laid over the picture of the puzzle hold every place that the picture of its answer draws at."""
    found = tools(example.model)
    corners = picture(example.model).corners
    for slot in found["slots"]:
        mark = example.found.slots[slot["key"]].mark
        left, top = corners[mark.grid]
        rows, columns = zip(*mark.cells, strict=True)
        x, y = slot["at"]
        assert x / UNIT == pytest.approx(left + sum(columns) / len(columns) - 0.5)
        assert y / UNIT == pytest.approx(top + sum(rows) / len(rows) - 0.5)
        assert len(slot["cells"]) == len(mark.cells)


def hint(text: str, folder: str | None, values: dict[str, int]) -> list[Any]:
    """The next step from entries that decide these unknowns, if there is one."""
    events: list[tuple[str, Any]] = []
    options = {"hint": True, "values": values}
    tell_answer("steps", text, "the text", folder, options, lambda *event: events.append(event))
    return list(events[-1][1]["answer"]["steps"])


@pytest.mark.parametrize("name", ["aho", "arukone", "balloon", "cbanana", "energywalk"])
def test_a_hint_goes_on_from_entries_where_rules_have_unknowns_of_their_own(name: str) -> None:
    """Entries may decide these unknowns, too, but nobody can give their values."""
    example = Example(name)
    known = conflicts(entered(example.model, {}, {}))["known"]
    variables = example.model.variables
    assert any(variables[example.model.numbers[unknown]].hidden for unknown in known)
    for step in hint(example.text, str(GENRES), known):
        for unknown, value in step["placed"].items():
            number = example.model.numbers[unknown]
            assert variables[number].told(example.answer[number]) == value


def test_a_hint_names_an_entry_as_people_see_it() -> None:
    text = 'genre "slitherlink"\nclues number:\n    3 .\n    . .\n'
    (step,) = hint(text, None, {'fence[r1c1, "left"]': 1})
    assert "with what is known at the left side of r1c1" in step["sentence"]


def test_a_hint_about_the_whole_loop_marks_nothing_as_its_reason() -> None:
    (step,) = hint(Example("nagare").text, None, {"track[r1c1, r1c2]": 1, "track[r1c2, r1c3]": 1})
    assert "would branch" in step["sentence"]
    assert not step["cells"]


def test_no_hidden_value_is_asked_for() -> None:
    """The number of an island is in no picture, so nobody writes it."""
    example = Example("nurikabe")
    assert not tools(example.model)["written"]
    assert {look["kind"] for look in tools(example.model)["looks"]} == {"shade", BLANK}


def test_a_border_between_two_numbers_needs_no_drawing() -> None:
    example = Example("fillomino")
    assert example.played(example.values, {})["status"] == "solved"


def test_of_several_solutions_each_one_solves() -> None:
    text = (
        "grid star[1, 3] in bool\ndraw hidden(cells)\nsum(cells) == 1\nfor c in cells:\n    draw circle(c, when = c)\n"
    )
    events: list[tuple[str, Any]] = []
    for cell in range(1, 4):
        tell_played(text, None, {}, {f"circle r1c{cell}": True}, False, lambda *event: events.append(event))
    assert [value["status"] for _, value in events] == ["solved"] * 3


def test_an_arc_is_entered_in_its_direction() -> None:
    text = (
        "grid cell[2, 2]\narcs way of cell\nloop(way)\nway[r1c1, r1c2] == 1\n"
        "for a, b in adjacent_pairs(cells):\n"
        "    draw line([a, b], when = way[a, b] == 1)\n"
        "    draw line([b, a], when = way[b, a] == 1)\n"
    )
    model = load_model(Source("the text", text))
    slots = {slot["key"]: slot for slot in tools(model)["slots"]}
    assert slots["line r1c1 r1c2"]["directed"]
    assert slots["line r1c1 r1c2"]["way"] == [0, 1]
    assert slots["line r1c2 r1c1"]["way"] == [0, -1]
    assert conflicts(entered(model, {}, {"line r1c2 r1c1": True}))["conflicts"]


def test_a_border_inside_an_area_is_said_to_end_nowhere() -> None:
    example = Example("tetrominous")
    slots = example.found.slots
    inside = next(key for key, slot in slots.items() if slot.mark.kind == "edge" and key not in example.marks)
    found = example.played({}, {**example.marks, inside: True}, check=True)
    assert found["wrong"] == [inside]
    assert any("border" in sentence for sentence in found["sentences"])


def test_only_a_best_solution_ends_a_model_with_an_objective() -> None:
    text = "grid cell[1, 3] in 1..3\nalldifferent: rows\nmaximize r1c1 + 2 * r1c2\n"
    found = {}
    for first, second, third in ((2, 3, 1), (3, 2, 1)):
        events: list[tuple[str, Any]] = []
        values = {"r1c1": first, "r1c2": second, "r1c3": third}
        tell_played(text, None, values, {}, False, lambda *event, told=events: told.append(event))
        assert not conflicts(entered(load_model(Source("the text", text)), values, {}))["solved"]
        found[second] = events[0][1]["status"]
    assert found == {3: "solved", 2: "open"}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("var x in 2..3\nx > 2\n", "solved"),
        ('grid cell[2, 2] in "AB"\nalldifferent: rows, columns\n', "solved"),
        ("grid cell[2, 2] in 1..2\ndraw shade(r1c1, when = true)\n", "solved"),
        (
            "grid cell[2, 2] in 0..1000000\nsum(cells) == 5\nfor c in cells:\n    draw shade(c, when = c == 0)\n",
            "solved",
        ),
        ("grid cell[1, 2] in 1..2\nr1c1 + r1c2 == 5\n", "infeasible"),
    ],
    ids=["no grid", "letters", "always drawn", "a million values", "no solution"],
)
def test_every_model_has_an_answer(text: str, status: str) -> None:
    model = load_model(Source("the text", text), allow_clashes=True)
    assert len(json.dumps(tools(model))) < 10_000
    with SolverSession(model) as session:
        answer = session.find().values
    keys, values = entries_of(model).shown(answer) if answer else (set(), {})
    events: list[tuple[str, Any]] = []
    named = {model.variables[x].name: value for x, value in values.items()}
    tell_played(text, None, named, dict.fromkeys(keys, True), True, lambda *event: events.append(event))
    assert events[0][1]["status"] == status
    # What has no place in the model is left out.
    strange = entered(model, {"nothing": 1, "r1c2": True}, {"nothing": True, "shade": 1})
    assert not strange.values
    assert not strange.marks


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("alldifferent([r1c1 + 1, r1c2 + 2, r1c3 + 3])", lambda a, b, c: len({a + 1, b + 2, c + 3}) == 3),
        ("alldifferent([abs(r1c1 - r1c2), r1c3])", lambda a, b, c: abs(a - b) != c),
        ("alldifferent([r1c1 + r1c2, r1c2 + r1c3, 4])", lambda a, b, c: len({a + b, b + c, 4}) == 3),
        ("alldifferent([r1c1 div (r1c2 - 1), r1c3])", lambda a, b, c: b > 1 and a // (b - 1) != c),
        ("alldifferent(cells)\nr1c1 + r1c2 > r1c3", lambda a, b, c: len({a, b, c}) == 3 and a + b > c),
    ],
)
def test_a_filling_solves_just_if_all_rules_hold(rule: str, holds: Callable[..., bool]) -> None:
    """Whatever the page calls solved without asking the solver is a solution, and what breaks a rule is marked."""
    model = load_model(Source("the text", f"grid cell[1, 3] in 1..3\n{rule}\n"))
    told = set()
    for values in product(range(1, 4), repeat=3):
        filling = {f"r1c{k}": value for k, value in enumerate(values, 1)}
        found = conflicts(entered(model, filling, {}))
        assert found["solved"] == holds(*values) == (not found["conflicts"])
        for part in range(3):  # what is broken by a part of a filling, no value of the others mends
            if conflicts(entered(model, dict(list(filling.items())[:part]), {}))["conflicts"]:
                assert not holds(*values)
        told.add(found["solved"])
    assert told == {True, False}


def test_a_diagonal_of_queens_is_broken_at_once() -> None:
    text = "grid cell[1, 4] in 1..4\nalldifferent([cell[1, c] + c for c in 1..4])\n"
    found = conflicts(entered(load_model(Source("the text", text)), {"r1c1": 2, "r1c2": 1}, {}))
    assert len(found["conflicts"][0]["cells"]) == 2


def asked(text: str, values: dict[str, int], marks: dict[str, bool]) -> dict[str, Any]:
    """What *Check* finds."""
    events: list[tuple[str, Any]] = []
    tell_played(text, None, values, marks, True, lambda *event: events.append(event))
    return dict(events[0][1])


TWO_WAYS = (
    "grid cell[1, 3] in 1..3\nvar x in 0..1\nalldifferent(cells)\nr1c1 == 1\nr1c2 == 2\n"
    "draw shade(r1c1, when = x == 1)\ndraw shade(r1c2, when = x == 0)\n"
)


@pytest.mark.parametrize("cell", ["r1c1", "r1c2"])
def test_no_entry_is_wrong_that_some_solution_has(cell: str) -> None:
    """The solution is the only one in its grid, but not in its marks."""
    other = {"r1c1": "r1c2", "r1c2": "r1c1"}[cell]
    assert asked(TWO_WAYS, {}, {f"shade {cell}": True})["status"] == "open"
    assert asked(TWO_WAYS, {}, {f"shade {cell}": True, f"shade {other}": False})["status"] == "open"
    assert asked(TWO_WAYS, {}, {f"shade {cell}": True, f"shade {other}": True})["status"] == "wrong"
    assert asked(TWO_WAYS, {"r1c3": 2}, {f"shade {cell}": True})["wrong"] == ["r1c3"]


def test_what_was_not_decided_in_time_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "grid cell[1, 3] in 1..3\nalldifferent: rows\nmaximize r1c1 + 2 * r1c2 # asked twice\n"
    best = {"r1c1": 2, "r1c2": 3, "r1c3": 1}
    monkeypatch.setattr(playing, "LONGEST", 0.0)
    assert asked(text, best, {})["status"] == "unknown"
    monkeypatch.undo()
    assert asked(text, best, {})["status"] == "solved"


def test_a_puzzle_without_a_solution_blames_no_entry() -> None:
    text = "grid cell[1, 3] in 1..3\n# solvers: The sum is large.\nsum(cells) == 8\nr1c1 == r1c2\nr1c2 == r1c3\n"
    for values in ({}, {"r1c1": 1}, {"r1c1": 1, "r1c2": 2}):
        found = asked(text, values, {})
        assert (found["status"], found["wrong"]) == ("infeasible", [])
        assert "The sum is large." in found["sentences"]


def test_a_value_that_its_cell_cannot_have_is_said_to_be_none() -> None:
    text = "grid cell[1, 3] in 1..3\nalldifferent: rows\n"
    sentence = "7 is none of the values of r1c2."
    (found,) = conflicts(entered(load_model(Source("the text", text)), {"r1c2": 7}, {}))["conflicts"]
    assert found == {"sentence": sentence, "cells": ["r1c2"]}
    told = asked(text, {"r1c1": 1, "r1c2": 7}, {})
    assert (told["status"], told["wrong"], told["sentences"]) == ("wrong", ["r1c2"], [sentence])
