"""One self-contained HTML page: picture, solution on demand, clues as sentences, the model's text.

No script and no outside resource: a check box and a style rule show and hide the solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.caption import sentences
from puzzledsl.presentation.renderers import Renderer, svg
from puzzledsl.presentation.renderers.svg import text
from puzzledsl.presentation.shapes import TextShape
from puzzledsl.presentation.terminal import shown_text, variables_text
from puzzledsl.presentation.value_texts import value_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture

_MOST_CLUES = 2000
_STYLE = """
:root { color-scheme: light; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1a1a1a; background: #ffffff;
  font: 16px/1.5 Helvetica, Arial, "Liberation Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0 0 1rem; color: #555555; }
dd { margin: 0; }
svg { display: block; max-width: 100%; height: auto; margin: .75rem 0; }
.clues { columns: 22rem; padding-left: 0; list-style: none; }
.clues .line { display: inline-block; min-width: 2.5rem; color: #767676; font-variant-numeric: tabular-nums; }
.legend { padding-left: 0; list-style: none; }
.swatch { display: inline-block; width: 1rem; height: 1rem; margin-right: .5rem; border: 1px solid #8a8a8a; }
pre { overflow-x: auto; padding: 1rem; background: #f5f5f5; font: 14px/1.4 monospace; }
label { cursor: pointer; }
#solution:not(:checked) ~ .sheet .found, #solution:not(:checked) ~ .answer { display: none; }
@media print { label, #solution, details { display: none; } body { margin: 0; } }
"""
_PAGES = """
nav { display: flex; gap: 1rem; align-items: baseline; }
nav a { padding: .25rem 1rem; border: 1px solid #8a8a8a; border-radius: .25rem; color: inherit; text-decoration: none; }
section { display: none; scroll-margin-top: 100vh; }
section:target, section[id="1"] { display: block; }
section:target ~ section[id="1"] { display: none; }
section svg { max-height: 75vh; width: auto; }
@media print { section, section:target ~ section[id="1"] { display: block; break-inside: avoid; }
  nav { display: none; } section[id="1"] { order: -1; } body { display: flex; flex-direction: column; } }
"""


def render(picture: Picture, *, width: int | None = None, height: int | None = None) -> str:
    """The page. Without values in the picture it has no solution to show."""
    model = picture.model
    title = model.title or "Puzzle"
    solved = picture.values is not None and any(
        isinstance(shape, TextShape) and shape.role == "found" for shape in picture.shapes
    )
    parts = [
        *_head(title, _STYLE),
        f"<h1>{text(title)}</h1>",
        *_metadata(model),
    ]
    if solved:
        parts += ['<input type="checkbox" id="solution">', '<label for="solution">Show the solution</label>']
    parts += ['<div class="sheet">', svg.render(picture, width=width, height=height).rstrip(), "</div>"]
    if solved:
        parts += _answer(picture)
    parts += [*_legend(picture), *_rules(model), *_clues(model)]
    source = text(model.source.text)
    parts += ["<details>", "<summary>The model</summary>", f"<pre>{source}</pre>", "</details>", "</body>", "</html>"]
    return "\n".join([*parts, ""])


def pages(title: str, scenes: Sequence[Picture], sentences: Sequence[str]) -> str:
    """One page that shows a picture at a time, with links to the one before, the next, and all.

    No script: each picture is an element that its address ``#3`` selects, and the first one is shown without.

    Args:
        scenes: at least one.
        sentences: what stands below each picture.
    """
    parts = [*_head(title, _STYLE + _PAGES), f"<h1>{text(title)}</h1>"]
    last = len(scenes)
    # The first one comes last: a style rule can hide it where another one before it is selected.
    for number in [*range(2, last + 1), 1]:
        back, onward = max(1, number - 1), min(last, number + 1)
        keys = (("back", back, "b"), ("next", onward, "n"))
        links = [f'<a href="#{target}" accesskey="{key}">{name}</a>' for name, target, key in keys]
        scene = scenes[number - 1]
        parts += [
            f'<section id="{number}">',
            f"<nav>{links[0]} <span>{number} of {last}</span> {links[1]}</nav>",
            svg.render(scene).rstrip(),
            f"<p>{text(sentences[number - 1])}</p>",
            *_legend(scene),
            "</section>",
        ]
    items = [f'<li><a href="#{number}">{text(sentence)}</a></li>' for number, sentence in enumerate(sentences, 1)]
    parts += ["<details>", "<summary>All steps</summary>", "<ol>", *items, "</ol>", "</details>", "</body>", "</html>"]
    return "\n".join([*parts, ""])


def _head(title: str, style: str) -> list[str]:
    return [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{text(title)}</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
    ]


def _metadata(model: Model) -> list[str]:
    if not model.metadata:
        return []
    return ["<dl>", *(f"<dt>{text(name)}</dt><dd>{text(value)}</dd>" for name, value in model.metadata), "</dl>"]


def _answer(picture: Picture) -> list[str]:
    assert picture.values is not None
    lines = variables_text(picture.model, picture.values)
    if all(value_of(picture.values, number) is not None for number in range(len(picture.model.variables))):
        lines += shown_text(picture.model, picture.values)
    return ['<div class="answer">', *(f"<div>{text(line)}</div>" for line in lines), "</div>"] if lines else []


def _legend(picture: Picture) -> list[str]:
    swatch = '<li><span class="swatch" style="background: {}"></span>{}</li>'
    items = [swatch.format(text(color), text(meaning)) for color, meaning in picture.legend]
    return ['<ul class="legend">', *items, "</ul>"] if items else []


def _rules(model: Model) -> list[str]:
    """What a solver has to know, as the caption of a picture has it."""
    found = sentences(model, caption=True)
    return ["<ul>", *(f"<li>{text(sentence)}</li>" for sentence in found), "</ul>"] if found else []


def _clues(model: Model) -> list[str]:
    """What must hold, one sentence a clue with its line in the source; givens are in the picture."""
    seen: dict[tuple[int, str], None] = {}
    for requirement in model.requirements:
        origin = requirement.origin
        if not origin.is_given:
            place = origin.line if origin.span.source is model.source else 0
            seen.setdefault((place, origin.sentence))
    if not seen:
        return []
    items = [
        f'<li><span class="line">{line or ""}</span>{text(sentence)}</li>'
        for line, sentence in sorted(seen, key=lambda entry: entry[0])[:_MOST_CLUES]
    ]
    if len(seen) > _MOST_CLUES:
        items.append(f"<li>… and {len(seen) - _MOST_CLUES} more</li>")
    return ["<h2>Clues, with their lines in the model</h2>", '<ul class="clues">', *items, "</ul>"]


RENDERER = Renderer("text/html", lambda picture, width, height: render(picture, width=width, height=height), True)
