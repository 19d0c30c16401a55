"""An error comes whole through pickle and copy, as other processes and notebooks send it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from puzzledsl.diagnostics import Diagnostic, Note, PuzzleError
from puzzledsl.source import Source


def through_pickle(error: PuzzleError) -> PuzzleError:
    found = pickle.loads(pickle.dumps(error))
    assert isinstance(found, PuzzleError)
    return found


@pytest.mark.parametrize("again", [through_pickle, copy.copy, copy.deepcopy])
def test_an_error_is_the_same_afterwards(again: Callable[[PuzzleError], PuzzleError]) -> None:
    source = Source("four.puz", "grid cell[4, 4]\ncells == 5\n")
    first = Diagnostic("wrong", source.span(16, 21), "here", ("advice",), (Note("so", source.span(0, 4)),), "code")
    error = PuzzleError([first, Diagnostic("no place")])
    error.add_note("while reading")
    found = again(error)
    assert str(found) == str(error)
    assert [one.as_json() for one in found.diagnostics] == [one.as_json() for one in error.diagnostics]
    assert found.args == ("wrong",)
    assert found.__notes__ == ["while reading"]
