"""A clue is in a link, or a sentence names it: links of two puzzles that differ in one clue are not the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import puzzledsl
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration.genres import example
from tests.formats.test_drawn_links import DECODED, of_genres

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = {
    "values of cells": "lollipops roma evolmino renban",
    "corners": "bdblock gokigen",
    "walls": "rassi",
    "cells": "nondango lightshadow",
    "stars": "tentaisho starbattle",
    "pieces": "battleship",
    "outside": "skyscrapers",
}
_LAYOUT = re.compile(r"(?m)^clues (\w+):\n((?: +.*\n)+)")


def changed_clues(text: str) -> Iterator[tuple[str, str]]:
    """A layout's name, and the model with one of its marks changed or left out: the first of each kind of mark."""
    for layout in _LAYOUT.finditer(text):
        rows = [row.split() for row in layout[2].replace("|", " ").splitlines()]
        is_wide = len(rows[0]) > 1 or len(rows[0][0]) == 1
        grid = rows if is_wide else [list(row[0]) for row in rows]
        first = {mark: (r, c) for r, row in reversed([*enumerate(grid)]) for c, mark in reversed([*enumerate(row)])}
        marks = [mark for mark in first if mark != "."]
        for mark in marks:
            for other in (".", *[one for one in marks if one != mark][:1]):
                copy = [[*row] for row in grid]
                copy[first[mark][0]][first[mark][1]] = other
                bar = "| " if "|" in layout[2] else ""
                body = "".join(f"    {bar}{(' ' if is_wide else '').join(row)}\n" for row in copy)
                yield layout[1], text[: layout.start(2)] + body + text[layout.end(2) :]


@pytest.mark.parametrize("name", of_genres(KINDS))
def test_no_clue_is_lost(name: str) -> None:
    text = example(name)
    links = {site: puzzledsl.parse(text).link(site) for site in DECODED}
    for layout, changed in changed_clues(text):
        try:
            model = puzzledsl.parse(changed)
            others = {site: model.link(site) for site in DECODED}
        except PuzzleError:  # the genre cannot do without the clue
            continue
        for site, link in links.items():
            assert link != others[site] or any(f"`{layout}`" in part for part in link.left_out), (layout, site)


def test_a_lost_clue_is_found() -> None:
    """What only a rule says, and no drawing, makes no difference between links."""
    rest = (
        "grid c[2, 2] in 1..3\nlet most = sum(n for r, c, n in number)\n# solvers: Not too much.\nsum(cells) <= most\n"
    )
    one, two = (puzzledsl.parse(f"clues number:\n    {n}.\n    ..\n{rest}").link("sudokupad") for n in (6, 7))
    assert one == two
    assert any("`number`" in part for part in one.left_out)


@pytest.mark.parametrize("site", DECODED)
def test_a_given_that_a_sign_shows_is_not_left_out(site: str) -> None:
    """A sign that says less of the value does not say it."""
    text = (
        "clues clue:\n    1 .\n    . 2\ngrid c[2, 2] in 0..2\ndraw hidden(cells)\n"
        "# solvers:\nfor cell, n in clue:\n    cell == n\n"
        "for cell in cells:\n    draw circle(cell, when = cell == 1)\n    draw square(cell, when = cell == 2)\n"
    )
    assert puzzledsl.parse(text).link(site).left_out == ()
    for when in ("", ", when = cell > 0"):
        vague = re.sub(", when = [^)]+", when, text)
        assert [part for part in puzzledsl.parse(vague).link(site).left_out if "cell == n" in part]
