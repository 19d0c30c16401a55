"""What may be written at a place of a text."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from puzzledsl.editing.calls import call_at
from puzzledsl.editing.describing import KINDS
from puzzledsl.editing.keywords import FORMS, MARK_PARAMETERS, STATEMENTS, meaning_of
from puzzledsl.editing.meanings import comment_above, definitions_in_scope, items_in_scope, meaning_at
from puzzledsl.editing.names import CALLABLE
from puzzledsl.elaboration.genres import genre_names
from puzzledsl.elaboration.suggestions import rules_and_constraints
from puzzledsl.model import MARKS
from puzzledsl.reading.parse_tables import kinds
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from puzzledsl.editing.document import Document
    from puzzledsl.editing.names import Statement
    from puzzledsl.editing.rule_items import Item

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_OUTSIDE = re.compile(r'(?:[^"#\\]++|\\(?:.|(?=\n)|\Z)|"(?:[^"\\]|\\.)*")*')
"""A line, or its beginning, that is over neither in a comment nor in quotes. Each character is matched in one way."""

EDGES = ("edges", "arcs", "sides", "division")
"""Words of edges, behind which `of` stands, too."""

DEFINING = ("grid", *EDGES, "param", "let", "rule", "regions", "clues", "for", "var")
"""Words behind which a new name stands."""

TEXTS = ("puzzle", "author", "source", "date", "note")
"""Words behind which a text stands."""

WORDS = ("and", "or", "not", "in", "if", "then", "else", "for", "where", "div", "mod", "xor")
"""Words inside an expression."""


@record
class Candidate:
    """Something that may be written there.

    Attributes:
        kind: ``rule``, ``function``, ``group`` (cells that the language has a name for), ``keyword``,
            ``statement``, ``metadata``, ``grid``, ``variable``, ``value``, ``parameter``, ``part``, ``mark``, ``file``.
        detail: beside the label: the form of a rule.
        info: what it means.
        apply: the text that is put in.
        item: the rule or function, which may have a picture.
        rank: smaller ones come first.
    """

    label: str
    kind: str
    detail: str
    info: str
    apply: str
    item: Item | None = None
    rank: int = 5


@record
class Completion:
    """What may be written at a place, and the character offset from which it replaces the text."""

    start: int
    candidates: tuple[Candidate, ...]


def complete(document: Document, offset: int) -> Completion:
    """What may be written at an offset: all that fits the place, whatever part is already typed."""
    text = document.text[:offset]
    found = _WORD.search(text)
    start = found.start() if found else offset
    line_start = text.rfind("\n", 0, start) + 1
    if _OUTSIDE.fullmatch(text, line_start) is None:
        return _files(document, text[line_start:], offset)
    statement = document.names.statement_at(start)
    if statement is not None and _in_layout(document, statement, start):
        return Completion(start, ())
    if statement is None or document.tokens.starts[statement.first] >= start:
        if not text[line_start:start].strip():
            return Completion(start, _each_once(_beginnings(document, start, bool(text[line_start:start]))))
        return Completion(start, ())
    return Completion(start, _each_once(_inside(document, statement, start)))


def _each_once(found: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The best of each label; a name of the text hides one of the language."""
    best: dict[str, Candidate] = {}
    for candidate in sorted(found, key=lambda candidate: (candidate.rank, candidate.item is not None)):
        best.setdefault(candidate.label, candidate)
    return tuple(best.values())


# ── places ───────────────────────────────────────────────────────────────────────────────────────


def _in_layout(document: Document, statement: Statement, offset: int) -> bool:
    tokens = document.tokens
    return tokens.kinds[statement.last] == kinds().layout and offset > tokens.starts[statement.last]


def _files(document: Document, line: str, offset: int) -> Completion:
    """The models beside a file, in the quotes of an ``include``; the genres in those of a ``genre``."""
    found = re.match(r'\s*genre\s+"([^"]*)\Z', line)
    if found is not None:
        names = genre_names()
        return Completion(offset - len(found[1]), tuple(Candidate(name, "file", "", "", name) for name in names))
    found = re.match(r'\s*include\s+"([^"]*)\Z', line)
    if found is None or document.opener is None:
        return Completion(offset, ())
    home = os.path.dirname(os.path.abspath(document.source.name))
    folder = os.path.dirname(found[1])
    files: set[str] = set()
    for base in (home, *map(str, document.include)):
        try:
            entries = list(os.scandir(os.path.join(base, folder)))
        except (OSError, ValueError):
            continue
        files |= {e.name for e in entries if e.name.endswith(".puz") and not e.is_dir()}
        files |= {f"{e.name}/" for e in entries if e.is_dir() and not e.name.startswith(".")}
    files.discard(os.path.basename(document.source.name) if not folder else "")
    start = offset - len(os.path.basename(found[1]))
    return Completion(start, tuple(Candidate(name, "file", "", "", name) for name in sorted(files)))


# ── candidates ───────────────────────────────────────────────────────────────────────────────────


def _beginnings(document: Document, offset: int, is_indented: bool) -> Iterator[Candidate]:
    """What begins a statement; statements of the outermost level come last in a block."""
    for word in STATEMENTS:
        is_inner = word in ("let", "for", "if", "rule", "draw")
        if word in TEXTS:
            yield _keyword(word, f'{word} "', 4 + is_indented * 4, "metadata")
        else:
            apply = f"{word}:" if word in ("givens", "mask") else f"{word} "
            yield _keyword(word, apply, 2 if is_inner or not is_indented else 8, "statement")
    yield _keyword("else", "else:", 6)
    constraints = rules_and_constraints()
    for item in items_in_scope(document, offset):
        if item.is_rule:
            yield _clue(item)
        elif item.name in constraints:
            yield Candidate(item.name, "rule", f"{item.name}: cells", item.meaning, f"{item.name}: ", item, 1)
        else:
            yield _function(item, 6)
    yield from _values(document, offset, 4)


def _inside(document: Document, statement: Statement, offset: int) -> Iterator[Candidate]:
    """What may be written within a statement."""
    tokens, names = document.tokens, document.names
    before = statement.first
    while before + 1 < statement.last and tokens.ends[before + 1] <= offset and tokens.starts[before + 1] < offset:
        before += 1
    head, previous = tokens.text(statement.first), tokens.text(before)
    if previous == "." and before > statement.first:
        yield from _parts(document, before)
        return
    is_layout = head in ("regions", "clues", *EDGES)
    if head in (*TEXTS, "include", "genre") or (before + 1 in names.defined and tokens.starts[before + 1] >= offset):
        return
    if (before == statement.first and head in ("givens", "mask")) or (is_layout and previous == "of"):
        yield from (candidate for candidate in _values(document, offset, 1) if candidate.kind == "grid")
        return
    if before == statement.first and head == "draw":
        yield from (Candidate(mark, "mark", "", f"draws a mark: {mark}", f"{mark}(") for mark in MARKS)
        return
    if before == statement.first and head in DEFINING:
        return
    if is_layout and before == statement.first + 1:
        yield Candidate("of", "keyword", "", "The grid that it belongs to, if it is not the first one.", "of ")
        return
    if head in ("for", "grid", *EDGES, "var") and _awaits_in(document, statement.first, before):
        yield _keyword("in", "in ", 5)
        return
    if previous == "in" and head in ("grid", *EDGES, "var"):
        yield Candidate("1..9", "value", "", "The whole numbers from 1 to 9.", "1..9", rank=0)
        yield from (_keyword(word, word, 0) for word in (("bool", "real") if head == "var" else ("bool",)))
    yield from _arguments(document, statement, offset)
    in_head = _in_clue_head(document, statement, offset)
    for item in () if in_head else items_in_scope(document, offset):
        if item.family == "functions: grid" and not item.parameters_needed:
            yield Candidate(item.name, "group", item.signature, item.meaning, item.name, item, 1)
        else:
            yield _function(item, 5 if item.is_rule else 3)
    yield from _values(document, offset, 1)
    if not in_head:
        yield from (_keyword(word, f"{word} ", 6) for word in WORDS)
    yield from (_keyword(word, word, 7) for word in ("true", "false", "none"))


def _keyword(word: str, apply: str, rank: int, kind: str = "keyword") -> Candidate:
    """A word of the language, with the form of what it begins."""
    begins = kind != "keyword"
    form = FORMS.get(word, "").replace("`", "") if begins else ""
    return Candidate(word, kind, form, meaning_of(word, begins), apply, rank=rank)


def _awaits_in(document: Document, first: int, last: int) -> bool:
    """Whether the tokens of a loop or declaration are complete up to its ``in``."""
    texts = [document.tokens.text(index) for index in range(first, last + 1)]
    is_closed = texts.count("[") == texts.count("]") and texts.count("(") == texts.count(")")
    return "in" not in texts and is_closed and texts[-1] != ","


def _in_clue_head(document: Document, statement: Statement, offset: int) -> bool:
    """Whether an offset is between the rule and the colon of a clue."""
    tokens, names = document.tokens, document.names
    if tokens.kinds[statement.first] != names.name_kind:
        return False
    if statement.colon is not None:
        return offset <= tokens.starts[statement.colon]
    meaning = meaning_at(document, statement.first)
    following = tokens.text(statement.first + 1) if statement.first + 1 < statement.last else ""
    return meaning is not None and meaning.item is not None and meaning.item.is_rule and following != "("


def _arguments(document: Document, statement: Statement, offset: int) -> Iterator[Candidate]:
    """The names of the parameters that may be given there."""
    tokens = document.tokens
    if tokens.text(statement.first) == "draw" and statement.first + 2 < len(tokens.kinds):
        for name, meaning in MARK_PARAMETERS.items():
            yield Candidate(name, "parameter", "", meaning, f"{name} = ", rank=2)
        return
    call = call_at(document, offset)
    if call is None or call.in_cells:
        return
    called = meaning_at(document, call.callee)
    if called is None or called.item is None:
        return
    item = called.item
    is_clue = call.in_cells is False
    for parameter in item.parameters[1 if is_clue and item.is_rule else 0 :]:
        if not parameter.variadic:
            default = "" if parameter.default is None else f"{parameter.default.span.text} by default"
            name = parameter.name.id
            yield Candidate(name, "parameter", item.usage, default, f"{name} = ", rank=0 if is_clue else 2)


def _parts(document: Document, point: int) -> Iterator[Candidate]:
    """The groups of regions, behind a point."""
    name = document.tokens.text(point - 1)
    for text in (document, *document.included.values()):
        if name in text.names.parts:
            for label in text.names.parts[name]:
                yield Candidate(label, "part", f"{name}.{label}", f"The region `{label}` of `{name}`.", label)
            return


def _values(document: Document, offset: int, rank: int) -> Iterator[Candidate]:
    for text, definition in definitions_in_scope(document, offset):
        if definition.kind not in CALLABLE:
            kind = definition.kind if definition.kind in ("grid", "variable", "parameter") else "value"
            header = definition.whole.text.split("\n")[0]
            info = comment_above(text, definition) or KINDS.get(definition.kind, definition.kind)
            yield Candidate(definition.name, kind, header, info, definition.name, rank=rank)


def _clue(item: Item) -> Candidate:
    """A rule at the head of a clue: the required arguments are before the colon."""
    parameters = item.parameters
    if not parameters or parameters[0].variadic:
        return Candidate(item.name, "rule", item.signature, item.meaning, f"{item.name}(", item, 1)
    needed = [p for p in parameters[1:] if p.default is None and not p.variadic]
    if not needed and parameters[0].default is not None:
        apply = item.name  # its name alone is a clue
    else:
        apply = f"{item.name} " if needed or len(parameters) > 1 else f"{item.name}: "
    return Candidate(item.name, "rule", item.usage, item.meaning, apply, item, 0 if ".puz" in item.family else 1)


def _function(item: Item, rank: int) -> Candidate:
    apply = f"{item.name}(" if item.parameters else item.name
    return Candidate(item.name, "function", item.signature, item.meaning, apply, item, rank)
