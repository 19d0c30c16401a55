"""The kernel's library: its functions with their types, and how they are called.

`interface.cpp` says what each function does. A list is given as an `array`; a function that writes one fills it.
"""

from __future__ import annotations

import os
import sys
from array import array
from functools import cache
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import Diagnostic, PuzzleError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PATH = os.path.join(  # each start would wait for `pathlib`
    os.path.dirname(__file__), {"win32": "kernel.dll", "darwin": "kernel.dylib"}.get(sys.platform, "kernel.so")
)

FUNCTIONS = {
    "kernel_sources": ("word", ""),
    "kernel_worked": ("long", ""),
    "kernel_new": ("handle", "long"),
    "kernel_free": ("nothing", "handle"),
    "kernel_take": ("int", "handle list"),
    "kernel_retire": ("nothing", "handle list"),
    "kernel_version": ("word", "handle"),
    "kernel_domains": ("long", "handle list list list"),
    "kernel_put": ("int", "handle list"),
    "kernel_fix": ("int", "handle list list"),
    "kernel_remove": ("int", "handle int long"),
    "kernel_keep": ("int", "handle int list"),
    "kernel_mark": ("int", "handle"),
    "kernel_undo": ("nothing", "handle int"),
    "kernel_hash": ("word", "handle"),
    "kernel_changes": ("long", "handle int list"),
    "kernel_propagate": ("int", "handle int long long"),
    "kernel_forget": ("nothing", "handle"),
    "kernel_steps": ("long", "handle"),
    "kernel_culprit": ("int", "handle"),
    "kernel_propagate_alone": ("int", "handle int int"),
    "kernel_narrow": ("int", "handle list int int list int long"),
    "kernel_explain": ("long", "handle int int list list list"),
    "kernel_values": ("int", "handle list list"),
    "probing_begin": ("nothing", "handle list int list double"),
    "probing_run": ("int", "handle long"),
    "probing_close": ("nothing", "handle"),
    "trials_begin": ("nothing", "handle list long"),
    "trials_run": ("int", "handle long"),
    "trials_close": ("long", "handle list"),
    "kernel_choice": ("int", "handle list list"),
    "count_begin": ("int", "handle list list list list"),
    "count_run": ("int", "handle long"),
    "count_judge": ("nothing", "handle int"),
    "count_close": ("nothing", "handle"),
    "count_nodes": ("long", "handle"),
    "count_found": ("long", "handle list"),
    "search_provenance": ("nothing", "handle list"),
    "search_begin": ("int", "handle list int list int int double double list list list int word int list"),
    "search_run": ("int", "handle long long long long"),
    "search_prepare": ("int", "handle list int long"),
    "search_judge": ("nothing", "handle int"),
    "search_close": ("nothing", "handle"),
    "search_undone": ("nothing", "handle"),
    "search_ask": ("nothing", "handle list"),
    "search_done": ("nothing", "handle list"),
    "search_weights": ("nothing", "handle list"),
    "search_core": ("long", "handle list"),
    "search_clauses": ("long", "handle long list"),
}
"""By name the type of the result, and those of the arguments."""

EXHAUSTED = {"int": -(1 << 31), "long": -(1 << 63), "handle": None}
"""What a function returns, by its type, where the model needs more memory than it may have, and ever after."""

MEMORY = "PUZZLEDSL_MEMORY"
"""The variable of the environment that says how many megabytes a model may take in the kernel."""

MEGABYTES = 4000
"""That many without it."""


class KernelError(ImportError):
    """The library cannot be used; the message says what to do."""


class OutOfMemory(PuzzleError):  # noqa: N818 - a finding about the model
    """The kernel needs more memory for a model than it may have; the message says how much that is."""

    def __init__(self, diagnostics: Iterable[Diagnostic] = ()) -> None:
        message = f"search needs more memory for this model than its limit of {memory_limit() // 1_000_000:,} megabytes"
        helps = (f"the environment variable `{MEMORY}` sets this limit, in megabytes",)
        super().__init__(diagnostics or [Diagnostic(message, helps=helps, code="memory")])


def memory_limit() -> int:
    """How many bytes a model may take in the kernel."""
    asked = os.environ.get(MEMORY, "")
    return 1_000_000 * (int(asked[:12]) if asked.isascii() and asked.isdigit() else MEGABYTES)


class Library:
    """The functions, by their names. One raises `OutOfMemory` where there is not enough for its model."""

    def __init__(self, bound: Callable[[str, str, list[str]], Callable[..., Any]]) -> None:
        """
        Args:
            bound: makes a function of its name and the types of its result and of its arguments. It takes a list as
                two numbers: where it is, and how many items it has.
        """
        for name, (result, arguments) in FUNCTIONS.items():
            setattr(self, name, _checked(bound(name, result, arguments.split()), result, "list" in arguments))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(name)


def _checked(function: Callable[..., Any], result: str, has_lists: bool) -> Callable[..., Any]:
    exhausted = EXHAUSTED.get(result, _NOTHING)

    def call(*arguments: Any) -> Any:
        found = function(*(_plain(arguments) if has_lists else arguments))
        if found == exhausted:
            raise OutOfMemory
        return found

    return call


_NOTHING = object()


def _plain(arguments: tuple[Any, ...]) -> list[Any]:
    plain: list[Any] = []
    for argument in arguments:
        if isinstance(argument, array):
            plain += argument.buffer_info()
        else:
            plain.append(argument)
    return plain


@cache
def library() -> Library:
    """The library of this platform. In a browser it is that of the page, which was built with this package.

    Raises:
        KernelError: there is none, or it was built from other sources than those beside it.
    """
    if sys.platform == "emscripten":
        from puzzledsl.kernel.in_browser import bound

        return Library(bound)
    from puzzledsl.kernel.on_desktop import loaded
    from puzzledsl.kernel.sources import digest

    how = "run `python -m puzzledsl.kernel.building`, or install puzzledsl again"
    if not os.path.exists(PATH):
        raise KernelError(f"the solver's kernel has not been built: {how} ({PATH} is missing)")
    try:
        found = Library(loaded(PATH))
    except (AttributeError, OSError) as error:
        raise KernelError(f"the solver's kernel cannot be loaded: {how} ({error})") from None
    expected = digest()
    if expected is not None and expected != found.kernel_sources():
        raise KernelError(f"the solver's kernel was built from other sources: {how}")
    return found


def seconds_worked() -> float:
    """How long this thread has worked in the kernel so far; 0 where it has not been needed."""
    return library().kernel_worked() / 1e9 if library.cache_info().currsize else 0.0


def listed(function: Callable[..., int], *arguments: object, room: int = 256) -> array[int]:
    """The numbers that a function writes, called again with more room where it has more."""
    while True:
        numbers = array("q", bytes(8 * room))
        count = function(*arguments, numbers)
        if count <= room:
            return numbers[:count]
        room = count


def masked(mask: int) -> list[int]:
    """A mask as signed words, after their number."""
    if 0 < mask < 1 << 63:
        return [1, mask]
    size = (mask.bit_length() + 63) // 64
    return [size, *array("q", mask.to_bytes(8 * size, "little"))] if size else [0]


def mask_at(numbers: array[int], at: int) -> tuple[int, int]:
    """The mask that stands at a place after the number of its words, and the place behind it."""
    end = at + 1 + numbers[at]
    return int.from_bytes(numbers[at + 1 : end].tobytes(), "little"), end
