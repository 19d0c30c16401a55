"""What is wrong with a text, with places as offsets and with fixes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, Fix, PuzzleError, shown
from puzzledsl.records import entity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.editing.document import Document
    from puzzledsl.elaboration import Limits
    from puzzledsl.model import Model
    from puzzledsl.source import Source, Span


@entity
class Problem:
    """A mistake, or a warning, about one text.

    Attributes:
        start, end: character offsets; at least one character is between them, if the text has any.
        severity: ``error`` or ``warning``.
        message: one sentence; what is in an included file is named by that file and line.
        related: other places, in whatever file, with what is said about them.
        fixes: changes of this text.
    """

    start: int
    end: int
    severity: str
    message: str
    label: str
    helps: tuple[str, ...]
    code: str
    related: tuple[tuple[str, Span], ...]
    fixes: tuple[Fix, ...]

    @property
    def words(self) -> str:
        """Message, label and advice, a line each."""
        return "\n".join([self.message, *filter(None, [self.label]), *self.helps])


@entity
class Checked:
    """A text after all stages that need no solver.

    Attributes:
        model: what it means; ``None`` if it is wrong.
        problems: in the order of the text.
    """

    model: Model | None
    problems: tuple[Problem, ...]


def check(document: Document, limits: Limits | None = None, corrected: bool = False) -> Checked:
    """Read, elaborate and flatten a text; it may be broken in any way.

    Args:
        limits: bounds of expansion; those of a command by default.
        corrected: messages show what their lines may be if they are right, which takes several times as long.

    Raises:
        OutOfTime: the time limit came first.
    """
    from puzzledsl.flattening import flatten
    from puzzledsl.loading import load_model

    def loaded(source: Source) -> Model:
        return load_model(source, limits=limits, open_included=document.opener)

    try:
        model = loaded(document.source)
        flatten(model, strict=True)
    except PuzzleError as error:
        if corrected:
            from puzzledsl.corrections import with_corrected_lines

            error = with_corrected_lines(error, loaded)
        return Checked(None, tuple(_problems(document, error.diagnostics, "error")))
    except (RecursionError, MemoryError):
        said = Diagnostic("the model is too large, or nested too deeply", document.source.span(0, 0), code="bound")
        return Checked(None, tuple(_problems(document, [said], "error")))
    return Checked(model, tuple(_problems(document, model.warnings, "warning")))


def _problems(document: Document, found: Sequence[Diagnostic], severity: str) -> Iterator[Problem]:
    for diagnostic in shown(found, "mistake" if severity == "error" else severity):
        span, message, fixes = diagnostic.span, diagnostic.message, diagnostic.fixes
        related = tuple((note.message, note.span) for note in diagnostic.notes)
        if span is not None and span.source is not document.source:
            message = f"{span}: {message}"
            related = ((diagnostic.message, span), *related)
            fixes = ()
            span = _include_of(document, span)
        if diagnostic.round:
            message = f"{message} (with {diagnostic.round})"
        start, end = (span.start, span.end) if span is not None else (0, 0)
        yield Problem(
            *_visible(document.text, start, end),
            severity,
            message,
            diagnostic.label,
            diagnostic.helps,
            diagnostic.code,
            related,
            tuple(fix for fix in fixes if all(edit.span.source is document.source for edit in fix.edits)),
        )


def _include_of(document: Document, span: Span) -> Span | None:
    """The ``include`` or ``genre`` line that brought a place in."""
    for statement in document.names.statements:
        tokens = document.tokens
        if tokens.text(statement.first) in ("include", "genre") and statement.first + 1 < statement.last:
            place = tokens.source.span(tokens.starts[statement.first], tokens.ends[statement.first + 1])
            path = tokens.text(statement.first + 1).strip('"').removesuffix(".puz")
            if span.source.name.replace("\\", "/").removesuffix(".puz").endswith(path.lstrip("./")):
                return place
    return None


def _visible(text: str, start: int, end: int) -> tuple[int, int]:
    """A place that has something to be underlined: a character beside it, where it is empty."""
    start, end = min(start, len(text)), min(end, len(text))
    if start < end:
        return start, end
    if end < len(text) and text[end] not in "\r\n":
        return start, end + 1
    return (start - 1, end) if start and text[start - 1] not in "\r\n" else (start, min(end + 1, len(text)))
