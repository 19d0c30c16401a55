"""What ``puzzledsl model`` reports about a model: its clues, and the sizes of its programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking
from puzzledsl.diagnostics import json_of
from puzzledsl.drawable import Answer
from puzzledsl.encodings.sizes import Size, sizes
from puzzledsl.inspection.programs import WRITTEN, Programs, chosen_encodings, programs
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.presentation.screen import Screen

FIGURES = {"binaries": "0–1", "integers": "integer", "continuous": "real", "rows": "rows", "nonzeros": "nonzeros"}
"""The fields of a size, and their headings in the table."""


@record
class Description(Answer):
    """The contents of a model and the sizes of its programs.

    Attributes:
        written: the programs without presolve.
        presolved: the programs after presolve; ``None`` if they were not requested.
        seconds: the time that the call took.
    """

    model: Model
    written: Programs
    presolved: Programs | None = None
    seconds: float = 0.0

    status = "shown"

    def as_json(self) -> dict[str, object]:
        """What is in the model, and the sizes of its programs."""
        model, after, presolve = self.model, self.presolved, None
        if after is not None:
            fixed, values = self._known(after)
            presolve = {
                "fixed": None if after.contradiction else fixed,
                "values_before": self._known(self.written)[1],
                "values_after": values,
                "contradiction": after.contradiction.sentence if after.contradiction else None,
            }
        after_sizes = {} if after is None else _sizes_json(after)
        goal = model.objective
        return {
            "title": model.title,
            "grids": {grid.name: [grid.height, grid.width] for grid in model.grids},
            "variables": len(model.variables),
            "givens": len(model.givens),
            "objective": None if goal is None else "maximize" if goal.maximize else "minimize",
            "clues": self._clues(),
            "warnings": json_of(model.warnings, "warning"),
            "presolve": presolve,
            "encodings": {
                name: {"written": size, "presolved": after_sizes.get(name)}
                for name, size in _sizes_json(self.written).items()
            },
        }

    def status_line(self, screen: Screen) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def lines(self, screen: Screen) -> list[str]:
        """What is in the model, then a table as written and one after presolve."""
        model, after = self.model, self.presolved
        lines = [f"grid {grid.name}: {grid.height} × {grid.width}, values {grid.domain}" for grid in model.grids]
        lines.append("clues: " + (", ".join(f"{count} {clue}" for clue, count in self._clues().items()) or "none"))
        lines += ["", *_table("as written", self.written, screen)]
        if after is None:
            return lines
        if after.contradiction is not None:
            return [*lines, "", after.refutation()]
        fixed, values = self._known(after)
        left = f", {values:,} of {self._known(self.written)[1]:,} values left" if values else ""
        title = f"after presolve ({fixed} of {len(model.variables)} known{left})"
        if fixed == len(model.variables):
            return [*lines, "", screen.strong(f"{title}: nothing is left for a solver")]
        return [*lines, "", *_table(title, after, screen)]

    def _clues(self) -> dict[str, int]:
        return Counter(requirement.origin.clue for requirement in self.model.requirements)

    def _known(self, found: Programs) -> tuple[int, int]:
        """The number of cells and variables with a single value, and the number of all remaining values."""
        domains = found.domains[: found.flat.sources]
        fixed = [
            domain.size == 1 and not variable.is_real
            for domain, variable in zip(domains, found.flat.variables, strict=False)
        ]
        return sum(fixed), sum(domain.size for domain in domains)


def describe(model: Model, how: Asking = Asking(), *, presolve: str = "probe") -> Description:  # noqa: ARG001, B008
    """Describe the contents of a model and the sizes of its programs in all encodings.

    Args:
        presolve: the strength of presolve of the second table; ``none``: there is no second table.

    Raises:
        PuzzleError: something in the model cannot be written as a program.
        OutOfTime: the time limit came first.
    """
    written, *after = programs(model, chosen_encodings(None), dict.fromkeys((WRITTEN, presolve)))
    return Description(model, written, after[0] if after else None)


def _table(title: str, found: Programs, screen: Screen) -> list[str]:
    """A line for each kind of clue, the encodings beside each other."""
    all_sizes = [sizes(encoded) for encoded in found.encoded.values()]
    real = any(size.total.continuous for size in all_sizes)
    figures = {name: head for name, head in FIGURES.items() if real or name != "continuous"}
    kinds = dict.fromkeys(kind for size in all_sizes for kind in size.by_clue)
    width = max(map(len, [*kinds, "kind of clue"]))

    def line(head: str, groups: Iterable[Iterable[str]]) -> str:
        return f"{head:<{width}}" + "".join("  " + "".join(f"{cell:>10}" for cell in group) for group in groups)

    def cells(size: Size | None) -> list[str]:
        return ["–" if size is None else f"{getattr(size, name):,}" for name in figures]

    names = "".join(f"  {size.encoding:^{10 * len(figures)}}" for size in all_sizes)
    return [
        screen.strong(title),
        " " * width + names.rstrip(),
        line("kind of clue", [figures.values() for _ in all_sizes]),
        *(line(kind, [cells(size.by_clue.get(kind)) for size in all_sizes]) for kind in kinds),
        screen.strong(line("total", [cells(size.total) for size in all_sizes])),
    ]


def _sizes_json(found: Programs) -> dict[str, dict[str, object]]:
    return {
        name: asdict(size.total) | {"by_clue": {clue: asdict(one) for clue, one in size.by_clue.items()}}
        for name, size in ((name, sizes(encoded)) for name, encoded in found.encoded.items())
    }
