"""A fingerprint of what a model means: the same for the same variables and requirements, however they were written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from fractions import Fraction
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.model import Model

_SIZE = 16  # bytes of a digest


def meaning(model: Model) -> str:
    """A text of 32 hexadecimal digits.

    Two models with the same one have the same solutions, under the same names, and the same objective and ``show``
    lines: comments, names of files, the order of clues and how they are drawn do not count. The opposite does not hold:
    a clue that says nothing new changes it, and so may another version of puzzledsl.
    """
    walk = _Walk()
    parts = [walk.digest(model.variables), walk.digest([(grid.name, grid.numbers) for grid in model.grids])]
    parts += sorted({walk.digest(requirement.expression) for requirement in model.requirements})
    objective = model.objective
    parts.append(walk.digest(None if objective is None else (objective.maximize, objective.expression)))
    parts.append(walk.digest(model.shown))
    return _hashed("model", parts).hex()


class _Walk:
    """Digests of records, lists, sets and mappings of each other and of plain values; each thing once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, bytes]] = {}  # keeps each thing alive, and its id with it

    def digest(self, thing: object) -> bytes:
        if thing is None or isinstance(thing, (int, str, Fraction)):
            return f"{type(thing).__name__} {thing!r}".encode()
        entry = self._known.get(id(thing))
        if entry is None:
            entry = self._known[id(thing)] = (thing, self._fresh(thing))
        return entry[1]

    def _fresh(self, thing: object) -> bytes:
        digest = self.digest
        match thing:
            case list() | tuple():
                return _hashed("list", [digest(one) for one in thing])
            case set() | frozenset():
                return _hashed("set", sorted([digest(one) for one in thing]))
            case Mapping():
                return _hashed("mapping", sorted([digest(key) + b":" + digest(one) for key, one in thing.items()]))
        assert is_dataclass(thing) or hasattr(thing, "__match_args__"), type(thing)
        names: tuple[str, ...] = type(thing).__match_args__
        return _hashed(type(thing).__name__, [digest(getattr(thing, name)) for name in names])


def _hashed(kind: str, parts: list[bytes]) -> bytes:
    made = blake2b(kind.encode(), digest_size=_SIZE)
    for part in parts:
        made.update(b"%d " % len(part))
        made.update(part)
    return made.digest()
