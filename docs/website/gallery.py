"""The gallery: each model with its picture and its text, below the table of `models/README.md`, and the genres."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from examples import Play, beside, drawn

import puzzledsl
from puzzledsl.formats import import_text
from puzzledsl.formats.sites.puzzlink.genre import genre_names
from puzzledsl.formats.sites.puzzlink.names import titles
from tests.formats.solved_links import SOLVED

MODELS = Path(__file__).resolve().parents[2] / "models"


def with_models(text: str, keep: Callable[[str], str], play: Play | None = None) -> str:
    """The page of the gallery, with a section for each model."""
    parts = [text]
    for path in sorted(MODELS.glob("*.puz")):
        model = puzzledsl.load(path)
        source = path.read_text(encoding="utf-8")
        code, link = f"```puz\n{source}```", "" if play is None else play(source)
        shown = beside(code, drawn(model), keep, link) if model.elaborated.grids else f"{code}\n\n{link}"
        parts.append(f"## {path.stem}\n\n{shown}\n")
    if play is not None:
        parts.append(f"## Genres of puzz.link\n\n{_genres(play)}\n")
    return "\n".join(parts)


def _genres(play: Play) -> str:
    """A list of the genres of puzz.link, each with a small puzzle, or an empty grid to begin with."""
    found = {link.partition("/")[0]: link for link in reversed(SOLVED)}
    lines = {}
    for name in genre_names():
        for link in (found.get(name), *(f"{name}/{body}" for body in _EMPTY)):
            with suppress(puzzledsl.PuzzleError):
                if link is not None:
                    lines[titles().get(name, name)] = play(import_text(f"https://puzz.link/p?{link}").model)
                    break
    return "\n".join(f"- {title}: {lines[title]}" for title in sorted(lines))


_EMPTY = ("6/6/", "4/4/", "6/6/000000000000000", "4/4/000000", "4/4/0000", "4/4/4/", "4/4/1/000000", "4/4/g")
"""Links without clues; what one needs depends on the genre."""
