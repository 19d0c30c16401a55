"""What ``puzzledsl model`` says about a model: its clues, and the sizes of its programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis import Analysis
from puzzledsl.diagnostics import json_of
from puzzledsl.encodings.sizes import Size

if TYPE_CHECKING:
    from puzzledsl.cli.style import Screen
    from puzzledsl.domain import Domain
    from puzzledsl.encodings.sizes import Sizes
    from puzzledsl.flat import FlatModel
    from puzzledsl.model import Model, Objective, Origin
    from puzzledsl.presolve.presolve import Presolved


MOST_IDLE = 10
"""Requirements that always hold, which the text names."""

FIGURES = {"binaries": "0–1", "integers": "integer", "continuous": "real", "rows": "rows", "nonzeros": "nonzeros"}
"""The fields of a size, and their heads in the table."""

_NONE = Size()


@dataclass(frozen=True)
class Description:
    """A model in figures.

    Attributes:
        clues: how many requirements there are of each kind, in the order of the text.
        idle: requirements that need no constraint: they hold whatever the cells hold.
        written: sizes of the program of each encoding as the model is written.
        presolved: the same after presolve; empty where presolve was not asked for or finds a contradiction.
        fixed: cells and variables that presolve leaves one value; ``None``: it was not asked for.
        contradiction: the requirement at which presolve finds that there is no solution.
    """

    clues: dict[str, int]
    idle: tuple[Origin, ...]
    written: tuple[Sizes, ...]
    presolved: tuple[Sizes, ...] = ()
    fixed: int | None = None
    values: tuple[int, int] = (0, 0)
    contradiction: Origin | None = None


class Describing(Analysis[Description]):
    """One call of ``puzzledsl model``."""

    stage = "writing the programs"
    objective = True
    presolve: str

    def ask(self) -> Description:
        """Write the programs, and count."""
        return description(self.model, self.presolve)

    def exit_status(self, found: Description) -> int:  # noqa: ARG002
        """Found."""
        return statuses.FOUND

    def json(self, found: Description) -> dict[str, object]:
        """What is in the model, and the sizes of its programs."""
        model, contradiction = self.model, found.contradiction
        presolve = {
            "fixed": found.fixed,
            "values_before": found.values[0],
            "values_after": found.values[1],
            "contradiction": contradiction.sentence if contradiction else None,
        }
        after = {sizes.encoding: _sizes_json(sizes) for sizes in found.presolved}
        return {
            "title": model.title,
            "grids": {grid.name: [grid.height, grid.width] for grid in model.grids},
            "variables": len(model.variables),
            "givens": len(model.givens),
            "objective": None if model.objective is None else _goal(model.objective),
            "clues": found.clues,
            "always_hold": [{"sentence": origin.sentence, "line": origin.line} for origin in found.idle],
            "warnings": json_of(model.warnings, "warning"),
            "presolve": None if found.fixed is None and contradiction is None else presolve,
            "encodings": {
                sizes.encoding: {"written": _sizes_json(sizes), "presolved": after.get(sizes.encoding)}
                for sizes in found.written
            },
        }

    def lines(self, found: Description) -> list[str]:
        """What is in the model, then a table as written and one after presolve."""
        model, screen = self.model, self.screen
        lines = [f"grid {grid.name}: {grid.height} × {grid.width}, values {grid.domain}" for grid in model.grids]
        own = sum(variable.grid is None for variable in model.variables)
        if own:
            lines.append(f"variables of their own: {own}")
        lines.append("clues: " + (", ".join(f"{count} {clue}" for clue, count in found.clues.items()) or "none"))
        if model.objective is not None:
            goal = _goal(model.objective)
            lines.append(f"objective: {goal} {model.objective.span.text.removeprefix(goal).strip()}")
        idle = [f"always holds, needs no row: {origin.sentence} (line {origin.line})" for origin in found.idle]
        more = [f"… and {len(idle) - MOST_IDLE} more that always hold"] if len(idle) > MOST_IDLE else []
        lines += [*idle[:MOST_IDLE], *more, "", *_table("as written", found.written, screen)]
        if found.contradiction is not None:
            at = f"{found.contradiction.sentence} (line {found.contradiction.line})"
            lines += ["", f"presolve proves that there is no solution, at: {at}"]
        elif found.fixed is not None:
            before, after = found.values
            known = f"{found.fixed} of {len(model.variables)} known"
            known += f", {after:,} of {before:,} values left" if before else ""
            if found.fixed == len(model.variables):
                lines += ["", screen.strong(f"after presolve ({known}): nothing is left for a solver")]
            else:
                lines += ["", *_table(f"after presolve ({known})", found.presolved, screen)]
        return lines


def _goal(objective: Objective) -> str:
    return "maximize" if objective.maximize else "minimize"


def description(model: Model, presolve: str) -> Description:
    """A model in figures.

    Raises:
        PuzzleError: something in the model cannot be written as a program.
    """
    from puzzledsl.flattening import flatten
    from puzzledsl.presolve.presolve import presolve as narrow

    flat = flatten(model)
    used = {constraint.origin for constraint in flat.constraints}
    idle = tuple(origin for number, origin in enumerate(flat.origins[: len(model.requirements)]) if number not in used)
    clues = dict(Counter(requirement.origin.clue for requirement in model.requirements))
    plain = tuple(variable.domain for variable in flat.variables)
    described = Description(clues, idle, _sizes(model, flat, plain))
    if presolve == "none":
        return described
    narrowed = narrow(flat, None, presolve)
    if narrowed.contradiction is not None:
        return replace(described, contradiction=flat.origins[narrowed.contradiction])
    fixed = _fixed(flat, narrowed)
    # Where everything is known, no constraint is left: the solver's answer is verified, not solved for.
    left = narrowed.constraints if fixed < len(model.variables) else ()
    return replace(
        described,
        presolved=_sizes(model, replace(flat, constraints=left), narrowed.domains),
        fixed=fixed,
        values=(_values(flat, plain), _values(flat, narrowed.domains)),
    )


def _sizes(model: Model, flat: FlatModel, domains: Sequence[Domain]) -> tuple[Sizes, ...]:
    from puzzledsl.encodings import encode, encodings
    from puzzledsl.encodings.sizes import sizes

    return tuple(sizes(encode(flat, domains, name, model.variables)) for name in encodings())


def _fixed(flat: FlatModel, narrowed: Presolved) -> int:
    sources = zip(flat.variables[: flat.sources], narrowed.domains, strict=False)
    return sum(not variable.is_real and domain.size == 1 for variable, domain in sources)


def _values(flat: FlatModel, domains: Sequence[Domain]) -> int:
    return sum(domain.size for domain in domains[: flat.sources])


def _sizes_json(sizes: Sizes) -> dict[str, object]:
    return asdict(sizes.total) | {"by_clue": {clue: asdict(size) for clue, size in sizes.by_clue.items()}}


def _table(title: str, all_sizes: Sequence[Sizes], screen: Screen) -> list[str]:
    """A line for each kind of clue, the encodings beside each other."""
    kinds = list(dict.fromkeys(kind for sizes in all_sizes for kind in sizes.by_clue))
    real = any(sizes.total.continuous for sizes in all_sizes)
    figures = {name: head for name, head in FIGURES.items() if real or name != "continuous"}
    width = max(map(len, [*kinds, "total", "kind of clue"]))

    def line(head: str, groups: Iterable[Iterable[str]]) -> str:
        return f"{head:<{width}}" + "".join("  " + "".join(f"{cell:>10}" for cell in group) for group in groups)

    def cells(kind: str) -> list[list[str]]:
        found = [sizes.total if kind == "total" else sizes.by_clue.get(kind, _NONE) for sizes in all_sizes]
        return [["–" if size is _NONE else f"{getattr(size, name):,}" for name in figures] for size in found]

    names = "".join(f"  {sizes.encoding:^{10 * len(figures)}}" for sizes in all_sizes)
    head = line("kind of clue", [figures.values() for _ in all_sizes])
    rows = [line(kind, cells(kind)) for kind in kinds]
    return [
        screen.strong(title),
        " " * width + names.rstrip(),
        head,
        *rows,
        screen.strong(line("total", cells("total"))),
    ]
