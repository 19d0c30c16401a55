"""The pictures beside the examples of a page, drawn by the harness that tests these examples."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from blocks import PRELUDE, Block, blocks, parsed, solved

import puzzledsl
from puzzledsl.editing.rule_rows import CLASSIC
from puzzledsl.elaboration.library import statements_of
from puzzledsl.presentation.picture import picture
from puzzledsl.presentation.renderers.svg import render

WIDTH = 260
"""Pixels that a picture is wide at most."""

CELL = 45
"""Pixels that a cell is wide at most."""


Play = Callable[[str], str]
"""A link, in HTML, to the page of `puzzledsl edit` with a model."""


def with_pictures(text: str, keep: Callable[[str], str], play: Play | None = None) -> str:
    """A page, in which each example that can be drawn stands beside its picture.

    Args:
        text: the page, in Markdown.
        keep: writes an SVG; gives the path of the picture.
        play: gives the link that stands below each model.

    Raises:
        AssertionError, PuzzleError: an example does not do what the page says.
    """
    parts, end = [], 0
    files: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for block in blocks(text):
            if block.file is not None:
                files[block.file] = block.body
                Path(folder, block.file).write_text(block.body, encoding="utf-8")
            shown = svg(block, Path(folder))
            start, stop = block.span
            code = f"```puz\n{block.body}```"
            link = "" if play is None else play(alone(block, files))
            if shown is not None:
                code = beside(code, shown, keep, link)
            elif link:
                code = f"{code}\n\n{link}"
            parts += [text[end:start], code]
            end = stop
    text = "".join(parts) + text[end:]
    # Sphinx takes one word for the language, and what follows it means something to the tests only.
    return re.sub(r"^```(\w+) [^\n{}]*$", r"```\1", text, flags=re.M)


def alone(block: Block, files: Mapping[str, str]) -> str:
    """The text of an example that needs no file beside it and no setting."""
    text = re.sub(r'^include "(.*)"\n', lambda found: files[found[1]], block.model, flags=re.M)
    for name, value in block.settings.items():
        rows = "".join(f"    {' '.join(row)}\n" for row in value.split("/"))
        text = re.sub(rf"^(param {name} =) .*", rf"\1 {value}", text, flags=re.M)
        text = re.sub(rf"^(clues {name}:\n)(?: .*\n)+", rf"\1{rows}", text, flags=re.M)
    return text


def with_links(text: str, play: Play) -> str:
    """The page of the library with a link behind each example."""

    def linked(found: re.Match[str]) -> str:
        return f"{found[0]} {play(CLASSIC + statements_of(found[1]))}"

    return re.sub("^- example: `(.*)`$", linked, text, flags=re.M)


def svg(block: Block, folder: Path) -> str | None:
    """The picture of an example: its answer if it is solved and has only one, otherwise the puzzle."""
    if "error" in block.words:
        return None
    try:
        model = parsed(block, folder)
    except puzzledsl.PuzzleError:
        if block.file is None:
            raise
        return None  # a draft with mistakes, about which the page speaks, or a file without a grid
    if not model.elaborated.grids:
        return None
    if "fragment" in block.words:
        found = drawn(model)
        return None if found == drawn(puzzledsl.parse(PRELUDE)) else found
    if block.words & {"solve", "unique"} and model.unique(time_limit=60).status == "unique":
        return drawn(model, solved(block, folder))
    return drawn(model)


def drawn(model: puzzledsl.Model, solution: puzzledsl.Solution | None = None) -> str:
    """A puzzle or its answer as SVG; without words, since its text stands beside it."""
    shown = picture(model.elaborated, None if solution is None else solution._scene().values)
    return render(shown, width=round(min(WIDTH, shown.width * CELL)))


def beside(code: str, svg: str, keep: Callable[[str], str], below: str = "") -> str:
    """A block of code with a picture beside it, and perhaps a line below that."""
    line = f"\n{below}\n" if below else ""
    title = re.search(r"<title[^>]*>([^<]*)</title>", svg)
    return (
        f"::::{{container}} example\n{code}\n\n:::{{container}} picture\n"
        f"```{{image}} {keep(svg)}\n:alt: {title[1] if title else 'Picture'}\n```\n{line}:::\n::::"
    )
