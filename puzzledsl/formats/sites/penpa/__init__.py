"""Links of Penpa+ (https://swaroopg92.github.io/penpa-edit, MIT licence)."""

from __future__ import annotations

from puzzledsl.formats.format import Format

_MODE = r"m=(?:edit|solve|solvedup|count)&(?:\w+=\w*&)*p="

FORMAT = Format(
    "penpa",
    "Penpa+",
    rf"(?i:https?://\S*penpa\S*[?#&]p=|https?://\S*[?#&]{_MODE})|{_MODE}",
    __name__,
    ("penpa+", "penpa-edit"),
    asks_genre=True,
)
