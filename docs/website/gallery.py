"""The gallery: each model with its picture and its text, below the table of `models/README.md`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from examples import beside, drawn

import puzzledsl

MODELS = Path(__file__).resolve().parents[2] / "models"


def with_models(text: str, keep: Callable[[str], str]) -> str:
    """The page of the gallery, with a section for each model."""
    parts = [text]
    for path in sorted(MODELS.glob("*.puz")):
        model = puzzledsl.load(path)
        code = f"```puz\n{path.read_text(encoding='utf-8')}```"
        parts.append(f"## {path.stem}\n\n{beside(code, drawn(model), keep) if model.elaborated.grids else code}\n")
    return "\n".join(parts)
