"""Long chains of one operator, such as a sum of a thousand terms, as a tree that is not a thousand levels deep.

``a + b + c`` means ``(a + b) + c``, and short chains become just that. The stages behind this one walk the tree by
recursion, so a long chain is split where that changes nothing: at a ``+`` of a sum, and anywhere in a chain of ``*``,
``and``, ``or`` or ``xor``, all of which may be bracketed as one likes. A subtraction is no such place.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzledsl import syntax
from puzzledsl.source import Span

SHORT = 32
_Operators = Sequence[tuple[str, Span]]


def fold(operands: Sequence[syntax.Expression], ops: _Operators, start: int, end: int) -> tuple[syntax.Expression, int]:
    """The tree for operands with operators between them, and how many levels it has above the operands.

    ``start`` and ``end`` are where the chain begins and ends, with the brackets around its outermost operands.
    """
    # The outermost characters of each operand count with the brackets around it, which its own span leaves out; the
    # operators' places are exact.
    where = [start, *(span.end for _, span in ops)]
    ends = [*(span.start for _, span in ops), end]
    text = ops[0][1].source.text

    def span(first: int, last: int) -> Span:
        begin, stop = where[first], ends[last]
        if first:
            begin = _skip_forward(text, begin, operands[first].span.start)
        if last + 1 < len(ends):
            stop = max(operands[last].span.end, _skip_back(text, operands[last].span.end, stop))
        return Span(ops[0][1].source, begin, stop)

    def tree(first: int, last: int) -> tuple[syntax.Expression, int]:
        if last - first > SHORT and (at := _split(ops, first, last)) is not None:
            left, left_depth = tree(first, at)
            right, right_depth = tree(at + 1, last)
            return syntax.Binary(ops[at][0], left, right, span(first, last)), max(left_depth, right_depth) + 1
        answer = operands[first]
        for position in range(first, last):
            answer = syntax.Binary(ops[position][0], answer, operands[position + 1], span(first, position + 1))
        return answer, last - first

    return tree(0, len(operands) - 1)


def _skip_forward(text: str, begin: int, stop: int) -> int:
    """The first character from ``begin`` that is neither blank nor comment."""
    while begin < stop:
        if text[begin] == "#":
            begin = text.find("\n", begin, stop)
            if begin < 0:
                return stop
        elif not text[begin].isspace():
            return begin
        begin += 1
    return stop


def _skip_back(text: str, begin: int, stop: int) -> int:
    """Behind the last closing parenthesis from ``begin`` on, comments left aside."""
    found = begin
    while begin < stop:
        if text[begin] == "#":
            begin = text.find("\n", begin, stop)
            if begin < 0:
                return found
        elif text[begin] == ")":
            found = begin + 1
        begin += 1
    return found


def _split(ops: _Operators, first: int, last: int) -> int | None:
    """The place nearest the middle at which the chain may be split, or ``None``; near means within a quarter."""
    middle = (first + last) // 2
    pure = all(text == ops[first][0] for text, _ in ops[first:last]) and ops[first][0] in ("*", "and", "or", "xor", "+")
    if pure:
        return middle
    for distance in range((last - first) // 4 + 1):
        for position in (middle - distance, middle + distance):
            if first <= position < last and ops[position][0] == "+":
                return position
    return None
