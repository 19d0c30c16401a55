"""Laws of the rules that reasons name: each is broken as soon as a removed value is put back, and none is dead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal, Primitive
from puzzledsl.kernel.masks import bits, single_bits
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives import kinds
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.lines import Lines
from puzzledsl.primitives.regions import Regions
from tests.examples import examples

from . import instances
from .reasons import reason

ENUMERATIONS: dict[str, tuple[type[Primitive], ...]] = {
    "ConnectedRule": (Connected,),
    "LineRule": (Lines,),
    "NumberRule": (AllDifferent, GroupedSum, Linear),
    "RegionRule": (Regions,),
}
"""In the kernel, each with the primitives whose reasons name its rules."""


def test_the_kernel_has_the_same_rules_in_the_same_order() -> None:
    native = Path(__file__).parents[2] / "puzzledsl" / "kernel" / "native"  # which no installed package has
    found = {}
    for file in sorted(native.glob("*.?pp")):
        for name, body in re.findall(r"enum class (\w+Rule) \{(.*?)\}", file.read_text(), re.DOTALL):
            found[name] = tuple(re.findall(r"\w+", re.sub(r"//.*", "", body)))
    assert found == {name: primitives[0].rules for name, primitives in ENUMERATIONS.items()}
    stated = {primitive for primitives in ENUMERATIONS.values() for primitive in primitives}
    assert all(one.rules == primitives[0].rules for primitives in ENUMERATIONS.values() for one in primitives)
    assert not any(one.rules for one in kinds().values() if one not in stated)


# ── what each rule says ──────────────────────────────────────────────────────────────────────────


class Case(NamedTuple):
    """A primitive and the values of its variables, one of which had been removed and is assumed."""

    primitive: Primitive
    values: Sequence[frozenset[int]]
    assumed: int
    place: int

    def is_in(self, literal: Literal) -> bool | None:
        """Whether a literal is true; ``None``: it may be."""
        found = {value in literal.values for value in self.values[literal.variable]}
        return None if len(found) > 1 else found.pop()

    def rows(self) -> Iterator[tuple[int, ...]]:
        return product(*self.values)


def total(primitive: Primitive, row: Sequence[int]) -> bool | int:
    """How a sum compares: -1, 0 or 1."""
    if isinstance(primitive, GroupedSum):
        found, goal = sum(k * row[x] for k, variables in primitive.groups for x in variables), primitive.total
    else:
        assert isinstance(primitive, Linear)
        parts, goal = primitive.scaled
        found = sum(k * row[x] + sum(s for one, s in steps if row[x] in one.values) for x, k, steps in parts)
    return (found > goal) - (found < goal)


def totals(case: Case) -> set[int]:
    return {total(case.primitive, row) for row in case.rows()}


def is_crowded(case: Case, size: int | None) -> bool:
    """Whether variables, so many of them, have fewer values between them than they are."""
    primitive = case.primitive
    groups = (
        [primitive.shifts]
        if isinstance(primitive, AllDifferent)
        else [
            [(x, 0) for x in variables]
            for _, variables in primitive.groups  # type: ignore[attr-defined]
        ]
    )
    for group in groups:
        values = [{v + shift for v in case.values[x]} for x, shift in group]
        ignored: frozenset[int] = getattr(primitive, "ignoring", frozenset())
        for n in range(2, len(values) + 1) if size is None else [size]:
            for some in combinations(values, n):
                union = set().union(*some)
                if len(union) < n and not union & ignored:
                    return True
    return False


def has_no_set(case: Case) -> bool:
    """Whether no different values within the groups have the total."""
    assert isinstance(case.primitive, GroupedSum)
    return not any(case.primitive.check(row) for row in case.rows())


def lines_of(case: Case) -> Lines:
    assert isinstance(case.primitive, Lines)
    return case.primitive


def meets(case: Case, is_end: bool, wrong: Callable[[Lines, int, list[bool | None]], bool]) -> bool:
    """Whether something is wrong in a place, with what is known of the edges there."""
    lines = lines_of(case)
    for p in {p for pair in lines.edges for p in pair}.union(lines.ends):
        drawn = [case.is_in(literal) for literal, pair in zip(lines.drawn, lines.edges, strict=True) if p in pair]
        if (p in lines.ends) == is_end and wrong(lines, p, drawn):
            return True
    return False


def crossing(case: Case) -> bool:
    """Whether more than two edges meet in a crossing, and not two lines."""
    return meets(case, False, lambda lines, p, on: on.count(True) > 2 and not crosses(case, lines, p))


def crosses(case: Case, lines: Lines, p: int) -> bool:
    """Whether two lines may cross in a place."""
    here = [e for e, pair in enumerate(lines.edges) if p in pair]
    for four in dict(lines.crossings).get(p, ()):
        is_possible = all(case.is_in(lines.drawn[e]) is not False for e in four)
        if is_possible and all(e in four for e in here if case.is_in(lines.drawn[e])):
            return True
    return False


def closes(case: Case, is_beside: bool, is_finished: bool = False) -> bool:
    """Whether in all that has the right degrees a line of certain edges is closed, and others are drawn beside it, or
    others have ends.

    The assumed edge is part of it, or beside it.

    Args:
        is_finished: the line is one between two ends instead.
    """
    lines = lines_of(case)
    assert lines.single
    certain = {e for e, literal in enumerate(lines.drawn) if case.is_in(literal)}
    own = {e for e in certain if lines.drawn[e].variable == case.assumed}
    beside = {e for e in certain if lines.drawn[e].variable == case.place}
    for row in case.rows():
        drawn = [row[literal.variable] in literal.values for literal in lines.drawn]
        if not Lines(lines.drawn, lines.edges, lines.ends, lines.crossings, False).check(row):
            continue
        ends = {e for e, pair in enumerate(lines.edges) if {*pair} & {*lines.ends}}
        found = [
            loop
            for loop in parts_of(lines, drawn)
            if loop <= certain
            and (own <= loop) != is_beside
            and not beside & loop
            and (is_beside or bool(loop & ends) == is_finished)
            and (len(loop) < sum(drawn) or (lines.ends and not loop & ends))
        ]
        if not found:
            return False
    return True


def parts_of(lines: Lines, drawn: Sequence[bool]) -> list[set[int]]:
    """The lines that drawn edges form."""
    parts = [{e} for e, on in enumerate(drawn) if on]
    for p in {p for pair in lines.edges for p in pair} - {*lines.ends}:
        here = [e for e, pair in enumerate(lines.edges) if p in pair and drawn[e]]
        four = next((four for four in dict(lines.crossings).get(p, ()) if sorted(four) == here), ())
        for pair in (four[:2], four[2:]) if len(here) == 4 else (here,):
            joined = [part for part in parts if part & {*pair}]
            parts = [part for part in parts if not part & {*pair}] + ([set().union(*joined)] if joined else [])
    return parts


def falls_apart(case: Case) -> bool:
    """Whether certain positions are not joined through possible ones."""
    stated = case.primitive
    assert isinstance(stated, Connected)
    known = [case.is_in(Literal(x, stated.values)) for x in stated.variables]
    certain = [p for p, one in enumerate(known) if one]
    parts = components(len(known), [(a, b) for a, b in stated.edges if known[a] is not False and known[b] is not False])
    if case.assumed >= 0 and known[stated.variables.index(case.assumed)]:
        certain = [stated.variables.index(x) for x in (case.assumed, case.place)]
    assert known[stated.variables.index(case.place)]
    return len({parts[p] for p in certain}) > 1


def components(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """By position the first one that it is joined to."""
    found = list(range(count))
    for _ in range(count):
        for a, b in edges:
            found[a] = found[b] = min(found[a], found[b])
    return found


class Areas:
    """What is certainly joined in a `Regions`, and what may be.

    Args:
        by_labels: whether neighbours with one known label are joined, which is not seen where their sizes differ.
    """

    def __init__(self, case: Case, by_labels: bool) -> None:
        assert isinstance(case.primitive, Regions)
        self.stated = stated = case.primitive
        self.values = case.values
        self.count = len(stated.sizes)
        joined = []
        self.borders = []
        for e, (a, b) in enumerate(stated.edges):
            border = case.values[stated.borders[e]] if stated.borders else {0, 1}
            labels = [case.values[stated.labels[p]] for p in (a, b)] if stated.labels else [{0, 1}] * 2
            if 0 not in border:
                self.borders.append((a, b))
            elif border == {0} or (by_labels and len(labels[0]) == 1 and labels[0] == labels[1]):
                joined.append((a, b))
        self.part = components(self.count, joined)
        self.views = {
            "size": self.common(stated.sizes, lambda _: range(1, self.count + 1)),
            "first": self.common(stated.firsts, lambda p: range(1, p + 2)),
            "label": self.common(stated.labels, lambda _: ()) if stated.labels else {},
        }
        if stated.labels == stated.sizes:
            self.views["label"] = {part: self.sizes(part) for part in self.part}

    def members(self, part: int) -> list[int]:
        return [p for p in range(self.count) if self.part[p] == part]

    def common(self, variables: Sequence[int], all_: Callable[[int], Sequence[int]]) -> dict[int, set[int]]:
        """By part the values that its positions have in common, whatever its length is."""
        found: dict[int, set[int]] = {}
        for p, part in enumerate(self.part):
            own = set(all_(p)) if variables[p] < 0 else set(self.values[variables[p]])
            if variables[p] >= 0 and all_(p):
                own &= set(all_(p))
            found[part] = found.get(part, own) & own
        return found

    def sizes(self, part: int) -> set[int]:
        return {n for n in self.views["size"][part] if n >= len(self.members(part))}

    def may_join(self, i: int, j: int) -> bool:
        if any({self.part[a], self.part[b]} == {i, j} for a, b in self.borders):
            return False
        views = [self.views["first"], *([self.views["label"]] if self.stated.labels else [])]
        return bool(self.sizes(i) & self.sizes(j)) and all(view[i] & view[j] for view in views)

    def reached(self, part: int, steps: int = 10) -> set[int]:
        """The positions that its region may reach within so many steps."""
        found = set(self.members(part))
        for _ in range(steps):
            beside = {q for pair in self.stated.edges for p, q in (pair, pair[::-1]) if p in found}
            passed = {
                q
                for a, b in self.stated.edges
                for p, q in ((a, b), (b, a))
                if p in found and (a, b) not in self.borders and self.may_join(self.part[a], self.part[b])
            }
            found |= {q for q in beside & passed if self.may_join(part, self.part[q])}
        return found

    def lacks(self, view: str) -> bool:
        """Whether the positions of a part have nothing in common."""
        return any(not values for values in self.views[view].values())

    def is_full(self) -> bool:
        return any(values and not self.sizes(part) for part, values in self.views["size"].items())

    def alike(self, view: str) -> bool:
        """Whether a border is between parts with one known value."""
        values = self.views[view]
        ends = [[values[self.part[p]] for p in pair] for pair in self.borders]
        return any(one == other and len(one) == 1 for one, other in ends)

    def is_within(self) -> bool:
        """Whether a border is between positions of one part."""
        return any(self.part[a] == self.part[b] for a, b in self.borders)

    def lacks_room(self) -> bool:
        return any(len(self.reached(part)) < min(self.sizes(part), default=0) for part in self.part)

    def is_beyond(self, is_far: bool) -> bool:
        """Whether a part does not reach the first position of its region."""
        for part, firsts in self.views["first"].items():
            steps = max(self.sizes(part), default=0) - len(self.members(part)) if is_far else self.count
            if len(firsts) == 1 and min(firsts) - 1 not in self.reached(part, steps):
                return True
        return False


def area(case: Case, says: Callable[[Areas], bool]) -> bool:
    return any(says(Areas(case, by_labels)) for by_labels in (True, False))


NUMBERS: dict[str, Callable[[Case], bool]] = {
    "most": lambda case: totals(case) == {1},
    "least": lambda case: totals(case) == {-1},
    "missed": lambda case: totals(case) == {-1, 1},
    "equal": lambda case: totals(case) == {0},
    "taken": partial(is_crowded, size=2),
    "subset": partial(is_crowded, size=None),
    "combination": has_no_set,
}
SAYS: dict[str, dict[str, Callable[[Case], bool]]] = {
    "Linear": NUMBERS,
    "AllDifferent": NUMBERS,
    "GroupedSum": NUMBERS,
    "Connected": dict.fromkeys(Connected.rules, falls_apart),
    "Lines": {
        "third": partial(  # where no two lines can cross, even if the place is among the crossings
            meets, is_end=False, wrong=lambda lines, p, on: on.count(True) > 2 and not dict(lines.crossings).get(p)
        ),
        "past_end": partial(meets, is_end=True, wrong=lambda lines, p, on: on.count(True) > 1),
        "dead_end": partial(meets, is_end=False, wrong=lambda lines, p, on: on.count(True) == 1 and None not in on),
        "start": partial(meets, is_end=True, wrong=lambda lines, p, on: not any(one is not False for one in on)),
        "crossing": crossing,
        "empty": lambda case: all(case.is_in(one) is False for one in lines_of(case).drawn),
        "closed": partial(closes, is_beside=False),
        "finished": partial(closes, is_beside=False, is_finished=True),
        "beside": partial(closes, is_beside=True),
        "ends": lambda case: not lines_of(case).drawn or len(lines_of(case).ends) not in (0, 2),
    },
    "Regions": {
        "border": partial(area, says=Areas.is_within),
        "full": partial(area, says=Areas.is_full),
        "size": partial(area, says=lambda areas: areas.lacks("size")),
        "first": partial(area, says=lambda areas: areas.lacks("first")),
        "label": partial(area, says=lambda areas: areas.lacks("label")),
        "touching": partial(area, says=lambda areas: areas.alike("label")),
        "halves": partial(area, says=lambda areas: areas.alike("first")),
        "room": partial(area, says=Areas.lacks_room),
        "cut_off": partial(area, says=lambda areas: areas.is_beyond(False)),
        "far": partial(area, says=lambda areas: areas.is_beyond(True)),
    },
}
"""By primitive and rule, what is the case if the removed value is assumed, or is already in a contradiction."""


# ── the laws ────────────────────────────────────────────────────────────────────────────────────


@st.composite
def rings(draw: st.DrawFn) -> instances.Instance:
    """A single line, two rings to choose from."""
    edges = ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3))
    drawn = tuple(Literal(e, Domain.range(1, 1)) for e in range(len(edges)))
    ends = draw(st.sampled_from([(), (), (0, 1), (2, 3)]))
    known = st.sampled_from([Domain.range(0, 1), Domain.range(1, 1), Domain.range(1, 1)])
    return instances.Instance(draw(st.tuples(*[known] * len(edges))), Lines(drawn, edges, ends, (), True))


STATED = {kind: instances.any_of(kind) for kind in SAYS} | {"Lines in rings": rings()}


@pytest.mark.parametrize("kind", STATED)
@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_removed_value_breaks_the_rule_that_is_named(kind: str, data: st.DataObject) -> None:
    instance = data.draw(STATED[kind])
    store, constraint = Store(instance.variables()), FlatConstraint(instance.primitive, 0)
    first = list(store.mask)
    assume(all(first))
    for x, domain in enumerate(instance.domains):
        store.keep(x, Domain.of(data.draw(st.sets(st.sampled_from(list(domain)), min_size=1))))
    start = store.mark()
    try:
        store.propagate_alone(constraint)
    except Contradiction:
        assert_true(store, constraint, first, -1, 1)
    for removal in reversed(store.removals(start)):
        store.undo(removal.position)
        for value in single_bits(removal.before & ~removal.after):
            assert_true(store, constraint, first, removal.variable, value)


def assert_true(store: Store, constraint: FlatConstraint, first: Sequence[int], x: int, gone: int) -> str:
    """The rule that a reason names, which has to be broken with what the reason needs to be gone alone.

    Each of the last values of a variable may have a reason of its own. No rule is named if these are of several.
    """
    why = reason(store, constraint, first, x, gone)
    if why.unexplained or (x < 0 and why.rule is None):
        return ""
    assert why.rule
    primitive = constraint.primitive
    alone = [mask & ~why.needed.get(y, 0) for y, mask in enumerate(first)]
    if isinstance(primitive, Regions) and primitive.labels:
        for y in primitive.borders:  # where a border may be missing, equal labels join what it divides
            alone[y] = store.mask[y]
    for masks in (store.mask, alone):
        masks = [gone if y == x else mask for y, mask in enumerate(masks)]
        values = [frozenset(store.base[y] + bit for bit in bits(mask)) for y, mask in enumerate(masks)]
        says = SAYS[type(primitive).__name__][why.rule]
        assert says(Case(primitive, values, x, why.place)) or (x < 0 and excludes_all(says, primitive, values)), why
    return why.rule


def excludes_all(says: Callable[[Case], bool], primitive: Primitive, values: Sequence[frozenset[int]]) -> bool:
    """Whether a variable has several values, and each of them breaks the same rule, but for those that are no size."""
    none: set[int] = set()
    if isinstance(primitive, Regions):
        none = {v for x in primitive.sizes if x >= 0 for v in values[x] if not 0 < v <= len(primitive.sizes)}
    return any(
        len(values[y]) > 1
        and all(says(Case(primitive, [*values[:y], frozenset({v}), *values[y + 1 :]], y, -1)) for v in values[y] - none)
        for y in primitive.scope
    )


def edges(*pairs: tuple[int, int], ends: tuple[int, ...] = (), crossed: int = -1, single: bool = False) -> Lines:
    crossings = () if crossed < 0 else ((crossed, ((0, 1, 2, 3),)),)
    return Lines(tuple(Literal(e, Domain.range(1, 1)) for e in range(len(pairs))), pairs, ends, crossings, single)


def areas(count: int, borders: int, *, sizes: str = "", firsts: str = "", labels: str = "") -> Regions:
    """Positions in a row, or in a ring; those whose letters are listed in order have a variable."""
    pairs = tuple((p, (p + 1) % count) if p + 1 < count else (0, p) for p in range(borders))
    numbers = iter(range(borders, borders + 3 * count))
    known = [tuple(next(numbers) if str(p) in view else -1 for p in range(count)) for view in (sizes, firsts, labels)]
    return Regions(tuple(range(borders)), known[0], known[1], known[2] if labels else (), pairs)


TRIANGLE, STAR = ((0, 1), (1, 2), (0, 2)), ((0, 1), (0, 2), (0, 3), (0, 4))
RINGS = (*TRIANGLE, (3, 4), (4, 5), (3, 5))
ROW = Connected((0, 1, 2), Domain.range(1, 1), ((0, 1), (1, 2)))
KNOWN: list[tuple[str, Primitive, Mapping[int, Sequence[int]], int, int]] = [
    ("third", edges(*STAR), {0: [1], 1: [1]}, 2, 1),
    ("past_end", edges(*STAR, ends=(0,)), {0: [1]}, 2, 1),
    ("dead_end", edges(*TRIANGLE), {0: [1]}, 1, 0),
    ("start", edges(*STAR, ends=(0,)), {0: [0], 1: [0], 2: [0]}, 3, 0),
    ("crossing", edges(*STAR, crossed=0), {0: [1], 1: [1], 2: [1]}, 3, 0),
    ("empty", edges(*TRIANGLE, single=True), {0: [0], 1: [0]}, 2, 0),
    ("closed", edges(*RINGS, single=True), {0: [1], 1: [1], 3: [1]}, 2, 1),
    ("finished", edges(*RINGS, ends=(0, 1), single=True), {0: [0], 1: [1], 3: [1]}, 2, 1),
    ("beside", edges(*RINGS, single=True), {0: [1], 1: [1], 2: [1]}, 3, 1),
    ("ends", edges(*TRIANGLE, ends=(0,), single=True), {}, -1, 1),
    ("cut_off", ROW, {0: [1], 1: [0]}, 2, 1),
    ("joint", ROW, {0: [1], 2: [1]}, 1, 0),
    ("apart", ROW, {0: [1], 1: [0], 2: [1]}, -1, 1),
    ("border", areas(3, 3), {0: [0], 1: [0]}, 2, 1),
    ("full", areas(3, 2, sizes="0"), {0: [0], 2: [2]}, 1, 0),
    ("size", areas(2, 1, sizes="01"), {1: [1], 2: [2]}, 0, 0),
    ("first", areas(2, 1, firsts="01"), {1: [1], 2: [2]}, 0, 0),
    ("label", areas(2, 1, labels="01"), {1: [1], 2: [2]}, 0, 0),
    ("touching", areas(2, 1, labels="01"), {1: [1], 2: [1]}, 0, 1),
    ("halves", areas(2, 1, firsts="01"), {1: [1], 2: [1]}, 0, 1),
    ("room", areas(3, 2, sizes="0"), {0: [0], 2: [3]}, 1, 1),
    ("cut_off", areas(3, 2, firsts="2"), {2: [1]}, 1, 1),
    ("far", areas(3, 2, sizes="2", firsts="2"), {3: [1]}, 2, 2),
    ("most", Linear(((0, 1), (1, 1)), (), "<=", 4), {0: [3]}, 1, 2),
    ("least", Linear(((0, 1), (1, 1)), (), "==", 5), {0: [1]}, 1, 3),
    ("missed", Linear(((0, 1), (1, 2)), (), "==", 5), {0: [0, 3]}, 1, 2),
    ("equal", Linear(((0, 1), (1, 1)), (), "!=", 3), {0: [1]}, 1, 2),
    ("taken", AllDifferent((0, 1, 2)), {0: [1]}, 1, 1),
    ("subset", AllDifferent((0, 1, 2)), {0: [1, 2], 1: [1, 2]}, 2, 1),
    ("combination", GroupedSum.of_different((0, 1), 4), {}, 0, 2),
]
"""A rule; a primitive, values that are left in some variables of 0 to 3, and a value that one loses by that rule."""


def test_each_value_that_is_left_breaks_the_rule_that_is_named() -> None:
    """Neither of two first positions is joined to the position that may have them, and nothing else is wrong."""
    stated = areas(4, 2, firsts="3")
    store = Store([FlatVariable(f"v{y}", Domain.range(0, 3)) for y in range(1 + max(stated.scope))])
    first = list(store.mask)
    store.keep(max(stated.scope), Domain.of([1, 2]))
    assert assert_true(store, FlatConstraint(stated, 0), first, -1, 1) == "cut_off"


@pytest.mark.parametrize(("rule", "primitive", "left", "x", "value"), KNOWN)
def test_each_rule_is_named(
    rule: str, primitive: Primitive, left: Mapping[int, Sequence[int]], x: int, value: int
) -> None:
    store = Store([FlatVariable(f"v{y}", Domain.range(0, 3)) for y in range(1 + max(primitive.scope))])
    first = list(store.mask)
    for y, values in left.items():
        store.keep(y, Domain.of(values))
    assert assert_true(store, FlatConstraint(primitive, 0), first, x, 1 << value if x >= 0 else 1) == rule
    if x >= 0:
        with suppress(Contradiction):
            store.propagate_alone(FlatConstraint(primitive, 0))
            assert not store.has(x, value)


def test_no_rule_is_left_out() -> None:
    named = {(type(primitive), rule) for rule, primitive, *_ in KNOWN}
    for primitives in ENUMERATIONS.values():
        assert {rule for primitive, rule in named if primitive in primitives} == {*primitives[0].rules}
