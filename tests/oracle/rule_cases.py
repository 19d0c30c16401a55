"""Random calls of every rule of the library, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import meanings as m
from .terms import Cond, Num, Operand, constant, defined, known

if TYPE_CHECKING:
    from .writer import Writer

Case = Callable[["Writer"], Cond]


def simple(text: str) -> bool:
    """Whether an argument of a clue needs no parentheses."""
    return text.isdigit() or text.isidentifier() or (text[0] == text[-1] == '"')


def call(
    name: str,
    means: Callable[..., bool],
    first: Operand | Num,
    *others: Operand | Num,
    of_one_list: bool = True,
    **named: Operand | Num,
) -> Cond:
    """A call of a rule, and the same as a clue; false where an argument is undefined.

    Args:
        means: is given the values of the arguments in this order, the named ones by their names.
        first: what stands behind the colon in a clue.
        of_one_list: as a clue it would not be several ones.
    """
    texts = [*(o.text for o in others), *(f"{key} = {o.text}" for key, o in named.items())]
    ahead = [*(o.text if simple(o.text) else f"({o.text})" for o in others)]
    ahead += [f"{key} = {o.text if simple(o.text) else f'({o.text})'}" for key, o in named.items()]
    clue = "" if isinstance(first, Num) or not of_one_list else f"{' '.join([name, *ahead])}: {first.text}"
    return Cond(
        f"{name}({', '.join([first.text, *texts])})",
        defined(
            lambda v: means(
                first.value(v), *(o.value(v) for o in others), **{key: o.value(v) for key, o in named.items()}
            )
        ),
        clue,
    )


def of_list(name: str, means: Callable[..., bool], least: int = 1, most: int = 5) -> Case:
    """A rule about a list of numbers alone."""
    return lambda w: call(name, means, w.items(least, most=most))


def with_number(
    name: str,
    means: Callable[..., bool],
    least: int = 1,
    low: int = -1,
    high: int = 8,
    *,
    optional: bool = False,
    decided: bool = True,
) -> Case:
    """A rule about a list and a number, which may be ``optional`` or ``decided``."""

    def case(w: Writer) -> Cond:
        if optional and w.maybe(0.4):
            return call(name, means, w.items(least, most=5))
        number = w.number(low, high) if decided else constant(w.small(low, high))
        return call(name, means, w.items(least, most=5), number)

    return case


def of_places(name: str, means: Callable[..., bool], *, default: bool = False) -> Case:
    """A rule about cells of the grid, wherever they are."""

    def case(w: Writer) -> Cond:
        setting = w.setting
        if default and w.maybe(0.5):
            return Cond(f"{name}(cells)", lambda v: means(setting.at(v), setting.places), name)
        cells = w.cells(2, ordered=False)
        return Cond(
            f"{name}({cells.text})",
            lambda v: means(setting.at(v), cells.places),
            f"{name}: {cells.text}",
        )

    return case


def neighbours_with(name: str, means: Callable[..., bool], numbers: bool) -> Case:
    """A rule about cells that share a side, some of them free."""

    def case(w: Writer) -> Cond:
        setting = w.setting
        cells = w.cells(2, ordered=False)
        values = [w.small(0, 6) for _ in range(w.random.randint(1, 2))] if numbers else []
        leaving = []
        if w.maybe(0.4):
            near = [(p, q) for p in setting.places for q in m.around(p, m.SIDES) if q in setting.index]
            leaving = w.random.sample(near, min(len(near), 2))
        texts = [cells.text, *map(str, values)]
        if leaving:
            texts.append(f"except = [{', '.join(w.some_cells(pair).text for pair in leaving)}]")
        given = [values] if numbers else []
        return Cond(f"{name}({', '.join(texts)})", lambda v: means(setting.at(v), cells.places, *given, leaving))

    return case


def extreme(name: str, means: Callable[..., bool]) -> Case:
    def case(w: Writer) -> Cond:
        setting = w.setting
        cells = w.cells(1, most=2, ordered=False)
        leaving = w.cells(1, most=2, ordered=False) if w.maybe(0.3) else None
        text = f"{name}({cells.text}{f', except = {leaving.text}' if leaving else ''})"
        places = leaving.places if leaving else ()
        return Cond(text, lambda v: means(setting.at(v), cells.places, places))

    return case


def kenken(w: Writer) -> Cond:
    op = w.random.choice("+*-/")
    return call("kenken", m.kenken, w.items(2, most=4), known(f'"{op}"', op), constant(w.small()))


def global_entropy(w: Writer) -> Cond:
    s = w.setting
    return Cond("global_entropy(cells)", lambda v: m.global_entropy(s.at(v), s.places, s.domain), "global_entropy")


def global_modular(w: Writer) -> Cond:
    s, modulus = w.setting, w.random.choice([2, 3])
    text = f"global_modular(cells, {modulus})"
    return Cond(text, lambda v: m.global_modular(s.at(v), s.places, modulus), f"global_modular m = {modulus}: cells")


def disjoint_groups(w: Writer) -> Cond:
    s = w.setting
    text, groups = w.groups()
    return Cond(f"disjoint_groups({text})", lambda v: m.disjoint_groups(s.at(v), groups))


def entropic(w: Writer) -> Cond:
    domain = w.setting.domain
    return call("entropic", lambda line: m.entropic(line, domain), w.held(w.cells(2, most=5)))


def modular(w: Writer) -> Cond:
    modulus = w.random.choice([2, 2, 3])
    others = [] if modulus == 3 and w.maybe(0.5) else [known(str(modulus), modulus)]
    return call("modular", m.modular, w.items(2), *others)


def region_sum(w: Writer) -> Cond:
    s, line = w.setting, w.cells(2)
    text, groups = w.groups(everywhere=True)
    return Cond(f"region_sum({line.text}, {text})", lambda v: m.region_sum(s.at(v), line.places, groups))


def grouped(name: str, means: Callable[..., bool]) -> Case:
    """A rule about what several groups hold."""

    def case(w: Writer) -> Cond:
        if w.maybe(0.3):
            lists = [w.items(2, most=2) for _ in range(w.random.randint(1, 3))]
            text = f"[{', '.join(one.text for one in lists)}]"
            return call(name, means, Operand(text, lambda v: [one.value(v) for one in lists]), of_one_list=False)
        s = w.setting
        text, groups = w.groups()
        return call(
            name,
            means,
            Operand(text, lambda v: [[v[s.index[p]] for p in group] for group in groups]),
            of_one_list=False,
        )

    return case


def sum_line(w: Writer) -> Cond:
    items, total = w.items(2, most=5), constant(w.small(0, 6))
    if w.maybe(0.4):
        return call("sum_line", m.sum_line, items, total, loop=known("true", True))
    return call("sum_line", m.sum_line, items, total)


def arrow(w: Writer) -> Cond:
    circle = w.whole(1) if w.maybe(0.6) else w.held(w.cells(1, most=2))
    return call(
        "arrow",
        lambda shaft, pill: m.arrow(shaft, pill if isinstance(pill, list) else [pill]),
        w.items(1, most=4),
        circle,
    )


def pattern(w: Writer, depth: int = 2) -> str:
    """A random regular expression over the values."""
    random = w.random
    digit = str(abs(w.small(0, 5)) % 10)
    if depth == 0 or w.maybe(0.3):
        return random.choice([digit, ".", f"[{digit}-9]", f"[^{digit}]", f"[0-{digit}]", f"[{digit}A-C]"])
    a, b = pattern(w, depth - 1), pattern(w, depth - 1)
    return random.choice([a + b, a + b, f"({a}|{b})", f"({a})*", f"({a})+{b}", f"({a})?{b}", f"({a}){{1,2}}"])


def regex(name: str) -> Case:
    def case(w: Writer) -> Cond:
        text = pattern(w)
        return call(name, m.regular, w.items(1, most=4), known(f'"{text}"', text))

    return case


def automaton(w: Writer) -> Cond:
    random = w.random
    states = random.randint(1, 3)
    numbers = range(1, states + 1)
    start = random.sample(numbers, random.randint(1, states))
    accept = random.sample(numbers, random.randint(1, states))
    moves = sorted(
        {(random.choice(numbers), random.choice(w.setting.domain), random.choice(numbers)) for _ in range(5)}
    )
    shown = f"[{', '.join(f'[{a}, {v}, {b}]' for a, v, b in moves)}]"
    return call(
        "automaton", lambda line, *_: m.automaton(line, start, accept, moves), w.items(1, most=4),
        known(str(states), states), known(str(start[0]) if len(start) == 1 else str(start), start),
        known(str(accept), accept), known(shown, moves),
    )  # fmt: skip


def sandwich(w: Writer) -> Cond:
    domain = w.setting.domain
    return call(
        "sandwich", lambda line, value: m.sandwich(line, value, domain), w.items(2, most=5), constant(w.small(-1, 6))
    )


def equality_cage(w: Writer) -> Cond:
    domain = w.setting.domain
    return call("equality_cage", lambda line: m.equality_cage(line, domain), w.held(w.cells(1, most=4)))


def full_rank(w: Writer) -> Cond:
    s, random = w.setting, w.random
    if min(s.domain) < 0 or w.maybe(0.3):
        lists = [w.items(1, depth=0, most=3) for _ in range(random.randint(2, 4))]
        text, lines = f"[{', '.join(one.text for one in lists)}]", lists
    else:
        text, groups = w.groups()
        lines = [w.held(w.some_cells(group)) for group in groups]
    clued = random.sample(range(1, len(lines) + 1), random.randint(1, min(2, len(lines))))
    clues = {k: random.randint(1, len(lines)) for k in clued}
    ties = random.choice(["none", "any", "only-unclued"])
    others = [known(str(clues), clues)]
    if ties != "only-unclued" or w.maybe(0.3):
        others.append(known(f'"{ties}"', ties))
    return call(
        "full_rank", lambda numbers, *_: m.full_rank(numbers, clues, ties),
        Operand(text, lambda v: [line.value(v) for line in lines]), *others, of_one_list=False,
    )  # fmt: skip


def clone(w: Writer) -> Cond:
    size = w.random.randint(1, 3)
    one = w.items(size, most=size)
    other = w.held(w.some_cells([w.place() for _ in range(size)]))
    return call("clone", m.clone, one, other)


def several(name: str, means: Callable[..., bool]) -> Case:
    """A rule about a list and any number of values."""

    def case(w: Writer) -> Cond:
        return call(name, means, w.items(1, most=5), *(constant(w.small(0, 5)) for _ in range(w.random.randint(1, 3))))

    return case


def exactly(w: Writer) -> Cond:
    values = sorted({w.small() for _ in range(2)})
    one = len(values) == 1 or w.maybe(0.5)
    text = str(values[0]) if one else w.random.choice(["{%s}", "[%s]"]) % ", ".join(map(str, values))
    found: Any = values[:1] if one else values
    return call("exactly", m.exactly, w.items(1, most=5), known(text, found), w.number(0, 3))


def index_box(w: Writer) -> Cond:
    s, cells = w.setting, w.cells(1, most=2, ordered=False)
    text, groups = w.groups(everywhere=True)
    return Cond(f"index_box({cells.text}, {text})", lambda v: m.index_box(s.at(v), cells.places, groups))


def windoku(w: Writer) -> Cond:
    """Of a grid of another size the rule says nothing here; `wide.py` has models of nine rows and columns."""
    return w.comparison(1)


RULES: dict[str, Case] = {
    "cage": with_number("cage", m.cage, optional=True),
    "total": with_number("total", m.total),
    "kenken": kenken,
    "odd": of_list("odd", m.odd),
    "even": of_list("even", m.even),
    "minimum": extreme("minimum", m.minimum),
    "maximum": extreme("maximum", m.maximum),
    "anti_knight": of_places("anti_knight", m.no_equal(m.KNIGHT), default=True),
    "anti_king": of_places("anti_king", m.no_equal(m.SIDES + m.CORNERS), default=True),
    "anti_orthogonal": of_places("anti_orthogonal", m.no_equal(m.SIDES), default=True),
    "anti_taxicab": of_places("anti_taxicab", m.anti_taxicab, default=True),
    "nonconsecutive": neighbours_with("nonconsecutive", m.nonconsecutive, False),
    "diagonal_nonconsecutive": of_places("diagonal_nonconsecutive", m.diagonal_nonconsecutive, default=True),
    "no_sum": neighbours_with("no_sum", m.no_sum, True),
    "no_ratio": neighbours_with("no_ratio", m.no_ratio, True),
    "global_entropy": global_entropy,
    "global_modular": global_modular,
    "disjoint_groups": disjoint_groups,
    "windoku": windoku,
    "dutch_flatmates": of_places("dutch_flatmates", m.dutch_flatmates, default=True),
    "ripple": of_places("ripple", m.ripple, default=True),
    "thermo": of_list("thermo", m.thermo),
    "slow_thermo": of_list("slow_thermo", m.slow_thermo),
    "whisper": with_number("whisper", m.whisper, 1, 0, 4, optional=True),
    "renban": of_list("renban", m.renban),
    "nabner": of_list("nabner", m.nabner),
    "palindrome": of_list("palindrome", m.palindrome),
    "between": of_list("between", m.between, 2),
    "lockout": with_number("lockout", m.lockout, 2, 0, 4, optional=True, decided=False),
    "modular": modular,
    "entropic": entropic,
    "zipper": of_list("zipper", m.zipper),
    "region_sum": region_sum,
    "equal_sums": grouped("equal_sums", m.equal_sums),
    "sum_line": sum_line,
    "sequence": of_list("sequence", m.sequence, 2),
    "arrow": arrow,
    "double_arrow": of_list("double_arrow", m.double_arrow, 3),
    "value_indexing": lambda w: call("value_indexing", m.value_indexing, w.items(3, 0)),
    "regex": regex("regex"),
    "automaton": automaton,
    "little_killer": with_number("little_killer", m.total),
    "sandwich": sandwich,
    "x_sum": with_number("x_sum", m.x_sum, 1, 0, 7, decided=False),
    "skyscraper": with_number("skyscraper", m.skyscraper, 2, 0, 4, decided=False),
    "hidden_skyscraper": with_number("hidden_skyscraper", m.hidden_skyscraper, 2, 0, 4, decided=False),
    "numbered_room": lambda w: call("numbered_room", m.numbered_room, w.items(2, 0), w.number(0, 4)),
    "first_seen": with_number("first_seen", m.first_seen, 1, 0, 4, decided=False),
    "between_blanks": with_number("between_blanks", m.between_blanks, 2, 0, 4, decided=False),
    "full_rank": full_rank,
    "white_dot": with_number("white_dot", m.white_dot, 2, 0, 3, optional=True),
    "black_dot": with_number("black_dot", m.black_dot, 2, 0, 3, optional=True),
    "xv": with_number("xv", m.total, 2),
    "clone": clone,
    "contains": several("contains", m.contains),
    "contains_exactly": several("contains_exactly", m.contains_exactly),
    "exactly": exactly,
    "rellik": with_number("rellik", m.rellik, decided=False),
    "equality_cage": equality_cage,
    "lunchbox": with_number("lunchbox", m.lunchbox, 2, decided=False),
    "same_values": grouped("same_values", m.same_values),
    "counting_circles": of_list("counting_circles", m.counting_circles),
    "count_distinct": with_number("count_distinct", m.count_distinct, 1, 0, 4),
    "one_to_n": of_list("one_to_n", m.one_to_n),
    "index_row": of_places("index_row", m.index_row),
    "index_column": of_places("index_column", m.index_column),
    "index_box": index_box,
}
