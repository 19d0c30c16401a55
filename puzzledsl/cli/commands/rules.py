"""``puzzledsl rules``: what kinds of clue and functions there are."""

from __future__ import annotations

from typing import Any

import click

from puzzledsl.cli.options import Folder, ModelFile, ParamType, color_option, json_option


class _Word(ParamType):
    """A rule, function or family; completed by the shell."""

    name = "name"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG002
        from click.shell_completion import CompletionItem

        from puzzledsl.cli.catalogue import library

        return [CompletionItem(item.name, help=item.summary) for item in library() if item.name.startswith(incomplete)]


@click.command("rules", short_help="Show the rules and functions of the library.")
@click.argument("names", nargs=-1, type=_Word(), metavar="[NAME]...")
@click.option("--model", type=ModelFile(), metavar="FILE", help="The rules and functions that a model defines instead.")
@click.option("--include", type=Folder(), multiple=True, metavar="DIR", help="With --model: as for solve.")
@json_option
@color_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    names: tuple[str, ...],
    model: str | None,
    include: tuple[str, ...],
    as_json: bool,
    color: str,
) -> int:
    """Shows the rules and functions of the library.

    Without a NAME: all of them by family, each with its signature and what it means. The name of a family: that
    family. The name of a rule or function: all that is known of it, with its definition where it is written in the
    language itself.

    A clue `cage 15: r1c1..r1c3` applies the rule `cage(cells, total = none)`: the cells stand behind the colon, the
    other arguments before it.

    \b
    Examples:
      puzzledsl rules
      puzzledsl rules thermo
      puzzledsl rules sum count
      puzzledsl rules cages
      puzzledsl rules --model snake.puz

    The comment right above a rule is its meaning, a line `# example: ...` in it an example; that holds for a model's
    own rules too.

    \b
    Exit status:
      0  shown
      2  nothing has that name, or the call is wrong
    """
    from puzzledsl.cli.catalogue import show

    del ctx
    show(names, model, include, as_json, color)
    return 0
