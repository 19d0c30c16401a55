"""Amounts ("at least 5", "a multiple of 3") and kinds of digits ("odd", "low (1234)", "5s") in the words of rules."""

from __future__ import annotations

import re

_PRIMES = "{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43}"
_SQUARES = "{1, 4, 9, 16, 25, 36, 49, 64, 81}"
AMOUNT = (
    r"(?:(?:exactly|at least|at most|no more than|no fewer than|more than|fewer than|less than|up to) )?(?:\d+|an?|no)"
    r"(?: or (?:more|fewer|less))?"
)
"""How many, as a pattern without groups."""
KIND = (
    r"(?:(?:cells (?:that are |with |containing ))?(?:an? )?(?:odd|even|prime)s?"
    r"(?: (?:digits?|cells?|numbers?|values?))?"
    r"|(?:cells? with (?:an? |the )?)?(?:(?:the )?digit )?[1-9](?:'?s)?|(?:the )?digits [1-9]"
    r"|(?:the )?(?:digits?|numbers?|cells (?:with|containing) digits?) (?:from )?[1-9](?: to |-| through )[1-9])"
)
"""Digits of a kind that needs no definition, as a pattern without groups."""
DIGITS_LISTED = r"\((?:digits? |the digits? )?(?P<digits>\d(?:(?:, ?| |/|-| to | and |, and )?\d)*)\)"
"""Digits in parentheses, which define the word before them."""
_AMOUNTS = (
    (r"(?:exactly )?(\d+)", "{x} == {0}"),
    (r"(?:at least|no less than|no fewer than|a minimum of) (\d+)", "{x} >= {0}"),
    (r"(\d+) or (?:more|greater|higher|larger)", "{x} >= {0}"),
    (r"(?:at most|no more than|not more than|a maximum of|up to) (\d+)", "{x} <= {0}"),
    (r"(\d+) or (?:less|fewer|lower|smaller)", "{x} <= {0}"),
    (r"(?:more|greater|larger|higher) than (\d+)", "{x} > {0}"),
    (r"(?:less|fewer|smaller|lower) than (\d+)", "{x} < {0}"),
    (r"(?:an? )?(?:integer )?multiple of ([1-9]\d*)", "{x} mod {0} == 0"),
    (r"(?:an? )?(?:integer )?multiple of its (?:own )?length", "{x} mod len(line) == 0"),
    (r"an? odd (?:number|total|sum)|odd", "{x} mod 2 == 1"),
    (r"an? even (?:number|total|sum)|even", "{x} mod 2 == 0"),
    (r"a prime(?: number)?", f"{{x}} in {{{_PRIMES}}}"),
    (r"a (?:perfect )?square(?: number)?", f"{{x}} in {{{_SQUARES}}}"),
    (r"its (?:own )?length", "{x} == len(line)"),
    (
        r"an? (?:total|number|sum) that satisfies the inequality in the (?:top[- ]left )?corner(?: of the cage)?",
        "{x} {{inequality}}",
    ),
)
"""Amounts: the words, and the condition."""
_CALLED = r"(?: (?:digits?|cells?|numbers?|values?))?"
_DIGIT_KINDS = (
    (rf"odds?{_CALLED}", "{x} mod 2 == 1"),
    (rf"evens?{_CALLED}", "{x} mod 2 == 0"),
    (rf"primes?{_CALLED}", "{x} in {{2, 3, 5, 7, 11, 13}}"),
    (rf"(?:perfect )?squares?{_CALLED}", "{x} in {{1, 4, 9}}"),
    (r"(?:digits? )?([1-9])(?:'?s)?", "{x} == {0}"),
    (r"multiple (?:or|and) (?:factor|divisor) of its length", "{x} mod len(line) == 0 or len(line) mod {x} == 0"),
    (r"(?:factor|divisor) (?:or|and) multiple of its length", "{x} mod len(line) == 0 or len(line) mod {x} == 0"),
    (r"multiple of its length", "{x} mod len(line) == 0"),
    (r"(?:factor|divisor) of its length", "len(line) mod {x} == 0"),
)


def amount(text: str, x: str) -> str | None:
    """``at least 5`` as a condition on a number ``x``."""
    for pattern, condition in _AMOUNTS:
        if match := re.fullmatch(pattern, text):
            return condition.format(*match.groups(), x=x)
    if re.fullmatch(r"(?:either )?\d+(?:(?:, | or |, or )\d+)+", text):
        return f"{x} in {{{', '.join(re.findall(r'[0-9]+', text))}}}"
    return None


def some(many: str, counted: str) -> str | None:
    """``a``, ``exactly 2``, ``no`` of what is counted, as a condition; a bare ``2`` is exactly 2."""
    if many == "no":
        return f"not any({counted})"
    if re.fullmatch(r"(?:at least )?(?:an?|1)|1 or more", many) and many != "1":
        return f"any({counted})"
    return amount(re.sub(r"\ban?$", "1", many), f"count({counted})")


def kind(text: str, x: str) -> str | None:
    """``an odd digit``, ``low (1234)``, ``5s``, ``a multiple of its length`` as a condition on a digit ``x``."""
    text = re.sub(r"^(?:cells? (?:that (?:are|is) |with |containing )|an? |the )+", "", text.strip())
    if match := re.fullmatch(r"(.*) other than (\d)", text):
        inner = kind(match[1], x)
        return f"({inner}) and {x} != {match[2]}" if inner else None
    if match := re.fullmatch(r"(?:[a-z]+ )?(?:digits? )?(?:from )?(?:the set )?[(\[{]([\d ,/-]+)[)\]}]", text):
        digits = _digits(match[1])
        return f"{x} in {{{', '.join(map(str, digits))}}}" if digits else None
    if match := re.fullmatch(r"(?:digits?|numbers?) (?:from )?([1-9])(?: to |-| through )([1-9])", text):
        return f"{x} in {match[1]}..{match[2]}" if match[1] < match[2] else None
    for pattern, condition in _DIGIT_KINDS:
        if match := re.fullmatch(pattern, text):
            return condition.format(*match.groups(), x=x)
    return None


def _digits(text: str) -> list[int]:
    """``12345``, ``1-3``, ``1-2-3``, ``1, 4, 7``, ``1/3/5`` as digits; none where a number may have several."""
    parts = re.split(r"[ ,/]+", text.strip())
    found: list[int] = []
    for part in parts:
        if run := re.fullmatch(r"(\d)-(\d)", part):
            found += range(int(run[1]), int(run[2]) + 1)
        elif re.fullmatch(r"\d(?:-\d)*", part) or (len(parts) == 1 and part.isdigit()):
            found += map(int, part.replace("-", ""))
        else:
            return []
    return list(dict.fromkeys(found))
