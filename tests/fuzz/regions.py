"""What divisions into regions mean, and the rules about them, for divisions that are known.

Written from `docs/language.md`, `docs/rules.md` and the comments of the library alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ..oracle.meanings import SIDES, around, is_whole
from ..oracle.terms import Number, Place

Region = tuple[Place, ...]
Division = tuple[Region, ...]
"""The regions, in the order of their first places."""


@lru_cache(maxsize=200)
def divisions(places: Region) -> tuple[Division, ...]:
    """All divisions of some places into connected regions."""
    return tuple(_divisions(places))


def _divisions(places: Region) -> Iterator[Division]:
    if not places:
        yield ()
        return
    first, *rest = places
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            region = (first, *others)
            if is_whole(region):
                for division in divisions(tuple(p for p in rest if p not in others)):
                    yield (region, *division)


@dataclass(frozen=True, eq=False)
class Pieces:
    """One declaration of a division.

    Attributes:
        name, declaration: how it is called and declared.
        borders, names: between which places, and what each is called.
        options: what the borders may hold together, with the division that this is.
    """

    name: str
    declaration: str
    borders: tuple[tuple[Place, Place], ...]
    names: tuple[str, ...]
    options: Mapping[tuple[int, ...], Division]


def pieces(name: str, places: Sequence[Place], written: str, sizes: Collection[int] | None) -> Pieces:
    """The declaration of a division of a grid ``cell``.

    Args:
        written, sizes: how many places a region may have, in the language and as numbers; any number without them.
    """
    borders = [(p, q) for p in places for q in around(p, SIDES) if q in places and p < q]
    borders.sort()
    options = {}
    for division in divisions(tuple(places)):
        if sizes is None or all(len(region) in sizes for region in division):
            number = {p: k for k, region in enumerate(division) for p in region}
            options[tuple(int(number[a] != number[b]) for a, b in borders)] = division
    names = tuple(f"{name}[r{a[0]}c{a[1]}, r{b[0]}c{b[1]}]" for a, b in borders)
    clause = f" in {written}" if sizes is not None else ""
    return Pieces(name, f"division {name} of cell{clause}\n", tuple(borders), names, options)


def region(division: Division, place: Place) -> Region:
    return next(one for one in division if place in one)


def is_rectangle(places: Region) -> bool:
    rows, columns = ({p[k] for p in places} for k in (0, 1))
    return len(places) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


def rectangles(division: Division) -> bool:
    return all(map(is_rectangle, division))


def squares(division: Division) -> bool:
    return rectangles(division) and all(len({p[0] for p in one}) == len({p[1] for p in one}) for one in division)


def one_of_each(division: Division, some: Sequence[Place]) -> bool:
    return all(len(set(one) & set(some)) == 1 for one in division)


def alldifferent_within(division: Division, at: Mapping[Place, Number]) -> bool:
    return all(len({at[p] for p in one}) == len(one) for one in division)


def turned(shape: Sequence[Place], mirror: bool) -> set[Region]:
    """All forms of a shape, moved to the upper left."""
    found = set()
    for flip in (False, True) if mirror else (False,):
        form = [(r, -c if flip else c) for r, c in shape]
        for _ in range(4):
            form = [(c, -r) for r, c in form]
            top, left = min(r for r, _ in form), min(c for _, c in form)
            found.add(tuple(sorted((r - top, c - left) for r, c in form)))
    return found


def regions_shaped(
    division: Division,
    shapes: Sequence[Sequence[Place]],
    mirror: bool = True,
    kinds: Mapping[Place, Number] | None = None,
) -> bool:
    for one in division:
        top, left = min(r for r, _ in one), min(c for _, c in one)
        form = tuple(sorted((r - top, c - left) for r, c in one))
        numbers = [k for k, shape in enumerate(shapes, 1) if form in turned(shape, mirror)]
        if not numbers or (kinds is not None and any(kinds[p] not in numbers for p in one)):
            return False
        if kinds is not None and len({kinds[p] for p in one}) > 1:
            return False
    return True


def total(division: Division, place: Place, at: Mapping[Place, Number]) -> Number:
    return sum(at[p] for p in region(division, place))
