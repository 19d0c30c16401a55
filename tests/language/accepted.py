"""What a compiled model accepts: the assignments of its source variables that its rows admit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from puzzledsl import parse
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.encodings import encode
from puzzledsl.expressions import holds
from puzzledsl.flattening import flatten
from puzzledsl.model import Model
from puzzledsl.presolve.presolve import presolve

from ..primitives.rows import Rows

LARGEST = 10**6
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


def is_moderate(model: Model) -> bool:
    """Whether no number in it comes near to where a floating-point solver takes 8 for 2."""
    try:
        variables = flatten(model, most_combinations=0).variables
    except PuzzleError:
        return True
    return all(max(abs(v.domain.lo), abs(v.domain.hi)) <= LARGEST for v in variables)


def accepted(
    model: Model, encoding: str, strength: str, tried: Sequence[Assignment], tables: int | None = None
) -> set[Assignment]:
    """The assignments, of those to be tried, that the program for the solver admits."""
    try:
        flat = flatten(model) if tables is None else flatten(model, most_combinations=tables)
    except PuzzleError as error:
        if {d.code for d in error.diagnostics} != {"impossible"}:
            raise
        return set()
    narrowed = presolve(flat, strength)
    if narrowed.contradiction is not None:
        return set()
    rows = Rows(encode(flat, narrowed.domains, encoding, model.variables))
    return {a for a in tried if _admits(rows, a)}


def _admits(rows: Rows, assignment: Assignment) -> bool:
    """Asked twice before it is denied, as the runner does: HiGHS' presolve is now and then wrong with large numbers."""
    if rows.admit(assignment):
        return True
    rows.highs.setOptionValue("presolve", "off")
    try:
        return rows.admit(assignment)
    finally:
        rows.highs.setOptionValue("presolve", "choose")
