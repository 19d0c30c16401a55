"""The same puzzles by several combinations of encoding, solver and presolve: measured, compared, counted.

`combinations` says what is run, `measuring` runs it (each run in a fresh copy of a warmed process, `runner`),
`agreement` holds the answers against each other, `figures` counts, `saved` is the JSON of it all.
"""
