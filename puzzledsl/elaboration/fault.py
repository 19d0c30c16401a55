"""A mistake whose place is not known yet.

Operations on values know what is wrong but not where; the compiled expression around them knows where.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from puzzledsl.diagnostics import Diagnostic, PuzzleError, replacing
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Value
from puzzledsl.nearest import nearest, question
from puzzledsl.records import replace
from puzzledsl.source import Span

T = TypeVar("T")


class Fault(Exception):  # noqa: N818 - becomes a PuzzleError as soon as its place is known
    """What is wrong, without a place.

    Attributes:
        diagnostic: the message.
        argument: position of the argument that is to blame, when it is one of a call's.
        meant: a word as it was written, and as it was probably meant.
        word: what is wrong within the place.
    """

    def __init__(
        self,
        message: str,
        label: str = "",
        helps: str | tuple[str, ...] = (),
        code: str = "kind",
        argument: int | None = None,
        meant: tuple[str, str] | None = None,
        word: str = "",
    ) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(message, None, label, (helps,) if isinstance(helps, str) else helps, code=code)
        self.argument = argument
        self.meant = meant
        self.word = word

    @classmethod
    def unknown(
        cls,
        message: str,
        name: str,
        known: Iterable[str],
        helps: str | tuple[str, ...] = (),
        code: str = "unknown-name",
        argument: int | None = None,
    ) -> Fault:
        """There is no such name; the nearest of those that there are is offered."""
        near = nearest(name, known)
        return cls(message, question(near), helps, code, argument, (name, near) if near else None)

    def at(self, span: Span, arguments: Sequence[Span] = ()) -> PuzzleError:
        """The same mistake at a place, or at that of the argument that is to blame."""
        if self.argument is not None and self.argument < len(arguments):
            span = arguments[self.argument]
        fixes = replacing(_word(span, self.meant[0]), self.meant[1]) if self.meant else ()
        return PuzzleError([replace(self.diagnostic, span=_word(span, self.word), fixes=fixes)])


def unfit(
    expected: str,
    value: Value,
    label: str = "",
    helps: str | tuple[str, ...] = (),
    code: str = "kind",
    argument: int | None = None,
    meant: tuple[str, str] | None = None,
) -> Fault:
    """Something else is expected than a value of this kind."""
    return Fault(f"{expected}, not {kind_of(value)}", label, helps, code, argument, meant)


def at(span: Span, operation: Callable[..., T], *arguments: object) -> T:
    """The operation's result, its mistakes at the given place."""
    try:
        return operation(*arguments)
    except Fault as fault:
        raise fault.at(span) from None


def _word(span: Span, word: str) -> Span:
    """Where a word stands within a place; the place itself if the word is not there."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", span.text) if word else None
    return span if found is None else span.source.span(span.start + found.start(), span.start + found.end())


class Poisoned(Exception):  # noqa: N818 - not a new mistake
    """Something depends on a definition whose own mistake has been reported already."""
