"""Sums that follow from others: house totals minus enclosed cages ("innies and outies").

A house is a group of different cells with as many values as cells, so that its sum is known. From the total of a
union of disjoint houses the known sums of groups of cells inside it are taken away; what is left is the sum of the
few cells that no such group covers (innies), or, with groups that stick out, a difference between cells inside and
outside (outies). These are linear combinations of equations that the model states, so they cut off no solution; what
they add is that propagation and rows see few cells at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.expressions import Compare, affine
from puzzledsl.flat import FlatConstraint
from puzzledsl.kernel.masks import bits
from puzzledsl.presolve.equation_tables import rows_of_sum
from puzzledsl.presolve.group_sums import grouped_sum
from puzzledsl.presolve.rewriting import Rewrite
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.flat import Primitive
    from puzzledsl.kernel.domains import Domains
    from puzzledsl.presolve.differences import Differences
    from puzzledsl.presolve.rewriting import WorkingModel


class KnownSum(NamedTuple):
    """The cells of a mask (bits are variable numbers) have this sum. ``origins``: where that comes from, as bits."""

    cells: int
    total: int
    origins: int


class Derived(NamedTuple):
    """``Σ plus - Σ minus == total`` (masks over variable numbers).

    Attributes:
        origins: of all that it comes from, as bits.
        cages: the sums that have been taken away.
    """

    plus: int
    minus: int
    total: int
    origins: int
    cages: list[KnownSum]


def derived_sums(model: WorkingModel, domains: Domains) -> Rewrite:
    """Add sums of few cells that follow from houses and cages, as strong as they can be said.

    Each has the origins of all sums and houses that it comes from. They hold within the present domains.
    """
    found: dict[Table | Linear | GroupedSum, FlatConstraint] = {}
    for one in combined_sums(model.stated, domains):
        *further, origin = bits(one.origins)
        primitive = _primitive(one, model.apart, domains)
        found.setdefault(primitive, FlatConstraint(primitive, origin, (), tuple(further)))
    added = tuple(found.values())
    return Rewrite(added, rows=tuple([one for one in added if _is_worth_rows(one.primitive)]))


def _is_worth_rows(derived: Primitive) -> bool:
    is_large = isinstance(derived, Table) and len(derived.rows) > TUNING.row_combinations
    return len(derived.scope) <= TUNING.row_cells and not is_large


def _primitive(one: Derived, apart: Differences, domains: Domains) -> Table | Linear | GroupedSum:
    plus, minus = tuple(bits(one.plus)), tuple(bits(one.minus))
    terms = (*((x, 1) for x in plus), *((x, -1) for x in minus))
    if 2 <= len(terms) <= 4 and (minus or not apart.all_of(plus)):
        rows = rows_of_sum(terms, one.total, apart, domains)
        if rows is not None:
            return Table((*plus, *minus), rows, Compare("==", affine(dict(terms), -one.total)))
    row = Linear(terms, (), "==", one.total)
    return grouped_sum(FlatConstraint(row, 0), apart, domains) or row


def combined_sums(constraints: Sequence[FlatConstraint], domains: Domains) -> list[Derived]:
    """The derived sums of few cells, fixed cells left out, those of fewest cells first."""
    cages = known_sums(constraints, domains)
    totals = _totals(constraints, domains) if cages else []
    if not totals:
        return []
    stated = {(cage.cells, 0) for cage in cages}
    found: dict[tuple[int, int], Derived] = {}
    for union in _unions(totals, cages):
        for derived in differences(union, [cage for cage in cages if cage.cells & union.cells]):
            size = derived.plus.bit_count() + derived.minus.bit_count()
            key = (derived.plus, derived.minus)
            if size <= TUNING.derived_cells and key not in stated and key not in found and key[::-1] not in found:
                found[key] = derived
    return sorted(found.values(), key=lambda d: d.plus.bit_count() + d.minus.bit_count())


def houses(constraints: Sequence[FlatConstraint], domains: Domains) -> Iterator[tuple[FlatConstraint, int]]:
    """Groups of different cells with as many values as cells, as bits from their common base."""
    for one in constraints:
        different = one.primitive
        if one.condition or not isinstance(different, AllDifferent | GroupedSum):
            continue
        for variables in different.cliques:
            values = 0
            for x in variables if _have_common_base(domains, variables) else ():
                values |= domains.mask[x]
            if values and values.bit_count() == len(variables):
                yield one, values


def _totals(constraints: Sequence[FlatConstraint], domains: Domains) -> list[KnownSum]:
    """The sums of houses, without their fixed cells."""
    found: dict[int, KnownSum] = {}
    for house, values in houses(constraints, domains):
        variables = house.primitive.scope
        cells, total = 0, sum([domains.base[variables[0]] + bit for bit in bits(values)])
        for x in variables:
            if domains.is_fixed(x):
                total -= domains.lo(x)
            else:
                cells |= 1 << x
        if cells:
            found.setdefault(cells, KnownSum(cells, total, 1 << house.origin))
    return list(found.values())


def known_sums(constraints: Sequence[FlatConstraint], domains: Domains) -> list[KnownSum]:
    """Known sums of at least two open cells, each counted once."""
    found: dict[int, KnownSum] = {}
    for constraint in constraints:
        match constraint:
            case FlatConstraint(Linear(((_, slope), *_) as terms, (), "==", constant), condition=()):
                pass
            case FlatConstraint(GroupedSum(terms=((_, slope), *_) as terms, total=constant), condition=()):
                pass
            case _:
                continue
        if constant % slope or any(k != slope or not domains.mask[x] for x, k in terms):
            continue
        cells, total = 0, int(constant // slope)
        for x, _ in terms:
            if domains.is_fixed(x):
                total -= domains.lo(x)
            elif cells >> x & 1:
                break
            else:
                cells |= 1 << x
        else:
            if cells & (cells - 1):
                found.setdefault(cells, KnownSum(cells, total, 1 << constraint.origin))
    return sorted(found.values(), key=lambda cage: -cage.cells.bit_count())


def _unions(houses: list[KnownSum], cages: list[KnownSum]) -> Iterator[KnownSum]:
    """Single houses, then two and three disjoint ones, each of which shares a cage with one before."""
    neighbours: list[set[int]] = [set() for _ in houses]
    for cage in cages:
        met = [i for i, house in enumerate(houses) if house.cells & cage.cells]
        for i in met:
            neighbours[i].update(j for j in met if j != i and not houses[i].cells & houses[j].cells)
    level = [(1 << i, house, neighbours[i]) for i, house in enumerate(houses)]
    seen: set[int] = set()
    count = 0
    for size in range(TUNING.houses):
        following = []
        for members, union, near in level:
            yield union
            count += 1
            if count >= TUNING.unions:
                return
            if size + 1 == TUNING.houses:
                continue
            for j in sorted(near):
                more = members | 1 << j
                if more in seen or houses[j].cells & union.cells:
                    continue
                seen.add(more)
                other = houses[j]
                both = KnownSum(union.cells | other.cells, union.total + other.total, union.origins | other.origins)
                following.append((more, both, near | neighbours[j]))
        level = following


def differences(union: KnownSum, cages: list[KnownSum]) -> Iterator[Derived]:
    """Subtract the cages inside a union from it; then also those that stick out by fewer cells than are inside."""
    for strict in (True, False):
        left, outside, total, origins = union.cells, 0, union.total, union.origins
        chosen: list[KnownSum] = []
        for cage in cages:
            inner = cage.cells & union.cells
            outer = cage.cells & ~union.cells
            if inner & ~left or outer & outside:
                continue  # overlaps one that has been taken
            if outer and (strict or outer.bit_count() >= inner.bit_count()):
                continue
            left &= ~inner
            outside |= outer
            total -= cage.total
            origins |= cage.origins
            chosen.append(cage)
        if chosen and (left or outside):
            yield Derived(left, outside, total, origins, chosen)


def _have_common_base(domains: Domains, variables: Sequence[int]) -> bool:
    """Whether all variables have masks of one base."""
    mask, base = domains.mask, domains.base
    return all(mask[x] and base[x] == base[variables[0]] for x in variables)
