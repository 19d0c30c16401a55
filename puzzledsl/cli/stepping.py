"""What ``puzzledsl steps`` does."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses, style
from puzzledsl.cli.asking import Asking, ask, exit_status, seconds_text
from puzzledsl.cli.run import print_json
from puzzledsl.diagnostics import failure
from puzzledsl.domain import Domain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.cli.asking import Asked
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model
    from puzzledsl.steps.finding import Finding
    from puzzledsl.steps.solve_path import Path


@dataclass(frozen=True)
class StepsCall:
    """Everything that was asked for."""

    asking: Asking
    until: str | None
    most: int | None
    hint: bool
    trying: bool
    pictures: str | None
    form: str


def show_steps(file: str, call: StepsCall) -> int:
    """Follows the path of a model and prints it. Returns the exit status.

    Raises:
        PuzzleError: the model is wrong, there is no such cell, or a picture cannot be written.
    """
    from puzzledsl.steps.puzzle import cell_number
    from puzzledsl.steps.solve_path import follow

    if call.pictures is not None:
        _check_format(call.form)
    paths: list[Path] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        until = None if call.until is None else cell_number(model, call.until)
        count = 0

        def tell(_: object) -> None:
            nonlocal count
            count += 1
            display.stage = f"step {count}"

        paths.append(follow(model, until=until, most=call.most, trying=call.trying, deadline=deadline, on_step=tell))

    asked = ask(file, call.asking, work, "looking for steps")
    path = paths[0] if paths else None
    if path is not None and call.pictures is not None:
        _write_pictures(path, call.pictures, call.form)
    if call.asking.invocation.json:
        print_json(_json(path, asked))
    else:
        print(_text(path, asked, call))
    if path is None:
        return exit_status(asked, statuses.LIMIT)
    if path.interrupted:
        return statuses.INTERRUPTED
    return {"solved": statuses.FOUND, "reached": statuses.FOUND, "infeasible": statuses.NONE}.get(
        path.status, statuses.LIMIT
    )


def _check_format(form: str) -> None:
    from puzzledsl.presentation.renderers import formats

    if form not in formats():
        raise failure(f"no kind of picture is called `{form}`", helps=(f"there are {', '.join(sorted(formats()))}",))


def _write_pictures(path: Path, folder: str, form: str) -> None:
    from pathlib import Path as Place

    from puzzledsl.cli.files import write_file
    from puzzledsl.presentation.renderers import renderer
    from puzzledsl.steps.pictures import step_picture

    place = Place(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise failure(f"`{folder}` cannot be made: {error.strerror}", code="file") from None
    render = renderer(form).render
    for number in range(len(path.findings) + 1):
        write_file(str(place / f"{number + 1:03}.{form}"), render(step_picture(path, number), None, None))


def _json(path: Path | None, asked: Asked) -> dict[str, object]:
    from puzzledsl.steps.reporting import path_json

    seconds = {stage: round(spent, 6) for stage, spent in asked.seconds.items()}
    if path is None:
        return {"status": "unknown", "steps": [], "interrupted": asked.interrupted, "seconds": seconds}
    return path_json(path) | {"seconds": seconds}


def _text(path: Path | None, asked: Asked, call: StepsCall) -> str:
    if path is None:
        return "interrupted" if asked.interrupted else "unknown (the time limit came before the first step)"
    from puzzledsl.presentation.pencil import pencil_text
    from puzzledsl.presentation.terminal import can_draw, grid_text, shown_text, variables_text

    model = path.puzzle.model
    color = style.wants_color(call.asking.invocation.color, sys.stdout)
    unicode, width = can_draw(sys.stdout.encoding), style.terminal_width(sys.stdout)
    sections: list[list[str]] = []
    if model.title and not call.asking.quiet:
        sections.append([style.strong(model.title, color)])
    sections.append(step_lines(path, color, width))
    values, last = path.values, list[str]()
    if values is not None and not call.hint:
        last += [grid_text(model, values, color=color, unicode=unicode, width=width)] if model.grids else []
        last += [*variables_text(model, values), *shown_text(model, values)]
    elif path.status in ("stuck", "unknown"):
        left = path.candidates()
        last += [pencil_text(model, left, color=color, unicode=unicode, width=width)] if model.grids else []
        last += _left_of_variables(model, left)
    sections.append(last)
    if not call.asking.quiet:
        sections.append([_status_line(path, asked, color, unicode)])
    return "\n\n".join("\n".join(section) for section in sections if section)


def _left_of_variables(model: Model, candidates: Mapping[int, Sequence[int]]) -> list[str]:
    """A line for each variable that belongs to no grid: ``total = 12``, ``total in 3..9``."""
    lines = []
    for number, variable in enumerate(model.variables):
        values = candidates.get(number)
        if variable.grid is None and values:
            known = len(values) == 1
            lines.append(f"{variable.name} {f'= {values[0]}' if known else f'in {Domain.of(values)}'}")
    return lines


def step_lines(path: Path, color: bool, width: int | None) -> list[str]:
    """The sentences, numbered, with the techniques."""
    digits = len(str(len(path.findings)))
    lines: list[str] = []
    for number, one in enumerate(path.findings, 1):
        lines += numbered(f"{number:>{digits}}. ", one, color, width)
        lines += trial_lines(one, " " * (digits + 2), color, width)
    return lines


def trial_lines(one: Finding, indent: str, color: bool, width: int | None) -> list[str]:
    """The steps to the contradiction that an assumption ends in, with letters."""
    lines: list[str] = []
    for number, step in enumerate(one.trial):
        lines += numbered(f"{indent}{_letters(number)}) ", step, color, width)
    return lines


def _letters(number: int) -> str:
    """``a`` … ``z``, ``aa`` …"""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return (_letters(number // 26 - 1) if number >= 26 else "") + letters[number % 26]


def numbered(head: str, one: Finding, color: bool, width: int | None) -> list[str]:
    """The sentence of a step behind its number, and the technique."""
    from textwrap import wrap

    tail = f"[{one.technique.name}]".replace(" ", _NO_BREAK)
    text = f"{one.sentence} {tail}"
    parts = [text] if width is None else wrap(text, max(width - len(head), 30), break_long_words=False)
    shown = [f"{head if i == 0 else ' ' * len(head)}{part}" for i, part in enumerate(parts)]
    shown[-1] = shown[-1].replace(tail, style.faint(tail.replace(_NO_BREAK, " "), color))
    return shown


_NO_BREAK = "\u00a0"


def _status_line(path: Path, asked: Asked, color: bool, unicode: bool) -> str:
    count = len(path.findings)
    steps = f"{count} step{'' if count == 1 else 's'}"
    match path.status:
        case "solved":
            said = f"{style.good('solved', color)} in {steps}"
        case "stuck":
            said = f"{style.uncertain('no further without trying', color)} after {steps}"
        case "infeasible":
            said = f"{style.bad('infeasible', color)}: {steps} to a contradiction"
        case "reached":
            said = steps
        case _:
            said = style.uncertain("interrupted" if path.interrupted else "unknown (the time limit came first)", color)
            said += f" after {steps}"
    parts = [said]
    if path.difficulty is not None:
        parts.append(str(path.difficulty))
    if len(path.counts) > 1:
        parts.append(", ".join(f"{number} {name}" for name, number in path.counts.items()))
    parts.append(seconds_text(asked.seconds["total"]))
    return (" · " if unicode else " | ").join(parts)
