"""Random numbers and conditions over all unknowns of pencil puzzles, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from ..oracle.meanings import CORNERS, KNIGHT, SIDES
from ..oracle.terms import Cond, Num, Number, Operand, Place, Values, constant
from . import regions
from .pencil_setting import DIRECTIONS, cell_name

if TYPE_CHECKING:
    from .pencil_writer import PencilWriter


def graph_of_items(w: PencilWriter) -> Cond:
    """`connected` of numbers, or `component_sizes` of cells, joined through pairs of them."""
    s, is_connected = w.setting, not w.setting.valued or w.maybe(0.6)
    items: list[Num] = []
    keys: list[list[str]] = []  # equal for equal items
    for _ in range(w.random.randint(2, 5)):
        item = s.nth(w.random.randrange(len(s.names if is_connected else s.places)))
        key = [item.text]
        if is_connected and w.maybe(0.3):
            other = s.nth(w.random.randrange(len(s.names)))
            key = sorted([item.text, other.text])
            item = Num(f"{item.text} + {other.text}", _added(item, other))
        if is_connected or key not in keys:
            items.append(item)
            keys.append(key)
    every = [(i, j) for i in range(len(items)) for j in range(i)]
    chosen = w.random.sample(every, w.random.randint(0, len(every)))
    listed = ", ".join(f"[{items[i].text}, {items[j].text}]" for i, j in chosen)
    text = f"[{', '.join(one.text for one in items)}]"
    joined = [(keys[i], keys[j]) for i, j in chosen]
    pairs = [(a, b) for a, b in every if (keys[a], keys[b]) in joined or (keys[b], keys[a]) in joined]

    def component(held: list[Number], start: int, within: Collection[Number]) -> set[int]:
        reached = [start]
        for i in reached:
            ways = [b if a == i else a for a, b in pairs if i in (a, b)]
            reached += {j for j in ways if held[j] in within} - set(reached)
        return set(reached)

    if is_connected:
        values = sorted({w.small(0, 3) for _ in range(w.random.randint(1, 2))})

        def together(v: Values) -> bool:
            held = [one.value(v) for one in items]
            members = [k for k, value in enumerate(held) if value in values]
            return not members or set(members) == component(held, members[0], values)

        written = str(values[0]) if len(values) == 1 else f"{{{', '.join(map(str, values))}}}"
        if values[0] < 0 and len(values) == 1:
            written = f"({written})"
        return Cond(f"connected({text}, {written}, pairs = [{listed}])", together)
    sizes = [w.random.choice([None, 1, 2, 3]) for _ in items]
    asked = ", ".join("none" if n is None else str(n) for n in sizes)

    def sized(v: Values) -> bool:
        held = [one.value(v) for one in items]
        return all(n is None or len(component(held, k, [held[k]])) == n for k, n in enumerate(sizes))

    return Cond(f"component_sizes({text}, [{asked}], pairs = [{listed}])", sized)


def _added(a: Num, b: Num) -> Callable[[Values], Number]:
    return lambda v: a.value(v) + b.value(v)


def operand_of_places(w: PencilWriter, places: Sequence[Place], text: str) -> Operand:
    """For places without values, numbers of lines or sizes of regions there."""
    s = w.setting
    if s.pieces:
        return Operand(
            f"[region_size(c, piece) for c in {text}]",
            lambda v: [len(regions.region(s.division(v), p)) for p in places],
        )
    if s.nets:
        net = s.nets[0]
        at = s.first[net.name]
        of = {p: [at + k for k in (net.sides if net.sides else net.at).get(p, ())] for p in s.places}
        return Operand(f"[sum({net.name}[c]) for c in {text}]", lambda v: [sum(v[k] for k in of[p]) for p in places])
    return Operand(f"[row_of(c) for c in {text}]", lambda v: [p[0] for p in places])


def seen(w: PencilWriter) -> Num:
    """What `sight` and `nearest` find along a ray of cells."""
    s, place, k = w.setting, w.place(), w.random.randrange(4)
    ray = w.ray(place, SIDES[k])
    text = f'ray({cell_name(place)}, "{DIRECTIONS[k]}")'
    if w.maybe(0.3):
        rows = [p[0] for p in ray if p[0] == 1]
        return Num(
            f"(if nearest({text}, first_row) == none then 0 else row_of({cell_name(place)}))",
            lambda v: place[0] if rows else 0,
        )
    if not s.valued:
        return Num(f"sight({text}, first_row)", lambda v: len(list(takewhile(lambda p: p[0] == 1, ray))))
    return Num(f"sight({text}, is_one)", lambda v: len(list(takewhile(lambda p: s.at(v)[p] == 1, ray))))


def variable(w: PencilWriter) -> Num:
    """A variable, or a number where there is none."""
    names = w.setting.variables
    if not names:
        return constant(w.small())
    k = w.random.randint(1, len(names))
    return Num(names[-k], lambda v: v[-k])


def chain(w: PencilWriter) -> Cond:
    """Some cells hold values that follow each other, each beside the one before."""
    s = w.setting
    places = sorted(w.random.sample(s.places, w.random.randint(1, min(4, len(s.places)))))
    near, steps = w.random.choice([("neighbors", SIDES), ("touching", SIDES + CORNERS), ("knight_moves", KNIGHT)])

    def follows(v: Values) -> bool:
        at = s.at(v)
        order = sorted(places, key=lambda p: at[p])
        return all(at[q] == at[p] + 1 and (q[0] - p[0], q[1] - p[1]) in steps for p, q in pairwise(order))

    return Cond(f"chain([{', '.join(map(cell_name, places))}], {near})", follows)


def given(w: PencilWriter) -> Cond:
    """A layout with one given."""
    w.has_given = True
    s, place = w.setting, w.place()
    value = w.random.choice(s.domain)
    k = s.index[place]
    return Cond("givens:\n" + s.layout({place: str(value)}, "_", "_").rstrip("\n"), lambda v: v[k] == value)
