"""Random rules with unknowns of their own, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING

from ..oracle.meanings import SIDES, around
from ..oracle.terms import Cond, Number, defined
from . import lines, regions
from .pencil_setting import cell_name

if TYPE_CHECKING:
    from .pencil_writer import PencilWriter


INNER: list[tuple[str, Callable[[Number, Number, Number], bool]]] = [
    ("a + s >= 3", lambda a, b, s: a + s >= 3),
    ("a == 2 * s", lambda a, b, s: a == 2 * s),
    ("a + b == s", lambda a, b, s: a + b == s),
    ("s != a and s != b", lambda a, b, s: s not in (a, b)),
    ("not (a == s)", lambda a, b, s: a != s),
    ("a < s <= b", lambda a, b, s: a < s <= b),
    ("s == 1 -> a == b", lambda a, b, s: s != 1 or a == b),
    ("a * s == b", lambda a, b, s: a * s == b),
    ("count([a == s, b == s, s > 1]) == 1", lambda a, b, s: (a == s) + (b == s) + (s > 1) == 1),
    ("(s == 0) xor a == b", lambda a, b, s: (s == 0) != (a == b)),
]
RANGES = {"0..2": (0, 1, 2), "1..2": (1, 2), "bool": (0, 1), "-1..1": (-1, 0, 1), "{0, 3}": (0, 3)}
Meaning = Callable[[Number, Number], bool]


def own_rule(w: PencilWriter, name: str) -> tuple[str, Meaning]:
    """A rule with two parameters and unknowns of its own."""
    match w.random.randrange(6):
        case 0 | 1:
            return _with_variable(w, name)
        case 2:
            written = w.random.choice(list(RANGES))
            bodies: list[tuple[str, Callable[[Number, Number, Number, Number], bool]]] = [
                ("own[1, 1] + a == own[1, 2] + b", lambda a, b, x, y: x + a == y + b),
                ("own[1, 1] < own[1, 2]", lambda a, b, x, y: x < y),
                ("alldifferent([a, own[1, 1], own[1, 2]])", lambda a, b, x, y: len({a, x, y}) == 3),
                ("thermo(row(1, own))", lambda a, b, x, y: x < y),
                ("increasing([own[1, 1], b, own[1, 2]])", lambda a, b, x, y: x <= b <= y),
                ("sum(cells(own)) == a + b", lambda a, b, x, y: x + y == a + b),
            ]
            chosen = w.random.sample(bodies, w.random.randint(1, 2))
            text = f"rule {name}(a, b):\n    grid own[1, 2] in {written}\n" + "".join(
                f"    {body}\n" for body, _ in chosen
            )
            values = list(product(RANGES[written], repeat=2))
            return text, lambda a, b: any(all(test(a, b, x, y) for _, test in chosen) for x, y in values)
        case 3:
            return _with_edges(w, name)
        case 4:
            return _with_division(w, name)
        case _:
            inner, means = _with_variable(w, f"{name}_inner")
            text = f"rule {name}(a, b):\n    {name}_inner(a, b)\n    {name}_inner(b, a)\n"
            return inner + text, lambda a, b: means(a, b) and means(b, a)


def _with_variable(w: PencilWriter, name: str) -> tuple[str, Meaning]:
    written = w.random.choice(list(RANGES))
    chosen = w.random.sample(INNER, w.random.randint(1, 2))
    text = f"rule {name}(a, b):\n    var s in {written}\n" + "".join(f"    {body}\n" for body, _ in chosen)
    return text, lambda a, b: any(all(test(a, b, s) for _, test in chosen) for s in RANGES[written])


def _with_edges(w: PencilWriter, name: str) -> tuple[str, Meaning]:
    s = w.setting
    ways = sorted({(min(p, q), max(p, q)) for p in s.places for q in around(p, SIDES) if q in s.index})
    if not ways or len(ways) > 10:
        return _with_variable(w, name)
    way, place = w.random.choice(ways), w.place()
    rules: list[tuple[str, Callable[[lines.Joints], bool]]] = [
        ("loop(lid)", lambda g: lines.loop(g, directed=False)),
        ("loops(lid)", lambda g: lines.loops(g, directed=False)),
        ("tree(lid)", lines.tree),
        ("linked(lid)", lines.linked),
        ("not linked(lid)", lambda g: not lines.linked(g)),
        (f"own_lines(lid, [[{cell_name(place)}]])", lambda g: lines.own_lines(g, [[place]])),
    ]
    rule, means = w.random.choice(rules)
    graphs = [
        frozenset(x for x, on in zip(ways, chosen, strict=True) if on) for chosen in product((0, 1), repeat=len(ways))
    ]
    admitted = {(int(way in g), lines.lines_in(g, place)) for g in graphs if means(g)}
    text = f"rule {name}(a, b):\n    edges lid of cell\n    {rule}\n"
    text += f"    lid[{cell_name(way[0])}, {cell_name(way[1])}] == a\n    degree(lid, {cell_name(place)}) == b\n"
    return text, lambda a, b: (a, b) in admitted


def _with_division(w: PencilWriter, name: str) -> tuple[str, Meaning]:
    s = w.setting
    if not 0 < len(s.places) <= 6:
        return _with_variable(w, name)
    written, sizes = w.random.choice([("", None), (" in 1..2", {1, 2}), (" in 2..4", {2, 3, 4})])
    one, two = w.place(), w.place()
    rules: list[tuple[str, Callable[[regions.Division], bool]]] = [
        ("rectangles(lid)", regions.rectangles),
        (f"together({cell_name(one)}, {cell_name(two)}, lid)", lambda d: two in regions.region(d, one)),
        ("regions_in(lid) <= 3", lambda d: len(d) <= 3),
    ]
    rule, means = w.random.choice(rules)
    admitted = {
        (len(regions.region(d, one)), len(regions.region(d, two)))
        for d in regions.divisions(tuple(s.places))
        if means(d) and (sizes is None or all(len(region) in sizes for region in d))
    }
    if not admitted:  # such a size of regions is refused
        return _with_variable(w, name)
    text = f"rule {name}(a, b):\n    division lid of cell{written}\n    {rule}\n"
    text += f"    region_size({cell_name(one)}, lid) == a\n    region_size({cell_name(two)}, lid) >= b\n"
    return text, lambda a, b: any(a == size and other >= b for size, other in admitted)


def own_call(w: PencilWriter) -> Cond:
    """A call of a rule of the model that has unknowns."""
    if not w.rules_of_its_own or (w.maybe(0.3) and len(w.rules_of_its_own) < 3):
        name = f"own{len(w.rules_of_its_own) + 1}"
        text, means = own_rule(w, name)
        w.rules_of_its_own[name] = (text, means)
    else:
        name = w.random.choice(list(w.rules_of_its_own))
        _, means = w.rules_of_its_own[name]
    a, b = w.whole_number(), w.whole_number()
    holds = defined(lambda v: means(a.value(v), b.value(v)))
    return Cond(f"{name}({a.text}, {b.text})", holds)
