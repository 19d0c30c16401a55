"""``puzzledsl connect``: the solver behind f-puzzles' own page."""

from __future__ import annotations

import sys

import click

from puzzledsl.cli.invocation import Invocation
from puzzledsl.cli.options import number_option
from puzzledsl.cli.shared_options import color_option, quiet_option


@click.command("connect", short_help="Solve for f-puzzles' page in your browser.")
@number_option(
    "--port", least=0, most=65535, default=4545, note="The port; f-puzzles' page looks for a solver at the default."
)
@quiet_option("Print only the address.")
@color_option
@click.pass_obj
def command(invocation: Invocation, *, port: int) -> int:
    """Solve for f-puzzles' page in your browser, until Ctrl-C. The page https://f-puzzles.com, with the user script for
    solvers, sends the puzzle while you set it and shows what comes back; `docs/connect.md` explains how to set it up.
    The socket listens on this machine alone and answers to f-puzzles' pages alone.

    \b
    Examples:
      puzzledsl connect

    \b
    Exit status:
      0  served until Ctrl-C
      2  the port cannot be used, or a library is missing
    """
    from puzzledsl.web.fpuzzles_socket import application
    from puzzledsl.web.serving import check_installed, listening, serve

    check_installed()
    socket = listening(port)
    port = socket.getsockname()[1]

    def said(line: str) -> None:
        if not invocation.quiet:
            print(line, file=sys.stderr, flush=True)

    print(f"ws://localhost:{port}", flush=True)
    said("waiting for f-puzzles' page, until Ctrl-C")
    serve(application(port, said), socket)
    return 0
