"""What other languages, typesetting and typing errors put into a model, and what is written here instead."""

from __future__ import annotations

import re
import unicodedata

from puzzledsl.listing import shorten

CLOSING = {"(": ")", "[": "]", "{": "}"}

_ASSIGNING = ("+=", "-=", "*=")
"""Operators that give a new value to a name, for which nothing can be written here."""

# Operators of other languages, and what is written here.
_FOREIGN = {
    text: here
    for here, texts in {
        "==": "=== :=",
        "!=": "!== <> /=",
        "<=": "=<",
        "-> or >=": "=>",
        "->": "==> -->",
        "<->": "<=> <==>",
        "and": "&& & /\\",
        "or": "|| | \\/",
        "^": "**",
        "div": "//",
        "#": "/*",
        "mod": "%",
        "not": "! ~",
        "..": "...",
        "+": "++",
        "": ";",
    }.items()
    for text in texts.split()
}
# `++`, `+=` and the like are distinguished from `+` followed by something only where they cannot be both.
FOREIGN = "|".join(
    re.escape(text) + ("(?!=)" if text == "!" else "")
    for text in sorted((*_FOREIGN, *_ASSIGNING), key=lambda text: (-len(text), text))
)

_TYPESET = {
    character: here
    for here, characters in {
        "^2": "\u00b2",
        "^3": "\u00b3",
        "<=": "\u2264\u2a7d",
        ">=": "\u2265\u2a7e",
        "!=": "\u2260",
        "*": "\u00d7\u00b7\u22c5\u2217",
        "/ or div": "\u00f7",
        "-": "\u2212\u2013\u2014",
        "->": "\u2192\u21d2\u27f9",
        "<->": "\u2194\u21d4\u27fa",
        "..": "\u2026\u2025",
        "and": "\u2227",
        "or": "\u2228",
        "xor": "\u22bb",
        "not": "\u00ac",
        "in": "\u2208",
        "not in": "\u2209",
        "for": "\u2200",
        "sum": "\u03a3\u2211",
        '"': "\u201c\u201d\u201e\u00ab\u00bb'`\u2018\u2019",
        "": "\ufeff\u200b",
    }.items()
    for character in characters
}

_LABELS = {
    "=>": "write `->` for an implication, `>=` for a comparison",
    "//": "write `div`; a comment begins with `#`",
    "|": "write `or`; in a list, `for`: `[2 * x for x in list]`",
    **dict.fromkeys(
        _ASSIGNING,
        "values do not change; a total is the `sum(list)` of a list, and `let` gives another name to another value",
    ),
    ";": "a statement ends with its line; the next one stands on a line of its own",
    "\u03a3": "write `sum(...)`",
    "\u2211": "write `sum(...)`",
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", 'write the plain quote "'),
    **dict.fromkeys("'`\u2018\u2019", 'write texts in "double quotes"'),
    "\ufeff": "write nothing (it is an invisible byte order mark)",
    "\u200b": "write nothing (it is an invisible blank)",
    "?": "write `if c then a else b` for a choice; as an empty cell, `?` belongs in a layout",
    "\\": "write a bracket around what goes on in the next line",
}
"""What is said about a text for which naming its replacement is not enough."""

LAYOUT_ROWS = re.compile(r"(?:(?=[*?_|+ -]*+[0-9.])[0-9.*?_|+ -]++(?:\r?\n|\Z))+")
"""Rows of digits of a layout, which nothing else looks like."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def word_at(text: str, position: int) -> str:
    """The name or keyword that begins at ``position``; empty if none does."""
    found = _WORD.match(text, position)
    return found[0] if found else ""


_COMMENTS = ("//", "/*", "%", ";", "'")
"""What begins a comment elsewhere, and at the start of a line cannot be meant otherwise."""


def explain(group: str, text: str, begins_line: bool = False) -> tuple[str, ...]:
    """What is said about a piece of text that is no token; ``group`` is how the lexer found it.

    Returns message, label, code, and then each text that may be meant.
    """
    if begins_line and text in _COMMENTS:
        return "a comment begins with `#`", f"write `#`, not `{text}`", "comment", "#"
    if group == "UNTERMINATED":
        label = 'write `"` at its end, on the same line'
        return "this text has no closing quote", label, "unterminated-text", text.rstrip() + '"'
    if group == "MISNUMBER":
        found = re.fullmatch(r"([0-9]+)[xX]([0-9]+)|([0-9.]+)(.*)", text)
        assert found is not None
        height, width, digits, rest = found.groups()
        message = f"`{shorten(text)}` is neither a number nor a name"
        plain = _in_digits(text)
        if plain:
            return message, f"write `{plain}`", "syntax", plain
        if height:
            sizes = f"{height}, {width}"
            return message, f"write `{sizes}`, as in `grid cell[{sizes}] in 1..9`", "syntax", sizes
        label = f"write `{shorten(digits)} * {shorten(rest)}`, or begin a name with a letter"
        return message, label, "syntax", f"{digits} * {rest}"
    meant = _meant(text)
    quoted = [f"`{other}`" for other in meant]
    label = _LABELS.get(text) or (f"write {' or '.join(quoted)}" if meant else "")
    if text.isspace():
        label = "write a plain blank"
    if group == "FOREIGN":
        if text == ";":
            return "`;` is not used here", label, "syntax", *meant
        message = f"`{text}` is not an operator here"
        if text == "|":  # one of several things
            return message, "write `abs(…)` for an absolute value" if begins_line else label, "foreign-operator"
        return message, label, "foreign-operator", *meant
    if not label:
        letters = "names consist of the letters a-z and A-Z, digits and `_`"
        label = letters if text.isalpha() else "only comments and texts in quotes may have it"
    return f"unexpected character {_named(text)}", label, "unknown-character", *meant


def _in_digits(text: str) -> str:
    """``0x5`` or ``1e3`` in digits; empty for anything else, and for a number that is too long."""
    if re.fullmatch(r"0[xX][0-9a-fA-F]{1,9}", text):
        return str(int(text, 16))
    found = re.fullmatch(r"([0-9]{1,9})[eE]([0-9]{1,2})", text)
    return str(int(found[1]) * 10 ** int(found[2])) if found and int(found[2]) < 10 else ""


def _meant(text: str) -> tuple[str, ...]:
    """What may be written in the place of an operator or a character that the language does not have."""
    known = _FOREIGN.get(text, _TYPESET.get(text))
    if known is not None:
        return tuple(known.split(" or "))
    if text.isspace():
        return (" ",)
    plain = unicodedata.normalize("NFKC", text)  # such as the colon for one of full width
    return (plain,) if plain.isascii() and plain.isprintable() and plain != text else ()


def _named(character: str) -> str:
    code = ord(character)
    name = unicodedata.name(character, "")
    if character.isprintable() and not unicodedata.combining(character) and code != 0xA0:
        return f"`{character}`" + (f" (U+{code:04X})" if code > 126 else "")
    return f"U+{code:04X}" + (f" ({name.lower()})" if name else "")
