"""Letters as values: what a domain that is written as a text calls its numbers, and what a letter stands for."""

from __future__ import annotations

from collections.abc import Iterable

from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.items import iterate
from puzzledsl.elaboration.kinds import cell_number, is_cell
from puzzledsl.elaboration.values import Value
from puzzledsl.model import letter_value
from puzzledsl.nearest import nearest, question

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def alphabet(value: Value, written: str) -> str:
    """The letters of a domain that is a text, or a list or set with texts; empty if it has numbers alone.

    Args:
        written: the domain in the source.

    Raises:
        Fault: an item is no letter, or is there twice.
    """
    items = (
        list(value) if isinstance(value, str) else list(iterate(value)) if isinstance(value, list | frozenset) else []
    )
    if not any(isinstance(item, str) for item in items):
        return ""
    letters = items[1:] if items[0] == 0 and type(items[0]) is int else items
    right = "".join(dict.fromkeys(c for letter in letters if isinstance(letter, str) for c in letter if c.isalpha()))
    label = f'write `"{right}"`' if right and letters is items else ""
    meant = (written, f'"{right}"') if label else None
    for k, letter in enumerate(letters):
        if not isinstance(letter, str) or len(letter) != 1 or not letter.isalpha():
            helps = "values are letters alone, or numbers alone; a 0 may be the first item of a list with letters"
            raise unfit("each value of an alphabet is one letter", letter, label, helps, "letters", meant=meant)
        if letter in letters[:k]:
            raise Fault(f"the letter {letter} is in this alphabet twice", label, code="letters", meant=meant)
    return "".join(letters)


def no_letter(mark: str, letters: str, of: str) -> tuple[str, str, str | None]:
    """What is wrong with a mark that is none of the letters, what would be right, and what it was meant to be."""
    near = nearest(mark, letters)
    if len(mark) > 1 and set(mark) <= set(letters):
        return f"`{mark}` is {len(mark)} letters, and {of} holds one", "", None
    return f"`{mark}` is not a letter of {of}", question(near) or f"its letters are {letters}", near


def letters_of(values: Iterable[Value], context: Context) -> str:
    """The letters of the first cell that has some; empty if none has."""
    found = (context.variables[cell_number(value)].letters for value in values if is_cell(value))
    return next(filter(None, found), "")


def as_digits(pattern: str, letters: str) -> str:
    """A regular expression over letters as one over their numbers, which it writes as digits and as ``A``, ``B``, ….

    Raises:
        Fault: it has another letter.
    """
    found = []
    for mark in pattern:
        value = letter_value(mark, letters[: len(_DIGITS) - 1]) if mark.isalpha() else None
        if mark.isalpha() and value is None:
            message, label, near = no_letter(mark, letters, "this line")
            raise Fault(message, label, code="letters", meant=(pattern, pattern.replace(mark, near)) if near else None)
        found.append(mark if value is None else _DIGITS[value])
    return "".join(found)


def with_letter(a: Value, b: Value, context: Context) -> tuple[Value, Value] | None:
    """Two values of which one is a cell with letters and the other a text, the text as the number of the letter.

    Raises:
        Fault: the text is none of the letters.
    """
    a, b = (side[0] if isinstance(side, list) and len(side) == 1 else side for side in (a, b))
    cell, text = (b, a) if isinstance(a, str) else (a, b)
    letters = letters_of([cell], context) if isinstance(text, str) else ""
    if not letters:
        return None
    value = letter_value(text, letters)
    if value is None:
        name, quoted = context.cell_name(cell), f'"{text}"'
        message, label, near = no_letter(text, letters, name)
        helps = () if near or label else f"for one of several letters write `{name} in {quoted}`"
        meant = (quoted, f'"{near}"') if near else None
        raise Fault(message, label, helps, "letters", meant=meant, word=quoted)
    return (value, cell) if text is a else (cell, value)
