"""What people call a colour. A hue has several names, each with how well it fits, from 0 to 1.2."""

from __future__ import annotations

import re
from colorsys import rgb_to_hls

from puzzledsl.formats.tables import table

_COLORS = table(__file__, "colors.tsv")
"""By name: words for it, and hues, each from, to, and how well they fit; what lightness asks for is below."""
WORDS = {word: row["name"] for row in _COLORS for word in row["words"].split()}
"""The words for colours, and the name that each is counted as."""
_SHADE = r"(?:(light|pale|bright|dark|deep|darker|lighter)(?:er)?[ -])?"
_COLOR = re.compile(rf"\b{_SHADE}({'|'.join(WORDS)})\b")
_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)

_HUES = {
    row["name"]: [[*map(float, part.split("-"))] for part in row["hues"].split()] for row in _COLORS if "hues" in row
}


def flat_color(text: object) -> str:
    """A colour as it looks on white, ``#rrggbb``; empty for none and for what is not one."""
    word = str(text or "").strip().lower()
    word = {"white": "ffffff", "black": "000000", "gray": "808080", "grey": "808080", "red": "ff0000"}.get(word, word)
    found = _HEX.fullmatch(word)
    if found is None:
        return ""
    digits = found[1]
    if len(digits) <= 4:
        digits = "".join(2 * digit for digit in digits)
    *parts, alpha = bytes.fromhex(digits.ljust(8, "f"))
    return "#" + bytes(255 + (part - 255) * alpha // 255 for part in parts).hex() if alpha else ""


def named(text: str) -> tuple[str, ...]:
    """The colours that a text names, in order: ``light blue``, ``green``."""
    found = (f"{shade[:4].strip()} {WORDS[word]}".strip() for shade, word in _COLOR.findall(text))
    return tuple(dict.fromkeys(found))


def fit(name: str, color: str) -> float:
    """How well a name of `named` fits a colour: 0 for not at all."""
    if not color:
        return 0
    shade, _, base = name.rpartition(" ")
    hue, light, saturation = rgb_to_hls(*(part / 255 for part in bytes.fromhex(color[1:])))
    fits = _base_fit(base, hue * 360, light, saturation)
    if fits and shade:
        paler = shade in ("ligh", "pale", "brig")
        fits += 0.1 if (light > 0.6) == paler else -0.25
    return fits


def _base_fit(base: str, hue: float, light: float, saturation: float) -> float:
    colorless = saturation < 0.14 or light > 0.97 or light < 0.06
    match base:
        case "white":
            return 1.0 if light > 0.95 else 0
        case "black":
            return 1.0 if light < 0.2 else 0
        case "gray":
            if colorless and 0.2 <= light <= 0.95:
                return 1.0
            return 0.4 if saturation < 0.25 and light <= 0.95 else 0
    if colorless:
        return 0
    tints = {
        "peach": (12 <= hue < 48 and light > 0.68) or ((hue < 12 or hue > 350) and light > 0.82),
        "brown": 8 <= hue < 50 and (light < 0.42 or (light < 0.65 and saturation < 0.6)),
        "olive": 45 <= hue < 100 and light < 0.6,
        "lavender": 235 <= hue < 320 and light > 0.68,
    }
    if base in tints:
        return 1.1 if tints[base] else 0.5 if base == "lavender" and 255 <= hue < 300 else 0
    if base == "pink" and (hue < 12 or hue > 340) and light > 0.68:
        return 0.9
    return max((fits for low, high, fits in _HUES.get(base, ()) if low <= hue < high), default=0)


def said(color: str) -> str:
    """The name that people would give a colour."""
    names = ("white", "black", "gray", "brown", *(name for name in _HUES if name != "indigo"))
    return max(names, key=lambda name: fit(name, color)) if color else "colourless"
