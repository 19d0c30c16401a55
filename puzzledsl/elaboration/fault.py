"""A mistake whose place is not known yet.

Operations on values know what is wrong but not where; the compiled expression around them knows where.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from puzzledsl.diagnostics import Diagnostic, Note, PuzzleError, replacing
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import Value
from puzzledsl.nearest import nearest, question
from puzzledsl.source import Span

T = TypeVar("T")


class Fault(Exception):  # noqa: N818 - becomes a PuzzleError as soon as its place is known
    """What is wrong, without a place.

    Attributes:
        argument: position of the argument that is to blame, when it is one of a call's.
        meant: a word as it was written, and as it was probably meant.
    """

    def __init__(
        self,
        message: str,
        label: str = "",
        helps: tuple[str, ...] = (),
        code: str = "kind",
        argument: int | None = None,
        meant: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.label = label
        self.helps = helps
        self.code = code
        self.argument = argument
        self.meant = meant

    @classmethod
    def unknown(
        cls,
        message: str,
        name: str,
        known: Iterable[str],
        helps: tuple[str, ...] = (),
        code: str = "unknown-name",
        argument: int | None = None,
    ) -> Fault:
        """There is no such name; the nearest of those that there are is offered."""
        near = nearest(name, known)
        return cls(message, question(near), helps, code, argument, (name, near) if near else None)

    def at(self, span: Span, notes: tuple[Note, ...] = ()) -> PuzzleError:
        """The same mistake, at a place."""
        fixes = replacing(_word(span, self.meant[0]), self.meant[1]) if self.meant else ()
        return PuzzleError([Diagnostic(self.message, span, self.label, self.helps, notes, self.code, fixes=fixes)])


def unfit(
    expected: str,
    value: Value,
    label: str = "",
    helps: tuple[str, ...] = (),
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
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", span.text)
    return span if found is None else span.source.span(span.start + found.start(), span.start + found.end())


class Poisoned(Exception):  # noqa: N818 - not a new mistake
    """Something depends on a definition whose own mistake has been reported already."""
