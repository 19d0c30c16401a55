"""The command with its subcommands, each loaded only when it is used."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from keyword import iskeyword
from typing import Any, TypeVar

import click

from puzzledsl.cli import commands
from puzzledsl.cli.options import help_option, option
from puzzledsl.cli.run import run
from puzzledsl.scanning import modules_in

F = TypeVar("F", bound=Callable[..., Any])

_ENVIRONMENT = """\b
Environment:
  NO_COLOR           if not empty: no colours (--color always overrides it)
  FORCE_COLOR        if not empty: colours in a pipe too
  PUZZLEDSL_DEBUG=1  print the traceback of a bug in puzzledsl"""


class CommandLine(click.Group):
    """A group whose commands are the modules and packages of `puzzledsl.cli.commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Names of all commands. Reads a directory, and imports no command."""
        return sorted(name.removesuffix("_") for name in modules_in(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """One command, or `None` if there is no such command."""
        if not cmd_name.isidentifier() or cmd_name.startswith("_"):
            return None
        module = f"{commands.__name__}.{cmd_name}{'_' * iskeyword(cmd_name)}"
        try:
            found = import_module(module).command
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None
        assert isinstance(found, click.Command)
        found.epilog = found.epilog or _ENVIRONMENT
        if found.add_help_option:
            found.add_help_option = False
            help_option(found)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, with the nearest command in the message; a model's name alone is taken for a forgotten one."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            from puzzledsl.nearest import question, unknown

            if name.endswith(".puz"):
                ctx.fail(f"no command is called `{name}`; {question(f'solve {name}')}")
            ctx.fail(unknown("command", name, self.list_commands(ctx)))
        return super().resolve_command(ctx, args)

    def main(self, args: Any = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Runs and ends the process, as click's does; the exit statuses are ours."""
        sys.exit(run(self, None if args is None else list(args), prog_name or "puzzledsl", **extra))


def _version() -> str:
    from puzzledsl import __version__

    return f"puzzledsl {__version__}\n"


def _report() -> str:
    from puzzledsl.cli.report import report

    return report()


def _printing(name: str, text: Callable[[], str], note: str) -> Callable[[F], F]:
    """Make an option that prints a text and ends the program."""

    def callback(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
        if value and not ctx.resilient_parsing:
            print(text(), end="")
            ctx.exit()

    return option(name, is_flag=True, is_eager=True, expose_value=False, callback=callback, help=note)


@click.group(
    cls=CommandLine,
    name="puzzledsl",
    context_settings={"max_content_width": 100},
    add_help_option=False,
    epilog=_ENVIRONMENT,
)
@_printing("--version", _version, "Print the version.")
@_printing("--report", _report, "Print versions and the platform for a bug report; no names of files or users.")
@help_option
def command_line() -> None:
    """Solve grid puzzles that are written in a small declarative language. A model describes the cells and the rules
    that must hold. Every answer is checked against the model before it is shown. Where FILE is needed, a link to a
    puzzle or a file of another program will do.

    \b
    Examples:
      puzzledsl new snake                  a commented model to start from
      puzzledsl solve snake.puz            the solution as a grid
      puzzledsl unique snake.puz           is the solution unique?
      puzzledsl rules thermo               explain a kind of clue

    \b
    Exit status:
      0    a solution was found (or nothing was wrong)
      1    proven to have no solution (format --check: a file would change)
      2    the model or the command is wrong
      3    the time limit was reached
      130  interrupted

    `puzzledsl COMMAND --help` explains each command.
    """
