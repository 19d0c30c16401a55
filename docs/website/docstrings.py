"""What the reference does with docstrings, besides napoleon."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_SEVERAL = re.compile(r"^( *)(\w+(?:, \w+)+):")


def setup(app: Sphinx) -> None:
    """Stand before and behind napoleon, whose priority is 500."""
    originals: dict[str, list[str]] = {}

    def before(_app: Sphinx, _what: str, name: str, _thing: object, _options: object, lines: list[str]) -> None:
        originals[name] = list(lines)
        # `width, height: …` names two arguments; napoleon takes all words before the last one for a type.
        lines[:] = [_SEVERAL.sub(lambda match: f"{match[1]}{match[2].replace(', ', ',')}:", line) for line in lines]

    def behind(_app: Sphinx, what: str, name: str, _thing: object, _options: object, lines: list[str]) -> None:
        if what == "property":  # napoleon takes what stands before a colon for the type
            lines[:] = originals[name]

    app.connect("autodoc-process-docstring", before, priority=400)
    app.connect("autodoc-process-docstring", behind, priority=600)
    app.connect("doctree-read", _mend_fields)


def _mend_fields(_app: Sphinx, doctree: nodes.document) -> None:
    """The attributes of an object are not called variables, and a dash is a dash."""
    for name in doctree.findall(nodes.field_name):
        if name.astext() == "Variables":
            name.children = [nodes.Text("Attributes")]
    for dash in [text for text in doctree.findall(nodes.Text) if text == " -- "]:
        dash.parent.replace(dash, nodes.Text(" – "))
