"""The linear form of a Boolean means the same."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings

from puzzledsl.expressions import All, Boolean, Compare, Some, holds
from puzzledsl.flattening.linear_forms import MOST_COMPARISONS, linear_form
from tests.examples import examples

from ..primitives.instances import comparisons


@settings(max_examples=examples(100))
@given(expression=comparisons(3))
def test_a_linear_form_holds_where_the_expression_does(expression: Boolean) -> None:
    form = linear_form(expression)
    if form is not None:
        assert 0 <= leaves(form) <= MOST_COMPARISONS
        for values in product(range(-2, 3), repeat=3):
            assert holds(form, values) == holds(expression, values)


def leaves(form: Boolean) -> int:
    match form:
        case bool():
            return 0
        case Compare(_, difference):
            assert all(isinstance(atom, int) for atom, _ in difference.terms)
            return 1
        case All(items) | Some(items):
            return sum(map(leaves, items))
    raise AssertionError(form)
