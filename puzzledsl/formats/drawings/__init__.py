"""Puzzles that are drawn: what a drawing and the rules in prose mean together.

`recognition.recognise` is what formats call. The kinds of clues are the modules of `drawings.rules`, found by scanning.
"""
