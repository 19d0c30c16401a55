"""Decoding of what strangers send: nothing grows beyond a bound, and bad input is a `PuzzleError`."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable
from typing import Any

from puzzledsl.diagnostics import PuzzleError, failure

LONGEST_TEXT = 2_000_000
"""Characters of a link or file."""
LARGEST_CONTENT = 1_000_000
"""Characters, or bytes, that a link may unfold to. Real ones have up to 220,000; as JSON, each may take 40 bytes."""
DEEPEST = 60
"""Levels of nested lists and objects. Real puzzles have about 8."""
LARGEST_SIDE = 60
"""Rows or columns of a grid."""
_LAST_COMMA = re.compile(r",\s*([\]}])")


def unreadable(site: str, reason: str, *helps: str) -> PuzzleError:
    """The error for a puzzle that cannot be read: ``this puzzle of SITE cannot be read: REASON``."""
    return failure(f"this puzzle of {site} cannot be read: {reason}", helps=helps, code="format")


def check_size(site: str, height: int, width: int) -> None:
    """Check the size of a grid.

    Raises:
        PuzzleError: it has no cell, or a side longer than `LARGEST_SIDE`.
    """
    if not (0 < height <= LARGEST_SIDE and 0 < width <= LARGEST_SIDE):
        raise unreadable(site, f"a grid of {height} × {width} cells; each side may have 1 to {LARGEST_SIDE}")


def short_link(site: str, first: str, second: str) -> PuzzleError:
    """The error for a link that only names a puzzle, with the two steps to one that holds it."""
    reason = "this short link only names a puzzle that is kept elsewhere, and nothing is fetched"
    return unreadable(site, reason, f"1. {first}", f"2. {second}")


def from_base64(text: str, site: str) -> bytes:
    """The bytes of standard or URL-safe base64, with or without its padding.

    Raises:
        PuzzleError: it is not base64.
    """
    standard = text.strip().replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)
    except ValueError:
        raise unreadable(site, "its text is not base64; perhaps a part of it is missing") from None


def inflated(content: bytes, site: str) -> bytes:
    """What raw deflate packed (RFC 1951), up to `LARGEST_CONTENT` bytes.

    Raises:
        PuzzleError: it is damaged or larger.
    """
    decoder = zlib.decompressobj(wbits=-15)
    try:
        text = decoder.decompress(content, LARGEST_CONTENT)
    except zlib.error:
        raise unreadable(site, "it is damaged; perhaps a part of the link is missing") from None
    if decoder.unconsumed_tail:
        raise too_large(site)
    if not decoder.eof:
        raise unreadable(site, "it ends too early; perhaps a part of the link is missing")
    return text


def too_large(site: str) -> PuzzleError:
    """The error for what unfolds beyond `LARGEST_CONTENT`."""
    return unreadable(site, f"it unfolds to more than {LARGEST_CONTENT:,} characters")


def from_json(text: str, site: str) -> Any:
    """The value of a JSON text, whose depth is bounded by `DEEPEST`.

    Raises:
        PuzzleError: it is not JSON, or too deep.
    """
    try:
        value = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise too_deep(site) from None
    except json.JSONDecodeError as error:
        raise unreadable(site, _mistake_in_json(text, error)) from None
    except ValueError as error:
        raise unreadable(site, f"its text is not JSON ({error})") from None
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise too_deep(site)
    return value


def to_json(value: object) -> str:
    """The JSON text of a value as sites pack it: in one line without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _mistake_in_json(text: str, error: json.JSONDecodeError) -> str:
    """Describe what is wrong, and where. The versions of Python report a comma before a bracket differently."""
    if error.pos >= len(text) or error.msg.startswith("Unterminated"):
        return "its text ends too early; perhaps a part of it is missing"
    comma = _LAST_COMMA.match(text, text.rfind(",", 0, error.pos + 1))
    if comma and error.pos < comma.end():
        error = json.JSONDecodeError(f"remove the comma before `{comma[1]}`", text, comma.start())
    return f"its text is not JSON at line {error.lineno}, column {error.colno}: {error.msg}"


def too_deep(site: str) -> PuzzleError:
    """The error for lists within lists beyond `DEEPEST`."""
    return unreadable(site, f"it is nested more than {DEEPEST} levels deep")


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _no_number(name: str) -> None:
    raise ValueError(name)
