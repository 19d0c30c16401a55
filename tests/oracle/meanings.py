"""What the rules of the library and the built-in constraints mean, for values that are known.

Written from `docs/rules.md` and `docs/language.md` alone: each function takes the values in the order of the rule's
parameters. What a rule also needs of the grid comes first, as a `Place` for each cell or as the values of a domain.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise
from math import prod

from .terms import Number, Place, magnitude

List = Sequence[Number]
Lists = Sequence[List]
At = Mapping[Place, Number]
"""What the places hold."""

KNIGHT = [(a * r, b * c) for r, c in ((1, 2), (2, 1)) for a in (-1, 1) for b in (-1, 1)]
SIDES = [(-1, 0), (0, -1), (0, 1), (1, 0)]
CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def around(place: Place, steps: Iterable[Place]) -> Iterator[Place]:
    return ((place[0] + r, place[1] + c) for r, c in steps)


def pairs_apart(places: Sequence[Place], steps: Iterable[Place]) -> Iterator[tuple[Place, Place]]:
    """Each two of the places of which one is a step from the other."""
    steps = set(steps)
    return ((a, b) for a, b in combinations(sorted(set(places)), 2) if (b[0] - a[0], b[1] - a[1]) in steps)


def distinct(values: List) -> bool:
    return len(set(values)) == len(values)


# Cages


def cage(cells: List, total: Number | None = None) -> bool:
    return distinct(cells) and (total is None or sum(cells) == total)


def total(cells: List, value: Number) -> bool:
    return sum(cells) == value


def kenken(cells: List, op: str, target: Number) -> bool:
    others = [(cells[k], [*cells[:k], *cells[k + 1 :]]) for k in range(len(cells))]
    match op:
        case "+":
            return sum(cells) == target
        case "*":
            return prod(cells) == target
        case "-":
            return any(one - sum(rest) == target for one, rest in others)
        case _:
            return any(prod(rest) != 0 and one == target * prod(rest) for one, rest in others)


def odd(cells: List) -> bool:
    return all(v % 2 == 1 for v in cells)


def even(cells: List) -> bool:
    return all(v % 2 == 0 for v in cells)


def minimum(at: At, cells: Sequence[Place], leaving: Sequence[Place]) -> bool:
    return all(at[c] < at[n] for c in cells for n in around(c, SIDES) if n in at and n not in leaving)


def maximum(at: At, cells: Sequence[Place], leaving: Sequence[Place]) -> bool:
    return all(at[c] > at[n] for c in cells for n in around(c, SIDES) if n in at and n not in leaving)


def is_whole(places: Sequence[Place]) -> bool:
    """Whether places are joined by shared sides."""
    reached = {places[0]}
    while more := {p for p in places if p not in reached and set(around(p, SIDES)) & reached}:
        reached |= more
    return len(reached) == len(places)


# Grid


def no_equal(steps: Iterable[Place]) -> Callable[[At, Sequence[Place]], bool]:
    steps = list(steps)
    return lambda at, cells: all(at[a] != at[b] for a, b in pairs_apart(cells, steps))


def anti_taxicab(at: At, cells: Sequence[Place]) -> bool:
    return not any(
        at[a] == at[b] == abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in combinations(sorted(set(cells)), 2)
    )


Pairs = Sequence[tuple[Place, Place]]


def touching_pairs(cells: Sequence[Place], leaving: Pairs) -> list[tuple[Place, Place]]:
    free = {frozenset(pair) for pair in leaving}
    return [pair for pair in pairs_apart(cells, SIDES) if frozenset(pair) not in free]


def nonconsecutive(at: At, cells: Sequence[Place], leaving: Pairs = ()) -> bool:
    return all(abs(at[a] - at[b]) != 1 for a, b in touching_pairs(cells, leaving))


def diagonal_nonconsecutive(at: At, cells: Sequence[Place]) -> bool:
    return all(abs(at[a] - at[b]) != 1 for a, b in pairs_apart(cells, CORNERS))


def no_sum(at: At, cells: Sequence[Place], totals: List, leaving: Pairs = ()) -> bool:
    return all(at[a] + at[b] not in totals for a, b in touching_pairs(cells, leaving))


def no_ratio(at: At, cells: Sequence[Place], ratios: List, leaving: Pairs = ()) -> bool:
    return all(at[a] != q * at[b] and at[b] != q * at[a] for a, b in touching_pairs(cells, leaving) for q in ratios)


def squares(cells: Sequence[Place]) -> list[list[Place]]:
    """Every 2×2, all of whose places are there."""
    found = [[c, *around(c, [(0, 1), (1, 0), (1, 1)])] for c in cells]
    return [square for square in found if set(square) <= set(cells)]


def thirds(domain: Sequence[int]) -> list[set[int]]:
    """The low, the middle and the high values."""
    s, rest = divmod(len(domain), 3)
    low = s + (rest == 2)
    values = sorted(domain)
    return [set(values[:low]), set(values[low : len(values) - low]), set(values[len(values) - low :])]


def of_all_thirds(values: List, domain: Sequence[int]) -> bool:
    return all(any(v in third for v in values) for third in thirds(domain))


def global_entropy(at: At, cells: Sequence[Place], domain: Sequence[int]) -> bool:
    return all(of_all_thirds([at[p] for p in square], domain) for square in squares(cells))


def global_modular(at: At, cells: Sequence[Place], m: int) -> bool:
    return all({at[p] % m for p in square} == set(range(m)) for square in squares(cells))


def disjoint_groups(at: At, groups: Sequence[Sequence[Place]]) -> bool:
    return all(distinct([at[group[k]] for group in groups if k < len(group)]) for k in range(max(map(len, groups))))


def windoku(at: At) -> bool:
    corners = [(r, c) for r in (2, 6) for c in (2, 6)]
    return all(distinct([at[r + i, c + j] for i in range(3) for j in range(3)]) for r, c in corners)


def dutch_flatmates(at: At, cells: Sequence[Place]) -> bool:
    return all(at[r, c] != 5 or at.get((r - 1, c)) == 1 or at.get((r + 1, c)) == 9 for r, c in cells)


def ripple(at: At, cells: Sequence[Place]) -> bool:
    for a, b in combinations(sorted(set(cells)), 2):
        if (a[0] == b[0] or a[1] == b[1]) and at[a] == at[b]:
            between = [p for p in at if p not in (a, b) and a[0] <= p[0] <= b[0] and a[1] <= p[1] <= b[1]]
            if len(between) < at[a]:
                return False
    return True


# Lines


def thermo(line: List) -> bool:
    return all(a < b for a, b in pairwise(line))


def slow_thermo(line: List) -> bool:
    return all(a <= b for a, b in pairwise(line))


def whisper(line: List, gap: Number = 5) -> bool:
    return all(magnitude(a - b) >= gap for a, b in pairwise(line))


def renban(line: List) -> bool:
    return set(line) == {min(line) + k for k in range(len(line))}


def nabner(line: List) -> bool:
    return all(magnitude(a - b) > 1 for a, b in combinations(line, 2))


def palindrome(line: List) -> bool:
    return list(line) == list(line)[::-1]


def between(line: List) -> bool:
    low, high = sorted([line[0], line[-1]])
    return all(low < v < high for v in line[1:-1])


def lockout(line: List, gap: Number = 4) -> bool:
    low, high = sorted([line[0], line[-1]])
    return high - low >= gap and all(v < low or v > high for v in line[1:-1])


def runs(line: List, n: int) -> list[List]:
    return [line[k : k + n] for k in range(len(line) - n + 1)]


def modular(line: List, m: int = 3) -> bool:
    return all(distinct([v % m for v in run]) for run in runs(line, m))


def entropic(line: List, domain: Sequence[int]) -> bool:
    if len(line) == 2:
        return not any(set(line) <= third for third in thirds(domain))
    return all(of_all_thirds(run, domain) for run in runs(line, 3))


def zipper(line: List) -> bool:
    half = len(line) // 2
    sums = {line[k] + line[-1 - k] for k in range(half)}
    if len(line) % 2:
        sums.add(line[half])
    return len(sums) <= 1


def region_sum(at: At, line: Sequence[Place], groups: Sequence[Sequence[Place]]) -> bool:
    number = {place: k for k, group in enumerate(groups) for place in group}
    return len({sum(at[p] for p in piece) for _, piece in groupby(line, key=number.__getitem__)}) <= 1


def equal_sums(groups: Lists) -> bool:
    return len({sum(group) for group in groups}) <= 1


def cuts(line: List, total: Number) -> bool:
    """Whether the line is successive pieces of this sum."""
    ends = {0}
    for stop in range(1, len(line) + 1):
        if any(sum(line[start:stop]) == total for start in ends):
            ends.add(stop)
    return len(line) in ends


def sum_line(line: List, total: Number, loop: bool = False) -> bool:
    turned = [[*line[k:], *line[:k]] for k in range(len(line) if loop else 1)]
    return any(cuts(one, total) for one in turned)


def sequence(line: List) -> bool:
    return len({b - a for a, b in pairwise(line)}) <= 1


def decimal(digits: List, base: int = 10) -> Number:
    value: Number = 0
    for digit in digits:
        value = value * base + digit
    return value


def arrow(shaft: List, circle: List) -> bool:
    return sum(shaft) == decimal(circle)


def double_arrow(line: List) -> bool:
    return line[0] + line[-1] == sum(line[1:-1])


def value_indexing(line: List) -> bool:
    x, n, *rest = line
    return 1 <= n <= len(rest) and rest[int(n) - 1] == x


ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def regular(line: List, pattern: str) -> bool:
    letters = "".join(ALPHABET[int(v)] if 0 <= v <= 35 else chr(0x4E00 + int(v)) for v in line)
    return re.fullmatch(pattern, letters) is not None


def automaton(line: List, start: Iterable[int], accept: Iterable[int], moves: Iterable[Sequence[int]]) -> bool:
    moves = [tuple(move) for move in moves]
    states = set(start)
    for v in line:
        states = {after for before, value, after in moves if value == v and before in states}
    return bool(states & set(accept))


# Outside


def sandwich(line: List, value: Number, domain: Sequence[int]) -> bool:
    ends = [min(domain), max(domain)]
    found = [k for k, v in enumerate(line) if v in ends]
    return sorted(line[k] for k in found) == ends and sum(line[found[0] + 1 : found[1]]) == value


def x_sum(line: List, value: Number) -> bool:
    x = line[0]
    return 0 <= x <= len(line) and sum(line[: int(x)]) == value


def skyscraper(line: List, value: Number) -> bool:
    return sum(v > 0 and all(w < v for w in line[:k]) for k, v in enumerate(line)) == value


def hidden_skyscraper(line: List, value: Number) -> bool:
    hidden = [v for k, v in enumerate(line) if not all(w < v for w in line[:k])]
    return hidden[:1] == [value]


def numbered_room(line: List, value: Number) -> bool:
    return 1 <= line[0] <= len(line) and line[int(line[0]) - 1] == value


def first_seen(line: List, value: Number) -> bool:
    return [v for v in line if v != 0][:1] == [value]


def between_blanks(line: List, value: Number) -> bool:
    blanks = [k for k, v in enumerate(line) if v == 0]
    return len(blanks) == 2 and sum(line[blanks[0] + 1 : blanks[1]]) == value


def full_rank(lines: Lists, clues: Mapping[int, int], ties: str) -> bool:
    numbers = [decimal(line) for line in lines]
    for k, rank in clues.items():
        if 1 + sum(n < numbers[k - 1] for n in numbers) != rank:
            return False
        if ties == "only-unclued" and numbers.count(numbers[k - 1]) > 1:
            return False
    return ties != "none" or distinct(numbers)


# Pairs


def white_dot(pair: List, difference: Number = 1) -> bool:
    return all(abs(a - b) == difference for a, b in pairwise(pair))


def black_dot(pair: List, ratio: Number = 2) -> bool:
    return all(a == ratio * b or b == ratio * a for a, b in pairwise(pair))


def clone(cells: List, other: List) -> bool:
    return list(cells) == list(other)


# Sets


def contains(cells: List, *values: Number) -> bool:
    return all(cells.count(v) >= values.count(v) for v in values)


def contains_exactly(cells: List, *values: Number) -> bool:
    return all(cells.count(v) == values.count(v) for v in values)


def exactly(cells: List, values: Iterable[Number], times: Number) -> bool:
    values = set(values)
    return sum(v in values for v in cells) == times


def sublists(items: List) -> Iterator[tuple[Number, ...]]:
    return (chosen for size in range(len(items) + 1) for chosen in combinations(items, size))


def rellik(cells: List, total: Number) -> bool:
    return distinct(cells) and not any(chosen and sum(chosen) == total for chosen in sublists(cells))


def equality_cage(cells: List, domain: Sequence[int]) -> bool:
    values, half = sorted(domain), len(domain) // 2
    low, high = values[:half], values[len(values) - half :]
    return (
        distinct(cells)
        and all(v in low or v in high for v in cells)
        and sum(v % 2 == 1 for v in cells) == sum(v % 2 == 0 for v in cells)
        and sum(v in low for v in cells) == sum(v in high for v in cells)
    )


def lunchbox(cells: List, total: Number) -> bool:
    start, stop = sorted([list(cells).index(min(cells)), list(cells).index(max(cells))])
    return distinct(cells) and sum(cells[start + 1 : stop]) == total


def same_values(groups: Lists) -> bool:
    return all(Counter(group) == Counter(groups[0]) for group in groups)


def counting_circles(cells: List) -> bool:
    return all(cells.count(v) == v for v in cells)


def count_distinct(cells: List, number: Number) -> bool:
    return len(set(cells)) == number


def one_to_n(cells: List) -> bool:
    return sorted(cells) == list(range(1, len(cells) + 1))


def index_row(at: At, cells: Sequence[Place]) -> bool:
    return all(at.get((int(at[r, c]), c)) == r for r, c in cells)


def index_column(at: At, cells: Sequence[Place]) -> bool:
    return all(at.get((r, int(at[r, c]))) == c for r, c in cells)


def index_box(at: At, cells: Sequence[Place], groups: Sequence[Sequence[Place]]) -> bool:
    for cell in cells:
        box = next(group for group in groups if cell in group)
        v = at[cell]
        if not 1 <= v <= len(box) or at[box[int(v) - 1]] != box.index(cell) + 1:
            return False
    return True


# Built-in constraints


def alldifferent_except(values: List, leaving: Iterable[Number]) -> bool:
    return distinct([v for v in values if v not in set(leaving)])


def circuit(values: List) -> bool:
    at, seen = 1, set()
    while at not in seen and 1 <= at <= len(values):
        seen.add(at)
        at = int(values[at - 1])
    return at == 1 and len(seen) == len(values)


def inverse(a: List, b: List) -> bool:
    places = range(1, len(a) + 1)
    return all(v in places for v in [*a, *b]) and all(
        (a[i - 1] == j) == (b[j - 1] == i) for i in places for j in places
    )


def component(at: At, cells: Sequence[Place], start: Place) -> int:
    reached = [start]
    for place in reached:
        reached += {c for c in set(cells) & set(around(place, SIDES)) if at[c] == at[start]} - set(reached)
    return len(reached)


def connected(at: At, cells: Sequence[Place], values: Iterable[Number]) -> bool:
    left = {c for c in cells if at[c] in set(values)}
    reached = [left.pop()] if left else []
    for place in reached:
        found = left & set(around(place, SIDES))
        reached += found
        left -= found
    return not left
