"""Readings of the rules about cages, single cells, and how often values occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import prod

from .cases import Case, Filled, Place, all_different, on_row


def kenken(v: list[int], op: str, target: int) -> bool:
    match op:
        case "+":
            return sum(v) == target
        case "*":
            return prod(v) == target
        case "-":
            return any(2 * x - sum(v) == target for x in v)
    return any(
        prod(v[:k] + v[k + 1 :]) != 0 and Fraction(x, prod(v[:k] + v[k + 1 :])) == target for k, x in enumerate(v)
    )


def kenken_by(op: str, target: int) -> Callable[[list[int]], bool]:
    return lambda v: kenken(v, op, target)


def beside(g: Filled, place: Place, without: set[Place] = set()) -> list[int]:  # noqa: B006
    r, c = place
    around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [g[p] for p in around if p in g and p not in without]


def contains(v: list[int], *values: int) -> bool:
    return all(Counter(v)[x] >= k for x, k in Counter(values).items())


def contains_exactly(v: list[int], *values: int) -> bool:
    return all(Counter(v)[x] == k for x, k in Counter(values).items())


def rellik(v: list[int], total: int) -> bool:
    subsets = (part for k in range(1, len(v) + 1) for part in combinations(v, k))
    return all_different(v) and all(sum(part) != total for part in subsets)


def equality(v: list[int], values: list[int]) -> bool:
    half = len(values) // 2
    low, high, odd = values[:half], values[-half:], [x for x in v if x % 2]
    if not all_different(v) or len(odd) * 2 != len(v):
        return False
    return all(x in low or x in high for x in v) and sum(x in low for x in v) == sum(x in high for x in v)


def lunchbox(v: list[int], total: int) -> bool:
    if not all_different(v):
        return False
    a, b = sorted((v.index(min(v)), v.index(max(v))))
    return sum(v[a + 1 : b]) == total


def circles(v: list[int]) -> bool:
    return all(v.count(x) == x for x in v)


def index_row(g: Filled, places: list[Place]) -> bool:
    return all(g.get((g[r, c], c)) == r for r, c in places)


def index_column(g: Filled, places: list[Place]) -> bool:
    return all(g.get((r, g[r, c])) == c for r, c in places)


def index_box(v: list[int], positions: list[int]) -> bool:
    return all(1 <= v[i - 1] <= len(v) and v[v[i - 1] - 1] == i for i in positions)


CASES = [
    on_row("cage", 3, "1..5", "9", lambda v: all_different(v) and sum(v) == 9),
    on_row("cage", 3, "0..3", "", all_different),
    on_row("cage", 1, "1..3", "total = 2", lambda v: v == [2]),
    Case("cage", (1, 3), "1..6", "cage([r1c1, r1c2], r1c3)",
         lambda g: g[1, 1] != g[1, 2] and g[1, 1] + g[1, 2] == g[1, 3]),
    on_row("total", 3, "1..4", "7", lambda v: sum(v) == 7),
    Case("total", (1, 2), "1..4", "total([r1c1, r1c1, r1c2], 7)", lambda g: 2 * g[1, 1] + g[1, 2] == 7),
    *(on_row("kenken", 3, "0..4", f'"{op}", {target}', kenken_by(op, target))
      for op, target in [("+", 5), ("*", 0), ("*", 8), ("-", 1), ("/", 2)]),
    *(on_row("kenken", 2, "0..5", f'"{op}", {target}', kenken_by(op, target))
      for op, target in [("+", 5), ("*", 12), ("-", 0), ("-", 3), ("/", 1), ("/", 2)]),
    on_row("kenken", 1, "1..4", '"*", 3', lambda v: v == [3]),
    on_row("kenken", 3, "-2..2", '"*", -4', lambda v: prod(v) == -4),
    on_row("odd", 2, "-2..2", "", lambda v: all(x % 2 for x in v)),
    on_row("even", 2, "0..4", "", lambda v: not any(x % 2 for x in v)),
    Case("minimum", (2, 3), "1..3", "minimum([r1c2])", lambda g: all(g[1, 2] < x for x in beside(g, (1, 2)))),
    Case("minimum", (2, 2), "1..4", "minimum([r1c1], except = [r1c2])", lambda g: g[1, 1] < g[2, 1]),
    Case("maximum", (2, 3), "0..2", "maximum([r1c1, r2c3])",
         lambda g: all(g[p] > x for p in [(1, 1), (2, 3)] for x in beside(g, p))),
    Case("maximum", (2, 2), "1..4", "maximum([r1c1], [r2c1, r2c2])", lambda g: g[1, 1] > g[1, 2]),
    on_row("contains", 4, "1..4", "1, 3", lambda v: contains(v, 1, 3)),
    on_row("contains", 4, "1..4", "2, 2, 3", lambda v: contains(v, 2, 2, 3)),
    on_row("contains_exactly", 4, "0..3", "0, 2, 2", lambda v: contains_exactly(v, 0, 2, 2)),
    on_row("exactly", 4, "1..3", "2, 2", lambda v: v.count(2) == 2),
    on_row("exactly", 3, "1..3", "1, 0", lambda v: 1 not in v),
    on_row("exactly", 3, "1..4", "{1, 4}, 2", lambda v: sum(x in (1, 4) for x in v) == 2),
    on_row("rellik", 3, "1..6", "6", lambda v: rellik(v, 6)),
    on_row("rellik", 4, "0..4", "3", lambda v: rellik(v, 3)),
    on_row("rellik", 4, "1..11", "9", lambda v: rellik(v, 9)),
    on_row("rellik", 2, "-2..2", "0", lambda v: rellik(v, 0)),
    on_row("equality_cage", 4, "1..5", "", lambda v: equality(v, [1, 2, 3, 4, 5])),
    on_row("equality_cage", 4, "0..5", "", lambda v: equality(v, [0, 1, 2, 3, 4, 5])),
    on_row("lunchbox", 4, "1..5", "3", lambda v: lunchbox(v, 3)),
    on_row("lunchbox", 4, "1..6", "0", lambda v: lunchbox(v, 0)),
    on_row("lunchbox", 3, "-2..3", "1", lambda v: lunchbox(v, 1)),
    on_row("lunchbox", 2, "1..3", "0", lambda v: lunchbox(v, 0)),
    on_row("lunchbox", 1, "1..3", "0", lambda v: True),
    Case("same_values", (1, 4), "1..3", "same_values([[r1c1, r1c2], [r1c3, r1c4]])",
         lambda g: Counter([g[1, 1], g[1, 2]]) == Counter([g[1, 3], g[1, 4]])),
    Case("same_values", (1, 3), "1..3", "same_values([[r1c1], [r1c2], [r1c3]])", lambda g: len(set(g.values())) == 1),
    Case("same_values", (1, 3), "1..3", "same_values([[r1c1], [r1c2, r1c3]])", lambda g: False),
    on_row("counting_circles", 4, "1..4", "", circles),
    on_row("counting_circles", 3, "-1..3", "", circles),
    Case("count_distinct", (1, 4), "1..4", "count_distinct([r1c1, r1c2, r1c3], r1c4)",
         lambda g: len({g[1, 1], g[1, 2], g[1, 3]}) == g[1, 4]),
    on_row("count_distinct", 3, "0..3", "2", lambda v: len(set(v)) == 2),
    on_row("one_to_n", 3, "0..4", "", lambda v: sorted(v) == [1, 2, 3]),
    on_row("one_to_n", 1, "1..3", "", lambda v: v == [1]),
    on_row("one_to_n", 3, "1..2", "", lambda v: False),
    Case("index_row", (3, 2), "1..3", "index_row(row(2))", lambda g: index_row(g, [(2, 1), (2, 2)])),
    Case("index_row", (3, 2), "0..3", "index_row([r1c1, r2c1])", lambda g: index_row(g, [(1, 1), (2, 1)])),
    Case("index_column", (2, 3), "1..4", "index_column(column(2))", lambda g: index_column(g, [(1, 2), (2, 2)])),
    Case("index_box", (1, 4), "0..5", "index_box([r1c1, r1c3], [row(1)])",
         lambda g: index_box(list(g.values()), [1, 3])),
    Case("index_box", (2, 2), "1..4", "index_box(cells, groups = [cells])",
         lambda g: index_box(list(g.values()), [1, 2, 3, 4])),
    Case("index_box", (4, 4), "1..4", "index_box([r1c2, r4c4])",
         lambda g: index_box([g[1, 1], g[1, 2], g[2, 1], g[2, 2]], [2])
         and index_box([g[3, 3], g[3, 4], g[4, 3], g[4, 4]], [4])),
]  # fmt: skip
