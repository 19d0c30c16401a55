"""Small random models, and everything about them by trying all assignments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from hypothesis import strategies as st

from puzzledsl.analysis.elements import Element, Split
from puzzledsl.expressions import holds
from puzzledsl.loading import load_model
from puzzledsl.model import Model
from puzzledsl.source import Source

HEAD = "grid cell[2, 3] in 1..3\n"

CLUES = (
    "alldifferent: rows",
    "alldifferent: columns",
    "thermo: r1c1 r1c2 r1c3",
    "whisper 2: r1c1..r1c3",
    "cage 4: r1c1 r2c1",
    "cage 5: r1c3 r2c3, r1c1 r1c2",
    "total 4: r2c1..r2c3",
    "palindrome: r2c1..r2c3",
    "r1c1 < r2c2",
    "r1c1 + r2c3 == 4 or r1c2 == 3",
    "r2c2 in {1, 3}",
    "r1c1 != r1c2",
    "r1c3 * r2c3 == 6",
    "r2c1 >= r2c2",
    "anti_king: cells",
    "for a, b in pairs(row(2)):\n    a != b",
    "renban: r1c2 r1c3 r2c3",
    "r1c1 > r1c2 -> r2c1 == 2",
    "abs(r2c1 - r2c3) == abs(r1c1 - r1c3)",
)

GIVENS = st.lists(st.sampled_from(".....123"), min_size=6, max_size=6)


def _text(clues: Sequence[str], givens: Sequence[str]) -> str:
    rows = [" ".join(givens[:3]), " ".join(givens[3:])]
    return HEAD + "\n".join(clues) + "\ngivens:\n" + "".join(f"    {row}\n" for row in rows)


TEXTS = st.builds(_text, st.lists(st.sampled_from(CLUES), min_size=1, max_size=7, unique=True), GIVENS)


def model_of(text: str) -> Model:
    """The model, also when its clues clash at sight."""
    return load_model(Source("<text>", text), allow_clashes=True)


@cache
def _assignments() -> tuple[tuple[int, ...], ...]:
    return tuple(product((1, 2, 3), repeat=6))


def solutions(model: Model, requirements: Sequence[int] | None = None) -> frozenset[tuple[int, ...]]:
    """All assignments that satisfy some of the requirements, or all."""
    chosen = [model.requirements[n] for n in (range(len(model.requirements)) if requirements is None else requirements)]
    return frozenset(
        values for values in _assignments() if all(holds(requirement.expression, values) for requirement in chosen)
    )


class Brute:
    """Which sets of elements have a solution, by bits of all assignments."""

    def __init__(self, split: Split) -> None:
        model = split.model
        self.full = (1 << len(_assignments())) - 1
        self.by_requirement = [
            sum(1 << i for i, values in enumerate(_assignments()) if holds(one.expression, values))
            for one in model.requirements
        ]
        self.background = self.of(split.background)
        self.elements = [self.of(element._requirements) for element in split.elements]
        self.number = {element: n for n, element in enumerate(split.elements)}

    def of(self, requirements: Sequence[int]) -> int:
        """The assignments that satisfy all of these."""
        left = self.full
        for n in requirements:
            left &= self.by_requirement[n]
        return left

    def left(self, chosen: Sequence[int]) -> int:
        """The assignments that satisfy all of these elements and the background."""
        left = self.background
        for n in chosen:
            left &= self.elements[n]
        return left

    def numbers(self, elements: Sequence[Element]) -> frozenset[int]:
        """What they are called here."""
        return frozenset(self.number[element] for element in elements)

    def minimal_conflicts(self) -> frozenset[frozenset[int]]:
        """All of them, the smallest first found."""
        found: list[frozenset[int]] = []
        for size in range(len(self.elements) + 1):
            for chosen in combinations(range(len(self.elements)), size):
                if not self.left(chosen) and not any(known <= set(chosen) for known in found):
                    found.append(frozenset(chosen))
        return frozenset(found)
