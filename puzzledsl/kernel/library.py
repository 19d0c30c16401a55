"""The kernel's library, and its functions with their types. `interface.cpp` says what each does."""

from __future__ import annotations

import sys
from array import array
from ctypes import CDLL, c_double, c_int, c_int64, c_uint64, c_void_p
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parent
NAME = {"win32": "kernel.dll", "darwin": "kernel.dylib"}.get(sys.platform, "kernel.so")

_HANDLE, _LIST, _INT, _LONG, _WORD, _MANY = c_void_p, c_void_p, c_int, c_int64, c_uint64, c_int64

_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "kernel_sources": (_WORD, ()),
    "kernel_new": (_HANDLE, ()),
    "kernel_free": (None, ()),
    "kernel_take": (_INT, (_LIST, _MANY)),
    "kernel_retire": (None, (_LIST, _MANY)),
    "kernel_version": (_WORD, ()),
    "kernel_lo": (_LONG, (_INT,)),
    "kernel_hi": (_LONG, (_INT,)),
    "kernel_size": (_LONG, (_INT,)),
    "kernel_contains": (_INT, (_INT, _LONG)),
    "kernel_domain": (_LONG, (_INT, _LIST, _MANY)),
    "kernel_masks": (_LONG, (_LIST, _LIST)),
    "kernel_mask": (_LONG, (_INT, _LIST, _MANY)),
    "kernel_entailed": (_INT, (_INT, _LIST, _MANY)),
    "kernel_cause": (None, (_INT,)),
    "kernel_put": (_INT, (_INT, _LIST, _MANY)),
    "kernel_at_least": (_INT, (_INT, _LONG)),
    "kernel_at_most": (_INT, (_INT, _LONG)),
    "kernel_fix": (_INT, (_INT, _LONG)),
    "kernel_remove": (_INT, (_INT, _LONG)),
    "kernel_keep": (_INT, (_INT, _LIST, _MANY)),
    "kernel_discard": (_INT, (_INT, _LIST, _MANY)),
    "kernel_mark": (_INT, ()),
    "kernel_undo": (None, (_INT,)),
    "kernel_hash": (_WORD, ()),
    "kernel_changes": (_LONG, (_INT, _LIST, _MANY)),
    "kernel_propagate": (_INT, (_INT, _LONG)),
    "kernel_forget": (None, ()),
    "kernel_steps": (_LONG, ()),
    "kernel_culprit": (_INT, ()),
    "kernel_propagate_alone": (_INT, (_INT, _INT)),
    "kernel_explain": (_LONG, (_INT, _INT, _LIST, _MANY, _LIST, _MANY, _LIST, _MANY)),
    "kernel_values": (None, (_LIST, _MANY, _LIST)),
    "search_provenance": (None, (_LIST, _MANY)),
    "search_begin": (
        None,
        (
            _LIST,
            _MANY,
            _LIST,
            _MANY,
            _INT,
            _INT,
            c_double,
            c_double,
            _LIST,
            _LIST,
            _MANY,
            _LIST,
            _MANY,
            _INT,
            _WORD,
            _INT,
            _LIST,
        ),
    ),
    "search_run": (_INT, (_LONG, _LONG, _LONG, _LONG)),
    "search_prepare": (_INT, (_LIST, _MANY, _INT, _LONG)),
    "search_judge": (None, (_INT,)),
    "search_close": (None, ()),
    "search_undone": (None, ()),
    "search_ask": (None, (_LIST, _MANY)),
    "search_branches": (_LONG, ()),
    "search_conflicts": (_LONG, ()),
    "search_work": (_LONG, ()),
    "search_weights": (None, (_LIST,)),
    "search_core": (_LONG, (_LIST, _MANY)),
    "search_clauses": (_LONG, (_LONG, _LIST, _MANY)),
}
"""By name the type of the result, and those of the arguments behind the handle."""


@cache
def library() -> CDLL:
    """The library of this platform.

    Raises:
        ImportError: there is none, or it was built from other sources than those beside it.
    """
    from puzzledsl.kernel.sources import digest

    path = FOLDER / NAME
    if not path.exists():
        raise ImportError(
            f"the kernel has not been built: run `python -m puzzledsl.kernel.building` ({path} is missing)"
        )
    found = CDLL(str(path))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(found, name)
        function.restype = result
        function.argtypes = arguments if name in ("kernel_new", "kernel_sources") else (_HANDLE, *arguments)
    expected = digest()
    if expected is not None and expected != found.kernel_sources():
        raise ImportError("the kernel was built from other sources: run `python -m puzzledsl.kernel.building`")
    return found


def listed(function: Callable[..., int], *arguments: object, room: int = 256) -> array[int]:
    """The numbers that a function writes, called again with more room where it has more."""
    while True:
        numbers = array("q", bytes(8 * room))
        count = function(*arguments, numbers.buffer_info()[0], room)
        if count <= room:
            return numbers[:count]
        room = count


def masked(mask: int) -> list[int]:
    """A mask as signed words, after their number."""
    size = (mask.bit_length() + 63) // 64
    return [size, *array("q", mask.to_bytes(8 * size, "little"))] if size else [0]


def mask_at(numbers: array[int], at: int) -> tuple[int, int]:
    """The mask that stands at a place after the number of its words, and the place behind it."""
    end = at + 1 + numbers[at]
    return int.from_bytes(numbers[at + 1 : end].tobytes(), "little"), end
