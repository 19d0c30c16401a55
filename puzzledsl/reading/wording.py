"""What is said about a mistake of form, in the reader's words."""

from __future__ import annotations

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.source import Span


def too_deep(place: Span, limit: int, chain: bool) -> Diagnostic:
    """Said about an expression whose tree has too many levels."""
    advice = (
        "write a long sum as `sum([...])`, a long chain in pieces with `let`" if chain else "name a part with `let`"
    )
    return Diagnostic(f"an expression of more than {limit} levels", place, advice, code="bound")
