"""One condition in the words of the language: as a line of its own, and within another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.formats.sites.iss.shape import Place, Shape

LONGEST_LINE = 100


class UnsaidError(Exception):
    """A constraint that the model does not say, with the sentence about it."""


@record(slots=True)
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


def clue(shape: Shape, rule: str, places: Sequence[Place], *args: object) -> Condition:
    """A clue about cells: ``cage 15: r1c1 r1c2``, or ``cage([r1c1, r1c2], 15)``."""
    before = "".join(f" {_argument(str(arg))}" for arg in args)
    after = "".join(f", {arg}" for arg in args)
    return Condition(f"{rule}{before}: {shape.names(places)}", f"{rule}({shape.listed(places)}{after})", rule)


def line_clue(rule: str, line: str, *args: object) -> Condition:
    """A clue about what a text describes: ``skyscraper 3: row(1)``."""
    before = "".join(f" {_argument(str(arg))}" for arg in args)
    after = "".join(f", {arg}" for arg in args)
    return Condition(f"{rule}{before}: {line}", f"{rule}({line}{after})", rule)


def plain(expression: str, section: str) -> Condition:
    """A condition that reads the same everywhere."""
    return Condition(expression, expression, section)


def both(conditions: Iterable[Condition]) -> str:
    """The expression that all of the conditions hold."""
    parts = [condition.expression for condition in conditions]
    return " and ".join(_in_brackets(part) if " or " in part else part for part in parts) if parts else "true"


def any_of(branches: Sequence[Sequence[Condition]]) -> Condition:
    """At least one of the branches holds, with all of its conditions."""
    parts = [both(branch) for branch in branches]
    if "true" in parts:
        return plain("true", "or")
    expression = " or ".join(_in_brackets(part) if " and " in part else part for part in parts) or "false"
    if len(expression) <= LONGEST_LINE or len(parts) < 2:
        return Condition(expression, expression, "or")
    lines = "\n".join(f"    {'or ' if k else ''}{_in_brackets(part)}" for k, part in enumerate(parts))
    return Condition(f"(\n{lines}\n)", expression, "or")


def _in_brackets(expression: str) -> str:
    return f"({expression})" if any(f" {word} " in expression for word in ("and", "or")) else expression


def _argument(text: str) -> str:
    simple = text.isalnum() or text[:1] in '"[' or (text.startswith("loop") and " = " in text)
    return text if simple else f"({text})"
