"""Mistakes in clues of people who are used to other notations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import replacing
from puzzledsl.reading.characters import shown
from puzzledsl.reading.habits import Habits
from puzzledsl.reading.parse_tables import tables
from puzzledsl.reading.recovery import line_last
from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.diagnostics import Diagnostic

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_SUMS = frozenset({"sum", "sums", "total", "totals", "add", "adds", "plus"})
LAYOUT_NAMES = {"clues": "number", "regions": "area"}
_LAYOUT_USES = {"clues": "`for c, n in number:`", "regions": "`alldifferent: area`"}


class ClueHabits(Habits):
    """Each method looks for one habit and gives the diagnostic, or ``None`` when it is something else."""

    def _two_colons(self) -> Diagnostic | None:
        """``cage: 15: r1c1 r1c2``."""
        tokens, first, colon = self.tokens, self.first, self.symbols[":"]
        if self.kind != colon or tokens.kinds[first] != self.name_kind or tokens.kinds[first + 1] != colon:
            return None
        between = range(first + 2, self.position)
        if not between or any(tokens.kinds[k] in (colon, self.symbols[","]) for k in between):
            return None
        arguments = tokens.source.text[tokens.starts[first + 2] : tokens.ends[self.position - 1]]
        last = line_last(tokens, self.position)
        cells = tokens.source.text[tokens.ends[self.position] : tokens.ends[last - 1]].strip()
        return self._error(
            "two colons in one clue",
            None,
            "only the one before the cells is needed",
            f"write `{shown(f'{tokens.text(first)} {arguments}: {cells}')}`",
            fixes=replacing(tokens.source.span(tokens.ends[first], tokens.starts[first + 2]), " "),
        )

    def _two_on_a_line(self) -> Diagnostic | None:
        """``cage 15: r1c1 r1c2 thermo: r2c1..r2c3``."""
        tokens, first, colon = self.tokens, self.first, self.symbols[":"]
        if self.kind != colon or tokens.kinds[first] != self.name_kind or self._in_brackets():
            return None
        name = self.position - 1
        while self._number(name):
            name -= 1
        if tokens.kinds[name] != self.name_kind or colon not in tokens.kinds[first : name - 1]:
            return None
        text, start = tokens.source.text, tokens.starts[first]
        indent = text[text.rfind("\n", 0, start) + 1 : start]
        return self._error(
            "two clues on one line",
            name,
            "each clue is on a line of its own",
            fixes=replacing(tokens.source.span(tokens.ends[name - 1], tokens.starts[name]), f"\n{indent}"),
        )

    def _hyphens_in_a_name(self) -> Diagnostic | None:
        """``x-sum 24: row(1)``: a name at the start of a line, its parts joined by ``-`` without blanks. Or a name that
        is declared: ``rule my-rule(cells):``."""
        tokens, first = self.tokens, self.first
        declares = tokens.text(first) in ("rule", "let", "grid", "var", "param", "regions")
        first = last = first + declares
        while tokens.kinds[last : last + 3] == [self.name_kind, self.symbols["-"], self.name_kind]:
            last += 2
        name = tokens.source.text[tokens.starts[first] : tokens.ends[last]]
        following = declares or (last + 1 < len(tokens.kinds) and tokens.kinds[last + 1] not in self._operators())
        if last == first or not following or not name.replace("-", "_").isidentifier() or self.position <= first:
            return None
        return replace(self._replaced("names have no hyphens", first, last, name.replace("-", "_")), code="hyphen")

    def _argument_behind_cells(self) -> Diagnostic | None:
        """``cage: r1c1 r1c2 = 15``."""
        tokens, first, colon = self.tokens, self.first, self.symbols[":"]
        equals = (self.symbols["="], self.symbols["=="])
        if tokens.kinds[first] != self.name_kind or self.kind not in equals or not self._number(self.position + 1):
            return None
        if colon not in tokens.kinds[first : self.position] or self._in_brackets():
            return None
        at = tokens.kinds.index(colon, first)
        head = tokens.source.text[tokens.starts[first] : tokens.ends[at - 1]]
        cells = tokens.source.text[tokens.ends[at] : tokens.ends[self.position - 1]].strip()
        if at != first + 1 or not cells:
            return None
        number = tokens.text(self.position + 1)
        suggested = f"{head} {number}: {cells}"
        return self._error(
            f"unexpected `{tokens.text(self.position)}` in a clue",
            None,
            "an argument belongs before the colon",
            f"write `{shown(suggested, 80)}`",
            fixes=replacing(tokens.source.span(tokens.starts[first], tokens.ends[self.position + 1]), suggested),
        )

    def _is_even(self) -> Diagnostic | None:
        """``r1c1 is even``: a rule is written in front of its cells."""
        tokens, first = self.tokens, self.first
        last = line_last(tokens, self.position)
        at = next((k for k in range(first + 1, last) if tokens.text(k).lower() in ("is", "are")), last)
        if at + 2 != last or tokens.kinds[at + 1] != self.name_kind:
            return None
        if any(tokens.kinds[k] in self.words.values() for k in range(first, at)):
            return None
        cells = tokens.source.text[tokens.starts[first] : tokens.ends[at - 1]]
        advice = f"{tokens.text(at + 1)}: {cells}"
        message = "a clue begins with the name of its rule"
        whole = replacing(tokens.source.span(tokens.starts[first], tokens.ends[at + 1]), advice)
        return replace(self._replaced(message, at, at + 1, advice), fixes=whole)

    def _equals_before_colon(self) -> Diagnostic | None:
        """``cage = 15: r1c1 r1c2``."""
        tokens, first, equals = self.tokens, self.first, self.symbols["="]
        number, colon = first + 2, first + 3
        if self.position != first + 1 or self.kind != equals or tokens.kinds[first] != self.name_kind:
            return None
        if not self._number(number) or tokens.kinds[colon] != self.symbols[":"]:
            return None
        suggested = f"{tokens.text(first)} {tokens.text(number)}:"
        return self._replaced("an argument of a clue follows its name, without `=`", first, colon, suggested)

    def _commas_between_arguments(self) -> Diagnostic | None:
        """``contains 1, 2, 3: r1c1 r1c2``."""
        tokens, first, comma, colon = self.tokens, self.first, self.symbols[","], self.symbols[":"]
        if self.kind != comma or tokens.kinds[first] != self.name_kind or self._in_brackets():
            return None
        last = line_last(tokens, self.position)
        end = next((k for k in range(self.position, last) if tokens.kinds[k] == colon), None)
        if end is None or colon in tokens.kinds[first : self.position]:
            return None
        arguments = " ".join(tokens.text(k) for k in range(first + 1, end) if tokens.kinds[k] != comma)
        message = "arguments of a clue are separated by blanks, not commas"
        return self._replaced(message, first + 1, end - 1, arguments)

    def _negative_argument(self) -> Diagnostic | None:
        """``cage -5: r1c1 r1c2``."""
        tokens, first = self.tokens, self.first
        if self.kind != self.symbols[":"] or self.position != first + 3 or tokens.kinds[first] != self.name_kind:
            return None
        if tokens.kinds[first + 1] != self.symbols["-"] or not self._number(first + 2):
            return None
        number = tokens.text(first + 2)
        found = self._replaced("a negative number needs parentheses here", first + 1, first + 2, number)
        assert found.span is not None
        label = f"write `{number}`, or `(-{number})` if it is really negative"
        return replace(found, label=label, fixes=replacing(found.span, number, f"(-{number})"))

    def _colon_or_point_in_a_run(self) -> Diagnostic | None:
        """``cage 15: r1c1:r1c3``, and ``r1c1.r1c3``, where a name is expected behind the point."""
        tokens, cells = self.tokens, tables().kinds["CELLS"]
        point = self.position > self.first and tokens.kinds[self.position - 1] == self.symbols["."]
        at = self.position - point
        is_run = tokens.kinds[at - 1] == cells and tokens.kinds[at + 1 : at + 2] == [cells]
        is_range = self._in_brackets() and self._number(at - 1, at + 1)
        if not (point or self.kind == self.symbols[":"]) or not (is_run or is_range):
            return None
        suggested = f"{tokens.text(at - 1)}..{tokens.text(at + 1)}"
        what = "run of cells" if is_run else "range"
        return self._replaced(f"a {what} is written with two points", at - 1, at + 1, suggested)

    def _blanks_in_brackets(self) -> Diagnostic | None:
        """``sum(r1c1 r1c2)``, ``[r1c1 r1c2]``: side by side, cells stand in a clue only."""
        tokens, at, cells = self.tokens, self.position, tables().kinds["CELLS"]
        values = (cells, self.name_kind, tables().kinds["NUMBER"], tables().kinds["TEXT"])
        listed = self._in_brackets() or tokens.text(self.first) == "show"
        if self.kind not in values or self.symbols[","] not in self.expected or not listed:
            return None
        if tokens.kinds[at - 1] not in values or cells not in tokens.kinds[at - 1 : at + 1]:
            return None
        suggested = f"{tokens.text(at - 1)}, {tokens.text(at)}"
        where = "in brackets" if self._in_brackets() else "after `show`"
        return self._replaced(f"values {where} are separated by commas", at - 1, at, suggested)

    def _sum_without_brackets(self) -> Diagnostic | None:
        """``sum r1c1 r1c2 == 10`` and ``sum: r1c1 r1c2 == 10``."""
        tokens, first, at = self.tokens, self.first, self.position
        if tokens.text(first) not in ("sum", "product", "min", "max") or tokens.text(at) not in (*_COMPARISONS, "="):
            return None
        begin = first + 1 + (tokens.kinds[first + 1] == self.symbols[":"])
        if at <= begin or any(kind != tables().kinds["CELLS"] for kind in tokens.kinds[begin:at]):
            return None
        arguments = ", ".join(tokens.text(k) for k in range(begin, at))
        suggested = f"{tokens.text(first)}({arguments})"
        return self._replaced("a function takes its arguments in brackets", first, at - 1, suggested, 60)

    def _sum_in_words(self) -> Diagnostic | None:
        """``sum of r1c1 and r1c2 is 10``, ``r1c1 and r1c2 add up to 10``: nothing but words, cells and a number."""
        tokens, first = self.tokens, self.first
        inside = range(first, line_last(tokens, self.position))
        names, cells, number = self.name_kind, tables().kinds["CELLS"], tables().kinds["NUMBER"]
        plain = (names, cells, number, self.words["and"], self.symbols[","])
        listed = [tokens.text(k) for k in inside if tokens.kinds[k] == cells]
        totals = [tokens.text(k) for k in inside if tokens.kinds[k] == number]
        words = {tokens.text(k).lower() for k in inside if tokens.kinds[k] == names}
        if not listed or len(totals) != 1 or not words & _SUMS or any(tokens.kinds[k] not in plain for k in inside):
            return None
        clue = f"total {totals[0]}: {' '.join(listed)}"
        is_run = ".." in clue
        suggested = clue if is_run else f"{' + '.join(listed)} == {totals[0]}"
        found = self._replaced("this is a sentence, not a formula", first, inside[-1], suggested, 80)
        return found if is_run else replace(found, helps=(f"or as a clue: `{shown(clue, 60)}`",))

    def _nameless_layout(self) -> Diagnostic | None:
        """``clues:``, ``regions:``: rows of marks without a name."""
        tokens, first = self.tokens, self.first
        word = tokens.text(first)
        example = LAYOUT_NAMES.get(word)
        ends = (self.known.newline, self.known.layout)
        if (
            example is None
            or tokens.kinds[first + 1 : first + 2] != [self.known.colon]
            or tokens.kinds[first + 2] not in ends
        ):
            return None
        if word == "clues" and self.known.colon in tokens.kinds[first + 3 : line_last(tokens, first + 3)]:
            return self._error(
                "clues need no heading",
                first,
                "leave this line out",
                "each clue is a line of its own, without blanks before it",
                f"`clues {example}:` gives a name to rows of marks, one mark for each cell",
            )
        return self._error(
            f"`{word}` needs a name",
            first,
            f"write `{word} {example}:`",
            f"later lines use the name, as in {_LAYOUT_USES[word]}",
            fixes=self._inserting(tokens.ends[first], f" {example}"),
        )

    def _colon_forgotten(self) -> Diagnostic | None:
        """``thermo r1c1..r1c4``, ``cage 15 r1c1, r1c3``, ``cage 15``: nothing but the colon or cells is missing."""
        tokens, first, cells = self.tokens, self.first, tables().kinds["CELLS"]
        between = (self.symbols[","], self.symbols["-"])
        inside_line = self.kind in between and tokens.kinds[self.position - 1] in (cells, self.name_kind)
        ended = inside_line or self.kind in (self.known.newline, self.known.layout)
        if not ended or self.symbols[":"] not in self.expected or tokens.kinds[first] != self.name_kind:
            return None
        if tokens.text(first) == "clues" and self.known.indent in tokens.kinds[self.position : self.position + 2]:
            return None  # the head of a layout
        end = line_last(tokens, self.position) if inside_line else self.position
        inside = range(first + 1, end)
        begin = next((k for k in inside if tokens.kinds[k] in (cells, self.name_kind, self.symbols[","])), None)
        head = tokens.source.text[tokens.starts[first] : tokens.ends[(begin or self.position) - 1]]
        if begin is None:
            return self._error(
                "a clue needs a colon and cells",
                None,
                "",
                f"for example `{shown(head)}: r1c1 r1c2`, or `{shown(head)}: cells` for all cells",
            )
        depth = 0
        places = (cells, self.name_kind, *between, *self.known.closing)
        for k in range(first, end):
            depth += (tokens.kinds[k] in self.known.opening) - (tokens.kinds[k] in self.known.closing)
            if (k >= begin and not depth and tokens.kinds[k] not in places) or (k == begin and depth):
                return None
        rest = tokens.source.text[tokens.starts[begin] : tokens.ends[end - 1]]
        return self._error(
            "a colon is missing in this clue",
            begin,
            "put `:` before the cells",
            f"write `{shown(f'{head}: {rest}', 80)}`",
            fixes=self._inserting(tokens.ends[begin - 1], ":"),
            code="colon",
        )

    # ── parts ───────────────────────────────────────────────────────────────────────────────────

    def _operators(self) -> set[int]:
        return {self.symbols[text] for text in ("+", "-", "*", "/", "^", "==", "!=", "<", "<=", ">", ">=", "[", ".")}
