"""Searches models for a while, and prints the hashes of the trails and the first steps: the same on every platform."""

from __future__ import annotations

import json
from pathlib import Path

from puzzledsl.flattening import flatten
from puzzledsl.kernel.library import library
from puzzledsl.loading import load_model
from puzzledsl.presolve.presolve import rooted
from puzzledsl.search.budget import Budget
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import ALWAYS, NEVER, TURNS, Search
from puzzledsl.source import Source
from puzzledsl.steps.solve_path import follow
from puzzledsl.verification import Verifier

BUDGET = Budget(branches=300)
FIRST = 8
"""Steps in words, some of them about lines and areas, whose reasons come from the kernel."""


def trail(path: Path) -> list[object]:
    """The hash at the root, then for each way to learn how the search ended, its work, and the hash; the first
    steps."""
    model = load_model(Source(path.name, path.read_text(encoding="utf-8")))
    flat = flatten(model)
    root = rooted(flat, "bounds")  # which leaves more to search
    store = root.store
    found: list[object] = [library().kernel_hash(store.handle), root.engine.steps]
    for learning in (NEVER, TURNS, ALWAYS):
        search = Search(root.engine, range(flat.sources), Verifier(model).accepts, learning=learning)
        try:
            values = search.run(BUDGET)
        except Refuted:
            values = ()
        found += [values, *search.done, library().kernel_hash(store.handle)]
        search.close()
    return [*found, follow(model, most=FIRST).sentences]


def trails(folder: str, names: list[str]) -> str:
    """By name, in JSON, after the number of the sources that the kernel was built from."""
    found = {name: trail(Path(folder, name)) for name in names}
    return json.dumps([library().kernel_sources(), found])
