"""The rules and functions of the library about lines, compared with what their sentences say of all drawings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import product

import pytest

from puzzledsl.model import Cell

from .line_rules import (
    FUNCTIONS,
    GROUPED,
    RULES,
    SETTINGS,
    Drawn,
    Setting,
    answers,
    apart,
    at,
    cells_of,
    for_groups,
    frozen,
    groups_of,
)


def in_settings(settings: Iterable[Setting]) -> pytest.MarkDecorator:
    """A parameter `setting`; those with more drawings are slow."""
    found = [pytest.param(one, id=str(one), marks=[pytest.mark.slow] if one.slow else []) for one in settings]
    return pytest.mark.parametrize("setting", found)


QUICK = [setting for setting in SETTINGS if not setting.slow]


@in_settings(SETTINGS)
@pytest.mark.parametrize(("rule", "holds"), RULES, ids=[rule for rule, _ in RULES])
def test_a_rule_admits_exactly_what_its_sentence_says(
    setting: Setting, rule: str, holds: Callable[[Drawn], bool]
) -> None:
    expected = {frozen(drawn.values) for drawn in setting.drawings() if holds(drawn)}
    found = [frozen(values) for values, _ in answers(f"{setting.text()}{setting.statement(rule)}\n")]
    assert len(set(found)) == len(found)
    assert set(found) == expected


@in_settings(QUICK)
@pytest.mark.parametrize("name", ["loop", "loops", "path", "linked", "tree"])
def test_the_opposite_of_a_rule_admits_the_others(setting: Setting, name: str) -> None:
    rule, holds = next(row for row in RULES if row[0].startswith(f"{name}("))
    expected = {frozen(drawn.values) for drawn in setting.drawings() if not holds(drawn)}
    found = answers(f"{setting.text()}not {setting.statement(rule)}\n")
    assert {frozen(values) for values, _ in found} == expected


@in_settings(SETTINGS)
def test_functions_of_a_cell(setting: Setting) -> None:
    names = {(k, cell): f"value{k}_{cell[0]}_{cell[1]}" for k in range(len(FUNCTIONS)) for cell in setting.cells}
    text = setting.text()
    for (k, cell), name in names.items():
        text += f"var {name} in -24..24\n{name} == " + re.sub(r"\bc\b", at(cell), FUNCTIONS[k][0]) + "\n"
    expected: dict[object, Drawn] = {frozen(drawn.values): drawn for drawn in setting.drawings()}
    found = answers(text)
    assert len(found) == len(expected)
    for values, every in found:
        drawn = expected[frozen(values)]
        assert {key: every[name] for key, name in names.items()} == {
            (k, cell): int(FUNCTIONS[k][1](drawn, cell)) for k, cell in names
        }


def held(setting: Setting, every: dict[str, int]) -> tuple[int, ...]:
    """What the cells hold."""
    return tuple(every[f"r{r}c{c}"] for r, c in setting.cells)


@in_settings(one for one in QUICK if one.word != "sides")
@pytest.mark.parametrize(("rule", "groups", "holds"), GROUPED, ids=[f"{row[0]} {row[1]}" for row in GROUPED])
def test_cells_hold_the_number_of_their_line(
    setting: Setting,
    rule: str,
    groups: tuple[str, ...],
    holds: Callable[[Drawn, tuple[tuple[Cell, ...], ...]], bool],
) -> None:
    statement, _ = for_groups(rule, groups, holds)
    text = setting.text(" in 0..2") + setting.statement(statement.replace("crossings", "owner = cells, crossings", 1))
    expected = set()
    for drawn in setting.drawings():
        if holds(drawn, groups_of(drawn, *groups)):
            lines = [cells_of(strand) for strand in drawn.strands()]
            of_group = {
                k: cells for k, g in enumerate(groups_of(drawn, *groups), 1) for cells in lines if g[0] in cells
            }
            numbers = tuple(max((k for k in of_group if cell in of_group[k]), default=0) for cell in setting.cells)
            expected.add((frozen(drawn.values), numbers))
    assert {(frozen(values), held(setting, every)) for values, every in answers(f"{text}\n")} == expected


@in_settings(one for one in QUICK if one.word != "sides")
def test_cells_are_nothing_exactly_off_the_marked_loop(setting: Setting) -> None:
    expected = set()
    for drawn in setting.drawings():
        uncrossed = Drawn(drawn.cells, drawn.values, drawn.directed, drawn.named)
        if apart(uncrossed) and len(uncrossed.strands()) == 1:
            loop = cells_of(drawn.lines)
            for marks in product(*((-1, 1) if cell in loop else (0,) for cell in setting.cells)):
                expected.add((frozen(drawn.values), marks))
    text = f"{setting.text(' in -1..1')}marked_loop(road)\n"
    assert {(frozen(values), held(setting, every)) for values, every in answers(text)} == expected
