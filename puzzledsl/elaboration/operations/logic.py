"""Logical connectives with constants folded. No operand is looked into."""

from __future__ import annotations

from collections.abc import Iterable

from puzzledsl.expressions import (
    All,
    Boolean,
    Not,
    Same,
    Some,
)


def conjunction(items: Iterable[Boolean]) -> Boolean:
    """All of them hold."""
    kept: list[Boolean] = []
    for item in items:
        if item is True:
            continue
        if item is False:
            return False
        kept += item.items if isinstance(item, All) else (item,)
    if not kept:
        return True
    return kept[0] if len(kept) == 1 else All(tuple(kept))


def disjunction(items: Iterable[Boolean]) -> Boolean:
    """At least one of them holds."""
    kept: list[Boolean] = []
    for item in items:
        if item is False:
            continue
        if item is True:
            return True
        kept += item.items if isinstance(item, Some) else (item,)
    if not kept:
        return False
    return kept[0] if len(kept) == 1 else Some(tuple(dict.fromkeys(kept)))


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
