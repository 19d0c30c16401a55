"""The bodies of requests: JSON objects, and the values in them."""

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
    return with_plain_ends(word_of(body, "text"))


def with_plain_ends(text: str) -> str:
    """A text whose lines end with ``\\n``."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def word_of(body: Body, key: str) -> str:
    """A text; halves of characters, which no file can hold, become U+FFFD."""
    found = body.get(key)
    _demand(isinstance(found, str), key, "a text")
    return _HALF.sub("\ufffd", str(found))


def integer_of(body: Body, key: str) -> int:
    """A whole number."""
    found = body.get(key)
    whole = isinstance(found, int) and not isinstance(found, bool) and abs(found) <= 10**9
    _demand(whole, key, "a whole number")
    return int(body[key])


def mapping_of(body: Body, key: str) -> dict[str, Any]:
    """An object; empty where there is none."""
    found = body.get(key, {})
    _demand(isinstance(found, dict), key, "an object")
    return dict(found)


def words_of(body: Body, key: str) -> list[str]:
    """Texts, such as names of cells; empty where there are none."""
    found = body.get(key) or []
    _demand(isinstance(found, list) and all(isinstance(one, str) for one in found), key, "a list of texts")
    return list(found)


def _demand(condition: bool, key: str, what: str) -> None:
    if not condition:
        raise BadRequest(f"`{key}` must be {what}.")
