"""What ``puzzledsl model`` says about a model, and how it writes its program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.model_file import ModelOptions, load, refuse_two_readers
from puzzledsl.diagnostics import json_of

if TYPE_CHECKING:
    from puzzledsl.cli.style import Screen
    from puzzledsl.domain import Domain
    from puzzledsl.encodings.sizes import Size, Sizes
    from puzzledsl.flat import FlatModel
    from puzzledsl.model import Model, Origin
    from puzzledsl.presolve.presolve import Presolved


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

    model: Model
    clues: dict[str, int]
    idle: tuple[Origin, ...]
    written: tuple[Sizes, ...]
    presolved: tuple[Sizes, ...] = ()
    fixed: int | None = None
    values: tuple[int, int] = (0, 0)
    contradiction: Origin | None = None


def describe(name: str, options: ModelOptions, presolve: str, invocation: Invocation) -> None:
    """Prints the description of a model.

    Raises:
        PuzzleError: the model is wrong.
    """
    refuse_two_readers([name], options)
    model, _ = load(name, options)
    described = description(model, presolve)
    invocation.warn_of_all(model.warnings)
    invocation.print_answer(lambda: as_json(described), lambda: as_text(described, invocation.screen))


def write(name: str, options: ModelOptions, form: str, output: str, encoding: str, presolve: str) -> None:
    """Writes the program of a model.

    Raises:
        PuzzleError: the model is wrong, has no solution by presolve, or there is no such format.
    """
    from puzzledsl.answer import Options
    from puzzledsl.cli.files import STANDARD, check_place, write_file
    from puzzledsl.export import check, export
    from puzzledsl.solve import encoded_model

    refuse_two_readers([name], options)
    if output != STANDARD:
        check_place(output, [name])
    check(form)
    model, _ = load(name, options)
    encoded = encoded_model(model, Options(encoding, presolve=presolve))
    write_file(output, export(encoded, form, model.variables, model.title))


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
    described = Description(model, clues, idle, _sizes(model, flat, plain))
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


def as_json(described: Description) -> dict[str, object]:
    """A JSON-ready form."""
    model = described.model
    return {
        "title": model.title,
        "grids": {grid.name: [grid.height, grid.width] for grid in model.grids},
        "variables": len(model.variables),
        "givens": len(model.givens),
        "objective": None if model.objective is None else "maximize" if model.objective.maximize else "minimize",
        "clues": described.clues,
        "always_hold": [{"sentence": origin.sentence, "line": origin.line} for origin in described.idle],
        "warnings": json_of(model.warnings, "warning"),
        "presolve": None
        if described.fixed is None and described.contradiction is None
        else {
            "fixed": described.fixed,
            "values_before": described.values[0],
            "values_after": described.values[1],
            "contradiction": described.contradiction.sentence if described.contradiction else None,
        },
        "encodings": {
            sizes.encoding: {
                "written": _sizes_json(sizes),
                "presolved": _sizes_json(described.presolved[number]) if described.presolved else None,
            }
            for number, sizes in enumerate(described.written)
        },
    }


def _sizes_json(sizes: Sizes) -> dict[str, object]:
    return asdict(sizes.total) | {"by_clue": {clue: asdict(size) for clue, size in sizes.by_clue.items()}}


def as_text(described: Description, screen: Screen) -> str:
    """What is in the model, then a table as written and one after presolve."""
    model = described.model
    lines = [screen.strong(model.title)] if model.title else []
    lines += [f"grid {grid.name}: {grid.height} × {grid.width}, values {grid.domain}" for grid in model.grids]
    own = sum(variable.grid is None for variable in model.variables)
    if own:
        lines.append(f"variables of their own: {own}")
    lines.append("clues: " + (", ".join(f"{count} {clue}" for clue, count in described.clues.items()) or "none"))
    if model.objective is not None:
        goal = "maximize" if model.objective.maximize else "minimize"
        lines.append(f"objective: {goal} {model.objective.span.text.removeprefix(goal).strip()}")
    for origin in described.idle[:10]:
        lines.append(f"always holds, needs no row: {origin.sentence} (line {origin.line})")
    if len(described.idle) > 10:
        lines.append(f"… and {len(described.idle) - 10} more that always hold")
    lines += ["", *_table("as written", described.written, screen)]
    if described.contradiction is not None:
        origin = described.contradiction
        lines += ["", f"presolve proves that there is no solution, at: {origin.sentence} (line {origin.line})"]
    elif described.fixed is not None:
        before, after = described.values
        known = f"{described.fixed} of {len(model.variables)} known"
        known += f", {after:,} of {before:,} values left" if before else ""
        if described.fixed == len(model.variables):
            lines += ["", screen.strong(f"after presolve ({known}): nothing is left for a solver")]
        else:
            lines += ["", *_table(f"after presolve ({known})", described.presolved, screen)]
    return "\n".join(lines)


def _table(title: str, all_sizes: Sequence[Sizes], screen: Screen) -> list[str]:
    figures = ("0–1", "integer", "real", "rows", "nonzeros")
    kinds = list(dict.fromkeys(kind for sizes in all_sizes for kind in sizes.by_clue))
    real = any(sizes.total.continuous for sizes in all_sizes)
    width = max(map(len, [*kinds, "total", "kind of clue"]))
    head, over = f"{'kind of clue':<{width}}", " " * width
    for sizes in all_sizes:
        names = "".join(f"{figure:>10}" for figure in figures if real or figure != "real")
        over += "  " + f"{sizes.encoding:^{len(names)}}"
        head += "  " + names
    lines = [screen.strong(title), over.rstrip(), head]
    for kind in [*kinds, "total"]:
        line = f"{kind:<{width}}"
        for sizes in all_sizes:
            size = sizes.total if kind == "total" else sizes.by_clue.get(kind)
            line += "  " + _figures(size, real)
        lines.append(screen.strong(line) if kind == "total" else line)
    return lines


def _figures(size: Size | None, real: bool) -> str:
    if size is None:
        return f"{'–':>10}" * (5 if real else 4)
    counts = [size.binaries, size.integers, *([size.continuous] if real else []), size.rows, size.nonzeros]
    return "".join(f"{count:>10,}" for count in counts)
