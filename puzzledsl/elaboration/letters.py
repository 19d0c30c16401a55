"""Letters as values: what a domain that is written as a text calls its numbers, and what a letter stands for."""

from __future__ import annotations

from collections.abc import Iterable

from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.kinds import is_cell
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Value
from puzzledsl.model import DIGITS, letter_value
from puzzledsl.nearest import nearest, question


def alphabet(items: list[Value], written: str) -> str:
    """The letters among the values of a domain; empty if it has numbers alone. A 0 may be before the letters.

    Args:
        written: the domain in the source.

    Raises:
        Fault: an item is no letter, or is there twice.
    """
    letters = items[items[:1] == [0] :]
    if not any(isinstance(item, str) for item in letters):
        return ""
    right = "".join(dict.fromkeys(filter(str.isalpha, "".join(item for item in letters if isinstance(item, str)))))
    for k, item in enumerate(letters):
        if item != (right[k : k + 1] or None):
            is_sure = item in letters[:k]  # else `A-C` or `1..9` may mean more than its letters
            what = f"each letter once, not {item} twice" if is_sure else f"letters only, not {kind_of(item)}"
            label = f'write `"{right}"`' if is_sure else "write all letters in one text, numbers without quotes"
            meant = (written, f'"{right}"') if is_sure else None
            raise Fault(f"an alphabet has {what}", label, code="letters", meant=meant)
    return right


def letter(mark: str, letters: str, of: str) -> int:
    """The number that a letter stands for.

    Raises:
        Fault: it is none of the letters.
    """
    value = letter_value(mark, letters)
    if value is None:
        raise no_letter(mark, letters, of)
    return value


def no_letter(mark: str, letters: str, of: str) -> Fault:
    """A mark is none of the letters of a cell or grid."""
    near, quoted = nearest(mark, letters), f'"{mark}"'
    if len(mark) > 1 and set(mark) <= set(letters):
        return Fault(f"`{mark}` is {len(mark)} letters, and {of} holds one", code="letters", word=quoted)
    meant = (mark, near) if near else None
    label = question(near) or f"its letters are {letters}"
    return Fault(f"`{mark}` is not a letter of {of}", label, code="letters", meant=meant, word=quoted)


def letters_of(values: Iterable[Value], context: Context) -> str:
    """The letters of the first cell that has some; empty if none has."""
    found = (context.variable(value).letters for value in values if is_cell(value))
    return next(filter(None, found), "")


def letters_of_line(line: Iterable[Value], context: Context) -> str:
    """The letters of a line that is read in order; empty if its values are numbers.

    Raises:
        Fault: its cells have different letters, or some have none.
    """
    found = [context.variable(v).letters if is_cell(v) else "" for v in line]
    if len(set(found)) > 1:
        told = " and ".join(dict.fromkeys(letters or "numbers" for letters in found))
        raise Fault(f"the cells of a line that is read in order have the same letters, not {told}", code="letters")
    return next(iter(found), "")


def as_digits(pattern: str, letters: str) -> str:
    """A regular expression over letters as one over their numbers, which it writes as digits and as ``A``, ``B``, ….

    Raises:
        Fault: it has another letter.
    """
    if len(letters) >= len(DIGITS):
        raise Fault(f"a regular expression is over {len(DIGITS) - 1} letters at most", code="letters")
    return "".join(DIGITS[letter(c, letters, "this line")] if c.isalpha() else c for c in pattern)


def with_letter(a: Value, b: Value, context: Context) -> tuple[Value, Value] | None:
    """A text beside a cell with letters, or beside a value of a line that is read: both, the text as a number.

    Raises:
        Fault: the text is none of the letters.
    """
    a, b = (side[0] if isinstance(side, list) and len(side) == 1 else side for side in (a, b))
    text, cell = (a, b) if isinstance(a, str) else (b, a)
    known = type(cell) is int
    letters = context.alphabet if known else letters_of([cell], context)
    if not (letters and isinstance(text, str)):
        return None
    if known and len(text) > 1:  # a state of the author's, such as "done"
        return None
    value = letter(text, letters, "this line" if known else context.cell_name(cell))
    return (value, cell) if text is a else (cell, value)
