"""Mutated and random inputs through `check`, and mutated links through import: mistakes are said, nothing else happens.

A few hundred, half of them in the normal run; ``PUZZLEDSL_FUZZ=2000`` (``make fuzz``) for more, ``python -m tests.fuzz
100000`` for many, with the bounds that users have. The seed is fixed.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.examples import every

from .checking import check
from .inputs import any_input
from .links import any_file, any_link
from .links import check as check_link

ROUNDS = int(os.environ.get("PUZZLEDSL_FUZZ", "300"))
SHARES = 10
BOUNDS = ["constraints=3000", "variables=3000", "items=20000", "depth=40", "steps=60000", "seconds=1", "states=2000"]
"""The bounds of elaboration, tightened so that a whole round stays far below two seconds."""


@pytest.mark.parametrize("share", every(2, range(SHARES)))
def test_any_text_is_a_model_or_has_mistakes(share: int) -> None:
    for round_ in range(share, ROUNDS, SHARES):
        text = any_input(Random(f"fuzz {round_}"))
        wrong, _ = check(text, [f"--bound={bound}" for bound in BOUNDS])
        assert not wrong, f"round {round_}: {wrong}\n{text}"


@pytest.mark.parametrize("share", every(2, range(SHARES)))
def test_any_link_is_read_or_refused(share: int) -> None:
    for round_ in range(share, ROUNDS // 3, SHARES):
        for made in (any_link, any_file):
            text = made(Random(f"link {round_}"))
            wrong = check_link(text)
            assert not wrong, f"link {round_}: {wrong}\n{text}"
