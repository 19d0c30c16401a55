"""The codings of puzz.link, one function each: it reads its part of a text and gives the layouts that this fills.

The same codings serve many genres; a genre names them in its lines ``# reads: DECODER NAME…``. They are the public
functions of the modules here, found by scanning. ``DECODER_text`` beside one is its inverse, for written links;
genres whose decoders have none are only imported. An unknown number is ``?``. Learnt from pzprjs (MIT licence),
``variety-common/Encode.js`` and ``variety/*.js``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import FunctionType

from puzzledsl.formats.sites.puzzlink.body import Body, Rows
from puzzledsl.scanning import modules_in

Decoder = Callable[[Body], list[Rows]]
Encoder = Callable[[list[Rows], Body], str]
_ENCODES = "_text"


def _found() -> dict[str, FunctionType]:
    modules = [import_module(f"{__name__}.{name}") for name in modules_in(__path__)]
    return {
        name: function
        for module in modules
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__ and name[0] != "_"
    }


_FUNCTIONS = _found()

DECODERS: dict[str, Decoder] = {k: function for k, function in _FUNCTIONS.items() if not k.endswith(_ENCODES)}
"""By name, as ``# reads:`` names them."""
ENCODERS: dict[str, Encoder] = {k: _FUNCTIONS[f"{k}{_ENCODES}"] for k in DECODERS if f"{k}{_ENCODES}" in _FUNCTIONS}
"""By decoder, what writes the text that it reads as these layouts."""
