"""Cells that share out a set of values, and sizes of masks: machine words where the kernel is compiled."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from puzzledsl.kernel.grouped_sums import group_sums, keep_sums
from puzzledsl.kernel.masks import size_of
from puzzledsl.kernel.store import Contradiction


@pytest.mark.parametrize("cells", range(1, 8))
def test_cells_keep_what_they_have_in_some_way_of_sharing_a_set_with_an_allowed_sum(cells: int) -> None:
    draw = Random(cells)
    for _ in range(30 if cells < 7 else 3):
        masks = [draw.randrange(1, 1 << 9) | draw.choice([0, draw.randrange(1, 1 << 9)]) for _ in range(cells)]
        wanted, sums = [0] * cells, {draw.randrange(36), draw.randrange(36)}
        found = 0
        for way in permutations(range(9), cells):
            if all(m >> v & 1 for m, v in zip(masks, way, strict=True)):
                found |= 1 << sum(way)
                if sum(way) in sums:
                    wanted = [m | 1 << v for m, v in zip(wanted, way, strict=True)]
        assert group_sums(masks, 9) == found
        if any(wanted):
            keep_sums(masks, sum(1 << total for total in sums), 9)
            assert masks == wanted
        else:
            with pytest.raises(Contradiction):
                keep_sums(masks, sum(1 << total for total in sums), 9)


@pytest.mark.parametrize("width", [1, 9, 31, 32, 33, 59, 60, 61, 62, 63, 64, 100])
def test_the_size_of_a_mask_is_the_number_of_its_ones(width: int) -> None:
    draw = Random(width)
    for mask in [0, 1 << (width - 1), (1 << width) - 1, *(draw.randrange(1 << width) for _ in range(20))]:
        assert size_of(mask) == mask.bit_count()
