"""Random numbers, conditions and statements about edges, divisions and unknowns of rules, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from ..oracle.meanings import SIDES, around
from ..oracle.terms import Cond, Num, Number, Operand, Place, Values, constant, defined
from . import lines, regions
from .lines import Net
from .unknowns import cell_name

if TYPE_CHECKING:
    from .newer_writer import NewerWriter

NumberCase = Callable[["NewerWriter"], Num]
ConditionCase = Callable[["NewerWriter"], Cond]


# Edges


def place_text(net: Net, place: Place) -> str:
    return f"at({place[0]}, {place[1]}, {net.name})" if net.sides else cell_name(place)


def places_text(net: Net, places: Collection[Place]) -> str:
    return f"[{', '.join(place_text(net, p) for p in places)}]"


def edge(w: NewerWriter, net: Net | None = None) -> Num:
    """What an edge holds, by its cells in either order or by a cell and a direction."""
    net = net or w.net()
    k = w.random.randrange(len(net.ways))
    a, b = net.ways[k]
    text = net.names[k]
    if w.maybe(0.3) and not net.sides:
        if w.maybe(0.5) and not net.directed:
            text = f"{net.name}[{cell_name(b)}, {cell_name(a)}]"
        elif (b[0] - a[0], b[1] - a[1]) in SIDES:
            step = SIDES.index((b[0] - a[0], b[1] - a[1]))
            text = f'{net.name}[{cell_name(a)}, "{["up", "left", "right", "down"][step]}"]'
    elif w.maybe(0.4) and net.sides:
        of = [(cell, ways.index(k)) for cell, ways in net.sides.items() if k in ways]
        cell, step = w.random.choice(of)
        text = f'{net.name}[{cell_name(cell)}, "{["up", "left", "right", "down"][step]}"]'
    at = w.setting.first[net.name] + k
    return Num(text, lambda v: v[at])


def met_edges(w: NewerWriter, net: Net) -> tuple[str, list[int]]:
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


def around_place(w: NewerWriter) -> Num:
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


def all_edges(w: NewerWriter) -> Num:
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


def degree(w: NewerWriter) -> Num:
    net = w.net()
    of, place = w.setting, w.random.choice(net.places)
    return Num(
        f"degree({net.name}, {place_text(net, place)})",
        lambda v: sum(of.held_by(net, v)[k] for k in net.at[place]),
    )


def run(w: NewerWriter) -> Num:
    net = w.net()
    if net.sides or not net.by_sides:
        return edge(w, net)
    of, place, k = w.setting, w.place(), w.random.randrange(4)
    ray = w.ray(place, SIDES[k])
    name = cell_name(place)
    ways = [f"rays({name})[{k + 1}]", f'ray({name}, "{["up", "left", "right", "down"][k]}")']
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


def in_place(w: NewerWriter) -> Cond:
    """What lines do in a place."""
    net = w.net()
    of, place = w.setting, w.random.choice(net.places)
    name = w.random.choice(list(LOCAL))
    holds = net.tested(LOCAL[name], place)
    return Cond(f"{name}({net.name}, {place_text(net, place)})", lambda v: holds(of.held_by(net, v)))


def joined(w: NewerWriter) -> Cond:
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


def no_edge(w: NewerWriter) -> Cond:
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
    direction = ["up", "left", "right", "down"][k]
    form = w.random.choice([f'{net.name}[{cell_name(place)}, beside({cell_name(place)}, "{direction}")]'])
    return Cond(form, lambda v: number is not None and v[at + number] == 1)


def crossings_of(w: NewerWriter, net: Net, leaving: Collection[Place] = ()) -> list[Place]:
    """Places that lines may cross in, mostly none."""
    free = [p for p in net.places if p not in leaving]
    if not free or w.maybe(0.5):
        return []
    inner = [p for p in free if len(net.near[p]) >= 4]
    return sorted(w.random.sample(free, w.random.randint(1, min(2, len(free)))) + inner[:1])


def crossing_text(w: NewerWriter, net: Net, crossings: Sequence[Place], *, named: bool = False) -> str:
    if not crossings:
        return ""
    return f", {'crossings = ' if named or w.maybe(0.5) else ''}{places_text(net, list(dict.fromkeys(crossings)))}"


def about_lines(w: NewerWriter, net: Net, text: str, rule: Callable[..., bool], *given: Any) -> Cond:
    holds, of = net.tested(rule, *given), w.setting
    return Cond(text, lambda v: holds(of.held_by(net, v)))


def whole_lines(w: NewerWriter) -> Cond:
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
            if w.maybe(0.5) and crossings_of(w, net):
                crossings = [w.random.choice(net.places)]
                text = f"loop({name}{crossing_text(w, net, crossings)})"
                return about_lines(w, net, text, lines.loop, net.directed, crossings)
            return about_lines(w, net, f"uncrossed({name})", lines.uncrossed)


def line_statement(w: NewerWriter) -> Cond:
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
        sizes = [2] * w.random.randint(1, 2) if kind == "paths" else [w.random.randint(1, 2) for _ in range(w.random.randint(1, 2))]
        chosen = w.random.sample(net.places, sum(sizes))
        groups = [[chosen.pop() for _ in range(size)] for size in sizes]
        text = f"{kind}({name}, [{', '.join(places_text(net, group) for group in groups)}]"
    crossings = crossings_of(w, net, [p for group in groups for p in group]) if net.by_sides or kind == "paths" else []
    owner = not crossings and s.valued and not net.sides and set(s.domain) >= set(range(len(groups) + 1)) and w.maybe(0.6)
    if owner:
        text += ", cells"
    text += crossing_text(w, net, crossings, named=True) + ")"
    rule: Callable[..., bool]
    if kind == "paths":
        rule, given = lines.paths, (net.directed, groups, crossings)
    else:
        rule, given = lines.own_lines, (groups, crossings)
    test = net.tested(rule, *given)

    def owned(v: Values) -> bool:
        held = s.held_by(net, v)
        if not test(held):
            return False
        found, at = lines.owners(net.joints(held), groups) or {}, s.at(v)
        return all(at[p] == max(found.get(p, {0})) for p in net.places)

    if owner:
        return Cond(text, owned)
    return Cond(text, lambda v: test(s.held_by(net, v)))


# Divisions


def of_region(w: NewerWriter) -> Num:
    s, place = w.setting, w.place()
    name = cell_name(place)
    assert s.pieces is not None
    inside = lambda v: regions.region(s.division(v), place)  # noqa: E731
    forms: list[tuple[str, Callable[[Values], Number]]] = [
        (f"region_size({name}, piece)", lambda v: len(inside(v))),
        (f"region_size({name}, piece)", lambda v: len(inside(v))),
        (f"region_of({name}, piece)", lambda v: s.index[inside(v)[0]] + 1),
        ("regions_in(piece)", lambda v: len(s.division(v))),
        (
            f"region_count({name}, piece, first_row)",
            lambda v: sum(p[0] == 1 for p in inside(v)),
        ),
        ("count(piece[a, b] for a, b in piece)", lambda v: sum(borders(v))),
        (f"region_total({name}, piece, column_of)", lambda v: sum(p[1] for p in inside(v))),
    ]

    def borders(v: Values) -> tuple[int, ...]:
        assert s.pieces is not None
        at = s.first["piece"]
        return v[at : at + len(s.pieces.names)]

    if s.pieces.names:
        k = w.random.randrange(len(s.pieces.names))
        a, b = s.pieces.borders[k]
        either = [f"piece[{cell_name(a)}, {cell_name(b)}]", f"piece[{cell_name(b)}, {cell_name(a)}]"]
        forms.append((w.random.choice(either), lambda v: borders(v)[k]))
        forms.append((f"sum(piece[{name}])", lambda v: sum(x for x, ab in zip(borders(v), s.pieces.borders, strict=True) if place in ab)))  # type: ignore[union-attr]
    if s.valued:
        forms.append((f"region_total({name}, piece)", lambda v: sum(s.at(v)[p] for p in inside(v))))
        forms.append((f"region_count({name}, piece, is_one)", lambda v: sum(s.at(v)[p] == 1 for p in inside(v))))
    text, value = w.random.choice(forms)
    return Num(text, value)


def of_division(w: NewerWriter) -> Cond:
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


def division_statement(w: NewerWriter) -> Cond:
    """A rule about a division that may have unknowns of its own."""
    s = w.setting
    if w.maybe(0.5):
        some = w.random.sample(s.places, w.random.randint(1, min(3, len(s.places))))
        return Cond(
            f"one_of_each(piece, [{', '.join(map(cell_name, some))}])", lambda v: regions.one_of_each(s.division(v), some)
        )
    every: list[list[Place]] = [
        [(1, 1)], [(1, 1), (1, 2)], [(1, 1), (1, 2), (1, 3)], [(1, 1), (1, 2), (2, 1)], [(1, 1), (2, 1), (3, 1), (3, 2)],
        [(1, 1), (1, 2), (2, 1), (2, 2)],
    ]  # fmt: skip
    shapes = w.random.sample(every, w.random.randint(1, 3))
    mirror = w.maybe(0.6)
    kinds = s.valued and set(s.domain) & set(range(1, len(shapes) + 1)) and w.maybe(0.5)
    text = f"regions_shaped(piece, [{', '.join(str(shape) for shape in shapes)}]"
    text += f"{', cell' if kinds else ''}{'' if mirror else ', mirror = false'})"
    return Cond(text, lambda v: regions.regions_shaped(s.division(v), shapes, mirror, s.at(v) if kinds else None))


# Positions of a graph that are any numbers


def graph_of_items(w: NewerWriter) -> Cond:
    """`connected` of numbers, or `component_sizes` of cells, joined through pairs of them."""
    s, is_connected = w.setting, not w.setting.valued or w.maybe(0.6)
    several: dict[tuple[str, ...], Num] = {}  # no two of them equal, which would be one position
    for _ in range(w.random.randint(2, 5)):
        item = s.nth(w.random.randrange(len(s.names if is_connected else s.places)))
        if is_connected and w.maybe(0.3):
            other = s.nth(w.random.randrange(len(s.names)))
            both = Num(f"{item.text} + {other.text}", _added(item, other))
            several[tuple(sorted([item.text, other.text]))] = both
        else:
            several[item.text,] = item
    items = list(several.values())
    every = [(i, j) for i in range(len(items)) for j in range(i)]
    pairs = w.random.sample(every, w.random.randint(0, len(every)))
    listed = ", ".join(f"[{items[i].text}, {items[j].text}]" for i, j in pairs)
    text = f"[{', '.join(one.text for one in items)}]"

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


# Rules with unknowns of their own

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


def own_rule(w: NewerWriter, name: str) -> tuple[str, Meaning]:
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
            text = f"rule {name}(a, b):\n    grid own[1, 2] in {written}\n" + "".join(f"    {body}\n" for body, _ in chosen)
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


def _with_variable(w: NewerWriter, name: str) -> tuple[str, Meaning]:
    written = w.random.choice(list(RANGES))
    chosen = w.random.sample(INNER, w.random.randint(1, 2))
    text = f"rule {name}(a, b):\n    var s in {written}\n" + "".join(f"    {body}\n" for body, _ in chosen)
    return text, lambda a, b: any(all(test(a, b, s) for _, test in chosen) for s in RANGES[written])


def _with_edges(w: NewerWriter, name: str) -> tuple[str, Meaning]:
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
    graphs = [frozenset(x for x, on in zip(ways, chosen, strict=True) if on) for chosen in product((0, 1), repeat=len(ways))]
    admitted = {(int(way in g), lines.lines_in(g, place)) for g in graphs if means(g)}
    text = f"rule {name}(a, b):\n    edges lid of cell\n    {rule}\n"
    text += f"    lid[{cell_name(way[0])}, {cell_name(way[1])}] == a\n    degree(lid, {cell_name(place)}) == b\n"
    return text, lambda a, b: (a, b) in admitted


def _with_division(w: NewerWriter, name: str) -> tuple[str, Meaning]:
    s = w.setting
    if len(s.places) > 6:
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


def own_call(w: NewerWriter) -> Cond:
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


def operand_of_places(w: NewerWriter, places: Sequence[Place], text: str) -> Operand:
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


def z(w: NewerWriter) -> Num:
    """A variable, or a number where there is none."""
    n = len(w.setting.names) - 1
    return Num("z", lambda v: v[n]) if w.setting.has_z else constant(w.small())
