"""What a page asks that may take long: each becomes a job, which tells events while it lasts.

Who carries the question does not matter: the server has a process for the jobs of each page, and a page without a
server has a worker of the browser.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from puzzledsl.web.bodies import mapping_of, text_of, word_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.web.bodies import Body
    from puzzledsl.web.document import Document
    from puzzledsl.web.solving_process import Job


def state(body: Body, document: Document) -> Job:
    """What is known of a puzzle while it is written."""
    from puzzledsl.web.state import tell_state

    return partial(tell_state, text_of(body), document.folder)


def run(body: Body, document: Document) -> Job:
    """A question."""
    from puzzledsl.web.answers import tell_answer

    options = mapping_of(body, "options")
    return partial(tell_answer, word_of(body, "command"), text_of(body), document.place, document.folder, options)


def played(body: Body, document: Document) -> Job:
    """Whether entries solve the puzzle; with ``check`` which of them cannot stay."""
    from puzzledsl.web.playing import tell_played

    entries = mapping_of(body, "values"), mapping_of(body, "marks")
    return partial(tell_played, text_of(body), document.folder, *entries, body.get("check") is True)


def export(body: Body, document: Document) -> Job:
    """A link or a file, perhaps with the solution."""
    from puzzledsl.web.transfers import tell_exported

    solution = body.get("solution") is True
    return partial(tell_exported, text_of(body), document.name, document.folder, word_of(body, "to"), solution)


JOBS: dict[str, Callable[[Body, Document], Job]] = {
    function.__name__: function for function in (state, run, played, export)
}
"""By the name of the request."""
