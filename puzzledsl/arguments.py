"""Checks of the arguments of Python calls against the annotations of the called function."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, wraps
from inspect import Parameter, signature
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, Unpack, cast, get_args, get_origin, get_type_hints

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.given_values import Array
from puzzledsl.listing import listed
from puzzledsl.nearest import nearest

F = TypeVar("F", bound=Callable[..., Any])

_KINDS: Mapping[Any, tuple[Any, str]] = {
    type(None): (type(None), ""),
    bool: (bool, "`True` or `False`"),
    int: (Integral, "a whole number"),
    float: (Real, "a number"),
    str: (str, "a text"),
    Literal: (str, "a text"),
    Path: (PathLike, "a `Path`"),
    Callable: (Callable, "a function"),
    Mapping: (Mapping, "a mapping, such as {'name': 4}"),
    Sequence: (Iterable, "a list"),
    Iterable: (Iterable, "a list"),
    **dict.fromkeys((Any, tuple, Array), (object, "")),
}
"""By annotation: the accepted class, and its name in messages. Any other class accepts its instances."""

_HELPS = {
    "`path`": ("this is the name of a file; `parse` takes the text of a model",),
    "`text`": ("this is the text of a model; `load` takes the name of a file",),
    "`model`": ("`parse` makes a model of a text, and `load` of a file",),
    "`lines`": ("for a file, pass `open(name)`; for lines in a text, `text.splitlines()`",),
}
"""By argument: help for the mistake that is likely there."""


def explained(function: F) -> F:
    """Add the names of a function's arguments to the `TypeError` of a call that does not fit its signature."""

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise  # it was called
            code = function.__code__
            names = [name for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if name != "self"]
            if not names:  # only options, which need their names
                names = [f"{name}=" for name in sorted(_stated(function).keys() - {"how", "return"})]
            near = [f"; did you mean `{meant}`?" for name in named.keys() - {*names} if (meant := nearest(name, names))]
            about = (function.__doc__ or "").partition("\n")[0].replace("``", "`")
            said = f"its arguments are {listed(names)}" if names else "its arguments are given by name"
            raise TypeError(f"{error}; {said}{''.join(near)}\n{about}") from None

    return cast("F", call)


def checked(function: F) -> F:
    """Check the arguments of a function against its annotations, including the options of ``**how: Unpack[…]``.

    The function receives plain values of Python, even if the caller passes those of numpy. An option that is ``None``
    counts as not given. A call raises `PuzzleError` if an argument is of another kind, and `TypeError` if there is no
    such option.
    """
    places = function.__code__.co_varnames[: function.__code__.co_argcount]

    def plain(name: str, value: Any) -> Any:
        return _plain(f"`{name}`", _stated(function).get(name, Any), value)

    target = explained(function)

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        options = _stated(function).keys() - places
        for name in named.keys() - _stated(function).keys():
            known = sorted(options - {"how", "return"})
            near = f"; did you mean `{meant}`?" if (meant := nearest(name, known)) else ""
            message = f"{function.__name__}() got an unexpected keyword argument '{name}'"
            raise TypeError(f"{message}; its options are {listed(known)}{near}")
        kept = {name: plain(name, value) for name, value in named.items() if value is not None or name not in options}
        try:
            return target(*map(plain, places, given), *given[len(places) :], **kept)
        except PuzzleError as error:
            error.diagnostics = tuple(one.reworded(_in_python) for one in error.diagnostics)
            raise

    own = signature(function)
    named = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
    if len(named) < len(own.parameters):  # the options, so that help shows them
        kind = function.__globals__[function.__annotations__["how"].removeprefix("Unpack[")[:-1]]
        options = kind.__annotations__.items()
        named += [
            Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=one.__forward_arg__)
            for name, one in options
        ]
        call.__signature__ = own.replace(parameters=named)  # type: ignore[attr-defined]
    return cast("F", call)


def _in_python(text: str) -> str:
    """A text of a message with options as a call has them: ``solver="search"`` for ``--solver search``."""

    def option(found: re.Match[str]) -> str:
        name, value = found[1].replace("-", "_"), found[2]
        if name == "option":
            return "`highs={NAME: VALUE}`" if value else "`highs`"
        return f'`{name}="{value}"`' if value else f"`{name}`"

    return re.sub(r"`--([a-z-]+)(?: ([a-z:_]+|NAME=VALUE))?`", option, text)


@cache
def _stated(function: Callable[..., Any]) -> dict[str, Any]:
    """The annotations of arguments. A name that only type checkers import is taken from `puzzledsl`, or is `Any`."""
    import puzzledsl

    names: dict[Any, Any] = {}
    while True:
        try:
            stated = get_type_hints(function, None, names)
            for kind in [*stated.values()]:
                if get_origin(kind) is Unpack:
                    stated |= get_type_hints(get_args(kind)[0], None, names)
            return stated
        except NameError as error:
            names[error.name] = getattr(puzzledsl, str(error.name), Any)


def _plain(what: str, kind: Any, value: Any) -> Any:
    """Convert a value of an annotated kind to a plain value of Python.

    Args:
        what: the name of the argument in messages.
        kind: its annotation.

    Raises:
        PuzzleError: the value is of another kind.
    """
    if getattr(value, "ndim", None) == 0:  # numpy's numbers, truth values and texts
        value = value.item()
    said = []
    for one in get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,):
        origin, parts = get_origin(one) or one, get_args(one)
        allowed, words = _KINDS.get(origin, (origin, f"a `{origin.__name__}`"))
        said += [words] if words else []
        if not isinstance(value, allowed) or (isinstance(value, (bool, str)) and allowed in (Integral, Real, Iterable)):
            continue
        if origin is Mapping:
            return {_plain(f"a name in {what}", parts[0], key): _plain(what, parts[1], value[key]) for key in value}
        if allowed is Iterable:
            items = (_plain(f"an item of {what}", parts[0], item) for item in value)
            return tuple(items) if origin is Sequence else items
        with suppress(OverflowError):
            return origin(value) if origin in (int, float) else value
    raise failure(f"{what} is {' or '.join(said)}, not {value!r:.40}", helps=_HELPS.get(what, ()), code="option")
