"""Rules that a puzzle brings along: relations of two cells, state machines, and those about regions to be found."""

from __future__ import annotations

import re
from collections.abc import Iterable

from puzzledsl.formats.draft import ModelDraft, plain
from puzzledsl.formats.sites.iss.codes import Automaton

REGION_RUN = """
# As many cells as `number` says, from the first one on, are in one region; the next one is not.
# solvers: A digit at the beginning of a violet arrow says how many cells along it, from its own on, are in its region
# solvers: before the first that is not.
rule region_run(line, number):
    let labels = [region[row_of(c), column_of(c)] for c in line]
    number in 1..len(line)
    for k in 1..len(line) - 1:
        number > k -> labels[k] == labels[k + 1]
        number == k -> labels[k] != labels[k + 1]
    draw arrow(line, color = "#8e6bbf")"""
"""A rule about regions to be found."""


class NamedRules:
    """Defines rules in a draft, each once."""

    def __init__(self, draft: ModelDraft) -> None:
        self.define = draft.declare
        self._values = draft.values
        self._names: dict[object, str] = {}

    def pairs(self, name: str, allowed: set[tuple[int, int]], all_pairs: bool) -> str:
        """The rule that successive cells, or all pairs, hold one of these pairs of values. Returns its name."""
        cells = "combinations(line)" if all_pairs else "pairs(line)"
        others = {(a, b) for a in self._values for b in self._values} - allowed
        texts = [f"(a, b) in {_set(allowed)}", f"(a, b) not in {_set(others)}"]
        good, bad = ({a - b for a, b in pairs} for pairs in (allowed, others))
        if not good & bad:
            texts = [f"a - b in {_set(good)}", f"a - b not in {_set(bad)}"]
        relation = min(texts, key=len)
        return self._named(name, "related", f"    for a, b in {cells}:\n        {relation}")

    def automaton(self, name: str, machine: Automaton) -> str:
        """The rule that a machine accepts the line. Returns its name."""
        low = self._values[0] - 1
        moves = [f"[{before}, {symbol + low}, {after}]" for before, symbol, after in machine.moves]
        rows = "".join(f"        {', '.join(moves[k : k + 8])},\n" for k in range(0, len(moves), 8))
        ends = f"{list(machine.start)}, {list(machine.accept)}"
        return self._named(name, "machine", f"    automaton(line, {machine.states}, {ends}, [\n{rows}    ])")

    def _named(self, name: str, default: str, body: str) -> str:
        key = (name, body)
        if key not in self._names:
            word = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or default
            word = word if word[:1].isalpha() else f"rule_{word}"
            # A number behind it keeps it from hiding anything of the language.
            self._names[key] = f"{word}_{len(self._names) + 1}"
            comment = f"# {plain(name)}\n" if name else ""
            self.define(f"\n{comment}rule {self._names[key]}(line):\n{body}")
        return self._names[key]


def _set(items: Iterable[object]) -> str:
    return f"{{{', '.join(map(str, sorted(items)))}}}"  # type: ignore[type-var]
