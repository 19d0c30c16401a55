"""The integer program to look at: its rows in words, its relaxation, a branch-and-bound tree.

None of it answers a model: `puzzledsl.solve` does.
"""
