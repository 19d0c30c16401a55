"""The puzzles that are measured: sets of classics from tables, variants from the folder of that name."""

from __future__ import annotations

import csv
import json
import random
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHIPPED = HERE / "classics.tsv"
VARIANTS = HERE / "variants"
EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
EASY_SOLUTION = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
WARM_UP = "765014283803762590429538061947301826250846379086279105672190438598023617104687950"
"""Almost full, so that every contender can do it: what it takes is start-up."""
GROUPS = [[9 * i + k for k in range(9)] for i in range(9)]
GROUPS += [[9 * k + i for k in range(9)] for i in range(9)]
GROUPS += [[27 * (i // 3) + 3 * (i % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for i in range(9)]

ROLES = {
    "easy": ("easy50", "own_easy"),
    "moderate": ("top95", "own_minimal"),
    "hardest": ("forum_hardest_1106", "own_hard"),
    "17 clues": ("sudoku17",),
}
"""The sets that are measured, by the part that they play: the first one that is there."""


@dataclass(frozen=True)
class Classic:
    """81 digits with 0 for empty, and the solution, empty when only the rules can be checked."""

    givens: str
    solution: str = ""

    def accepts(self, answer: str) -> bool:
        """Whether an answer is a solution that keeps the givens, and the known one where one is known."""
        return (
            len(answer) == 81
            and all(given in {"0", digit} for given, digit in zip(self.givens, answer, strict=True))
            and all({answer[cell] for cell in group} == set("123456789") for group in GROUPS)
            and self.solution in {"", answer}
        )


def classics(source: Path | None) -> dict[str, list[Classic]]:
    """The sets of a table (tab-separated; columns set, puzzle, solution), or of all tables of a folder.

    Each set is shuffled, always alike: a contender that is stopped early has seen a fair sample. Without a source, the
    sets that are shipped.
    """
    tables = [source or SHIPPED] if source is None or source.is_file() else sorted(source.glob("*.tsv"))
    sets: dict[str, list[Classic]] = {}
    for table in tables:
        with table.open(encoding="ascii", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                puzzle = Classic(row["puzzle"].replace(".", "0"), row["solution"])
                sets.setdefault(row["set"], []).append(puzzle)
    for members in sets.values():
        random.Random(1).shuffle(members)
    return sets


def lines(path: Path) -> list[Classic]:
    """Puzzles without solutions, a line each."""
    return [Classic(line.strip().replace(".", "0")) for line in path.read_text(encoding="ascii").splitlines() if line]


def chosen(sets: dict[str, list[Classic]]) -> dict[str, str]:
    """The name of the set that plays each part, as far as there is one."""
    return {
        role: next(name for name in names if name in sets)
        for role, names in ROLES.items()
        if any(name in sets for name in names)
    }


def variants() -> dict[str, str]:
    """The solution of each variant, by its name."""
    return {path.stem: json.loads(path.read_text())["solution"] for path in sorted(VARIANTS.glob("*.json"))}


def digits(output: str) -> str:
    """The digits of an answer: the first line of a peer's output, or the first grid of our JSON. Else empty."""
    first = output.strip().split("\n", 1)[0]
    if not first.startswith("{"):
        return first
    grids = json.loads(first).get("grids")
    return "" if not grids else "".join(str(value) for row in next(iter(grids.values())) for value in row)
