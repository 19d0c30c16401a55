"""Questions about models whose rules have unknowns of their own, against trying all values."""

from __future__ import annotations

import pytest

from .unknown_models import difference, text_of

MODELS = 40


@pytest.mark.parametrize("number", range(MODELS))
def test_questions_are_answered_as_by_trying(number: int) -> None:
    text = text_of(number)
    assert not difference(text, "constraint" if number % 5 == 4 else "clue"), text
