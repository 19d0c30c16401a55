"""Readings of the rules about clues outside the grid."""

from __future__ import annotations

from itertools import combinations

from .cases import Case, Filled, Place, on_row


def sandwich(v: list[int], value: int, low: int, high: int) -> bool:
    if v.count(low) != 1 or v.count(high) != 1:
        return False
    a, b = sorted((v.index(low), v.index(high)))
    return sum(v[a + 1 : b]) == value


def x_sum(v: list[int], value: int) -> bool:
    return 0 <= v[0] <= len(v) and sum(v[: v[0]]) == value


def skyscraper(v: list[int], value: int) -> bool:
    return sum(x > max([0, *v[:k]]) for k, x in enumerate(v)) == value


def hidden_skyscraper(v: list[int], value: int) -> bool:
    for k in range(1, len(v)):
        if v[k] <= max(v[:k]):
            return v[k] == value
    return False


def numbered_room(v: list[int], value: int) -> bool:
    return 1 <= v[0] <= len(v) and v[v[0] - 1] == value


def first_seen(v: list[int], value: int) -> bool:
    return next((x for x in v if x != 0), None) == value


def between_blanks(v: list[int], value: int) -> bool:
    if v.count(0) != 2:
        return False
    a = v.index(0)
    b = v.index(0, a + 1)
    return sum(v[a + 1 : b]) == value


def full_rank(g: Filled, lines: list[list[Place]], clues: dict[int, int], ties: str) -> bool:
    numbers = [int("".join(str(g[p]) for p in line)) for line in lines]
    for a, b in combinations(range(len(lines)), 2):
        if numbers[a] == numbers[b] and (
            ties == "none" or (ties == "only-unclued" and (a + 1 in clues or b + 1 in clues))
        ):
            return False
    return all(1 + sum(x < numbers[k - 1] for x in numbers) == rank for k, rank in clues.items())


ROWS = [[(r, c) for c in (1, 2)] for r in (1, 2, 3)]
UNEVEN = [[(1, 1), (1, 2)], [(2, 1)], [(3, 2), (2, 2), (2, 1)]]
BORDER = [*ROWS, *(line[::-1] for line in ROWS)]


def ranked(
    lines: str, places: list[list[Place]], clues: dict[int, int], ties: str, domain: str = "1..3", *, flat: bool = True
) -> Case:
    call = f'full_rank({lines}, {clues}, ties = "{ties}")'
    return Case("full_rank", (3, 2), domain, call, lambda g: full_rank(g, places, clues, ties), flat=flat)


CASES = [
    on_row("little_killer", 3, "1..4", "7", lambda v: sum(v) == 7),
    on_row("sandwich", 4, "1..4", "5", lambda v: sandwich(v, 5, 1, 4)),
    on_row("sandwich", 4, "1..4", "0", lambda v: sandwich(v, 0, 1, 4)),
    on_row("sandwich", 5, "0..3", "3", lambda v: sandwich(v, 3, 0, 3)),
    on_row("sandwich", 4, "-2..2", "0", lambda v: sandwich(v, 0, -2, 2)),
    on_row("x_sum", 4, "1..4", "6", lambda v: x_sum(v, 6)),
    on_row("x_sum", 3, "0..4", "0", lambda v: x_sum(v, 0)),
    on_row("x_sum", 3, "-1..4", "3", lambda v: x_sum(v, 3)),
    on_row("skyscraper", 4, "1..4", "2", lambda v: skyscraper(v, 2)),
    on_row("skyscraper", 4, "0..3", "1", lambda v: skyscraper(v, 1)),
    on_row("skyscraper", 3, "0..2", "0", lambda v: skyscraper(v, 0)),
    on_row("hidden_skyscraper", 4, "1..4", "2", lambda v: hidden_skyscraper(v, 2)),
    on_row("hidden_skyscraper", 4, "0..3", "0", lambda v: hidden_skyscraper(v, 0)),
    on_row("numbered_room", 4, "1..4", "3", lambda v: numbered_room(v, 3)),
    on_row("numbered_room", 3, "0..4", "1", lambda v: numbered_room(v, 1)),
    Case("numbered_room", (1, 4), "1..3", "numbered_room([r1c1, r1c2, r1c3], r1c4)",
         lambda g: numbered_room(list(g.values())[:3], g[1, 4])),
    on_row("first_seen", 4, "0..3", "2", lambda v: first_seen(v, 2)),
    on_row("between_blanks", 4, "0..3", "3", lambda v: between_blanks(v, 3)),
    on_row("between_blanks", 5, "0..3", "0", lambda v: between_blanks(v, 0)),
    on_row("between_blanks", 4, "-1..2", "1", lambda v: between_blanks(v, 1)),
    *(ranked("rows", ROWS, clues, ties)
      for ties in ("none", "any", "only-unclued") for clues in ({1: 1}, {2: 2}, {2: 3, 1: 1}, {1: 1, 2: 2, 3: 3})),
    # Six lines from both sides make large programs: each kind of ties once will do.
    *(ranked("concat(rows, [reverse(r) for r in rows])", BORDER, clues, ties, flat=(clues == {6: 1}))
      for ties in ("none", "any", "only-unclued")
      for clues in ({1: 2, 5: 4}, {6: 1}, {1: 3, 2: 3, 4: 6}, {3: 6, 2: 1})),
    ranked("rows", ROWS, {1: 2, 2: 2}, "any", "0..3"),
    ranked("rows", ROWS, {1: 2, 2: 2}, "only-unclued"),
    # Numbers of different lengths: 0 and 00 are equal.
    *(ranked("[row(1), [r2c1], [r3c2, r2c2, r2c1]]", UNEVEN, clues, ties, "0..2")
      for ties in ("none", "any", "only-unclued") for clues in ({1: 1}, {2: 1, 1: 1}, {2: 2, 3: 3})),
]  # fmt: skip
