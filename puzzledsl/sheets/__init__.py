"""Sheets to print: puzzles with their rules on pages of paper, and the solutions on the last pages.

The way of a sheet: `entry.prepared` finds out what is printed about a model; `printing.pages_of` makes a picture of
each page, in points; `printing.sheets` has them converted into a PDF file.
"""
