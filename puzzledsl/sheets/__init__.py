"""Sheets to print: puzzles with their rules on pages of paper, and the solutions on the last pages.

The way of a sheet: `entry.prepared` finds out what is printed about a model; `printing.pages_of` lays the entries out,
in plain numbers; `printing.sheets` draws these pages into a PDF file.
"""
