"""Mutated and random inputs through reading, elaboration and flattening: mistakes are said, nothing else happens.

A few hundred in the normal run; ``PUZZLEDSL_FUZZ=2000`` (``make fuzz``) for more, ``python -m tests.fuzz 100000`` for
many, with the bounds that users have. The seed is fixed.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from puzzledsl.elaboration import Limits

from .checking import check
from .inputs import any_input

ROUNDS = int(os.environ.get("PUZZLEDSL_FUZZ", "300"))
SHARES = 10
LIMITS = Limits(constraints=3_000, variables=3_000, items=20_000, depth=40, steps=60_000, seconds=1.0, states=2_000)
"""The bounds of elaboration, tightened so that a whole round stays far below two seconds."""


@pytest.mark.parametrize("share", range(SHARES))
def test_any_text_is_a_model_or_has_mistakes(share: int) -> None:
    for round_ in range(share, ROUNDS, SHARES):
        text = any_input(Random(f"fuzz {round_}"))
        wrong, _ = check(text, LIMITS)
        assert not wrong, f"round {round_}: {wrong}\n{text}"
