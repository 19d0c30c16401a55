"""What ``puzzledsl model`` reports about a model: its clues, and the sizes of its programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict

from puzzledsl.cli.analysis import Analysis
from puzzledsl.diagnostics import json_of
from puzzledsl.encodings.sizes import Size, sizes
from puzzledsl.inspection.programs import WRITTEN, Programs, chosen_encodings, programs

FIGURES = {"binaries": "0–1", "integers": "integer", "continuous": "real", "rows": "rows", "nonzeros": "nonzeros"}
"""The fields of a size, and their heads in the table."""


class Describing(Analysis[list[Programs]]):
    """One call of ``puzzledsl model``.

    Its answer are the programs as written and, where presolve was asked for, those after it.
    """

    stage = "writing the programs"
    objective = True
    presolve: str

    def ask(self) -> list[Programs]:
        """Write the programs."""
        strengths = dict.fromkeys((WRITTEN, self.presolve))
        return list(programs(self.model, chosen_encodings(None), strengths))

    def json(self, found: list[Programs]) -> dict[str, object]:
        """What is in the model, and the sizes of its programs."""
        model, (written, *presolved) = self.model, found
        presolve, objective = None, model.objective
        for after in presolved:
            fixed, values = self._known(after)
            presolve = {
                "fixed": None if after.contradiction else fixed,
                "values_before": self._known(written)[1],
                "values_after": values,
                "contradiction": after.contradiction.sentence if after.contradiction else None,
            }
        after_sizes = _sizes_json(presolved[-1]) if presolved else {}
        return {
            "title": model.title,
            "grids": {grid.name: [grid.height, grid.width] for grid in model.grids},
            "variables": len(model.variables),
            "givens": len(model.givens),
            "objective": None if objective is None else "maximize" if objective.maximize else "minimize",
            "clues": self._clues(),
            "warnings": json_of(model.warnings, "warning"),
            "presolve": presolve,
            "encodings": {
                name: {"written": size, "presolved": after_sizes.get(name)}
                for name, size in _sizes_json(written).items()
            },
        }

    def text(self, found: list[Programs]) -> str:
        """What is in the model, then a table as written and one after presolve."""
        title = self.model.title
        return "\n".join([*([self.screen.strong(title)] if title and not self.quiet else []), *self._lines(found)])

    def _lines(self, found: list[Programs]) -> list[str]:
        model, (written, *presolved) = self.model, found
        lines = [f"grid {grid.name}: {grid.height} × {grid.width}, values {grid.domain}" for grid in model.grids]
        lines.append("clues: " + (", ".join(f"{count} {clue}" for clue, count in self._clues().items()) or "none"))
        lines += ["", *self._table("as written", written)]
        for after in presolved:
            if after.contradiction is not None:
                return [*lines, "", f"presolve proves that there is no solution, at: {after.contradiction}"]
            fixed, values = self._known(after)
            left = f", {values:,} of {self._known(written)[1]:,} values left" if values else ""
            title = f"after presolve ({fixed} of {len(model.variables)} known{left})"
            decided = fixed == len(model.variables)
            nothing = [self.screen.strong(f"{title}: nothing is left for a solver")]
            lines += ["", *(nothing if decided else self._table(title, after))]
        return lines

    def _clues(self) -> dict[str, int]:
        return Counter(requirement.origin.clue for requirement in self.model.requirements)

    def _known(self, found: Programs) -> tuple[int, int]:
        """How many cells and variables have one value, and how many values all have together."""
        domains = found.domains[: found.flat.sources]
        fixed = [
            domain.size == 1 and not variable.is_real
            for domain, variable in zip(domains, found.flat.variables, strict=False)
        ]
        return sum(fixed), sum(domain.size for domain in domains)

    def _table(self, title: str, found: Programs) -> list[str]:
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
            self.screen.strong(title),
            " " * width + names.rstrip(),
            line("kind of clue", [figures.values() for _ in all_sizes]),
            *(line(kind, [cells(size.by_clue.get(kind)) for size in all_sizes]) for kind in kinds),
            self.screen.strong(line("total", [cells(size.total) for size in all_sizes])),
        ]


def _sizes_json(found: Programs) -> dict[str, dict[str, object]]:
    return {
        name: asdict(size.total) | {"by_clue": {clue: asdict(one) for clue, one in size.by_clue.items()}}
        for name, size in ((name, sizes(encoded)) for name, encoded in found.encoded.items())
    }
