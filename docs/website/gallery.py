"""The gallery: each model with its picture and its text, below the table of `models/README.md`, and the genres."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from examples import Play, beside, drawn

import puzzledsl
from puzzledsl.elaboration.genres import example, genre_names

GENRES = Path(puzzledsl.__file__).parent / "genres"
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
    for name in genre_names():
        model = puzzledsl.load(GENRES / f"{name}.puz")
        text = example(name)
        shown = beside(f"```puz\n{text}```", drawn(model), keep, "" if play is None else play(text))
        parts.append(f"## {model.title}\n\n{shown}\n")
    return "\n".join(parts)
