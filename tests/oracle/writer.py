"""Random numbers, conditions and lists of the language, each with its value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

from . import builtin_cases, rule_cases
from .meanings import CORNERS, KNIGHT, SIDES, around
from .setting import Setting
from .terms import (
    Cells,
    Cond,
    Num,
    Number,
    Operand,
    Place,
    Undefined,
    Values,
    constant,
    defined,
    divided,
    item,
    listed,
    magnitude,
)

COMPARISONS: dict[str, Callable[[Number, Number], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
CONNECTIVES: dict[str, Callable[[bool, bool], bool]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "xor": lambda a, b: a != b,
    "->": lambda a, b: not a or b,
    "<->": lambda a, b: a == b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


class Writer:
    """Writes over one setting.

    Attributes:
        random, setting: where choices come from, and what they are about.
        numbers, conditions, rules: the functions and rules to choose from.
    """

    def __init__(self, random: Random, setting: Setting) -> None:
        self.random = random
        self.setting = setting
        self.numbers: Sequence[builtin_cases.NumberCase] = builtin_cases.NUMBERS
        self.conditions: Sequence[builtin_cases.ConditionCase] = builtin_cases.CONDITIONS
        self.rules: Sequence[rule_cases.Case] = list(rule_cases.RULES.values())

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def small(self, low: int = -1, high: int = 6) -> int:
        """A known number, mostly one that means something."""
        if self.maybe(0.4):
            return self.random.choice(self.setting.domain)
        return self.random.randint(low, high)

    # Cells

    def place(self) -> Place:
        return self.random.choice(self.setting.places)

    def cell(self) -> Num:
        return self.setting.cell(self.place())

    def cells(self, least: int = 1, *, ordered: bool = True, most: int = 99) -> Cells:
        """A list of cells, in a known order if that matters."""
        for _ in range(30):
            found = self._cells(2)
            if found and least <= len(found.places) <= most and (found.ordered or not ordered):
                return found
        most = min(most, max(least, len(self.setting.places)))
        return self.some_cells([self.place() for _ in range(self.random.randint(least, most))])

    def some_cells(self, places: Sequence[Place]) -> Cells:
        return Cells(f"[{', '.join(f'r{r}c{c}' for r, c in places)}]", tuple(places))

    def _cells(self, depth: int) -> Cells | None:
        s, random = self.setting, self.random
        if depth and self.maybe(0.4):
            inner = self._cells(depth - 1)
            return inner and self._derived(inner)
        r, c = self.place()
        name = f"r{r}c{c}"
        row = [p for p in s.places if p[0] == r]
        column = [p for p in s.places if p[1] == c]
        match random.randrange(16):
            case 0:
                return Cells(random.choice([f"row({r})", f"cell[{r}, *]", f"cell[{r}]", f"rows[{r}]"]), tuple(row))
            case 1:
                forms = [f"column({c})", f"cell[*, {c}]", f"columns[{c}]"]
                forms += [] if s.masked else [f"transpose(rows)[{c}]"]
                return Cells(random.choice(forms), tuple(column))
            case 2:
                return Cells(random.choice(["cells", "cell", "cells(cell)", "concat(rows)"]), tuple(s.places))
            case 3 if s.height == s.width:
                if self.maybe(0.5):
                    return Cells("diagonal", tuple(p for p in s.places if p[0] == p[1]))
                return Cells("antidiagonal", tuple(p for p in s.places if p[0] + p[1] == s.width + 1))
            case 4 | 5:
                steps = {"neighbors": SIDES, "touching": SIDES + CORNERS, "knight_moves": KNIGHT}
                name_of = random.choice(list(steps))
                near = tuple(p for p in around((r, c), steps[name_of]) if p in s.index)
                return Cells(f"{name_of}({name})", near, ordered=False)
            case 6:
                return Cells(f"across({name})", tuple(self.ray((r, c), (0, 1), start=True)))
            case 7:
                return Cells(f"down({name})", tuple(self.ray((r, c), (1, 0), start=True)))
            case 8:
                k = random.randrange(4)
                return Cells(f"rays({name})[{k + 1}]", tuple(self.ray((r, c), SIDES[k])))
            case 9:
                label = random.choice(list(s.rooms))
                forms = [f'room["{label}"]', f"room.{label}" if label.isalpha() else f"room[{label}]"]
                first = s.rooms[label][0]
                forms.append(f"region_of(r{first[0]}c{first[1]}, room)")
                return Cells(random.choice(forms), tuple(s.rooms[label]))
            case 10:
                boxes = self.boxes()
                if boxes:
                    k = random.randrange(len(boxes))
                    return Cells(random.choice([f"box({k + 1})", f"boxes[{k + 1}]"]), tuple(boxes[k]))
            case 11:
                height, width = random.randint(1, s.height), random.randint(1, s.width)
                blocks = self.blocks(height, width)
                if blocks:
                    k = random.randrange(len(blocks))
                    return Cells(f"blocks({height}, {width})[{k + 1}]", tuple(blocks[k]))
            case 12:
                line = self.ray((r, c), random.choice([*SIDES, *CORNERS]), start=True)
                line = line[: random.randint(1, len(line))]
                if len(line) > 1:
                    return Cells(f"r{r}c{c}..r{line[-1][0]}c{line[-1][1]}", tuple(line))
        return self.some_cells([self.place() for _ in range(random.randint(1, 4))])

    def _derived(self, inner: Cells) -> Cells | None:
        random, places, text = self.random, inner.places, inner.text
        ordered = inner.ordered
        n = len(places)
        if not n:
            return inner
        match random.randrange(9):
            case 1 | 2 | 5 if not ordered:  # which cells these are depends on the order
                return inner
            case 0:
                return Cells(f"reverse({text})", places[::-1], ordered)
            case 1 if n > 1:
                return Cells(f"inner({text})", places[1:-1], ordered)
            case 2 if text[-1] == ")":
                a = random.randint(1, n)
                b = random.randint(a, n)
                return Cells(f"{text}[{a}..{b}]", places[a - 1 : b], ordered)
            case 3:
                other = self.some_cells([self.place() for _ in range(random.randint(1, 2))])
                return Cells(f"concat({text}, {other.text})", places + other.places, ordered)
            case 4:
                other = self.some_cells([self.place(), *places])
                return Cells(
                    f"unique(concat({text}, {other.text}))", tuple(dict.fromkeys(places + other.places)), ordered
                )
            case 5:
                size = random.randint(1, n)
                k = random.randint(1, n - size + 1)
                return Cells(f"windows({text}, {size})[{k}]", places[k - 1 : k - 1 + size], ordered)
            case 6:
                r = random.randint(1, self.setting.height)
                test = random.choice([("row_of", 0), ("column_of", 1)])
                kept = tuple(p for p in places if p[test[1]] != r)
                return Cells(f"[c for c in {text} where {test[0]}(c) != {r}]", kept, ordered)
            case 7 if text != "cell":
                return Cells(f"as_list({text})", places, ordered)
            case _:
                label = random.choice(list(self.setting.rooms))
                literal = label if label.isdigit() else f'"{label}"'
                kept = tuple(p for p in places if p not in self.setting.rooms[label])
                return Cells(f"[c for c in {text} where label_of(c, room) != {literal}]", kept, ordered)

    def ray(self, place: Place, step: Place, *, start: bool = False) -> list[Place]:
        """The places from there on, to the edge or a masked one."""
        found = [place] if start else []
        while (place := (place[0] + step[0], place[1] + step[1])) in self.setting.index:
            found.append(place)
        return found

    def blocks(self, height: int, width: int, by_row: int = 1, by_column: int = 1) -> list[list[Place]]:
        """All windows of this size, those with a masked place left out."""
        s = self.setting
        found = [
            [(r + i, c + j) for i in range(height) for j in range(width)]
            for r in range(1, s.height - height + 2, by_row)
            for c in range(1, s.width - width + 2, by_column)
        ]
        return [block for block in found if all(p in s.index for p in block)]

    def boxes(self) -> list[list[Place]]:
        """The most square boxes, none where there are none or a place is masked."""
        s = self.setting
        size = s.height if s.height == s.width else len(s.domain)
        for height in range(size, 1, -1):
            width = size // height
            if height * width == size and height <= width and not s.height % height and not s.width % width:
                return [] if s.masked else self.blocks(height, width, height, width)
        return []

    def groups(self, *, everywhere: bool = False, least: int = 1) -> tuple[str, list[tuple[Place, ...]]]:
        """Several lists of cells, each of at least so many; everywhere: each cell is in exactly one."""
        s, random = self.setting, self.random
        rows = [tuple(p for p in s.places if p[0] == r) for r in range(1, s.height + 1)]
        columns = [tuple(p for p in s.places if p[1] == c) for c in range(1, s.width + 1)]
        for _ in range(20):
            found: tuple[str, list[tuple[Place, ...]]] = ("", [])
            match random.randrange(4 if everywhere else 8):
                case 0:
                    found = ("rows", rows)
                case 1:
                    found = ("columns", columns)
                case 2 if boxes := self.boxes():
                    found = ("boxes", [tuple(box) for box in boxes])
                case 3:
                    found = ("room", [tuple(room) for room in s.rooms.values()])
                case 4:
                    height, width = random.randint(1, s.height), random.randint(1, s.width)
                    found = (f"blocks({height}, {width})", [tuple(b) for b in self.blocks(height, width)])
                case 7:
                    line, size = self.cells(2), random.randint(1, 2)
                    places = line.places
                    windows = [places[k : k + size] for k in range(len(places) - size + 1)]
                    found = (f"windows({line.text}, {size})", windows)
                case 5 | 6:
                    size = random.randint(least, 3)
                    lists = [self.some_cells([self.place() for _ in range(size)]) for _ in range(random.randint(2, 3))]
                    found = (f"[{', '.join(one.text for one in lists)}]", [one.places for one in lists])
            if found[1] and all(len(group) >= least for group in found[1]):
                return found
        return ("[cells]", [tuple(s.places)])

    # Lists

    def held(self, cells: Cells) -> Operand:
        """What the cells hold."""
        indices = [self.setting.index[p] for p in cells.places]
        return Operand(cells.text, lambda v: [v[k] for k in indices])

    def items(self, least: int = 1, depth: int = 1, *, ordered: bool = True, most: int = 6) -> Operand:
        """A list of whole numbers: cells, or anything."""
        if self.maybe(0.6):
            return self.held(self.cells(least, ordered=ordered, most=most))
        if self.maybe(0.2):
            cells, k = self.held(self.cells(least, most=most)), self.small(-2, 2)
            return Operand(
                f"[c + {k} for c in {cells.text}]" if k >= 0 else f"[c - {-k} for c in {cells.text}]",
                lambda v: [x + k for x in cells.value(v)],
            )
        count = self.random.randint(least, max(least, min(most, 4)))
        return listed([self.whole(depth) for _ in range(count)])

    # Numbers

    def whole(self, depth: int = 2) -> Num:
        """A whole number."""
        while True:
            found = self.num(depth)
            if found.whole:
                return found

    def unknown(self) -> Num:
        """An unknown."""
        others = len(self.setting.names) - len(self.setting.places)
        if others and self.maybe(0.3):
            return self.setting.other(self.random.randrange(others))
        return self.cell()

    def number(self, low: int = -1, high: int = 6) -> Num:
        """A known number, mostly; now and then a decided one."""
        return self.whole(1) if self.maybe(0.15) else constant(self.small(low, high))

    def num(self, depth: int = 2) -> Num:
        """Any number."""
        random = self.random
        if depth <= 0 or self.maybe(0.2):
            return constant(self.small()) if self.maybe(0.15) else self.unknown()
        if self.maybe(0.5):
            return random.choice(self.numbers)(self, depth)
        a, b = self.num(depth - 1), self.num(depth - 1)
        match random.randrange(12):
            case 0:
                return Num(f"({a.text} + {b.text})", lambda v: a.value(v) + b.value(v), a.whole and b.whole)
            case 1:
                return Num(f"({a.text} - {b.text})", lambda v: a.value(v) - b.value(v), a.whole and b.whole)
            case 2:
                return Num(f"({a.text} * {b.text})", lambda v: a.value(v) * b.value(v), a.whole and b.whole)
            case 3:
                return Num(f"(-{a.text})", lambda v: -a.value(v), a.whole)
            case 4:
                d = self.divisor()
                return Num(f"({a.text} / {d.text})", lambda v: divided(a.value(v), d.value(v)), False)
            case 5 | 6:
                w, d = self.whole(depth - 1), self.divisor()
                name = random.choice(["div", "mod"])
                return Num(f"({w.text} {name} {d.text})", lambda v: rounded(name, w.value(v), d.value(v)))
            case 7:
                c = self.cond(depth - 1)
                text = f"(if {c.text} then {a.text} else {b.text})"
                return Num(text, lambda v: a.value(v) if c.holds(v) else b.value(v), a.whole and b.whole)
            case 8:
                c = self.cond(depth - 1)
                return Num(f"({c.text})", lambda v: int(c.holds(v)))
            case 9:
                base, k = self.unknown(), random.choice([0, 1, 2, 2, 3, -1])
                if k < 0:
                    return Num(f"{base.text} ^ (-1)", lambda v: divided(1, base.value(v)), False)
                return Num(f"{base.text} ^ {k}", lambda v: base.value(v) ** k)
            case 10:
                several = [self.num(depth - 1) for _ in range(random.randint(2, 3))]
                index = self.divisor()
                text = f"[{', '.join(n.text for n in several)}][{index.text}]"
                return Num(text, lambda v: item(several, index.value(v)).value(v), all(n.whole for n in several))
            case _:
                return self.at_decided_place()

    def at_decided_place(self) -> Num:
        """The cell in a row and a column that are decided."""
        if self.setting.masked:
            return self.unknown()
        i, j = self.divisor(), self.divisor()
        return Num(f"cell[{i.text}, {j.text}]", lambda v: self._at(i.value(v), j.value(v), v))

    def _at(self, row: Number, column: Number, values: Values) -> Number:
        if (row, column) not in self.setting.index:
            raise Undefined
        return values[self.setting.index[int(row), int(column)]]

    def divisor(self) -> Num:
        """A decided number that may be 0 or outside a list."""
        a, k = self.unknown(), self.random.randint(1, 2)
        match self.random.randrange(4):
            case 0:
                return Num(f"({a.text} - {k})", lambda v: a.value(v) - k)
            case 1:
                b = self.unknown()
                return Num(f"({a.text} + {b.text})", lambda v: a.value(v) + b.value(v))
            case _:
                return a

    # Conditions

    def cond(self, depth: int = 2) -> Cond:
        """Any condition."""
        random = self.random
        if depth > 0 and self.maybe(0.35):
            return self.joined(depth)
        if depth > 0 and self.maybe(0.3):
            return random.choice(self.rules)(self)
        if depth > 0 and self.maybe(0.35):
            return random.choice(self.conditions)(self, depth)
        if self.setting.lamps and self.maybe(0.1):
            lamp = self.setting.other(random.randrange(self.setting.lamps))
            return Cond(lamp.text, lambda v: lamp.value(v) == 1)
        return self.comparison(depth)

    def joined(self, depth: int) -> Cond:
        random = self.random
        a, b = self.cond(depth - 1), self.cond(depth - 1)
        match random.randrange(8):
            case 0 | 1:
                return Cond(f"not {a.text}" if a.text[0] == "(" else f"not ({a.text})", lambda v: not a.holds(v))
            case 2:
                c = self.cond(depth - 1)
                text = f"(if {a.text} then {b.text} else {c.text})"
                return Cond(text, lambda v: b.holds(v) if a.holds(v) else c.holds(v))
            case 3:
                several = [a, b, self.cond(depth - 1)]
                name = random.choice(["any", "all"])
                test = any if name == "any" else all
                text = ", ".join(f"({c.text})" for c in several)
                text = f"{name}([{text}])" if self.maybe(0.5) else f"{name}({text})"
                return Cond(text, lambda v: test(c.holds(v) for c in several))
            case 4:
                several = [a, b, self.cond(depth - 1)]
                text = ", ".join(f"({c.text})" for c in several)
                name = random.choice(list(COMPARISONS))
                n = random.randint(0, 3)
                test_ = COMPARISONS[name]
                return Cond(
                    f"({random.choice(['count', 'sum'])}([{text}]) {name} {n})",
                    lambda v: test_(sum(c.holds(v) for c in several), n),
                )
            case _:
                name = random.choice(list(CONNECTIVES))
                joint = CONNECTIVES[name]
                return Cond(f"(({a.text}) {name} ({b.text}))", lambda v: joint(a.holds(v), b.holds(v)))

    def comparison(self, depth: int) -> Cond:
        random = self.random
        a, b = self.num(depth), self.num(depth)
        name = random.choice(list(COMPARISONS))
        test = COMPARISONS[name]
        match random.randrange(14):
            case 0:
                c, second = self.num(depth), random.choice(["<", "<=", "=="])
                after = COMPARISONS[second]
                return Cond(
                    f"({a.text} {name} {b.text} {second} {c.text})",
                    lambda v: both(
                        defined(lambda v: test(a.value(v), b.value(v))),
                        defined(lambda v: after(b.value(v), c.value(v))),
                    )(v),
                )
            case 1 | 2:
                w = self.num(depth)
                low = self.small()
                members: list[Number] = sorted({self.small() for _ in range(3)})
                if self.maybe(0.1):
                    members.append(Fraction(1, 2))
                if self.maybe(0.4):
                    members = list(range(low, low + 3))
                    text = f"{low}..{low + 2}"
                else:
                    text = random.choice(["{%s}", "[%s]"]) % ", ".join(map(str, members))
                return self._membership(w.text, text, lambda v: w.value(v) in members)
            case 3:
                several = self.items(1, 1)
                w = self.whole(depth)
                return self._membership(w.text, several.text, lambda v: w.value(v) in list(several.value(v)))
            case 4:
                x, y = self.whole(1), self.whole(1)
                rows = {(self.small(), self.small()) for _ in range(3)}
                shown = ", ".join(f"({p}, {q})" for p, q in sorted(rows))
                text = random.choice(["{%s}", "[%s]"]) % shown
                return self._membership(f"({x.text}, {y.text})", text, lambda v: (x.value(v), y.value(v)) in rows)
            case 5:
                left = [self.num(1) for _ in range(2)]
                right = [self.num(1) for _ in range(random.choice([2, 2, 2, 3]))]
                return self._equality(
                    f"({', '.join(n.text for n in left)})", f"({', '.join(n.text for n in right)})",
                    lambda v: [n.value(v) for n in left], lambda v: [n.value(v) for n in right],
                )  # fmt: skip
            case 6:
                one = self.held(self.cells(1))
                two = self.held(self.cells(1))
                return self._equality(f"values({one.text})", f"values({two.text})", one.value, two.value)
        return self.compared(a, b)

    def compared(self, a: Num, b: Num) -> Cond:
        """A comparison of two numbers."""
        name = self.random.choice(list(COMPARISONS))
        test = COMPARISONS[name]
        return Cond(f"({a.text} {name} {b.text})", defined(lambda v: test(a.value(v), b.value(v))))

    def _membership(self, left: str, right: str, within: Callable[[Values], bool]) -> Cond:
        if self.maybe(0.3):
            return Cond(f"({left} not in {right})", defined(lambda v: not within(v)))
        return Cond(f"({left} in {right})", defined(within))

    def _equality(
        self,
        left: str,
        right: str,
        one: Callable[[Values], list[Number]],
        two: Callable[[Values], list[Number]],
    ) -> Cond:
        if self.maybe(0.4):
            return Cond(f"({left} != {right})", defined(lambda v: list(one(v)) != list(two(v))))
        return Cond(f"({left} == {right})", defined(lambda v: list(one(v)) == list(two(v))))

    # Statements

    def statement(self, condition: Cond) -> Cond:
        """The condition as a line of its own, or among others."""
        if self.maybe(0.25):
            other = self.comparison(1)
            name = self.random.choice(["or", "->", "<->", "xor"])
            joint = CONNECTIVES[name]
            return Cond(f"({condition.text}) {name} {other.text}", lambda v: joint(condition.holds(v), other.holds(v)))
        if self.maybe(0.15):
            return Cond(f"not ({condition.text})", lambda v: not condition.holds(v))
        if condition.clue and self.maybe(0.6):
            return Cond(condition.clue, condition.holds)
        return condition

    def loop(self) -> Cond:
        """A `for`, whose rounds take lists apart."""
        cells = self.cells(2, most=5)
        held = self.held(cells)
        k = self.small()
        bodies: dict[str, Callable[[Number, Number], bool]] = {
            "a != b": lambda a, b: a != b,
            "a <= b": lambda a, b: a <= b,
            f"a + b != {k}": lambda a, b: a + b != k,
            f"abs(a - b) <= 1 or a == {k}": lambda a, b: magnitude(a - b) <= 1 or a == k,
            "a div b == b mod 2": lambda a, b: b != 0 and a // b == b % 2,
            "not (a mod b != 0)": lambda a, b: b == 0 or a % b == 0,
        }
        text = self.random.choice(list(bodies))
        body = bodies[text]
        heads: dict[str, Callable[[list[Number]], list[tuple[Number, Number]]]] = {
            f"for a, b in pairs({cells.text}):": lambda x: list(pairwise(x)),
            f"for a, b in combinations({cells.text}):": lambda x: list(combinations(x, 2)),
            f"for a, b in windows({cells.text}, 2):": lambda x: list(pairwise(x)),
            f"for b, a in enumerate({cells.text}):": lambda x: [(a, k + 1) for k, a in enumerate(x)],
            f"for a, b in zip({cells.text}, reverse({cells.text})):": lambda x: list(zip(x, x[::-1], strict=True)),
            f"for a in {cells.text}, b in [1, 2]:": lambda x: [(a, b) for a in x for b in (1, 2)],
        }
        head = self.random.choice(list(heads))
        taken = heads[head]
        return Cond(f"{head}\n    {text}", lambda v: all(body(a, b) for a, b in taken(held.value(v))))


def both(a: Callable[[Values], bool], b: Callable[[Values], bool]) -> Callable[[Values], bool]:
    return lambda v: a(v) and b(v)


def rounded(name: str, a: Number, b: Number) -> Number:
    """``div`` and ``mod``."""
    if b == 0:
        raise Undefined
    return a // b if name == "div" else a % b
