"""Steps of a solve path as lines of text: numbered sentences, with the techniques."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.steps.finding import Finding


def step_lines(head: str, one: Finding, screen: Screen) -> list[str]:
    """The sentence of a step behind its number, and the technique; below an assumption its steps to a contradiction."""
    lines = [f"{head}{one.sentence} {screen.faint(f'[{one.technique.name}]')}"]
    indent = " " * len(head)
    for number, step in enumerate(one.trial):
        lines += step_lines(f"{indent}{_letters(number)}) ", step, screen)
    return lines


def _letters(number: int) -> str:
    """``a`` … ``z``, ``aa`` …"""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)
