"""What a compiled model accepts: the assignments of its source variables that its rows admit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import pytest

from puzzledsl import parse
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.encodings import encode
from puzzledsl.expressions import holds
from puzzledsl.flat import FlatModel
from puzzledsl.flattening import flatten, tabulation
from puzzledsl.model import Model
from puzzledsl.presolve.presolve import presolve

from ..primitives.rows import Rows

LARGEST = 10**6
_PLAIN = 10**3
"""A row whose coefficients are at most this has no large numbers."""
Assignment = tuple[int, ...]


def elaborated(text: str) -> Model | None:
    """The model; ``None`` when it says of itself that it can never hold."""
    try:
        return parse(text).elaborated
    except PuzzleError as error:
        if {d.code for d in error.diagnostics} <= {"impossible"}:
            return None
        raise


def assignments(model: Model) -> Iterator[Assignment]:
    """Every assignment of the variables within their domains."""
    return product(*(v.domain for v in model.variables))


def meant(model: Model, tried: Iterable[Assignment]) -> set[Assignment]:
    """The assignments that the elaborated model accepts."""
    return {a for a in tried if all(holds(r.expression, a) for r in model.requirements)}


def flat_model(model: Model, *, tables: bool) -> FlatModel:
    """The flat model; without `tables` each condition on few variables is written by its parts."""
    with pytest.MonkeyPatch.context() as patch:
        if not tables:
            patch.setattr(tabulation, "MOST_COMBINATIONS", 0)
        return flatten(model)


def is_moderate(model: Model) -> bool:
    """Whether no number in it comes near to where a floating-point solver takes 8 for 2."""
    try:
        variables = flat_model(model, tables=False).variables
    except PuzzleError:
        return True
    return all(max(abs(v.domain.lo), abs(v.domain.hi)) <= LARGEST for v in variables)


def accepted(
    model: Model, encoding: str, strength: str, tried: Sequence[Assignment], *, tables: bool = True
) -> set[Assignment]:
    """The assignments, of those to be tried, that the program for the solver admits."""
    try:
        flat = flat_model(model, tables=tables)
    except PuzzleError as error:
        if {d.code for d in error.diagnostics} != {"impossible"}:
            raise
        return set()
    narrowed = presolve(flat, strength)
    if narrowed.contradiction is not None:
        return set()
    encoded = encode(flat, narrowed.domains, encoding, model.variables)
    twice = any(abs(float(k)) > _PLAIN for row in encoded.rows for k in row.terms.values())
    rows = Rows(encoded)
    return {a for a in tried if _admits(rows, a, twice)}


def _admits(rows: Rows, assignment: Assignment, twice: bool) -> bool:
    """Asked twice before it is denied, as the runner does: HiGHS' presolve is now and then wrong with large numbers.

    The second answer, without presolve, takes four times as long.
    """
    if rows.admit(assignment):
        return True
    if not twice:
        return False
    rows.highs.setOptionValue("presolve", "off")
    try:
        return rows.admit(assignment)
    finally:
        rows.highs.setOptionValue("presolve", "choose")
