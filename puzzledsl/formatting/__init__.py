"""The canonical layout of a model: the same tokens and comments, with blanks and lines where they belong.

Blocks are indented by four blanks. Binary operators stand between single blanks, ``..`` without any; a comma is
followed by one. Rows of a layout are aligned to the right, their decoration is drawn anew. Line breaks inside brackets
stay where the author put them. Of several blank lines one is left. Comments stay beside or above what they were beside
or above; those that stood in one column do so again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError

if TYPE_CHECKING:
    from puzzledsl.source import Source

__all__ = ["format_text"]


def format_text(source: Source) -> str:
    """The text of ``source`` in canonical layout; formatting that again changes nothing.

    Raises:
        PuzzleError: when the text cannot be read; with all the mistakes of its form.
    """
    from puzzledsl.formatting.page import Page
    from puzzledsl.reading import read
    from puzzledsl.reading.lexer import tokenize

    _, diagnostics = read(source)
    if diagnostics:
        raise PuzzleError(diagnostics)
    page = Page(tokenize(source))
    page.fill()
    return page.text()
