"""Going on behind a mistake: where the next statement begins, and what of the broken one is still worth reading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.reading.lexer import WRONG, Lexer
from puzzledsl.reading.parse_tables import kinds, tables

if TYPE_CHECKING:
    from puzzledsl.reading.lexer import Tokens

IGNORED = -2  # the kind of a token that a mistake already reported makes void

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")

# Mistakes of the lexer behind which the line can be read as if nothing was.
SOFT = frozenset({"tab", "indentation"})


def is_soft(tokens: Tokens, position: int) -> bool:
    """Whether the token is wrong, but its line can be read as if nothing was."""
    return tokens.kinds[position] == WRONG and tokens.wrong[position].code in SOFT


def line_first(tokens: Tokens, position: int) -> int:
    """The first token of the logical line that the token at ``position`` belongs to."""
    known = kinds()
    ends = (known.newline, known.indent, known.dedent, known.layout, IGNORED)
    if tokens.kinds[position] in ends and tokens.kinds[position] not in (known.newline, known.layout):
        return position
    while position and tokens.kinds[position - 1] not in ends:
        position -= 1
    return position


def line_last(tokens: Tokens, position: int) -> int:
    """The line end (or layout) at or behind ``position``; the end token if there is none."""
    known = kinds()
    while tokens.kinds[position] not in (known.newline, known.layout, known.end):
        position += 1
    return position


def open_brackets(tokens: Tokens, first: int, position: int) -> list[int]:
    """The brackets opened from token ``first`` on and not closed before token ``position``."""
    known = kinds()
    found: list[int] = []
    for index in range(first, position):
        if tokens.kinds[index] in known.opening:
            found.append(index)
        elif tokens.kinds[index] in known.closing and found:
            found.pop()
    return found


def block_end(tokens: Tokens, indent: int) -> int:
    """The token that ends the block begun by the token ``indent``."""
    known = kinds()
    depth = 0
    for index in range(indent, len(tokens.kinds)):
        if tokens.kinds[index] == known.indent:
            depth += 1
        elif tokens.kinds[index] == known.dedent:
            depth -= 1
            if not depth:
                return index
    return len(tokens.kinds) - 1


def fresh_line(tokens: Tokens, first: int) -> int | None:
    """Where an unclosed bracket of the logical line from token ``first`` on must end at the latest.

    That is the first token of a line indented no more than the statement, or behind the colon of a header, while a
    bracket is open that nothing closes before the end of the file or of the last line before the next statement.
    """
    known = kinds()
    last = line_last(tokens, first)
    ending = tokens.wrong.get(last - 1) if tokens.kinds[last - 1] == WRONG else None
    if ending is None or ending.code != "unclosed-bracket":
        return None
    text, margin = tokens.source.text, tokens.column(first)
    depth = 0
    for index in range(first, last - 1):
        begins_line = depth and text.find("\n", tokens.ends[index - 1], tokens.starts[index]) >= 0
        if begins_line and tokens.kinds[index] not in known.closing:
            header = tokens.kinds[index - 1] == known.colon and tokens.kinds[first] in known.heads
            if header or tokens.column(index) <= margin:
                return index
        depth += (tokens.kinds[index] in known.opening) - (tokens.kinds[index] in known.closing and depth > 0)
    return None


def reread(tokens: Tokens, position: int) -> None:
    """Ends the statement before the token at ``position`` and reads the text from its line on anew."""
    known = kinds()
    indents = [0]
    for index in range(position):
        if tokens.kinds[index] == known.indent:
            indents.append(tokens.column(index))
        elif tokens.kinds[index] == known.dedent and len(indents) > 1:
            indents.pop()
    begin = tokens.starts[position] - tokens.column(position)
    end = tokens.ends[position - 1]
    del tokens.kinds[position:], tokens.starts[position:], tokens.ends[position:]
    for index in [index for index in tokens.wrong if index >= position]:
        del tokens.wrong[index]
    tokens.add(known.newline, end, end)
    Lexer(tokens, indents).run(begin)


def resume(tokens: Tokens, position: int) -> tuple[int, tuple[int, int] | None]:
    """Behind the broken statement to which the token at ``position`` belongs, and behind what hangs on it.

    The block of a broken `for`, `if`, `else` or `rule` is gone through for further mistakes; any other block is
    skipped, because the meaning of its lines is unknown.

    Returns:
        The token to go on with; and the characters, from and up to, that are read for their mistakes only on the way,
        with the `else` that has lost its `if` to the mistake.
    """
    known, otherwise = kinds(), tables().keywords["else"]
    first = line_first(tokens, position)
    if tokens.kinds[position] in (known.indent, known.dedent, known.end):
        return position, None
    while True:
        position = line_last(tokens, position)
        if tokens.kinds[position] == known.end:
            return position, None
        position += 1
        indent = position
        while is_soft(tokens, indent):
            indent += 1
        if tokens.kinds[indent] == known.indent:
            last = block_end(tokens, indent)
            if tokens.kinds[first] in known.heads or tokens.text(first) in ("elif", "def"):
                behind = (tokens.ends if tokens.kinds[last + 1] == otherwise else tokens.starts)[last + 1]
                tokens.kinds[indent] = tokens.kinds[last] = IGNORED
                return position, (tokens.starts[indent], behind)
            position = last + 1
        if tokens.kinds[position] != otherwise:
            return position, None
        first = position


def unindented(tokens: Tokens, position: int) -> tuple[int, int] | None:
    """The characters that were meant to be a block: up to the next blank line; ``None`` if a block is just missing."""
    known = kinds()
    if tokens.kinds[position] in (*known.headers, known.dedent, known.end, tables().keywords["else"]):
        return None
    text, start = tokens.source.text, tokens.starts[position]
    blank = _BLANK_LINE.search(text, start)
    return start, blank.start() if blank else len(text)
