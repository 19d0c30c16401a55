"""A mistake whose place is not known yet.

Operations on values know what is wrong but not where; the compiled expression around them knows where.
"""

from __future__ import annotations

from puzzledsl.diagnostics import Diagnostic, Note, PuzzleError
from puzzledsl.source import Span


class Fault(Exception):  # noqa: N818 - becomes a PuzzleError as soon as its place is known
    """What is wrong, without a place.

    Attributes:
        argument: position of the argument that is to blame, when it is one of a call's.
    """

    def __init__(
        self,
        message: str,
        label: str = "",
        helps: tuple[str, ...] = (),
        code: str = "value",
        argument: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.label = label
        self.helps = helps
        self.code = code
        self.argument = argument

    def at(self, span: Span, notes: tuple[Note, ...] = ()) -> PuzzleError:
        """The same mistake, at a place."""
        return PuzzleError([Diagnostic(self.message, span, self.label, self.helps, notes, self.code)])


class Poisoned(Exception):  # noqa: N818 - not a new mistake
    """Something depends on a definition whose own mistake has been reported already."""
