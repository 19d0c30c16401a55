"""Codes of marks: each reads the marks of a few places from a text, and writes the same marks.

One description serves both ways. Larger codes are composed of smaller ones. Learnt from pzprjs (MIT licence) and from
the combinators of cspuz_core (MIT licence).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from puzzledsl.formats.board import Unsayable
from puzzledsl.formats.sites.puzzlink.body import Body, Mark
from puzzledsl.records import record

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@record
class Code:
    """A code.

    Attributes:
        read: the marks whose code is next in the text; ``None`` if it is not one of these codes.
        write: for marks and the index of the first: its code, and of how many marks this is; ``None`` if it has none.
    """

    read: Callable[[Body], Sequence[Mark] | None]
    write: Callable[[Sequence[Mark], int], tuple[str, int] | None]


def table(codes: Mapping[str, Mark | Sequence[Mark]], beyond: bool = False) -> Code:
    """Return the code of a table: by its text, the mark of one place, or those of several.

    The code of most places is written, the first of equal ones. It reaches beyond the last place if no other fits, or
    only empty places are left, or as far as it can with ``beyond``.
    """
    places = {text: (mark,) if mark is None or isinstance(mark, str) else (*mark,) for text, mark in codes.items()}
    texts = {marks: text for text, marks in reversed(places.items())}
    widths = sorted({len(text) for text in places}, reverse=True)
    lengths = sorted({len(marks) for marks in texts}, reverse=True)

    def read(body: Body) -> Sequence[Mark] | None:
        text = next((text for width in widths if (text := body.peek(width)) in places), None)
        return None if text is None else places[body.take(len(text))]

    def write(marks: Sequence[Mark], at: int) -> tuple[str, int] | None:
        ahead = (*marks[at : at + lengths[0]], *[None] * lengths[0])
        found = [length for length in lengths if ahead[:length] in texts]
        within = [length for length in found if at + length <= len(marks)]
        covering = [length for length in found if at + length >= len(marks)]
        if not beyond:
            found = covering[-1:] if covering and not (within and any(ahead)) else within
        length = next(iter(found), 0)
        return (texts[ahead[:length]], length) if length else None

    return Code(read, write)


def signs(texts: str, marks: Sequence[Mark]) -> Code:
    """Return the code of one character for each of some marks."""
    return table(dict(zip(texts, marks, strict=True)))


def empty(first: str = "g") -> Code:
    """Return the code of empty places: a letter or digit for one, the next for two, and so on up to ``z``."""
    return table({letter: [None] * run for run, letter in enumerate(DIGITS[DIGITS.index(first) :], 1)})


def ending(most: int) -> Code:
    """Return the code of up to so many empty places that are all that is left; it is for writing only."""

    def write(marks: Sequence[Mark], at: int) -> tuple[str, int] | None:
        left = len(marks) - at
        return None if left > most or any(marks[at:]) else (DIGITS[left], left)

    return Code(lambda _: None, write)


def packed(marks: Sequence[Mark], places: int) -> Code:
    """Return the code of so many places in one character, whose digits are the numbers of their ``marks``."""
    states = len(marks)
    return table(
        {
            DIGITS[code]: [marks[code // states**place % states] for place in reversed(range(places))]
            for code in range(states**places)
        }
    )


def with_empty(marks: Sequence[Mark], most: int, beyond: bool = False) -> Code:
    """Return the code of marks, each with the empty places behind it, fewer than ``most``; see `table`."""
    return table(
        {DIGITS[len(marks) * more + k]: [mark, *[None] * more] for more in range(most) for k, mark in enumerate(marks)},
        beyond,
    )


def several(sign: str, count: int, base: int, start: int) -> dict[str, str]:
    """Return the codes of so many numbers in two digits of base 36 behind a sign.

    0 is an unknown number, and ``start`` is added.
    """
    return {
        sign + DIGITS[code // 36] + DIGITS[code % 36]: ",".join(
            str((code - start) // base**place % base or "?") for place in reversed(range(count))
        )
        for code in range(start, start + base**count)
        if code < 36**2
    }


def hexadecimal(code: int) -> str:
    """Return a number below 4096 as `NUMBER` writes it."""
    return f"{'' if code < 16 else '-' if code < 256 else '+'}{code:x}"


def digits(count: int, base: int, more: int = 0) -> Code:
    """Return the code of numbers in so many digits, which ``more`` is added to."""

    def read(body: Body) -> Sequence[Mark] | None:
        return [str(body.number(count, base) + more)] if body.peek() in [*DIGITS[:base]] else None

    def write(marks: Sequence[Mark], at: int) -> tuple[str, int] | None:
        number = int(mark) - more if (mark := marks[at]) and mark.isdecimal() else -1
        if not 0 <= number < base**count:
            return None
        return "".join(DIGITS[number // base**place % base] for place in reversed(range(count))), 1

    return Code(read, write)


def after(prefix: str, code: Code) -> Code:
    """Return the code of the same marks behind a prefix."""

    def read(body: Body) -> Sequence[Mark] | None:
        if body.peek(len(prefix)) != prefix:
            return None
        body.take(len(prefix))
        return needed(code, body)

    def write(marks: Sequence[Mark], at: int) -> tuple[str, int] | None:
        found = code.write(marks, at)
        return found and (prefix + found[0], found[1])

    return Code(read, write)


def first_of(*codes: Code) -> Code:
    """Return the code that is the first of several that fits."""
    return Code(
        lambda body: next((marks for code in codes if (marks := code.read(body)) is not None), None),
        lambda marks, at: next((found for code in codes if (found := code.write(marks, at))), None),
    )


def joined(*codes: Code) -> Code:
    """Return the code of marks of several parts, which have commas between them; an empty first part is left out."""

    def read(body: Body) -> Sequence[Mark] | None:
        first = codes[0].read(body)
        if first is None:
            return None
        parts = [*first, *[mark for code in codes[1:] for mark in needed(code, body)]]
        return [",".join(part for part in parts if part)]

    def write(marks: Sequence[Mark], at: int) -> tuple[str, int] | None:
        parts = (marks[at] or "").split(",", len(codes) - 1)
        parts = [""] * (len(codes) - len(parts)) + parts
        texts = [code.write([part], 0) for code, part in zip(codes, parts, strict=True)]
        return ("".join(text[0] for text in texts if text), 1) if all(texts) else None

    return Code(read, write)


def needed(code: Code, body: Body) -> Sequence[Mark]:
    """Read marks that have to be there.

    Raises:
        PuzzleError: the text is none of these codes.
    """
    found = code.read(body)
    if found is None:
        raise body.unexpected(body.take())
    return found


def read_marks(code: Code, body: Body, count: int, complete: bool = False) -> list[Mark]:
    """Read so many marks. Empty ones at the end of a text may be left out unless it has to be ``complete``.

    Raises:
        PuzzleError: the text is none of these codes, or ends too early.
    """
    marks: list[Mark] = []
    while len(marks) < count and (complete or (body.more() and body.peek() != "/")):
        marks += needed(code, body)
    return (marks + [None] * count)[:count]


def write_marks(code: Code, marks: Sequence[Mark]) -> str:
    """Write marks.

    Raises:
        Unsayable: one of them has no code; the second argument is its index.
    """
    at, texts = 0, []
    while at < len(marks):
        found = code.write(marks, at)
        if found is None:
            mark = marks[at] or "."
            reason = f"the number {mark} is too large" if mark.isdecimal() else f"no code there means `{mark}`"
            raise Unsayable(reason, at)
        texts.append(found[0])
        at += found[1]
    return "".join(texts)


def pairs(one: Code, two: Code) -> Code:
    """Return the code of two numbers, each with one digit or two; a sign says which of them has two."""
    return first_of(
        joined(one, one), after("-", joined(one, two)), after("+", joined(two, one)), after("=", joined(two, two))
    )


UNKNOWN = table({".": "?"})
UP_TO_TWO = first_of(digits(1, 16), after("-", digits(2, 16)))
"""A number of one hexadecimal digit, or of two behind ``-``."""
PAIRS_OF_EMPTY = table({letter: [None] * (2 * run) for run, letter in enumerate(DIGITS[16:], 1)})
"""An even number of empty places: ``g`` for two."""
CROSSES = table({mark: [*[None] * code, "x"] for code, mark in enumerate(DIGITS)} | {".": [None] * 36})
"""Marks ``x``, each behind the number of places before it in base 36; ``.`` for 36 places without one."""
LISTS = table({f"{n}": f"{n}," for n in range(9)} | {".": "?,"})
"""Lists of one number, ``2,`` or ``?,`` for an unknown one."""
NUMBER = first_of(
    digits(1, 16),
    UNKNOWN,
    *[after("-", digits(2, 16)), after("+", digits(3, 16)), after("=", digits(3, 16, 4096))],
    *[after("%", digits(3, 16, 8192)), after("@", digits(3, 16, 8192))],
    *[after("*", digits(4, 16, 12240)), after("$", digits(5, 16, 77776))],
)
"""A number: a hexadecimal digit, or a sign before several; ``.`` for an unknown one."""


def aimed(none: str = "") -> Code:
    """Return the code of a number with a direction before it.

    Args:
        none: the direction of a number without an arrow.
    """
    ways = (none, "n", "s", "w", "e")
    way, large = (signs(DIGITS[more : more + 5], ways) for more in (0, 5))
    return first_of(
        joined(way, first_of(digits(1, 16), UNKNOWN)),
        joined(large, digits(2, 16)),
        after("-", joined(way, digits(3, 16))),
    )
