"""Random numbers, conditions and statements about edges, arcs and sides, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from ..oracle.meanings import SIDES, around
from ..oracle.terms import Cond, Num, Place, Values
from . import lines
from .lines import Net
from .pencil_setting import DIRECTIONS, cell_name

if TYPE_CHECKING:
    from .pencil_writer import PencilWriter


def place_text(net: Net, place: Place) -> str:
    return f"at({place[0]}, {place[1]}, {net.name})" if net.sides else cell_name(place)


def places_text(net: Net, places: Collection[Place]) -> str:
    return f"[{', '.join(place_text(net, p) for p in places)}]"


def edge(w: PencilWriter, net: Net | None = None) -> Num:
    """What an edge holds, by its cells in either order or by a cell and a direction."""
    net = net or w.net()
    k = w.random.randrange(len(net.ways))
    a, b = net.ways[k]
    text = net.texts[k]
    if w.maybe(0.3) and not net.sides:
        if w.maybe(0.5) and not net.directed:
            text = f"{net.name}[{cell_name(b)}, {cell_name(a)}]"
        elif (b[0] - a[0], b[1] - a[1]) in SIDES:
            step = SIDES.index((b[0] - a[0], b[1] - a[1]))
            text = f'{net.name}[{cell_name(a)}, "{DIRECTIONS[step]}"]'
    elif w.maybe(0.4) and net.sides:
        of = [(cell, ways.index(k)) for cell, ways in net.sides.items() if k in ways]
        if not of:  # an arc along the border that runs around no cell
            return edge(w, net)
        cell, step = w.random.choice(of)
        text = f'{net.name}[{cell_name(cell)}, "{DIRECTIONS[step]}"]'
    at = w.setting.first[net.name] + k
    return Num(text, lambda v: v[at])


def met_edges(w: PencilWriter, net: Net) -> tuple[str, list[int]]:
    """Edges that meet in a place, or are around a cell, and their numbers."""
    at = w.setting.first[net.name]
    if net.sides:
        cell = w.place()
        return f"{net.name}[{cell_name(cell)}]", [at + k for k in net.sides[cell]]
    place = w.random.choice(net.places)
    name = cell_name(place)
    found, text = net.at[place], f"{net.name}[{name}]"
    if net.directed and w.maybe(0.5):
        leaves = w.maybe(0.5)
        text = f"{net.name}[{name}, *]" if leaves else f"{net.name}[*, {name}]"
        found = [k for k in found if net.ways[k][0 if leaves else 1] == place]
    return text, [at + k for k in found]


def around_place(w: PencilWriter) -> Num:
    net = w.net()
    text, found = met_edges(w, net)
    k = w.small(-1, 2)
    forms: list[tuple[str, Callable[[list[int]], int]]] = [
        (f"sum({text})", sum),
        (f"count({text}, {k})" if k >= 0 else f"count({text}, ({k}))", lambda held: held.count(k)),
        (f"count(e >= 1 for e in {text})", lambda held: sum(e >= 1 for e in held)),
    ]
    if found:
        forms.append((f"max({text})", max))
    form, value = w.random.choice(forms)
    return Num(form, lambda v: value([v[n] for n in found]))


def all_edges(w: PencilWriter) -> Num:
    net = w.net()
    of, value = w.setting, w.random.choice(net.values)
    name, k = net.name, f"({value})"
    forms: list[tuple[str, Callable[[tuple[int, ...]], int]]] = [
        (f"sum({name}[a, b] for a, b in {name})", sum),
        (f"count({name}[a, b] == {k} for a, b in {name})", lambda held: held.count(value)),
        (
            f"count(joined({name}, a, b) for a, b in {name})",
            lambda held: sum((min(way), max(way)) in lines.plain(net.joints(held)) for way in net.ways),
        ),
    ]
    text, total = w.random.choice(forms)
    return Num(text, lambda v: total(of.held_by(net, v)))


def degree(w: PencilWriter) -> Num:
    net = w.net()
    of, place = w.setting, w.random.choice(net.places)
    return Num(
        f"degree({net.name}, {place_text(net, place)})",
        lambda v: sum(of.held_by(net, v)[k] for k in net.at[place]),
    )


def run(w: PencilWriter) -> Num:
    net = w.net()
    if net.sides or not net.by_sides:
        return edge(w, net)
    of, place, k = w.setting, w.place(), w.random.randrange(4)
    ray = w.ray(place, SIDES[k])
    name = cell_name(place)
    ways = [f"rays({name})[{k + 1}]", f'ray({name}, "{DIRECTIONS[k]}")']
    return Num(
        f"run({net.name}, {name}, {w.random.choice(ways)})",
        lambda v: lines.run(net.joints(of.held_by(net, v)), place, ray),
    )


LOCAL: dict[str, Callable[[lines.Joints, Place], bool]] = {
    "passes": lambda joints, place: lines.lines_in(joints, place) >= 1,
    "ends": lines.ends,
    "straight": lines.straight,
    "turns": lines.turns,
}


def in_place(w: PencilWriter) -> Cond:
    """What lines do in a place."""
    net = w.net()
    of, place = w.setting, w.random.choice(net.places)
    name = w.random.choice(list(LOCAL))
    holds = net.tested(LOCAL[name], place)
    return Cond(f"{name}({net.name}, {place_text(net, place)})", lambda v: holds(of.held_by(net, v)))


def joined(w: PencilWriter) -> Cond:
    net = w.net()
    of = w.setting
    a, b = w.random.choice(net.ways)
    pair = (min(a, b), max(a, b))
    if w.maybe(0.5) and (not net.directed or (b, a) in net.ways):
        a, b = b, a
    return Cond(
        f"joined({net.name}, {place_text(net, a)}, {place_text(net, b)})",
        lambda v: pair in lines.plain(net.joints(of.held_by(net, v))),
    )


def no_edge(w: PencilWriter) -> Cond:
    """With `none` for a cell it is false; else a condition about a direction."""
    net = w.net()
    if net.sides or not net.by_sides or not set(net.values) <= {0, 1}:
        return joined(w)
    of, place, k = w.setting, w.place(), w.random.randrange(4)
    (other,) = around(place, [SIDES[k]])
    number = net.index.get((place, other))
    if number is None and other in of.index:
        return joined(w)
    at = of.first[net.name]
    direction = DIRECTIONS[k]
    form = w.random.choice([f'{net.name}[{cell_name(place)}, beside({cell_name(place)}, "{direction}")]'])
    return Cond(form, lambda v: number is not None and v[at + number] == 1)


def crossings_of(w: PencilWriter, net: Net, leaving: Collection[Place] = ()) -> list[Place]:
    """Places that lines may cross in, mostly none."""
    free = [p for p in net.places if p not in leaving]
    if not free or w.maybe(0.5):
        return []
    inner = [p for p in free if len(net.near[p]) >= 4]
    return sorted(w.random.sample(free, w.random.randint(1, min(2, len(free)))) + inner[:1])


def crossing_text(w: PencilWriter, net: Net, crossings: Sequence[Place], *, named: bool = False) -> str:
    if not crossings:
        return ""
    return f", {'crossings = ' if named or w.maybe(0.5) else ''}{places_text(net, list(dict.fromkeys(crossings)))}"


def about_lines(w: PencilWriter, net: Net, text: str, rule: Callable[..., bool], *given: Any) -> Cond:
    holds, of = net.tested(rule, *given), w.setting
    return Cond(text, lambda v: holds(of.held_by(net, v)))


def whole_lines(w: PencilWriter) -> Cond:
    """A rule about all lines of a net that has no unknowns, so that it may be a condition."""
    net = w.net()
    name = net.name
    match w.random.randrange(6):
        case 0 | 1:
            crossings = crossings_of(w, net)
            return about_lines(
                w, net, f"loops({name}{crossing_text(w, net, crossings)})", lines.loops, net.directed, crossings
            )
        case 2:
            a, b = w.random.sample(net.places, 2)
            crossings = crossings_of(w, net, (a, b))
            text = f"path({name}, {place_text(net, a)}, {place_text(net, b)}{crossing_text(w, net, crossings)})"
            return about_lines(w, net, text, lines.path, net.directed, a, b, crossings)
        case 3:
            crossings = crossings_of(w, net) if net.by_sides else []
            sources = w.random.sample(net.places, w.random.randint(1, 2)) if w.maybe(0.4) else []
            text = f"linked({name}{crossing_text(w, net, crossings, named=True)}"
            text += f", sources = {places_text(net, sources)})" if sources else ")"
            return about_lines(w, net, text, lines.linked, crossings, sources)
        case 4:
            return about_lines(w, net, f"tree({name})", lines.tree)
        case _:
            if w.maybe(0.5):
                crossings = crossings_of(w, net)
                text = f"loop({name}{crossing_text(w, net, crossings)})"
                return about_lines(w, net, text, lines.loop, net.directed, crossings)
            return about_lines(w, net, f"uncrossed({name})", lines.uncrossed)


def line_statement(w: PencilWriter) -> Cond:
    """A rule about all lines that may have unknowns of its own."""
    net, s = w.net(), w.setting
    name = net.name
    kind = w.random.choice(["loop", "loop", "marked_loop", "paths", "paths", "own_lines"])
    if kind == "marked_loop" and s.valued and not net.sides and min(s.domain) >= 0:
        holds = net.tested(lines.loop, net.directed)

        def marked(v: Values) -> bool:
            held = s.held_by(net, v)
            at, passed = s.at(v), lines.met(net.joints(held))
            return holds(held) and all((at[p] > 0) == (p in passed) for p in net.places)

        return Cond(f"marked_loop({name})", marked)
    if kind == "loop" or kind == "marked_loop":
        crossings = crossings_of(w, net)
        text = f"loop({name}{crossing_text(w, net, crossings)})"
        return about_lines(w, net, text, lines.loop, net.directed, crossings)
    if len(net.places) < 4:
        return whole_lines(w)
    groups: list[list[Place]]
    marked_ends = sorted(s.letters)
    if w.maybe(0.3) and not net.sides and marked_ends:
        marks = list(dict.fromkeys(s.letters[p] for p in marked_ends))
        groups = [[p for p in marked_ends if s.letters[p] == mark] for mark in marks]
        text = f"{kind}({name}, letter"
    else:
        sizes = (
            [2] * w.random.randint(1, 2)
            if kind == "paths"
            else [w.random.randint(1, 2) for _ in range(w.random.randint(1, 2))]
        )
        chosen = w.random.sample(net.places, sum(sizes))
        groups = [[chosen.pop() for _ in range(size)] for size in sizes]
        text = f"{kind}({name}, [{', '.join(places_text(net, group) for group in groups)}]"
    crossings = crossings_of(w, net, [p for group in groups for p in group]) if net.by_sides or kind == "paths" else []
    owner = (
        not crossings and s.valued and not net.sides and set(s.domain) >= set(range(len(groups) + 1)) and w.maybe(0.6)
    )
    if owner:
        text += ", cells"
    text += crossing_text(w, net, crossings, named=True) + ")"
    if kind == "paths":
        test = net.tested(lines.paths, net.directed, groups, crossings)
    else:
        test = net.tested(lines.own_lines, groups, crossings)

    def owned(v: Values) -> bool:
        held = s.held_by(net, v)
        if not test(held):
            return False
        found, at = lines.owners(net.joints(held), groups) or {}, s.at(v)
        return all(at[p] == max(found.get(p, {0})) for p in net.places)

    if owner:
        return Cond(text, owned)
    return Cond(text, lambda v: test(s.held_by(net, v)))


def for_each_place(w: PencilWriter) -> Cond:
    """A loop over places, marks or edges."""
    net, s = w.net(), w.setting
    name, k = net.name, w.random.choice(net.values)
    at, around_cell = s.first[name], net.sides or net.at
    number = f"({k})" if k < 0 else str(k)

    def each(test: Callable[[Values, Place], bool], places: Collection[Place]) -> Callable[[Values], bool]:
        return lambda v: all(test(v, p) for p in places)

    def held(v: Values, numbers: Sequence[int]) -> list[int]:
        return [v[at + n] for n in numbers]

    forms: list[tuple[str, Callable[[Values], bool]]] = [
        (
            f"for c in cells({name}):\n    degree({name}, c) in {{0, 2}}",
            each(lambda v, p: sum(held(v, net.at[p])) in (0, 2), net.places),
        ),
        (
            f"for c, n in number:\n    sum({name}[c]) == n",
            each(lambda v, p: sum(held(v, around_cell[p])) == s.marks[p][0], s.marks),
        ),
        (
            f"for c in cells:\n    if row_of(c) == 1:\n        any({name}[c])\n    else:\n        count({name}[c]) != 1"
            if set(net.values) <= {0, 1}
            else f"for c in cells:\n    max(concat([1], {name}[c])) == 1",
            each(lambda v, p: sum(held(v, around_cell[p])) != 1 if p[0] > 1 else 1 in held(v, around_cell[p]), s.places)
            if set(net.values) <= {0, 1}
            else each(lambda v, p: max([1, *held(v, around_cell[p])]) == 1, s.places),
        ),
        (
            f"for a, b in {name} where row_of(a) == row_of(b):\n    {name}[a, b] != {number}",
            lambda v: all(v[at + n] != k for n, (a, b) in enumerate(net.ways) if a[0] == b[0]),
        ),
    ]
    if s.valued and not net.sides:
        forms *= 2
        forms.append(
            (
                f"for a, b in {name}:\n    {name}[a, b] >= 1 -> a != b",
                lambda v: all(v[s.index[a]] != v[s.index[b]] for a, b in net.joints(s.held_by(net, v))),
            )
        )
    return Cond(*w.random.choice(forms))
