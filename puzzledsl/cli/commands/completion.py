"""``puzzledsl completion``: what a shell needs to complete commands and options."""

from __future__ import annotations

import click


@click.command("completion", short_help="Print what a shell needs to complete commands.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print a script that makes a shell complete commands, options, encodings and rules.

    \b
    Examples:
      eval "$(puzzledsl completion bash)"                                    in ~/.bashrc
      eval "$(puzzledsl completion zsh)"                                     in ~/.zshrc
      puzzledsl completion fish > ~/.config/fish/completions/puzzledsl.fish

    \b
    Exit status:
      0  printed
      2  there is no such shell
    """
    from click.shell_completion import get_completion_class

    from puzzledsl.cli.command_line import command_line

    complete = get_completion_class(shell)
    assert complete is not None
    found = complete(command_line, {}, "puzzledsl", "_PUZZLEDSL_COMPLETE")
    # Not `source()`: for bash that starts a bash to ask for its version.
    print(found.source_template % found.source_vars())
    return 0
