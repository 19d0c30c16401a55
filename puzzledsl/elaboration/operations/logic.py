"""Logical connectives with constants folded. No operand is looked into."""

from __future__ import annotations

from collections.abc import Iterable

from puzzledsl.expressions import Affine, All, Boolean, Not, Same, Some, children, holds


def folded(constraint: Boolean) -> Boolean:
    """A constraint on numbers; whether it holds, if all of these are known."""
    is_open = any(isinstance(part, Affine) and part.terms for part in children(constraint))
    return constraint if is_open else holds(constraint, ())


def conjunction(items: Iterable[Boolean]) -> Boolean:
    """All of them hold."""
    return _joined(All, items, True)


def disjunction(items: Iterable[Boolean]) -> Boolean:
    """At least one of them holds."""
    return _joined(Some, items, False)


def _joined(kind: type[All | Some], items: Iterable[Boolean], neutral: bool) -> Boolean:
    decisive = not neutral
    kept: list[Boolean] = []
    for item in items:
        if item is decisive:
            return decisive
        if item is not neutral:
            kept += item.items if isinstance(item, kind) else (item,)
    if len(kept) < 2:
        return kept[0] if kept else neutral
    return kind(tuple(kept if neutral else dict.fromkeys(kept)))


def negation(item: Boolean) -> Boolean:
    """It does not hold."""
    if isinstance(item, bool):
        return not item
    return item.operand if isinstance(item, Not) else Not(item)


def implication(a: Boolean, b: Boolean) -> Boolean:
    """``a -> b``."""
    return disjunction([negation(a), b])


def equivalence(a: Boolean, b: Boolean) -> Boolean:
    """``a <-> b``."""
    if isinstance(a, bool):
        return b if a else negation(b)
    if isinstance(b, bool):
        return a if b else negation(a)
    return True if a == b else Same(a, b)
