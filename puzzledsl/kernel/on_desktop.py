"""The kernel as a shared library of the system, called by `ctypes`, which lets other threads run meanwhile."""

from __future__ import annotations

from array import array
from ctypes import CDLL, c_double, c_int, c_int64, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_TYPES: dict[str, tuple[Any, ...]] = {
    "nothing": (None,),
    "handle": (c_void_p,),
    "int": (c_int,),
    "long": (c_int64,),
    "word": (c_uint64,),
    "double": (c_double,),
    "list": (c_void_p, c_int64),
}


def loaded(path: Path) -> Callable[[str, str, list[str]], Callable[..., Any]]:
    """What makes the functions of a library, see `puzzledsl.kernel.library.Library`."""
    found = CDLL(str(path))

    def bound(name: str, result: str, arguments: list[str]) -> Callable[..., Any]:
        function = getattr(found, name)
        function.restype = _TYPES[result][0]
        function.argtypes = [one for argument in arguments for one in _TYPES[argument]]
        return _with_lists(function) if "list" in arguments else function

    return bound


def _with_lists(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        plain: list[Any] = []
        for argument in arguments:
            if isinstance(argument, array):
                plain += argument.buffer_info()  # its address, and how many items
            else:
                plain.append(argument)
        return function(*plain)

    return call
