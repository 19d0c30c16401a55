"""Random numbers, conditions and statements about divisions, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..oracle.meanings import is_whole
from ..oracle.terms import Cond, Num, Number, Place, Values
from . import regions
from .pencil_setting import cell_name

if TYPE_CHECKING:
    from .pencil_writer import PencilWriter


def for_each_border(w: PencilWriter) -> Cond:
    s = w.setting
    assert s.pieces is not None
    borders = s.pieces.borders
    forms: list[tuple[str, Callable[[Values], bool]]] = [
        (
            "for c, n in number:\n    region_size(c, piece) == n",
            lambda v: all(len(regions.region(s.division(v), p)) == n for p, (n,) in s.marks.items()),
        ),
        (
            "for a, b in piece where column_of(a) == 1:\n    piece[a, b] or region_size(a, piece) > 2",
            lambda v: all(
                b not in regions.region(s.division(v), a) or len(regions.region(s.division(v), a)) > 2
                for a, b in borders
                if a[1] == 1
            ),
        ),
    ]
    if s.valued:
        text = "for a, b in adjacent_pairs(cells):\n    piece[a, b] <-> a != b"
        forms.append(
            (
                text,
                lambda v: all(
                    (b not in regions.region(s.division(v), a)) == (v[s.index[a]] != v[s.index[b]]) for a, b in borders
                ),
            )
        )
    return Cond(*w.random.choice(forms))


def of_region(w: PencilWriter) -> Num:
    s, place = w.setting, w.place()
    name = cell_name(place)
    assert s.pieces is not None
    borders, first = s.pieces.borders, s.first["piece"]

    def inside(v: Values) -> regions.Region:
        return regions.region(s.division(v), place)

    forms: list[tuple[str, Callable[[Values], Number]]] = [
        (f"region_size({name}, piece)", lambda v: len(inside(v))),
        (f"region_size({name}, piece)", lambda v: len(inside(v))),
        (f"region_of({name}, piece)", lambda v: s.index[inside(v)[0]] + 1),
        ("regions_in(piece)", lambda v: len(s.division(v))),
        (f"region_count({name}, piece, first_row)", lambda v: len([p for p in inside(v) if p[0] == 1])),
        ("count(piece[a, b] for a, b in piece)", lambda v: sum(v[first : first + len(borders)])),
        (f"region_total({name}, piece, column_of)", lambda v: sum(p[1] for p in inside(v))),
    ]
    if borders:
        k = w.random.randrange(len(borders))
        a, b = map(cell_name, w.random.sample(borders[k], 2))
        here = [first + n for n, border in enumerate(borders) if place in border]
        forms.append((f"piece[{a}, {b}]", lambda v: v[first + k]))
        forms.append((f"sum(piece[{name}])", lambda v: sum(v[n] for n in here)))
    if s.valued:
        forms.append((f"region_total({name}, piece)", lambda v: regions.total(s.division(v), place, s.at(v))))
        forms.append(
            (f"region_count({name}, piece, is_one)", lambda v: [s.at(v)[p] for p in inside(v)].count(1)),
        )
    return Num(*w.random.choice(forms))


def of_division(w: PencilWriter) -> Cond:
    """A rule about a division that has no unknowns."""
    s = w.setting
    a, b = w.place(), w.place()
    forms: list[tuple[str, Callable[[Values], bool]]] = [
        (f"together({cell_name(a)}, {cell_name(b)}, piece)", lambda v: b in regions.region(s.division(v), a)),
        ("rectangles(piece)", lambda v: regions.rectangles(s.division(v))),
        ("squares(piece)", lambda v: regions.squares(s.division(v))),
    ]
    if s.valued:
        forms.append(("alldifferent_within(piece)", lambda v: regions.alldifferent_within(s.division(v), s.at(v))))
        forms *= 2
    return Cond(*w.random.choice(forms))


def division_statement(w: PencilWriter) -> Cond:
    """A rule about a division that may have unknowns of its own."""
    s = w.setting
    if w.maybe(0.5):
        some = w.random.sample(s.places, w.random.randint(1, min(3, len(s.places))))
        return Cond(
            f"one_of_each(piece, [{', '.join(map(cell_name, some))}])",
            lambda v: regions.one_of_each(s.division(v), some),
        )
    every: list[list[Place]] = [
        [(1, 1)], [(1, 1), (1, 2)], [(1, 1), (1, 2), (1, 3)], [(1, 1), (1, 2), (2, 1)],
        [(1, 1), (2, 1), (3, 1), (3, 2)], [(1, 1), (1, 2), (2, 1), (2, 2)],
    ]  # fmt: skip
    shapes = w.random.sample(every, w.random.randint(1, 3))
    listed = f"[{', '.join(map(str, shapes))}]"
    if w.maybe(0.2) and s.letters:
        marks = dict.fromkeys(s.letters[p] for p in sorted(s.letters))
        drawn = [[p for p in sorted(s.letters) if s.letters[p] == mark] for mark in marks]
        if all(map(is_whole, drawn)):
            shapes, listed = drawn, "shapes(letter)"
    mirror = w.maybe(0.6)
    kinds = s.valued and set(s.domain) & set(range(1, len(shapes) + 1)) and w.maybe(0.5)
    text = f"regions_shaped(piece, {listed}"
    text += f"{', cell' if kinds else ''}{'' if mirror else ', mirror = false'})"
    return Cond(text, lambda v: regions.regions_shaped(s.division(v), shapes, mirror, s.at(v) if kinds else None))
