"""Calls: binding arguments to parameters, running functions and rules, and reporting what is wrong with a call."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.context import Context, RuleCall, value_of
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.items import nested
from puzzledsl.elaboration.library import entries
from puzzledsl.elaboration.limits import A_BUILTIN_CALL
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Builtin, Callee, Function, Value
from puzzledsl.expressions import Affine
from puzzledsl.listing import counted
from puzzledsl.syntax import Parameter

Passed = tuple[str | None, Value]
"""An argument: its name or ``None``, and its value."""


def call(context: Context, callee: Value, *arguments: Value) -> Value:
    """The value of a call with positional arguments only, as built-in functions make them."""
    return value_of(outcome(context, callee, [(None, value) for value in arguments]))


def outcome(context: Context, callee: Value, arguments: Sequence[Passed]) -> Value | RuleCall:
    """What comes of a call. Asked again within a statement, as in the rounds of a loop, it is remembered.

    Raises:
        Fault: the callee is no function, or the arguments do not fit its parameters.
    """
    key: tuple[object, ...] | None = None
    before = context.reason
    if isinstance(callee, Builtin) or (
        # Else it is not a matter of its arguments alone, or it draws.
        isinstance(callee, Function) and not (callee.is_rule or callee.captured or context.drawing)
    ):
        key = (id(callee), *[name for name, _ in arguments], *[_key(value) for _, value in arguments])
        known = context.answers.get(key)
        if known is not None:
            value, reason = known
            context.reason = reason or before
            return value
        context.reason = ""
    if isinstance(callee, Builtin):
        context.budget.step(A_BUILTIN_CALL)
        value = ops.kept(nested(_answer(context, callee, arguments), context.budget), context)
    elif isinstance(callee, Function):
        bound = {}
        context.budget.enter(callee.height)
        try:
            frame = _bind(callee, arguments)  # which runs the defaults
            if callee.is_rule:
                bound = {p.name.id: frame[slot] for p, slot in zip(callee.parameters, callee.slots, strict=True)}
            value = callee.run(frame)
        finally:
            context.budget.leave(callee.height)
        if callee.is_rule:  # a rule is a constraint: false where one of its arguments is undefined
            holds = ops.conjunction(map(value_of, value))
            ops.weigh(holds, context)
            undefined = list(ops.defined([passed for _, passed in arguments], context))
            parts = () if callee.is_of_library else (*value, *undefined)
            value = RuleCall(callee, bound, ops.conjunction([holds, *undefined]), parts)
    else:
        raise Fault(f"{kind_of(callee)} cannot be called: it is not a function")
    if key is not None:
        context.answers.put(key, (value, context.reason), (callee, arguments))
        context.reason = context.reason or before
    return value


def _key(value: Value) -> object:
    """What tells an argument from others: numbers, texts and cells by their value, all else by identity."""
    kind = type(value)
    if kind is Affine or kind is int or kind is str or value is None:
        return value
    return (kind, value) if kind in (bool, Fraction, range) else (id(value),)


def _bind(callee: Function, arguments: Sequence[Passed]) -> dict[int, Value]:
    captured = callee.captured
    frame = {slot: captured[slot] for slot in callee.uses if slot in captured} if captured else {}
    slots = callee.slots
    if (values := _in_order(callee, arguments)) is not None:  # nearly always
        frame.update(zip(slots, values, strict=True))
        return frame
    names = ["" if p.variadic else p.name.id for p in callee.parameters]
    bound, rest = _bound(callee, names, arguments)
    for k, (name, default) in enumerate(zip(names, callee.defaults, strict=True)):
        frame[slots[k]] = rest if not name else bound[k] if k in bound or default is None else default(frame)
    return frame


def _answer(context: Context, callee: Builtin, arguments: Sequence[Passed]) -> Value:
    values = _in_order(callee, arguments)
    if values is None:
        bound, rest = _bound(callee, callee.parameters, arguments)
        values = [
            bound[k] if k in bound else callee.defaults[k - callee.required] for k in range(len(callee.parameters))
        ]
        if callee.takes_rest:
            values = [[*values, *rest]]
    found = [
        v if convert is None else convert(v, context) for v, convert in zip(values, callee.conversions, strict=True)
    ]
    return callee.call(context, *found) if callee.takes_context else callee.call(*found)


def _in_order(callee: Callee, arguments: Sequence[Passed]) -> list[Value] | None:
    """The values of the parameters, if each is given, in order, and nothing else."""
    values = [value for name, value in arguments if name is None]
    fits = len(values) == len(arguments) == len(callee.parameters)
    return values if fits and not callee.takes_rest else None


def _bound(callee: Callee, names: Sequence[str], arguments: Sequence[Passed]) -> tuple[dict[int, Value], list[Value]]:
    """What the parameters of these names are given, by their position, and further arguments.

    Parameters behind one without a name, which takes the rest, are given by name only.
    """
    bound: dict[int, Value] = {}
    rest: list[Value] = []
    places = iter(range(names.index("") if "" in names else len(names)))
    for position, (name, value) in enumerate(arguments):
        k = next(places, None) if name is None else names.index(name) if name in names else -1
        if k == -1:
            message, helps = f"{kind_of(callee)} has no parameter `{name}`", (f"it is used as `{usage(callee)}`",)
            raise Fault.unknown(message, name or "", filter(None, names), helps, "unknown-parameter", position)
        if k in bound:
            raise Fault(f"`{names[k]}` is given twice", code="arity", argument=position)
        if k is not None:
            bound[k] = value
        elif callee.takes_rest:
            rest.append(value)
        else:
            raise _wrong_number(callee, arguments, position)
    is_builtin = isinstance(callee, Builtin)
    for k, name in enumerate(names):
        needed = k < callee.required if is_builtin else name and callee.defaults[k] is None
        if needed and k not in bound:
            raise _wrong_number(callee, arguments, None, name)
    return bound, rest


def _wrong_number(callee: Callee, arguments: Sequence[Passed], position: int | None, missing: str = "") -> Fault:
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
