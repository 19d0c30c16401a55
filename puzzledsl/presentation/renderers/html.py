"""One self-contained HTML page: picture, solution on demand, rules as sentences, the model's text.

No script and no outside resource: a check box and a style rule show and hide the solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.caption import sentences
from puzzledsl.presentation.renderers import Renderer, svg
from puzzledsl.presentation.renderers.svg import text
from puzzledsl.presentation.terminal import answer_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.presentation.picture import Picture

_STYLE = """
:root { color-scheme: light; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1a1a1a; background: #ffffff;
  font: 16px/1.5 Helvetica, Arial, "Liberation Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0 0 1rem; color: #555555; }
dd { margin: 0; }
svg { display: block; max-width: 100%; height: auto; margin: .75rem 0; }
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
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""
_ELSEWHERE = ("puzzle", "note")
"""Metadata that is the title, or is shown among the rules."""
_SWATCH = '<span class="swatch" style="background: {}"></span>{}'
_SWITCH = """<input type="checkbox" id="solution">
<label for="solution">Show the solution</label>"""


def render(picture: Picture, width: int | None = None, height: int | None = None) -> str:
    """The page. Without values in the picture it has no solution to show."""
    model, values = picture.model, picture.values
    solved = values is not None and any(shape.role == "found" for shape in picture.shapes)
    facts = [f"<dt>{text(key)}</dt><dd>{text(value)}</dd>" for key, value in model.metadata if key not in _ELSEWHERE]
    answer = [f"<div>{text(line)}</div>" for line in answer_lines(model, values)] if solved and values else []
    parts = [
        _element("dl", facts),
        _SWITCH if solved else "",
        _element('div class="sheet"', [svg.render(picture, width, height).rstrip()]),
        _element('div class="answer"', answer),
        _legend(picture),
        _element("ul", [f"<li>{text(sentence)}</li>" for sentence in sentences(model, caption=True)]),
        _element("details", ["<summary>The model</summary>", f"<pre>{text(model.source.text)}</pre>"]),
    ]
    return _page(model.title or "Puzzle", _STYLE, parts)


def pages(title: str, scenes: Sequence[Picture], sentences: Sequence[str]) -> str:
    """One page that shows a picture at a time, with links to the one before, the next, and all.

    No script: each picture is an element that its address ``#3`` selects, and the first one is shown without.

    Args:
        scenes: at least one.
        sentences: what stands below each picture.
    """
    parts = []
    last = len(scenes)
    # The first one comes last: a style rule can hide it where another one before it is selected.
    for number in [*range(2, last + 1), 1]:
        scene, sentence = scenes[number - 1], text(sentences[number - 1])
        back = f'<a href="#{max(1, number - 1)}" accesskey="b">back</a>'
        onward = f'<a href="#{min(last, number + 1)}" accesskey="n">next</a>'
        shown = [
            f"<nav>{back} <span>{number} of {last}</span> {onward}</nav>",
            svg.render(scene).rstrip(),
            f"<p>{sentence}</p>",
            _legend(scene),
        ]
        parts.append(_element(f'section id="{number}"', shown))
    items = [f'<li><a href="#{number}">{text(sentence)}</a></li>' for number, sentence in enumerate(sentences, 1)]
    every = _element("details", ["<summary>All steps</summary>", _element("ol", items)])
    return _page(title, _STYLE + _PAGES, [*parts, every])


def _page(title: str, style: str, parts: Iterable[str]) -> str:
    return _PAGE.format(title=text(title), style=style, body="\n".join(filter(None, parts)))


def _element(tag: str, parts: Iterable[str]) -> str:
    """An element around its parts, or nothing if all are empty. ``tag`` may have attributes."""
    content = "\n".join(filter(None, parts))
    return f"<{tag}>\n{content}\n</{tag.split()[0]}>" if content else ""


def _legend(picture: Picture) -> str:
    swatches = [_SWATCH.format(text(color), text(meaning)) for color, meaning in picture.legend]
    return _element('ul class="legend"', [f"<li>{swatch}</li>" for swatch in swatches])


RENDERER = Renderer("text/html", render, True)
