"""Numbers that a search goes by, besides those that its callers choose."""

from __future__ import annotations

from puzzledsl.records import fields_of, record


@record
class Tuning:
    """In the order of ``SearchTuning`` in `search.hpp`.

    Attributes:
        resumed: the first plain run that the later ones continue. Without it 263 puzzles took 1.09 times the branches.
        long_clause: where clauses have more variables than this in the mean, learning runs get less work. Without
            it 263 puzzles took 1.11 times the time.
        share_of_long: they get this part of the work of plain runs.
        restart_unit: contradictions until a restart while learning, times the terms of Luby's sequence (as in MiniSat).
        first_most: clauses after which the worse half is dropped, a tenth more each time.
        latest: how many of the latest clauses stay then.
    """

    resumed: int = 3
    long_clause: int = 16
    share_of_long: int = 8
    restart_unit: int = 100
    first_most: int = 4_000
    latest: int = 500

    def numbers(self) -> tuple[int, ...]:
        """In order."""
        return tuple(fields_of(self).values())


TUNING = Tuning()
