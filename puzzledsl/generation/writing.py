"""Puzzles as text: the model as its author wrote it, and behind it the givens or the cages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from puzzledsl.analysis.removal import INDENT, data_elsewhere, givens_blocks, givens_elsewhere
from puzzledsl.diagnostics import failure
from puzzledsl.model import in_one_line
from puzzledsl.source import Source
from puzzledsl.syntax import ClueLayout, Genre, Include, Param

if TYPE_CHECKING:
    from pathlib import Path

    from puzzledsl.elaboration import Limits
    from puzzledsl.generation.recipe import Cage, Draft
    from puzzledsl.model import Model


def puzzle_text(model: Model, settings: Mapping[str, str], draft: Draft, heading: str) -> str:
    """The source of a puzzle.

    Args:
        settings: values of params that the model was read with; they take the place of those in the text.
        heading: a comment above what is added.

    Raises:
        PuzzleError: a param that was set is not in the text itself.
    """
    text = with_settings(model, settings).rstrip()
    added = [f"# {heading}"]
    if draft.cages:
        added += cage_lines(model, draft.cages)
    else:
        added += givens_blocks(model, {**givens_elsewhere(model), **draft.givens})
    return text + "\n\n" + "\n".join(added) + "\n"


def with_settings(model: Model, settings: Mapping[str, str]) -> str:
    """The text of a model with other values for its params, and the clues that it was read with.

    Raises:
        PuzzleError: a param that was set is in an included file.
    """
    text = model.source.text
    new = {name: value.replace("\n", f"\n{INDENT}") for name, value in data_elsewhere(model, settings).items()}
    if not new:
        return text
    from puzzledsl.reading import read

    file, _ = read(model.source)
    here = {node.name.id: _place(node) for node in file.statements if isinstance(node, (Param, ClueLayout))}
    for name in new:
        if name not in here:
            what, them = ("the clues", "them") if name in model.clues else ("a param", "it")
            raise failure(
                f"`--set {name}` changes {what} of an included file, which the puzzle could not say",
                helps=(f"change {them} in the included file, or declare {them} in the model",),
                code="call",
            )
    for name, (start, end) in sorted(here.items(), key=lambda entry: -entry[1][0]):
        if name in new:
            text = text[:start] + new[name] + text[end:]
    return text


def included(source: Source) -> list[str]:
    """The files that the text of a model includes, by the names that it has for them."""
    from puzzledsl.reading import read

    file, _ = read(source)
    found = [node.path for node in file.statements if isinstance(node, Include)]
    return found + [node.name for node in file.statements if isinstance(node, Genre) and node.name.endswith(".puz")]


def _place(node: Param | ClueLayout) -> tuple[int, int]:
    """Where the text says the value of a param, or the rows of clues."""
    if isinstance(node, Param):
        return node.value.span.start, node.value.span.end
    drawn = [row.span for row in node.rows if row.text]
    return drawn[0].start, drawn[-1].end


def settled(
    model: Model, settings: Mapping[str, str], include: Sequence[str | Path] = (), limits: Limits | None = None
) -> Model:
    """The model read again, from a text that says the values which its params were set to.

    Raises:
        PuzzleError: as `with_settings`.
    """
    if with_settings(model, settings) == model.source.text:
        return model
    from puzzledsl.loading import load_model

    source = Source(model.source.name, with_settings(model, settings))
    places = (one.origin.span.source for one in model.requirements if one.origin.is_given)
    givens = next((place for place in places if place is not model.source), None)
    return load_model(source, givens=givens, include=include, limits=limits)


def line(model: Model, draft: Draft) -> str:
    """The givens as `puzzledsl batch` reads them: a character a cell, or marks with blanks between them."""
    return in_one_line(model, {**model.givens, **draft.givens})


# ── cages ────────────────────────────────────────────────────────────────────────────────────────


def cage_lines(model: Model, cages: Sequence[Cage]) -> list[str]:
    """A ``cage`` clue for each cage, in reading order."""
    return [
        f"cage {cage.total}: " + " ".join(model.variables[x].name for x in cage.cells)
        for cage in sorted(cages, key=lambda cage: cage.cells)
    ]


_UNSAFE = re.compile(r"[^\w.-]+")


def file_stem(name: str) -> str:
    """What files made from a model are called: the model's own name without folder and ending."""
    stem = re.split(r"[\\/]", name)[-1].removesuffix(".puz")
    return _UNSAFE.sub("-", stem).strip("-.") or "puzzle"
