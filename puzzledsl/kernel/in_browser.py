"""The kernel as WebAssembly, called through JavaScript: `web/src/kernel.ts` copies lists there and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def bound(name: str, result: str, arguments: list[str]) -> Callable[..., Any]:
    """Make a function, see `puzzledsl.kernel.library.Library`."""
    from js import puzzledslKernel  # type: ignore[import-not-found]

    function: Callable[..., Any] = puzzledslKernel(name, result, " ".join(arguments))
    return function
