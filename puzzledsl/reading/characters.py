"""What other languages, typesetting and typing errors put into a model, and what is written here instead."""

from __future__ import annotations

import re
import unicodedata

CLOSING = {"(": ")", "[": "]", "{": "}"}

# Operators of other languages: what they are called there is what is written here.
_FOREIGN = {
    "===": "==",
    "!==": "!=",
    "<>": "!=",
    "=<": "<=",
    "=>": "-> (implication) or >= (at least)",
    "<=>": "<->",
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "**": "^",
    "//": "div",
    "/*": "#",
    "%": "mod",
    "!": "not",
    "~": "not",
    ":=": "==",
    "...": "..",
    "++": "+",
    "+=": "==",
    "-=": "==",
    "*=": "==",
    "/=": "!=",
    ";": "",
}
# `++`, `+=` and the like are distinguished from `+` followed by something only where they cannot be both.
FOREIGN = "|".join(
    re.escape(text) + ("(?!=)" if text == "!" else "") for text in sorted(_FOREIGN, key=lambda text: (-len(text), text))
)

_TYPESET = {
    "\u00b2": "^2",
    "\u00b3": "^3",
    "\u2264": "<=",
    "\u2a7d": "<=",
    "\u2265": ">=",
    "\u2a7e": ">=",
    "\u2260": "!=",
    "\u00d7": "*",
    "\u00b7": "*",
    "\u22c5": "*",
    "\u2217": "*",
    "\u00f7": "/ or div",
    "\u2212": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2192": "->",
    "\u21d2": "->",
    "\u27f9": "->",
    "\u2194": "<->",
    "\u21d4": "<->",
    "\u27fa": "<->",
    "\u2026": "..",
    "\u2025": "..",
    "\u2227": "and",
    "\u2228": "or",
    "\u22bb": "xor",
    "\u00ac": "not",
    "\u2208": "in",
    "\u2209": "not in",
    "\u2200": "for",
    "\u03a3": "sum(...)",
    "\u2211": "sum(...)",
    "\u201c": 'the plain quote "',
    "\u201d": 'the plain quote "',
    "\u201e": 'the plain quote "',
    "\u00ab": 'the plain quote "',
    "\u00bb": 'the plain quote "',
    "'": 'texts in "double quotes"',
    "`": 'texts in "double quotes"',
    "\u2018": 'texts in "double quotes"',
    "\u2019": 'texts in "double quotes"',
    "\ufeff": "nothing (it is an invisible byte order mark)",
    "\u200b": "nothing (it is an invisible blank)",
    "?": "`if c then a else b` for a choice; as an empty cell, `?` belongs in a layout",
    "\\": "a bracket around what goes on in the next line",
}

LAYOUT_ROWS = re.compile(r"(?:(?=[*?_|+ -]*+[0-9.])[0-9.*?_|+ -]++(?:\r?\n|\Z))+")
"""Rows of digits of a layout, which nothing else looks like."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def word_at(text: str, position: int) -> str:
    """The name or keyword that begins at ``position``; empty if none does."""
    found = _WORD.match(text, position)
    return found[0] if found else ""


_COMMENTS = ("//", "/*", "%", ";", "'")
"""What begins a comment elsewhere, and at the start of a line cannot be meant otherwise."""


def explain(group: str, text: str, begins_line: bool = False) -> tuple[str, str, str]:
    """Message, label and code for a piece of text that is no token; ``group`` is how the lexer found it."""
    if begins_line and text in _COMMENTS:
        return "a comment begins with `#`", f"write `#`, not `{text}`", "comment"
    match group:
        case "UNTERMINATED":
            return "this text has no closing quote", 'write `"` at its end, on the same line', "unterminated-text"
        case "MISNUMBER":
            digits = re.match(r"[0-9.]+", text)
            assert digits is not None
            head, tail = digits[0], text[digits.end() :]
            sizes = re.fullmatch(r"([0-9]+)[xX]([0-9]+)", text)
            if sizes is not None:
                return (
                    f"`{shown(text)}` is neither a number nor a name",
                    f"write `{sizes[1]}, {sizes[2]}`, as in `grid cell[{sizes[1]}, {sizes[2]}] in 1..9`",
                    "syntax",
                )
            return (
                f"`{shown(text)}` is neither a number nor a name",
                f"write `{shown(head)} * {shown(tail)}`, or begin a name with a letter",
                "syntax",
            )
        case "FOREIGN":
            if text == ";":
                return "`;` is not used here", "one statement a line needs no mark at its end", "syntax"
            if text == "|" and begins_line:
                return "`|` is not an operator here", "write `abs(…)` for an absolute value", "foreign-operator"
            other = {"//": "; a comment begins with `#`", "|": "; in a list, `for`: `[2 * x for x in list]`"}.get(
                text, ""
            )
            return f"`{text}` is not an operator here", f"write {_quoted(_FOREIGN[text])}{other}", "foreign-operator"
        case _:
            return _explain_character(text)


def meant(group: str, text: str, begins_line: bool) -> tuple[str, ...]:
    """What may take the place of a piece of text that is no token; empty if that is not clear."""
    if begins_line and text in _COMMENTS:
        return ("#",)
    match group:
        case "UNTERMINATED":
            return (text.rstrip() + '"',)
        case "MISNUMBER":
            sizes = re.fullmatch(r"([0-9]+)[xX]([0-9]+)", text)
            if sizes is not None:
                return (f"{sizes[1]}, {sizes[2]}",)
            digits = re.match(r"[0-9.]+", text)
            assert digits is not None
            return (f"{digits[0]} * {text[digits.end() :]}",)
        case "FOREIGN":
            if text == "=>":
                return ("->", ">=")
            return () if text == "|" else (_FOREIGN[text],)
    match _advice(text):
        case "/ or div":
            return "/", "div"
        case 'the plain quote "' | 'texts in "double quotes"':
            return ('"',)
        case "a plain blank":
            return (" ",)
        case advice if advice.startswith("nothing"):
            return ("",)
        case "sum(...)":
            return ("sum",)
        case advice if advice and (" " not in advice or advice == "not in"):
            return (advice,)
    return ()


def _advice(character: str) -> str:
    """What is written for a character that the language does not have; empty if that is not clear."""
    if character in _TYPESET:
        return _TYPESET[character]
    if character.isspace():
        return "a plain blank"
    plain = unicodedata.normalize("NFKC", character)  # such as the colon for one of full width
    return plain if plain.isascii() and plain.isprintable() and plain != character else ""


def _explain_character(text: str) -> tuple[str, str, str]:
    if advice := _advice(text):
        return f"unexpected character {_named(text)}", f"write {_quoted(advice)}", "unknown-character"
    names = "names consist of the letters a-z and A-Z, digits and `_`"
    label = names if text.isalpha() else "only comments and texts in quotes may have it"
    return f"unexpected character {_named(text)}", label, "unknown-character"


def _quoted(advice: str) -> str:
    """Backquotes around advice that is meant literally."""
    if advice in {"-> (implication) or >= (at least)"}:
        return "`->` for an implication, `>=` for a comparison"
    if advice == "/ or div":
        return "`/` or `div`"
    return advice if " " in advice and advice != "not in" else f"`{advice}`"


def _named(character: str) -> str:
    code = ord(character)
    name = unicodedata.name(character, "")
    if character.isprintable() and not unicodedata.combining(character) and code != 0xA0:
        return f"`{character}`" + (f" (U+{code:04X})" if code > 126 else "")
    return f"U+{code:04X}" + (f" ({name.lower()})" if name else "")


def shown(text: str, limit: int = 40) -> str:
    """``text`` cut to a length that fits a message."""
    return text if len(text) <= limit else text[: limit - 1] + "\u2026"
