"""The author's own line as it would be right, shown only if the model then reads.

What may be right comes from the message, as its fixes, and from the line itself, put into the form of this language
(`puzzledsl.elaboration.rephrasing`). Each is tried, and what is then still wrong in the line is mended alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from textwrap import dedent

from puzzledsl.diagnostics import Diagnostic, Fix, PuzzleError, replacing
from puzzledsl.elaboration.rephrasing import are_fillers, as_here, is_value, rephrased
from puzzledsl.listing import listed
from puzzledsl.nearest import distance, question
from puzzledsl.reading import read
from puzzledsl.records import record, replace
from puzzledsl.source import Source, Span
from puzzledsl.time_limit import OutOfTime

MOST_TRIED = 40
"""Texts that are tried for all messages: enough for about ten mistakes. Each takes as long as reading the model."""
MOST_ASKED = 40
"""Messages whose lines are looked at, some of them twice."""
_MOST_IN_A_ROW = 3
"""Changes of one line, one after another: a mistake may hide the next one."""
_MOST_SHOWN = 2
"""Lines that a message shows."""
_GENERAL = ("for example", "`puzzledsl rules` lists", "a clue is `name", "an argument that is computed")
"""How advice begins that their own line makes superfluous."""
_OF_FORM = ("syntax", "assignment", "foreign-operator", "unknown-character", "unmatched-bracket", "colon", "keyword")
"""Codes of messages that say what would be right in a formula, which a clue in other words is not."""
_OF_NAMES = ("unknown-statement", "unknown-name")
"""Codes of messages about words that the line may have, but others mean with it."""
_OF_MEANING = ("impossible", "clash", "genre", "no-grid")
"""Codes of messages about lines that are written as they should be."""
_NUMBERS = re.compile(r"\b\d+|(?<=\br)\d+(?=c\d)|(?<=\dc)\d+", re.IGNORECASE)
"""Numbers that stand alone, and those of cells."""
_BACKWARDS = re.compile(r"<-\s")
"""An implication of others, from right to left. Here it would be a comparison with a negative value."""
_NAMED_CELL = re.compile(r"\s*let [A-Z]\d = \d+\s*(?:#|$)")
"""A known cell of a spreadsheet as the value of a name, which would do nothing."""
_LONGEST = 100
"""Characters of a line that is shown."""


def with_corrected_lines(error: PuzzleError, load: Callable[[Source], object]) -> PuzzleError:
    """Return the same messages, with lines that are right in the place of examples.

    A message goes if the mistake is gone as soon as an earlier line is right.

    Args:
        load: reads a text, and raises `PuzzleError` if it is wrong.
    """
    trial = _Trial(error.diagnostics, load)
    told = [trial.with_line(found) for found in error.diagnostics]
    # What is right in a line may depend on lines that come behind it, which are mended now.
    told = [trial.with_line(one) if one and one not in trial.mended else one for one in told]
    return PuzzleError(one for one in told if one is not None)


@record
class _Right:
    """A line that is right.

    Attributes:
        is_fix: the message has said what to change; else the line is rephrased.
        helps: why it is written so.
        may_lose: a number of the author's may be missing in it.
        solved: the keys of the messages that are gone with it.
        remains: something else is still wrong in it.
    """

    text: str
    is_fix: bool
    helps: tuple[str, ...]
    may_lose: bool
    solved: frozenset[tuple[str, int]]
    remains: bool = False


class _Trial:
    """Tries what may be right in the lines that messages are about, one line after another.

    Attributes:
        mended: the messages whose lines are right now.
    """

    def __init__(self, found: Sequence[Diagnostic], load: Callable[[Source], object]) -> None:
        self._load = load
        self._known = frozenset(map(_key, found))
        self._tried: dict[str, tuple[Diagnostic, ...]] = {}
        self._asked = 0
        self._solved: set[tuple[str, int]] = set()
        self._texts: dict[Source, Source] = {}
        self.mended: list[Diagnostic] = []

    def with_line(self, found: Diagnostic) -> Diagnostic | None:
        """The message, with its line as it is right; ``None`` if another message says how to mend this, too."""
        if _key(found) in self._solved:
            return None
        shown = self._with_line(found)
        if shown:
            self.mended.append(shown)
        return shown or found

    def _with_line(self, found: Diagnostic) -> Diagnostic | None:
        self._asked += 1
        if found.span is None or self._asked > MOST_ASKED or len(self._tried) >= MOST_TRIED:
            return None
        source, line = found.span.source, found.span.line
        written = source.line(line)
        shown: list[_Right] = []
        tries = (
            self._lines(found, source, line, _MOST_IN_A_ROW, ok, {written: _MOST_IN_A_ROW})
            for ok in (("genre",), _OF_MEANING, None)
        )
        for right in chain.from_iterable(tries):
            if (shown and (right in shown or not right.is_fix)) or _is_lost(written, right):
                break
            if len(right.text.strip()) <= _LONGEST:
                shown.append(right)
                if not right.is_fix or len(shown) == _MOST_SHOWN or found.code == "foreign-operator":
                    break
        if not shown:
            return None
        best, is_fix = shown[-1], shown[0].is_fix
        self._solved |= {key for key in best.solved if not is_fix or key[1] != line}
        if not best.remains:
            self._texts[source] = _with(self._texts.get(source, source), line, best.text)
        kept = tuple(text for text in found.helps if not text.startswith(_GENERAL))
        lines = dict.fromkeys(f"`{one.text.strip()}`" for one in shown)
        if is_fix:
            said = " ".join((f"`{written.strip()}`", found.label, *kept))
            fresh = [text for text in lines if text not in said]
            return replace(found, helps=(*kept, f"the line then reads {' or '.join(fresh)}")) if fresh else found
        start, count = source.offset(line), 1 + best.text.count("\n")
        lines_before = [source.line(line + k) for k in range(count)]
        comments = [one[len(_plain(one)) :].strip() for one in lines_before] if count > 1 else []
        text = "\n".join(lines_before) if comments else _plain(written)
        place = source.span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))
        indent = text[: len(text) - len(text.lstrip())]
        instead = f"\n{indent}".join((*filter(None, comments), best.text.strip()))
        after = [one.strip() for one in best.text.strip().split("\n")]
        label, helps = "leave this line out" if after == [""] else question(*after[:1]), best.helps
        if len(after) > 1:
            label = f"did you mean {listed([f'`{one}`' for one in after])}, a line each?"
        if count > 1:
            helps = ("this takes the place of the block, too", *helps)
        form = {"message": "this is written in another way", "span": place} if found.code in _OF_FORM else {}
        return replace(found, label=label, helps=tuple(dict.fromkeys(helps)), fixes=replacing(place, instead), **form)

    def _lines(
        self,
        found: Diagnostic,
        source: Source,
        line: int,
        steps: int,
        allowed: Sequence[str] | None,
        seen: dict[str, int],
        void: str = "",
    ) -> Iterator[_Right]:
        """The line of ``source`` as each change of it, and of what is then still wrong there, makes it right.

        Args:
            found: what is wrong in the line as it is now.
            seen: what the line may be that has been tried, with as many steps.
            allowed: codes of what may be wrong with a line that is written as it should be; ``None`` for any.
            void: the ends of the lines below it that it has replaced.
        """
        assert found.span is not None
        base = self._texts.get(source, source)
        fixes = found.fixes if found.code != "decimal" else ()  # `1,2` may be two values
        fixed = (
            (text, True, "")
            for fix in fixes
            if (text := _fixed(found, fix)) is not None and not _NAMED_CELL.match(text)
        )
        changed: Iterable[tuple[str, bool, str]]
        changed = ((text, False, why) for text, why in _rephrased(found.span) if found.code not in _OF_MEANING)
        now = _plain(found.span.source.line(found.span.line))
        if are_fillers([found.span.text.lower()]) and re.match(
            rf"\s*(?!for|if|let|rule)\w+ .*\b{found.span.text}\b.*:", now
        ):
            changed = chain(changed, [(re.sub(rf"\s+{found.span.text}\b(?=.*:)", "", now, count=1), False, "")])
        for text, is_fix, why in (*changed, *fixed) if found.code in _OF_NAMES else (*fixed, *changed):
            text = text if text.endswith("\n") else text + void
            if seen.get(text, 0) >= steps:
                continue
            seen[text] = steps
            after = Source(source.name, dedent(text) + "\n")
            wrong = [] if is_fix or text.endswith(":") else read(after)[1]
            mistakes: Sequence[Diagnostic] = ()
            if not wrong:
                after = _with(base, line, text)
                mistakes = self._mistakes(after)
                wrong = [one for one in mistakes if _key(one) not in self._known or _is_on(one, line)]
            may_lose = bool(why) or found.code == "range"  # whose ends are counted otherwise here
            helps = (why,) if why else ()
            if _BACKWARDS.search(text):
                continue
            is_whole = bool(mistakes) and not found.fixes and text.strip() == as_here(now.strip())
            if allowed is None and is_whole and found.code in _OF_FORM:
                helps = (*helps, f"what is still wrong then: {wrong[0].message}")
            elif allowed is None:
                continue
            if allowed is None or all(one.code in allowed for one in wrong):
                solved = self._known.difference(map(_key, mistakes))
                solved = frozenset(key for key in solved if key[1] == line or not wrong)
                yield _Right(text, is_fix, helps, may_lose, solved, allowed is None)
            elif steps > 1 and (here := wrong[0].span) and here.line == (line if here.source.name and mistakes else 1):
                for right in self._lines(
                    wrong[0], source, line, steps - 1, allowed, seen, text[len(text.rstrip("\n")) :]
                ):
                    if is_fix and len(found.fixes) > 1 and not right.is_fix:
                        seen.pop(right.text, None)
                        continue  # it is not known which is meant
                    both = is_fix and right.is_fix, (*helps, *right.helps), may_lose or right.may_lose
                    yield _Right(right.text, *both, right.solved, right.remains)
                    break

    def _mistakes(self, source: Source) -> tuple[Diagnostic, ...]:
        if source.text not in self._tried:
            self._tried[source.text] = self._load_once(source)
        return self._tried[source.text]

    def _load_once(self, source: Source) -> tuple[Diagnostic, ...]:
        try:
            if len(self._tried) < MOST_TRIED:
                self._load(source)
                return ()
        except PuzzleError as error:
            return error.diagnostics
        except OutOfTime:
            self._tried |= {str(k): () for k in range(MOST_TRIED)}
        return (Diagnostic("too much was tried"),)


def _fixed(found: Diagnostic, fix: Fix) -> str | None:
    """The line of a message with a fix in it; ``None`` if it changes other lines, or may not say what is written."""
    assert found.span is not None
    source, line = found.span.source, found.span.line
    text = source.text
    for edit in reversed(fix.edits):
        if edit.span.source is not source or edit.span.line != line or "\n" in edit.span.text + edit.text:
            return None
        if edit.span.text == ";" and not edit.text.strip() and _plain(text[edit.span.end :].split("\n", 1)[0]):
            return None  # two statements are not one
        if found.label.startswith("did you mean") and not _is_slip(edit.span.text, edit.text):
            return None
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return Source(source.name, text).line(line)


def _rephrased(place: Span) -> Iterator[tuple[str, str]]:
    """The line of a place in other words, and why; of a header also with its block, which leaves blank lines."""
    source, line = place.source, place.line
    now = source.line(line)
    end = source.offset(line) + len(now)
    now = _plain(now)
    indent = now[: len(now) - len(now.lstrip())]
    if any(re.search(rf"(?:\bfor|,) {count} in\b", source.text) for count in re.findall(r"\brange\((\w+)\)", now)):
        return  # it depends on where the other loop begins
    grid = re.search(r"(?m)^grid \w+\[(\d{1,3}), *(\d{1,3})\]", source.text)
    size = map(int, grid.groups()) if grid else ()
    block = rf"(?:\n{indent}[ \t]+\S.*|\n[ \t]*(?=\n{indent}[ \t]))+"
    blocks = re.compile(rf"{block}(?:\n{indent}else\s*:.*(?:{block})?)?|\n{indent}else\s*:.+")
    below = blocks.match(source.text, end)
    block_text = "\n".join(map(_plain, below[0].split("\n"))) if below else ""
    if below and not re.compile(rf"\n{indent}el(?:se *|s)?if\b").match(source.text, below.end()):
        for text, why in rephrased(now.strip() + re.sub(r"\n\s*(?=\n|$)", "", block_text)):
            header, *others = dedent(text).split("\n")
            if header.endswith(":") and others:
                lines = [header]  # which the block may stay below
            else:
                lines = [*map(as_here, (header, *others))]
            after = "\n".join(indent + one for one in lines)
            kept = 0 if after.endswith(":") else below[0].count("\n") - after.count("\n")
            yield after + "\n" * kept, why
    loop = re.match(r"\s*for (\w+) in range\([^,]*:$", now)
    if loop is None or not is_value(loop[1], block_text):
        yield from ((indent + text, why) for text, why in rephrased(now.strip(), *size))


def _plain(line: str) -> str:
    """The line without its comment."""
    found = re.match(r"""(?:"[^"\n]*"|'[^'\n]*'|[^#])*""", line)
    return found[0].rstrip() if found else ""


def _with(source: Source, line: int, text: str) -> Source:
    """The source with other lines, from the one with this number on."""
    lines = source.text.split("\n")
    lines[line - 1 : line + text.count("\n")] = text.split("\n")
    return Source(source.name, "\n".join(lines))


def _is_lost(before: str, right: _Right) -> bool:
    """Whether a number of the author's is missing. Declarations of others may have one several times."""
    numbers = Counter(_NUMBERS.findall(before))
    numbers.subtract(_NUMBERS.findall(right.text))
    lost = [number for number, count in numbers.items() if count > 0 and (right.is_fix or number not in right.text)]
    return bool(lost) and not right.may_lose


def _key(found: Diagnostic) -> tuple[str, int]:
    return found.message, 0 if found.span is None else found.span.line


def _is_on(found: Diagnostic, line: int) -> bool:
    return found.span is not None and found.span.line == line


def _is_slip(written: str, meant: str) -> bool:
    """Whether a name is another one with a letter too many, missing, wrong or swapped, but for its first letter.

    A guess that is farther may be the opposite: `disconnected`, `anti_renban`, `decreasing`.
    """
    return written[:1].lower() == meant[:1].lower() and distance(written, meant, 1.5) <= 1.5
