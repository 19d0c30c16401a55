"""The text of clues and layouts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from puzzledsl.builder.expression import ATOM, SIGN, Expression, as_expression, text_of, within
from puzzledsl.builder.grids import Cells, Grid
from puzzledsl.diagnostics import failure
from puzzledsl.domain import Domain
from puzzledsl.given_values import Givens, givens_text
from puzzledsl.model import Grid as ModelGrid
from puzzledsl.reading.parse_tables import tables

INDENT = "    "

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CELL = re.compile(r"[rR][0-9]+[cC][0-9]+")
_ONE_CELL = re.compile(r"r\d+c\d+|\w+\[\d+, \d+\]")
_LABEL = re.compile(r"[^\s|#+-]+")


def checked_name(name: object) -> str:
    """A name, as the language has them.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not a name: letters a-z, digits and `_`, no digit first")
    if name in tables().keywords:
        raise ValueError(f"{name!r} is a word of the language and cannot be a name")
    if _CELL.fullmatch(name):
        raise ValueError(f"{name!r} is a cell of the main grid and cannot be a name")
    return name


def domain_text(domain: object) -> str:
    """What stands behind ``in``: ``1..9``, ``{1, 3, 5}``, ``"WORD"``, ``bool``.

    Raises:
        TypeError: it is not a domain.
    """
    if domain is bool:
        return "bool"
    if isinstance(domain, range) and domain.step != 1:
        return text_of(set(domain))
    if isinstance(domain, (Expression, range, set, frozenset, list, str)):
        return text_of(domain)
    meant = ""
    if isinstance(domain, tuple) and len(domain) == 2 and all(isinstance(end, int) for end in domain):
        meant = f"; from {domain[0]} to {domain[1]} is range({domain[0]}, {domain[1] + 1})"
    what = "a range, a set or a list of numbers, a text of letters, or bool"
    raise TypeError(f"a domain is {what}, not {domain!r}{meant}")


def domain_of(domain: object) -> Domain:
    """The values of a domain, for reading arrays of givens; where a param decides, any but 0."""
    if domain is bool or domain is None:
        return Domain.range(0, int(domain is bool))
    if isinstance(domain, (range, set, frozenset, list)) and not any(isinstance(v, Expression | str) for v in domain):
        return Domain.of(sorted(int(value) for value in domain))
    return Domain.range(1, 10**15)


def clue_text(rule: str, arguments: Sequence[object], named: Mapping[str, object]) -> str:
    """``rule arguments: cells``; the last of the arguments is the cells, a tuple of them several groups.

    Raises:
        ValueError: there are no cells.
        TypeError: the cells have a name, are a text, or are several arguments.
    """
    if len(arguments) > 1 and all(map(_is_one_cell, arguments[-2:])):
        before = "".join(f"{argument}, " for argument in arguments if not _is_one_cell(argument))
        raise TypeError(f'the cells of a clue are one argument, a list: `m.clue("{rule}", {before}[a, b, …])`')
    words = [checked_name(rule)]
    words += [_bare(argument) or f"({text_of(argument)})" for argument in arguments[:-1]]
    words += [f"{checked_name(name)} = {within(value, SIGN)}" for name, value in named.items()]
    if not arguments and any(isinstance(value, (Cells, Grid)) for value in named.values()):
        raise TypeError(f'the cells of a clue come last, without a name: `m.clue("{rule}", …, cell[1, 1:3])`')
    cells = arguments[-1] if arguments else Expression("cells")
    if isinstance(cells, str):
        raise TypeError(f"the cells of a clue are parts of a grid, such as `cell[1, 1:3]`, not the text {cells!r}")
    groups = cells if isinstance(cells, tuple) else (cells,)
    if not all(isinstance(group, Expression) or list(_leaves(group)) for group in groups) or not groups:
        raise ValueError(f"the clue `{rule}` has no cells")
    return f"{' '.join(words)}: {', '.join(map(group_text, groups))}"


def with_lists(value: Any) -> Any:
    """A value with lists for what can be gone through only once, also within lists and tuples."""
    if isinstance(value, Iterator):
        return list(map(with_lists, value))
    return type(value)(map(with_lists, value)) if type(value) in (list, tuple) else value


def _is_one_cell(argument: object) -> bool:
    return isinstance(argument, Expression) and _ONE_CELL.fullmatch(str(argument)) is not None


def group_text(group: object) -> str:
    """The cells of a clue: side by side where they can stand so."""
    if isinstance(group, Expression) and not (isinstance(group, Cells) and str(group).startswith("[")):
        return text_of(group)
    items = list(_leaves(group))
    texts = [_bare(item) for item in items]
    if not items or any(text is None for text in texts):
        return text_of([cell for item in items for cell in (item if isinstance(item, Cells) else [item])])
    return " ".join(text for text in texts if text is not None)


def _leaves(group: Any) -> Iterable[object]:
    """The cells of nested lists, runs in one piece."""
    if isinstance(group, Cells) and str(group).startswith("["):
        yield from group
    elif isinstance(group, (Expression, str)) or not isinstance(group, Iterable):
        yield group
    else:
        for one in group:
            yield from _leaves(one)


def _bare(value: object) -> str | None:
    """The text of what may stand side by side with others: it begins with no bracket, and nothing in it is loose."""
    found = as_expression(value)
    text = str(found)
    return text if found._level == ATOM and not text.startswith(("(", "[")) else None


def layout_of_givens(givens: Givens, grid: Grid) -> list[str]:
    """The rows of ``givens``, marks in columns.

    Raises:
        PuzzleError: the givens do not fit the grid.
    """
    assert grid.height is not None
    assert grid.width is not None
    text = givens_text(givens, (ModelGrid(grid.name, grid.height, grid.width, grid.domain, ()),))
    if "=" in text:
        raise failure(f"only cells of `{grid.name}` have givens here", code="givens")
    return in_columns([line.split() if " " in line else [line] for line in text.partition(": ")[2].split("\n")])


def rows_of_marks(rows: object) -> list[str]:
    """The rows of a mask or of regions: text as it is, else labels in columns.

    Raises:
        TypeError: there are no rows.
        ValueError: a label cannot be written.
    """
    if isinstance(rows, str):
        return [line.strip() for line in rows.strip("\n").split("\n")]
    listed: Any = rows.tolist() if hasattr(rows, "tolist") else rows
    if not isinstance(listed, Iterable):
        raise TypeError(f"rows are needed, not {rows!r}")
    found: list[list[str]] = []
    for row in listed:
        labels = [row] if isinstance(row, str) else ["." if label is None else str(label) for label in row]
        for label in labels:
            if not isinstance(row, str) and not _LABEL.fullmatch(label):
                raise ValueError(f"{label!r} cannot be a label: no blanks, and none of | + - #")
        found.append(labels)
    return in_columns(found)


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Marks flush right."""
    width = max((len(mark) for row in rows for mark in row), default=1) if all(len(row) > 1 for row in rows) else 0
    return [" ".join(mark.rjust(width) for mark in row) for row in rows]
