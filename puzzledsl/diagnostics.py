"""The message about a model that is wrong: one form for every message.

A stage raises `PuzzleError` with all the independent mistakes that it found, or collects
`Diagnostic` objects and raises once. A warning is a `Diagnostic` that the model carries with it.
Only the edge (command line, notebook) renders them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence

from puzzledsl.listing import counted, shorten
from puzzledsl.records import record, replace
from puzzledsl.source import Span, visible

LONGEST_LINE = 160
"""Characters of a source line that a message shows at most; of a longer line, those around the mistake."""

MOST_SHOWN = 50
"""Messages that are shown at most; one more counts the others."""

LONGEST_TEXT = 1_000
"""Characters of each text of a message that are shown at most: what it quotes may have any length."""

LONGEST_TITLE = 60
"""Characters of a text in the title of a fix."""


@record
class Note:
    """A second place that belongs to a message, such as the given that another one clashes with."""

    message: str
    span: Span


@record
class Edit:
    """A text that takes the place of what stands there; with an empty place it is inserted."""

    span: Span
    text: str


@record
class Fix:
    """A change that may mend a mistake: what an editor offers beside the message.

    Attributes:
        title: what it does, as a command: ``Replace `thrmo` by `thermo```.
        edits: places that do not overlap, in the order of the text.
    """

    title: str
    edits: tuple[Edit, ...]


def replacing(span: Span, *texts: str) -> tuple[Fix, ...]:
    """For each text a fix that puts it in the place of what stands there."""
    return tuple(Fix(_title(span.text, text), (Edit(span, text),)) for text in texts)


def _title(old: str, new: str) -> str:
    if not old:
        return f"Insert `{visible(new)}`"
    if not new.strip():
        return f"Remove `{_short(old)}`"
    return f"Replace `{_short(old)}` by `{_short(new)}`"


def _short(text: str) -> str:
    return shorten(visible(" ".join(text.split())), LONGEST_TITLE)


@record
class Diagnostic:
    """One mistake.

    Attributes:
        message: what was found, one sentence without a full stop.
        span: where; ``None`` for what has no place in a file (an option of the command line).
        label: written beside the underline, mostly what would be right.
        helps: further advice, a line each.
        notes: other places that take part.
        code: a stable word for the kind of mistake (``unknown-rule``), for tools and ``--json``.
        round: in which round of the loops around it: ``r = 1, c = 9``.
        fixes: what may be meant, ready to be put into the text; the likeliest first.
    """

    message: str
    span: Span | None = None
    label: str = ""
    helps: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    code: str = "error"
    round: str = ""
    fixes: tuple[Fix, ...] = ()

    def render(self, kind: str = "error") -> str:
        """The message as text, without colours and without a final line end; ``kind`` is its first word."""
        lines = [f"{kind}: {self.message}"]
        gutter = _gutter([self.span, *(note.span for note in self.notes)])
        if self.span is not None:
            lines += _excerpt(self.span, self.label, gutter, "-->")
        elif self.label:
            lines.append(f"  {self.label}")
        for note in self.notes:
            lines += _excerpt(note.span, note.message, gutter, ":::")
        if self.round:
            lines.append(f"{' ' * gutter} = with {self.round}")
        lines += [f"{' ' * gutter} = help: {text}" for text in self.helps]
        return visible("\n".join(lines))

    def reworded(self, change: Callable[[str], str]) -> Diagnostic:
        """Return the diagnostic with each of its texts changed."""
        return replace(
            self,
            message=change(self.message),
            label=change(self.label),
            helps=tuple(map(change, self.helps)),
            notes=tuple(replace(note, message=change(note.message)) for note in self.notes),
            round=change(self.round),
        )

    def as_json(self) -> dict[str, object]:
        """A JSON-ready form: message, code, file, line, column, end_line, end_column, label, help, round."""
        answer: dict[str, object] = {"message": visible(self.message), "code": self.code}
        if self.span is not None:
            line, column = self.span.source.position(self.span.start)
            end_line, end_column = self.span.source.position(self.span.end)
            answer |= {
                "file": self.span.source.name,
                "line": line,
                "column": column,
                "end_line": end_line,
                "end_column": end_column,
            }
        further = {"label": self.label, "help": list(self.helps), "round": self.round}
        return answer | {key: value for key, value in further.items() if value}


class PuzzleError(Exception):
    """The model, or the call, is wrong. Carries every independent mistake that was found.

    Attributes:
        diagnostics: at least one `Diagnostic`, in the order of the text; of more than `MOST_SHOWN`, those that were
            found first come first, and the others do not say what may be meant.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostic.reworded(visible) for diagnostic in diagnostics)
        if not self.diagnostics:
            raise ValueError("a PuzzleError needs a diagnostic")
        super().__init__(self.diagnostics[0].message)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.diagnostics,), self.__dict__  # an exception's own is made anew of its message

    def __str__(self) -> str:
        return render(self.diagnostics)


class CallError(PuzzleError, ValueError, TypeError):
    """An argument of a call is wrong, not the model: its value, or its kind."""


class MissingFileError(PuzzleError, FileNotFoundError):
    """A file is not there."""


_CALLS = frozenset(
    {"call", "option", "bad-option", "unknown-solver", "unknown-presolve", "unknown-encoding", "unknown-order"}
)
"""The codes of mistakes in calls."""


def failure(
    message: str,
    span: Span | None = None,
    label: str = "",
    helps: Sequence[str] = (),
    notes: Sequence[Note] = (),
    code: str = "error",
    fixes: Sequence[Fix] = (),
) -> PuzzleError:
    """A `PuzzleError` with the single mistake described."""
    kind = CallError if code in _CALLS else PuzzleError
    return kind([Diagnostic(message, span, label, tuple(helps), tuple(notes), code, fixes=tuple(fixes))])


def bug(error: BaseException, what: str = "model", *helps: str) -> Diagnostic:
    """The message about an exception that nothing handles: a mistake of the program, or too little memory.

    Args:
        what: the program works on.
    """
    if isinstance(error, MemoryError):
        return Diagnostic(f"there is not enough memory for this {what}", code="memory")
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Diagnostic(f"this is a bug in puzzledsl, not in your {what}: {said[:500]}", helps=helps, code="bug")


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """The messages that are `shown` as text, a blank line between two."""
    return "\n\n".join(diagnostic.render() for diagnostic in shown(diagnostics))


def json_of(diagnostics: Iterable[Diagnostic], what: str = "mistake") -> list[dict[str, object]]:
    """The messages that are `shown` in a JSON-ready form."""
    return [diagnostic.as_json() for diagnostic in shown(diagnostics, what)]


def shown(diagnostics: Iterable[Diagnostic], what: str = "mistake") -> list[Diagnostic]:
    """The first messages, none longer than anyone reads, and one that counts the others; each is a ``what``."""
    every = tuple(diagnostics)
    first = [diagnostic.reworded(lambda text: shorten(text, LONGEST_TEXT)) for diagnostic in every[:MOST_SHOWN]]
    if len(every) > MOST_SHOWN:
        first.append(Diagnostic(f"and {counted(len(every) - MOST_SHOWN, f'more {what}')}", code="more"))
    return first


def _gutter(spans: Iterable[Span | None]) -> int:
    return max((len(str(span.line)) for span in spans if span is not None), default=1) + 1


def _excerpt(span: Span, label: str, gutter: int, pointer: str) -> list[str]:
    line, column = span.source.position(span.start)
    text = span.source.line(line)
    if len(text) > LONGEST_LINE:
        text, at = _window(text, column)
    else:
        at = column
    before, rest = text[: at - 1], text[at - 1 :]
    length = max(1, min(span.end - span.start, len(rest)))
    lead = "".join("\t" if c == "\t" else " " * _width(c) for c in before)
    marks = "^" * max(1, sum(_width(c) for c in rest[:length]) if rest else 1)
    shown = "".join(c if c == "\t" or c.isprintable() else "\ufffd" for c in text)
    bar = " " * gutter + " |"
    return [
        f"{' ' * gutter}{pointer} {span.source.name}:{line}:{column}",
        bar,
        f"{line:>{gutter}} | {shown}",
        f"{bar} {lead}{marks}" + (f" {label}" if label else ""),
    ]


def _window(text: str, column: int) -> tuple[str, int]:
    """The part of a long line around a column, cut ends shown as ``…``, and the column within it."""
    start = max(0, column - 1 - LONGEST_LINE // 2)
    head = "…" if start else ""
    tail = "…" if start + LONGEST_LINE < len(text) else ""
    return head + text[start : start + LONGEST_LINE] + tail, column - start + len(head)


def _width(character: str) -> int:
    """Terminal columns of a character: wide East Asian forms take two, combining marks none."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
