"""Puzzles from elsewhere onto the page, and away from it: links, pictures, files."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import failure
from puzzledsl.web.limits import loaded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.api import Model
    from puzzledsl.expressions import Rational
    from puzzledsl.web.solving_process import Tell

LONGEST = 60.0
"""Seconds to find the solution that an export has."""

_FILES = ("svg", "png", "html")


def links_json() -> list[dict[str, Any]]:
    """The links that a puzzle may be exported as."""
    from puzzledsl.formats import formats

    return [{"name": one.name, "title": one.title} for one in formats().values() if one.writes]


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


def tell_exported(text: str, name: str, folder: str | None, to: str, solution: bool, tell: Tell) -> None:
    """The job of ``/api/export``; its ``result`` is a file or a link.

    Args:
        name: of the text's file, or nothing.
        solution: with the solution, which is looked for. Without exactly one, a link says so and goes without.
    """
    from puzzledsl.api import Model
    from puzzledsl.generation.writing import file_stem

    content: str | bytes = text
    media_type, ending, left_out = "text/plain", to, list[str]()
    if to != "puz":
        model = Model(loaded(text, name, folder))
        name = name or model.title
        if to in _FILES:
            from puzzledsl.drawable import Scene, drawn
            from puzzledsl.presentation.renderers import renderer

            scene = Scene(model.elaborated, _solution(model) if solution else None)
            content = drawn(scene, to, caption=True)
            media_type = renderer(to).media_type
        else:
            content = _link(model, to, solution, left_out)
            media_type, ending = "text/uri-list", "txt"
    base64 = isinstance(content, bytes)
    answer = {"content": b64encode(content).decode() if isinstance(content, bytes) else content, "base64": base64}
    tell(
        "result",
        answer | {"media_type": media_type, "name": f"{file_stem(name)}.{ending}", "left_out": left_out},
    )


def _link(model: Model, to: str, solution: bool, left_out: list[str]) -> str:
    from puzzledsl.diagnostics import PuzzleError

    link, without = model.link(to), []
    if solution:
        try:
            link = model.link(to, solution=True, time_limit=LONGEST)
        except PuzzleError as error:
            without.append(f"the solution: {error.diagnostics[0].message}")
    left_out += [*link.left_out, *without]
    return link.text


def _solution(model: Model) -> Sequence[Rational]:
    found = model.solve(time_limit=LONGEST)
    if not found:
        raise failure(f"there is no solution to be exported: {found.status}", code="export")
    return tuple(found.values.values())
