"""Things side by side in a clue: which brackets belong to what is before them, and which stand alone.

The grammar takes ``full_rank [1, 2]`` for an index and ``cage (3 + 4)`` for a call, as ``row(3)`` and ``m[1, 2]`` are.
In a clue, a blank before the bracket says that it begins the next argument, or the next cells.
"""

from __future__ import annotations

from puzzledsl import syntax
from puzzledsl.diagnostics import failure
from puzzledsl.records import replace
from puzzledsl.source import Span

# Calls and indexings with a blank before their bracket: identity of the node to the bracket's place, and the node
# itself, so that nothing else gets its identity.
Loose = dict[int, tuple[int, syntax.Expression]]


def clue_head(head: syntax.Expression, loose: Loose) -> tuple[syntax.Name, list[syntax.Argument]]:
    """The name of a clue and the arguments that the grammar took for brackets behind it.

    Both ``cage(15):`` and ``cage (15):`` are the clue `cage` with the argument 15.
    """
    first, *rest = split(head, loose)
    arguments: list[syntax.Argument] = []
    match first:
        case syntax.Name():
            name = first
        case syntax.Call(syntax.Name() as name, found, _):
            arguments += found
        case syntax.Index(syntax.Name() as name, items, span):
            value = _as_list(items, Span(span.source, name.span.end, span.end))
            arguments.append(syntax.Argument(None, value, value.span))
        case _:
            known = f"a known cell is written `{first.span.text} == 5`" if isinstance(first, syntax.CellRun) else ""
            raise failure(
                "a clue begins with the name of its rule",
                first.span,
                "this is not a name",
                helps=(*([known] if known else []), "a clue is `name arguments: cells`, such as `cage 15: r1c1 r1c2`"),
                code="syntax",
            )
    return name, arguments + [syntax.Argument(None, item, item.span) for item in rest]


def split(node: syntax.Expression, loose: Loose) -> list[syntax.Expression]:
    """The expressions that stand side by side in what the grammar took for one."""
    if not loose:
        return [node]
    trailers: list[syntax.Call | syntax.Index | syntax.Attribute] = []
    base = node
    while isinstance(base, (syntax.Call, syntax.Index, syntax.Attribute)):
        trailers.append(base)
        base = base.function if isinstance(base, syntax.Call) else base.base
    found: list[syntax.Expression] = []
    for trailer in reversed(trailers):
        opening = loose.get(id(trailer))
        alone = _alone(trailer, opening[0]) if opening else None
        if alone is not None:
            found.append(base)
            base = alone
            continue
        span = Span(trailer.span.source, base.span.start if found else trailer.span.start, trailer.span.end)
        base = replace(trailer, span=span, **{trailer.__match_args__[0]: base})
    return [*found, base]


def _alone(node: syntax.Call | syntax.Index | syntax.Attribute, opening: int) -> syntax.Expression | None:
    """The bracket of a call or indexing as an expression of its own, or ``None`` when it could not be one."""
    span = Span(node.span.source, opening, node.span.end)
    match node:
        case syntax.Call(_, arguments, _):
            if any(a.name or (isinstance(a.value, syntax.Comprehension) and a.value.kind == "bare") for a in arguments):
                return None
            if len(arguments) == 1 and not node.span.text.rstrip(") \t\r\n").endswith(","):
                return arguments[0].value
            return syntax.TupleOf(tuple(argument.value for argument in arguments), span)
        case syntax.Index(_, items, _) if not any(isinstance(item, syntax.Star) for item in items):
            return _as_list(items, span)
    return None


def _as_list(items: tuple[syntax.Expression | syntax.Star, ...], span: Span) -> syntax.ListOf:
    kept: list[syntax.Expression] = []
    for item in items:
        if isinstance(item, syntax.Star):
            raise failure("`*` stands for a whole row or column of a grid only", item.span, code="syntax")
        kept.append(item)
    return syntax.ListOf(tuple(kept), span)
