"""``puzzledsl rules``: what kinds of clue and functions there are."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill, indent

import click

from puzzledsl.cli.files import open_source
from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import Folder, ModelFile
from puzzledsl.cli.shared_options import color_option, json_option
from puzzledsl.editing.rule_items import Item, find, genres, header, library, of_model
from puzzledsl.presentation.screen import Screen

WIDTH = 100
"""Columns of prose."""


@click.command("rules", short_help="Show the rules, functions and genres of the library.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@option(
    "--model", type=ModelFile(), metavar="FILE", help="Show the rules and functions that this model defines instead."
)
@option(
    "--include",
    type=Folder(),
    multiple=True,
    metavar="DIR",
    help="With --model: a folder for its include lines, as for solve.",
)
@json_option
@color_option
@click.pass_obj
def command(invocation: Invocation, *, names: tuple[str, ...], model: str | None, include: tuple[str, ...]) -> int:
    """Show the rules, functions and genres of the library. The name of one shows everything about it, the name of a
    family, such as `genres`, lists that family, and any other word is searched for in names, in the names of other
    systems, and in descriptions. A clue `cage 15: r1c1..r1c3` applies the rule `cage(cells, total = none)`: the cells
    follow the colon.

    \b
    Examples:
      puzzledsl rules thermo
      puzzledsl rules kropki
      puzzledsl rules slitherlink
      puzzledsl rules --model snake.puz

    \b
    Exit status:
      0  shown
      2  nothing matches the word, or the command is wrong
    """
    items = [*library(), *genres()] if model is None else of_model(open_source(model), include)
    found = {name: find(name, items) for name in names}
    if invocation.json:
        selected = [item for item in items if not names or any(item in one for one in found.values())]
        invocation.emit([item.as_json(with_rows=item.name in names) for item in selected])
        return 0
    screen = invocation.screen
    everything = _list(items, screen) or f"{model} defines no rules or functions of its own"
    texts = [
        _description(matches[0], screen)
        if matches[0].name == name or (len(matches) == 1 and matches[0].family != name)
        else _list(matches, screen)
        for name, matches in found.items()
    ]
    print("\n\n".join(texts or [everything]))
    return 0


def _list(items: Sequence[Item], screen: Screen) -> str:
    """The rules and functions by family, each with its signature and its first sentence."""
    families: dict[str, list[str]] = {}
    width = min(max((len(item.signature) for item in items), default=0), 36)
    for item in items:
        families.setdefault(item.family, []).append(f"  {item.signature:<{width}}  {item.summary}".rstrip())
    return "\n\n".join("\n".join([screen.strong(family), *lines]) for family, lines in families.items())


def _description(item: Item, screen: Screen) -> str:
    """Everything about one rule or function."""
    own = item.is_built_in or ".puz" in item.family or item.kind == "genre"
    where = f"({item.kind}, {item.family if own else f'library/{item.family}.puz'})"
    parts = [f"{screen.strong(item.signature)}  {screen.faint(where)}", fill(item.meaning, WIDTH)]
    if item.elsewhere:
        parts.append(f"Elsewhere: {', '.join(name.replace('_', ' ') for name in sorted(item.elsewhere))}")
    several = len(item.examples) > 1
    if item.examples:
        parts.append("\n    ".join([f"Example{'s' * several}:", *item.examples]))
    if rows := item.rows():
        lines = [
            fill(
                f"    {one.encoding:<7}  {one}".replace("`", ""),
                WIDTH,
                subsequent_indent=" " * 13,
                break_long_words=False,
            )
            for one in rows
        ]
        parts.append("\n".join([f"Its {'first ' * several}example in the integer program:", *lines]))
    if item.text:
        parts.append(f"Definition:\n{indent(item.text[header(item.text) :].rstrip(), '    ')}")
    return "\n\n".join(filter(None, parts))
