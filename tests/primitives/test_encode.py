"""Laws of encoding: the rows admit exactly what ``check`` accepts, with and without a condition."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.encodings import encode, encodings
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal
from puzzledsl.primitives import kinds

from . import instances
from .rows import Rows, origin

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = sorted(kinds())
LARGE = ("absolute", "alldifferent", "element", "extremum", "perspective")
"""Modules with a second formulation for variables with many values."""


@contextmanager
def few_values(limit: int | None) -> Iterator[None]:
    """Make variables with more values than ``limit`` count as large ones."""
    with ExitStack() as stack:
        if limit is not None:
            for module in LARGE:
                stack.enter_context(patch(f"puzzledsl.primitives.{module}._FEW_VALUES", limit))
        yield


@pytest.mark.parametrize("large", [None, 1], ids=["few", "many"])
@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_rows_admit_exactly_the_solutions(kind: str, encoding: str, large: int | None, data: st.DataObject) -> None:
    instance = data.draw(instances.of(kind))
    conditioned = data.draw(st.booleans())
    variables = (*instance.variables(), FlatVariable("b", Domain.range(0, 1)))
    switch = len(instance.domains)
    condition = (Literal(switch, Domain.range(1, 1)),) if conditioned else ()
    constraint = FlatConstraint(instance.primitive, 0, condition)
    flat = FlatModel(variables, (constraint,), (origin(),), len(variables))
    with few_values(large):
        rows = Rows(encode(flat, [variable.domain for variable in variables], encoding))
    for values in sample(instance, data.draw(st.integers(0, 1000))):
        holds = instance.primitive.check(values)
        assert rows.admit((*values, 1)) == holds, (values, "must hold")
        assert rows.admit((*values, 0)) == (holds or conditioned), (values, "need not hold")


def sample(instance: instances.Instance, seed: int, size: int = 6) -> list[tuple[int, ...]]:
    """Some solutions and some that are none."""
    assignments = instance.assignments()
    Random(seed).shuffle(assignments)
    accepted = [values for values in assignments if instance.primitive.check(values)]
    rejected = [values for values in assignments if not instance.primitive.check(values)]
    return accepted[:size] + rejected[:size]
