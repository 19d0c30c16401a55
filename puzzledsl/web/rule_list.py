"""The rules as a page lists them, to choose a clue for some cells."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzledsl.editing.rule_items import Item
    from puzzledsl.syntax import Parameter


def rule_json(item: Item, drag: str) -> dict[str, Any]:
    """A rule with its parameters behind the cells; of a rule about the grid those that it needs come with them."""
    needed = drag == "grid" and item.parameters and item.parameters[0].name.id in ("groups", "lines")
    parameters = item.parameters if needed else item.parameters[1:]
    return {
        "name": item.name,
        "file": item.family,
        "help": item.meaning,
        "usage": item.usage,
        "elsewhere": sorted(item.elsewhere),
        "drag": drag,
        "parameters": [_parameter_json(one, item) for one in parameters],
    }


def _parameter_json(one: Parameter, item: Item) -> dict[str, Any]:
    name = one.name.id
    found: dict[str, Any] = {"name": name, "default": None, "several": one.variadic}
    default = one.default
    if default is not None:
        span = getattr(default, "span", None)
        found["default"] = span.text if span is not None else ""
    return found | {"values": _VALUES.get((item.name, name))}


_VALUES = {("kenken", "op"): ('"+"', '"-"', '"*"', '"/"'), ("sum_line", "loop"): ("false", "true")}
"""The kinds of parameters that are not numbers."""


@cache
def library_json() -> list[dict[str, Any]]:
    """All rules of the library, and the tools for statements."""
    from puzzledsl.editing.rule_items import library
    from puzzledsl.web.clue_lines import drag_of, offered
    from puzzledsl.web.statement_tools import DRAGS, TOOLS

    rules = [rule_json(item, drag_of(item)) for item in offered(library())]
    return rules + [rule_json(item, DRAGS[item.family]) for item in TOOLS.values()]
