"""Calls: binding arguments to parameters, running functions and rules, and reporting what is wrong with a call."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.context import Context, Part, RuleCall, value_of
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.items import nested
from puzzledsl.elaboration.library import entries
from puzzledsl.elaboration.limits import A_BUILTIN_CALL, A_LOOKUP
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Builtin, Callee, Function, Value
from puzzledsl.expressions import Affine
from puzzledsl.listing import counted
from puzzledsl.syntax import Parameter

Passed = tuple[str | None, Value]
"""An argument: its name or ``None``, and its value."""

Names = tuple[str | None, ...]
"""The names of arguments, ``None`` for those without one; empty if none has one."""

DRAWS = -1
"""The slot of a frame that tells whether what runs in it is a statement of its own, which draws."""


def call(context: Context, callee: Value, *arguments: Value) -> Value:
    """The value of a call with positional arguments only, as built-in functions make them."""
    return value_of(outcome(context, callee, arguments))


def outcome(
    context: Context, callee: Value, arguments: Sequence[Value], names: Names = (), draws: bool = False
) -> Value | RuleCall:
    """What comes of a call. Asked again within a statement, as in the rounds of a loop, it is remembered.

    Args:
        draws: what its statements draw is drawn: it is a statement of its own.

    Raises:
        Fault: the callee is no function, or the arguments do not fit its parameters.
    """
    key: tuple[object, ...] | None = None
    before = context.reason
    if (type(callee) is Builtin and callee.gives != "Lookup") or (
        # Else it draws, or is not a matter of its arguments alone.
        type(callee) is Function and not (callee.is_rule or draws or len(callee.captured) > 1)
    ):
        key = (id(callee), names, *[value if type(value) in _PLAIN else _key(value) for value in arguments])
        known = context.answers.get(key)
        if known is not None:
            context.reason = known[1] or before
            return known[0]
        context.reason = ""
    if type(callee) is Builtin:
        value = _answer(context, callee, arguments, names)
    elif type(callee) is Function:  # run here: recursive functions need each further frame of Python at each level
        context.budget.enter(callee.height)
        try:
            frame = _frame(callee, arguments, names, draws)
            bound = _arguments(callee, frame) if callee.is_rule else {}
            value = callee.run(frame)
        finally:
            context.budget.leave(callee.height)
        if callee.is_rule:
            value = _demanded(context, callee, bound, value, arguments)
    else:
        raise Fault(f"{kind_of(callee)} cannot be called: it is not a function")
    if key is not None:
        context.answers.put(key, (value, context.reason), (callee, arguments))
        context.reason = context.reason or before
    return value


_PLAIN = frozenset({Affine, int, str, type(None)})
_SIMPLE = _PLAIN | {bool}


def _key(value: Value) -> object:
    """What tells any other argument from others: known values by their value, all else by identity."""
    kind = type(value)
    return (kind, value) if kind in (bool, Fraction, range) else (id(value),)


def _frame(callee: Function, arguments: Sequence[Value], names: Names, draws: bool) -> dict[int, Value]:
    """The frame of a call; defaults are run in it."""
    captured, slots = callee.captured, callee.slots
    frame = {slot: captured[slot] for slot in callee.uses if slot in captured} if captured else {}
    frame[DRAWS] = draws
    if not names and len(arguments) == len(slots) and not callee.takes_rest:  # nearly always
        frame.update(zip(slots, arguments, strict=True))
        return frame
    known = ["" if p.variadic else p.name.id for p in callee.parameters]
    bound, rest = _bound(callee, known, arguments, names)
    for k, (name, default) in enumerate(zip(known, callee.defaults, strict=True)):
        frame[slots[k]] = rest if not name else bound[k] if k in bound or default is None else default(frame)
    return frame


def _arguments(rule: Function, frame: dict[int, Value]) -> dict[str, Value]:
    """What the parameters of a rule are bound to, before its body runs."""
    return {p.name.id: frame[slot] for p, slot in zip(rule.parameters, rule.slots, strict=True)}


def _demanded(
    context: Context, rule: Function, bound: dict[str, Value], found: list[Part], arguments: Sequence[Value]
) -> RuleCall:
    """A rule is a constraint: false where one of its arguments is undefined."""
    holds = ops.conjunction(map(value_of, found))
    ops.weigh(holds, context)
    undefined = list(ops.defined(arguments, context))
    parts = () if rule.is_of_library else (*found, *undefined)
    return RuleCall(rule, bound, ops.conjunction([holds, *undefined]), parts)


def _answer(context: Context, callee: Builtin, arguments: Sequence[Value], names: Names) -> Value:
    """The value of a built-in function."""
    context.budget.step(A_LOOKUP if callee.gives == "Lookup" else A_BUILTIN_CALL)
    values, wanted = arguments, len(callee.parameters)
    if names or len(arguments) < wanted or (len(arguments) > wanted and not callee.takes_rest):
        bound, rest = _bound(callee, callee.parameters, arguments, names)
        values = [*[bound[k] if k in bound else callee.defaults[k - callee.required] for k in range(wanted)], *rest]
    if callee.takes_rest:
        values = [[*values]]
    found = [
        v if convert is None else convert(v, context) for v, convert in zip(values, callee.conversions, strict=True)
    ]
    value = callee.call(context, *found) if callee.takes_context else callee.call(*found)
    return value if type(value) in _SIMPLE else ops.kept(nested(value, context.budget), context)


def _bound(
    callee: Callee, known: Sequence[str], arguments: Sequence[Value], names: Names
) -> tuple[dict[int, Value], list[Value]]:
    """What the parameters that are known by these names are given, by their position, and further arguments.

    Parameters behind one without a name, which takes the rest, are given by name only.
    """
    bound: dict[int, Value] = {}
    rest: list[Value] = []
    places = iter(range(known.index("") if "" in known else len(known)))
    for position, (name, value) in enumerate(zip(names or [None] * len(arguments), arguments, strict=True)):
        k = next(places, None) if name is None else known.index(name) if name in known else -1
        if k == -1:
            message, helps = f"{kind_of(callee)} has no parameter `{name}`", (f"it is used as `{usage(callee)}`",)
            raise Fault.unknown(message, name or "", filter(None, known), helps, "unknown-parameter", position)
        if k in bound:
            raise Fault(f"`{known[k]}` is given twice", code="arity", argument=position)
        if k is not None:
            bound[k] = value
        elif callee.takes_rest:
            rest.append(value)
        else:
            raise _wrong_number(callee, arguments, position)
    is_builtin = isinstance(callee, Builtin)
    for k, name in enumerate(known):
        needed = k < callee.required if is_builtin else name and callee.defaults[k] is None
        if needed and k not in bound:
            raise _wrong_number(callee, arguments, None, name)
    return bound, rest


def _wrong_number(callee: Callee, arguments: Sequence[Value], position: int | None, missing: str = "") -> Fault:
    if missing:
        message = f"{kind_of(callee)} also needs `{missing}`"
    else:
        most = len(callee.parameters)
        message = f"{kind_of(callee)} takes {counted(most, 'argument')}, not {len(arguments)}"
    helps = [f"it is used as `{usage(callee)}`"]
    if isinstance(callee, Function) and callee.is_of_library:
        helps += [f"for example `{example}`" for example in entries()[callee.name].examples]
    return Fault(message, helps=tuple(helps), code="arity", argument=position)


def usage(callee: Callee) -> str:
    """How it is written: a rule as a clue (``cage total: cells``), a function as a call."""
    if isinstance(callee, Function) and callee.is_rule and callee.parameters and not callee.parameters[0].variadic:
        parts = [callee.name, *map(clue_argument, callee.parameters[1:])]
        return " ".join(parts) + f": {callee.parameters[0].name.id}"
    return callee.signature


def clue_argument(parameter: Parameter) -> str:
    """A parameter as it stands in the form of a clue: ``total``, ``[total = none]`` or ``values …``."""
    name = parameter.name.id
    if parameter.variadic:
        return f"{name} …"
    return name if parameter.default is None else f"[{name} = {parameter.default.span.text}]"
