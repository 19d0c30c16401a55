"""The flat model: finite-domain variables and primitive constraints, between the language and the encodings.

A `Primitive` is a constraint: ``check`` is its specification, ``numbers`` describes it to the kernel, which propagates
it and gives reasons. Each primitive is one file of `puzzledsl.primitives`. It knows nothing of linear rows:
`puzzledsl.bridges` writes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from puzzledsl.domain import Domain
from puzzledsl.model import Origin
from puzzledsl.records import record

if TYPE_CHECKING:
    from fractions import Fraction

    from puzzledsl.expressions import Automaton


@record
class Literal:
    """A yes-or-no question about one variable: is its value among ``values``?

    Enough for every Boolean of the flat model: ``x == 5``, ``x >= 3``, and a 0–1 variable ``b`` as (b, {1}).
    """

    variable: int
    values: Domain


@record
class FlatVariable:
    """A variable of the flat model.

    Attributes:
        name: unique; that of the source variable, or one that tells where an auxiliary comes from.
        domain: its values (empty and unused for a real variable).
        bounds: for a real variable its bounds, ``None`` where it has none; else ``None``.
        auxiliary: not a variable of the source; its value follows from theirs.
    """

    name: str
    domain: Domain
    bounds: tuple[Fraction | None, Fraction | None] | None = None
    auxiliary: bool = False

    @property
    def is_real(self) -> bool:
        """Continuous, so without a finite domain."""
        return self.bounds is not None


class FlatNumbers(Protocol):
    """What primitives are told of a model when they describe themselves to the kernel."""

    def literal(self, literal: Literal) -> int:
        """The number of a literal."""

    def automaton(self, automaton: Automaton) -> int:
        """The number of an automaton."""

    def rows(self, rows: frozenset[tuple[int, ...]], length: int) -> int:
        """The number of the rows of a table, among those of automata."""

    def largest(self, x: int) -> int:
        """The largest absolute value of an integer variable."""

    def bounds(self, x: int) -> tuple[Fraction | None, Fraction | None] | None:
        """The bounds of a real variable; ``None`` for an integer one."""

    def check(self, span: int, limit: int = ...) -> None:
        """Raises TooLargeError if numbers as large as ``span`` may arise that do not fit the kernel, or this limit."""


class TooLargeError(Exception):
    """A number, or a sum that may arise, does not fit the kernel."""


def listed(numbers: Sequence[int]) -> list[int]:
    """Numbers after how many they are."""
    return [len(numbers), *numbers]


class Primitive(ABC):
    """A constraint over variable numbers. Subclasses are records."""

    is_graph: ClassVar[bool] = False
    """It joins positions of a graph: a model with such a constraint learns from the first branch."""
    rules: ClassVar[tuple[str, ...]] = ()
    """What its removals follow from, in the order of its enumeration of rules in the kernel. None: one rule is all."""

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """Groups of variables that have to be pairwise different."""
        return ()

    @property
    def plain(self) -> bool:
        """Whether its `cliques` are the whole constraint, and it propagates fixed values only."""
        return False

    @property
    def assumed_different(self) -> tuple[tuple[int, ...], ...]:
        """Groups of variables. Presolve derived the constraint from what the model makes different within each."""
        return ()

    @property
    @abstractmethod
    def scope(self) -> tuple[int, ...]:
        """The variables that it constrains, each once."""

    @abstractmethod
    def check(self, values: Sequence[int]) -> bool:
        """The specification: does it hold under ``values[variable number]``?"""

    def numbers(self, known: FlatNumbers) -> list[int]:
        """What the kernel makes its propagator of; see ``make_…`` in the file of that name in `kernel/native`.

        Raises:
            TooLargeError: a number, or a sum that may arise, is too large for the kernel.
        """
        raise NotImplementedError


@record
class FlatConstraint:
    """A primitive that must hold if all literals of ``condition`` do (half-reification).

    Attributes:
        origin: the position in ``FlatModel.origins``.
        further: others, where it follows from several.
        only_propagated: the others imply it, and it is too long to be worth rows.
    """

    primitive: Primitive
    origin: int
    condition: tuple[Literal, ...] = ()
    further: tuple[int, ...] = ()
    only_propagated: bool = False


@record
class FlatObjective:
    """``Σ coefficient · variable + constant``, to be maximised or minimised."""

    maximize: bool
    terms: tuple[tuple[int, int | Fraction], ...]
    constant: int | Fraction


@record
class FlatModel:
    """The first ``sources`` variables are those of the `Model`, in its order; auxiliaries follow.

    ``refused`` are the positions of optional requirements that cannot be written.
    """

    variables: tuple[FlatVariable, ...]
    constraints: tuple[FlatConstraint, ...]
    origins: tuple[Origin, ...]
    sources: int
    objective: FlatObjective | None = None
    refused: frozenset[int] = frozenset()
