"""What a search that learns tells: clauses, and that there is no solution."""

from __future__ import annotations

from puzzledsl.records import record


@record
class Learnt:
    """A clause: one of the variables has one of its values.

    Attributes:
        variables: each once.
        values: for each, as a mask.
        origins: the requirements that it follows from, as bits; 0 where there is no provenance.
        levels: on how many levels its variables were refuted when it was learnt.
    """

    variables: tuple[int, ...]
    values: tuple[int, ...]
    origins: int
    levels: int = 0


class Refuted(Exception):  # noqa: N818 - an answer, not a failure
    """There is no (further) solution.

    Attributes:
        core: the requirements that this follows from, as bits, where the search knows of their provenance; else 0.
    """

    def __init__(self, core: int = 0) -> None:
        super().__init__(core)
        self.core = core
