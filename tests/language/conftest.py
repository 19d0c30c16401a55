"""What the tests of the language share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzledsl import PuzzleError, parse

Solve = Callable[..., dict[str, object]]
Shows = Callable[..., list[object]]
Mistakes = Callable[..., list[str]]


@pytest.fixture
def shows() -> Shows:
    """The known values that a model shows, in order."""

    def shows_of(text: str, **options: object) -> list[object]:
        shown = parse(text, **options).elaborated.shown  # type: ignore[arg-type]
        return [item.value for statement in shown for item in statement]

    return shows_of


@pytest.fixture
def mistakes() -> Mistakes:
    """The mistakes of a wrong model, each as ``line: message``."""

    def mistakes_of(text: str, **options: object) -> list[str]:
        with pytest.raises(PuzzleError) as caught:
            parse(text, **options)  # type: ignore[arg-type]
        return [f"{d.span.line if d.span else 0}: {d.message}" for d in caught.value.diagnostics]

    return mistakes_of
