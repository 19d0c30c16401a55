"""Models with their pictures: the gallery, below the table of `models/README.md`; the genres; and the front page."""

from __future__ import annotations

import html
from collections.abc import Callable
from pathlib import Path

from examples import Play, beside, drawn

import puzzledsl
from puzzledsl.elaboration.genres import example, genre_names, rules_of
from puzzledsl.formats.sites.puzzlink.names import aliases, titles

GENRES = Path(puzzledsl.__file__).parent / "genres"
MODELS = Path(__file__).resolve().parents[2] / "models"
FRONT = ("killer", "slitherlink", "thermo", "star_battle")
"""The models that the front page opens with."""
_SEARCH = '<input type="search" id="genre" placeholder="Name, here or on another site" aria-label="Name of a genre">'


def with_models(text: str, keep: Callable[[str], str], play: Play | None = None) -> str:
    """The page of the gallery, with a section for each model."""
    parts = [text]
    for path in sorted(MODELS.glob("*.puz")):
        model = puzzledsl.load(path)
        source = path.read_text(encoding="utf-8")
        code, link = f"```puz\n{source}```", "" if play is None else play(source)
        shown = beside(code, drawn(model), keep, link) if model.elaborated.grids else f"{code}\n\n{link}"
        parts.append(f"## {path.stem}\n\n{shown}\n")
    return "\n".join(parts)


def genres_page(keep: Callable[[str], str], play: Play | None = None) -> str:
    """The page of the genres: of each its picture, its rules, its other names and a link to play its example."""
    others: dict[str, list[str]] = {}
    for name, title in titles().items():
        others.setdefault(title.lower(), []).append(name)
    for other, name in aliases().items():
        others[titles()[name].lower()].append(other)
    parts = [
        '# Genres\n\nThe rules of each are a file of the library, which `genre "NAME"` takes over. Below its title '
        f"stand its name and those in links of puzz.link.\n\n{_SEARCH}\n"
    ]
    for name in genre_names():
        model = puzzledsl.load(GENRES / f"{name}.puz")
        known = dict.fromkeys((name, *others.get(model.title.lower(), ())))
        picture = f"![{html.escape(model.title)}]({keep(drawn(model))})"
        link = "" if play is None else play(example(name))
        names = ", ".join(f"`{one}`" for one in known)
        parts.append(f"## {model.title}\n\n{names}\n\n{picture}\n\n{rules_of(name)}\n\n{link}\n")
    return "\n".join(parts)


def front(keep: Callable[[str], str], play: Play) -> str:
    """What the front page opens with: puzzles, each of which becomes the page to play it on once it is touched."""
    shown = []
    for name in FRONT:
        source = (MODELS / f"{name}.puz").read_text(encoding="utf-8")
        model = puzzledsl.parse(source)
        link = play(source).replace("Open in the page", f"{html.escape(model.title)}: play and change it")
        shown.append(f":::{{container}} picture\n![{html.escape(model.title)}]({keep(drawn(model))})\n\n{link}\n:::")
    return "::::{container} front\n" + "\n\n".join(shown) + "\n::::\n"
