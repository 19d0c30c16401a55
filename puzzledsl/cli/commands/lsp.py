"""``puzzledsl lsp``: the language server."""

from __future__ import annotations

import os
import sys

import click

from puzzledsl.cli.options import flag
from puzzledsl.diagnostics import failure


@click.command("lsp", short_help="Run the language server for editors.")
@flag("--stdio", note="Talk over standard input and output; there is no other way.")
def command(*, stdio: bool) -> int:
    """Run the language server for editors (Language Server Protocol, over standard input and output).

    An editor starts it: see docs/editors.md for VS Code, Neovim, Vim and Helix. It shows mistakes while you type
    and offers fixes, completes rules and names, explains them with a picture, and solves in the background. It needs
    the extra `lsp`: pip install "puzzledsl[lsp]".

    \b
    Exit status:
      0  the editor has ended it
      2  the extra is missing
    """
    del stdio
    try:
        from puzzledsl.lsp.server import build
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise failure(
            "the language server needs pygls", helps=('install it with `pip install "puzzledsl[lsp]"`',), code="missing"
        ) from None
    # The protocol has standard output to itself: what a solver prints goes to standard error.
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "wb") as output:
        os.dup2(2, 1)
        build().start_io(None, output)
    return 0
