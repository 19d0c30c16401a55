"""Going on behind a mistake: where the next statement begins, and what of the broken one is still worth reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.reading.lexer import WRONG, Lexer
from puzzledsl.reading.parse_tables import kinds, tables

if TYPE_CHECKING:
    from puzzledsl.reading.lexer import Tokens

IGNORED = -2  # the kind of a token that a mistake already reported makes void

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


def resume(tokens: Tokens, position: int) -> tuple[int, tuple[int, int] | None, int | None]:
    """Behind the broken statement to which the token at ``position`` belongs, and behind what hangs on it.

    The block of a broken `for`, `if`, `else` or `rule` is gone through for further mistakes; any other block is
    skipped, because the meaning of its lines is unknown.

    Returns:
        The token to go on with; the characters, from and up to, that are read for their mistakes only on the way; and
        an `else` that has lost its `if` to the mistake.
    """
    known, otherwise = kinds(), tables().keywords["else"]
    first = line_first(tokens, position)
    if tokens.kinds[position] in (known.indent, known.dedent, known.end):
        return position, None, None
    while True:
        position = line_last(tokens, position)
        if tokens.kinds[position] == known.end:
            return position, None, None
        position += 1
        indent = position
        while is_soft(tokens, indent):
            indent += 1
        if tokens.kinds[indent] == known.indent:
            last = block_end(tokens, indent)
            if tokens.kinds[first] in known.heads or tokens.text(first) in ("elif", "def"):
                void = (tokens.starts[indent], tokens.starts[last])
                tokens.kinds[indent] = tokens.kinds[last] = IGNORED
                return position, void, last + 1 if tokens.kinds[last + 1] == otherwise else None
            position = last + 1
        if tokens.kinds[position] != otherwise:
            return position, None, None
        first = position


def indented(tokens: Tokens, position: int) -> bool:
    """Makes a block of the lines from ``position`` to the next blank line or declaration; false if there are none."""
    known, text, end = kinds(), tokens.source.text, position
    stops = (*known.headers, known.dedent, known.end, tables().keywords["else"])
    while tokens.kinds[end] not in stops:
        if end > position and text.count("\n", tokens.ends[end - 1], tokens.starts[end]) > 1:
            break
        end = min(line_last(tokens, end) + 1, len(tokens.kinds) - 1)
        if tokens.kinds[end] == known.indent:
            end = min(block_end(tokens, end) + 1, len(tokens.kinds) - 1)
    if end == position:
        return False
    for at, kind in ((end, known.dedent), (position, known.indent)):
        for side, entry in ((tokens.kinds, kind), (tokens.starts, tokens.starts[at]), (tokens.ends, tokens.starts[at])):
            side.insert(at, entry)
        tokens.wrong = {key + (key >= at): wrong for key, wrong in tokens.wrong.items()}
    return True


def lost_else(tokens: Tokens, position: int) -> int | None:
    """The `else` that belongs to an `if` whose block is missing, where the token at ``position`` stands instead."""
    known, words = kinds(), tables().keywords
    depth = 0
    for index in range(position, len(tokens.kinds)):
        kind = tokens.kinds[index]
        depth += (kind == known.indent) - (kind == known.dedent)
        if depth < 0 or (not depth and kind == words["if"] and tokens.kinds[index - 1] != words["else"]):
            return None
        if not depth and kind == words["else"] and line_first(tokens, index) == index:
            return index
    return None
