"""Coloured lines: each colour has the rules that name it, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.clues import write_region_sum
from puzzledsl.formats.drawing.colors import fit, named
from puzzledsl.formats.drawing.geometry import meet
from puzzledsl.formats.prose.lexicon import lexicon
from puzzledsl.formats.prose.recognition import FITS, fits
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawing.records import Stroke
    from puzzledsl.formats.prose.lexicon import Entry, Stated
    from puzzledsl.formats.prose.recognition import Recognition

_PAIRWISE = ("whisper", "german whisper", "dutch whisper", "parity")
"""Rules about neighbours on a line: it does not matter where one line ends and another begins."""
_CLOSE = 0.15
"""Names whose fits differ by less could both be meant."""
_MOST = 400
"""Of more lines it is not tried out which meet."""


def bind(it: Recognition) -> None:
    """Write the clues of lines."""
    stated = _merged(it)
    groups: dict[tuple[str, float], list[Stroke]] = {}
    for stroke in it.strokes() if stated else ():
        if stroke.width >= 0.025 and not _has_bulb(it, stroke):
            groups.setdefault((stroke.color, round(stroke.width, 2)), []).append(stroke)
    rules = {color: _claims(it, stated, color) for color, _ in groups}
    free = [one for one in stated if not one.colors]
    for one in free:
        usual = [c for c in rules if not rules[c] and fits(one.entry.color.split(), c) >= 0.9 and _is_own(it, c)]
        rest = [color for color in rules if not rules[color]]
        if len(usual) == 1 and (len(free) == 1 or one.entry.color):
            rules[usual[0]] = [one]
        elif len(rest) == 1 and len(free) == 1 and not _foreign(it):
            rules[rest[0]] = [one]
    used: list[Stated] = []
    ringed = [one for one in free if one.entry.shape == "circles"]
    for (color, _), strokes in groups.items():
        for stroke in strokes:
            between = ringed if _is_between_circles(it, stroke) else []
            joined = len(strokes) > _MOST or any(s is not stroke and meet(s, stroke) for s in strokes)
            chosen = between or rules[color]
            if chosen and len(between) < 2 and all(_write(it, one, stroke, joined) for one in chosen):
                it.explain(stroke)
                used += chosen
    for one in stated:
        if one not in used:
            it.leave_out(one, "no line that is certainly meant is drawn for this rule")


def _merged(it: Recognition) -> list[Stated]:
    """What is stated of lines, each rule once: with its colours, if any sentence names them."""
    cut, sums = it.stated("region cut"), it.stated("segment sums")
    found = [one for one in it.about("line") if one not in cut and one not in sums]
    if cut and sums:
        region_sum = next(entry for entry in lexicon().entries if entry.name == "region_sum")
        colors = tuple(dict.fromkeys(color for one in (*cut, *sums) for color in one.colors))
        found.append(replace(cut[0], entry=region_sum, colors=colors))
    rules: dict[str, Stated] = {}
    for one in found:
        words = _words(one)
        before = rules.get(words)
        colors = tuple(dict.fromkeys((*(before.colors if before else ()), *one.colors)))
        rules[words] = replace(one, colors=colors)
    return list(rules.values())


def _words(one: Stated) -> str:
    return (one.entry.clue or one.entry.name).replace("{n}", str(one.number))


def _claims(it: Recognition, stated: Sequence[Stated], color: str) -> list[Stated]:
    """The rules of lines of a colour: those of the one name that fits it best; none if another name is as good."""
    values = {name: fit(name, color) for name in _names(it, stated)}
    best = max(values.values(), default=0.0)
    names = {name for name, value in values.items() if value > best - _CLOSE}
    if best < FITS or len(names) > 1:
        return []
    return [one for one in stated if names & set(one.colors)]


def _names(it: Recognition, stated: Sequence[Stated]) -> set[str]:
    """The colours that any sentence about lines names, also one that is not understood."""
    return {color for one in stated for color in one.colors} | _foreign(it)


def _foreign(it: Recognition) -> set[str]:
    words = lexicon()
    sentences = [*it.reading.unread, *(one.sentence for one in it.reading.stated if one not in it.trusted)]
    about = [one.whole for one in sentences if {"line", "thermo", "arrow"} & words.marks(one.whole)]
    return {color for text in about for color in named(text)}


def _is_own(it: Recognition, color: str) -> bool:
    """Whether no sentence names a colour like this one."""
    return all(fit(name, color) < FITS for name in named(it.reading.text))


def _has_bulb(it: Recognition, stroke: Stroke) -> bool:
    """Whether a stroke is a thermometer: at one end there is a circle of its own colour, broader than it."""
    cells = it.path(stroke)
    ends = (*it.circles(cells[0]), *it.circles(cells[-1]))
    return any(shape.fill == stroke.color and 1.2 * stroke.width < shape.width >= 0.6 for shape in ends)


def _write(it: Recognition, one: Stated, stroke: Stroke, joined: bool) -> bool:
    """Write the clue of a line, if it has the form that the rule needs."""
    entry, cells = one.entry, it.path(stroke)
    closed = len(cells) > 2 and cells[0] == cells[-1]
    crossed = len(set(cells)) < len(cells) - closed
    pairwise = entry.name in _PAIRWISE
    if joined and not pairwise and not it.reading.compared and entry.shape != "circles":
        it.draft.leave_out(f"lines of one colour meet, and could be one line or several: {one.sentence.quoted}")
        return False
    loose = pairwise or entry.form == "set"
    if not loose and (crossed or (closed and entry.form)):
        return False
    if entry.shape == "circles" and not _is_between_circles(it, stroke):
        return False
    if entry.name == "region_sum":
        if it.draft.groups:
            write_region_sum(it.draft, cells)
        return bool(it.draft.groups)
    if closed and entry.name in ("entropic", "modular", "sum_line"):
        return False
    part = tuple(dict.fromkeys(cells)) if entry.form == "set" else cells
    it.clue(_declared(it, entry) or _words(one), part)
    if entry.shape == "circles":
        it.explain(*it.circles(cells[0]), *it.circles(cells[-1]))
    return True


def _is_between_circles(it: Recognition, stroke: Stroke) -> bool:
    """Whether circles stand at the ends of a stroke and not between, and other lines meet it only there."""
    first, *inner, last = it.path(stroke)
    others = {
        cell for other in it.strokes() if other.color == stroke.color for cell in it.path(other) if other is not stroke
    }
    return bool(it.circles(first) and it.circles(last)) and not any(it.circles(c) or c in others for c in inner)


def _declared(it: Recognition, entry: Entry) -> str:
    """The name of a rule that the library does not have, which is declared; empty for others."""
    if entry.block:
        it.draft.declare(f'rule {entry.name}(line):\n    {entry.block}\n    draw line(line, color = "#e06666")')
    return entry.name if entry.block else ""
