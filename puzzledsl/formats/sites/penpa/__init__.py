"""Links of Penpa+ (https://swaroopg92.github.io/penpa-edit, MIT licence)."""

from __future__ import annotations

import re

from puzzledsl.formats.format import Format

_LINK = re.compile(r"(?i)https?://\S*penpa\S*[?#&]p=|https?://\S*[?#&]m=(?:edit|solve|solvedup|count)&(?:\w+=\w*&)*p=")
_PAYLOAD = re.compile(r"(?:m=(?:edit|solve|solvedup|count)&)(?:\w+=\w*&)*p=")


def _recognises(text: str) -> bool:
    return _LINK.match(text) is not None or _PAYLOAD.match(text) is not None


FORMAT = Format("penpa", "Penpa+", _recognises, __name__, aliases=("penpa+", "penpa-edit"), asks_genre=True)
