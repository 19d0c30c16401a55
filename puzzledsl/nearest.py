"""Did-you-mean: the known name that a misspelt one most likely stands for."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_enough: ContextVar[Callable[[], bool] | None] = ContextVar("puzzledsl nearest", default=None)


@contextmanager
def nothing_near_after(enough: Callable[[], bool]) -> Iterator[None]:
    """Within the block no name is searched for once there is ``enough``: messages that nobody sees need no advice."""
    token = _enough.set(enough)
    try:
        yield
    finally:
        _enough.reset(token)


def is_idle() -> bool:
    """Whether no name is searched for any more, see `nothing_near_after`."""
    enough = _enough.get()
    return enough is not None and enough()


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The name of ``known`` that is closest to ``name``, or ``None`` when all are too far away.

    Closeness is the optimal string alignment distance: a letter too many, missing, wrong, or swapped with its
    neighbour costs one, wrong case half, and names that differ in case alone are always close. One mistake is forgiven
    in a short name, two in five letters, three in nine. Ties go to the name with the same first letter, then to the
    first in the alphabet.
    """
    if not name or len(name) > 100 or is_idle():
        return None
    allowed = 0.5 if len(name) == 1 else 1.0 if len(name) < 5 else 2.0 if len(name) < 9 else 3.0
    found: list[tuple[float, bool, str]] = []
    for candidate in known:
        if candidate == name or abs(len(candidate) - len(name)) > allowed:
            continue
        cost = 0.5 if candidate.lower() == name.lower() else distance(name, candidate, allowed)
        # Two letters of which one is wrong say nothing: `ab` is not a misspelt `xb`, though it may be `ba`.
        short = cost >= max(len(candidate), len(name)) - 1 > 0 and sorted(name) != sorted(candidate)
        if cost <= allowed and not short:
            found.append((cost, candidate[:1].lower() != name[:1].lower(), candidate))
    return min(found)[2] if found else None


def question(*meant: str | None) -> str:
    """``did you mean `cage` or `cages`?``; empty if nothing is meant."""
    names = [f"`{name}`" for name in meant if name]
    return f"did you mean {' or '.join(names)}?" if names else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``did you mean `cage`?``; empty where no known name is near."""
    return question(nearest(name, known))


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """``no solver is called `hihgs`; did you mean `highs`?``, for messages of one line."""
    guess = did_you_mean(name, known)
    return f"no {what} is called `{name}`{f'; {guess}' if guess else '.'}"


def distance(a: str, b: str, limit: float) -> float:
    """Optimal string alignment distance; anything above ``limit`` may be returned as soon as it is certain."""
    before: list[float] = []
    row = [float(j) for j in range(len(b) + 1)]
    for i, x in enumerate(a, 1):
        new = [float(i)]
        for j, y in enumerate(b, 1):
            swap = 0.0 if x == y else 0.5 if x.lower() == y.lower() else 1.0
            cost = min(row[j] + 1, new[j - 1] + 1, row[j - 1] + swap)
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2] and x != y:
                cost = min(cost, before[j - 2] + 1)
            new.append(cost)
        if min(new) > limit:
            return limit + 1
        before, row = row, new
    return row[-1]
