"""Coloured lines: each colour has the rules that name it, or none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzledsl.formats.clues import write_region_sum
from puzzledsl.formats.drawing.colors import WORDS, fit, named
from puzzledsl.formats.drawing.geometry import meet
from puzzledsl.formats.drawing.records import Stroke
from puzzledsl.formats.prose.lexicon import Stated, lexicon
from puzzledsl.formats.prose.recognition import FITS, Recognition, fits
from puzzledsl.records import replace

_CLOSE = 0.15
"""Names whose fits differ by less could both be meant."""
_MOST = 400
"""Of more lines it is not tried out which meet."""


def bind(recognition: Recognition) -> None:
    """Write the clues of lines."""
    stated = _merged(recognition)
    groups: dict[tuple[str, float], list[Stroke]] = {}
    for stroke in recognition.strokes() if stated else ():
        if stroke.width >= 0.025 and not _has_bulb(recognition, stroke):
            groups.setdefault((stroke.color, round(stroke.width, 2)), []).append(stroke)
    rules = {color: _claims(recognition, stated, color, [other for other, _ in groups]) for color, _ in groups}
    free = [one for one in stated if not one.colors]
    for one in free:
        rest = [color for color in rules if not rules[color]]
        usual = [c for c in rest if fits(one.entry.color.split(), c) >= 0.9 and _is_own(recognition, c)]
        if len(usual) == 1 and (len(free) == 1 or one.entry.color):
            rules[usual[0]] = [one]
        elif len(rest) == 1 and len(free) == 1 and not _foreign(recognition):
            rules[rest[0]] = [one]
    if any(one.entry.shape != "circles" and [one] not in rules.values() for one in free):
        # Its line may be among those that have another rule by their usual colour.
        rules = {color: [one for one in found if one.colors] for color, found in rules.items()}
    used: list[Stated] = []
    ringed = [one for one in free if one.entry.shape == "circles"]
    for (color, width), strokes in groups.items():
        alike = [s for s in recognition.drawing.strokes if (s.color, round(s.width, 2)) == (color, width)]
        for stroke in strokes:
            between = ringed if _is_between_circles(recognition, stroke) else []
            joined = len(alike) > _MOST or any(s is not stroke and meet(s, stroke) for s in alike)
            chosen = between or rules[color]
            if chosen and len(between) < 2 and all(_write(recognition, one, stroke, joined) for one in chosen):
                recognition.explain(stroke)
                used += chosen
    for one in stated:
        if one not in used:
            recognition.leave_out(one, "no line that is certainly meant is drawn for this rule")


def _merged(recognition: Recognition) -> list[Stated]:
    """What is stated of lines, each rule once: with its colours, if any sentence names them.

    Two halves of a rule become the whole rule.
    """
    stated = recognition.about("line")
    found = [one for one in stated if not one.entry.half_of]
    for whole in lexicon().entries:
        halves = [one for one in stated if one.entry.half_of == whole.name]
        if len({one.entry.name for one in halves}) > 1:
            found += [replace(one, entry=whole) for one in halves]
    rules: dict[str, Stated] = {}
    for one in found:
        words = recognition.words(one)
        before = rules.get(words)
        colors = tuple(dict.fromkeys((*(before.colors if before else ()), *one.colors)))
        rules[words] = replace(before if before and before.colors else one, colors=colors)
    return list(rules.values())


def _claims(recognition: Recognition, stated: Sequence[Stated], color: str, drawn: Sequence[str]) -> list[Stated]:
    """The rules of lines of a colour: those of the one name that fits it best.

    None, if another name is as good, if the name fits another colour that is drawn better, or if the rules call the
    colour by different words (pink and magenta): they mean two.
    """
    values = {name: fit(name, color) for name in _names(recognition, stated)}
    best = max(values.values(), default=0.0)
    names = {name for name, value in values.items() if value > best - _CLOSE}
    if best < FITS or len(names) > 1 or max(fits(names, other) for other in drawn) > best + _CLOSE:
        return []
    claimed = [one for one in stated if names & set(one.colors)]
    words = [WORDS.keys() & re.findall(r"\w+", one.sentence.whole) for one in claimed]
    return claimed if len(claimed) < 2 or set.intersection(*words) else []


def _names(recognition: Recognition, stated: Sequence[Stated]) -> set[str]:
    """The colours that any sentence about lines names, also one that is not understood."""
    return {color for one in stated for color in one.colors} | _foreign(recognition)


def _foreign(recognition: Recognition) -> set[str]:
    words = lexicon()
    sentences = [
        *recognition.reading.unread,
        *(one.sentence for one in recognition.reading.stated if one not in recognition.trusted),
    ]
    about = [one.whole for one in sentences if {"line", "thermo", "arrow"} & words.marks(one.whole)]
    return {color for text in about for color in named(text)}


def _is_own(recognition: Recognition, color: str) -> bool:
    """Whether no sentence names a colour like this one."""
    return all(fit(name, color) < FITS for name in named(recognition.reading.text))


def _has_bulb(recognition: Recognition, stroke: Stroke) -> bool:
    """Whether a stroke is a thermometer: at one end there is a circle of its own colour, broader than it."""
    cells = recognition.path(stroke)
    ends = (*recognition.circles(cells[0]), *recognition.circles(cells[-1]))
    return any(shape.fill == stroke.color and 1.2 * stroke.width < shape.width >= 0.6 for shape in ends)


def _write(recognition: Recognition, one: Stated, stroke: Stroke, joined: bool) -> bool:
    """Write the clue of a line, if it has the form that the rule needs."""
    entry, cells = one.entry, recognition.path(stroke)
    closed = len(cells) > 2 and cells[0] == cells[-1]
    crossed = len(set(cells)) < len(cells) - closed
    pairs = entry.form == "pairs"
    if joined and not pairs and not recognition.reading.compared and entry.shape != "circles":
        recognition.draft.leave_out(
            f"lines of one colour meet, and could be one line or several: {one.sentence.quoted}"
        )
        return False
    if entry.form not in ("pairs", "set") and (crossed or (closed and entry.form == "path")):
        return False
    if entry.shape == "circles" and not _is_between_circles(recognition, stroke):
        return False
    if entry.form == "regions":
        if recognition.draft.groups:
            write_region_sum(recognition.draft, cells)
        return bool(recognition.draft.groups)
    part = tuple(dict.fromkeys(cells)) if entry.form == "set" else cells
    recognition.draft.declare(entry.block)
    recognition.clue(recognition.words(one), part)
    if entry.shape == "circles":
        recognition.explain(*recognition.circles(cells[0]), *recognition.circles(cells[-1]))
    return True


def _is_between_circles(recognition: Recognition, stroke: Stroke) -> bool:
    """Whether circles are at the ends of a stroke and not between, and other lines meet the stroke only there."""
    first, *inner, last = recognition.path(stroke)
    if not (recognition.circles(first) and recognition.circles(last)):
        return False
    others = {
        cell
        for other in recognition.strokes()
        if other.color == stroke.color
        for cell in recognition.path(other)
        if other is not stroke
    }
    return not any(recognition.circles(c) or c in others for c in inner)
