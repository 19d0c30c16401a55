"""What passes of presolve read and write: a model whose constraints are numbered, and changes by these numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.engine import Engine
from puzzledsl.presolve.differences import Differences
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from puzzledsl.flat import FlatConstraint, FlatModel
    from puzzledsl.kernel.store import Store


@record
class Rewrite:
    """What a pass changes; it keeps exactly the solutions within the domains.

    Attributes:
        added: constraints that follow from the others. Their origins are all requirements that they follow from.
        restated: by number of a stated constraint one that says as much together with the others. Rows and reasons are
            made of it, too.
        retired: numbers of constraints that the others imply, ``added`` included. They are not propagated any more.
        rows: those of ``added`` that strengthen rows.
    """

    added: tuple[FlatConstraint, ...] = ()
    restated: Mapping[int, FlatConstraint] = {}
    retired: tuple[int, ...] = ()
    rows: tuple[FlatConstraint, ...] = ()


class WorkingModel:
    """A flat model and what passes have made of it. The first constraints are those of the flat model, in its order.

    Attributes:
        flat: the model, with restated constraints.
        apart: which variables must differ.
        rows: added constraints that strengthen rows.
    """

    def __init__(self, flat: FlatModel) -> None:
        self.flat = flat
        self.apart = Differences(flat.constraints)
        self.rows: tuple[FlatConstraint, ...] = ()
        self._added: list[FlatConstraint] = []
        self._retired: set[int] = set()
        self._engine: Engine | None = None

    @property
    def stated(self) -> Sequence[FlatConstraint]:
        """The constraints of the flat model, by number."""
        return self.flat.constraints

    @property
    def constraints(self) -> Sequence[FlatConstraint]:
        """All constraints, by number."""
        return (*self.stated, *self._added) if self._engine is None else self._engine.constraints

    def is_retired(self, number: int) -> bool:
        """Whether a constraint is not propagated."""
        return number in self._retired if self._engine is None else self._engine.is_retired(number)

    def live(self) -> Iterator[tuple[int, FlatConstraint]]:
        """The constraints that are propagated, with their numbers."""
        return ((number, one) for number, one in enumerate(self.constraints) if not self.is_retired(number))

    def replacing(self, instead: Mapping[int, FlatConstraint]) -> Rewrite:
        """The rewrite that replaces constraints, by number, by others that imply them."""
        numbers = tuple([number for number in instead if not self.is_retired(number)])
        return Rewrite(tuple([instead[number] for number in numbers]), retired=numbers)

    def apply(self, change: Rewrite) -> None:
        """Change the model, and the engine once there is one."""
        if change.restated:
            assert self._engine is None, "an engine has posted it"
            stated = [change.restated.get(number, one) for number, one in enumerate(self.stated)]
            self.flat = replace(self.flat, constraints=tuple(stated))
        self.rows += change.rows
        if self._engine is not None:
            self._engine.add(change.added)
            self._engine.retire(change.retired)
        else:
            self._added += change.added
            self._retired.update(change.retired)

    def engine(self, store: Store) -> Engine:
        """The engine that propagates the constraints in this store."""
        if self._engine is None:
            self._engine = Engine(self.constraints, store, self._retired)
        return self._engine
