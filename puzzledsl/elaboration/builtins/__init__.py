"""Built-in functions, one file a family.

A function that a file of this package defines is a function of the language if it gives a `Value`, a `Lookup`, a
`Constraint` or another `Boolean`. Its parameters are the language's, but for a first one, the `Context`; its docstring
is what `puzzledsl rules` shows. `arguments.CONVERSIONS` says what the types of parameters ask of arguments; a default
of ``None`` stands for "not given". A trailing underscore keeps Python's own names free (``sum_``).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import FunctionType

from puzzledsl.elaboration.values import Builtin
from puzzledsl.scanning import modules_in

GIVEN = ("Boolean", "Constraint", "Lookup", "Value")
"""Types of what functions of the language give."""


@cache
def builtins() -> dict[str, Builtin]:
    """All built-in functions by name."""
    from puzzledsl.elaboration.builtins.arguments import CONVERSIONS, REST

    found: dict[str, Builtin] = {}
    for family in modules_in(__path__):
        module = import_module(f"{__name__}.{family}")
        for name, function in vars(module).items():
            if not isinstance(function, FunctionType) or function.__module__ != module.__name__ or name[0] == "_":
                continue
            types = {name: kind for name, kind in function.__annotations__.items() if kind != "Context"}
            takes_context = len(types) < len(function.__annotations__)
            given = types.pop("return")
            if given in GIVEN:
                name, defaults = name.rstrip("_"), function.__defaults__ or ()
                takes_rest = not REST.isdisjoint(types.values())
                names = tuple(name.rstrip("_") for name, kind in types.items() if kind != "Lists")
                found[name] = Builtin(
                    name,
                    family,
                    function,
                    names,
                    defaults,
                    tuple(map(CONVERSIONS.get, types.values())),
                    takes_context,
                    takes_rest,
                    given,
                    (function.__doc__ or "").strip().split("\n")[0],
                )
    return found
