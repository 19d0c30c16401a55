"""``puzzledsl rules``: what kinds of clue and functions there are."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import TextWrapper, indent
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
    """Show the rules and functions of the library.

    Without a NAME the command lists all of them by family, each with its signature and meaning. The name of a family
    lists that family. The name of a rule or function shows everything about it: its meaning, examples, the rows that
    its example becomes in each encoding, and its definition if it is written in the language itself. Any other word is
    searched for in names, in the names of other systems, and in descriptions.

    A clue `cage 15: r1c1..r1c3` applies the rule `cage(cells, total = none)`. The cells follow the colon, and the other
    arguments stand before it.

    \b
    Examples:
      puzzledsl rules
      puzzledsl rules thermo
      puzzledsl rules sum count
      puzzledsl rules cages
      puzzledsl rules kropki
      puzzledsl rules --model snake.puz

    The comment directly above a rule is its description, and a line `# example: ...` in it is an example. Your own
    rules work the same way.

    \b
    Exit status:
      0  shown
      2  nothing matches the word, or the command is wrong
    """
    items = library() if model is None else of_model(open_source(model), include)
    families = {item.family for item in items}
    if invocation.json:
        found_by_name = [item for name in names for item in find(name, items)]
        selected = [item for item in items if not names or item in found_by_name]
        print_json([item.as_json(with_rows=item.name in names) for item in selected])
        return 0
    screen = invocation.screen
    if not names:
        if not items:
            print(f"{model} defines no rules or functions of its own")
        _print_list(items, screen)
        return 0
    for number, name in enumerate(names):
        if number:
            print()
        found = find(name, items)
        if found[0].name == name or (len(found) == 1 and name not in families):
            _print_item(found[0], screen)
        else:
            _print_list(found, screen)
    return 0


def _print_list(items: Sequence[Item], screen: Screen) -> None:
    width = PIPE_WIDTH if screen.width is None else max(screen.width, 40)
    column = min(max((len(item.signature) for item in items), default=0), width // 2 - 4, 36) + 4
    wrapper = TextWrapper(width, subsequent_indent=" " * column)
    families = list(dict.fromkeys(item.family for item in items))
    for number, family in enumerate(families):
        print(("\n" if number else "") + screen.strong(family))
        for item in (item for item in items if item.family == family):
            lead = f"  {item.signature}"
            if len(lead) + 2 > column:
                print(lead)
                lead = ""
            lines = wrapper.wrap(f"{lead:<{column}}{item.summary}")
            print("\n".join(lines) if item.summary else lead)


def _print_item(item: Item, screen: Screen) -> None:
    where = (
        item.family if item.family.startswith("functions") or ".puz" in item.family else f"library/{item.family}.puz"
    )
    print(f"{screen.strong(item.signature)}  {screen.faint(f'({item.kind}, {where})')}")
    if item.meaning:
        print()
        print(TextWrapper(PIPE_WIDTH).fill(item.meaning))
    if item.elsewhere:
        print(f"\nElsewhere: {', '.join(name.replace('_', ' ') for name in sorted(item.elsewhere))}")
    if item.examples:
        print(f"\nExample{'s' if len(item.examples) > 1 else ''}:")
        for example in item.examples:
            print(f"    {example}")
    rows = item.rows()
    if rows:
        print(f"\nIts {'first ' if len(item.examples) > 1 else ''}example in the integer program:")
        width = max(len(one.encoding) for one in rows)
        for one in rows:
            wrapper = TextWrapper(
                PIPE_WIDTH,
                initial_indent=f"    {one.encoding:<{width}}  ",
                subsequent_indent=" " * (width + 6),
                break_long_words=False,
            )
            print(wrapper.fill(str(one).replace("`", "")))
    if item.text:
        print("\nDefinition:")
        print(indent(item.text[header(item.text) :].rstrip(), "    "))
