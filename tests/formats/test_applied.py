"""The record of the rules that statements apply: what links are written from."""

from random import Random

import pytest

import puzzledsl
from puzzledsl.elaboration.library import entries, statements_of
from puzzledsl.expressions import Affine, holds
from puzzledsl.model import Kind, Model
from tests.examples import every

GRID = "grid cell[4, 4] in 1..4\n"


def applied(text: str, name: str = "<text>") -> list[tuple[str, dict[str, object]]]:
    """The rules that a model applies, with cells by their names."""
    model = puzzledsl.parse(GRID + text, name=name).elaborated
    return [(item.rule, {key: plain(value, model) for key, value in item.arguments.items()}) for item in model.applied]


def plain(value: object, model: Model) -> object:
    if isinstance(value, tuple):
        return [plain(item, model) for item in value]
    if isinstance(value, Affine):
        ((number, _),) = value.terms
        assert isinstance(number, int)
        return model.variables[number].name
    return value


CAGE = ("cage", {"cells": ["r1c1", "r1c2"], "total": 5})


@pytest.mark.parametrize(
    "text",
    [
        "cage 5: r1c1 r1c2",
        "cage([r1c1, r1c2], 5)",
        "cage(total = 5, cells = r1c1..r1c2)",
        "rule mine(cells):\n    cage 5: cells\nmine: r1c1 r1c2",
        "rule outer(a, b):\n    inner: a b\nrule inner(cells):\n    cage(cells, 5)\nouter(r1c1, r1c2)",
        "let mine(cells) = cage(cells, 5)\nmine([r1c1, r1c2])",
        "for k in 1..1:\n    cage 5: [cell[k, 1], cell[k, 2]]",
        "if 1 < 2:\n    cage 5: r1c1 r1c2",
        "regions pair:\n    aa..\n    ....\n    ....\n    ....\ncage 5: pair",
    ],
)
def test_a_rule_is_recorded_wherever_a_statement_applies_it(text: str) -> None:
    assert applied(text) == [CAGE]


@pytest.mark.parametrize(
    "text",
    [
        "cage([r1c1, r1c2], 5) or r1c1 == 1",
        "not cage([r1c1, r1c2], 5)",
        "r1c1 == 1 -> cage([r1c1, r1c2], 5)",
        "let held = cage([r1c1, r1c2], 5)\nr3c3 != r4c4",
        "rule mine(cells):\n    cage(cells, 5) or cells[1] == 1\nmine: r1c1 r1c2",
    ],
)
def test_a_rule_that_need_not_hold_is_not_recorded(text: str) -> None:
    assert [rule for rule, _ in applied(text)] == [""]


def test_of_a_rule_of_the_author_every_part_is_recorded() -> None:
    text = "rule mine(cells):\n    cage 5: cells\n    cells[1] < cells[2]\n    white_dot: cells\nmine: r1c1 r1c2"
    assert [rule for rule, _ in applied(text)] == ["cage", "", "white_dot"]


def test_a_rule_of_the_author_is_none_of_the_library_whatever_it_is_called() -> None:
    text = "rule cage(cells, total):\n    cells[1] - cells[2] == total\ncage 2: r1c1 r1c2"
    assert [rule for rule, _ in applied(text, name="library/cages.puz")] == [""]


def test_defaults_are_among_the_arguments() -> None:
    ((rule, arguments),) = applied("region_sum: r1c1..r1c4")
    assert rule == "region_sum"
    assert arguments["groups"][0] == ["r1c1", "r1c2", "r2c1", "r2c2"]  # type: ignore[index]


def test_a_condition_without_a_rule_is_recorded_as_such() -> None:
    model = puzzledsl.parse(GRID + "r1c1 < r1c2").elaborated
    (item,) = model.applied
    assert (item.rule, item.holds) == ("", model.requirements[0].expression)
    assert item.origin is model.requirements[0].origin


def test_what_always_holds_is_not_recorded() -> None:
    assert applied("palindrome: r1c1") == []


@pytest.mark.parametrize("name", every(4, sorted(name for name, entry in entries().items() if entry.examples)))
def test_what_is_recorded_demands_what_the_model_demands(name: str) -> None:
    lines = [line for example in entries()[name].examples for line in statements_of(example).splitlines()]
    text = "grid cell[9, 9] in 1..9\n" + "\n".join(lines)
    wrapped = "grid cell[9, 9] in 1..9\nrule all_of():\n    " + "\n    ".join(lines) + "\nall_of()"
    numbers = Random(name)
    for model in (puzzledsl.parse(text).elaborated, puzzledsl.parse(wrapped).elaborated):
        assert all(item.rule or item.origin.kind is Kind.DECLARED for item in model.applied)
        for _ in range(20):
            values = [numbers.randint(1, 9) for _ in model.variables]
            required = all(holds(requirement.expression, values) for requirement in model.requirements)
            assert required == all(holds(item.holds, values) for item in model.applied)
