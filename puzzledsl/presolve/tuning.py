"""The limits of presolve, each with its unit and what set it."""

from __future__ import annotations

from typing import NamedTuple


class Tuning(NamedTuple):
    """Limits of the passes and of probing. Benchmarks are those of `benchmarks/README.md`.

    Attributes:
        root_steps: calls of propagators after which propagation at the root stops; its result is kept.
        row_cells: variables of a derived sum that is worth its rows. With 4 to 6 the columns were five times as many.
        row_combinations: rows of a derived table that is worth its columns. With 600 a killer took 3 times as long.
        derived_cells: variables of a derived sum. With 5, search took twice as many branches.
        houses: houses in a union of which sums are derived.
        group_width: values that a group of a sum spans; larger groups are divided into groups of
            ``FEW`` variables of `grouped_sum.cpp`. No published puzzle has some.
        unions: unions of houses that are looked at; this only bounds the time.
        table_rows: rows of a table that an equation becomes.
        table_tried: combinations that are tried for one; this only bounds the time.
        probed_values: values of a variable that is probed.
        probed_cases: conditions of a disjunction that is probed. Without probing them a 20x20 shikaku took 13 s.
        probing_first: calls of propagators that probing may always use. Without them 263 puzzles took 1.4 times
            the branches.
        probing_most: calls of propagators of probing.
        probing_patience: probing goes on without a result for so many times the work that has been fruitful.
    """

    root_steps: int = 300_000
    row_cells: int = 3
    row_combinations: int = 30
    derived_cells: int = 6
    houses: int = 3
    unions: int = 600
    group_width: int = 12
    table_rows: int = 600
    table_tried: int = 20_000
    probed_values: int = 16
    probed_cases: int = 64
    probing_first: int = 4_000
    probing_most: int = 200_000
    probing_patience: float = 2.5


TUNING = Tuning()
