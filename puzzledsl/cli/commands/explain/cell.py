"""What ``puzzledsl explain FILE CELL`` does: why a cell must hold its value."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses, style
from puzzledsl.cli.analysis_call import AnalysisCall, exit_status, run_analysis, seconds_text
from puzzledsl.cli.run import print_json
from puzzledsl.cli.step_lines import numbered, trial_lines
from puzzledsl.steps.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.analysis.elements import Element
    from puzzledsl.cli.analysis_call import AnalysisRun
    from puzzledsl.cli.picture_options import Pictures
    from puzzledsl.cli.progress import Display
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Highlight
    from puzzledsl.steps.cell_explanation import Explanation, Link


def explain_cell(file: str, cell: str, call: AnalysisCall, pictures: Pictures) -> int:
    """Explains and prints. Returns the exit status.

    Raises:
        PuzzleError: the model is wrong, there is no such cell, or a picture cannot be written.
    """
    from puzzledsl.steps import cell_explanation as explanation

    found: list[Explanation] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def report(count: int) -> None:
            display.stage = f"looking for a chain: step {count}"

        found.append(explanation.explain_cell(model, cell, deadline=deadline, on_step=report))

    run = run_analysis(file, call, work, "looking for a chain")
    told = found[0] if found else None
    run.interrupted = run.interrupted or (told is not None and told.interrupted)
    if call.invocation.json:
        _draw(told, pictures)
        print_json(_json(told, run, cell))
    else:
        if not pictures.on_stdout:
            print(_text(told, run, call), flush=True)
        _draw(told, pictures)
    return exit_status(run, _status(told))


def _status(told: Explanation | None) -> int:
    match None if told is None else told.status:
        case "explained" | "given":
            return statuses.FOUND
        case "free" | "infeasible":
            return statuses.NONE
        case _:
            return statuses.LIMIT


def _draw(told: Explanation | None, pictures: Pictures) -> None:
    if told is None:
        return
    from puzzledsl.presentation.picture import Highlight
    from puzzledsl.steps.pictures import PLACED, REASON

    puzzle = told.puzzle
    cells: dict[int, Highlight] = {}
    for link in told.links:
        cells |= dict.fromkeys(link.finding.cells, Highlight(REASON))
    label = "" if len(told.values) != 1 else f"= {told.values[0]}"
    cells[told.cell] = Highlight(PLACED, label)
    pictures.write(puzzle.model, None, highlights=cells)


def _json(told: Explanation | None, run: AnalysisRun, cell: str) -> dict[str, object]:
    seconds = {stage: round(spent, 6) for stage, spent in run.seconds.items()}
    if told is None:
        return {"status": "unknown", "cell": cell, "interrupted": run.interrupted, "seconds": seconds}
    return told.as_json() | {"interrupted": run.interrupted, "seconds": seconds}


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


def _text(told: Explanation | None, run: AnalysisRun, call: AnalysisCall) -> str:
    if told is None:
        return "interrupted" if run.interrupted else "unknown (the time limit came first)"
    color = style.wants_color(call.invocation.color, sys.stdout)
    width = style.terminal_width(sys.stdout)
    puzzle = told.puzzle
    lines: list[str] = []
    if puzzle.model.title and not call.quiet:
        lines += [style.strong(puzzle.model.title, color), ""]
    name = puzzle.names[told.cell]
    elements = _elements(puzzle.model)
    for number, link in enumerate(told.links, 1):
        lines += numbered(f"{number:>{len(str(len(told.links)))}}. ", link.finding, color, width)
        indent = " " * (len(str(len(told.links))) + 2)
        lines += trial_lines(link.finding, indent, color, width)
        if not call.quiet and told.status != "given":
            used = _used(link, elements, puzzle.model)
            lines += [indent + style.faint(part, color) for part in _wrapped(used, width, len(indent))]
    lines += _answer(told, name, color)
    if not call.quiet:
        separator = " · " if (sys.stdout.encoding or "").lower().startswith("utf") else " | "
        lines += ["", separator.join(_parts(told, run, color))]
    return "\n".join(lines)


def _answer(told: Explanation, name: str, color: bool) -> list[str]:
    values = listed(map(str, told.values), "or")
    match told.status:
        case "explained" | "given":
            return ["", style.strong(f"So {name} is {values}.", color)]
        case "free":
            return [f"{name} need not have one value: it is {listed(map(str, told.values))} in two solutions."]
        case "infeasible":
            return [
                *([""] if told.links else []),
                "The model has no solution; `puzzledsl explain` without a cell names clues that clash.",
            ]
        case "open":
            said = (
                f"No chain is found for {name}, not even by assuming one value at a time; {values} are left for it "
                f"after {told.found} steps."
            )
        case _:
            said = f"The limit came after {told.found} steps; {values} are left for {name}."
    return [said] if told.by_search is None else [said, f"Search proves that it is {told.by_search}."]


def _parts(told: Explanation, run: AnalysisRun, color: bool) -> list[str]:
    good = told.status in ("explained", "given")
    parts = [(style.good if good else style.uncertain)(told.status, color)]
    if told.links and told.status != "given":
        count = len(told.links)
        tried = f", {told.tried} of them by trying" if told.tried else ""
        parts.append(f"{count} step{'' if count == 1 else 's'}{tried}")
        parts.append(f"{len(told.clues)} of {len(told.puzzle.model.requirements)} clues and givens")
    if run.interrupted:
        parts.append("interrupted")
    parts.append(seconds_text(run.seconds["total"]))
    return parts


def _elements(model: Model) -> dict[int, Element]:
    from puzzledsl.analysis.elements import split

    return {number: element for element in split(model).elements for number in element.requirements}


def _used(link: Link, elements: dict[int, Element], model: Model) -> str:
    from puzzledsl.analysis.phrases import phrases

    found = phrases(_in_order(link.clues, elements), model)
    parts = [str(phrase) for phrase in found]
    if link.steps:
        parts.append(f"step{'s' if len(link.steps) > 1 else ''} {listed(map(str, link.steps))}")
    return f"from {'; '.join(parts)}" if parts else ""


def _in_order(clues: Sequence[int], elements: dict[int, Element]) -> Iterable[Element]:
    return [elements[number] for number in clues if number in elements]


def _wrapped(text: str, width: int | None, indent: int) -> list[str]:
    from textwrap import wrap

    if not text:
        return []
    return [text] if width is None else wrap(text, max(width - indent, 30), break_long_words=False)
