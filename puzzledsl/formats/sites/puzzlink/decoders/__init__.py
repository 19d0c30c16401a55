"""The codecs of puzz.link: each reads its part of a text into layouts, and writes these layouts as text.

The same codecs serve many genres; a genre names them in its lines ``# puzz.link: DECODER NAME…``. They are the public
values of the modules here that are a `Codec`, found by scanning. An unknown number is ``?``.
Learnt from pzprjs (MIT licence), ``variety-common/Encode.js`` and ``variety/*.js``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from puzzledsl.formats.sites.puzzlink.codec import Codec
from puzzledsl.scanning import modules_in


@cache
def decoders() -> dict[str, Codec]:
    """By the names that ``# puzz.link:`` has for them."""
    modules = [import_module(f"{__name__}.{name}") for name in modules_in(__path__)]
    named: list[tuple[str, Any]] = [item for module in modules for item in vars(module).items() if item[0] != "_"]
    return {name: value for name, value in named if isinstance(value, Codec)}
