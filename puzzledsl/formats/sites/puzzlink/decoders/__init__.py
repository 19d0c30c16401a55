"""The codings of puzz.link, one function each: it reads its part of a text and gives the layouts that this fills.

The same codings serve many genres; a genre names them in its lines ``# reads: DECODER NAME…``. They are the public
functions of the modules here, found by scanning. An unknown number is ``?``. Learnt from pzprjs (MIT licence),
``variety-common/Encode.js`` and ``variety/*.js``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import FunctionType

from puzzledsl.formats.sites.puzzlink.body import Body, Rows
from puzzledsl.scanning import modules_in

Decoder = Callable[[Body], list[Rows]]


def _found() -> dict[str, Decoder]:
    modules = [import_module(f"{__name__}.{name}") for name in modules_in(__path__)]
    return {
        name: function
        for module in modules
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__ and name[0] != "_"
    }


DECODERS: dict[str, Decoder] = _found()
"""By name, as ``# reads:`` names them."""
