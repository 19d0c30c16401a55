"""Notebooks as pages: their cells with the outputs that are kept in them. Nothing is run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any


def as_markdown(text: str, keep: Callable[[str], str]) -> str:
    """A notebook in Markdown.

    Args:
        text: the notebook, with outputs as `docs/make_notebooks.py` keeps them.
        keep: writes an SVG; gives the path of the picture.
    """
    parts: list[str] = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        else:
            parts.append(_fenced("puzzledsl" if source.startswith("%%puz") else "ipython", source))
            for output in cell["outputs"]:
                parts += _shown(output, keep)
    return "\n\n".join(parts) + "\n"


def _shown(output: dict[str, Any], keep: Callable[[str], str]) -> Iterator[str]:
    """One output: printed text, a mistake, a picture, or a value."""
    match output["output_type"]:
        case "stream":
            yield _fenced("text", "".join(output["text"]))
        case "error":
            yield _fenced("text", "\n".join(output["traceback"]))
        case _:
            data = {kind: "".join(lines) for kind, lines in output["data"].items()}
            if "image/svg+xml" in data:
                yield f"![Picture]({keep(data['image/svg+xml'])})"
            else:
                yield _fenced("text", data["text/plain"])


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
