"""Regions that are to be found: one constraint in place of many, for each label and for pairs of label and value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, Literal
from puzzledsl.presolve.planarity import faces
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.component_sizes import ComponentSizes
from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.region_parts import RegionParts
from puzzledsl.primitives.regions import Regions
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import Primitive
    from puzzledsl.kernel.store import Store

Edges = tuple[tuple[int, int], ...]

MOST_VALUES = 256
"""No label, value or variable of links may have more: they are listed."""


def regions(flat: FlatModel, store: Store) -> list[tuple[FlatConstraint, list[FlatConstraint]]]:
    """Variables whose equal values form regions of one size without repeated values, with the constraints that say so.

    Such a model says that each label is on connected positions, counts them, and joins label and value of each position
    to one number, no two of which are equal. All this holds for any domains.

    Args:
        flat: the model as it was stated: tables that differences have cut would say more than their origins.
    """
    found = []
    for (labels, edges), connected in _connected(flat).items():
        counts = _counts(flat, frozenset(labels))
        sizes = {size for _, size in counts.values()}
        numbers = (
            {v for x in labels for v in _domain(flat, x)} if all(_is_small(flat, store, x) for x in labels) else set()
        )
        if not numbers or len(sizes) != 1 or not numbers <= connected.keys() or not numbers <= counts.keys():
            continue
        (size,) = sizes
        pairs = _pairs(flat, store, labels)
        if pairs is None or size < 2:
            continue
        values, of_pairs = pairs
        held = sorted({v for x in values for v in _domain(flat, x)})
        around = faces(len(labels), frozenset([(min(a, b), max(a, b)) for a, b in edges]))
        one = Regions(
            labels,
            values,
            edges,
            tuple(around),
            size,
            tuple(sorted(numbers)),
            tuple(held) if len(held) == size else (),
        )
        replaced = [*connected.values(), *(count for count, _ in counts.values()), *of_pairs]
        replaced += _component_sizes(flat, labels, edges, size)
        found.append((_from(one, replaced), replaced))
        links = _links(flat, store, labels)
        if links:
            parts = RegionParts(labels, values, size, tuple(links))
            of_links = [row for rows in links.values() for row in rows]
            found.append((_from(parts, [*replaced, *of_links]), of_links))
    return found


def _from(primitive: Primitive, sources: Sequence[FlatConstraint]) -> FlatConstraint:
    origin, *further = dict.fromkeys([constraint.origin for constraint in sources])
    return FlatConstraint(primitive, origin, (), tuple(further), exact=True)


def _connected(flat: FlatModel) -> dict[tuple[tuple[int, ...], Edges], dict[int, FlatConstraint]]:
    """By variables and edges, for each of their values the constraint that its positions are connected."""
    found: dict[tuple[tuple[int, ...], Edges], dict[int, FlatConstraint]] = {}
    for one in flat.constraints:
        primitive = one.primitive
        if isinstance(primitive, Connected) and not one.condition and primitive.values.size == 1:
            of_graph = found.setdefault((primitive.variables, primitive.edges), {})
            of_graph.setdefault(primitive.values.lo, one)
    return found


def _counts(flat: FlatModel, variables: frozenset[int]) -> dict[int, tuple[FlatConstraint, int]]:
    """For each value that is counted among all these variables the constraint, and how often it occurs."""
    found: dict[int, tuple[FlatConstraint, int]] = {}
    for one in flat.constraints:
        row = one.primitive
        if one.condition or not isinstance(row, Linear) or row.op != "==" or row.terms:
            continue
        if len(row.literals) != len(variables) or any(k != 1 or b.values.size != 1 for b, k in row.literals):
            continue
        values = {literal.values.lo for literal, _ in row.literals}
        if len(values) == 1 and {literal.variable for literal, _ in row.literals} == variables:
            found.setdefault(values.pop(), (one, int(row.constant)))
    return found


def _pairs(
    flat: FlatModel, store: Store, labels: tuple[int, ...]
) -> tuple[tuple[int, ...], list[FlatConstraint]] | None:
    """The other variables of different numbers that are each made of a label and of one of them, by label.

    With them come the constraints that say so, if nothing else is said of these numbers.
    """
    uses: dict[int, list[FlatConstraint]] = {}
    for one in flat.constraints:
        for x in (*one.primitive.scope, *(literal.variable for literal in one.condition)):
            if x >= flat.sources:
                uses.setdefault(x, []).append(one)
    position = {x: p for p, x in enumerate(labels)}
    for one in flat.constraints:
        different = one.primitive
        if one.condition or not isinstance(different, AllDifferent) or different.ignoring or any(different.offsets):
            continue
        if len(different.variables) != len(labels) or min(different.variables) < flat.sources:
            continue
        values: dict[int, int] = {}
        slopes: set[tuple[int, int, int]] = set()
        replaced = [one]
        for pair in different.variables:
            others = [use for use in uses.get(pair, ()) if use is not one]
            made = _made(others[0], pair, position) if len(others) == 1 else None
            if made is None or not _is_small(flat, store, made[1]):
                break
            label, value, slope = made
            values[position[label]] = value
            slopes.add(slope)
            replaced.append(others[0])
        if len(values) == len(labels) == len(set(values.values())) and len(slopes) == 1:
            ((of_label, of_value, _),) = slopes
            domains = [_domain(flat, x) for x in values.values()]
            spread = max(domain.hi for domain in domains) - min(domain.lo for domain in domains)
            if abs(of_label) > spread * abs(of_value) > 0 and not position.keys() & set(values.values()):
                return tuple([values[p] for p in range(len(labels))]), replaced
    return None


def _made(one: FlatConstraint, pair: int, position: dict[int, int]) -> tuple[int, int, tuple[int, int, int]] | None:
    """For ``pair == a * label + b * value + c``: the label, the value, and a, b and c."""
    row = one.primitive
    if one.condition or not isinstance(row, Linear) or row.op != "==" or row.literals or len(row.terms) != 3:
        return None
    factors = {x: int(k) for x, k in row.terms}
    sign = -factors.pop(pair, 0)
    label = next((x for x in factors if x in position), -1)
    if abs(sign) != 1 or label < 0 or len(factors) != 2:
        return None
    (value,) = [x for x in factors if x != label]
    return label, value, (sign * factors[label], sign * factors[value], -sign * int(row.constant))


def _component_sizes(flat: FlatModel, labels: tuple[int, ...], edges: Edges, size: int) -> list[FlatConstraint]:
    """The constraints that the components of equal labels have this size."""
    found = []
    near = {frozenset(edge) for edge in edges}
    for one in flat.constraints:
        primitive = one.primitive
        if isinstance(primitive, ComponentSizes) and not one.condition and primitive.values == labels:
            asked = [x for x in primitive.sizes if x >= 0]
            if near == {frozenset(edge) for edge in primitive.edges} and all(
                _domain(flat, x) == Domain.range(size, size) for x in asked
            ):
                found.append(one)
    return found


def _links(
    flat: FlatModel, store: Store, labels: tuple[int, ...]
) -> dict[tuple[int, int, int, Domain, Domain], list[FlatConstraint]]:
    """Each link of `RegionParts`, and the equations, differences and tables that say it."""
    position = {x: p for p, x in enumerate(labels)}
    found: dict[tuple[int, int, int], tuple[set[int], set[int], list[FlatConstraint]]] = {}
    known: dict[tuple[object, ...], tuple[list[int], list[int]] | None] = {}
    for one in flat.constraints:
        places = [position[x] for x in one.primitive.scope if x in position]
        if len(places) != 2:
            continue
        a, b = places
        x, same, apart = -1, [0], list[int]()
        if isinstance(one.primitive, Linear):
            literal = _stated(one.primitive, one.condition)
            if literal is None:
                continue
            if one.condition:
                if not _is_small(flat, store, literal.variable):
                    continue
                x, values = one.condition[0].variable, list(literal.values & _domain(flat, literal.variable))
                same, apart = (values, []) if one.primitive.op == "==" else ([], values)
            elif one.primitive.op != "==":
                continue
        elif isinstance(one.primitive, Table) and not one.condition and len(one.primitive.variables) == 3:
            read = _tabulated(flat, one.primitive, store, position, known)
            if read is None:
                continue
            x, same, apart = read
        else:
            continue
        joined, parted, rows = found.setdefault((x, min(a, b), max(a, b)), (set(), set(), []))
        joined.update(same)
        parted.update(apart)
        rows.append(one)
    return {
        (x, a, b, Domain.of(sorted(same)) if x >= 0 else Domain(()), Domain.of(sorted(apart))): rows
        for (x, a, b), (same, apart, rows) in found.items()
    }


def _stated(row: Linear, condition: tuple[Literal, ...]) -> Literal | None:
    """For ``x == y`` or ``x != y`` under at most one condition: that, or any literal without one."""
    if row.literals or row.constant or row.op == "<=" or len(row.terms) != 2 or len(condition) > 1:
        return None
    (x, k), (_, m) = row.terms
    if k + m:
        return None
    return condition[0] if condition else Literal(x, Domain.range(0, 0))


def _tabulated(
    flat: FlatModel,
    table: Table,
    store: Store,
    position: dict[int, int],
    known: dict[tuple[object, ...], tuple[list[int], list[int]] | None],
) -> tuple[int, list[int], list[int]] | None:
    """The third variable of a table, and for which of its values two labels are equal, and for which they differ.

    ``None``: the table says something else.
    """
    (at,) = [i for i, x in enumerate(table.variables) if x not in position]
    x = table.variables[at]
    first, second = [y for y in table.variables if y != x]
    if not _is_small(flat, store, x):
        return None
    domains = (_domain(flat, x), _domain(flat, first), _domain(flat, second))
    key = (id(table.rows), at, *(domain.intervals for domain in domains))
    if key not in known:
        known[key] = _cases(table, at, domains)
    cases = known[key]
    return None if cases is None else (x, *cases)


def _cases(table: Table, at: int, domains: tuple[Domain, Domain, Domain]) -> tuple[list[int], list[int]] | None:
    left, right = set(domains[1]), set(domains[2])
    pairs: dict[int, set[tuple[int, int]]] = {v: set() for v in domains[0]}
    for row in table.rows:
        rest = row[:at] + row[at + 1 :]
        if row[at] in pairs and rest[0] in left and rest[1] in right:
            pairs[row[at]].add((rest[0], rest[1]))
    equal = len(left & right)
    every = len(left) * len(right)
    same, apart = [], []
    for v, some in pairs.items():
        alike = sum(a == b for a, b in some)
        if alike == len(some) == equal:
            same.append(v)
        elif not alike and len(some) == every - equal:
            apart.append(v)
        elif len(some) != every:
            return None
    return same, apart


def _is_small(flat: FlatModel, store: Store, x: int) -> bool:
    return bool(store.mask[x]) and _domain(flat, x).size <= MOST_VALUES


def _domain(flat: FlatModel, x: int) -> Domain:
    return flat.variables[x].domain
