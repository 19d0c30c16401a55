"""The bodies of requests: JSON objects, and what is taken out of them."""

from __future__ import annotations

import json
import re
from typing import Any

_HALF = re.compile("[\ud800-\udfff]")

Body = dict[str, Any]


class BadRequest(Exception):  # noqa: N818 - answered, not raised to anybody
    """The body of a request is not what the address takes."""


def read_body(content: bytes) -> Body:
    """The object in a body.

    Raises:
        BadRequest: it is not JSON, or no object.
    """
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        raise BadRequest("The body is not JSON.") from None
    if not isinstance(found, dict):
        raise BadRequest("The body must be an object.")
    return found


def text_of(body: Body) -> str:
    """The text of the puzzle, with line ends as ``\\n``."""
    return word_of(body, "text").replace("\r\n", "\n").replace("\r", "\n")


def word_of(body: Body, key: str) -> str:
    """A text; halves of characters, which no file can hold, become U+FFFD."""
    found = body.get(key)
    if not isinstance(found, str):
        raise BadRequest(f"`{key}` must be a text.")
    return _HALF.sub("\ufffd", found)


def integer_of(body: Body, key: str) -> int:
    """A whole number."""
    found = body.get(key)
    if not isinstance(found, int) or isinstance(found, bool) or abs(found) > 10**9:
        raise BadRequest(f"`{key}` must be a whole number.")
    return found


def mapping_of(body: Body, key: str) -> dict[str, Any]:
    """An object; empty where there is none."""
    found = body.get(key, {})
    if not isinstance(found, dict):
        raise BadRequest(f"`{key}` must be an object.")
    return found


def cells_of(body: Body) -> list[str]:
    """Names of cells; empty where there are none."""
    found = body.get("cells") or []
    if not isinstance(found, list) or not all(isinstance(cell, str) for cell in found):
        raise BadRequest("`cells` must be a list of names.")
    return found
