"""The standard library within one elaboration: read and compiled one rule at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from puzzledsl.diagnostics import Diagnostic, PuzzleError
from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.library import Entry, entries
from puzzledsl.elaboration.scope import Scope, Unit
from puzzledsl.elaboration.statements import StatementCompiler
from puzzledsl.elaboration.values import Builtin, Function
from puzzledsl.reading import read
from puzzledsl.source import Source
from puzzledsl.syntax import Let, Rule


class LibraryUnit:
    """The library within one elaboration: what has been used of it is compiled once."""

    def __init__(self, context: Context, diagnostics: list[Diagnostic]) -> None:
        self.context = context
        self.diagnostics = diagnostics
        self.unit = Unit(self.find, self.names, is_library=True)
        self._compiled: dict[str, Function] = {}
        self._found: set[str] = set()

    def names(self) -> Iterator[str]:
        """Names of all rules and built-in functions, for suggestions; private ones (``_…``) left out."""
        yield from (name for name in entries() if not name.startswith("_"))
        yield from builtins()

    def find(self, name: str) -> Callable[[], Function | Builtin] | None:
        """What gives a rule of the library or a built-in function; a rule may be found while it is compiled."""
        builtin = builtins().get(name)
        if builtin is not None:
            return lambda: builtin
        if name not in self._found:
            if name not in entries():
                return None
            self._found.add(name)
            self._compiled[name] = self._compile(entries()[name])
        return lambda: self._compiled[name]

    def _compile(self, entry: Entry) -> Function:
        compiler = StatementCompiler(self.context, self.unit, self.diagnostics)
        return compiler.function(definition(entry), Scope())({})


@cache
def definition(entry: Entry) -> Rule | Let:
    """The syntax tree of a definition of the library: the same for all models that a process reads.

    Raises:
        PuzzleError: it has mistakes.
    """
    # Blank lines in front keep the line numbers of the library's file.
    file, mistakes = read(Source(f"library/{entry.family}.puz", "\n" * (entry.line - 1) + entry.text, is_library=True))
    if mistakes:
        raise PuzzleError(mistakes)
    return next(node for node in file.statements if isinstance(node, (Rule, Let)))
