"""Cells that share out a set of values, and sizes of masks: machine words where the kernel is compiled."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from puzzledsl.kernel.grouped_sums import MOST_OPEN, Sharing
from puzzledsl.kernel.masks import bits, size_of


@pytest.mark.parametrize("cells", range(1, MOST_OPEN + 1))
def test_cells_keep_what_they_have_in_some_way_of_sharing_the_values(cells: int) -> None:
    draw = Random(cells)
    for _ in range(30):
        masks = [draw.randrange(1, 1 << 9) | draw.randrange(1, 1 << 9) for _ in range(cells)]
        sharing, wanted = Sharing(masks), [0] * cells
        for _ in range(2):
            values = sum(1 << value for value in draw.sample(range(9), cells))
            ways = [
                way for way in permutations(bits(values)) if all(m >> v & 1 for m, v in zip(masks, way, strict=True))
            ]
            for way in ways:
                wanted = [m | 1 << v for m, v in zip(wanted, way, strict=True)]
            assert sharing.share(values) == bool(ways)
        assert sharing.kept == wanted


@pytest.mark.parametrize("width", [1, 9, 31, 32, 33, 59, 60, 61, 62, 63, 64, 100])
def test_the_size_of_a_mask_is_the_number_of_its_ones(width: int) -> None:
    draw = Random(width)
    for mask in [0, 1 << (width - 1), (1 << width) - 1, *(draw.randrange(1 << width) for _ in range(20))]:
        assert size_of(mask) == mask.bit_count()
