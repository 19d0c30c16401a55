"""Cells whose value is not their digit: doublers, halvers, nullifiers, and whatever else setters call them.

Where such cells are is for the solver to find: one in each row, column and box. Several sentences say it together. Each
of them is taken apart into phrases; what is left of it must be words that mean nothing, or the sentence is not
understood. So no pattern is of a whole sentence, and no condition is passed over.

The model has a grid for the places of the cells and one for values. Clues about values are written by a `ValueDraft`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import Draft, cell_name
from puzzledsl.formats.drawings.harmless import is_harmless
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.statements import Sentence, Statement

_OWN = (
    r"(?:of )?(?:(?:the )?value of )?(?:the |its |their |that |whatever )?"
    r"(?:own |actual |real |original |contained |placed |normal |face )*"
    r"(?:digits?|numbers?|values?)(?: (?:it contains|(?:placed |found )?in (?:it|them|(?:the|that) cells?)"
    r"|(?:that )?(?:appears?|is|are) (?:placed )?in (?:it|them|(?:the|that) cells?)))?"
)
_HALF = "c / 2"
_ROW, _COLUMN = (rf"(?:the |its )?{line}(?: number)?(?: of the cell)?" for line in ("row", "column"))
_VALUES = (
    (rf"(?:twice|double|2 times|2 ?x) {_OWN}|{_OWN} (?:multiplied by 2|doubled)|doubling {_OWN}", "2 * c", (2, 0, 0)),
    (rf"(?:triple|3 times|3 ?x) {_OWN}|{_OWN} (?:multiplied by 3|tripled)", "3 * c", (3, 0, 0)),
    (rf"(?:one )?half {_OWN}|{_OWN} (?:divided by 2|halved)", _HALF, (1, 0, 0)),
    (rf"(?:the )?(?:negative|minus|opposite) {_OWN}|{_OWN} (?:multiplied by -1|negated)", "-c", (-1, 0, 0)),
    (rf"(?:one|1) (?:more|higher|greater) than {_OWN}|{_OWN} (?:plus|\+) (?:one|1)\b", "c + 1", (1, 1, 0)),
    (rf"(?:one|1) (?:less|lower|smaller) than {_OWN}|{_OWN} minus (?:one|1)\b", "c - 1", (1, -1, 0)),
    (rf"{_OWN},? plus {_ROW},? plus {_COLUMN}", "c + row_of(c) + column_of(c)", (1, 0, 1)),
    (rf"(?:the )?sum of {_ROW} and {_COLUMN}", "row_of(c) + column_of(c)", (0, 0, 1)),
    (rf"10 minus {_OWN}", "10 - c", (-1, 10, 0)),
    (r"(?:0|zero)\b", "0", (0, 0, 0)),
    *((rf"{n},? regardless of {_OWN}", str(n), (0, n, 0)) for n in range(1, 10)),
)
"""What the value of such a cell is: the words, the expression of the cell ``c``, and its coefficients of the
digit, of 1, and of row plus column."""
_EACH = r"(?:an? |the )?(?:each |every |any |different |single |marked |3x3 ?)*"
_HOUSES = re.compile(
    rf"(?:per )?{_EACH}row(?:, ?| and | & | ?/ ?| )(?:in )?{_EACH}column(?:,? and (?:in )?|, ?| & | ?/ ?| )"
    rf"{_EACH}(?:box|region|block|nonet)\b"
)
_RANGE = r"(?:,? (?:from )?1(?:-| to )\d)?"
_VERB = r"(?:appears?|occurs?|is (?:doubled|halved|placed)|doubled|halved|placed)"
_DIFFERENT = re.compile(
    r"\b(?:(?:an? |all )?(?:different|distinct|unique) (?:digits?|numbers?)"
    rf"|(?:an? |the )?(?:complete|full|whole) set of (?:the )?(?:different )?digits{_RANGE}"
    rf"|(?:each|every|all)(?: one)?(?: of)?(?: the)? (?:digits?|numbers?){_RANGE}(?: (?:must|will|are))?"
    rf"(?: {_VERB}(?: exactly| only)?(?: once)?|(?: exactly| only)? once)"
    rf"|(?:the )?digits{_RANGE}(?: exactly)? once(?: each)?)"
)
_FILLING = """
    a all also an and any appear appears are as be being box by called can cell cells column considered contain
    containing contains count counted counts determined digit digits each equal equals every exactly find for found
    from full grid has have identify in into is it its itself known locate located must number of on once one place
    placed purpose purposes put real row set single so solver some such that the their there these they this those to
    treated value values when which whose will with worth actual calculated 1 9 clues constraints inside together
    maze puzzle
    """
"""Words that may be left of a sentence about such cells."""
_SUMS = (
    "arrow",
    "cage_sum",
    "cages_are",
    "ranked_cages",
    "corner_sum",
    "double_arrow",
    "region_cut",
    "region_sum",
    "segment_sum",
    "sum_line",
    "total",
    "v",
    "x",
    "zipper",
)
_OF_DIGITS = ("whole", "frame", "group", "line mark", "special mark", "trail")
"""What rules are about that speak of digits whatever the values are."""
_RUN = re.compile(r"r\d+c\d+(?:\.\.r\d+c\d+)+")
_WHOLE = re.compile(r"\b(?:rows?|columns?|box|boxes|cells|region|neighbors|except)\b")
_SCALED = re.compile(r"(total|cage|whisper|xv|sum_line) (\d+)(: .*)", re.DOTALL)
_KEPT = ("thermo", "slow_thermo", "palindrome", "zipper", "between", "double_arrow", "equal_sums", "alldifferent")


@record(slots=True)
class Modifier:
    """Cells whose value is not their digit.

    Attributes:
        name: what the rules call them: ``doubler``.
        value: the value of such a cell, as an expression of the cell ``c``.
        different: they contain different digits.
        counts: the rules say that digits count as something else, so that sums are of values, whatever they are called.
    """

    name: str
    value: str
    different: bool
    counts: bool

    @property
    def scale(self) -> int:
        """By what the numbers of the grid of values are larger than the values, which may be halves."""
        return 2 if self.value == _HALF else 1


def read_modifier(prose: Sequence[Sentence]) -> tuple[Modifier | None, list[Sentence]]:
    """The modified cells that prose speaks of, and the sentences about something else.

    There are none if the sentences about them say anything that is not understood.
    """
    everything = " ".join(f"{one.heading} {one.plain}" for one in prose)
    names = re.findall(
        r"([a-z]{4,})s?['\"]? cells?\b|\bvalue of (?:an?|each|every|any|the) ['\"]?([a-z]{4,})", everything
    )
    placed = r"\bis an? ['\"]?([a-z]{4,}er)\b|\b(?:one|an?|9) ['\"]?([a-z]{4,})['\"]? in (?:each|every|any)\b"
    names += re.findall(placed, everything)
    for name in dict.fromkeys(re.sub(r"(?<![su])s$", "", a or b) for a, b in names):
        found = _facts(name, prose) if name not in _filling() else None
        if found is not None:
            return found
    return None, list(prose)


def _facts(name: str, prose: Sequence[Sentence]) -> tuple[Modifier, list[Sentence]] | None:
    rest: list[Sentence] = []
    value = ""
    placed = different = counts = spoken = False
    for sentence in prose:
        plain = sentence.plain
        if is_harmless(sentence) and not _HOUSES.search(f"{plain} {sentence.asides}"):
            rest.append(sentence)
            continue
        pronoun = spoken and re.match(r"(?:these|they|those)\b", plain)
        spoken = re.search(rf"\b{name}s?\b", plain) is not None or bool(pronoun)
        aside = re.search(r"\bwith ([a-z]+) (?:digits|cells) counting as (.+)", sentence.asides)
        if aside and aside[1].startswith(name.removesuffix("r")):
            value = next((expression for words, expression, _ in _VALUES if re.fullmatch(words, aside[2])), "")
            counts = bool(value)
        if not spoken:
            if not (re.search(rf"\b{name}s?\b", sentence.heading) and _says_nothing(plain)):
                rest.append(sentence)
            continue
        plain = re.sub(rf"['\"]?\b{name}s?\b['\"]?(?: cells?\b)?(?:'s?)?", " ", f"{plain} {_places(sentence.asides)}")
        for words, expression, _ in _VALUES:
            if re.search(r"value|count|worth|considered|treated", plain) and re.search(rf"\b(?:{words})", plain):
                if value not in ("", expression):
                    return None
                value = expression
                counts = counts or re.search(r"\bcount", plain) is not None
                plain = re.sub(rf"\b(?:{words})", " ", plain, count=1)
                break
        if _HOUSES.search(plain):
            if not re.search(r"\b(?:one|1|an?|9|single)\b", plain):
                return None
            placed, plain = True, _HOUSES.sub(" ", plain)
        if _DIFFERENT.search(plain):
            different, plain = True, _DIFFERENT.sub(" ", plain)
        if not _says_nothing(plain):
            return None
    return (Modifier(name, value, different, counts), rest) if value and placed else None


@cache
def _filling() -> frozenset[str]:
    return frozenset(_FILLING.split())


def _says_nothing(plain: str) -> bool:
    return not set(re.findall(r"[a-z0-9]+", plain)) - _filling()


def _places(asides: str) -> str:
    return asides if _HOUSES.search(asides) else ""


def about_values(modifier: Modifier, statements: Sequence[Statement]) -> tuple[list[Statement], list[Statement]]:
    """The statements about values, and those of which it is not certain whether they are about values or digits."""
    valued: list[Statement] = []
    doubtful: list[Statement] = []
    for one in statements:
        plain = one.sentence.plain
        if one.rule.about in _OF_DIGITS or one.rule.name == "quadruple":
            continue
        if one.rule.name in ("cage_distinct", "cage_repeats"):
            if re.search(r"\bvalues?\b(?!.*\bdigits?\b)", plain) and not re.search(r"\bdigits?\b.*\brepeat", plain):
                valued.append(one)
            continue
        sums = one.rule.name in _SUMS and (modifier.counts or not re.search(r"\b(?:digits?|numbers?)\b", plain))
        if sums or re.search(r"\bvalues?\b", plain):
            valued.append(one)
        elif one.rule.about not in ("mark",) or not re.search(r"\bdigits?\b", plain):
            doubtful.append(one)
    return valued, doubtful


class ValueDraft(Draft):
    """The same model as another draft, with clues about values in place of digits.

    What cannot be said of values is left out and named.
    """

    def __init__(self, base: Draft, modifier: Modifier, groups: str) -> None:
        """Declare the modified cells and the values in the model.

        Args:
            groups: the name of the regions, empty if there are none.
        """
        super().__init__(base.site, base.height, base.width, base.highest, base.lowest)
        self.rules = base.rules
        self.left_out, self._masked, self._sections, self._declared = (
            base.left_out,
            base._masked,
            base._sections,
            base._declared,
        )
        self.scale = modifier.scale
        self._modified(base, modifier, groups)

    def _modified(self, base: Draft, modifier: Modifier, groups: str) -> None:
        name, size = modifier.name, f"[{base.height}, {base.width}]"
        usual = self.scale
        times, plus, places = next(parts for _, expression, parts in _VALUES if expression == modifier.value)
        reached = [usual * base.lowest, usual * base.highest]
        for digit in (base.lowest, base.highest):
            reached += [times * digit + plus + places * where for where in (2, base.height + base.width)]
        self.lowest, self.highest = min(reached), max(reached)
        halves = "# Values are written doubled, because they may be halves.\n" if usual == 2 else ""
        base.declare(
            f"grid {name}{size} in bool\n{halves}grid value{size} in {self.lowest}..{self.highest}\n"
            f"let is_{name}(c) = {name}[row_of(c), column_of(c)] == 1"
        )
        value, plain = ("c", "2 * c") if usual == 2 else (modifier.value, "c")
        lines = [
            f"for group in concat(rows, columns{', ' * bool(groups)}{groups}):",
            f"    count(is_{name}(c) for c in group) == 1",
            "for c in cells:",
            f"    value[row_of(c), column_of(c)] == (if is_{name}(c) then {value} else {plain})",
        ]
        if modifier.different:
            lines += ["for v in lowest..highest:", f"    count(is_{name}(c) and c == v for c in cells) == 1"]
        base.line("\n".join(lines), "values of cells")

    def line(self, line: str, section: str = "") -> None:
        """Add a statement about the values of its cells."""
        said = _valued(line)
        if self.scale != 1:
            said = self._doubled(said)
        if said:
            super().line(said, section)
        else:
            self.leave_out(f"a clue about the values of cells, which cannot be said of them: {line}")

    def _doubled(self, line: str) -> str:
        """A clue about numbers twice as large, or nothing."""
        if match := _SCALED.fullmatch(line):
            rule = "total" if match[1] == "xv" else match[1]
            return f"{rule} {self.scale * int(match[2])}{match[3]}"
        if line.startswith("white_dot:"):
            return line.replace("white_dot", f"white_dot {self.scale}", 1)
        kept = re.match(r"[a-z_]+", line)
        pill = line.startswith("arrow [")
        return (
            line
            if kept and (kept[0] in (*_KEPT, "black_dot", "arrow") or " < " in line or " > " in line) and not pill
            else ""
        )


def _valued(line: str) -> str:
    """A statement with the cells of the grid of values, or nothing if it speaks of more than single cells and lines."""
    line = _RUN.sub(lambda run: _run(run[0]), line)
    line = re.sub(r"\br(\d+)c(\d+)", r"value[\1, \2]", line)
    line = re.sub(r"\brow\((\d+)\)", r"value[\1, *]", line)
    line = re.sub(r"\bcolumn\((\d+)\)", r"value[*, \1]", line)
    return "" if _WHOLE.search(line) else line


def _run(text: str) -> str:
    """A run of cells as a list: ``value[1, 2..4]``, or each cell if it bends or runs backwards."""
    corners = [(int(r), int(c)) for r, c in re.findall(r"r(\d+)c(\d+)", text)]
    (r, c), (s, d) = corners[0], corners[-1]
    if len(corners) == 2 and r == s and c < d:
        return f"value[{r}, {c}..{d}]"
    if len(corners) == 2 and c == d and r < s:
        return f"value[{r}..{s}, {c}]"
    cells = [corners[0]]
    for r, c in corners[1:]:
        while cells[-1] != (r, c):
            a, b = cells[-1]
            cells.append((a + (r > a) - (r < a), b + (c > b) - (c < b)))
    return f"[{', '.join(map(cell_name, dict.fromkeys(cells)))}]"
