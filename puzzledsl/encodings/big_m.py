"""Rows that 0–1 columns switch off, with the smallest coefficients that do it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from puzzledsl.records import replace
from puzzledsl.row_builder import Coefficient, Form, combine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.encodings.encoded import Relaxed, Row

Bounds = Callable[[Form], tuple[Coefficient | None, Coefficient | None]]


def with_big_m(relaxed: Relaxed, reach: Form, bounds: Bounds) -> Form:
    """Return the form plus M for each condition that does not hold.

    M is the largest amount by which the limit may be violated, from the bounds of ``reach``, a form with the same value
    where a condition does not hold.
    """
    slack = combine((-1, literal) for literal in relaxed.conditions) + len(relaxed.conditions)
    lowest, highest = bounds(reach)
    if relaxed.lower is not None:
        assert lowest is not None
        return relaxed.form + max(relaxed.lower - lowest, 0) * slack
    assert relaxed.upper is not None
    assert highest is not None
    return relaxed.form + min(relaxed.upper - highest, 0) * slack


def tighten(row: Row, flags: Iterable[int], bounds: Bounds) -> Row:
    """Reduce the coefficients of 0–1 columns that switch the row off, if they are larger than necessary.

    Coefficient tightening (Savelsbergh, Preprocessing and probing techniques for mixed integer programming problems,
    ORSA Journal on Computing 6, 1994): let the row be ``Σ a x + k f >= b``, and ``A < b`` the least value of ``Σ a x``.
    If ``A + k >= b``, the row holds for any ``x`` if ``f`` is 1. Then ``k = b - A`` is enough.
    """
    if (row.lower is None) == (row.upper is None):
        return row
    sign = 1 if row.lower is not None else -1
    terms: dict[int, Coefficient] = {c: sign * k for c, k in row.terms.items()}
    least = bounds(Form(terms))[0]
    stated = row.lower if row.lower is not None else row.upper
    assert stated is not None
    limit: Coefficient = sign * stated
    if least is None or least >= limit:
        return row
    changed = False
    for c in flags:
        k = terms[c]
        spare = least + max(k, -k) - limit
        if spare <= 0:
            continue
        changed = True
        if k > 0:
            terms[c] = k - spare
        else:  # off where it is 0: the limit moves, too
            terms[c] = k + spare
            limit += spare
            least += spare
    if not changed:
        return row
    moved = {c: sign * k for c, k in terms.items()}
    lower, upper = (limit, None) if sign > 0 else (None, -limit)
    return replace(row, terms=moved, lower=lower, upper=upper)


def closer(
    before: tuple[Coefficient | None, Coefficient | None],
    k: Coefficient,
    limits: tuple[Coefficient | None, Coefficient | None],
    integer: bool,
) -> tuple[Coefficient | None, Coefficient | None]:
    """Return the bounds of a column within which ``k · column`` stays within limits; never wider than its bounds."""
    lower, upper = limits if k > 0 else limits[::-1]
    small, large = before
    if lower is not None:
        least = _whole(Fraction(ceil(Fraction(lower) / k)) if integer else Fraction(lower) / k)
        small = least if small is None else max(small, least)
    if upper is not None:
        most = _whole(Fraction(floor(Fraction(upper) / k)) if integer else Fraction(upper) / k)
        large = most if large is None else min(large, most)
    return small, large


def _whole(number: Fraction) -> Coefficient:
    return number.numerator if number.denominator == 1 else number
