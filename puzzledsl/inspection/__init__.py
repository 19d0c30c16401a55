"""Shows the integer programs of a model: rows in words, relaxations, branch-and-bound trees.

Nothing here solves a model; `puzzledsl.Model.solve` does.
"""
