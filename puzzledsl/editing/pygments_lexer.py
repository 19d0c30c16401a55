"""The colours of the language in Pygments, which documentation and terminals use: ``pygmentize model.puz``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

from puzzledsl.editing.document import Document
from puzzledsl.editing.highlighting import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pygments.token import _TokenType

TOKENS = {
    "comment": Comment.Single,
    "keyword": Keyword,
    "string": String.Double,
    "number": Number,
    "operator": Operator,
    "enumMember": Name.Constant,
    "variable": Name.Variable,
    "parameter": Name.Variable,
    "property": Name.Attribute,
    "function": Name.Function,
    "class": Name.Class,
}
"""What Pygments calls the kinds of words."""


class PuzLexer(Lexer):
    """Colours a model, by the lexer of the language and by what its names mean."""

    name = "Puzzle model"
    aliases = ("puz", "puzzledsl")
    filenames = ("*.puz",)
    mimetypes = ("text/x-puz",)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Offset, kind and text of each piece; together they are the whole text."""
        end = 0
        for word in words(Document(text)):
            if word.start > end:
                yield end, Text, text[end : word.start]
            yield word.start, TOKENS[word.type], text[word.start : word.end]
            end = word.end
        if end < len(text):
            yield end, Text, text[end:]
