"""Canonical layout as small edits, so that an editor keeps its cursor and folds."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import accumulate
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Edit, PuzzleError

if TYPE_CHECKING:
    from puzzledsl.editing.document import Document


def format_edits(document: Document) -> tuple[Edit, ...]:
    """The edits that bring a text into canonical layout; none for a text that cannot be read."""
    from puzzledsl.formatting import format_text

    try:
        new = format_text(document.source)
    except PuzzleError:
        return ()
    before = document.text.splitlines(keepends=True)
    after = new.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, before))]
    return tuple(
        Edit(document.source.span(starts[a], starts[b]), "".join(after[c:d]))
        for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        if kind != "equal"
    )
