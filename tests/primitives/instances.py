"""Small random instances of every primitive, and what they mean by brute force."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from puzzledsl import expressions
from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    All,
    Automaton,
    Boolean,
    Compare,
    Not,
    Same,
    Some,
    affine,
    holds,
    integral,
    weighted_sum,
)
from puzzledsl.flat import FlatVariable, Literal, Primitive
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.lines import Lines
from puzzledsl.primitives.product import Product
from puzzledsl.primitives.regions import Regions
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Instance:
    domains: tuple[Domain, ...]
    primitive: Primitive

    def assignments(self) -> list[tuple[int, ...]]:
        return list(product(*self.domains))

    def variables(self) -> tuple[FlatVariable, ...]:
        return tuple(FlatVariable(f"v{i}", domain) for i, domain in enumerate(self.domains))


def domains(count: int, values: st.SearchStrategy[int], largest: int) -> st.SearchStrategy[tuple[Domain, ...]]:
    one = st.sets(values, min_size=1, max_size=largest).map(Domain.of)
    return st.tuples(*[one] * count)


small = st.integers(-3, 5)
positions = {count: st.integers(0, count - 1) for count in range(1, 7)}


@st.composite
def linear(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 4))
    slopes: st.SearchStrategy[int | Fraction] = st.sampled_from([1, -1, 2, -3, 5, Fraction(1, 2), Fraction(-2, 3)])
    terms = draw(st.lists(st.tuples(positions[count], slopes), max_size=count, unique_by=lambda term: term[0]))
    steps = st.sampled_from([1, -1, 2, 4])
    asked = st.builds(Literal, positions[count], st.sets(small, min_size=1, max_size=4).map(Domain.of))
    literals = draw(st.lists(st.tuples(asked, steps), max_size=3))
    op = draw(st.sampled_from(["==", "!=", "<="]))
    constant = draw(st.one_of(st.integers(-8, 12), st.sampled_from([Fraction(5, 2), Fraction(-1, 3)])))
    return Instance(draw(domains(count, small, 5)), Linear(tuple(terms), tuple(literals), op, constant))


@st.composite
def all_different(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 5))
    ignoring = draw(st.frozensets(small, max_size=2))
    offsets = draw(st.one_of(st.just(()), st.tuples(*[st.integers(-2, 2)] * count)))
    variables = tuple(draw(st.permutations(range(count))))
    values = draw(st.sampled_from([st.integers(1, count), st.integers(1, 6), small]))
    return Instance(draw(domains(count, values, 4)), AllDifferent(variables, ignoring, offsets))


@st.composite
def distinct_sum(draw: st.DrawFn) -> Instance:
    count, factor = draw(st.integers(1, 4)), draw(st.sampled_from([1, 1, 1, 2, -3]))
    groups = ((factor, tuple(draw(st.permutations(range(count))))),)
    return Instance(draw(domains(count, st.integers(-1, 5), 5)), GroupedSum(groups, draw(st.integers(-2, 14))))


@st.composite
def large_groups(draw: st.DrawFn) -> Instance:
    """Groups that are seen as sets of values, of more cells than have a word for the parts of a set; totals fit."""
    order, cut = draw(st.permutations(range(8))), draw(st.sampled_from([4, 7, 8]))
    groups = [(1, tuple(order[:cut])), (draw(st.sampled_from([1, -1, 2])), tuple(order[cut:]))]
    values = draw(st.permutations(range(-1, 7)))
    cells = dict(zip(order, [*values[:cut], *draw(st.permutations(values))[cut:]], strict=True))
    total = sum(k * cells[x] for k, variables in groups for x in variables)
    domains = tuple(Domain.of({cells[x], draw(st.integers(-1, 6))}) for x in range(8))
    return Instance(domains, GroupedSum(tuple(one for one in groups if one[1]), total))


@st.composite
def grouped_sum(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(2, 4))
    variables = draw(st.permutations(range(count)))
    cut = draw(st.integers(1, count - 1))
    factors = st.sampled_from([1, -1, 2, -3])
    groups = ((draw(factors), tuple(variables[:cut])), (draw(factors), tuple(variables[cut:])))
    return Instance(draw(domains(count, st.integers(-1, 5), 4)), GroupedSum(groups, draw(st.integers(-8, 12))))


@st.composite
def table(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 4))
    rows = draw(st.frozensets(st.tuples(*[st.integers(0, 3)] * count), max_size=12))
    return Instance(draw(domains(count, st.integers(0, 3), 4)), Table(tuple(range(count)), rows))


@st.composite
def comparisons(draw: st.DrawFn, count: int, depth: int = 2) -> Boolean:
    """Booleans of absolute values, maxima and linear expressions."""
    if depth:
        part = comparisons(count, depth - 1)
        joined = st.one_of(
            st.builds(lambda items: All(tuple(items)), st.lists(part, max_size=2)),
            st.builds(lambda items: Some(tuple(items)), st.lists(part, max_size=2)),
            st.builds(Not, part),
            st.builds(Same, part, part),
            part,
        )
        return draw(joined)
    factor: st.SearchStrategy[int | Fraction] = st.sampled_from([1, -1, 2, Fraction(1, 2)])
    sums = st.builds(
        lambda terms, offset: affine(dict(terms), offset),
        st.lists(st.tuples(positions[count], factor), max_size=2, unique_by=lambda term: term[0]),
        st.integers(-2, 2),
    )
    largest = st.builds(expressions.Extremum, st.sampled_from(["max", "min"]), st.tuples(sums, sums))
    atom = draw(st.one_of(st.builds(expressions.Absolute, sums), largest, positions[count]))
    difference = weighted_sum(((1, draw(sums)), (draw(factor), affine({atom: 1}))), draw(st.integers(-3, 3)))
    return Compare(draw(st.sampled_from(["==", "!=", "<="])), integral(difference))


@st.composite
def table_of_comparisons(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 3))
    expression = draw(comparisons(count))
    rows = frozenset(row for row in product(range(4), repeat=count) if holds(expression, row))
    primitive = Table(tuple(range(count)), rows, expression)
    return Instance(draw(domains(count, st.integers(0, 3), 4)), primitive)


@st.composite
def automaton(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 4))
    states = draw(st.integers(1, 4))
    moves = st.dictionaries(st.integers(-1, 3), st.integers(0, states - 1), max_size=5)
    accepting = draw(st.frozensets(st.integers(0, states - 1), min_size=1))
    machine = Automaton(draw(st.integers(0, states - 1)), draw(st.tuples(*[moves] * states)), accepting)
    line = draw(st.lists(positions[count], min_size=0, max_size=5))
    return Instance(draw(domains(count, st.integers(-1, 3), 4)), Regular(tuple(line), machine))


def three(make: Callable[[int, int, int], Primitive]) -> st.SearchStrategy[Instance]:
    def build(places: tuple[int, int, int], left: tuple[Domain, ...], wide: Domain) -> Instance:
        return Instance((*left, wide), make(*places))

    places = st.one_of(st.just((0, 1, 2)), st.tuples(*[positions[3]] * 3))
    wide = st.sets(st.integers(-12, 20), min_size=1, max_size=12).map(Domain.of)
    return st.builds(build, places, domains(2, small, 6), wide)


@st.composite
def clause(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 4))
    literal = st.builds(Literal, positions[count], st.sets(small, max_size=4).map(Domain.of))
    literals = draw(st.lists(literal, max_size=4))
    return Instance(draw(domains(count, small, 4)), Clause(tuple(literals)))


@st.composite
def circuit(draw: st.DrawFn) -> Instance:
    """One line along arcs: each variable is the position that follows."""
    count = draw(st.integers(1, 4))
    arcs = [(i, j) for i in range(count) for j in range(count) if i != j]
    drawn = tuple(Literal(i, Domain.range(j + 1, j + 1)) for i, j in arcs)
    return Instance(draw(domains(count, st.integers(0, count + 1), 4)), Lines(drawn, tuple(arcs), (), (), True))


@st.composite
def connected(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 6))
    pairs = [(a, b) for b in range(count) for a in range(b)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=9)) if pairs else []
    values = Domain.of(draw(st.sets(st.integers(0, 2), min_size=1, max_size=2)))
    return Instance(draw(domains(count, st.integers(0, 2), 3)), Connected(tuple(range(count)), values, tuple(edges)))


@st.composite
def lines(draw: st.DrawFn) -> Instance:
    """A third of them in a grid; places where four edges meet may be crossings of straight lines, any of them."""
    if draw(st.sampled_from([True, False, False])):
        pairs = [(p, q) for p in range(9) for q in (p + 1, p + 3) if q < 9 and (q - p == 3 or q % 3)]
        missing = draw(st.sets(st.sampled_from(pairs), min_size=2, max_size=6))
        edges = [pair for pair in pairs if pair not in missing]
    else:
        place = st.integers(0, draw(st.integers(1, 5)))
        edges = draw(st.lists(st.tuples(place, place).filter(lambda pair: pair[0] != pair[1]), max_size=9))
    places = sorted({p for pair in edges for p in pair})
    ends = draw(st.sets(st.sampled_from(places), max_size=2)) if draw(st.booleans()) and len(places) > 0 else set()
    crossings = []
    for p in places:
        here = draw(st.permutations([e for e, pair in enumerate(edges) if p in pair]))
        if len(here) > 3 and p not in ends and draw(st.booleans()):
            width = draw(st.sampled_from([1, 1, 2]))  # of each direction, how many edges lead there
            sides = [here[k : k + width] for k in range(0, len(here), width)]
            straight = [[*product(*two)] for two in zip(sides[::2], sides[1::2], strict=False)]
            both = [(*a, *b) for some, others in combinations(straight, 2) for a, b in product(some, others)]
            crossings.append((p, tuple(both)))
    drawn = tuple(Literal(e, Domain.of([1, 3])) for e in range(len(edges)))
    found = (
        draw(domains(len(edges), st.integers(0, 1), 2)) if draw(st.booleans()) else (Domain.range(0, 1),) * len(edges)
    )
    return Instance(found, Lines(drawn, tuple(edges), tuple(sorted(ends)), tuple(crossings), draw(st.booleans())))


@st.composite
def graph(draw: st.DrawFn, most: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """How many positions, and pairs of them."""
    count = draw(st.integers(1, most))
    pairs = [(a, b) for b in range(count) for a in range(b)]
    return count, tuple(draw(st.lists(st.sampled_from(pairs), unique=True, max_size=9)) if pairs else ())


@st.composite
def own_sizes(draw: st.DrawFn) -> Instance:
    """Regions whose labels are their sizes; some have borders, too."""
    count, edges = draw(graph(6))
    found = draw(domains(count, st.integers(0, count + 1), 4))
    labels: tuple[int, ...] = tuple(range(count))
    borders: tuple[int, ...] = ()
    if draw(st.sampled_from([True, False, False])) and len(edges) < 5:
        borders = tuple(range(count, count + len(edges)))
        found += draw(domains(len(edges), st.integers(0, 1), 2))
    return Instance(found, Regions(borders, labels, (-1,) * count, labels, edges))


@st.composite
def regions(draw: st.DrawFn) -> Instance:
    """Borders, labels or both; some positions have sizes, and some first positions."""
    count, edges = draw(graph(5))
    views = draw(st.sampled_from(["borders", "labels", "both"])) if edges else "both"
    found: list[Domain] = []
    borders: tuple[int, ...] = ()
    labels: tuple[int, ...] = ()
    if views != "labels":
        borders = tuple(range(len(edges)))
        values = draw(st.sampled_from([st.integers(0, 1), st.integers(0, 1), st.integers(-2, 2)]))
        found += draw(domains(len(edges), values, 2))
    if views != "borders":
        labels = tuple(range(len(found), len(found) + count))
        apart, away = draw(st.sampled_from([1, 1, 4])), draw(st.sampled_from([0, 0, 0, 10**12]))  # wide, far away
        for p, domain in enumerate(draw(domains(count, st.integers(-1, 1), 3))):
            found.append(Domain.of([p % 2 * away + apart * v for v in domain]))
    known: list[tuple[int, ...]] = []
    for largest, often in ((4, 2), (3, 1)):
        asked = draw(st.lists(st.sampled_from([True] * often + [False] * 2), min_size=count, max_size=count))
        known.append(tuple(len(found) + sum(asked[:p]) if is_asked else -1 for p, is_asked in enumerate(asked)))
        found += draw(domains(sum(asked), st.integers(-1, count + 1), largest))
    return Instance(tuple(found), Regions(borders, known[0], known[1], labels, edges))


INSTANCES: dict[str, st.SearchStrategy[Instance]] = {
    "AllDifferent": all_different(),
    "Clause": clause(),
    "Connected": connected(),
    "GroupedSum": st.one_of(distinct_sum(), grouped_sum(), large_groups()),
    "Linear": linear(),
    "Lines": st.one_of(lines(), lines(), circuit()),
    "Product": three(Product),
    "Regions": st.one_of(regions(), own_sizes()),
    "Regular": automaton(),
    "Table": st.one_of(table(), table_of_comparisons()),
}


# ── values far apart: masks of several words, and of one word from different bases ──────────────


apart = st.sampled_from([-200, -129, -65, -64, -3, 0, 1, 2, 62, 63, 64, 65, 127, 128, 129, 260])
some_apart = st.sets(apart, min_size=1, max_size=5).map(Domain.of)
far_away = st.sampled_from([0, 0, 0, 0, 0, 10**12])


@st.composite
def domains_apart(
    draw: st.DrawFn, count: int, largest: int, values: st.SearchStrategy[int] = apart
) -> tuple[Domain, ...]:
    """Some of them are far away from the others."""
    shifts = [draw(far_away) for _ in range(count)]
    found = draw(domains(count, values, largest))
    return tuple(Domain.of(shift + v for v in domain) for shift, domain in zip(shifts, found, strict=True))


@st.composite
def different_apart(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 5))
    ignoring = draw(st.frozensets(apart, max_size=2))
    shift = st.sampled_from([0, 0, 1, 64, -127])
    offsets = draw(st.one_of(st.just(()), st.tuples(*[shift] * count)))
    return Instance(draw(domains_apart(count, 4)), AllDifferent(tuple(range(count)), ignoring, offsets))


@st.composite
def linear_apart(draw: st.DrawFn) -> Instance:
    """Its constant is what one assignment adds up to, or close to it. Some sums are too large for sets of sums."""
    found = draw(domains_apart(draw(st.integers(1, 4)), 5))
    large = (2**62 + 1, -(10**19), 10**30)  # the sums of the first fit 64 bits, or not
    slopes = draw(st.sampled_from([(1, -1, 2, -3), (1,), (1, -1), (9_001, -10_007, 1), large]))
    cells = range(len(found))
    terms = tuple((x, draw(st.sampled_from(slopes))) for x in cells if draw(st.booleans()))
    asked = st.builds(Literal, st.sampled_from(cells), some_apart)
    steps = st.sampled_from([1, -1, 70, *large])
    literals = tuple(draw(st.lists(st.tuples(asked, steps), max_size=3)))
    values = [draw(st.sampled_from(list(domain))) for domain in found]
    total = sum(k * values[x] for x, k in terms)
    total += sum(k for one, k in literals if values[one.variable] in one.values)
    op = draw(st.sampled_from(["==", "==", "!=", "<="]))
    return Instance(found, Linear(terms, literals, op, total + draw(st.sampled_from([0, 0, 1, -64]))))


@st.composite
def grouped_apart(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(2, 5))
    cells, cut = draw(st.permutations(range(count))), draw(st.integers(1, count))
    values = draw(st.sampled_from([apart, st.integers(-4, 40), st.integers(60, 70), st.integers(-7, 9)]))
    found = draw(domains_apart(count, 4, values))
    factors = st.sampled_from([1, -1, 2, -3, 5_003])
    groups = tuple((draw(factors), tuple(part)) for part in (cells[:cut], cells[cut:]) if part)
    chosen = [draw(st.sampled_from(list(domain))) for domain in found]
    return Instance(found, GroupedSum(groups, sum(k * chosen[x] for k, part in groups for x in part)))


@st.composite
def table_apart(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 4))
    far = st.one_of(apart, st.sampled_from([10**6, 10**12 + 1]))
    far = draw(st.sampled_from([apart, far, apart.map(lambda v: v + 10**12)]))
    rows = draw(st.frozensets(st.tuples(*[far] * count), max_size=12))
    return Instance(draw(domains_apart(count, 5)), Table(tuple(range(count)), rows))


@st.composite
def automaton_apart(draw: st.DrawFn) -> Instance:
    count, states = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    far = st.one_of(apart, st.sampled_from([10**6, 10**12 + 1]))
    far = draw(st.sampled_from([apart, far, apart.map(lambda v: v + 10**12)]))
    moves = st.dictionaries(far, st.integers(0, states - 1), max_size=8)
    accepting = draw(st.frozensets(st.integers(0, states - 1), min_size=1))
    machine = Automaton(draw(st.integers(0, states - 1)), draw(st.tuples(*[moves] * states)), accepting)
    line = tuple(draw(st.lists(positions[count], max_size=5)))
    return Instance(draw(domains_apart(count, 5)), Regular(line, machine))


LETTERS = 330
LARGE_AUTOMATON = Automaton(
    0, tuple({v: v for v in range(LETTERS) if (7 * s + 3 * v) % 5} for s in range(LETTERS)), frozenset(range(LETTERS))
)
"""So many arcs lead from the states at one place of a line to those at the next that no diagram is kept."""


@st.composite
def line_of_large_automaton(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(2, 4))
    found = draw(domains(count, st.one_of(apart, st.integers(0, LETTERS - 1)), 4))
    return Instance(found, Regular(tuple(range(count)), LARGE_AUTOMATON))


@st.composite
def product_apart(draw: st.DrawFn) -> Instance:
    left, right = draw(domains(2, apart, 4))
    results = {v * w for v in left for w in right if draw(st.booleans())} | draw(st.sets(apart, min_size=1, max_size=3))
    return Instance((left, right, Domain.of(results)), Product(*draw(st.permutations(range(3)))))


@st.composite
def clause_apart(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 4))
    literals = draw(st.lists(st.builds(Literal, positions[count], some_apart), max_size=4))
    return Instance(draw(domains_apart(count, 4)), Clause(tuple(literals)))


@st.composite
def connected_apart(draw: st.DrawFn) -> Instance:
    count = draw(st.integers(1, 5))
    edges = tuple((a, b) for b in range(count) for a in range(b) if draw(st.booleans()))
    return Instance(draw(domains_apart(count, 3)), Connected(tuple(range(count)), draw(some_apart), edges))


@st.composite
def lines_apart(draw: st.DrawFn) -> Instance:
    """Each edge has a variable of its own, or shares one whose values tell which edge is drawn."""
    place = st.integers(0, draw(st.integers(1, 4)))
    edges = draw(st.lists(st.tuples(place, place).filter(lambda pair: pair[0] != pair[1]), max_size=6))
    places = sorted({p for pair in edges for p in pair})
    ends = tuple(sorted(draw(st.sets(st.sampled_from(places), max_size=2)))) if places else ()
    shared = draw(st.booleans())
    drawn = tuple(
        Literal(e // 2, draw(some_apart) & Domain.range(*((-300, 0) if e % 2 else (1, 300))))
        if shared
        else Literal(e, draw(some_apart))
        for e in range(len(edges))
    )
    count = len({literal.variable for literal in drawn})
    return Instance(draw(domains_apart(count, 4)), Lines(drawn, tuple(edges), ends, (), draw(st.booleans())))


APART: dict[str, st.SearchStrategy[Instance]] = {
    "AllDifferent": different_apart(),
    "Clause": clause_apart(),
    "Connected": connected_apart(),
    "GroupedSum": grouped_apart(),
    "Linear": linear_apart(),
    "Lines": lines_apart(),
    "Product": product_apart(),
    "Regular": automaton_apart(),
    "Table": table_apart(),
}


def is_small(found: Instance) -> bool:
    """Whether all assignments can be tried."""
    return prod(domain.size for domain in found.domains) <= 1500


def of(kind: str) -> st.SearchStrategy[Instance]:
    """Instances small enough for brute force."""
    return INSTANCES[kind].filter(is_small)


def any_of(kind: str) -> st.SearchStrategy[Instance]:
    """The same, in every second one with values far apart."""
    return st.one_of(INSTANCES[kind], APART.get(kind, INSTANCES[kind])).filter(is_small)
