"""What shares work, whether these are processes of this machine or the workers of a cluster."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster

T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
T = TypeVar("T")
R = TypeVar("R")


class Work(Protocol[T_contra, R_co]):
    """The function that is applied to each item. Workers get it by a fork, or as a pickled copy."""

    def __call__(self, item: T_contra, /) -> R_co:
        """The result; an exception ends the worker, and counts as its loss."""

    def lost(self, item: T_contra, how: str, /) -> R_co:
        """The result for an item whose worker was lost."""

    def close(self) -> None:
        """Ends what was started."""


class CheckedWork(Work[T_contra, R_co], Protocol[T_contra, R_co]):
    """Work that a cluster may do: it needs no file of this machine, and its results are checked here."""

    def sent(self) -> tuple[Callable[..., Work[Any, Any]], tuple[Any, ...]]:
        """What makes the work on another machine, and its arguments. Both can be pickled.

        Its results are what `accepted` takes.
        """

    def accepted(self, item: T_contra, found: Any, /) -> R_co:
        """The result of an item, from what a cluster has found for it.

        Every solution in it is verified here. One that is wrong is a result, too: an error.
        """


class Workers(AbstractContextManager["Workers[T, R]"], Protocol[T, R]):
    """What applies work to items. Leaving it ends what it has started."""

    @property
    def size(self) -> int:
        """How many items are worked on at the same time."""

    def results(self, items: Iterable[T], in_order: bool = True) -> Iterator[R]:
        """The result of each item.

        Args:
            in_order: in the order of the items; else each as soon as it is there.

        Raises:
            PuzzleError: the work cannot go on. All results before that count.
        """

    def stop(self) -> None:
        """Take no further items: `results` ends with those that are finished within half a second."""


def workers(
    work: CheckedWork[T, R],
    jobs: int = 1,
    cluster: Cluster | None = None,
    apart: bool = False,
    warn: Callable[[str], object] = warnings.warn,
) -> Workers[T, R]:
    """The workers of a cluster, or so many processes of this machine.

    Args:
        apart: a process of its own even for one job.
        warn: called with what the user should know of the cluster.

    Raises:
        PuzzleError: there is no such cluster, or it cannot do the work.
    """
    if cluster is None:
        from puzzledsl.portfolio.pool import Pool

        return Pool(work, jobs, apart)
    from puzzledsl.portfolio.cluster import ClusterPool

    return ClusterPool(work, cluster, warn)
