"""The codings of puzz.link, one function each: it reads its part of a text and gives the layouts that this fills.

The same codings serve many genres; a genre names them in its lines ``# puzz.link: DECODER NAME…``. They are the public
functions of the modules here, found by scanning. ``DECODER_text`` beside one is its inverse, for written links;
genres whose decoders have none are only imported. An unknown number is ``?``. Learnt from pzprjs (MIT licence),
``variety-common/Encode.js`` and ``variety/*.js``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import FunctionType

from puzzledsl.formats.sites.puzzlink.body import Body, Rows
from puzzledsl.scanning import modules_in

Decoder = Callable[[Body], list[Rows]]
Encoder = Callable[[list[Rows], Body], str]
_ENCODES = "_text"


@cache
def _functions() -> dict[str, FunctionType]:
    modules = [import_module(f"{__name__}.{name}") for name in modules_in(__path__)]
    return {
        name: function
        for module in modules
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__ and name[0] != "_"
    }


def decoders() -> dict[str, Decoder]:
    """By the names that ``# puzz.link:`` has for them."""
    return {name: function for name, function in _functions().items() if not name.endswith(_ENCODES)}


def encoders() -> dict[str, Encoder]:
    """By the name of a decoder, its inverse, which writes the text of these layouts."""
    return {name.removesuffix(_ENCODES): function for name, function in _functions().items() if name.endswith(_ENCODES)}
