"""Flat models with mutated fields: the kernel refuses each, or takes it in and works on it. It never crashes or hangs.

About a hundred in the normal run; ``PUZZLEDSL_FUZZ=2000`` (``make fuzz``) for more. ``make sanitized`` runs it with a
library that looks for bad memory accesses.
"""

from __future__ import annotations

import os
from array import array

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from puzzledsl.kernel.flat_numbers import LARGEST
from puzzledsl.kernel.library import library, listed, mask_at, masked, memory_limit
from puzzledsl.search.search import FIRST_RESTART, GROWTH, NEVER, TURNS
from puzzledsl.search.tuning import TUNING
from tests.kernel.test_refusals import CONTRADICTION, REFUSED, TAKEN, Layout, Place, models

ROUNDS = int(os.environ.get("PUZZLEDSL_FUZZ", "120"))

EXTREMES = (-1, 0, 1, 2, 63, 64, 20_001, 1 << 31, LARGEST - 1, 1 - LARGEST, LARGEST, -(1 << 63), (1 << 63) - 1)

SLICES = 6
"""Of a search or a count."""

_MORE, _LEAF = 0, 1


class Use:
    """What Python does with a model in the kernel, each for a while."""

    def __init__(self, handle: int, layout: Layout) -> None:
        self.kernel, self.handle, self.count = library(), handle, layout.variables
        self.alone = layout.alone
        self.have_masks = all(self.masks())

    def masks(self) -> list[int]:
        """By variable its mask from bit 0 on, as the kernel knows it; 0 where it has none."""
        bases, sizes = (array("q", bytes(8 * self.count)) for _ in range(2))
        words = listed(self.kernel.kernel_domains, self.handle, bases, sizes)
        found, at = [], 0
        for size in sizes:  # negative for those without a mask
            end = at + abs(size)
            found.append(int.from_bytes(words[at:end].tobytes(), "little") if size > 0 else 0)
            at = end
        return found

    def propagate_alone(self) -> None:
        """Propagate each constraint that the engine does not know, and explain what it has removed, or its failure."""
        for number in range(self.alone):
            before = self.masks()
            mark = self.kernel.kernel_mark(self.handle)
            held = self.kernel.kernel_propagate_alone(self.handle, number, number % 2)
            after = self.masks()
            if self.have_masks:
                first = array("q", [word for mask in before for word in masked(mask)])
                self.kernel.kernel_undo(self.handle, mark)
                gone = {x: old & ~new for x, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
                for x, values in gone.items() if held else [(-1, 1)]:
                    asked = array("q", masked(values)[1:])
                    numbers = listed(self.kernel.kernel_explain, self.handle, number, x, asked, first)
                    left, _ = mask_at(numbers, 0)
                    assert not left & ~values
            self.kernel.kernel_undo(self.handle, mark)
            self.kernel.kernel_forget(self.handle)

    def search(self, learning: int) -> None:
        """Search for some slices; every third solution is accepted."""
        kernel, handle = self.kernel, self.handle
        weights, none = array("d", [1.0] * self.count), array("q")
        kernel.search_begin(
            handle, array("q", range(self.count)), False, none, learning, True, FIRST_RESTART, GROWTH,
            weights, none, none, False, 0, False, array("q", TUNING.numbers()),
        )  # fmt: skip
        ended = _MORE
        for turn in range(SLICES):
            if ended not in (_MORE, _LEAF):
                break
            ended = kernel.search_run(handle, 40, 40, 2_000, 200)
            if ended == _LEAF:
                kernel.search_judge(handle, turn % 3 == 2)
        listed(kernel.search_clauses, handle, 0)
        kernel.search_close(handle)

    def count_solutions(self) -> None:
        """Count for some slices, with all variables in one part."""
        kernel, handle = self.kernel, self.handle
        everything, none = array("q", range(self.count)), array("q")
        assert kernel.count_begin(handle, array("q", [self.count, *everything, 0, 0]), everything, everything, none)
        for _ in range(SLICES):
            ended = kernel.count_run(handle, 200)
            if ended == _LEAF:
                kernel.count_judge(handle, True)
            elif ended != _MORE:
                break
        kernel.count_close(handle)


def used(numbers: array[int]) -> int:
    """How the kernel takes a model in; one that it takes is worked on, whatever it means."""
    kernel = library()
    handle = kernel.kernel_new(memory_limit())
    try:
        found: int = kernel.kernel_take(handle, numbers)
        if found == TAKEN:
            use = Use(handle, Layout(numbers))
            use.propagate_alone()
            ended = [kernel.kernel_propagate(handle, costly, 100, 1_000) for costly in (0, 1, 1)]
            if ended[-1] == 0:
                use.search(TURNS)
                use.search(NEVER)
                if use.have_masks:
                    use.count_solutions()
        return found
    finally:
        kernel.kernel_free(handle)


def other(place: Place, numbers: array[int], draw: st.DataObject) -> int:
    """Another value of a field: one that it may have, one just beyond, an extreme one, or one of another field."""
    return draw.draw(
        st.one_of(
            st.integers(place.least, place.end - 1),
            st.sampled_from([place.least - 1, place.end, numbers[place.at] - 1, numbers[place.at] + 1]),
            st.sampled_from(EXTREMES),
            st.sampled_from(list(numbers)),
        ).filter(lambda value: -(1 << 63) <= value < 1 << 63)
    )


@settings(max_examples=ROUNDS, derandomize=True, suppress_health_check=list(HealthCheck))
@given(numbers=models(), data=st.data())
def test_mutated_fields_are_refused_or_taken(numbers: array[int], data: st.DataObject) -> None:
    damaged = array("q", numbers)
    for place in data.draw(st.lists(st.sampled_from(Layout(numbers).places), min_size=1, max_size=4)):
        damaged[place.at] = other(place, numbers, data)
    assert used(damaged) in (TAKEN, REFUSED, CONTRADICTION)


@settings(max_examples=ROUNDS, derandomize=True, suppress_health_check=list(HealthCheck))
@given(numbers=models(), data=st.data())
def test_parts_that_are_left_out_or_repeated_are_refused_or_taken(numbers: array[int], data: st.DataObject) -> None:
    damaged = array("q", numbers)
    for _ in range(data.draw(st.integers(1, 4))):
        assume(damaged)
        at = data.draw(st.integers(0, len(damaged) - 1))
        end = data.draw(st.integers(at, min(len(damaged), at + 6)))
        match data.draw(st.sampled_from(["copy", "leave out", "repeat", "insert"])):
            case "copy":
                damaged[at] = data.draw(st.sampled_from(list(damaged)))
            case "leave out":
                del damaged[at:end]
            case "repeat":
                damaged[end:end] = damaged[at:end]
            case "insert":
                damaged.insert(at, data.draw(st.integers(-1, 5)))
    assert used(damaged) in (TAKEN, REFUSED, CONTRADICTION)


@settings(max_examples=ROUNDS, derandomize=True, suppress_health_check=list(HealthCheck))
@given(numbers=models())
def test_whole_models_are_taken_and_worked_on(numbers: array[int]) -> None:
    assert used(numbers) in (TAKEN, CONTRADICTION)
