"""Import of an export is the same model, wherever the format says all of it and reads it again."""

from __future__ import annotations

from random import Random

import pytest

import puzzledsl
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration.library import entries, statements_of
from puzzledsl.formats import formats, import_text
from tests.formats.round_trip import assert_alike, assert_same, gallery

BOTH_WAYS = sorted(name for name, form in formats().items() if form.writes)

EXACT = ("f-puzzles", "iss")
"""Formats of constraints. What they say is always read again; of a drawing some is not."""


def round_trip(model: puzzledsl.Model, name: str) -> puzzledsl.Model | None:
    """The model that an export is imported as; ``None`` where not all of it is said, or read."""
    try:
        link = model.link(name)
    except PuzzleError:
        return None
    if link.left_out:
        return None
    try:
        imported = import_text(link.text)
    except PuzzleError:  # a drawing need not say what it is
        assert name not in EXACT
        return None
    assert imported.format == name
    return None if imported.not_understood else puzzledsl.parse(imported.model)


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_models_come_back(name: str) -> None:
    same = 0
    for model in gallery():
        again = round_trip(model, name)
        if again is not None:
            assert_same(model, again, most=1)
            same += 1
    assert same >= {"f-puzzles": 18, "sudokupad": 15, "iss": 20}.get(name, 1)


@pytest.mark.slow
def test_every_rule_comes_back() -> None:
    same: dict[str, set[str]] = {name: set() for name in BOTH_WAYS}
    for rule, entry in entries().items():
        for example in entry.examples[:1]:
            grid = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"
            model = puzzledsl.parse(grid + statements_of(example))
            for name in BOTH_WAYS:
                again = round_trip(model, name)
                if again is not None:
                    assert_alike(model, again)
                    same[name].add(rule)
    for name, least in {"f-puzzles": 34, "iss": 60, "sudokupad": 30}.items():
        assert name not in same or len(same[name]) >= least, same[name]


KINDS = (
    "cage {total}: {path}",
    "cage: {path}",
    "thermo: {path}",
    "slow_thermo: {path}",
    "whisper {gap}: {path}",
    "renban: {path}",
    "nabner: {path}",
    "palindrome: {path}",
    "between: {path}",
    "zipper: {path}",
    "entropic: {path}",
    "modular 3: {path}",
    "region_sum: {path}",
    "double_arrow: {path}",
    "arrow {cell}: {path}",
    "white_dot: {pair}",
    "black_dot: {pair}",
    "white_dot {gap}: {pair}",
    "xv 5: {pair}",
    "total {total}: {path}",
    "contains 1 2: {square}",
    "odd: {cell}",
    "even: {cell}",
    "minimum: {cell}",
    "maximum: {cell}",
    "clone({pair_list}, {other_list})",
    "skyscraper 2: {line}",
    "sandwich 3: {line}",
    "x_sum 6: {line}",
    "little_killer {total}: r1c1 r2c2 r3c3 r4c4",
    "alldifferent: diagonal",
    "anti_knight",
    "anti_king",
    "nonconsecutive",
    "disjoint_groups",
    "r1c1 < r1c2",
    "r3c1 + r3c2 == {total}",
    "{name} in {{1, 3}}",
    "{name} == 2",
    "r2c2 - r3c3 == 1 or r2c2 == 4",
    "r1c1 + r2c2 == r3c3 + r4c4",
    "exactly 2 1: {path}",
    "same_values([{pair_list}, {other_list}])",
)


@pytest.mark.parametrize("seed", range(5))
def test_small_models_with_any_clues_come_back(seed: int) -> None:
    numbers = Random(seed)
    text = _small_model(numbers)
    model = puzzledsl.parse(text)
    for name in BOTH_WAYS:
        again = round_trip(model, name)
        if again is not None:
            assert_same(model, again, most=40)


def _small_model(numbers: Random) -> str:
    """A 4×4 with a few clues of random kinds that have a solution together."""
    text = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
    for kind in numbers.sample(KINDS, 12):
        path = _path(numbers, numbers.randint(2, 4))
        r, c = numbers.randint(1, 3), numbers.randint(1, 3)
        pair = [(r, c), (r, c + 1)]
        other = [(r + 1, c), (r + 1, c + 1)]
        line = numbers.choice(["row", "column"]) + f"({numbers.randint(1, 4)})"
        clue = kind.format(
            total=numbers.randint(4, 9),
            gap=numbers.randint(2, 3),
            path=" ".join(path),
            cell=f"r{numbers.randint(1, 4)}c{numbers.randint(1, 4)}",
            name=f"r{numbers.randint(1, 4)}c{numbers.randint(1, 4)}",
            pair=" ".join(_names(pair)),
            square=" ".join(_names(pair + other)),
            pair_list=f"[{', '.join(_names(pair))}]",
            other_list=f"[{', '.join(_names(other))}]",
            line=line if numbers.random() < 0.5 else f"reverse({line})",
        )
        try:
            if puzzledsl.parse(f"{text}{clue}\n").solve().status == "solved":
                text += f"{clue}\n"
        except PuzzleError:
            pass
    return text


def _path(numbers: Random, length: int) -> list[str]:
    cells = [(numbers.randint(1, 4), numbers.randint(1, 4))]
    for _ in range(20):
        r, c = cells[-1]
        cell = (r + numbers.randint(-1, 1), c + numbers.randint(-1, 1))
        if cell not in cells and min(cell) >= 1 and max(cell) <= 4 and len(cells) < length:
            cells.append(cell)
    return _names(cells)


def _names(cells: list[tuple[int, int]]) -> list[str]:
    return [f"r{r}c{c}" for r, c in cells]


@pytest.mark.parametrize("name", ["sudokupad", "penpa"])
def test_the_windows_of_a_windoku_come_back(name: str) -> None:
    model = puzzledsl.parse("grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\nwindoku\n")
    again = round_trip(model, name)
    assert again is not None
    assert_alike(model, again)
