"""What compiling costs as a grid grows: ``python benchmarks/compiling.py``.

Classic n×n grids with boxes, and the same with cages and thermometers on it, n = 9 to 49. Each model is read,
elaborated, flattened and encoded (binary, nothing presolved, so every column is there) to a Pyomo model; of some
repetitions the fastest counts. Linear growth is a constant time per cell and clue up to the flat model, and per nonzero
of the matrix behind it: an n×n grid has n³ columns, and a row of "less than" speaks of all values of two cells. Prints
tables in Markdown; ``--readme`` puts them into README.md.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isqrt
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
README = HERE / "README.md"
BEGIN, END = "<!-- compiling -->\n", "<!-- end of compiling -->\n"
SIZES = (9, 16, 25, 36, 49)


@dataclass
class Cost:
    """A model's size and the seconds of each stage."""

    n: int
    clues: int
    columns: int = 0
    rows: int = 0
    nonzeros: int = 0
    seconds: dict[str, float] = field(default_factory=dict)


def solution(n: int, r: int, c: int) -> int:
    """A full grid: each row is the one above shifted by a box, each band by one more."""
    k = isqrt(n)
    return (k * r + r // k + c) % n + 1


def classic(n: int, with_clues: bool) -> tuple[str, int]:
    """The text of a model, every third cell given, and the number of its clues beside houses and givens.

    With clues: in every row cages of three cells side by side, and thermometers of up to four where digits increase.
    """
    lines = [f'puzzle "{n} by {n}"', f"grid cell[{n}, {n}] in 1..{n}", "alldifferent: rows, columns, boxes"]
    clues = []
    if with_clues:
        for r in range(n):
            for c in range(0, n - 2, 3):
                total = sum(solution(n, r, c + i) for i in range(3))
                clues.append(f"cage {total}: r{r + 1}c{c + 1}..r{r + 1}c{c + 3}")
            bulbs = [c for c in range(0, n - 3, 6) if solution(n, r, c) < solution(n, r, c + 3)]
            clues += [f"thermo: r{r + 1}c{c + 1}..r{r + 1}c{c + 4}" for c in bulbs]
    givens = [" ".join(str(solution(n, r, c)) if (r + c) % 3 == 0 else "." for c in range(n)) for r in range(n)]
    return "\n".join([*lines, *clues, "givens:", *(f"    {row}" for row in givens), ""]), len(clues)


def compiled(text: str, cost: Cost) -> None:
    """All stages once; keeps the fastest seconds of each."""
    from puzzledsl.elaboration import elaborate
    from puzzledsl.encodings import encode
    from puzzledsl.encodings.pyomo_model import to_pyomo
    from puzzledsl.flattening import flatten
    from puzzledsl.presolve.presolve import presolve
    from puzzledsl.reading import read
    from puzzledsl.source import Source

    def timed(stage: str, run: Callable[[], Any]) -> Any:
        gc.collect()
        start = time.perf_counter()
        result = run()
        seconds = time.perf_counter() - start
        cost.seconds[stage] = min(seconds, cost.seconds.get(stage, seconds))
        return result

    file, found = timed("read", lambda: read(Source("grid.puz", text)))
    model = timed("elaborate", lambda: elaborate(file, found, {}, None, None, None))
    flat = timed("flatten", lambda: flatten(model))
    domains = presolve(flat, "none").domains
    encoded = timed("encode", lambda: encode(flat, domains, "binary", model.variables))
    timed("Pyomo", lambda: to_pyomo(encoded))
    cost.columns, cost.rows = len(encoded.columns), len(encoded.rows)
    cost.nonzeros = sum(len(row.terms) for row in encoded.rows)


def measured(n: int, with_clues: bool, repetitions: int) -> Cost:
    """The cost at one size."""
    text, clues = classic(n, with_clues)
    cost = Cost(n, clues)
    for _ in range(repetitions):
        compiled(text, cost)
    return cost


def table(title: str, costs: list[Cost]) -> str:
    """A row a size, in milliseconds, with microseconds per cell and clue, and per nonzero of the matrix."""
    stages = list(costs[0].seconds)
    heads = [
        "n",
        "cells",
        "clues",
        *stages,
        "to flat, per cell and clue",
        "columns",
        "rows",
        "nonzeros",
        "behind, per nonzero",
    ]
    rows = [heads, ["---"] * len(heads)]
    for cost in costs:
        front = sum(cost.seconds[stage] for stage in ("read", "elaborate", "flatten"))
        behind = sum(cost.seconds[stage] for stage in ("encode", "Pyomo"))
        rows.append(
            [
                str(cost.n),
                f"{cost.n**2:,}",
                f"{cost.clues:,}",
                *(f"{1000 * cost.seconds[stage]:.1f} ms" for stage in stages),
                f"{1e6 * front / (cost.n**2 + cost.clues):.1f} µs",
                f"{cost.columns:,}",
                f"{cost.rows:,}",
                f"{cost.nonzeros:,}",
                f"{1e6 * behind / cost.nonzeros:.2f} µs",
            ]
        )
    return f"### {title}\n\n" + "".join("| " + " | ".join(row) + " |\n" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sizes", type=lambda text: tuple(map(int, text.split(","))), default=SIZES)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--readme", action="store_true", help="put the tables into README.md")
    options = parser.parse_args()
    measured(4, True, 1)  # loads everything
    parts = []
    for title, with_clues in (("Classic n×n with boxes", False), ("The same with cages and thermometers", True)):
        costs = []
        for n in options.sizes:
            costs.append(measured(n, with_clues, options.repetitions))
            print(f"{title}, n = {n}: {sum(costs[-1].seconds.values()):.2f} s", file=sys.stderr)
        parts.append(table(title, costs))
    text = "\n".join(parts)
    print(text)
    if options.readme:
        before, rest = README.read_text(encoding="utf-8").split(BEGIN)
        README.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    main()
