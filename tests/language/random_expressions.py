"""Random expressions as `.puz` text, each with a meaning of its own.

The meaning is written down here a second time, from the language's definition alone: whole numbers and fractions as
Python has them, and where an operation is undefined (division by zero, an index outside its list) the nearest
enclosing comparison or constraint is false. Nothing of `puzzledsl` takes part.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import prod
from random import Random

Number = int | Fraction
Values = dict[str, int]


class Undefined(Exception):  # noqa: N818 - a value of the language, not a failure
    """An operation outside its domain."""


@dataclass(frozen=True)
class Term:
    """A number."""

    text: str
    value: Callable[[Values], Number]


@dataclass(frozen=True)
class Condition:
    """Yes or no. ``holds`` never raises `Undefined`."""

    text: str
    holds: Callable[[Values], bool]


PRELUDE = """\
rule ordered(line):
    for a, b in pairs(line):
        a <= b
rule adding(line, target, *others):
    sum(line) == target + sum(others)
rule apart(line, gap = 2):
    if len(line) > 1:
        let first_two = line[1..2]
        all(abs(a - b) >= gap for a, b in pairs(first_two))
    else:
        line[1] != 0
let twice(a) = a + a
let grow(state, value) = if value >= state then value else none
let tally(state, value) = (state * 2 + value) mod 3
let anything(state) = true
let one(state) = state == 1
"""


def strictly(compare: Callable[[Values], bool]) -> Callable[[Values], bool]:
    """A comparison that is false where one of its sides is undefined."""

    def holds(values: Values) -> bool:
        try:
            return compare(values)
        except Undefined:
            return False

    return holds


class Writer:
    """Makes expressions over the variables given.

    Args:
        names: how the variables are written.
        grid: height and width of the grid ``cell``, its cells row by row the first of ``names``.
        flags: names of variables of the domain ``bool``.
        ratios: whether exact division by a decided value may occur.
    """

    def __init__(
        self, random: Random, names: Sequence[str], grid: tuple[int, int], flags: Sequence[str], ratios: bool
    ) -> None:
        self.random = random
        self.names = list(names)
        self.grid = grid
        self.flags = list(flags)
        self.ratios = ratios

    # ── numbers ──────────────────────────────────────────────────────────────────────────────────

    def leaf(self) -> Term:
        if self.random.random() < 0.3:
            return self.constant()
        return self.cell()

    def constant(self) -> Term:
        k = self.random.randint(-2, 4)
        return Term(str(k) if k >= 0 else f"({k})", lambda _: k)

    def cell(self) -> Term:
        name = self.random.choice(self.names)
        return Term(name, lambda values: values[name])

    def numbers(self, depth: int, least: int, most: int) -> list[Term]:
        return [self.number(depth) for _ in range(self.random.randint(least, most))]

    def number(self, depth: int) -> Term:
        if depth <= 0:
            return self.leaf()
        makers = [
            self._arithmetic, self._arithmetic, self._arithmetic, self._division, self._division, self._power,
            self._minus, self._absolute, self._extremum, self._choice, self._list_item, self._grid_item,
            self._sum, self._product, self._count, self._digits, self._truth, self._function, self.leaf_of,
        ]  # fmt: skip
        return self.random.choice(makers)(depth - 1)

    def leaf_of(self, _: int) -> Term:
        return self.leaf()

    def _arithmetic(self, depth: int) -> Term:
        a, b = self.number(depth), self.number(depth)
        match self.random.choice("+-*"):
            case "+":
                return Term(f"({a.text} + {b.text})", lambda v: a.value(v) + b.value(v))
            case "-":
                return Term(f"({a.text} - {b.text})", lambda v: a.value(v) - b.value(v))
        return Term(f"({a.text} * {b.text})", lambda v: a.value(v) * b.value(v))

    def _division(self, depth: int) -> Term:
        a, b = self.number(depth), self.number(depth)
        op = self.random.choice(["div", "mod"] + ["/"] * self.ratios)

        def value(v: Values) -> Number:
            x, y = a.value(v), b.value(v)
            if y == 0:
                raise Undefined
            return Fraction(x) / y if op == "/" else x // y if op == "div" else x % y

        return Term(f"({a.text} {op} {b.text})", value)

    def _power(self, depth: int) -> Term:
        a, n = self.number(depth), self.random.randint(0, 3)
        return Term(f"(({a.text}) ^ {n})", lambda v: a.value(v) ** n)

    def _minus(self, depth: int) -> Term:
        a = self.number(depth)
        return Term(f"(-{a.text})", lambda v: -a.value(v))

    def _absolute(self, depth: int) -> Term:
        a = self.number(depth)
        return Term(f"abs({a.text})", lambda v: absolute(a.value(v)))

    def _extremum(self, depth: int) -> Term:
        items = self.numbers(depth, 1, 3)
        kind = self.random.choice(["min", "max"])
        inside = ", ".join(a.text for a in items)
        text = f"{kind}({inside})" if len(items) > 1 and self.random.random() < 0.5 else f"{kind}([{inside}])"
        choose = min if kind == "min" else max
        return Term(text, lambda v: choose([a.value(v) for a in items]))

    def _choice(self, depth: int) -> Term:
        c, a, b = self.condition(depth), self.number(depth), self.number(depth)
        text = f"(if {c.text} then {a.text} else {b.text})"
        return Term(text, lambda v: a.value(v) if c.holds(v) else b.value(v))

    def _list_item(self, depth: int) -> Term:
        items, index = self.numbers(depth - 1, 1, 3), self.number(depth)

        def value(v: Values) -> Number:
            k = index.value(v)
            if k not in range(1, len(items) + 1):
                raise Undefined
            return items[int(k) - 1].value(v)

        return Term(f"[{', '.join(a.text for a in items)}][{index.text}]", value)

    def _grid_item(self, depth: int) -> Term:
        height, width = self.grid
        row, column = self.number(depth), self.number(depth - 1)
        r, c = self.random.randint(1, height), self.random.randint(1, width)
        cells = self.names[: height * width]

        def at(row: Callable[[Values], Number], column: Callable[[Values], Number]) -> Callable[[Values], Number]:
            def value(v: Values) -> Number:
                i, j = row(v), column(v)
                if i not in range(1, height + 1) or j not in range(1, width + 1):
                    raise Undefined
                return v[cells[(int(i) - 1) * width + int(j) - 1]]

            return value

        match self.random.randint(1, 5):
            case 1:
                return Term(f"cell[{row.text}, {column.text}]", at(row.value, column.value))
            case 2:
                return Term(f"cell[{row.text}, {c}]", at(row.value, lambda _: c))
            case 3:
                return Term(f"cell[{r}, {column.text}]", at(lambda _: r, column.value))
            case 4:
                return Term(f"cell[{row.text}, *][{c}]", at(row.value, lambda _: c))
        return Term(f"cell[*, {c}][{row.text}]", at(row.value, lambda _: c))

    def _sum(self, depth: int) -> Term:
        items = self.numbers(depth, 1, 3)
        inside = ", ".join(a.text for a in items)
        factor = self.random.randint(1, 3)
        text, scale = self.random.choice(
            [(f"sum([{inside}])", 1), (f"sum({factor} * a for a in [{inside}])", factor), (f"sum({inside}, 0)", 1)]
        )
        return Term(text, lambda v: sum(scale * a.value(v) for a in items))

    def _product(self, depth: int) -> Term:
        items = self.numbers(depth, 1, 3)
        return Term(f"product([{', '.join(a.text for a in items)}])", lambda v: prod(a.value(v) for a in items))

    def _count(self, depth: int) -> Term:
        match self.random.randint(1, 3):
            case 1:
                conditions = [self.condition(depth) for _ in range(self.random.randint(1, 3))]
                text = f"count([{', '.join(c.text for c in conditions)}])"
                return Term(text, lambda v: sum(c.holds(v) for c in conditions))
            case 2:
                items, expected = self.numbers(depth - 1, 1, 3), self.number(depth - 1)
                equal = [strictly(lambda v, a=a: a.value(v) == expected.value(v)) for a in items]  # type: ignore[misc]
                text = f"count([{', '.join(a.text for a in items)}], {expected.text})"
                return Term(text, lambda v: sum(e(v) for e in equal))
        items, among = self.numbers(depth - 1, 1, 3), self.some_values()
        inside = [strictly(lambda v, a=a: a.value(v) in among) for a in items]  # type: ignore[misc]
        text = f"count([{', '.join(a.text for a in items)}], {listed(among)})"
        return Term(text, lambda v: sum(i(v) for i in inside))

    def _digits(self, depth: int) -> Term:
        items, base = self.numbers(depth - 1, 1, 3), self.random.choice([2, 3, 10])

        def value(v: Values) -> Number:
            total: Number = 0
            for a in items:
                total = total * base + a.value(v)
            return total

        tail = "" if base == 10 else f", {base}"
        return Term(f"number([{', '.join(a.text for a in items)}]{tail})", value)

    def _truth(self, depth: int) -> Term:
        c, a = self.condition(depth), self.number(depth)
        if self.random.random() < 0.5:
            return Term(f"(({c.text}) * {a.text})", lambda v: c.holds(v) * a.value(v))
        return Term(f"(({c.text}) + {a.text})", lambda v: c.holds(v) + a.value(v))

    def _function(self, depth: int) -> Term:
        a = self.number(depth)
        return Term(f"twice({a.text})", lambda v: 2 * a.value(v))

    # ── yes or no ────────────────────────────────────────────────────────────────────────────────

    def some_values(self) -> list[int]:
        return sorted({self.random.randint(-2, 5) for _ in range(self.random.randint(1, 3))})

    def condition(self, depth: int) -> Condition:
        if depth <= 0:
            return self.flag() if self.flags and self.random.random() < 0.3 else self._comparison(0)
        makers = [
            self._comparison, self._comparison, self._comparison, self._chain, self._among, self._among_rows, self._not,
            self._logic, self._logic, self._logic, self._if, self._some_or_all, self._constraint, self._constraint,
            self._read, self._rule, self._counted,
        ]  # fmt: skip
        return self.random.choice(makers)(depth - 1)

    def flag(self) -> Condition:
        name = self.random.choice(self.flags)
        return Condition(name, lambda values: values[name] == 1)

    def _comparison(self, depth: int) -> Condition:
        a, b = self.number(depth), self.number(depth)
        op = self.random.choice(list(COMPARISONS))
        compare = COMPARISONS[op]
        return Condition(f"({a.text} {op} {b.text})", strictly(lambda v: compare(a.value(v), b.value(v))))

    def _chain(self, depth: int) -> Condition:
        a, b, c = self.number(depth), self.number(depth), self.number(depth)
        first, second = self.random.choice(list(COMPARISONS)), self.random.choice(list(COMPARISONS))
        left = strictly(lambda v: COMPARISONS[first](a.value(v), b.value(v)))
        right = strictly(lambda v: COMPARISONS[second](b.value(v), c.value(v)))
        return Condition(f"({a.text} {first} {b.text} {second} {c.text})", lambda v: left(v) and right(v))

    def _counted(self, depth: int) -> Condition:
        a, b, n = self._count(depth), self.random.choice(list(COMPARISONS)), self.random.randint(0, 3)
        return Condition(f"({a.text} {b} {n})", strictly(lambda v: COMPARISONS[b](a.value(v), n)))

    def _among(self, depth: int) -> Condition:
        a = self.number(depth)
        expected = self.random.random() < 0.6
        op = "in" if expected else "not in"
        match self.random.randint(1, 4):
            case 1:
                low = self.random.randint(-2, 3)
                high = low + self.random.randint(0, 3)
                text = f"({a.text} {op} {low}..{high})"
                return Condition(text, strictly(lambda v: (low <= a.value(v) <= high) == expected))
            case 2:
                items = self.numbers(depth - 1, 1, 3)
                text = f"({a.text} {op} [{', '.join(b.text for b in items)}])"
                if expected:
                    return Condition(text, strictly(lambda v: a.value(v) in values_of(items, v)))
                other = [strictly(lambda v, b=b: a.value(v) != b.value(v)) for b in items]  # type: ignore[misc]
                return Condition(text, lambda v: all(o(v) for o in other))
        among = self.some_values()
        return Condition(f"({a.text} {op} {listed(among)})", strictly(lambda v: (a.value(v) in among) == expected))

    def _among_rows(self, depth: int) -> Condition:
        items = self.numbers(depth, 2, 3)
        rows = sorted({tuple(self.random.randint(-1, 3) for _ in items) for _ in range(self.random.randint(1, 6))})
        inside = ", ".join(a.text for a in items)
        shown = ", ".join(str(row) for row in rows)
        match self.random.randint(1, 3):
            case 1:
                return Condition(f"(({inside}) in {{{shown}}})", strictly(lambda v: values_of(items, v) in rows))
            case 2:
                return Condition(
                    f"(({inside}) not in {{{shown}}})", strictly(lambda v: values_of(items, v) not in rows)
                )
        return Condition(f"table([{inside}], [{shown}])", strictly(lambda v: values_of(items, v) in rows))

    def _not(self, depth: int) -> Condition:
        c = self.condition(depth)
        return Condition(f"(not {c.text})", lambda v: not c.holds(v))

    def _logic(self, depth: int) -> Condition:
        a, b = self.condition(depth), self.condition(depth)
        match self.random.choice(["and", "or", "xor", "->", "<->", "==", "!="]):
            case "and":
                return Condition(f"({a.text} and {b.text})", lambda v: a.holds(v) and b.holds(v))
            case "or":
                return Condition(f"({a.text} or {b.text})", lambda v: a.holds(v) or b.holds(v))
            case "xor":
                return Condition(f"({a.text} xor {b.text})", lambda v: a.holds(v) != b.holds(v))
            case "->":
                return Condition(f"({a.text} -> {b.text})", lambda v: not a.holds(v) or b.holds(v))
            case "<->":
                return Condition(f"({a.text} <-> {b.text})", lambda v: a.holds(v) == b.holds(v))
            case "==":
                return Condition(f"(({a.text}) == ({b.text}))", lambda v: a.holds(v) == b.holds(v))
        return Condition(f"(({a.text}) != ({b.text}))", lambda v: a.holds(v) != b.holds(v))

    def _if(self, depth: int) -> Condition:
        c, a, b = (self.condition(depth) for _ in range(3))
        text = f"(if {c.text} then {a.text} else {b.text})"
        return Condition(text, lambda v: a.holds(v) if c.holds(v) else b.holds(v))

    def _some_or_all(self, depth: int) -> Condition:
        items = [self.condition(depth) for _ in range(self.random.randint(1, 3))]
        inside = ", ".join(c.text for c in items)
        if self.random.random() < 0.5:
            return Condition(f"any([{inside}])", lambda v: any(c.holds(v) for c in items))
        return Condition(f"all([{inside}])", lambda v: all(c.holds(v) for c in items))

    def _constraint(self, depth: int) -> Condition:
        items = self.numbers(depth, 1, 3)
        inside = ", ".join(a.text for a in items)
        match self.random.randint(1, 10):
            case 10:
                back = [self.number(depth - 1) for _ in items]
                return Condition(
                    f"inverse([{inside}], [{', '.join(b.text for b in back)}])",
                    strictly(lambda v: lead_back(values_of(items, v), values_of(back, v))),
                )
            case 8:
                return Condition(f"circuit([{inside}])", strictly(lambda v: one_cycle(values_of(items, v))))
            case 9:
                height, width = self.grid
                among = self.some_values()
                return Condition(
                    f"connected(cells, {listed(among)})",
                    lambda v: hang_together(
                        {(k // width, k % width) for k in range(height * width) if v[self.names[k]] in among}
                    ),
                )
            case 1 | 2:
                return Condition(f"alldifferent([{inside}])", strictly(lambda v: distinct(values_of(items, v))))
            case 3:
                free = self.random.randint(-1, 2)
                return Condition(
                    f"alldifferent_except([{inside}], {free})",
                    strictly(lambda v: distinct([x for x in values_of(items, v) if x != free])),
                )
            case 4 | 5:
                name, step = self.random.choice([("increasing", operator.le), ("strictly_increasing", operator.lt)])
                return Condition(
                    f"{name}([{inside}])",
                    strictly(lambda v: all(step(a, b) for a, b in pairwise(values_of(items, v)))),
                )
            case 6:
                others = [self.number(depth - 1) for _ in items]
                name = self.random.choice(["lex_less", "lex_lesseq"])
                text = f"{name}([{inside}], [{', '.join(b.text for b in others)}])"
                before = operator.le if name == "lex_lesseq" else operator.lt
                return Condition(text, strictly(lambda v: before(values_of(items, v), values_of(others, v))))
        index, value = self.number(depth - 1), self.number(depth - 1)

        def holds(v: Values) -> bool:
            k = index.value(v)
            return k in range(1, len(items) + 1) and items[int(k) - 1].value(v) == value.value(v)

        return Condition(f"element({index.text}, [{inside}], {value.text})", strictly(holds))

    def _read(self, _: int) -> Condition:
        items = [self.cell() for _ in range(self.random.randint(1, 3))]
        inside = ", ".join(a.text for a in items)
        if self.random.random() < 0.5:
            pattern = self.random.choice(PATTERNS)
            word: Callable[[Values], str] = lambda v: "".join(letter(a.value(v)) for a in items)  # noqa: E731
            return Condition(f'regular([{inside}], "{pattern}")', lambda v: re.fullmatch(pattern, word(v)) is not None)
        if self.random.random() < 0.5:
            return Condition(
                f"scan([{inside}], 0, grow, anything)",
                lambda v: all(a <= b for a, b in pairwise((0, *values_of(items, v)))),
            )

        def tally(v: Values) -> bool:
            state: Number = 0
            for a in items:
                state = (state * 2 + a.value(v)) % 3
            return state == 1

        return Condition(f"scan([{inside}], 0, tally, one)", tally)

    def _rule(self, depth: int) -> Condition:
        items = self.numbers(depth - 1, 1, 3)
        inside = ", ".join(a.text for a in items)
        match self.random.randint(1, 3):
            case 1:
                return Condition(
                    f"ordered([{inside}])", strictly(lambda v: all(a <= b for a, b in pairwise(values_of(items, v))))
                )
            case 2:
                target, other = self.number(depth - 1), self.number(depth - 1)
                return Condition(
                    f"adding([{inside}], {target.text}, {other.text}, 1)",
                    strictly(lambda v: sum(values_of(items, v)) == target.value(v) + other.value(v) + 1),
                )

        def apart(v: Values) -> bool:
            found = values_of(items, v)
            return absolute(found[0] - found[1]) >= 2 if len(found) > 1 else found[0] != 0

        return Condition(f"apart([{inside}])", strictly(apart))


PATTERNS = ["[01]*", "0*1+.?", "(12|.)+", "[^1]+", "1?[2-5]{1,2}", ".{2}1?", "(0|1|2)*3?"]
COMPARISONS: dict[str, Callable[[Number, Number], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def absolute(value: Number) -> Number:
    return value if value >= 0 else -value


def values_of(items: Sequence[Term], values: Values) -> tuple[Number, ...]:
    return tuple(a.value(values) for a in items)


def distinct(values: Sequence[Number]) -> bool:
    return all(a != b for a, b in combinations(values, 2))


def one_cycle(following: Sequence[Number]) -> bool:
    position: Number = 1
    seen = []
    while position in range(1, len(following) + 1) and position not in seen:
        seen.append(position)
        position = following[int(position) - 1]
    return position == 1 and len(seen) == len(following)


def lead_back(there: Sequence[Number], back: Sequence[Number]) -> bool:
    pairs = {(i, j) for i, j in enumerate(there, 1)}
    return pairs == {(i, j) for j, i in enumerate(back, 1)}


def hang_together(places: set[tuple[int, int]]) -> bool:
    frontier = list(places)[:1]
    reached = set(frontier)
    while frontier:
        r, c = frontier.pop()
        around = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & places - reached
        reached |= around
        frontier += around
    return reached == places


def listed(values: Sequence[int]) -> str:
    return "{" + ", ".join(map(str, values)) + "}"


def letter(value: Number) -> str:
    """A value as a character; a negative one as some character that no pattern names."""
    return str(value) if 0 <= value <= 9 else "-"
