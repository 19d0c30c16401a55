"""Mistakes of people who are used to other notations: what they have written, and how it is said here."""

from __future__ import annotations

from puzzledsl.diagnostics import Diagnostic, replacing
from puzzledsl.reading.characters import shown
from puzzledsl.reading.messages import Finding
from puzzledsl.reading.parse_tables import tables
from puzzledsl.reading.recovery import line_last, open_brackets

_WITHOUT_COLON = (
    "puzzle",
    "author",
    "source",
    "date",
    "note",
    "include",
    "maximize",
    "minimize",
    "show",
    "let",
    "draw",
)


class Habits(Finding):
    """Each method looks for one habit and gives the diagnostic, or ``None`` when it is something else."""

    def _range_with_colon(self) -> Diagnostic | None:
        """``in 1:9``."""
        if self.kind != self.symbols[":"] or not self._number(self.position - 1, self.position + 1):
            return None
        if self.position - 2 < self.first or self.tokens.kinds[self.position - 2] != self.words["in"]:
            return None
        low, high = self.tokens.text(self.position - 1), self.tokens.text(self.position + 1)
        return self._replaced(
            "a range is written with two points", self.position - 1, self.position + 1, f"{low}..{high}"
        )

    def _needless_colon(self) -> Diagnostic | None:
        """``puzzle: "title"``, ``minimize: x``, and ``for r = 1..9``."""
        tokens, word = self.tokens, self.tokens.text(self.first)
        if self.kind == self.symbols[":"] and self.position == self.first + 1 and word in _WITHOUT_COLON:
            removed = self._replacing(self.position, "")
            return self._error(f"`{word}` takes no colon", None, "leave it out", fixes=removed)
        if self.kind == self.symbols["="] and word == "for" and tokens.kinds[self.position - 1] == self.name_kind:
            return self._replaced("a loop is written with `in`", self.position, self.position, "in")
        return None

    def _parentheses_in_a_loop(self) -> Diagnostic | None:
        """``for (a, b) in pairs(cells):``."""
        tokens, begin = self.tokens, self.position
        if tokens.text(self.first) != "for" or self.kind != self.symbols["("] or begin != self.first + 1:
            return None
        last = line_last(tokens, begin)
        end = next((k for k in range(begin, last) if tokens.kinds[k] == self.symbols[")"]), begin)
        names = ", ".join(tokens.text(k) for k in range(begin + 1, end) if tokens.kinds[k] == self.name_kind)
        return self._replaced("the names of a loop have no parentheses", begin, end, names) if names else None

    def _type_of_a_parameter(self) -> Diagnostic | None:
        """``rule fort(cells, n: int):``."""
        tokens, at = self.tokens, self.position
        if tokens.text(self.first) not in ("rule", "let") or self.kind != self.symbols[":"] or not self._in_brackets():
            return None
        if tokens.kinds[at - 1] != self.name_kind or tokens.kinds[at + 1] != self.name_kind:
            return None
        return self._replaced("a parameter has no type", at - 1, at + 1, tokens.text(at - 1))

    def _half_a_comparison(self) -> Diagnostic | None:
        """``r1c1 > 3 and < 6``."""
        before = self.tokens.text(self.position - 1) if self.position > self.first else ""
        if self.tokens.text(self.position) not in ("==", "!=", "<", "<=", ">", ">=") or before not in ("and", "or"):
            return None
        return self._error(
            "a comparison needs two sides", None, "repeat the left side", "or write a chain: `3 < r1c1 < 6`"
        )

    def _known_cell(self) -> Diagnostic | None:
        """``r1c1 5``."""
        tokens, first = self.tokens, self.first
        if tokens.kinds[first] != tables().kinds["CELLS"] or not self._number(first + 1) or self.position != first + 2:
            return None
        if self.kind not in (self.known.newline, self.known.layout):
            return None
        suggested = f"{tokens.text(first)} == {tokens.text(first + 1)}"
        return self._replaced("a known cell is written as a comparison", first, first + 1, suggested)

    def _values_without_braces(self) -> Diagnostic | None:
        """``in 1, 2, 3``, and the same in a loop, where a name is expected behind the comma."""
        comma = self.symbols[","]
        at = self.position if self.kind == comma else self.position - 1
        if at <= self.first or self.tokens.kinds[at] != comma or not self._number(at - 1, at + 1):
            return None
        if open_brackets(self.tokens, self.first, at):
            return None
        begin = at - 1
        while self._number(begin - 2) and self.tokens.kinds[begin - 1] == comma:
            begin -= 2
        if self.tokens.kinds[begin - 1] != self.words["in"]:
            return None
        end = at + 1
        while self.tokens.kinds[end + 1] == comma and self._number(end + 2):
            end += 2
        values = ", ".join(self.tokens.text(k) for k in range(begin, end + 1, 2))
        if self.tokens.kinds[self.first] == self.words["for"]:
            return self._replaced("the values of a loop are a list", begin, end, f"[{values}]")
        return self._replaced("several values are a set, in braces", begin, end, f"{{{values}}}")

    def _sizes_of_a_grid(self) -> Diagnostic | None:
        """``grid b(9, 9)``, ``grid b[9][9]``, ``grid b[9 x 9]``."""
        tokens, first = self.tokens, self.first
        if tokens.kinds[first] != self.words["grid"] or self.position < first + 2:
            return None
        name = tokens.text(first + 1)
        last = line_last(tokens, self.position)
        if self.kind == self.symbols["("] and self.position == first + 2:
            end = next((k for k in range(self.position, last) if tokens.kinds[k] == self.symbols[")"]), None)
            if end is not None:
                inside = tokens.source.text[tokens.ends[self.position] : tokens.starts[end]].strip()
                return self._replaced("sizes belong in square brackets", first + 1, end, f"{name}[{inside}]")
        if self.kind == self.symbols["["] and self._number(self.position + 1, self.position - 2):
            sizes = f"{tokens.text(self.position - 2)}, {tokens.text(self.position + 1)}"
            end = min(self.position + 2, last - 1)
            return self._replaced("both sizes belong in one pair of brackets", first + 1, end, f"{name}[{sizes}]")
        if tokens.text(self.position).lower() == "x" and self._number(self.position - 1, self.position + 1):
            sizes = f"{tokens.text(self.position - 1)}, {tokens.text(self.position + 1)}"
            return self._replaced(
                "height and width are separated by a comma", self.position - 1, self.position + 1, sizes
            )
        return None

    def _real_grid(self) -> Diagnostic | None:
        """``grid b[9, 9] in real``."""
        if self.kind != self.words["real"] or self.tokens.kinds[self.first] != self.words["grid"]:
            return None
        return self._error(
            "the cells of a grid hold whole numbers",
            None,
            "a range such as `0..9`, or a set such as `{1, 3, 5}`, is needed here",
            "only a variable of its own can be real: `var hours in real 0..24`",
            code="domain",
        )

    def _call_without_brackets(self) -> Diagnostic | None:
        """``row 3`` within an expression, and before a comparison, where it was taken for a clue."""
        tokens, first = self.tokens, self.first
        arguments = (tables().kinds["NUMBER"], tables().kinds["CELLS"])
        before = self.position - 1
        if self.kind in arguments and before > first and tokens.kinds[before] == self.name_kind and self._is_operator():
            if self.symbols[":"] in self.expected and tokens.kinds[first] not in self.words.values():
                return None  # an argument of a clue
            suggested = f"{tokens.text(before)}({tokens.text(self.position)})"
            return self._replaced("a function takes its arguments in brackets", before, self.position, suggested)
        compares = self.symbols[":"] in self.expected and tokens.text(self.position) in (
            "==",
            "!=",
            "<",
            "<=",
            ">",
            ">=",
        )
        if (
            compares
            and before == first + 1
            and tokens.kinds[first] == self.name_kind
            and tokens.kinds[before] in arguments
        ):
            suggested = f"{tokens.text(first)}({tokens.text(before)})"
            return self._replaced("a function takes its arguments in brackets", first, before, suggested)
        return None

    def _decimal_comma(self) -> Diagnostic | None:
        """``0,5`` for 0.5, outside brackets and lists."""
        tokens, comma = self.tokens, self.symbols[","]
        at = self.position
        if self.kind != comma or not self._number(at - 1, at + 1) or self._in_brackets():
            return None
        if tokens.ends[at - 1] != tokens.starts[at] or tokens.ends[at] != tokens.starts[at + 1]:
            return None
        if "." in tokens.text(at - 1) or "." in tokens.text(at + 1):
            return None
        whole, part = tokens.text(at - 1), tokens.text(at + 1)
        return self._replaced("a decimal is written with a point", at - 1, at + 1, f"{whole}.{part}")

    # ── parts ───────────────────────────────────────────────────────────────────────────────────

    def _number(self, *positions: int) -> bool:
        kinds = self.tokens.kinds
        return all(0 <= k < len(kinds) and kinds[k] == tables().kinds["NUMBER"] for k in positions)

    def _replaced(self, message: str, begin: int, end: int, suggested: str, limit: int = 40) -> Diagnostic:
        """Said where other words are written; of those the message shows ``limit`` characters."""
        span = self.tokens.source.span(self.tokens.starts[begin], self.tokens.ends[end])
        fixes = replacing(span, suggested)
        return Diagnostic(message, span, f"write `{shown(suggested, limit)}`", code="syntax", fixes=fixes)
