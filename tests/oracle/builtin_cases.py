"""Random uses of the built-in functions, as numbers and as conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import prod
from typing import TYPE_CHECKING, Any

from . import meanings as m
from .rule_cases import call, regex
from .terms import Cond, Num, Number, Operand, Undefined, Values, defined, divided, item, known, magnitude

if TYPE_CHECKING:
    from .writer import Writer

NumberCase = Callable[["Writer", int], Num]
ConditionCase = Callable[["Writer", int], Cond]


# Numbers


def folded(name: str, fold: Callable[[Any], Any], least: int = 0) -> NumberCase:
    """A function of a list, or of several values."""

    def case(w: Writer, depth: int) -> Num:
        if w.maybe(0.3):
            several = [w.num(depth - 1) for _ in range(w.random.randint(2, 3))]
            texts = ", ".join(n.text for n in several)
            return Num(f"{name}({texts})", lambda v: fold([n.value(v) for n in several]), all(n.whole for n in several))
        items = w.items(least, depth - 1, ordered=False)
        return Num(f"{name}({items.text})", lambda v: fold(items.value(v)))

    return case


def absolute(w: Writer, depth: int) -> Num:
    a = w.num(depth - 1)
    return Num(f"abs({a.text})", lambda v: magnitude(a.value(v)), a.whole)


def is_at_least(number: Num, least: int, v: Values) -> bool:
    """Whether it is defined, and so large."""
    try:
        return number.value(v) >= least
    except Undefined:
        return False


def counted(w: Writer, depth: int) -> Num:
    """Items that equal a value, or one of several; undefined ones are not counted."""
    if w.maybe(0.5):
        cells = w.cells(0, ordered=False)
        items, text = [w.setting.cell(p) for p in cells.places], cells.text
    else:
        items = [w.whole(depth - 1) for _ in range(w.random.randint(1, 4))]
        text = f"[{', '.join(n.text for n in items)}]"
    if w.maybe(0.2):
        least = w.small()
        held = [f"({n.text}) >= {least}" for n in items]
        return Num(
            f"leading([{', '.join(held)}])",
            lambda v: next((k for k, n in enumerate(items) if not is_at_least(n, least, v)), len(items)),
        )
    if w.maybe(0.5):
        value = w.number()
        return number_of(f"count({text}, {value.text})", items, lambda x, v: x == value.value(v))
    if w.maybe(0.3):
        several = w.items(1, 0, most=3)
        return number_of(f"count({text}, {several.text})", items, lambda x, v: x in several.value(v))
    values = sorted({w.small() for _ in range(2)})
    return number_of(f"count({text}, {{{', '.join(map(str, values))}}})", items, lambda x, v: x in values)


def number_of(text: str, items: Sequence[Num], wanted: Callable[[Number, Values], bool]) -> Num:
    """How many of the items are wanted."""

    def is_wanted(one: Num, values: Values) -> bool:
        try:
            return wanted(one.value(values), values)
        except Undefined:
            return False

    return Num(text, lambda v: sum(is_wanted(one, v) for one in items))


def counted_conditions(w: Writer, depth: int) -> Num:
    items, k = w.held(w.cells(1, ordered=False)), w.small()
    text, test = w.random.choice(TESTS)
    return Num(
        f"{w.random.choice(['count', 'sum'])}({text.format(k=k)} for x in {items.text})",
        lambda v: sum(test(x, k) for x in items.value(v)),
    )


TESTS: list[tuple[str, Callable[[Any, int], bool]]] = [
    ("x == {k}", lambda x, k: x == k),
    ("x > {k}", lambda x, k: x > k),
    ("{k} div x == 1", lambda x, k: x != 0 and k // x == 1),
    ("not ({k} mod x == 0)", lambda x, k: x == 0 or k % x != 0),
    ("x in {{1, {k}}}", lambda x, k: x in (1, k)),
]


def read_as_number(w: Writer, depth: int) -> Num:
    items = w.items(1, depth - 1, most=3)
    base = w.random.choice([10, 10, 2, 5])
    text = f"number({items.text})" if base == 10 else f"number({items.text}, {base})"
    return Num(text, lambda v: m.decimal(items.value(v), base))


def known_number(w: Writer, depth: int) -> Num:
    """What is known while compiling."""
    s, place = w.setting, w.place()
    name = f"r{place[0]}c{place[1]}"
    cells = w.cells(1, ordered=False)
    label = next(label for label, room in s.rooms.items() if place in room)
    domain = sorted(s.domain)
    unsorted = [w.small() for _ in range(3)]
    k = w.random.randrange(3)
    forms: list[tuple[str, int]] = [
        (f"len({cells.text})", len(cells.places)),
        (f"row_of({name})", place[0]),
        (f"column_of({name})", place[1]),
        ("height", s.height),
        ("width(cell)", s.width),
        ("lowest", domain[0]),
        ("highest", domain[-1]),
        (f"len(domain({name}))", len(domain)),
        ("domain[1]", domain[0]),
        (f"sort({unsorted})[{k + 1}]", sorted(unsorted)[k]),
        (f"len(unique({cells.text}))", len(set(cells.places))),
        (f"len(subsets({cells.text}, 2))", len(list(combinations(cells.places, 2)))),
        (f"len(subsets([1, 2, {k}]))", 8),
        (f"len(pairs({cells.text}))", len(cells.places) - 1),
        (f"(if has_cell({cells.text}, {name}) then 1 else 0)", int(place in cells.places)),
        (
            f"sum(positions_of({name}, [{cells.text}, [], concat([{name}], {cells.text})]))",
            3 + (place in cells.places),
        ),
        (f"leading([k < {k + 1} or k == 4 for k in 0..4])", k + 1),
        (f"(if same_cell({name}, first({cells.text})) then 3 else 4)", 3 if cells.places[0] == place else 4),
        ("(if at(0, 1) == none then 1 else 2)", 1),
        (f"(if label_of({name}, room) == 7 then 5 else 2)", 5 if label == "7" else 2),
        (f"len(region_of({name}, room))", len(s.rooms[label])),
        ("len(number)", len(s.marks)),
        ("height(number)", s.height),
        (f"len(as_list(number[{place[0]}, {place[1]}]))", len(s.marks.get(place, []))),
        (f"sum(as_list(number[{place[0]}, {place[1]}]))", sum(s.marks.get(place, []))),
        (f"len(transpose([[1, 2, {k}], [4, 5, 6]]))", 3),
        (f"len(combinations({cells.text}))", len(cells.places) * (len(cells.places) - 1) // 2),
        (f"len(windows({cells.text}, 1))", len(cells.places)),
        ("len(room)", len(s.rooms)),
    ]
    # Where their order is not said, the first of the cells is any.
    forms = [form for form in forms if cells.ordered or "first(" not in form[0]]
    text, value = w.random.choice(forms)
    return Num(text, lambda _: value)


def one_of_cells(w: Writer, depth: int) -> Num:
    """A cell that a function finds."""
    cells = w.cells(1)
    places = cells.places
    r, c = w.place()
    k = w.random.randint(1, len(places))
    forms = [
        (f"first({cells.text})", places[0]),
        (f"last({cells.text})", places[-1]),
        (f"at({r}, {c})", (r, c)),
        (f"cell[{r}, {c}]", (r, c)),
        (f"enumerate({cells.text})[{k}][2]", places[k - 1]),
        (f"zip({cells.text}, {cells.text})[{k}][1]", places[k - 1]),
    ]
    text, place = w.random.choice(forms)
    return Num(text, w.setting.cell(place).value)


def chosen_item(w: Writer, depth: int) -> Num:
    """An item of a list of cells at a decided position."""
    cells, index = w.cells(1), w.divisor()
    held = w.held(cells)
    text = cells.text if cells.text[-1] == ")" or cells.text.isidentifier() else f"concat({cells.text}, [])"
    if cells.text == "cell":
        text = "cells"
    return Num(f"{text}[{index.text}]", lambda v: item(held.value(v), index.value(v)))


def by_function(w: Writer, depth: int) -> Num:
    """A function of the model: what is undefined in it counts outside."""
    a, b = w.whole(depth - 1), w.divisor()
    if w.maybe(0.6):

        def quotient(v: Values) -> Any:
            x, y = a.value(v), b.value(v)
            if y == 0:
                raise Undefined
            return x // y

        return Num(f"quotient({a.text}, {b.text})", quotient)
    return Num(f"mean({a.text}, {b.text})", lambda v: divided(a.value(v) + b.value(v), 2), False)


def summed_sublists(w: Writer, depth: int) -> Num:
    cells = w.cells(1, ordered=False, most=4)
    held, k, size = w.held(cells), w.small(), w.random.randint(1, 2)
    if w.maybe(0.5):
        return Num(
            f"count(sum(s) == {k} for s in subsets({cells.text}, {size}))",
            lambda v: sum(sum(x) == k for x in combinations(held.value(v), size)),
        )
    return Num(
        f"count(sum(s) == {k} for s in subsets({cells.text}))",
        lambda v: sum(sum(x) == k for x in m.sublists(held.value(v))),
    )


def near_pairs(w: Writer, depth: int) -> Num:
    cells = w.cells(2, ordered=False)
    s = w.setting
    name, steps = w.random.choice(
        [("", m.SIDES), ("touching", m.SIDES + m.CORNERS), ("knight_moves", m.KNIGHT), ("neighbors", m.SIDES)]
    )
    pairs = [(s.index[a], s.index[b]) for a, b in m.pairs_apart(cells.places, steps)]
    text = f"adjacent_pairs({cells.text}{', ' + name if name else ''})"
    return Num(f"count(a == b for a, b in {text})", lambda v: sum(v[a] == v[b] for a, b in pairs))


def connected_sets(w: Writer, depth: int) -> Num:
    """How many connected sets of a size among some cells have a certain sum."""
    cells, size, total = w.cells(2, ordered=False), w.random.randint(1, 4), w.random.randint(2, 9)
    at = w.setting.index
    sets = [[at[p] for p in places] for places in combinations(sorted(set(cells.places)), size) if m.is_whole(places)]
    text = f"count(sum(place) == {total} for shape in polyominoes({cells.text}, {size}), place in shape)"
    return Num(text, lambda v: sum(sum(v[k] for k in places) == total for places in sets))


NUMBERS: list[NumberCase] = [
    folded("sum", sum), folded("product", prod), folded("min", min, 1), folded("max", max, 1), absolute, counted,
    counted, counted_conditions, read_as_number, known_number, known_number, one_of_cells, chosen_item, chosen_item,
    by_function, by_function, summed_sublists, near_pairs, connected_sets,
]  # fmt: skip


# Conditions


def alldifferent(w: Writer, depth: int) -> Cond:
    if w.maybe(0.2):
        several = [w.num(1) for _ in range(3)]
        text = ", ".join(n.text for n in several)
        return Cond(f"alldifferent({text})", defined(lambda v: m.distinct([n.value(v) for n in several])))
    return call("alldifferent", m.distinct, w.items(1, depth - 1, ordered=False))


def alldifferent_except(w: Writer, depth: int) -> Cond:
    values = sorted({w.small() for _ in range(w.random.randint(1, 2))})
    text = str(values[0]) if len(values) == 1 else f"{{{', '.join(map(str, values))}}}"
    items = w.items(1, depth - 1, ordered=False)
    return call("alldifferent_except", m.alldifferent_except, items, known(text, values))


def of_list(name: str, means: Callable[..., bool]) -> ConditionCase:
    return lambda w, depth: call(name, means, w.items(1, depth - 1))


def of_two_lists(name: str, means: Callable[..., bool]) -> ConditionCase:
    return lambda w, depth: call(name, means, w.items(1, depth - 1, most=3), w.items(1, depth - 1, most=3))


def element(w: Writer, depth: int) -> Cond:
    """As an index: items that it does not take may be undefined."""
    index, value = w.divisor(), w.whole(depth - 1)
    items = [w.whole(depth - 1) for _ in range(w.random.randint(1, 4))]
    text = f"[{', '.join(one.text for one in items)}]"
    return Cond(
        f"element({index.text}, {text}, {value.text})",
        defined(lambda v: bool(item(items, index.value(v)).value(v) == value.value(v))),
    )


def table(w: Writer, depth: int) -> Cond:
    size = w.random.randint(1, 3)
    items = w.items(size, depth - 1, most=size)
    rows = sorted({tuple(w.small() for _ in range(size)) for _ in range(w.random.randint(1, 6))})
    text = f"[{', '.join(str(list(row)) for row in rows)}]"
    return call("table", lambda found, _: tuple(found) in rows, items, known(text, rows))


def scan(w: Writer, depth: int) -> Cond:
    items, start = w.items(1, depth - 1, most=5), w.random.randint(-1, 2)
    step = w.random.choice(["climb", "turn"])
    accept = w.random.choice(["any_state", "at_zero"])

    def means(line: list[Any]) -> bool:
        state = start
        for value in line:
            if step == "climb" and value <= state:
                return False
            state = value if step == "climb" else (state + value) % 3
        return accept == "any_state" or state == 0

    text = f"scan({items.text}, {start}, {step}, {accept})"
    return Cond(text, defined(lambda v: means(items.value(v))))


def connected(w: Writer, depth: int) -> Cond:
    s, cells = w.setting, w.cells(1, ordered=False)
    values = sorted({w.small() for _ in range(w.random.randint(1, 2))})
    text = str(values[0]) if len(values) == 1 else f"{{{', '.join(map(str, values))}}}"
    return Cond(f"connected({cells.text}, {text})", lambda v: m.connected(s.at(v), cells.places, values))


def component_sizes(w: Writer, depth: int) -> Cond:
    s, cells = w.setting, w.cells(1)
    places = list(dict.fromkeys(cells.places))
    if len(places) < len(cells.places):
        return connected(w, depth)
    if w.random.random() < 0.3:
        return Cond(
            f"component_sizes({cells.text}, {cells.text})",
            lambda v: all(m.component(s.at(v), places, p) == s.at(v)[p] for p in places),
        )
    asked = [w.random.choice([None, w.random.randint(0, 4)]) for _ in places]
    text = ", ".join("none" if n is None else str(n) for n in asked)
    return Cond(
        f"component_sizes({cells.text}, [{text}])",
        lambda v: all(n is None or m.component(s.at(v), places, p) == n for p, n in zip(places, asked, strict=True)),
    )


def same_length(name: str, means: Callable[..., bool]) -> ConditionCase:
    def case(w: Writer, depth: int) -> Cond:
        size = w.random.randint(1, 3)
        return call(name, means, w.items(size, 1, most=size), w.items(size, 1, most=size))

    return case


def any_or_all(w: Writer, depth: int) -> Cond:
    items, k = w.held(w.cells(0, ordered=False)), w.small()
    text, test = w.random.choice(TESTS)
    name = w.random.choice(["any", "all"])
    fold = any if name == "any" else all
    return Cond(f"{name}({text.format(k=k)} for x in {items.text})", lambda v: fold(test(x, k) for x in items.value(v)))


def ranked(w: Writer, depth: int) -> Cond:
    lists = [w.held(w.cells(1, most=3)) for _ in range(w.random.randint(2, 3))]
    ranks = {w.random.randint(1, len(lists)): w.random.randint(1, len(lists)) for _ in range(2)}
    ties = w.random.choice(["none", "any", "only-unclued"])
    return call(
        "ranked", lambda found, *_: m.full_rank(found, ranks, ties),
        Operand(f"[{', '.join(one.text for one in lists)}]", lambda v: [one.value(v) for one in lists]),
        known(str(ranks), ranks), known(f'"{ties}"', ties), of_one_list=False,
    )  # fmt: skip


def by_rule(w: Writer, depth: int) -> Cond:
    """A rule of the model."""
    match w.random.randrange(3):
        case 0:
            by = w.random.randint(0, 2)
            others = [] if by == 1 and w.maybe(0.5) else [known(str(by), by)]
            return call(
                "rises", lambda x, gap=1: all(b - a >= gap for a, b in pairwise(x)), w.items(1, depth - 1), *others
            )
        case 1:
            return call("divides", lambda a, b: a != 0 and b % a == 0, w.divisor(), w.whole(depth - 1))
        case _:
            if w.maybe(0.5):
                return call("unread", lambda *_: True, w.whole(depth - 1), w.divisor())
            return call("unread", lambda *_, **__: True, w.items(1, depth - 1), other=w.whole(depth - 1))


def same_region(w: Writer, depth: int) -> Cond:
    """Known, so that it decides what stands behind it."""
    a, b, s = w.place(), w.place(), w.setting
    together = any({a, b} <= set(room) for room in s.rooms.values())
    c = w.comparison(depth - 1)
    names = [f"r{p[0]}c{p[1]}" for p in (a, b)]
    if w.maybe(0.5):
        text = f"region_of({names[0]}, room) == region_of({names[1]}, room)"
    else:
        text = f"label_of({names[0]}, room) != label_of({names[1]}, room)"
        together = not together
    return Cond(f"({text} or {c.text})", lambda v: together or c.holds(v))


def marked(w: Writer, depth: int) -> Cond:
    """The cells of clues hold them, or not."""
    s = w.setting
    marks = [(s.index[p], values) for p, values in sorted(s.marks.items())]
    if w.maybe(0.5):
        return Cond("all(c in as_list(n) for c, n in number)", lambda v: all(v[k] in values for k, values in marks))
    return Cond("(sum(c for r, k, n in number, c in [cell[r, k]]) > 2)", lambda v: sum(v[k] for k, _ in marks) > 2)


def rooms(w: Writer, depth: int) -> Cond:
    s, k = w.setting, w.small()
    rooms = {label: [s.index[p] for p in room] for label, room in s.rooms.items()}
    if w.maybe(0.5):
        return Cond(
            f"all(sum(group) != {k} for group in room)",
            lambda v: all(sum(v[i] for i in room) != k for room in rooms.values()),
        )
    return Cond(
        f"any(sum(group) == {k} and label != 7 for label, group in room)",
        lambda v: any(sum(v[i] for i in room) == k and label != "7" for label, room in rooms.items()),
    )


CONDITIONS: list[ConditionCase] = [
    alldifferent, alldifferent_except, of_list("increasing", m.slow_thermo), of_list("strictly_increasing", m.thermo),
    of_two_lists("lex_less", lambda a, b: list(a) < list(b)),
    of_two_lists("lex_lesseq", lambda a, b: list(a) <= list(b)),
    element, table, lambda w, _: regex("regular")(w), scan, of_list("circuit", m.circuit),
    same_length("inverse", m.inverse), connected, component_sizes, ranked, any_or_all, by_rule, by_rule,
    same_region, marked, rooms,
]  # fmt: skip
