"""Puzzles from elsewhere onto the page, and away from it: links, pictures, files."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.api import Model
    from puzzledsl.elaboration import Limits
    from puzzledsl.expressions import Rational
    from puzzledsl.web.solving_process import Tell

LONGEST = 60.0
"""Seconds to find the solution that an export has."""

_FILES = {"puz": "The model's own text", "svg": "A picture", "png": "A picture in pixels", "html": "A page to print"}


def formats_json() -> list[dict[str, Any]]:
    """What a puzzle may be exported as: links that open elsewhere, then files."""
    from puzzledsl.formats import formats

    links = [{"name": one.name, "title": one.title, "link": True} for one in formats().values() if one.writes]
    return links + [{"name": name, "title": title, "link": False} for name, title in _FILES.items()]


def imported(link: str) -> dict[str, Any]:
    """The answer to ``/api/import``.

    Raises:
        PuzzleError: it cannot be read.
    """
    from puzzledsl.formats import import_text

    found = import_text(link)
    return {
        "text": found.model,
        "format": found.format,
        "title": found.title,
        "not_understood": list(found.not_understood),
    }


def exported(text: str, name: str, folder: str | None, limits: Limits, to: str, solution: bool) -> dict[str, Any]:
    """The answer to ``/api/export``.

    Args:
        name: of the text's file, or of the puzzle.
        solution: with the solution, which is looked for.

    Raises:
        PuzzleError: the model is wrong, or cannot be written so, or its solution is not found.
    """
    from puzzledsl.api import parse
    from puzzledsl.generation.writing import file_stem

    stem = file_stem(name)
    if to == "puz":
        return _answer(text, "text/plain", f"{stem}.puz")
    model = parse(text, include=() if folder is None else (folder,), limits=limits)
    values = _solution(model) if solution else None
    if to in _FILES:
        from puzzledsl.drawable import Scene, drawn
        from puzzledsl.presentation.renderers import renderer

        scene = Scene(model.elaborated, values)
        missing: list[str] = []
        content = drawn(scene, to, caption=True, warn=missing.append)
        return _answer(content, renderer(to).media_type, f"{stem}.{to}") | {"left_out": missing}
    from puzzledsl.formats import export_model

    grid = model.elaborated.grids[0] if model.elaborated.grids else None
    shown = [values[x] for row in grid.numbers for x in row if x is not None] if values and grid else []
    link = export_model(model.elaborated, to, " ".join(map(str, shown)))
    return _answer(link.text, "text/uri-list", f"{stem}.txt") | {"left_out": list(link.left_out)}


def tell_exported(
    text: str, name: str, folder: str | None, limits: Limits, to: str, solution: bool, tell: Tell
) -> None:
    """The same as a job, for an export that has to solve first: ``result`` or ``error``."""
    from puzzledsl.diagnostics import PuzzleError, shown

    try:
        tell("result", exported(text, name, folder, limits, to, solution))
    except PuzzleError as error:
        first = shown(error.diagnostics)[0]
        tell("error", {"message": first.message, "helps": list(first.helps)})


def _answer(content: str | bytes, media_type: str, name: str) -> dict[str, Any]:
    text = content if isinstance(content, str) else b64encode(content).decode()
    base64 = not isinstance(content, str)
    return {"content": text, "base64": base64, "media_type": media_type, "name": name, "left_out": []}


def _solution(model: Model) -> Sequence[Rational]:
    found = model.solve(time_limit=LONGEST)
    if not found:
        raise failure(f"there is no solution to be exported: {found.status}", code="export")
    return tuple(found.values.values())
