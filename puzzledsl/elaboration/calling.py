"""Calls: binding arguments to parameters, running functions and rules, and reporting what is wrong with a call."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.context import Answered, Call, Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.items import nested
from puzzledsl.elaboration.library import entries
from puzzledsl.elaboration.limits import A_BUILTIN_CALL
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Builtin, Function, Value
from puzzledsl.expressions import Affine
from puzzledsl.listing import counted
from puzzledsl.syntax import Parameter

Passed = tuple[str | None, Value]
"""An argument: its name or ``None``, and its value."""


def call(context: Context, callee: Value, arguments: Sequence[Passed]) -> Value:
    """The value of a call. Asked again within a statement, as in the rounds of a loop, it is remembered.

    Raises:
        Fault: the callee is no function, or the arguments do not fit its parameters.
    """
    key: tuple[object, ...] | None = None
    before = context.reason
    if isinstance(callee, Builtin) or (
        # Else it is not a matter of its arguments alone, or it draws.
        isinstance(callee, Function) and not (callee.is_rule or callee.captured or context.drawing)
    ):
        key = (id(callee), *[_key(part) for argument in arguments for part in argument])
        known = context.answers.get(key)
        if known is not None:
            context.reason = known.reason or before
            return known.value
        context.reason = ""
    if isinstance(callee, Builtin):
        context.budget.step(A_BUILTIN_CALL)
        value = nested(callee.call(context, *_bind_builtin(callee, arguments)), context.budget)
    elif isinstance(callee, Function):
        frame = _bind(callee, arguments)
        parts = context.parts
        is_applied = parts is not None and callee.is_rule and context.drawing
        bound: dict[str, Value] = {}
        if is_applied:
            bound = {p.name.id: frame[slot] for p, slot in zip(callee.parameters, callee.slots, strict=True)}
            if context.applied is None:
                context.applied = (callee, bound)
        if callee.is_rule:  # what its statements demand is a part of it, and need not hold in an ``or``
            context.parts = [] if is_applied and not callee.is_of_library else None
        context.budget.enter()
        try:
            value = callee.run(frame)
        finally:
            context.budget.leave()
            inner, context.parts = context.parts, parts
        if callee.is_rule:  # a rule is a constraint: false where one of its arguments is undefined
            value = ops.conjunction([value, *(undefined := ops.defined([passed for _, passed in arguments], context))])
            if is_applied:
                rule = callee.name if callee.is_of_library else ""
                context.called = Call(rule, bound, value, (*(inner or ()), *undefined))
    else:
        raise Fault(f"{kind_of(callee)} cannot be called: it is not a function", code="kind")
    if key is not None:
        context.answers.put(key, Answered(callee, arguments, value, context.reason))
        context.reason = context.reason or before
    return value


def _key(value: Value) -> object:
    """What tells an argument from others: numbers, texts and cells by their value, all else by identity."""
    kind = type(value)
    if kind is int or kind is Affine or kind is str or value is None:
        return value
    return (kind, value) if kind in (bool, Fraction, range) else (id(value),)


def call_plain(context: Context, callee: Value, *arguments: Value) -> Value:
    """A call with positional arguments only, as built-in functions make them."""
    return call(context, callee, [(None, value) for value in arguments])


def _bind(callee: Function, arguments: Sequence[Passed]) -> dict[int, Value]:
    captured = callee.captured
    frame = {slot: captured[slot] for slot in callee.uses if slot in captured} if captured else {}
    parameters, slots = callee.parameters, callee.slots
    names = [name for name, _ in arguments]
    if len(names) == len(parameters) == names.count(None) and not callee.takes_rest:
        for slot, (_, value) in zip(slots, arguments, strict=True):  # nearly always
            frame[slot] = value
        return frame
    # What stands behind `*rest` is given by name only.
    positional = next((k for k, p in enumerate(parameters) if p.variadic), len(parameters))
    bound = 0
    rest: list[Value] = []
    named: set[int] = set()
    for position, (name, value) in enumerate(arguments):
        if name is None:
            if bound < positional:
                frame[slots[bound]] = value
                named.add(bound)
                bound += 1
            elif positional < len(parameters):
                rest.append(value)
            else:
                raise _wrong_number(callee, arguments, position)
            continue
        for k, parameter in enumerate(parameters):
            if parameter.name.id == name and k != positional:
                if k in named:
                    raise Fault(f"`{name}` is given twice", code="arity", argument=position)
                frame[slots[k]] = value
                named.add(k)
                break
        else:
            raise _unknown_parameter(callee, [p.name.id for p in parameters if not p.variadic], name, position)
    for k, parameter in enumerate(parameters):
        if k == positional:
            frame[slots[k]] = rest
        elif k not in named:
            default = callee.defaults[k]
            if default is None:
                raise _wrong_number(callee, arguments, None, parameter.name.id)
            frame[slots[k]] = default(frame)
    return frame


def _bind_builtin(callee: Builtin, arguments: Sequence[Passed]) -> list[Value]:
    names = callee.parameters
    values: list[Value] = []
    named: dict[str, Value] = {}
    for position, (name, value) in enumerate(arguments):
        if name is not None:
            if name not in names:
                raise _unknown_parameter(callee, list(names), name, position)
            if name in named or names.index(name) < len(values):
                raise Fault(f"`{name}` is given twice", code="arity", argument=position)
            named[name] = value
        elif len(values) < len(names) or callee.variadic:
            values.append(value)
        else:
            raise _wrong_number(callee, arguments, position)
    if named:
        for name in names[len(values) :]:
            if name in named:
                values.append(named[name])
            elif names.index(name) < callee.required:
                raise _wrong_number(callee, arguments, None, name)
            else:
                values.append(None)
    if len(values) < callee.required:
        raise _wrong_number(callee, arguments, None, names[len(values)])
    return values


def _what(callee: Function | Builtin) -> str:
    is_rule = isinstance(callee, Function) and callee.is_rule
    return f"{'rule' if is_rule else 'function'} `{callee.name}`"


def _wrong_number(
    callee: Function | Builtin, arguments: Sequence[Passed], position: int | None, missing: str = ""
) -> Fault:
    if missing:
        message = f"the {_what(callee)} also needs `{missing}`"
    else:
        most = len(callee.parameters)
        message = f"the {_what(callee)} takes {counted(most, 'argument')}, not {len(arguments)}"
    helps = [f"it is used as `{usage(callee)}`"]
    if isinstance(callee, Function) and callee.is_of_library:
        helps += [f"for example `{example}`" for example in entries()[callee.name].examples]
    return Fault(message, helps=tuple(helps), code="arity", argument=position)


def _unknown_parameter(callee: Function | Builtin, names: list[str], name: str, position: int) -> Fault:
    message, helps = f"the {_what(callee)} has no parameter `{name}`", (f"it is used as `{usage(callee)}`",)
    return Fault.unknown(message, name, names, helps, "unknown-parameter", position)


def usage(callee: Function | Builtin) -> str:
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
