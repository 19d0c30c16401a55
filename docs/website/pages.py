"""The pages of the site, written as Sphinx reads them from the Markdown and the notebooks of the repository.

Every Markdown file and notebook under `docs` is a page, and so are the files in `ELSEWHERE`. A new page appears by
itself, under *Commands* unless `SECTIONS` says otherwise. The reference of the Python interface is made from the
docstrings (`api`).
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from api import api_page
from examples import with_links, with_pictures
from gallery import front, genres_page, with_models
from notebooks import as_markdown
from play import Playing

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BASE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
"""Where the repository is to be seen: for links to files that are no pages."""

ELSEWHERE = {
    "ARCHITECTURE.md": "architecture",
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
    "benchmarks/README.md": "benchmarks",
    "models/README.md": "gallery",
    "README.md": "index",
}
"""Pages that do not stand in `docs`, with their names on the site. `docs/index.md` is there instead of the README."""

REST = "*"
SECTIONS = {
    "First hours": ["start/setter", "start/learner", "start/programmer"],
    "The language": ["language", "rules", "gallery", "genres", "formats"],
    "Commands": ["commands", REST],
    "Python": ["python", "api", "notebooks/*"],
    "Integer programming": ["integer-programming", "programs", "encodings", "compare", "seeds"],
    "The project": ["architecture", "contributing", "benchmarks", "changelog", f"Source code <{BASE}>"],
}
"""The contents at the side of each page. `REST` stands for all pages that no section names."""

_FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.M | re.S)
_LINK = re.compile(r'(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^)\s]+)(\))|(<img [^>]*src=")([^"]+)(")')
_INDEX = re.compile(r"^<!-- index: (.*) -->$", re.M)


def write(folder: Path, playing: Playing | None = None) -> None:
    """Write all pages into a folder; files that are as they should be keep their time, and others are removed.

    Args:
        playing: takes the examples that can be opened in the page of `puzzledsl edit`; ``None``: there is no such page.

    Raises:
        ValueError: a link leads nowhere.
        AssertionError, PuzzleError: an example does not do what its page says.
    """
    written = Written(folder)
    origins = dict(_origins())
    for path, name in origins.items():
        if name == "index" and path.parent == ROOT:
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            text = as_markdown(text, written.picture)
        text = relinked(text, Linking(path, name, origins, written).resolve)
        play = None if playing is None else partial(playing.link, page=name)
        text = with_pictures(text, written.picture, play)
        if name == "rules" and play is not None:
            text = with_links(text, play)
        if name == "gallery":
            text = with_models(text, written.picture, play)
        text = _INDEX.sub(_index_entries, text)
        if name == "index":
            title, _, rest = text.partition("\n")
            opening = "" if play is None else f"\n\n{front(written.picture, play)}"
            text = f"{title}{opening}\n{rest}{contents([*origins.values(), 'api', 'genres'])}"
        written.text(f"{name}.md", text)
    written.text("api.md", api_page())
    genres = genres_page(written.picture, None if playing is None else partial(playing.link, page="genres"))
    written.text("genres.md", genres)
    written.remove_others()


def contents(names: list[str]) -> str:
    """The tables of contents, one for each section, which only the side of a page shows."""
    left = dict.fromkeys(sorted(set(names) - {"index"}))
    sections: dict[str, list[str]] = {title: [] for title in SECTIONS}
    for title, entries in SECTIONS.items():
        for entry in entries:
            found = [name for name in left if re.fullmatch(entry.replace("*", "[^/]+"), name)]
            if entry.endswith(">"):
                found = [entry]
            elif entry == REST:
                found = []
            elif not found:
                raise ValueError(f"no page is called {entry}")
            for name in found:
                left.pop(name, None)
            sections[title] += found
    (rest,) = (title for title, entries in SECTIONS.items() if REST in entries)
    sections[rest] += left
    options = ":hidden:\n:titlesonly:\n:maxdepth: 1"
    return "".join(
        f"\n```{{toctree}}\n{options}\n:caption: {title}\n\n" + "\n".join(entries) + "\n```\n"
        for title, entries in sections.items()
    )


class Written:
    """The folder that Sphinx reads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept: set[Path] = set()

    def text(self, name: str, text: str) -> None:
        """Write a file, unless it has this text."""
        path = self._path(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")

    def file(self, source: Path, name: str) -> None:
        """Copy a file, unless the copy is as new."""
        path = self._path(name)
        if not path.is_file() or path.stat().st_mtime < source.stat().st_mtime:
            shutil.copy2(source, path)

    def picture(self, svg: str) -> str:
        """Write a picture under a name that its content makes; where it is, from the top of the folder."""
        from hashlib import sha256

        name = f"_pictures/{sha256(svg.encode()).hexdigest()[:16]}.svg"
        self.text(name, svg)
        return f"/{name}"

    def remove_others(self) -> None:
        """Remove what an earlier build has written and this one has not."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self._kept:
                path.unlink()

    def _path(self, name: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self._kept.add(path)
        return path


class Linking:
    """Where the links of one page lead."""

    def __init__(self, path: Path, name: str, origins: dict[Path, str], written: Written) -> None:
        self._path = path
        self._name = name
        self._origins = origins
        self._written = written

    def resolve(self, target: str, is_picture: bool) -> str:
        """The target on the site: a page, a model in the gallery, a copied picture; or a file where the repository is.

        Raises:
            ValueError: it leads nowhere.
        """
        path, mark, anchor = target.partition("#")
        file = Path(os.path.normpath(self._path.parent / path))
        page = self._origins.get(file) or self._origins.get(file / "README.md")
        if not file.exists() or not file.is_relative_to(ROOT):
            raise ValueError(f"{self._path.relative_to(ROOT)}: the link {target} leads nowhere")
        place = file.relative_to(ROOT).as_posix()
        if page is not None:
            return self._from_here(f"{page}.md") + mark + anchor
        if place.startswith("models/") and file.suffix == ".puz" and file.parent.name == "models":
            return self._from_here("gallery.md") + f"#{file.stem}"
        if is_picture:
            copied = place.removeprefix("docs/")
            self._written.file(file, copied)
            return self._from_here(copied)
        return f"{BASE}/{'tree' if file.is_dir() else 'blob'}/main/{place}{mark}{anchor}"

    def _from_here(self, name: str) -> str:
        return Path(os.path.relpath(name, Path(self._name).parent)).as_posix()


def relinked(text: str, resolve: Callable[[str, bool], str]) -> str:
    """A Markdown text with other targets in its relative links and pictures; code stays as it is."""

    def other(match: re.Match[str]) -> str:
        before, target, after = match.group(1, 2, 3) if match[1] else match.group(4, 5, 6)
        if re.match(r"[a-z]+:|#|/", target):
            return match[0]
        return before + resolve(target, before.startswith(("!", "<img"))) + after

    parts, end = [], 0
    for fence in _FENCE.finditer(text):
        parts += [_LINK.sub(other, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join(parts) + _LINK.sub(other, text[end:])


def _index_entries(match: re.Match[str]) -> str:
    """The words under which the search finds a place first: main entries of the index."""
    entries = "\n".join(f"   ! single: {entry.strip()}" for entry in match[1].split(","))
    return f"```{{eval-rst}}\n.. index::\n{entries}\n```"


def _origins() -> Iterator[tuple[Path, str]]:
    """The files that are pages, with the names of their pages."""
    for suffix in ("md", "ipynb"):
        for path in sorted(DOCS.rglob(f"*.{suffix}")):
            name = path.relative_to(DOCS).with_suffix("").as_posix()
            yield path, re.sub(r"\bREADME$", "index", name)
    for place, name in ELSEWHERE.items():
        yield ROOT / place, name
