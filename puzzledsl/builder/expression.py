"""Expressions of the language as Python objects, with operators. Each knows its text and how tightly it binds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

CHOICE, IMPLIES, OR, XOR, AND, NOT, COMPARISON, RANGE, SUM, PRODUCT, SIGN, POWER, ATOM = range(13)
"""How tightly an expression binds, loosest first, as the grammar has it."""

NO_TRUTH = (
    "a condition is decided by the solver, so Python cannot ask whether it is true. Write `&`, `|`, `~` instead of"
    " `and`, `or`, `not`, `(a < b) & (b < c)` instead of `a < b < c`, `x.isin(values)` instead of `x in values`, and"
    " `m.choose(c, a, b)` instead of `a if c else b`; comparisons need parentheses beside `&` and `|`"
)

NO_LENGTH = (
    "how many items this has is known only when the model is read: write `m.fn.sum(…)` for `sum(…)`, `m.fn.len(…)` for"
    " `len(…)`, and `m.loop(…)` for a loop; cells of a grid whose size is a number can be gone through in Python. A"
    " block with one name begins without a comma: `as line`"
)


_CELL_AT_END, _CELL_AT_START = re.compile(r"\b[rR][0-9]+[cC][0-9]+$"), re.compile(r"[rR][0-9]+[cC][0-9]+\b")


_SIDES = {COMPARISON: (RANGE, RANGE), IMPLIES: (OR, IMPLIES), POWER: (ATOM, SIGN)}
"""How tightly the sides of an operator have to bind that does not group from the left; comparisons make no chain."""

Operator = Callable[["Expression", object], "Expression"]


def _operators(op: str, level: int) -> tuple[Operator, Operator]:
    """Return the methods for an expression on the left and on the right of an operator."""
    return (
        lambda this, other: binary(op, this, other, level),
        lambda this, other: binary(op, other, this, level),
    )


class Expression:
    """A value, a condition, or a list, as the language writes it.

    Arithmetic is ``+ - * / // % **`` and `abs`; ``//`` and ``%`` are ``div`` and ``mod``. Comparisons are
    ``== != < <= > >=``; conditions are joined by ``& | ^ ~ >>``: ``and``, ``or``, ``xor``, ``not`` and ``->``. ``x[i]``
    is an item of a list, counted from 1. A comparison makes a condition and answers nothing, so that expressions
    cannot be keys of a dict, or be looked for with ``in``.
    """

    __slots__ = ("_level", "_owner", "_text")

    def __init__(self, text: str, level: int = ATOM, *parts: object) -> None:
        """Make an expression.

        Args:
            parts: what it is made of: the builder that it belongs to, or values that may belong to one.

        Raises:
            TypeError: parts belong to different builders.
        """
        self._text = text
        self._level = level
        self._owner = owner_of(parts)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{self._text}>"

    # ── what Python cannot ask ───────────────────────────────────────────────────────────────────

    def __hash__(self) -> NoReturn:
        raise TypeError(
            "an expression cannot be in a set or a key of a dict: `==` makes a condition; its text can: `str(x)`; "
            "`x.isin([1, 2])` states that it has one of these values"
        )

    def __bool__(self) -> NoReturn:
        raise TypeError(NO_TRUTH)

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(NO_LENGTH)

    def __len__(self) -> int:
        raise TypeError(NO_LENGTH)

    def __contains__(self, value: object) -> NoReturn:
        raise TypeError(NO_TRUTH)

    # ── arithmetic ───────────────────────────────────────────────────────────────────────────────

    def __radd__(self, other: object) -> Expression:
        if isinstance(other, int) and other == 0:  # Python's `sum` begins with it
            return self
        return binary("+", other, self, SUM)

    __add__ = _operators("+", SUM)[0]
    __sub__, __rsub__ = _operators("-", SUM)
    __mul__, __rmul__ = _operators("*", PRODUCT)
    __truediv__, __rtruediv__ = _operators("/", PRODUCT)
    __floordiv__, __rfloordiv__ = _operators("div", PRODUCT)
    __mod__, __rmod__ = _operators("mod", PRODUCT)
    __pow__, __rpow__ = _operators("^", POWER)

    def __neg__(self) -> Expression:
        return Expression(f"-{within(self, SIGN)}", SIGN, self)

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return Expression(f"abs({self._text})", ATOM, self)

    # ── comparisons ──────────────────────────────────────────────────────────────────────────────

    __eq__ = _operators("==", COMPARISON)[0]  # type: ignore[assignment]
    __ne__ = _operators("!=", COMPARISON)[0]  # type: ignore[assignment]
    __lt__ = _operators("<", COMPARISON)[0]
    __le__ = _operators("<=", COMPARISON)[0]
    __gt__ = _operators(">", COMPARISON)[0]
    __ge__ = _operators(">=", COMPARISON)[0]

    def isin(self, values: object) -> Expression:
        """It equals one of the values: ``x in {1, 3, 5}``."""
        return binary("in", self, values, COMPARISON)

    # ── conditions ───────────────────────────────────────────────────────────────────────────────

    __and__, __rand__ = _operators("and", AND)
    __or__, __ror__ = _operators("or", OR)
    __xor__, __rxor__ = _operators("xor", XOR)
    __rshift__, __rrshift__ = _operators("->", IMPLIES)

    def __invert__(self) -> Expression:
        return Expression(f"not {within(self, NOT)}", NOT, self)

    def implies(self, other: object) -> Expression:
        """If this holds, so does the other: ``a -> b``."""
        return binary("->", self, other, IMPLIES)

    def iff(self, other: object) -> Expression:
        """This holds exactly if the other does: ``a <-> b``."""
        return binary("<->", self, other, IMPLIES)

    # ── parts ────────────────────────────────────────────────────────────────────────────────────

    def __getitem__(self, key: Any) -> Expression:
        items = key if isinstance(key, tuple) else (key,)
        return Expression(f"{within(self, ATOM)}[{', '.join(index_text(item) for item in items)}]", ATOM, self, key)


class Owner:
    """What an expression belongs to: a builder."""

    __slots__ = ()


def owner_of(value: object) -> Owner | None:
    """Return the builder that a value belongs to; ``None`` if it belongs to none, as numbers do.

    Raises:
        TypeError: its parts belong to different builders.
    """
    found: Owner | None = None
    of: object = None
    for part, owner in _owned(value):
        if found is not None and owner is not found:
            raise TypeError(
                f"`{part}` belongs to {owner!r} and `{of}` to {found!r}: a statement has parts of one builder only"
            )
        found, of = owner, part
    return found


def _owned(value: object) -> Iterator[tuple[object, Owner]]:
    """The parts of a value that belong to a builder, with that builder."""
    match value:
        case Owner():
            yield "this statement", value
        case Expression():
            if value._owner is not None:
                yield value, value._owner
        case slice():
            yield from _owned((value.start, value.stop))
        case Mapping():
            for item in value.items():
                yield from _owned(item)
        case list() | tuple() | AbstractSet():
            for item in value:
                yield from _owned(item)


class Functions:
    """The functions and rules of the language: ``fn.sum(row)`` prints as ``sum(row)``.

    >>> fn = Functions()
    >>> fn.count(Expression("row(1)"), 5) == 1
    <count(row(1), 5) == 1>
    """

    def __getattr__(self, name: str) -> Callable[..., Expression]:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments, **named: call(name, arguments, named)


def call(name: str, arguments: Sequence[object], named: Mapping[str, object]) -> Expression:
    """``name(a, b, c = d)``."""
    texts = [text_of(argument) for argument in arguments]
    texts += [f"{key} = {text_of(value)}" for key, value in named.items()]
    return Expression(f"{name}({', '.join(texts)})", ATOM, arguments, named)


def as_expression(value: object) -> Expression:
    """A Python value as the language writes it.

    Numbers, texts, ``None``, lists, tuples, sets, dicts, ranges (``range(1, 10)`` is ``1..9``), and what numpy has of
    them.

    Raises:
        TypeError: there is no such value in the language.
    """
    if isinstance(value, Expression):
        return value
    if hasattr(value, "tolist"):  # arrays and numbers of numpy
        value = value.tolist()
    match value:
        case None:
            return Expression("none")
        case bool():
            return Expression("true" if value else "false")
        case int():
            return Expression(str(value), SIGN if value < 0 else ATOM)
        case float() | Decimal():
            return _decimal(value)
        case Fraction(numerator=above, denominator=below):
            return as_expression(above) if below == 1 else Expression(f"{above} / {below}", PRODUCT)
        case str():
            return Expression(quoted(value))
        case range() if value.step == 1:
            return Expression(f"{value.start}..{value.stop - 1}", RANGE)
        case list() | range():
            return Expression(f"[{', '.join(map(text_of, value))}]", ATOM, value)
        case tuple():
            return Expression(f"({', '.join(map(text_of, value))}{',' * (len(value) == 1)})", ATOM, value)
        case AbstractSet():
            return Expression(f"{{{', '.join(map(text_of, _sorted(value)))}}}", ATOM, value)
        case Mapping():
            return Expression(f"{{{', '.join(f'{text_of(k)}: {text_of(v)}' for k, v in value.items())}}}", ATOM, value)
    raise TypeError(f"the language has no value for {value!r} ({type(value).__name__})")


def _sorted(values: AbstractSet[Any]) -> list[Any]:
    """In order, so that the same set prints the same."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


def _decimal(value: float | Decimal) -> Expression:
    exact = Decimal(repr(value)) if isinstance(value, float) else value
    if not exact.is_finite():
        raise TypeError(f"the language has no value for {value!r}")
    text = f"{exact:f}"
    return Expression(text.rstrip("0").rstrip(".") if "." in text else text, SIGN if exact < 0 else ATOM)


def quoted(text: str) -> str:
    """A text in quotes.

    Raises:
        TypeError: it is no text.
        ValueError: it has characters that a line of a model cannot hold.
    """
    if not isinstance(text, str):
        raise TypeError(f"a text is needed here, not {text!r}")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    if not escaped.isprintable():
        raise ValueError(f"a text of the language has printable characters only, not {text!r}")
    return f'"{escaped}"'


def text_of(value: object) -> str:
    """The text of a value where nothing around it binds."""
    return str(as_expression(value))


def within(value: object, level: int) -> str:
    """The text of a value where something around it binds so tightly, in parentheses if need be."""
    found = as_expression(value)
    return str(found) if found._level >= level else f"({found})"


def binary(op: str, left: object, right: object, level: int) -> Expression:
    """``left op right``; most operators group from the left.

    Raises:
        TypeError: it joins conditions, and one is a number of Python: parentheses are missing.
    """
    for side in (left, right):
        if level in (OR, XOR, AND) and isinstance(side, (int, float)) and not isinstance(side, bool):
            raise TypeError(
                f"`{op}` joins conditions, and {side!r} is not a condition: in Python `&` and `|` bind more tightly"
                " than comparisons, so write `(a == 1) & (b == 2)`"
            )
    before, behind = _SIDES.get(level, (level, level + 1))
    return Expression(f"{within(left, before)} {op} {within(right, behind)}", level, left, right)


def index_text(item: object, last: object = None) -> str:
    """One index of ``list[…]``: a slice is a range, both ends included.

    Args:
        last: the last index, if it is known.

    Raises:
        ValueError: a slice has a step, or its end is not known.
    """
    if not isinstance(item, slice):
        return text_of([*item] if isinstance(item, tuple) else item)
    if item.step is not None:
        raise ValueError("a slice has a step only where the size of the grid is a number")
    if item.start is None and item.stop is None:
        return "*"
    first, end = item.start, item.stop
    if last is not None:
        first, end = 1 if first is None else first, last if end is None else end
    if first is None or end is None:
        raise ValueError("a slice of a list needs both ends: how long the list is is known only when the model is read")
    return range_text(first, end)


def range_text(first: object, last: object) -> str:
    """``1..9``; between two cells with blanks, since without any it would be a run."""
    left, right = within(first, SUM), within(last, SUM)
    return f"{left} .. {right}" if _CELL_AT_END.search(left) and _CELL_AT_START.match(right) else f"{left}..{right}"
