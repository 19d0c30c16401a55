"""``puzzledsl rules``: what kinds of clue and functions there are."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import TextWrapper, dedent, indent
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli.shared_options import Folder, ModelFile, ParamType, color_option, json_option
from puzzledsl.cli.style import faint, strong, wants_color
from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from puzzledsl.cli.rule_rows import RuleRows
    from puzzledsl.elaboration.library import Entry
    from puzzledsl.source import Source


class _Word(ParamType):
    """A rule, function or family; completed by the shell."""

    name = "name"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG002
        from click.shell_completion import CompletionItem

        return [CompletionItem(item.name, help=item.summary) for item in library() if item.name.startswith(incomplete)]


@click.command("rules", short_help="Show the rules and functions of the library.")
@click.argument("names", nargs=-1, type=_Word(), metavar="[NAME]...")
@click.option(
    "--model", type=ModelFile(), metavar="FILE", help="Show the rules and functions that this model defines instead."
)
@click.option(
    "--include",
    type=Folder(),
    multiple=True,
    metavar="DIR",
    help="With --model: a folder for its include lines, as for solve.",
)
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
      2  nothing matches the word, or the call is wrong
    """

    del ctx
    show(names, model, include, as_json, color)
    return 0


PIPE_WIDTH = 100


@dataclass(frozen=True)
class Item:
    """A rule or function.

    Attributes:
        kind: ``rule`` (may be a clue) or ``function``.
        family: where it belongs: the library's file, without its ending, or the model's name.
        meaning: its comment.
        elsewhere: what other systems call it.
        text: its definition in the language; empty where it is built in.
    """

    name: str
    kind: str
    family: str
    signature: str
    meaning: str
    examples: tuple[str, ...] = ()
    text: str = ""
    elsewhere: frozenset[str] = frozenset()

    @property
    def summary(self) -> str:
        """The first sentence of the meaning."""
        return self.meaning.split(". ")[0].rstrip(".") + "." if self.meaning else ""

    def as_json(self, with_rows: bool) -> dict[str, object]:
        """For ``--json``; with its rows only where it was asked for by name, since that takes time."""
        return {
            "name": self.name,
            "kind": self.kind,
            "family": self.family,
            "signature": self.signature,
            "meaning": self.meaning,
            "examples": list(self.examples),
            "elsewhere": sorted(self.elsewhere),
            "definition": self.text,
            "encodings": {rows.encoding: rows.as_json() for rows in self.rows()} if with_rows else {},
        }

    def rows(self) -> list[RuleRows]:
        """What the first example becomes in each encoding; of rules of the library only."""
        if self.kind != "rule" or not self.examples or ".puz" in self.family:
            return []
        from puzzledsl.cli.rule_rows import rule_rows

        return rule_rows(self.examples[0])


def show(names: Sequence[str], model: str | None, include: Sequence[str], as_json: bool, color: str) -> None:
    """Print the items with these names.

    Raises:
        PuzzleError: nothing has that name, or the model cannot be read.
    """
    items = library() if model is None else of_model(model, include)
    families = {item.family for item in items}
    if as_json:
        from puzzledsl.cli.run import print_json

        found_by_name = [item for name in names for item in _find(name, items)]
        selected = [item for item in items if not names or item in found_by_name]
        print_json([item.as_json(with_rows=item.name in names) for item in selected])
        return
    painted = wants_color(color, sys.stdout)
    if not names:
        if not items:
            print(f"{model} defines no rules or functions of its own")
        _print_list(items, painted)
        return
    for number, name in enumerate(names):
        if number:
            print()
        found = _find(name, items)
        if found[0].name == name or (len(found) == 1 and name not in families):
            _print_item(found[0], painted)
        else:
            _print_list(found, painted)


def library() -> list[Item]:
    """The standard library, then what is built in; private definitions (``_name``) left out."""
    from puzzledsl.elaboration.builtins import builtins
    from puzzledsl.elaboration.library import entries

    found = [_item(entry, entry.family) for entry in entries().values() if not entry.name.startswith("_")]
    for builtin in builtins().values():
        family = builtin.call.__module__.rpartition(".")[2]
        meaning = " ".join(dedent(builtin.call.__doc__ or "").split())
        found.append(Item(builtin.name, "function", f"functions: {family}", builtin.signature, meaning))
    return found


def of_model(name: str, include: Sequence[str]) -> list[Item]:
    """What a model and the files that it includes define.

    Raises:
        PuzzleError: a file cannot be read, or has mistakes of form.
    """
    from puzzledsl.cli.files import open_source
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.elaboration import Fault
    from puzzledsl.elaboration.library import split
    from puzzledsl.loading import opener
    from puzzledsl.reading import read
    from puzzledsl.syntax import Include

    main = open_source(name)
    open_included = opener(main, include)
    waiting: list[Source] = [main]
    seen: set[str] = set()
    found: list[Item] = []
    while waiting:
        source = waiting.pop(0)
        if source.name in seen:
            continue
        seen.add(source.name)
        file, mistakes = read(source)
        if mistakes:
            raise PuzzleError(mistakes)
        found += [_item(entry, source.name) for entry in split(source.name, source.text)]
        for node in file.statements:
            if isinstance(node, Include) and open_included is not None:
                try:
                    waiting.append(open_included(node.path, source))
                except Fault as fault:
                    raise fault.at(node.path_span) from None
    return found


def _item(entry: Entry, family: str) -> Item:
    kind = "rule" if entry.is_rule else "function"
    return Item(entry.name, kind, family, _signature(entry), entry.comment, entry.examples, entry.text, entry.elsewhere)


def _signature(entry: Entry) -> str:
    """The name with its parameters, up to the bracket that closes them."""
    start = entry.text.index(entry.name, entry.text.index("rule " if entry.is_rule else "let ", _header(entry.text)))
    depth = 0
    for place in range(start, len(entry.text)):
        depth += (entry.text[place] in "([{") - (entry.text[place] in ")]}")
        if entry.text[place] == ")" and depth == 0:
            return " ".join(entry.text[start : place + 1].split())
    return entry.name


def _header(text: str) -> int:
    """Where the comment above the definition ends."""
    place = 0
    while text.startswith("#", place):
        place = text.index("\n", place) + 1
    return place


def _find(name: str, items: Sequence[Item]) -> list[Item]:
    """The item, or the items of a family, that the name stands for; else those that have the word somewhere."""
    found = [item for item in items if item.name == name] or [
        item for item in items if name in (item.family, item.family.removeprefix("functions: "))
    ]
    found = found or _search(name, items)
    if found:
        return found
    from puzzledsl.nearest import nearest

    near = nearest(name, [item.name for item in items] + [item.family for item in items])
    raise failure(
        f"no rule or function has `{name}` in its name or description",
        label=f"did you mean `{near}`?" if near else "",
        helps=("`puzzledsl rules` lists them all",),
        code="unknown-rule",
    )


def _search(word: str, items: Sequence[Item]) -> list[Item]:
    """The items with a word in their name, their foreign names or their meaning; names count before meanings."""
    from puzzledsl.elaboration.suggestions import written_here

    plain = word.lower().replace("-", "_")
    here = written_here(plain)
    called = [item for item in items if plain in item.name.lower() or item.name in here or plain in item.elsewhere]
    if called:
        return called
    beginning = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    return [item for item in items if beginning.search(item.meaning)]


def _print_list(items: Sequence[Item], color: bool) -> None:
    from shutil import get_terminal_size

    width = max(get_terminal_size().columns, 40) if sys.stdout.isatty() else PIPE_WIDTH
    column = min(max((len(item.signature) for item in items), default=0), width // 2 - 4, 36) + 4
    wrapper = TextWrapper(width, subsequent_indent=" " * column)
    families = list(dict.fromkeys(item.family for item in items))
    for number, family in enumerate(families):
        print(("\n" if number else "") + strong(family, color))
        for item in (item for item in items if item.family == family):
            lead = f"  {item.signature}"
            if len(lead) + 2 > column:
                print(lead)
                lead = ""
            lines = wrapper.wrap(f"{lead:<{column}}{item.summary}")
            print("\n".join(lines) if item.summary else lead)


def _print_item(item: Item, color: bool) -> None:
    where = (
        item.family if item.family.startswith("functions") or ".puz" in item.family else f"library/{item.family}.puz"
    )
    print(f"{strong(item.signature, color)}  {faint(f'({item.kind}, {where})', color)}")
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
        print(indent(item.text[_header(item.text) :].rstrip(), "    "))
