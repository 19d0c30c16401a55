"""Puzzles with a genre: the models of puzz.link's genres, filled from the drawing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import quoted
from puzzledsl.formats.sites.penpa.layouts import LAYERS, Layouts, Rows
from puzzledsl.formats.sites.puzzlink.genre import FilledGenre, Genre, genre
from puzzledsl.formats.sites.puzzlink.names import aliases, titles
from puzzledsl.formats.sites.puzzlink.reading import unknown_genre

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.sites.penpa.payload import Payload
    from puzzledsl.formats.sites.penpa.places import Places

TOOLS = {"akari": "lightup", "shaka": "shakashaka"}
"""Tools for solvers that serve one genre only, whose drawing says all (not mines: how many there are is not drawn)."""
_OTHER_TAGS = frozenset({"classic", "alphabet", "number", "loop", "shading", "divide", "object"})


def genre_called(name: str) -> str:
    """The genre that a user names: as links of puzz.link name it, or by its full name.

    Raises:
        PuzzleError: there is no such genre, or it is not read.
    """
    found = _genre_name(name)
    if found and genre(found) is not None:
        return found
    raise unknown_genre(name, titles().get(found, ""))


def tagged(payload: Payload, places: Places, said: str = "") -> Draft | None:
    """The model of a puzzle whose genre is known by a tag, or by the tool for solvers; none if it is not read.

    Args:
        said: the name of its genre, as the user says.

    Raises:
        PuzzleError: a clue is malformed.
    """
    tags = [tag for tag in payload.tags if tag.lower() not in _OTHER_TAGS]
    names = {name for tag in tags if (name := _genre_name(tag))}
    by_tool = not said and not tags and payload.tool in TOOLS
    name = said or (TOOLS[payload.tool] if by_tool else names.pop() if len(names) == len(tags) == 1 else "")
    form = genre(name) if name else None
    if form is None or places.gaps:
        return None
    layouts = Layouts(payload, places)
    filled: dict[str, Rows] = {}
    for coding, targets in form.reads:
        found = layouts.fill(coding, masked="mask" in targets)
        if found is None:
            return None
        filled.update(zip(targets, found, strict=False))
    form = Genre(_with_texts(form.text, payload), form.reads, form.flags)
    largest = max(map(len, layouts.rooms), default=0)
    draft = FilledGenre(form, places.height, places.width, filled, largest, layouts.walls)
    if by_tool:
        draft.assumed.append(f"the puzzle has no genre tag; by its tool for solvers it is taken for {draft.title}")
    for layer in layouts.unused():
        draft.leave_out(f"{LAYERS[layer]} that are drawn, which mean nothing in {draft.title}")
    if any(mark == "?" for row in filled.get("givens", ()) for mark in row):
        draft.leave_out(f"question marks in cells, which mean nothing in {draft.title}")
    if payload.rules:
        draft.leave_out(f"the rules in prose, which were not compared with those of {draft.title}")
    return draft


def _genre_name(tag: str) -> str:
    """The name of a genre there: by its name, another name, or its title; empty for none."""
    word = _plain(tag)
    by_title = {_plain(title): name for name, title in titles().items()}
    name = aliases().get(word, word)
    return name if name in titles() else by_title.get(word, "")


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _with_texts(model: str, payload: Payload) -> str:
    """The model with title, author and rules of the puzzle below those of the genre."""
    lines = [f"author {quoted(payload.author)}"] if payload.author else []
    lines += [f"source {quoted(payload.source)}"] if payload.source else []
    lines += [f"note {quoted(payload.title)}"] if payload.title else []
    lines += [f"note {quoted(line)}" for line in payload.rules.splitlines() if line.strip()]
    return re.sub(r'(?m)^(puzzle ".*")$', lambda found: "\n".join([found[1], *lines]), model, count=1)
