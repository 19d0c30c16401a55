"""Readings of the rules about a whole grid and of those about pairs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

from .cases import Case, Filled, Place, all_different, on_row

Meaning = Callable[[Filled], bool]


def beside(a: Place, b: Place) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def equal(a: int, b: int) -> bool:
    return a == b


def no_pair(g: Filled, steps: set[Place], bad: Callable[[int, int], bool] = equal) -> bool:
    """No two places that lie such a step apart are bad."""
    return not any(
        sorted((abs(p[0] - q[0]), abs(p[1] - q[1]))) == sorted(step) and bad(g[p], g[q])
        for p, q in combinations(g, 2)
        for step in steps
    )


def beside_free_of(g: Filled, bad: Callable[[int, int], bool], exempt: set[frozenset[Place]]) -> bool:
    return not any(
        beside(p, q) and frozenset((p, q)) not in exempt and (bad(g[p], g[q]) or bad(g[q], g[p]))
        for p, q in combinations(g, 2)
    )


def thirds(values: list[int]) -> list[set[int]]:
    n = len(values)
    sizes = {0: (n // 3,) * 3, 1: (n // 3, n // 3 + 1, n // 3), 2: (n // 3 + 1, n // 3, n // 3 + 1)}[n % 3]
    return [
        set(values[: sizes[0]]),
        set(values[sizes[0] : sizes[0] + sizes[1]]),
        set(values[sizes[0] + sizes[1] :]),
    ]


def squares(g: Filled) -> list[list[int]]:
    corners = [(r, c) for r, c in g if (r + 1, c + 1) in g and (r, c + 1) in g and (r + 1, c) in g]
    return [[g[r, c], g[r, c + 1], g[r + 1, c], g[r + 1, c + 1]] for r, c in corners]


def entropy(values: list[int]) -> Meaning:
    parts = thirds(values)
    return lambda g: all(set(square) & part for square in squares(g) for part in parts)


def modular(m: int) -> Meaning:
    return lambda g: all({v % m for v in square} == set(range(m)) for square in squares(g))


def taxicab(g: Filled) -> bool:
    return not any(g[p] == g[q] == abs(p[0] - q[0]) + abs(p[1] - q[1]) for p, q in combinations(g, 2))


def flatmates(g: Filled) -> bool:
    return all(v != 5 or g.get((r - 1, c)) == 1 or g.get((r + 1, c)) == 9 for (r, c), v in g.items())


def ripple(g: Filled) -> bool:
    for p, q in combinations(g, 2):
        if (p[0] == q[0] or p[1] == q[1]) and g[p] == g[q]:
            between = abs(p[0] - q[0]) + abs(p[1] - q[1]) - 1
            if between < g[p]:
                return False
    return True


WINDOWS = [[(r + i, c + j) for i in range(3) for j in range(3)] for r in (2, 6) for c in (2, 6)]


def near_windoku(random: Random) -> dict[Place, int]:
    g = {(r, c): random.randint(1, 9) for r in range(1, 10) for c in range(1, 10)}
    for window in WINDOWS:
        g.update(zip(window, random.sample(range(1, 10), 9), strict=True))
    if random.random() < 0.5:
        g[random.choice(list(g))] = random.randint(1, 9)
    return g


def position_groups(g: Filled) -> bool:
    return all_different([g[1, 1], g[2, 1], g[2, 3]]) and all_different([g[1, 2], g[2, 2]])


def case(rule: str, rows: int, columns: int, domain: str, call: str, means: Meaning) -> Case:
    return Case(rule, (rows, columns), domain, call, means)


EXEMPT = {frozenset(((1, 1), (1, 2))), frozenset(((2, 2), (2, 1)))}
PAIRS = "except = [[r1c1, r1c2], [r2c2, r2c1]]"

CASES = [
    case("anti_knight", 2, 3, "1..3", "anti_knight(cells)", lambda g: no_pair(g, {(1, 2)})),
    case("anti_knight", 3, 3, "1..4", "anti_knight(cells)", lambda g: no_pair(g, {(1, 2)})),
    case("anti_king", 2, 2, "1..5", "anti_king(cells)", lambda g: no_pair(g, {(0, 1), (1, 1)})),
    case("anti_king", 2, 3, "1..4", "anti_king(cells)", lambda g: no_pair(g, {(0, 1), (1, 1)})),
    case(
        "anti_king", 2, 3, "1..3", "anti_king([r1c1, r2c2, r2c3, r1c3])",
        lambda g: no_pair({p: g[p] for p in [(1, 1), (2, 2), (2, 3), (1, 3)]}, {(0, 1), (1, 1)}),
    ),
    case("anti_orthogonal", 2, 3, "0..2", "anti_orthogonal(cells)", lambda g: no_pair(g, {(0, 1)})),
    case("anti_taxicab", 2, 3, "0..3", "anti_taxicab(cells)", taxicab),
    case("anti_taxicab", 1, 4, "1..4", "anti_taxicab(cells)", taxicab),
    case(
        "nonconsecutive", 2, 2, "1..4", "nonconsecutive(cells)",
        lambda g: beside_free_of(g, lambda a, b: a - b == 1, set()),
    ),
    case(
        "nonconsecutive", 2, 3, "1..3", f"nonconsecutive(cells, {PAIRS})",
        lambda g: beside_free_of(g, lambda a, b: a - b == 1, EXEMPT),
    ),
    case(
        "diagonal_nonconsecutive", 2, 3, "1..3", "diagonal_nonconsecutive(cells)",
        lambda g: no_pair(g, {(1, 1)}, lambda a, b: abs(a - b) == 1),
    ),
    case(
        "no_sum", 2, 2, "1..5", "no_sum(cells, 5, 8)",
        lambda g: beside_free_of(g, lambda a, b: a + b in (5, 8), set()),
    ),
    case(
        "no_sum", 2, 2, "0..4", f"no_sum(cells, 5, {PAIRS})",
        lambda g: beside_free_of(g, lambda a, b: a + b == 5, EXEMPT),
    ),
    case("no_sum", 1, 3, "1..3", "no_sum(cells, except = [])", lambda g: True),
    case(
        "no_ratio", 2, 2, "0..4", "no_ratio(cells, 2)", lambda g: beside_free_of(g, lambda a, b: a == 2 * b, set())
    ),
    case(
        "no_ratio", 2, 3, "1..4", f"no_ratio(cells, 2, 3, {PAIRS})",
        lambda g: beside_free_of(g, lambda a, b: a in (2 * b, 3 * b), EXEMPT),
    ),
    case("global_entropy", 2, 2, "1..6", "global_entropy(cells)", entropy([1, 2, 3, 4, 5, 6])),
    case("global_entropy", 2, 3, "1..4", "global_entropy(cells)", entropy([1, 2, 3, 4])),
    case("global_entropy", 2, 3, "0..4", "global_entropy(cells)", entropy([0, 1, 2, 3, 4])),
    case("global_modular", 2, 3, "1..4", "global_modular(cells)", modular(3)),
    case("global_modular", 2, 2, "-2..2", "global_modular(cells, 2)", modular(2)),
    case("global_modular", 1, 3, "1..4", "global_modular(cells)", modular(3)),
    case(
        "disjoint_groups", 2, 3, "1..3", "disjoint_groups([[r1c1, r1c2], [r2c1, r2c2], [r2c3]])", position_groups
    ),
    Case(
        "disjoint_groups", (4, 4), "1..9", "disjoint_groups(boxes)",
        lambda g: all(
            all_different([g[r + dr, c + dc] for r in (1, 3) for c in (1, 3)]) for dr in (0, 1) for dc in (0, 1)
        ),
        flat=False,
    ),
    Case(
        "windoku", (9, 9), "1..9", "windoku(cells)",
        lambda g: all(all_different([g[p] for p in window]) for window in WINDOWS), near_windoku,
    ),
    case("dutch_flatmates", 3, 2, "{1, 5, 9}", "dutch_flatmates(cells)", flatmates),
    case("ripple", 2, 4, "0..3", "ripple(cells)", ripple),
    case("ripple", 1, 5, "1..4", "ripple(cells)", ripple),
    on_row("white_dot", 2, "0..4", "", lambda v: abs(v[0] - v[1]) == 1),
    on_row("white_dot", 3, "1..6", "3", lambda v: abs(v[0] - v[1]) == 3 and abs(v[2] - v[1]) == 3),
    on_row("white_dot", 1, "1..3", "", lambda v: True),
    on_row("black_dot", 2, "0..5", "", lambda v: v[0] == 2 * v[1] or v[1] == 2 * v[0]),
    on_row("black_dot", 2, "1..6", "ratio = 3", lambda v: v[0] == 3 * v[1] or v[1] == 3 * v[0]),
    on_row("xv", 2, "1..6", "10", lambda v: sum(v) == 10),
    on_row("xv", 2, "0..6", "5", lambda v: sum(v) == 5),
    case("clone", 2, 2, "1..3", "clone(row(1), row(2))", lambda g: (g[1, 1], g[1, 2]) == (g[2, 1], g[2, 2])),
    case("clone", 1, 2, "1..3", "clone([r1c1], r1c2)", lambda g: g[1, 1] == g[1, 2]),
]  # fmt: skip
