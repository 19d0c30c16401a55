"""``puzzledsl edit``: a page in the browser on which a puzzle is written and seen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzledsl.cli.options import flag, number_option
from puzzledsl.cli.param_types import ModelFile
from puzzledsl.cli.shared_options import color_option, quiet_option

if TYPE_CHECKING:
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.web.document import Document


@click.command("edit", short_help="Write a puzzle on a page in the browser.")
@click.argument("file", required=False, type=ModelFile(), metavar="[FILE|LINK]")
@number_option("--port", least=0, most=65535, default=0, note="The port of the page; 0: any free one.")
@flag("--no-browser", note="Print the address of the page, and open no browser.")
@quiet_option("Print only the address.")
@color_option
@click.pass_obj
def command(invocation: Invocation, *, file: str | None, port: int, no_browser: bool) -> int:
    """Open a page in the browser with the text of a puzzle on one side and its picture on the other. FILE is a model;
    if there is no such file, it is written when you save. A LINK to a puzzle is imported. The page is served by this
    command on this machine alone, until Ctrl-C, and to one browser: the address that is printed works once.

    \b
    Examples:
      puzzledsl edit snake.puz
      puzzledsl edit snake.puz --no-browser --port 8080

    \b
    Exit status:
      0  the page was served until Ctrl-C
      2  the file or the command is wrong, or a library is missing
    """
    from puzzledsl.web.serving import check_installed

    check_installed()
    _serve_page(_document(file, invocation), port, not no_browser, invocation.quiet)
    return 0


def _serve_page(document: Document, port: int, browser: bool, quiet: bool) -> None:
    """Serve the page until Ctrl-C.

    Raises:
        PuzzleError: the file cannot be read, or the port cannot be used.
    """
    from puzzledsl.cli.files import write_file
    from puzzledsl.diagnostics import failure
    from puzzledsl.web.application import Editing
    from puzzledsl.web.guard import Guard
    from puzzledsl.web.recovery import Recovery
    from puzzledsl.web.serving import ADDRESS, listening, serve

    document.stored()  # a file that cannot be read is refused before the page opens
    socket = listening(port)
    port = socket.getsockname()[1]
    try:
        recovery = Recovery(document, write_file, Path(click.get_app_dir("puzzledsl")))
    except OSError as error:
        raise failure(f"the folder for recovery copies cannot be made: {error}", code="file") from None
    guard = Guard(Editing(document, recovery).application, port)
    address = f"http://{ADDRESS}:{port}/?token={guard.token}"

    print(address, flush=True)
    if browser:
        _open_browser(address)
    if not quiet:
        print("the page is served until Ctrl-C", file=sys.stderr, flush=True)
    serve(guard, socket)


def _document(file: str | None, invocation: Invocation) -> Document:
    """The file, or the model of a link, which has no file yet.

    Raises:
        PuzzleError: the link cannot be read.
    """
    from puzzledsl.cli.files import write_file
    from puzzledsl.formats import import_text, is_foreign
    from puzzledsl.formats.recognition import pasted
    from puzzledsl.web.document import Document

    if file is None or not is_foreign(pasted(file)):
        return Document(None if file is None else Path(file), write_file)
    found = import_text(pasted(file))
    for sentence in found.not_understood:
        invocation.warn(sentence)
    return Document(None, write_file, found.model)


def _open_browser(address: str) -> None:
    """In a thread: some browsers return only when they are closed."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
