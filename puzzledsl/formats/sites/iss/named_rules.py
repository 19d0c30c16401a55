"""Rules that a puzzle brings along: relations of two cells, and state machines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.sites.iss.codes import Automaton


def library_rule(allowed: set[tuple[int, int]], values: range, all_pairs: bool) -> tuple[str, tuple[int, ...]] | None:
    """The rule of the library, with its arguments, that says this of successive cells or of all pairs; or none."""

    def is_relation(holds: Callable[[int, int], bool]) -> bool:
        return allowed == {(a, b) for a in values for b in values if holds(a, b)}

    if all_pairs:
        if is_relation(lambda a, b: a != b):
            return "alldifferent", ()
        return ("nabner", ()) if is_relation(lambda a, b: abs(a - b) > 1) else None
    if is_relation(lambda a, b: a < b):
        return "thermo", ()
    if is_relation(lambda a, b: a <= b):
        return "slow_thermo", ()
    for gap in range(1, len(values)):
        if is_relation(lambda a, b, gap=gap: abs(a - b) >= gap):  # type: ignore[misc]
            return "whisper", (gap,)
        if is_relation(lambda a, b, gap=gap: abs(a - b) == gap):  # type: ignore[misc]
            return "white_dot", (gap,)
    return None


class NamedRules:
    """Defines rules in a draft, each once."""

    def __init__(self, draft: Draft, lowest: int, highest: int) -> None:
        self._draft = draft
        self._values = range(lowest, highest + 1)
        self._names: dict[object, str] = {}

    def pairs(self, name: str, allowed: set[tuple[int, int]], all_pairs: bool) -> str:
        """The rule that successive cells, or all pairs, hold one of these pairs of values. Returns its name."""
        key = (name, frozenset(allowed), all_pairs)
        if key not in self._names:
            cells = "combinations(line)" if all_pairs else "pairs(line)"
            self._define(key, name or "related", [f"    for a, b in {cells}:", f"        {self._relation(allowed)}"])
        return self._names[key]

    def automaton(self, name: str, machine: Automaton) -> str:
        """The rule that a machine accepts the line. Returns its name."""
        key = (name, machine)
        if key not in self._names:
            low = self._values[0] - 1
            moves = [f"[{before}, {symbol + low}, {after}]" for before, symbol, after in machine.moves]
            ends = f"{_states(machine.start)}, {_states(machine.accept)}"
            lines = [f"    automaton(line, {machine.states}, {ends}, ["]
            lines += [f"        {', '.join(moves[k : k + 8])}," for k in range(0, len(moves), 8)]
            self._define(key, name or "machine", [*lines, "    ])"])
        return self._names[key]

    def _define(self, key: object, name: str, lines: list[str]) -> None:
        rule = _identifier(name, self._names.values())
        self._names[key] = rule
        comment = [f"# {plain(name)}"] if name not in ("related", "machine") else []
        self._draft.declare("\n".join(["", *comment, f"rule {rule}(line):", *lines]))

    def _relation(self, allowed: set[tuple[int, int]]) -> str:
        """A condition on ``a`` and ``b``: on their difference or sum if that decides it, else the pairs."""
        if not allowed:
            return "false"
        everything = {(a, b) for a in self._values for b in self._values}
        for text, sign in (("abs(a - b)", 0), ("a - b", -1), ("a + b", 1)):
            good = {a + sign * b if sign else abs(a - b) for a, b in allowed}
            bad = {a + sign * b if sign else abs(a - b) for a, b in everything - allowed}
            if not good & bad:
                return f"{text} in {_set(good)}" if len(good) <= len(bad) else f"{text} not in {_set(bad)}"
        rest = everything - allowed
        return f"(a, b) in {_set(allowed)}" if len(allowed) <= len(rest) else f"(a, b) not in {_set(rest)}"


def _set(items: Iterable[object]) -> str:
    return f"{{{', '.join(map(str, sorted(items)))}}}"  # type: ignore[type-var]


def _states(states: Sequence[int]) -> str:
    """``3``, ``1..20`` or ``[1, 4]``."""
    if len(states) == 1:
        return str(states[0])
    if states and list(states) == list(range(states[0], states[-1] + 1)):
        return f"{states[0]}..{states[-1]}"
    return str(list(states))


def _identifier(name: str, taken: Iterable[str]) -> str:
    """A name for a rule that hides nothing of the language."""
    from puzzledsl.elaboration.builtins import builtins
    from puzzledsl.elaboration.library import entries
    from puzzledsl.reading.parse_tables import tables

    word = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "related"
    word = word if word[0].isalpha() else f"rule_{word}"
    known = {*taken, *builtins(), *entries(), *tables().keywords}
    if word not in known and not re.fullmatch(r"r[0-9]+c[0-9]+", word):
        return word
    return next(found for k in range(2, len(known) + 3) if (found := f"{word}_{k}") not in known)
