"""Writes docs/rules.md and docs/rules/*.svg from the library's own files: meaning, sentence, use, example, picture.

Run it as ``make docs`` after a change of the library; a test compares.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from pathlib import Path

from puzzledsl.editing.rule_rows import CLASSIC, rule_rows
from puzzledsl.elaboration import elaborate
from puzzledsl.elaboration.library import Entry, entries, statements_of
from puzzledsl.presentation.picture import picture
from puzzledsl.presentation.renderers.svg import render
from puzzledsl.reading import read
from puzzledsl.source import Source

HERE = Path(__file__).parent
WIDTH = 260.0


def rules() -> list[Entry]:
    """The rules that people use, in the order of the library's files."""
    return [entry for entry in entries().values() if entry.is_rule and not entry.name.startswith("_")]


def drawing(text: str) -> str:
    """A clue on an empty classic grid, as SVG."""
    model = elaborate(*read(Source("rule", f"{CLASSIC}{text}\n")))
    return render(picture(model), width=WIDTH)


def drawings() -> dict[str, str]:
    """The first example of each rule that draws something, by the name of its file."""
    found = {f"{entry.name}.svg": drawing(statements_of(entry.examples[0])) for entry in rules()}
    empty = drawing("")
    return {name: text for name, text in found.items() if text != empty}


def page(pictures: Collection[str]) -> str:
    """The whole page, with these pictures."""
    lines = [
        "# The standard library",
        "",
        "Every rule is written in the language itself, in `puzzledsl/library`; `puzzledsl rules NAME` shows it.",
        "A rule is written as a clue, `name arguments: cells`, or called, `name(cells, arguments)`. Where all",
        "its arguments have defaults, its name alone is enough, as in `anti_knight`. A call may be negated and",
        "combined like any condition. This page is made from the library's files by `make docs`.",
        "A rule without a picture draws nothing.",
        "",
        "`elsewhere` lists names on other sites; the search of this site and `puzzledsl rules WORD` find them, too.",
        "`binary` and `integer` say what the first example becomes in the integer program of that encoding,",
        "before presolve: the rows by kind, one of each kind, and the columns besides those of the cells.",
    ]
    for family, members in groupby(rules(), key=lambda entry: entry.family):
        lines += ["", f"## {family.capitalize()}", ""]
        for entry in members:
            others = sorted(name.replace("_", " ") for name in entry.elsewhere)
            lines += [
                f"<!-- index: {', '.join([entry.name.replace('_', ' '), *others])} -->",
                "",
                f"### `{entry.name}`",
                "",
                *_shown(entry.name, pictures),
                entry.comment,
                "",
                f"> {entry.solvers}",
                "",
                *([f"- elsewhere: {', '.join(others)}"] if others else []),
                f"- definition: `{entry.signature}`",
                *(f"- example: `{example}`" for example in entry.examples),
                *(f"- {rows.encoding}: {rows}" for rows in rule_rows(entry.examples[0])),
                "",
                '<br clear="right">',
                "",
            ]
    return "\n".join(lines).rstrip() + "\n"


def write() -> None:
    """Writes the page and the pictures; removes pictures of rules that are gone."""
    folder = HERE / "rules"
    folder.mkdir(exist_ok=True)
    wanted = drawings()
    for path in folder.glob("*.svg"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")
    (HERE / "rules.md").write_text(page(wanted), encoding="utf-8")


def _shown(name: str, pictures: Collection[str]) -> list[str]:
    if f"{name}.svg" not in pictures:
        return []
    return [f'<img align="right" alt="{name}" src="rules/{name}.svg">', ""]


if __name__ == "__main__":
    write()
