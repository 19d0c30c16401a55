"""Steps of a solve path as lines of text: numbered sentences, with the techniques."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.cli.style import Screen
    from puzzledsl.steps.finding import Finding
    from puzzledsl.steps.solve_path import StepsPath

_NO_BREAK = "\u00a0"


def step_lines(path: StepsPath, screen: Screen) -> list[str]:
    """The sentences, numbered, with the techniques."""
    digits = len(str(len(path.findings)))
    lines: list[str] = []
    for number, one in enumerate(path.findings, 1):
        lines += numbered(f"{number:>{digits}}. ", one, screen)
        lines += trial_lines(one, " " * (digits + 2), screen)
    return lines


def trial_lines(one: Finding, indent: str, screen: Screen) -> list[str]:
    """The steps to the contradiction that an assumption ends in, with letters."""
    lines: list[str] = []
    for number, step in enumerate(one.trial):
        lines += numbered(f"{indent}{_letters(number)}) ", step, screen)
    return lines


def _letters(number: int) -> str:
    """``a`` … ``z``, ``aa`` …"""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def numbered(head: str, one: Finding, screen: Screen) -> list[str]:
    """The sentence of a step behind its number, and the technique."""
    tail = f"[{one.technique.name}]".replace(" ", _NO_BREAK)
    first, *rest = wrapped(f"{one.sentence} {tail}", screen, len(head))
    shown = [head + first, *(" " * len(head) + part for part in rest)]
    shown[-1] = shown[-1].replace(tail, screen.faint(tail.replace(_NO_BREAK, " ")))
    return shown


def wrapped(text: str, screen: Screen, indent: int) -> list[str]:
    """The text in lines that fit on the screen behind an indentation; nothing for an empty text."""
    from textwrap import wrap

    if screen.width is None:
        return [text] if text else []
    return wrap(text, max(screen.width - indent, 30), break_long_words=False)
