"""What puzzles should be like, and the puzzles found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl.generation.sought import Sought
    from puzzledsl.model import Model


@record
class Recipe:
    """What the puzzles should be like.

    Attributes:
        givens: how many, those of the model included; ``None``: none that could be dropped.
        symmetry: a name of `generation.symmetry.SYMMETRIES`.
        cages: cages with totals instead of givens.
        clues: clues in the layouts of a genre instead of givens.
        cage_sizes: the smallest and the largest number of cells in a cage.
        seed: puzzles with the same model, recipe and number are the same.
        time_limit: seconds for each puzzle. The search uses all of them if fewer givens are requested than have been
            reached; ``None``: a fixed amount of work.
        sought: how difficult they should be; ``None``: anything goes.
        rated: find out how difficult they are, even if anything goes.
    """

    givens: int | None = None
    symmetry: str = "none"
    cages: bool = False
    cage_sizes: tuple[int, int] = (2, 5)
    seed: int = 0
    time_limit: float | None = None
    sought: Sought | None = None
    rated: bool = False
    clues: bool = False


@record
class Cage:
    """Cells that hold different values, and what these add up to.

    Attributes:
        cells: variable numbers, ascending.
    """

    cells: tuple[int, ...]
    total: int


@record
class Draft:
    """A puzzle as it was found, before it has been written and checked.

    Attributes:
        solution: by variable number.
        givens: variable number → value, those of the model not included.
        cages: instead of givens.
        minimal: proven: no given (or, of a symmetric picture, no group of them) can be dropped.
        layouts: those of a genre, with chosen clues.
        added: how many clues were chosen, as ``(14, "clue")``; or, if there are none, regions.
        model: the model with these clues, whose variables the solution is of; ``None``: that without the givens.
    """

    solution: tuple[int, ...]
    givens: Mapping[int, int]
    cages: tuple[Cage, ...] = ()
    minimal: bool = False
    layouts: Mapping[str, list[list[str]]] = EMPTY
    added: tuple[int, str] | None = None
    model: Model | None = None
