"""The codecs of puzz.link: each reads its part of a text into layouts, and writes these layouts as text.

The same codecs serve many genres; a genre names them in its lines ``# puzz.link: DECODER NAME…``. They are the public
values of the modules here that are a `Codec`, found by scanning. An unknown number is ``?``.
Learnt from pzprjs (MIT licence), ``variety-common/Encode.js`` and ``variety/*.js``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.sites.puzzlink.body import Body, Rows
from puzzledsl.records import record
from puzzledsl.scanning import modules_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.formats.sites.puzzlink.codec import Codec, Size


@cache
def decoders() -> dict[str, Codec]:
    """By the names that ``# puzz.link:`` has for them."""
    modules = [import_module(f"{__name__}.{name}") for name in modules_in(__path__)]
    named: list[tuple[str, Any]] = [item for module in modules for item in vars(module).items() if item[0] != "_"]
    functions = {name: value for name, value in named if isinstance(value, FunctionType)}
    pairs = {
        name: _Pair(function, functions[f"{name}_text"])
        for name, function in functions.items()
        if f"{name}_text" in functions
    }
    return {**pairs, **{name: value for name, value in named if hasattr(value, "size") and not isinstance(value, type)}}


@record
class _Pair:
    """Two functions as a codec, until they have one description."""

    read: Callable[[Body], list[Rows]]
    write: Callable[[Sequence[Rows], Body], str]

    def size(self, layouts: Sequence[Rows]) -> Size | None:
        """See `Codec`."""
        try:
            small, large = (self.read(Body("0" * 200, *size))[0] for size in ((3, 5), (4, 7)))
        except PuzzleError:
            return None
        scale = len(large) - len(small)
        if not layouts or not layouts[0] or not scale or len(large[0]) - len(small[0]) != 2 * scale:
            return None
        return 3 + (len(layouts[0]) - len(small)) // scale, 5 + (len(layouts[0][0]) - len(small[0])) // scale
