"""Long chains of one operator, such as a sum of a thousand terms, as a tree that is not a thousand levels deep.

``a + b + c`` means ``(a + b) + c``, and short chains become just that. The stages behind this one walk the tree by
recursion, so a long chain is split where that changes nothing: at a ``+`` of a sum, and anywhere in a chain of ``*``,
``and``, ``or`` or ``xor``, all of which may be bracketed as one likes. A subtraction is no such place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzledsl import syntax
from puzzledsl.source import Span

if TYPE_CHECKING:
    from puzzledsl.reading.lexer import Tokens

SHORT = 32


def fold(
    operands: Sequence[syntax.Expression], operators: Sequence[int], tokens: Tokens, whole: Span
) -> tuple[syntax.Expression, int]:
    """The tree for operands with operators between them, and how many levels it has above the operands.

    Args:
        operators: the positions of their tokens. A span reaches from one to the next, so that it has the brackets
            around an operand, which the operand's own span leaves out.
        whole: the place of the chain.
    """
    begins = [whole.start, *(tokens.starts[position + 1] for position in operators)]
    ends = [*(tokens.ends[position - 1] for position in operators), whole.end]
    ops = [tokens.text(position) for position in operators]

    def span(first: int, last: int) -> Span:
        return Span(tokens.source, begins[first], ends[last])

    def tree(first: int, last: int) -> tuple[syntax.Expression, int]:
        if last - first > SHORT and (at := _split(ops, first, last)) is not None:
            left, left_depth = tree(first, at)
            right, right_depth = tree(at + 1, last)
            return syntax.Binary(ops[at], left, right, span(first, last)), max(left_depth, right_depth) + 1
        answer = operands[first]
        for position in range(first, last):
            answer = syntax.Binary(ops[position], answer, operands[position + 1], span(first, position + 1))
        return answer, last - first

    return tree(0, len(operands) - 1)


def _split(ops: Sequence[str], first: int, last: int) -> int | None:
    """The place nearest the middle at which the chain may be split, or ``None``; near means within a quarter."""
    middle = (first + last) // 2
    pure = all(op == ops[first] for op in ops[first:last]) and ops[first] in ("*", "and", "or", "xor", "+")
    if pure:
        return middle
    for distance in range((last - first) // 4 + 1):
        for position in (middle - distance, middle + distance):
            if first <= position < last and ops[position] == "+":
                return position
    return None
