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

_FILES = ("svg", "png", "html")


def links_json() -> list[dict[str, Any]]:
    """The links that a puzzle may be exported as."""
    from puzzledsl.formats import formats

    return [{"name": one.name, "title": one.title} for one in formats().values() if one.write is not None]


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


def tell_exported(
    text: str, name: str, folder: str | None, limits: Limits, to: str, solution: bool, tell: Tell
) -> None:
    """The job of ``/api/export``: ``result`` or ``error``.

    Args:
        name: of the text's file, or of the puzzle.
        solution: with the solution, which is looked for. Without exactly one, a link says so and goes without.
    """
    from puzzledsl.diagnostics import PuzzleError

    try:
        tell("result", _exported(text, name, folder, limits, to, solution))
    except PuzzleError as error:
        tell("error", {"message": error.diagnostics[0].message})


def _exported(text: str, name: str, folder: str | None, limits: Limits, to: str, solution: bool) -> dict[str, Any]:
    from puzzledsl.api import parse
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.generation.writing import file_stem

    stem = file_stem(name)
    if to == "puz":
        return _answer(text, "text/plain", f"{stem}.puz", ())
    model = parse(text, include=() if folder is None else (folder,), limits=limits)
    if to in _FILES:
        from puzzledsl.drawable import Scene, drawn
        from puzzledsl.presentation.renderers import renderer

        missing: list[str] = []
        content = drawn(
            Scene(model.elaborated, _solution(model) if solution else None), to, caption=True, warn=missing.append
        )
        return _answer(content, renderer(to).media_type, f"{stem}.{to}", missing)
    without: list[str] = []
    link = model.link(to)
    if solution:
        try:
            link = model.link(to, solution=True, time_limit=LONGEST)
        except PuzzleError as error:
            without = [f"the solution: {error.diagnostics[0].message}"]
    return _answer(link.text, "text/uri-list", f"{stem}.txt", [*link.left_out, *without])


def _answer(content: str | bytes, media_type: str, name: str, left_out: Sequence[str]) -> dict[str, Any]:
    text = content if isinstance(content, str) else b64encode(content).decode()
    base64 = not isinstance(content, str)
    return {"content": text, "base64": base64, "media_type": media_type, "name": name, "left_out": list(left_out)}


def _solution(model: Model) -> Sequence[Rational]:
    found = model.solve(time_limit=LONGEST)
    if not found:
        raise failure(f"there is no solution to be exported: {found.status}", code="export")
    return tuple(found.values.values())
