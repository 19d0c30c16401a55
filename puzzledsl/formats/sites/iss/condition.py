"""One condition in the words of the language: as a line of its own, and within another one."""

from __future__ import annotations

from collections.abc import Sequence

from puzzledsl.records import record

LONGEST_LINE = 100


@record
class Condition:
    """A condition.

    Attributes:
        statement: as a line, or several.
        expression: as a part of another condition, without brackets where it has operators.
        section: where it stands in the model.
    """

    statement: str
    expression: str
    section: str


def applied(rule: str, cells: str, *args: object, listed: str = "") -> Condition:
    """A rule about cells: ``cage 15: r1c1 r1c2``, or ``cage([r1c1, r1c2], 15)``.

    Args:
        cells: the text behind the colon.
        listed: the cells as a list within an expression, if that is another text.
    """
    before = "".join(f" {_argument(str(arg))}" for arg in args)
    after = "".join(f", {arg}" for arg in args)
    return Condition(f"{rule}{before}: {cells}", f"{rule}({listed or cells}{after})", rule)


def plain(expression: str, section: str) -> Condition:
    """A condition that reads the same everywhere."""
    return Condition(expression, expression, section)


def any_of(branches: Sequence[Sequence[Condition]]) -> Condition:
    """At least one of the branches holds, with all of its conditions."""
    parts = [" and ".join(_in_brackets(part.expression, " or ") for part in branch) or "true" for branch in branches]
    parts = [_in_brackets(part, " and ") for part in parts]
    if "true" in parts:
        return plain("true", "or")
    expression = " or ".join(parts) or "false"
    if len(expression) <= LONGEST_LINE or len(parts) < 2:
        return plain(expression, "or")
    lines = "\n    or ".join(parts)
    return Condition(f"(\n    {lines}\n)", expression, "or")


def _in_brackets(expression: str, operator: str) -> str:
    return f"({expression})" if operator in expression else expression


def _argument(text: str) -> str:
    simple = text.isalnum() or text[:1] in '"[' or " = " in text
    return text if simple else f"({text})"
