"""What the loops of a script run over: groups, cells or pairs of cells, and values."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Tabled = Callable[[Sequence[str]], tuple[list[str], str]]

Parameters = tuple[int | None, tuple[str, ...], int | None]
"""Number of the clue, places, value."""


def headed(
    over: Sequence[Parameters],
    bodies: Sequence[str],
    named: Callable[[Sequence[str | int]], str],
    described: Callable[[Parameters], str],
    tabled: Tabled,
) -> list[tuple[set[Parameters], list[str]]]:
    """Loops over the parameters: which of them each runs over, and its source."""
    values: dict[tuple[int | None, tuple[str, ...]], list[int]] = {}
    for k, places, v in over:
        of_head = values.setdefault((k, places), [])
        of_head += [] if v is None else [v]
    parts: dict[tuple[int, ...], list[tuple[int | None, tuple[str, ...]]]] = {}
    for head, of in values.items():
        parts.setdefault(tuple(of), []).append(head)
    answer = []
    for some, heads in parts.items():
        each: tuple[int | None, ...] = some or (None,)
        covered = {(k, places, v) for k, places in heads for v in each}
        inner = list(bodies)
        if some:
            inner = [f"for v in {named(some)}:", *(f"    {line}" for line in inner)]
        comments = {(k, places): described((k, places, each[0])) for k, places in heads}
        if any("for place in places)" in body for body in bodies):
            source = _over_groups(heads, inner, comments, tabled)
        elif len(heads[0][1]) == 1:
            source = _over_cells(heads, inner, named)
        else:
            source = _over_pairs(heads, inner, comments, tabled)
        answer.append((covered, source))
    return answer


def _over_groups(
    heads: Sequence[tuple[int | None, tuple[str, ...]]],
    inner: Sequence[str],
    comments: Mapping[tuple[int | None, tuple[str, ...]], str],
    tabled: Tabled,
) -> list[str]:
    if len({k for k, _ in heads}) == len(heads) and len(heads) > 1:
        table = [f"    {k}: {' '.join(places)!r},  # {comments[k, places]}" for k, places in heads]
        defined, name = tabled(table)
        loop = [f"for k, text in {name}.items():", "    places = text.split()", *(f"    {line}" for line in inner)]
        return [*defined, *loop]
    lines: list[str] = []
    for k, places in heads:
        lines += [] if k is None else [f"k = {k}"]
        lines += [f"places = {' '.join(places)!r}.split()  # {comments[k, places]}", *inner]
    return lines


def _over_cells(
    heads: Sequence[tuple[int | None, tuple[str, ...]]],
    inner: Sequence[str],
    named: Callable[[Sequence[str | int]], str],
) -> list[str]:
    numbers = {k for k, _ in heads}
    body = [f"    {line}" for line in inner]
    if len(numbers) == 1:
        (k,) = numbers
        before = [] if k is None else [f"k = {k}"]
        return [*before, f"for place in {named([places[0] for _, places in heads])}:", *body]
    return [*_table("k, place", [f"{k} {places[0]}" for k, places in heads]), "    k = int(k)", *body]


def _over_pairs(
    heads: Sequence[tuple[int | None, tuple[str, ...]]],
    inner: Sequence[str],
    comments: Mapping[tuple[int | None, tuple[str, ...]], str],
    tabled: Tabled,
) -> list[str]:
    """Pairs of cells: those of whole groups, if that is what they are, else one by one."""
    groups: dict[int | None, list[str]] = {}
    parameters = "place, n" if any("[place" in line for line in inner) else "a, b, n"
    if len(heads[0][1]) == 2 and "a, b" in parameters:
        parameters = "a, b"
    for k, places in heads:
        groups.setdefault(k, [])
        groups[k] += [place for place in places if place not in groups[k]]
    ordered = {k: sorted(cells, key=_by_place) for k, cells in groups.items()}
    for candidate in (groups, ordered) if parameters == "a, b" else ():
        seen: set[tuple[str, ...]] = set()
        made = []
        for k, cells in candidate.items():
            for pair in combinations(cells, 2):
                if pair not in seen:
                    seen.add(pair)
                    made.append((k, pair))
        if len(made) > 2 * len(candidate) and set(made) == set(heads):
            first = {k: comments[k, pair] for k, pair in reversed(heads)}
            table = [f"    {k}: {' '.join(cells)!r},  # {first[k]}" for k, cells in candidate.items()]
            defined, name = tabled(table)
            return [
                *defined,
                "seen = set()",
                f"for k, text in {name}.items():",
                "    for a, b in combinations(text.split(), 2):",
                "        if (a, b) in seen:",
                "            continue",
                "        seen.add((a, b))",
                *(f"        {line}" for line in inner),
            ]
    body = [f"    {line}" for line in inner]
    numbers = {k for k, _ in heads}
    if len(numbers) == 1:
        (number,) = numbers
        before = [] if number is None else [f"k = {number}"]
        return [*before, *_table(parameters, [" ".join(places) for _, places in heads]), *body]
    return [*_table(f"k, {parameters}", [f"{k} {' '.join(places)}" for k, places in heads]), "    k = int(k)", *body]


def _by_place(place: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", place)))


def _table(names: str, items: Sequence[str], width: int = 106) -> list[str]:
    """The head of a loop over a table that is written as text."""
    lines = [""]
    for item in items:
        piece = f"{item}, " if item is not items[-1] else item
        if len(lines[-1]) + len(piece) > width:
            lines.append("")
        lines[-1] += piece
    return [
        f"for {names} in (item.split() for item in (",
        *(f"    {line!r}" for line in lines),
        ").split(', ')):",
    ]
