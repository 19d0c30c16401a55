"""``puzzledsl rules``: what kinds of clue and functions there are."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill, indent
from typing import Any

import click

from puzzledsl.cli.files import open_source
from puzzledsl.cli.invocation import Invocation, print_json
from puzzledsl.cli.options import option
from puzzledsl.cli.param_types import Folder, ModelFile, ParamType
from puzzledsl.cli.shared_options import color_option, json_option
from puzzledsl.cli.style import Screen
from puzzledsl.editing.rule_items import Item, find, header, library, of_model

PIPE_WIDTH = 100
"""Columns where the output is no terminal."""


class _Word(ParamType):
    """A rule, function or family; completed by the shell."""

    name = "name"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG002
        from click.shell_completion import CompletionItem

        return [CompletionItem(item.name, help=item.summary) for item in library() if item.name.startswith(incomplete)]


@click.command("rules", short_help="Show the rules and functions of the library.")
@click.argument("names", nargs=-1, type=_Word(), metavar="[NAME]...")
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
    """Show the rules and functions of the library. The name of a rule or function shows everything about it, the name
    of a family lists that family, and any other word is searched for in names, in the names of other systems, and in
    descriptions. A clue `cage 15: r1c1..r1c3` applies the rule `cage(cells, total = none)`: the cells follow the colon.

    \b
    Examples:
      puzzledsl rules thermo
      puzzledsl rules kropki
      puzzledsl rules --model snake.puz

    \b
    Exit status:
      0  shown
      2  nothing matches the word, or the command is wrong
    """
    items = library() if model is None else of_model(open_source(model), include)
    found = {name: find(name, items) for name in names}
    if invocation.json:
        selected = [item for item in items if not names or any(item in one for one in found.values())]
        print_json([item.as_json(with_rows=item.name in names) for item in selected])
        return 0
    screen, families = invocation.screen, {item.family for item in items}
    everything = _list(items, screen) if items else f"{model} defines no rules or functions of its own"
    texts = [] if names else [everything]
    for name, (first, *others) in found.items():
        single = first.name == name or not (others or name in families)
        texts.append(_description(first, screen) if single else _list([first, *others], screen))
    print("\n\n".join(texts))
    return 0


def _list(items: Sequence[Item], screen: Screen) -> str:
    """The rules and functions by family, each with its signature and its first sentence."""
    width = PIPE_WIDTH if screen.width is None else max(screen.width, 40)
    column = min(max((len(item.signature) for item in items), default=0), width // 2 - 4, 36) + 4
    families: dict[str, list[str]] = {}
    for item in items:
        lead = f"  {item.signature}"
        fits = len(lead) + 2 <= column
        text = fill(f"{lead if fits else '':<{column}}{item.summary}", width, subsequent_indent=" " * column)
        families.setdefault(item.family, []).extend([text] if fits else [lead, *([text] if item.summary else [])])
    return "\n\n".join("\n".join([screen.strong(family), *lines]) for family, lines in families.items())


def _description(item: Item, screen: Screen) -> str:
    """Everything about one rule or function."""
    own = item.family.startswith("functions") or ".puz" in item.family
    where = f"({item.kind}, {item.family if own else f'library/{item.family}.puz'})"
    parts = [f"{screen.strong(item.signature)}  {screen.faint(where)}"]
    if item.meaning:
        parts.append(fill(item.meaning, PIPE_WIDTH))
    if item.elsewhere:
        parts.append(f"Elsewhere: {', '.join(name.replace('_', ' ') for name in sorted(item.elsewhere))}")
    several = len(item.examples) > 1
    if item.examples:
        parts.append("\n    ".join([f"Example{'s' * several}:", *item.examples]))
    if rows := item.rows():
        width = max(len(one.encoding) for one in rows)
        lines = [
            fill(
                f"    {one.encoding:<{width}}  {one}".replace("`", ""),
                PIPE_WIDTH,
                subsequent_indent=" " * (width + 6),
                break_long_words=False,
            )
            for one in rows
        ]
        parts.append("\n".join([f"Its {'first ' * several}example in the integer program:", *lines]))
    if item.text:
        parts.append(f"Definition:\n{indent(item.text[header(item.text) :].rstrip(), '    ')}")
    return "\n\n".join(parts)
