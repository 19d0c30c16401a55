"""The kernel as WebAssembly of the browser, called through JavaScript; `web/src/kernel.ts` copies lists there and back."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def bound(name: str, result: str, arguments: list[str]) -> Callable[..., Any]:
    """Make a function, see `puzzledsl.kernel.library.Library`."""
    import js

    function = js.puzzledslKernel.function(name, result, " ".join(arguments))
    if "list" not in arguments:
        return function  # type: ignore[no-any-return]

    def call(*given: Any) -> Any:
        lists = [one for one in given if isinstance(one, array)]
        found = function(*[memoryview(one).cast("B") if isinstance(one, array) else one for one in given])
        return found

    return call
