"""Decided expressions: what an elaborated model says about its variables.

Everything static is gone (loops, rules, lists); what is left are integer expressions in a normal form
(`Affine` over variables and a few non-linear atoms) and Boolean expressions over them. All nodes are
frozen and hashable, so equal sub-expressions are found by a dictionary.

`evaluate` and `holds` are the meaning of these nodes, in exact arithmetic; the verifier consists of them,
and every later stage is tested against them.

Partial operations (division by zero, an index outside its list) follow the *relational* semantics of
Frisch & Stuckey (The Proper Treatment of Undefinedness in Constraint Languages, CP 2009): the nearest
enclosing comparison is false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from puzzledsl.records import Open, entity, record

Rational = int | Fraction


class Undefined(Exception):  # noqa: N818 - a value, not a failure: the enclosing comparison is false
    """An operation outside its domain, while evaluating."""


# ── integer expressions ──────────────────────────────────────────────────────────────────────────


@record
class Affine:
    """``Σ coefficient · atom + constant``: atoms are variable numbers (``int``) or non-linear nodes.

    Coefficients are never 0 and no atom occurs twice; build with `affine`.
    """

    terms: tuple[tuple[Atom, Rational], ...]
    constant: Rational

    def __add__(self, other: Affine | Rational) -> Affine:
        return weighted_sum(((1, self), (1, other if isinstance(other, Affine) else Affine((), other))))

    def __sub__(self, other: Affine | Rational) -> Affine:
        return self + -1 * other

    def __rmul__(self, factor: Rational) -> Affine:
        return weighted_sum(((factor, self),))


@record
class Product:
    """``left · right``, neither constant."""

    left: Affine
    right: Affine


@record
class Power:
    """``base ^ exponent`` with a static exponent of 2 or more."""

    base: Affine
    exponent: int


@record
class Absolute:
    """``|operand|``."""

    operand: Affine


@record
class Extremum:
    """The largest (``kind`` is ``max``) or smallest (``min``) of two or more items."""

    kind: str
    items: tuple[Affine, ...]


@record
class Division:
    """``kind`` ``div``: floor of the quotient; ``mod``: the remainder, with the sign of the divisor (as Python's)."""

    kind: str
    dividend: Affine
    divisor: Affine


@record
class Ratio:
    """The exact quotient, a rational number, by a decided divisor."""

    dividend: Affine
    divisor: Affine


@record
class Element:
    """``items[index]``, counted from 1."""

    items: tuple[Affine, ...]
    index: Affine


@record
class Conditional:
    """``if condition then yes else no``."""

    condition: Boolean
    yes: Affine
    no: Affine


@record
class Truth:
    """1 when the operand holds, else 0."""

    operand: Boolean


Operation = Product | Power | Absolute | Extremum | Division | Ratio | Element | Conditional | Truth
Atom = int | Operation

# ── Boolean expressions ──────────────────────────────────────────────────────────────────────────


@record
class Compare:
    """``expression op 0`` with ``op`` one of ``==``, ``!=``, ``<=``."""

    op: str
    expression: Affine


@record
class All:
    """Conjunction; empty: true."""

    items: tuple[Boolean, ...]


@record
class Some:
    """Disjunction; empty: false."""

    items: tuple[Boolean, ...]


@record
class Not:
    """Negation."""

    operand: Boolean


@record
class Same:
    """Both hold or neither does."""

    left: Boolean
    right: Boolean


@record
class Member:
    """The tuple of items is one of ``rows`` (each as long as ``items``)."""

    items: tuple[Affine, ...]
    rows: frozenset[tuple[int, ...]]


@record
class AllDifferent:
    """No two items have the same value, values of ``ignoring`` aside."""

    items: tuple[Affine, ...]
    ignoring: frozenset[int]


@entity
class Automaton(Open):
    """A deterministic finite automaton over integers.

    States are numbered from 0. ``moves[state]`` maps a value to the next state; a missing value rejects.
    In one model, equal automata are one object.
    """

    start: int
    moves: tuple[Mapping[int, int], ...]
    accepting: frozenset[int]

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Automaton)
            and (self.start, self.accepting, self.moves) == (other.start, other.accepting, other.moves)
        )

    def __hash__(self) -> int:
        return hash((self.start, len(self.moves), self.accepting))

    def accepts(self, values: Iterable[Rational]) -> bool:
        """Whether it accepts a word."""
        state = self.start
        for value in values:
            following = self.moves[state].get(value)  # type: ignore[arg-type] # a fraction is no key
            if following is None:
                return False
            state = following
        return state in self.accepting


@record
class Accepts:
    """The automaton accepts the values of ``items``, read in order."""

    items: tuple[Affine, ...]
    automaton: Automaton


@record
class Circuit:
    """Item i is the position that follows position i, and all positions form one cycle; positions count from 1."""

    items: tuple[Affine, ...]


@record
class Inverse:
    """``left[i] == j`` exactly where ``right[j] == i``; positions count from 1, and all values are positions."""

    left: tuple[Affine, ...]
    right: tuple[Affine, ...]


@record
class Connected:
    """The items with one of ``values`` are connected: every two are joined by a path of such items.

    ``edges`` are pairs of positions (from 0) that touch. No such item at all counts as connected.
    """

    items: tuple[Affine, ...]
    values: frozenset[int]
    edges: tuple[tuple[int, int], ...]


Crossing = tuple[int, int, int, int]


@record
class Lines:
    """Edges that hold 1 or more are drawn, and form lines: two meet in a place or none, and one in each of ``ends``.

    Four may meet in one of ``crossings``, where two lines cross. ``single``: there is one line.

    Attributes:
        edges: the two places of each item; several edges may join the same places.
        crossings: a place that is not an end, with the edges of each two lines that may cross there: two opposite ones,
            and two others. Edges that are opposite in one crossing of two lines are so in each.
        faces: where edges do not cross, the two parts of the plane beside each, by number, 0 outside; empty: unknown.
            They change nothing, but a loop has an inside.
    """

    items: tuple[Affine, ...]
    edges: tuple[tuple[int, int], ...]
    ends: tuple[int, ...]
    crossings: tuple[tuple[int, tuple[Crossing, ...]], ...]
    single: bool
    faces: tuple[tuple[int, int], ...]


@record
class Regions:
    """Borders or labels divide items into connected regions: within one there is no border (0), and labels are equal.

    ``edges`` are the pairs of positions (from 0, below ``count``) that ``borders`` are between; ``labels`` has one for
    each position. One of the two is empty. The region of position ``sized[k]`` has ``sizes[k]`` positions; the first
    position of that of ``begun[k]`` is ``firsts[k]``, from 1. ``sized`` and ``begun`` ascend.
    """

    count: int
    edges: tuple[tuple[int, int], ...]
    borders: tuple[Affine, ...] = ()
    labels: tuple[Affine, ...] = ()
    sized: tuple[int, ...] = ()
    sizes: tuple[Affine, ...] = ()
    begun: tuple[int, ...] = ()
    firsts: tuple[Affine, ...] = ()

    @property
    def items(self) -> tuple[Affine, ...]:
        """All borders, labels, sizes and first positions."""
        return (*self.borders, *self.labels, *self.sizes, *self.firsts)


@record
class Ranked:
    """Each of ``lines``, a number of digits, has the rank in ``ranks`` (0: any): 1 plus the number of smaller lines.

    The digits of shorter lines are preceded by zeros. ``ties``: ``none`` (all lines differ), ``only-unclued`` (a line
    with a rank differs from all others) or ``any``.
    """

    lines: tuple[tuple[Affine, ...], ...]
    ranks: tuple[int, ...]
    ties: str


Boolean = (
    bool
    | Compare
    | All
    | Some
    | Not
    | Same
    | Member
    | AllDifferent
    | Accepts
    | Circuit
    | Inverse
    | Connected
    | Lines
    | Regions
    | Ranked
)

# ── building ─────────────────────────────────────────────────────────────────────────────────────


def _plain(value: Rational) -> Rational:
    if type(value) is int:  # nearly always, and `Fraction` is an abstract class: slow to ask for
        return value
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def affine(terms: Mapping[Atom, Rational], constant: Rational = 0) -> Affine:
    """The normal form of ``Σ terms + constant``: zero coefficients dropped, integral fractions made ints."""
    if all(terms.values()) and set(map(type, terms.values())) <= _INTEGERS:  # nearly always
        return Affine(tuple(terms.items()), _plain(constant))
    kept = [(atom, k if type(k) is int else _plain(k)) for atom, k in terms.items() if k]
    return Affine(tuple(kept), _plain(constant))


_INTEGERS = {int}


def constant(value: Rational) -> Affine:
    """A number as an expression."""
    return Affine((), _plain(value))


def variable(atom: Atom) -> Affine:
    """A variable, or an operation, as an expression."""
    return Affine(((atom, 1),), 0)


def weighted_sum(parts: Iterable[tuple[Rational, Affine]], offset: Rational = 0) -> Affine:
    """``Σ weight · expression + offset``, like terms merged."""
    terms: dict[Atom, Rational] = {}
    total = offset
    for weight, part in parts:
        total += weight * part.constant
        if not terms and weight == 1:
            terms.update(part.terms)
            continue
        for atom, coefficient in part.terms:
            terms[atom] = terms.get(atom, 0) + weight * coefficient
    return affine(terms, total)


def integral(difference: Affine) -> Affine:
    """A positive multiple with whole coefficients: the same comparison with zero."""
    factor = lcm(difference.constant.denominator, *[k.denominator for _, k in difference.terms])
    return difference if factor == 1 else factor * difference


# ── meaning ──────────────────────────────────────────────────────────────────────────────────────


def evaluate(expression: Affine, values: Sequence[Rational]) -> Rational:
    """The value under an assignment (``values[variable number]``).

    Raises:
        Undefined: an operation is outside its domain.
    """
    total = expression.constant
    for atom, coefficient in expression.terms:
        total += coefficient * (values[atom] if isinstance(atom, int) else _atom(atom, values))
    return _plain(total)


def _each(items: Sequence[Affine], values: Sequence[Rational]) -> list[Rational]:
    return [evaluate(item, values) for item in items]


def _atom(atom: Operation, values: Sequence[Rational]) -> Rational:
    match atom:
        case Product(left, right):
            return evaluate(left, values) * evaluate(right, values)
        case Power(base, exponent):
            power: Rational = evaluate(base, values) ** exponent
            return power
        case Absolute(operand):
            value = evaluate(operand, values)
            return max(value, -value)
        case Extremum(kind, items):
            return (max if kind == "max" else min)(_each(items, values))
        case Division(kind, dividend, divisor):
            below = evaluate(divisor, values)
            if below == 0:
                raise Undefined
            above = evaluate(dividend, values)
            return above // below if kind == "div" else above % below
        case Ratio(dividend, divisor):
            below = evaluate(divisor, values)
            if below == 0:
                raise Undefined
            return Fraction(evaluate(dividend, values)) / below
        case Element(items, index):
            position = evaluate(index, values)
            if not (isinstance(position, int) and 1 <= position <= len(items)):
                raise Undefined
            return evaluate(items[position - 1], values)
        case Conditional(condition, yes, no):
            return evaluate(yes if holds(condition, values) else no, values)
        case Truth(operand):
            return int(holds(operand, values))


def holds(expression: Boolean, values: Sequence[Rational]) -> bool:
    """Whether a Boolean expression is true under an assignment; a relation of what is undefined is false."""
    try:
        match expression:
            case bool():
                return expression
            case Compare(op, difference):
                return compares(op, evaluate(difference, values))
            case All(items):
                return all(holds(item, values) for item in items)
            case Some(items):
                return any(holds(item, values) for item in items)
            case Not(operand):
                return not holds(operand, values)
            case Same(left, right):
                return holds(left, values) == holds(right, values)
            case Member(items, rows):
                return tuple(_each(items, values)) in rows
            case AllDifferent(items, ignoring):
                counted = [number for number in _each(items, values) if number not in ignoring]
                return len(set(counted)) == len(counted)
            case Accepts(items, automaton):
                return automaton.accepts(_each(items, values))
            case Circuit(items):
                return is_circuit(_each(items, values))
            case Inverse(left, right):
                return is_inverse(_each(left, values), _each(right, values))
            case Connected(items, chosen, edges):
                return is_connected([value in chosen for value in _each(items, values)], edges)
            case Lines(items, edges, ends, crossings, single):
                drawn = [value >= 1 for value in _each(items, values)]
                return is_lines(drawn, edges, ends, dict(crossings), single)
            case Regions(count, edges, borders, labels, sized, sizes, begun, firsts):
                of_size = dict(zip(sized, _each(sizes, values), strict=True))
                of_first = dict(zip(begun, _each(firsts, values), strict=True))
                return are_regions(count, edges, _each(borders, values), _each(labels, values), of_size, of_first)
            case Ranked(lines, ranks, ties):
                return is_ranked([_each(line, values) for line in lines], ranks, ties)
    except Undefined:
        return False


def is_circuit(successors: Sequence[Rational]) -> bool:
    """Whether following ``successors`` (positions from 1) from the first visits every position and returns."""
    seen: set[Rational] = set()
    position: Rational = 1
    while position not in seen:
        if not 1 <= position <= len(successors):
            return False
        seen.add(position)
        position = successors[int(position) - 1]
    return position == 1 and len(seen) == len(successors)


def is_inverse(left: Sequence[Rational], right: Sequence[Rational]) -> bool:
    """Whether each value is a position of the other list, which leads back.

    If each of ``left`` leads back, no two are equal; so they are all the positions, and ``right`` has no other values.
    """
    count = len(left)
    return count == len(right) and all(
        1 <= j <= count and j == int(j) and right[int(j) - 1] == i for i, j in enumerate(left, 1)
    )


def is_connected(chosen: Sequence[bool], edges: Sequence[tuple[int, int]]) -> bool:
    """Whether the chosen positions (from 0) form one component of the graph, or there are none."""
    firsts = regions_of(len(chosen), [not (chosen[a] and chosen[b]) for a, b in edges], edges)
    return len({first for first, is_chosen in zip(firsts, chosen, strict=True) if is_chosen}) <= 1


def is_lines(
    drawn: Sequence[bool],
    edges: Sequence[tuple[int, int]],
    ends: Collection[int],
    crossings: Mapping[int, Iterable[Crossing]],
    single: bool,
) -> bool:
    """Whether the drawn edges form lines, see `Lines`."""
    joined = joined_edges(drawn, edges, ends, crossings)
    return joined is not None and (not single or (any(drawn) and is_connected(drawn, joined)))


def joined_edges(
    drawn: Sequence[bool],
    edges: Sequence[tuple[int, int]],
    ends: Collection[int],
    crossings: Mapping[int, Iterable[Crossing]],
) -> list[tuple[int, int]] | None:
    """Each two drawn edges that one line has after one another; ``None``: they do not form lines."""
    joined: list[tuple[int, int]] = []
    for place, these in edges_at(edges, ends).items():
        here = [e for e in these if drawn[e]]
        if len(here) in ((1,) if place in ends else (0, 2)):
            joined += pairwise(here)
        else:
            crossing = next((four for four in crossings.get(place, ()) if {*four} == {*here}), None)
            if crossing is None:
                return None
            joined += (crossing[:2], crossing[2:])
    return joined


def edges_at(edges: Sequence[tuple[int, int]], ends: Iterable[int]) -> dict[int, list[int]]:
    """The edges in each place, those of the ends first."""
    at: dict[int, list[int]] = {end: [] for end in ends}
    for e, pair in enumerate(edges):
        for place in pair:
            at.setdefault(place, []).append(e)
    return at


def regions_of(count: int, borders: Sequence[Rational], edges: Iterable[tuple[int, int]]) -> list[int]:
    """The first position (from 0) of the region of each position, where edges without a border join."""
    near: list[list[int]] = [[] for _ in range(count)]
    for (a, b), border in zip(edges, borders, strict=True):
        if border == 0:
            near[a].append(b)
            near[b].append(a)
    first = [-1] * count
    for start in range(count):
        region = [start] if first[start] < 0 else []
        for position in region:  # which grows meanwhile
            if first[position] < 0:
                first[position] = start
                region += near[position]
    return first


def are_regions(
    count: int,
    edges: Sequence[tuple[int, int]],
    borders: Sequence[Rational],
    labels: Sequence[Rational],
    sizes: Mapping[int, Rational],
    firsts: Mapping[int, Rational],
) -> bool:
    """Whether borders and labels divide regions alike, which have these sizes and first positions (from 1), by
    position. Borders or labels may be empty."""
    by_labels = [labels[a] != labels[b] for a, b in edges] if labels else []
    divided = [border != 0 for border in borders] if borders else by_labels
    found = regions_of(count, divided, edges)
    return (
        (not labels or divided == by_labels)
        and all(not border or found[a] != found[b] for (a, b), border in zip(edges, divided, strict=True))
        and all(size == found.count(found[p]) for p, size in sizes.items())
        and all(first == found[p] + 1 for p, first in firsts.items())
    )


def is_ranked(lines: Sequence[Sequence[Rational]], ranks: Sequence[int], ties: str) -> bool:
    """Whether lines of digits have these ranks (0: any) as numbers, and no ties that are not allowed (see `Ranked`)."""
    length = max(map(len, lines), default=0)
    numbers = [(*[0] * (length - len(line)), *line) for line in lines]  # which tuples are ordered like
    smaller = {number: place for place, number in reversed(list(enumerate(sorted(numbers))))}
    counts = Counter(numbers)
    return all(
        (not rank or smaller[number] == rank - 1)
        and (ties == "any" or counts[number] == 1 or (ties == "only-unclued" and not rank))
        for number, rank in zip(numbers, ranks, strict=True)
    )


# ── walking ──────────────────────────────────────────────────────────────────────────────────────


def variables_of(expression: Affine | Boolean) -> frozenset[int]:
    """Numbers of the variables that occur anywhere below."""
    found: set[int] = set()
    seen: set[int] = set()
    pending: list[object] = [expression]
    while pending:
        node = pending.pop()
        if type(node) is Affine:
            for atom, _ in node.terms:
                if type(atom) is int:
                    found.add(atom)
                else:
                    pending.append(atom)
        elif id(node) not in seen:
            seen.add(id(node))
            pending += children(node)  # type: ignore[arg-type]
    return frozenset(found)


def conjuncts(expression: Boolean) -> Iterator[Boolean]:
    """Yield the conditions that a condition joins by ``and``, at any depth; itself if it joins none."""
    if isinstance(expression, All):
        for item in expression.items:
            yield from conjuncts(item)
    else:
        yield expression


def compares(op: str, value: Rational) -> bool:
    """``value op 0``."""
    return value == 0 if op == "==" else value != 0 if op == "!=" else value <= 0


def children(node: Atom | Boolean) -> tuple[Affine | Boolean, ...]:
    """The direct sub-expressions of an atom or a Boolean node."""
    kind = type(node)
    if kind is Compare:  # the usual ones first
        return (node.expression,)  # type: ignore[union-attr]
    if kind in _OF_ITEMS:
        return node.items  # type: ignore[union-attr]
    names = _OPERANDS.get(kind)
    if names is not None:
        return tuple([getattr(node, name) for name in names])
    names = getattr(kind, "__match_args__", ())  # `True` and `False` have none
    return tuple(_nodes(tuple(getattr(node, name) for name in names)))


def _nodes(part: object) -> Iterator[Affine | Boolean]:
    """The expressions in a field, or in its tuples."""
    if type(part) is tuple:
        for item in part:
            yield from _nodes(item)
    elif type(part) in _NODES:
        yield part  # type: ignore[misc]


_NODES = frozenset({Affine, *Boolean.__args__})
_OF_ITEMS = frozenset({Some, All, AllDifferent, Member, Accepts, Circuit, Connected, Lines})
"""Nodes all of whose expressions are their items."""
_OPERANDS: dict[type, tuple[str, ...]] = {Not: ("operand",), Truth: ("operand",), Same: ("left", "right")}
"""Further frequent ones: the fields that hold their expressions."""
