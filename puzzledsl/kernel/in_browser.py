"""The kernel as WebAssembly, called through JavaScript: `web/src/kernel.ts` copies lists there and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def bound(name: str, result: str, arguments: list[str]) -> Callable[..., Any]:
    """Make a function, see `puzzledsl.kernel.library.Library`.

    It keeps nothing of JavaScript between two calls: the memory of Python is stored while there is none.
    """
    types = " ".join(arguments)
    word = result == "word"

    def call(*given: Any) -> Any:
        from js import puzzledslKernel  # type: ignore[import-not-found]

        found = puzzledslKernel(name, types, *given)
        return found & 0xFFFFFFFFFFFFFFFF if word else found

    return call
