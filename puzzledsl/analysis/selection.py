"""Which elements a question is about: not those to be kept, and houses only where the user asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from puzzledsl.analysis.elements import Element, Split
from puzzledsl.diagnostics import failure
from puzzledsl.model import Model
from puzzledsl.nearest import did_you_mean
from puzzledsl.records import replace

GROUPS = ("givens", "clues", "houses")


def droppable(
    elements: Sequence[Element], model: Model, keep: Sequence[str] = (), houses: bool = False
) -> tuple[list[Element], tuple[Element, ...]]:
    """The elements that may be dropped, givens first, then clues, then houses; and those that stay.

    Args:
        keep: what is not to be dropped, see `matching`.
        houses: rows, columns and the like may be dropped too.

    Raises:
        PuzzleError: something that is to be kept is nowhere in the model.
    """
    kept = matching(elements, model, keep)
    dropped: list[Element] = []
    others: list[Element] = []
    for n, element in enumerate(elements):
        stays = n in kept or (element.origin.is_house and not houses)
        (others if stays else dropped).append(element)
    return sorted(dropped, key=turn_of), tuple(others)


def turn_of(element: Element) -> tuple[int, bool, bool]:
    """Which are tried first: those of a lower rank, and marks of layouts after clues that may be about several."""
    return element.rank, bool(element._instead), not element._is_exact


def taken_for_granted(parts: Split, keep: Sequence[str]) -> Split:
    """The same parts, but those to be kept (see `matching`) are background.

    Raises:
        PuzzleError: something that is to be kept is nowhere in the model.
    """
    kept = matching(parts.elements, parts.model, keep)
    background = (n for k in sorted(kept) for n in parts.elements[k]._requirements)
    elements = tuple(element for k, element in enumerate(parts.elements) if k not in kept)
    return replace(parts, elements=elements, background=(*parts.background, *background))


def matching(elements: Sequence[Element], model: Model, words: Sequence[str]) -> set[int]:
    """The numbers of the elements that one of the words means.

    Args:
        words: each a group (``givens``, ``clues``, ``houses``: what must be all different, as rows, columns and
            regions), a kind of clue (``cage``), a cell (``r3c4``: every clue on it), a line of the source (``12``,
            ``12-20``), or a pattern with ``*`` and ``?`` for the sentence of a clue (``cage 1?*``).

    Raises:
        PuzzleError: a word, other than a group, means nothing in the model.
    """
    found: set[int] = set()
    for word in map(str.strip, words):
        these = {n for n, element in enumerate(elements) if _matches(element, model, word)}
        if not these and word not in GROUPS:
            raise _nothing(elements, word)
        found |= these
    return found


def _matches(element: Element, model: Model, word: str) -> bool:
    origin = element.origin
    match word:
        case "givens":
            return origin.is_given
        case "houses":
            return origin.is_house
        case "clues":
            return not origin.is_given and not origin.is_house
    first, dash, last = word.partition("-")
    if first.isdecimal() and (last.isdecimal() if dash else not last):
        here = origin.span.source is model.source
        return here and int(first) <= origin.line <= int(last or first)
    if word == origin.clue or word.lower() in element.cells:
        return True
    return any(sign in word for sign in "*?[") and fnmatchcase(element.sentence, word)


def _nothing(elements: Sequence[Element], word: str) -> Exception:
    kinds = sorted({element.origin.clue for element in elements})
    return failure(
        f"nothing in the model is `{word}`",
        label=did_you_mean(word, [*kinds, *GROUPS]),
        helps=(
            "name a kind of clue (`cage`), `givens`, `clues`, `houses`, a cell (`r3c4`), or a line (`12`, `12-20`)",
        ),
        code="call",
    )
