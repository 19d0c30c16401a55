"""What ``puzzledsl redundant`` and ``puzzledsl minimize`` do."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from puzzledsl.analysis.minimization import Minimized, minimize
from puzzledsl.analysis.redundancy import Redundancy, redundant
from puzzledsl.cli import statuses, style
from puzzledsl.cli.asking import Asking, ask, exit_status, seconds_text
from puzzledsl.cli.clues import element_json, highlighted, list_of, marked, solution_json
from puzzledsl.cli.run import print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.analysis.elements import Element
    from puzzledsl.cli.asking import Asked
    from puzzledsl.cli.pictures import Pictures
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model


@dataclass(frozen=True)
class DropCall:
    """Everything that was asked for.

    Attributes:
        by: for ``redundant``.
        seed, output: for ``minimize``.
    """

    asking: Asking
    keep: Sequence[str]
    houses: bool
    pictures: Pictures
    by: str = "clue"
    seed: int = 0
    output: str = "-"


def show_redundant(file: str, call: DropCall) -> int:
    """Looks for redundant clues and prints them. Returns the exit status.

    Raises:
        PuzzleError: the model or the call is wrong, or a picture cannot be written.
    """
    found: list[Redundancy] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def report(word: str) -> None:
            display.stage = word

        found.append(redundant(model, by=call.by, keep=call.keep, houses=call.houses, deadline=deadline, report=report))

    asked = ask(file, call.asking, work, "looking for redundant clues")
    result = found[-1] if found else Redundancy("unknown")
    asked.interrupted = asked.interrupted or result.interrupted
    if call.asking.invocation.json:
        _draw(asked.model, result.together, call)
        print_json(_redundancy_json(asked, result))
    else:
        if not call.pictures.on_stdout:
            print("\n".join(_redundancy_text(asked, result, call)), flush=True)
        _draw(asked.model, result.together, call)
    done = result.status == "checked" and not result.undecided and result.maximal
    none = result.status == "infeasible"
    return exit_status(asked, statuses.FOUND if done else statuses.NONE if none else statuses.LIMIT)


def _draw(model: Model | None, elements: Sequence[Element], call: DropCall) -> None:
    if model is not None:
        call.pictures.write(model, None, highlights=highlighted(elements))


def _redundancy_text(asked: Asked, result: Redundancy, call: DropCall) -> list[str]:
    model, color = asked.model, style.wants_color(call.asking.invocation.color, sys.stdout)
    lines: list[str] = []
    if model is not None and model.title and not call.asking.quiet:
        lines.append(style.strong(model.title, color))
    if result.status == "infeasible":
        lines.append("the model has no solution, so that anything follows from it; `puzzledsl explain` tells why")
    elif model is not None and result.redundant:
        alone = "each of these is" if len(result.redundant) > 1 else "this is"
        lines += [f"{alone} implied by all the rest:", *list_of(result.redundant, model)]
        if 1 < len(result.together) == len(result.redundant):
            lines.append("all of them can be dropped together")
        elif len(result.together) > 1:
            lines += [f"these {len(result.together)} can be dropped together:", *list_of(result.together, model)]
        elif len(result.redundant) > 1 and result.maximal:
            lines.append("but only one of them can be dropped")
        if model.grids and not call.asking.quiet:
            lines.append(_grid(model, result.together, color))
    elif result.status == "checked":
        lines.append("nothing is implied by the rest" + ("" if not result.undecided else ", as far as was decided"))
    if model is not None and result.undecided:
        lines += ["the time was not enough to tell of:", *list_of(result.undecided, model)]
    if not call.asking.quiet:
        looked = len(result.redundant) + len(result.needed) + len(result.undecided)
        word = style.good("checked", color) if result.status == "checked" else style.uncertain(result.status, color)
        parts = [word, f"{len(result.redundant)} of {looked} redundant"]
        if result.redundant and not result.maximal:
            parts.append("perhaps more can be dropped together")
        lines.append(_status_line(parts, result.questions, asked))
    return lines


def _grid(model: Model, elements: Sequence[Element], color: bool) -> str:
    from puzzledsl.presentation.terminal import can_draw, grid_text

    unicode, width = can_draw(sys.stdout.encoding), style.terminal_width(sys.stdout)
    return grid_text(model, None, color=color, unicode=unicode, width=width, marked=marked(elements, model))


def _redundancy_json(asked: Asked, result: Redundancy) -> dict[str, object]:
    found: dict[str, object] = {"status": result.status}
    model = asked.model
    if model is not None:
        found |= {
            "redundant": [element_json(element, model) for element in result.redundant],
            "together": [element_json(element, model) for element in result.together],
            "maximal": result.maximal,
            "needed": [
                element_json(element, model) | {"without_it": solution_json(model, values)}
                for element, values in result.needed.items()
            ],
            "undecided": [element_json(element, model) for element in result.undecided],
            "kept": len(result.kept),
        }
    return found | _tail(asked, result.questions)


# ── minimize ─────────────────────────────────────────────────────────────────────────────────────


def write_minimized(file: str, call: DropCall) -> int:
    """Makes a puzzle smaller and writes it. Returns the exit status.

    Raises:
        PuzzleError: the model or the call is wrong, or a file cannot be written.
    """
    from puzzledsl.generation.writing import settled

    found: list[Minimized] = []
    models: list[Model] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def report(word: str) -> None:
            display.stage = word

        model = settled(model, call.asking.model.settings, call.asking.model.include)
        models.append(model)
        found.append(
            minimize(
                model,
                keep=call.keep,
                houses=call.houses,
                seed=call.seed,
                deadline=deadline,
                report=report,
                publish=found.append,
            )
        )

    asked = ask(file, call.asking, work, "looking for what can be dropped")
    result = found[-1] if found else Minimized("unknown")
    asked.interrupted = asked.interrupted or result.interrupted
    if models:
        asked.model = models[0]
    if result.text and not (call.asking.invocation.json and call.output == "-"):
        from puzzledsl.cli.files import write_file

        write_file(call.output, result.text)
    if call.asking.invocation.json:
        print_json(_minimized_json(asked, result))
    elif not call.asking.quiet or not result.text:
        stream = sys.stderr if call.output == "-" else sys.stdout
        print("\n".join(_minimized_text(asked, result, call)), file=stream, flush=True)
    if asked.model is not None and result.text:
        _draw_minimized(asked.model, result, call)
    return exit_status(asked, _status(result))


def _status(result: Minimized) -> int:
    match result.status:
        case "minimal":
            return statuses.FOUND
        case "several" | "infeasible":
            return statuses.NONE
        case _:
            return statuses.LIMIT


def _draw_minimized(model: Model, result: Minimized, call: DropCall) -> None:
    gone = {n for element in result.dropped for n in element.requirements}
    origins = {model.requirements[n].origin for n in gone}
    givens = {x for element in result.dropped if element.origin.is_given for x in element.variables}
    smaller = replace(
        model,
        givens={x: value for x, value in model.givens.items() if x not in givens},
        marks=tuple(mark for mark in model.marks if mark.origin is None or mark.origin not in origins),
    )
    call.pictures.write(smaller, result.values)


def _minimized_text(asked: Asked, result: Minimized, call: DropCall) -> list[str]:
    model, color = asked.model, style.wants_color(call.asking.invocation.color, sys.stderr)
    lines: list[str] = []
    if result.status == "infeasible":
        lines.append("the model has no solution; `puzzledsl explain` tells why")
    elif result.status == "several":
        lines.append("the model has several solutions; only a puzzle with a single one can be minimized")
    elif model is not None and result.text:
        lines += ["dropped:", *list_of(result.dropped, model)] if result.dropped else ["nothing can be dropped"]
        if result.undecided:
            lines += ["the time was not enough to tell of:", *list_of(result.undecided, model)]
    if call.output != "-" and result.text:
        lines.append(f"{call.output} is written")
    parts = [style.good(result.status, color) if result.status == "minimal" else style.uncertain(result.status, color)]
    if result.text:
        left = len(result.left) + len(result.undecided)
        parts.append(f"{len(result.dropped)} dropped, {left} left, {len(result.kept)} kept without trying")
    lines.append(_status_line(parts, result.questions, asked))
    return lines


def _minimized_json(asked: Asked, result: Minimized) -> dict[str, object]:
    found: dict[str, object] = {"status": result.status}
    model = asked.model
    if model is not None:
        found |= {
            "text": result.text or None,
            "dropped": [element_json(element, model) for element in result.dropped],
            "left": [
                element_json(element, model) | {"without_it": solution_json(model, values)}
                for element, values in result.left.items()
            ],
            "undecided": [element_json(element, model) for element in result.undecided],
            "kept": len(result.kept),
        }
        if result.values is not None:
            found |= solution_json(model, result.values)
        if result.other is not None:
            found["other"] = solution_json(model, result.other)
    return found | _tail(asked, result.questions)


def _tail(asked: Asked, questions: int) -> dict[str, object]:
    found: dict[str, object] = {"questions": questions}
    if asked.interrupted:
        found["interrupted"] = True
    return found | {"seconds": {stage: round(seconds, 6) for stage, seconds in asked.seconds.items()}}


def _status_line(parts: Sequence[str], questions: int, asked: Asked) -> str:
    separator = " · " if (sys.stdout.encoding or "").lower().startswith("utf") else " | "
    ended = ["interrupted"] if asked.interrupted else []
    counted = f"{questions} question{'' if questions == 1 else 's'}"
    return separator.join([*parts, *ended, counted, seconds_text(asked.seconds["total"])])
