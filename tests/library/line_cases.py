"""Readings of the rules about lines."""

from __future__ import annotations

import re
from itertools import pairwise

from .cases import Case, Filled, all_different, on_row
from .grid_cases import thirds


def increasing(v: list[int]) -> bool:
    return all(a < b for a, b in pairwise(v))


def renban(v: list[int]) -> bool:
    return all_different(v) and max(v) - min(v) == len(v) - 1


def nabner(v: list[int]) -> bool:
    return all_different(v) and not any(x + 1 in v for x in v)


def between(v: list[int]) -> bool:
    return all(min(v[0], v[-1]) < x < max(v[0], v[-1]) for x in v[1:-1])


def lockout(v: list[int], gap: int) -> bool:
    low, high = min(v[0], v[-1]), max(v[0], v[-1])
    return high - low >= gap and all(x < low or x > high for x in v[1:-1])


def modular(v: list[int], m: int) -> bool:
    return all(len({x % m for x in v[k : k + m]}) == m for k in range(len(v) - m + 1))


def entropic(v: list[int], values: list[int]) -> bool:
    kinds = [next(k for k, part in enumerate(thirds(values)) if x in part) for x in v]
    if len(v) == 2:
        return kinds[0] != kinds[1]
    return all(set(kinds[k : k + 3]) == {0, 1, 2} for k in range(len(v) - 2))


def zipper(v: list[int]) -> bool:
    half = len(v) // 2
    sums = {v[k] + v[-1 - k] for k in range(half)}
    if len(v) % 2:
        sums.add(v[half])
    return len(sums) <= 1


def cuttable(v: list[int], total: int) -> bool:
    """Into successive pieces, at least one, that each add up to the total."""
    return any(sum(v[:k]) == total and (k == len(v) or cuttable(v[k:], total)) for k in range(1, len(v) + 1))


def cuttable_round(v: list[int], total: int) -> bool:
    return any(cuttable(v[k:] + v[:k], total) for k in range(len(v)))


def progression(v: list[int]) -> bool:
    return len({b - a for a, b in pairwise(v)}) <= 1


def double_arrow(v: list[int]) -> bool:
    return v[0] + v[-1] == sum(v[1:-1])


def value_indexing(v: list[int]) -> bool:
    x, n, *rest = v
    return 1 <= n <= len(rest) and rest[n - 1] == x


def automaton(v: list[int], start: set[int], accept: set[int], transitions: list[list[int]]) -> bool:
    here = set(start)
    for x in v:
        here = {to for before, value, to in transitions if before in here and value == x}
    return bool(here & accept)


TRANSITIONS = [[1, 1, 1], [1, 2, 1], [1, 2, 2], [2, 3, 3], [2, 1, 2], [3, 0, 1]]


def pieces(g: Filled, groups: list[list[tuple[int, int]]], line: list[tuple[int, int]]) -> bool:
    def group(place: tuple[int, int]) -> int:
        return next((k for k, part in enumerate(groups) if place in part), -1)

    sums = []
    last = None
    for place in line:
        if group(place) != last:
            sums.append(0)
        last = group(place)
        sums[-1] += g[place]
    return len(set(sums)) <= 1


BOXES4 = [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (1, 3) for c in (1, 3)]
SNAKE = [(1, 2), (1, 3), (2, 3), (2, 2), (3, 2)]

CASES = [
    on_row("thermo", 3, "1..4", "", increasing),
    on_row("thermo", 1, "1..3", "", increasing),
    Case("thermo", (1, 2), "1..3", "thermo([r1c1, r1c2, r1c1])", lambda g: False),
    on_row("slow_thermo", 3, "-1..2", "", lambda v: v == sorted(v)),
    on_row("whisper", 3, "1..9", "", lambda v: all(abs(a - b) >= 5 for a, b in pairwise(v))),
    on_row("whisper", 3, "0..4", "gap = 2", lambda v: all(abs(a - b) >= 2 for a, b in pairwise(v))),
    on_row("renban", 3, "1..5", "", renban),
    on_row("renban", 4, "0..4", "", renban),
    on_row("renban", 2, "{1, 3, 4, 7}", "", renban),
    on_row("renban", 5, "1..6", "", renban),
    on_row("renban", 5, "{0, 1, 2, 3, 4, 7}", "", renban),
    on_row("renban", 6, "-1..5", "", renban),
    on_row("renban", 3, "{1, 2, 3, 5, 60}", "", renban),
    on_row("renban", 1, "1..3", "", renban),
    Case("renban", (1, 2), "1..3", "renban([r1c1, r1c2, r1c1])", lambda g: False),
    on_row("nabner", 3, "1..6", "", nabner),
    on_row("nabner", 2, "0..3", "", nabner),
    on_row("palindrome", 3, "1..3", "", lambda v: v == v[::-1]),
    on_row("palindrome", 4, "1..3", "", lambda v: v == v[::-1]),
    on_row("palindrome", 1, "1..3", "", lambda v: True),
    on_row("between", 3, "0..4", "", between),
    on_row("between", 5, "1..5", "", between),
    on_row("between", 2, "1..3", "", between),
    on_row("lockout", 4, "1..6", "", lambda v: lockout(v, 4)),
    on_row("lockout", 3, "0..4", "2", lambda v: lockout(v, 2)),
    on_row("lockout", 2, "1..6", "", lambda v: lockout(v, 4)),
    on_row("lockout", 1, "1..3", "", lambda v: lockout(v, 4)),
    on_row("modular", 4, "1..4", "", lambda v: modular(v, 3)),
    on_row("modular", 2, "1..4", "", lambda v: True),
    on_row("modular", 3, "-2..2", "2", lambda v: modular(v, 2)),
    on_row("modular", 5, "1..5", "5", lambda v: modular(v, 5)),
    on_row("entropic", 4, "1..6", "", lambda v: entropic(v, [1, 2, 3, 4, 5, 6])),
    on_row("entropic", 2, "0..4", "", lambda v: entropic(v, [0, 1, 2, 3, 4])),
    on_row("entropic", 3, "1..4", "", lambda v: entropic(v, [1, 2, 3, 4])),
    on_row("entropic", 1, "1..4", "", lambda v: True),
    on_row("zipper", 4, "1..4", "", zipper),
    on_row("zipper", 5, "0..3", "", zipper),
    on_row("zipper", 1, "1..3", "", zipper),
    on_row("zipper", 2, "1..3", "", zipper),
    Case(
        "region_sum", (4, 4), "1..3", "region_sum([r1c2, r1c3, r2c3, r2c2, r3c2])",
        lambda g: pieces(g, BOXES4, SNAKE), flat=False,
    ),
    Case(
        "region_sum", (1, 5), "0..3", "region_sum(row(1), [[r1c1, r1c3], [r1c4]])",
        lambda g: pieces(g, [[(1, 1), (1, 3)], [(1, 4)]], list(g)),
    ),
    Case(
        "equal_sums", (1, 4), "0..3", "equal_sums([[r1c1], [r1c2, r1c3], [r1c4]])",
        lambda g: g[1, 1] == g[1, 2] + g[1, 3] == g[1, 4],
    ),
    on_row("sum_line", 4, "1..4", "5", lambda v: cuttable(v, 5)),
    on_row("sum_line", 4, "0..3", "3", lambda v: cuttable(v, 3)),
    on_row("sum_line", 3, "-2..3", "2", lambda v: cuttable(v, 2)),
    on_row("sum_line", 3, "0..2", "0", lambda v: cuttable(v, 0)),
    on_row("sum_line", 4, "1..4", "5, loop = true", lambda v: cuttable_round(v, 5)),
    on_row("sum_line", 4, "0..3", "3, true", lambda v: cuttable_round(v, 3)),
    on_row("sum_line", 3, "-1..2", "1, loop = true", lambda v: cuttable_round(v, 1)),
    on_row("sequence", 3, "0..4", "", progression),
    on_row("sequence", 4, "{1, 2, 3, 4, 31, 61}", "", progression),
    on_row("sequence", 4, "1..4", "", progression),
    on_row("sequence", 2, "1..3", "", progression),
    Case("arrow", (1, 3), "0..5", "arrow([r1c2, r1c3], r1c1)", lambda g: g[1, 1] == g[1, 2] + g[1, 3]),
    Case(
        "arrow", (1, 4), "0..3", "arrow([r1c3, r1c4, r1c3], [r1c1, r1c2])",
        lambda g: 10 * g[1, 1] + g[1, 2] == 2 * g[1, 3] + g[1, 4],
    ),
    Case("arrow", (1, 3), "1..3", "arrow(row(1), r1c1)", lambda g: g[1, 2] + g[1, 3] == 0),
    on_row("double_arrow", 4, "0..3", "", double_arrow),
    on_row("double_arrow", 2, "0..2", "", double_arrow),
    on_row("value_indexing", 4, "0..3", "", value_indexing),
    on_row("value_indexing", 3, "1..4", "", value_indexing),
    on_row("regex", 3, "1..4", '"1*[23].?"', lambda v: bool(re.fullmatch("1*[23].?", "".join(map(str, v))))),
    on_row("regex", 2, "9..12", '"(9A|B.)"', lambda v: v == [9, 10] or v[0] == 11),
    on_row("automaton", 4, "0..3", f"3, [1], [2, 3], {TRANSITIONS}", lambda v: automaton(v, {1}, {2, 3}, TRANSITIONS)),
    on_row("automaton", 3, "1..4", f"3, 1, 1, {TRANSITIONS}", lambda v: automaton(v, {1}, {1}, TRANSITIONS)),
    on_row("automaton", 2, "0..3", f"3, [1, 2], [3], {TRANSITIONS}", lambda v: automaton(v, {1, 2}, {3}, TRANSITIONS)),
]  # fmt: skip
