"""Conditions of an elaborated model as people write them: ``r1c1 + r1c2 == 15``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from puzzledsl.expressions import (
    Absolute,
    Accepts,
    Affine,
    All,
    AllDifferent,
    Boolean,
    Circuit,
    Compare,
    Conditional,
    Connected,
    Division,
    Element,
    Extremum,
    Inverse,
    Lines,
    Member,
    Not,
    Power,
    Product,
    Ranked,
    Ratio,
    Regions,
    Same,
    Some,
    Truth,
    affine,
)
from puzzledsl.listing import shorten, signed_sum

if TYPE_CHECKING:
    from puzzledsl.model import Model

MOST_CHARACTERS = 120
MOST_ROWS = 4
"""Allowed combinations are listed if there are no more."""

_FORMS: Mapping[type, str] = {
    Not: "not ({operand})",
    Accepts: "{items} read in this order",
    Circuit: "{items} form a circuit",
    Connected: "{items} are connected",
    Inverse: "{left} and {right} are inverse",
    Product: "({left}) * ({right})",
    Power: "({base})^{exponent}",
    Absolute: "abs({operand})",
    Extremum: "{kind}({items})",
    Division: "({dividend}) {kind} ({divisor})",
    Ratio: "({dividend}) / ({divisor})",
    Element: "[{items}][{index}]",
    Conditional: "(if {condition} then {yes} else {no})",
    Truth: "({operand})",
}
"""By class of expression: its text, if the form is always the same."""


def condition_text(expression: Boolean, model: Model) -> str:
    """What a condition says, cut short where it is long."""
    return shorten(_text(expression, model), MOST_CHARACTERS)


def _text(part: Any, model: Model) -> str:
    """A condition, a sum, a list of them, or what an expression has besides."""

    def text(part: object) -> str:
        return _text(part, model)

    def within(condition: Boolean) -> str:
        return f"({text(condition)})" if isinstance(condition, (All, Some, Same)) else text(condition)

    match part:
        case bool():
            return str(part).lower()
        case tuple():
            return ", ".join(map(text, part))
        case Affine(terms, constant):  # its signs are between its terms
            named = [(k, model.variables[atom].name if isinstance(atom, int) else text(atom)) for atom, k in terms]
            return signed_sum([*named, *([] if named and not constant else [(constant, "")])], " * ")
        case Compare(op, difference):
            left = affine({atom: k for atom, k in difference.terms if k > 0})
            right = affine({atom: -k for atom, k in difference.terms if k < 0})
            gap = -difference.constant
            if not left.terms:
                left, right, gap, op = right, left, -gap, {"<=": ">="}.get(op, op)
            if not right.terms or gap >= 0:
                right = Affine(right.terms, gap)
            else:
                left = Affine(left.terms, -gap)
            return f"{text(left)} {op} {text(right)}"
        case All(items):
            return " and ".join(map(within, items)) or "true"
        case Some(items):
            return " or ".join(map(within, items)) or "false"
        case Same(one, other):
            return f"{within(one)} <-> {within(other)}"
        case Member(items, rows):
            few = f"{{{', '.join(map(str, sorted(rows)))}}}"
            return f"({text(items)}) in {f'one of {len(rows)} combinations' if len(rows) > MOST_ROWS else few}"
        case AllDifferent(items, ignoring):
            but = f" but for {', '.join(map(str, sorted(ignoring)))}" if ignoring else ""
            return f"{text(items)} all different{but}"
        case Lines(items, _, _, _, single):
            return f"{text(items)} form {'one line' if single else 'lines'}"
        case Regions(_, _, (), labels, _, sizes):
            if sizes == labels:
                return f"each of {text(labels)} holds the size of its component"
            return f"the components of equal values among {text(labels)} have the sizes {text(sizes)}"
        case Regions(_, _, borders):
            return f"borders between regions: {text(borders)}"
        case Ranked(lines, ranks, _):
            known = [f"{text(line)} has rank {rank}" for line, rank in zip(lines, ranks, strict=True) if rank]
            return f"of {len(lines)} lines, {'; '.join(known)}"
    form = _FORMS.get(type(part), str(part))
    used = (name for name in getattr(part, "__match_args__", ()) if f"{{{name}}}" in form)
    return form.format(**{name: text(getattr(part, name)) for name in used})
