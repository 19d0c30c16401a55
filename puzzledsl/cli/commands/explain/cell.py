"""What ``puzzledsl explain FILE CELL`` does: why a cell must hold its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.analysis_call import AnalysisCall, run_analysis
from puzzledsl.cli.step_lines import numbered, trial_lines
from puzzledsl.listing import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.analysis.elements import Element
    from puzzledsl.cli.analysis_call import AnalysisRun
    from puzzledsl.cli.picture_options import Pictures
    from puzzledsl.cli.progress import Display
    from puzzledsl.cli.style import Screen
    from puzzledsl.model import Model
    from puzzledsl.steps.cell_explanation import CellExplanation, Link


def explain_cell(file: str, cell: str, call: AnalysisCall, pictures: Pictures) -> int:
    """Explains and prints. Returns the exit status.

    Raises:
        PuzzleError: the model is wrong, there is no such cell, or a picture cannot be written.
    """
    from puzzledsl.steps import cell_explanation
    from puzzledsl.steps.pictures import explanation_scene

    found: list[CellExplanation] = []

    def work(model: Model, deadline: float | None, display: Display) -> None:
        def report(count: int) -> None:
            display.stage = f"looking for a chain: step {count}"

        found.append(cell_explanation.explain_cell(model, cell, deadline=deadline, on_step=report))

    run = run_analysis(file, call, work, "looking for a chain")
    explanation = found[0] if found else None
    run.interrupted = run.interrupted or (explanation is not None and explanation.interrupted)
    call.invocation.print_answer(
        lambda: _json(explanation, run, cell),
        lambda: _text(explanation, run),
        pictures,
        lambda: None if explanation is None else explanation_scene(explanation),
    )
    match None if explanation is None else explanation.status:
        case "explained" | "given":
            return run.exit_status(statuses.FOUND)
        case "free" | "infeasible":
            return run.exit_status(statuses.NONE)
        case _:
            return run.exit_status(statuses.LIMIT)


def _json(explanation: CellExplanation | None, run: AnalysisRun, cell: str) -> dict[str, object]:
    found = {"status": "unknown", "cell": cell} if explanation is None else explanation.as_json()
    return found | {"interrupted": False} | run.closing_json()


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


def _text(explanation: CellExplanation | None, run: AnalysisRun) -> str:
    if explanation is None:
        return "interrupted" if run.interrupted else "unknown (the time limit came first)"
    screen, puzzle = run.screen, explanation.puzzle
    lines = [*run.title(), ""] if run.title() else []
    elements = _elements(puzzle.model)
    digits = len(str(len(explanation.links)))
    indent = " " * (digits + 2)
    for number, link in enumerate(explanation.links, 1):
        lines += numbered(f"{number:>{digits}}. ", link.finding, screen)
        lines += trial_lines(link.finding, indent, screen)
        if not run.quiet and explanation.status != "given":
            used = _used(link, elements, puzzle.model)
            lines += [indent + screen.faint(part) for part in _wrapped(used, screen.width, len(indent))]
    lines += _answer(explanation, puzzle.names[explanation.cell], screen)
    if not run.quiet:
        lines += ["", run.status_line(*_parts(explanation, run))]
    return "\n".join(lines)


def _answer(explanation: CellExplanation, name: str, screen: Screen) -> list[str]:
    values = listed(map(str, explanation.values), "or")
    match explanation.status:
        case "explained" | "given":
            return ["", screen.strong(f"So {name} is {values}.")]
        case "free":
            return [f"{name} need not have one value: it is {listed(map(str, explanation.values))} in two solutions."]
        case "infeasible":
            return [
                *([""] if explanation.links else []),
                "The model has no solution; `puzzledsl explain` without a cell names clues that clash.",
            ]
        case "open":
            said = (
                f"No chain is found for {name}, not even by assuming one value at a time; {values} are left for it "
                f"after {explanation.found} steps."
            )
        case _:
            said = f"The limit came after {explanation.found} steps; {values} are left for {name}."
    return [said] if explanation.by_search is None else [said, f"Search proves that it is {explanation.by_search}."]


def _parts(explanation: CellExplanation, run: AnalysisRun) -> list[str]:
    good = explanation.status in ("explained", "given")
    parts = [(run.screen.good if good else run.screen.uncertain)(explanation.status)]
    if explanation.links and explanation.status != "given":
        count = len(explanation.links)
        tried = f", {explanation.tried} of them by trying" if explanation.tried else ""
        parts.append(f"{counted(count, 'step')}{tried}")
        parts.append(f"{len(explanation.clues)} of {len(explanation.puzzle.model.requirements)} clues and givens")
    if run.interrupted:
        parts.append("interrupted")
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
