"""Corrected lines in messages: the author's own line, changed so that the model can be read.

Candidates come from the fixes of the message, and from the line itself, rewritten in the form of this language
(`puzzledsl.elaboration.rephrasing`). Each candidate is tried: the model is read with it. If the changed line still has
a mistake, that mistake is corrected in the same way.
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
"""The limit on texts that are tried for all messages: enough for ten mistakes. Each costs a reading of the model."""
MOST_ASKED = 40
"""The limit on attempts to correct the line of a message. Some messages take two attempts."""
_MOST_IN_A_ROW = 3
"""The limit on successive changes of one line: a mistake may hide the next one."""
_MOST_SHOWN = 2
"""The limit on corrected lines in a message."""
_GENERAL = ("for example", "`puzzledsl rules` lists", "a clue is `name", "an argument that is computed")
"""The first words of general advice, which a corrected line replaces."""
_OF_FORM = ("syntax", "assignment", "foreign-operator", "unknown-character", "unmatched-bracket", "colon", "keyword")
"""Codes of messages about the form of formulas. Their text does not fit a clue in other words."""
_OF_NAMES = ("unknown-statement", "unknown-name")
"""Codes of messages about unknown names. They may be words of another language, so rephrasing comes before fixes."""
_OF_MEANING = ("impossible", "clash", "genre", "no-grid")
"""Codes of messages about lines whose form is right."""
_NUMBERS = re.compile(r"\b\d+|(?<=\br)\d+(?=c\d)|(?<=\dc)\d+", re.IGNORECASE)
"""Separate numbers, and the numbers in the names of cells."""
_BACKWARDS = re.compile(r"<-\s")
"""``q <- p``: an implication in other languages. Here it would compare ``q`` with a negative value."""
_NAMED_CELL = re.compile(r"\s*let [A-Z]\d = \d+\s*(?:#|$)")
"""``let A1 = 5``: a given cell of a spreadsheet, read as the definition of a name. It would have no effect."""
_LONGEST = 100
"""The limit on the length of a corrected line, in characters."""


def with_corrected_lines(error: PuzzleError, load: Callable[[Source], object]) -> PuzzleError:
    """Return the messages of an error, with corrected lines in place of general advice.

    A message is dropped if the correction of another line removes its mistake.

    Args:
        load: reads a text; it raises `PuzzleError` if the text has mistakes.
    """
    trial = _Trial(error.diagnostics, load)
    told = [trial.with_line(found) for found in error.diagnostics]
    # The correction of a line may depend on later lines, which are corrected by now.
    told = [trial.with_line(one) if one and one not in trial.mended else one for one in told]
    return PuzzleError(one for one in told if one is not None)


@record
class _Right:
    """A corrected line.

    Attributes:
        is_fix: the line follows a fix of the message; otherwise it is rephrased.
        helps: the reasons for its form, as help for the message.
        may_lose: the line may lack a number that the author wrote.
        solved: the keys of the messages that this line removes.
        remains: the line still has another mistake.
    """

    text: str
    is_fix: bool
    helps: tuple[str, ...]
    may_lose: bool
    solved: frozenset[tuple[str, int]]
    remains: bool = False


class _Trial:
    """Tries corrections of the lines of messages, one line after another.

    Attributes:
        mended: the messages that show a corrected line.
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
        """Return the message, with a corrected line if there is one; ``None`` if an earlier correction removes it."""
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
            helps = ("this replaces the block below it, too", *helps)
        form = {"message": "this is written differently here", "span": place} if found.code in _OF_FORM else {}
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
        """Yield corrections of a line: each change of it, with the further changes that the changed line needs.

        Args:
            found: the mistake in the line as it is now.
            steps: the number of changes that are still allowed.
            allowed: codes of the mistakes that may remain in a line whose form is right; ``None``: any.
            seen: the texts of the line that have been tried, each with the number of steps that were allowed.
            void: one line end for each line below that the text has replaced.
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
    """The line of a message after a fix; ``None`` if the fix changes other lines, or may change the meaning."""
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
    """Yield rephrasings of a line, with reasons. A header is rephrased with its block, which blank lines replace."""
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
    """The source in which a text replaces as many lines as it has, from the line with this number."""
    lines = source.text.split("\n")
    lines[line - 1 : line + text.count("\n")] = text.split("\n")
    return Source(source.name, "\n".join(lines))


def _is_lost(before: str, right: _Right) -> bool:
    """Whether a number that the author wrote is missing. Declarations in other languages may repeat a number."""
    numbers = Counter(_NUMBERS.findall(before))
    numbers.subtract(_NUMBERS.findall(right.text))
    lost = [number for number, count in numbers.items() if count > 0 and (right.is_fix or number not in right.text)]
    return bool(lost) and not right.may_lose


def _key(found: Diagnostic) -> tuple[str, int]:
    return found.message, 0 if found.span is None else found.span.line


def _is_on(found: Diagnostic, line: int) -> bool:
    return found.span is not None and found.span.line == line


def _is_slip(written: str, meant: str) -> bool:
    """Whether two names differ by one letter: too many, missing, wrong or swapped, but not the first letter.

    A name that differs by more may mean the opposite: `disconnected`, `anti_renban`, `decreasing`.
    """
    return written[:1].lower() == meant[:1].lower() and distance(written, meant, 1.5) <= 1.5
