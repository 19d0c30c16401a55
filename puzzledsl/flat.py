"""The flat model: finite-domain variables and primitive constraints, between the language and the encodings.

A `Primitive` is a constraint with three faces: ``check`` is its specification, ``propagate`` narrows domains,
``explain`` gives the reason of a removal. Each primitive is one file of `puzzledsl.primitives`. It knows nothing of
linear rows: `puzzledsl.bridges` writes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.model import Origin
from puzzledsl.records import record

if TYPE_CHECKING:
    from fractions import Fraction

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.filter import Filter
    from puzzledsl.kernel.store import Store


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


class Primitive(ABC):
    """A constraint over variable numbers. Subclasses are records."""

    costly: ClassVar[bool] = False
    """``propagate`` has rules that it applies only while ``store.costly`` is set."""

    cheap: ClassVar[bool] = True
    """``propagate`` has rules that it applies while ``store.costly`` is not set."""

    is_line: ClassVar[bool] = False
    """It reads cells in order, so that some values may have a far higher impact than others (`search.dual_view`)."""

    is_graph: ClassVar[bool] = False
    """It joins positions of a graph: a model with such a constraint learns from the first branch."""

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """Groups of variables that have to be pairwise different."""
        return ()

    @property
    def plain(self) -> bool:
        """Whether its `cliques` are the whole constraint, and it propagates fixed values only."""
        return False

    @property
    def alternatives(self) -> tuple[Literal, ...]:
        """Literals of different variables; if there are some, the whole constraint is that one of them is true."""
        return ()

    @property
    def taken_to_differ(self) -> tuple[tuple[int, ...], ...]:
        """Groups of variables; those of a group that differ by the model were taken to differ when it was derived."""
        return ()

    def make_filter(self) -> Filter | None:
        """Make the compiled propagator for variables that fit it, which `Engine` calls itself; ``None``: there is none.

        Filters remember what they have seen, so each store has its own.
        """
        return None

    def filter_in(self, store: Store) -> Any:
        """Return the filter of this store, of the type that `make_filter` returns."""
        return store.owned(self, type(self).make_filter, self)

    @property
    @abstractmethod
    def scope(self) -> tuple[int, ...]:
        """The variables that it constrains, each once; ``propagate`` is called when one of their domains changes."""

    @abstractmethod
    def check(self, values: Sequence[int]) -> bool:
        """The specification: does it hold under ``values[variable number]``?"""

    @abstractmethod
    def propagate(self, store: Store) -> None:
        """Remove values that no solution of this constraint has.

        Never removes a value that occurs in a solution within the current domains. Need not be idempotent.

        Raises:
            Contradiction: it cannot hold within the current domains.
        """

    def without_decided(self, store: Store) -> Primitive | None:  # noqa: ARG002 - for those that override it
        """The same within the present domains, without decided variables; ``None``: it has to keep them all."""
        return None

    def explain(self, why: Explanation, x: int, gone: int) -> int:  # noqa: ARG002 - for those that override it
        """Note the removed values that a removal follows from.

        Called for a removal by `propagate`, with the domains before it. The reason of what stays unexplained is taken
        to be all values that are gone from the variables in `scope`.

        Args:
            why: the domains, and where to note what is needed. All variables of `scope` have masks.
            x: the variable whose values were removed; -1: it was a contradiction, and ``gone`` is 1.
            gone: these values, as bits from ``why.base[x]``.

        Returns:
            Those of the values that are not explained.
        """
        return gone

    def explain_conflict(self, why: Explanation) -> bool:
        """The same for a contradiction, with the domains that led to it; False: not explained."""
        return not self.explain(why, -1, 1)


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
