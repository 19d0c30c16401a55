"""Built-in functions, one file a family.

Every public function that a file of this package defines is a function of the language: its first parameter is
the `Context`, the others are the language's parameters (``None`` as a default stands for "not given"), its
docstring is what `puzzledsl rules` shows. A trailing underscore keeps Python's own names free (``sum_``).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import FunctionType

from puzzledsl.elaboration.values import Builtin
from puzzledsl.scanning import modules_in

VARIADIC = 0x04  # CO_VARARGS of a code object


@cache
def builtins() -> dict[str, Builtin]:
    """All built-in functions by name."""
    found: dict[str, Builtin] = {}
    for module in modules_in(__path__):
        family = import_module(f"{__name__}.{module}")
        for name, function in vars(family).items():
            if isinstance(function, FunctionType) and function.__module__ == family.__name__ and name[0] != "_":
                code = function.__code__
                if code.co_varnames[:1] != ("context",):
                    continue
                parameters = code.co_varnames[1 : code.co_argcount]
                name = name.rstrip("_")
                found[name] = Builtin(
                    name,
                    function,
                    tuple(p.rstrip("_") for p in parameters),
                    len(parameters) - len(function.__defaults__ or ()),
                    bool(code.co_flags & VARIADIC),
                    (function.__doc__ or "").strip().split("\n")[0],
                )
    return found
