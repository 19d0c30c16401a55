"""Rows that repeat, as loops of a Python script.

A row becomes a statement with parameters for what varies: the ``place`` of a cell, those of two cells ``a`` and ``b``,
the ``places`` of a group, a value ``v``, the number ``k`` of the clue on its line, a number ``n`` in its name. Rows
with the same statement are one loop.
What a loop runs over is checked against the rows before it is written, so that it means exactly them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.export.loop_heads import Parameters, headed
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from puzzledsl.encodings.encoded import Index
    from puzzledsl.export.loop_heads import Tabled

FEWEST = 4
"""Rows that are worth a loop."""

_PLACE = re.compile(r"r\d+c\d+")
_TOKEN = re.compile(r"r\d+c\d+|\d+")

Key = tuple[str | int, ...]
Values = tuple[int, ...] | None


@record(slots=True)
class Statement:
    """A row as a script has it.

    Attributes:
        number: position of the row.
        family: of the constraint.
        key: index of the row.
        terms: coefficient as text (``-2``), family and index of each column.
        limits: source of the comparison, ``{}`` in the place of the sum: ``{} <= 1``.
    """

    number: int
    family: str
    key: Key
    terms: tuple[tuple[str, str, Key], ...]
    limits: str


@record(slots=True)
class Loop:
    """Rows as one loop.

    Attributes:
        rows: their positions.
        lines: the source.
    """

    rows: tuple[int, ...]
    lines: tuple[str, ...]


def script_index(index: Index) -> Key:
    """An index with row and column as one text: ``("r3c4", 7)``."""
    if len(index) > 1 and re.fullmatch(r"r\d+", str(index[0])) and re.fullmatch(r"c\d+", str(index[1])):
        return (f"{index[0]}{index[1]}", *index[2:])
    return index


def loops(
    statements: Sequence[Statement],
    named: Callable[[Sequence[str | int]], str],
    described: Callable[[int], str],
    tabled: Tabled,
) -> list[Loop]:
    """Loops for as many rows of one family as repeat.

    Args:
        named: the source for a list: the name of a set that has the same items, or the list itself.
        described: a short comment on a row.
        tabled: takes the lines of a dictionary and gives its name, after the lines that define it if it is new.
    """
    bodies: dict[str, list[tuple[Parameters, int]]] = {}
    for statement in statements:
        found = _templated(statement, named)
        if found is not None:
            body, parameters = found
            bodies.setdefault(body, []).append((parameters, statement.number))
    # Bodies that run over the same are in one loop.
    together: dict[tuple[Parameters, ...], tuple[list[str], list[int]]] = {}
    for body, rows in bodies.items():
        key = tuple(sorted({parameters for parameters, _ in rows}, key=str))
        if len(key) == len(rows):
            lines, numbers = together.setdefault(tuple(parameters for parameters, _ in rows), ([], []))
            lines.append(body)
            numbers += [number for _, number in rows]
    answer = []
    for over, (lines, numbers) in together.items():
        if len(numbers) >= FEWEST:
            first = dict(zip(over, numbers, strict=False))
            for part, source in headed(over, lines, named, lambda p, first=first: described(first[p]), tabled):  # type: ignore[misc]
                chosen = [n for at, n in enumerate(numbers) if over[at % len(over)] in part]
                if len(chosen) >= FEWEST or len(source) <= len(chosen):
                    answer.append(Loop(tuple(sorted(chosen)), tuple(source)))
    return answer


def _templated(statement: Statement, named: Callable[[Sequence[str | int]], str]) -> tuple[str, Parameters] | None:
    """The statement of a row with parameters, and what they are for it."""
    places = list(dict.fromkeys(str(i[0]) for _, _, i in statement.terms if i and _PLACE.fullmatch(str(i[0]))))
    at_cells = [index for _, _, index in statement.terms if index and index[0] in places]
    values = {index[1] for index in at_cells if len(index) == 2}
    head = statement.key[0] if statement.key else None
    k = head if isinstance(head, int) else None
    v = next(iter(values)) if len(values) == 1 and all(len(index) == 2 for index in at_cells) else None
    if not isinstance(v, int):
        v = None
    kinds = {(coefficient, family, len(index)) for coefficient, family, index in statement.terms}
    if len(places) >= 3 and len(at_cells) == len(statement.terms) == len(places) and len(kinds) == 1:
        ((coefficient, family, length),) = kinds
        if length == 2 and v is None:
            return None
        inner = f"{family}[place{', v' if length == 2 else ''}]"
        total = f"{_times(coefficient)}sum({inner} for place in places)"
        key = _source(statement.key, {}, k, v)
        body = f"model.{statement.family}[{key}] = {statement.limits.format(total)}"
        return body, (k, tuple(places), v if length == 2 else None)
    if len(places) not in (1, 2):
        return None
    names = dict(zip(places, ("place",) if len(places) == 1 else ("a", "b"), strict=True))
    count = _count(statement)
    if count is not None:
        names[count] = "n"
        places.append(count)
    if len(places) == 1 and len(values) > 1:
        v = None
    if v is not None and len(at_cells) < 2:
        v = None
    key = _source(statement.key, names, k, v)
    total = _sum(statement.terms, names, k, v, named)
    return f"model.{statement.family}[{key}] = {statement.limits.format(total)}", (k, tuple(places), v)


def _count(statement: Statement) -> str | None:
    """The number that tells apart columns of the same name, else rows of the same name: 12 in ``above_12``."""
    others = [index for _, _, index in statement.terms if index and not _PLACE.fullmatch(str(index[0]))]
    for keys in (others, [statement.key]):
        found = {match[1] for key in keys if key and (match := re.search(r"_(\d+)$", str(key[-1])))}
        if len(found) == 1:
            return found.pop()
    return None


def _times(coefficient: str) -> str:
    return {"1": "", "-1": "-"}.get(coefficient, f"{coefficient} * ")


def _source(key: Key, names: Mapping[str, str], k: int | None, v: int | None) -> str:
    """The source of an index with parameters."""
    parts = []
    for place, part in enumerate(key):
        if isinstance(part, int):
            parts.append("k" if place == 0 and part == k else "v" if part == v and place else repr(part))
        elif part in names:
            parts.append(names[part])
        elif place and v is not None and part == str(v):
            parts.append("v")
        else:
            text = _TOKEN.sub(lambda m: _token(m[0], names, v), part.replace("{", "{{").replace("}", "}}"))
            plain = "{" not in text.replace("{{", "").replace("}}", "")
            parts.append(repr(part) if plain else f"f{text!r}")
    return ", ".join(parts)


def _token(token: str, names: Mapping[str, str], v: int | None) -> str:
    if token in names:
        return f"{{{names[token]}}}"
    return "{v}" if v is not None and token == str(v) else token


def _sum(
    terms: Sequence[tuple[str, str, Key]],
    names: Mapping[str, str],
    k: int | None,
    v: int | None,
    named: Callable[[Sequence[str | int]], str],
) -> str:
    """The source of the sum; columns of one cell for several values as ``sum(…)``."""
    pieces: list[str] = []
    done: set[int] = set()
    for number, (coefficient, family, index) in enumerate(terms):
        if number in done:
            continue
        alike = [
            (n, c, i[1])
            for n, (c, f, i) in enumerate(terms)
            if f == family and len(i) == 2 and i[:1] == index[:1] and i[0] in names and isinstance(i[1], int)
        ]
        listed = [value for _, _, value in alike]
        if v is None and len(alike) > 2:
            cell = names[str(index[0])]
            if all(c == coefficient for _, c, _ in alike):
                pieces.append(_signed(coefficient, f"sum({family}[{cell}, v] for v in {named(listed)})"))
                done |= {n for n, _, _ in alike}
                continue
            if all(c == str(value) for _, c, value in alike):
                pieces.append(f"+ sum(v * {family}[{cell}, v] for v in {named(listed)})")
                done |= {n for n, _, _ in alike}
                continue
        source = _source(index, names, k, v)
        pieces.append(_signed(coefficient, f"{family}[{source}]" if index else family))
    return " ".join(pieces).removeprefix("+ ")


def _signed(coefficient: str, what: str) -> str:
    sign, size = ("-", coefficient[1:]) if coefficient.startswith("-") else ("+", coefficient)
    return f"{sign} {what}" if size == "1" else f"{sign} {size} * {what}"
