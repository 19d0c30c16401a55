"""The kernel as a shared library of the system, called by `ctypes`, which lets other threads run meanwhile."""

from __future__ import annotations

from ctypes import CDLL, c_double, c_int, c_int64, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_TYPES: dict[str, tuple[Any, ...]] = {
    "nothing": (None,),
    "handle": (c_void_p,),
    "int": (c_int,),
    "long": (c_int64,),
    "word": (c_uint64,),
    "double": (c_double,),
    "list": (c_void_p, c_int64),
}


def loaded(path: str) -> Callable[[str, str, list[str]], Callable[..., Any]]:
    """What makes the functions of a library, see `puzzledsl.kernel.library.Library`."""
    found = CDLL(path)

    def bound(name: str, result: str, arguments: list[str]) -> Callable[..., Any]:
        function = getattr(found, name)
        function.restype = _TYPES[result][0]
        function.argtypes = [one for argument in arguments for one in _TYPES[argument]]
        called: Callable[..., Any] = function
        return called

    return bound
