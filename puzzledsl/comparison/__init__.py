"""The same puzzles by several combinations of encoding, solver and presolve: measured and compared.

`measuring` runs each combination in a new, warm process. `agreement` compares the answers, `figures` counts, `saved`
is the comparison as JSON, `plot` draws it.
"""
