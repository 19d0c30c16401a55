"""A puzzle of the folder ``variants``, as the peers' ``…_rules.py`` get it: everything in terms of cells 0–80.

A peer is called with the file of one puzzle and prints 81 digits.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "consecutive": lambda a, b: abs(a - b) == 1,
    "not consecutive": lambda a, b: abs(a - b) != 1,
    "doubled": lambda a, b: a == 2 * b or b == 2 * a,
    "not doubled": lambda a, b: a != 2 * b and b != 2 * a,
}


@dataclass(frozen=True)
class Clues:
    """What has to hold: ``different`` are the houses and cages, ``unequal`` single pairs, ``related`` pairs with the
    name of their relation, ``sandwiches`` lines with the sum between 1 and 9."""

    givens: list[int]
    different: list[list[int]]
    unequal: list[tuple[int, int]]
    sums: list[tuple[int, list[int]]]
    arrows: list[tuple[int, list[int]]]
    thermos: list[list[int]]
    related: list[tuple[int, int, str]]
    sandwiches: list[tuple[int, list[int]]]


def allowed(relation: str) -> list[tuple[int, int]]:
    """The pairs of digits in that relation."""
    return [(a, b) for a, b in product(range(1, 10), repeat=2) if RELATIONS[relation](a, b)]


def cells(text: str) -> list[int]:
    """``r1c1 r1c2`` as numbers of cells."""
    return [9 * int(name[1]) + int(name[3]) - 10 for name in text.split()]


def read(path: str) -> Clues:
    """The puzzle in that file."""
    raw = json.loads(Path(path).read_text(encoding="ascii"))
    regions = raw.get("regions", "".join(str(r // 3 * 3 + c // 3) for r in range(9) for c in range(9)))
    different = [[9 * i + k for k in range(9)] for i in range(9)]
    different += [[9 * k + i for k in range(9)] for i in range(9)]
    different += [[cell for cell in range(81) if regions[cell] == name] for name in sorted(set(regions))]
    different += [cells(text) for text in raw.get("different", [])]
    cages = [(total, cells(text)) for total, text in raw.get("cages", [])]
    unequal = []
    if raw.get("anti_knight"):
        moves = ((1, 2), (2, 1), (2, -1), (1, -2))
        unequal = [
            (9 * r + c, 9 * (r + down) + c + right)
            for r, c in product(range(9), repeat=2)
            for down, right in moves
            if r + down < 9 and 0 <= c + right < 9
        ]
    return Clues(
        givens=[int(digit) for digit in raw["givens"]],
        different=different + [group for _, group in cages],
        unequal=unequal,
        sums=cages + [(total, cells(text)) for total, text in raw.get("sums", [])],
        arrows=[(cells(circle)[0], cells(text)) for circle, text in raw.get("arrows", [])],
        thermos=[cells(text) for text in raw.get("thermos", [])],
        related=_dots(raw),
        sandwiches=[(total, cells(text)) for total, text in raw.get("sandwiches", [])],
    )


def _dots(raw: dict[str, list[str]]) -> list[tuple[int, int, str]]:
    """White and black dots, and what their absence says when all dots are given."""
    whites = {_pair(text) for text in raw.get("whites", [])}
    blacks = {_pair(text) for text in raw.get("blacks", [])}
    related = [(a, b, "consecutive") for a, b in sorted(whites)] + [(a, b, "doubled") for a, b in sorted(blacks)]
    if raw.get("all_dots"):
        side = [(cell, cell + 1) for cell in range(81) if cell % 9 < 8] + [(cell, cell + 9) for cell in range(72)]
        related += [(a, b, "not consecutive") for a, b in side if (a, b) not in whites]
        related += [(a, b, "not doubled") for a, b in side if (a, b) not in whites | blacks]
    return related


def _pair(text: str) -> tuple[int, int]:
    a, b = cells(text)
    return a, b


def answer(solve: Callable[[Clues], list[int] | None]) -> None:
    """Solves what the command line names; ``-`` stands for a puzzle that was given up."""
    found = solve(read(sys.argv[1]))
    print("".join(map(str, found)) if found else "-")
