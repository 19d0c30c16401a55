"""One model, many questions: is there a solution with these values, or other than those, and which are there?

The core of everything that asks more than `solve`: uniqueness, counting, candidates, explanations, generation. The
model is flattened and brought to rest once; each question narrows the store from there, and everything is undone
after it. Propagation and search come first, HiGHS where they do not get there within their share. Whatever is called
a solution has been accepted by the independent verifier.

An objective is left aside: a solution is whatever keeps the rules.
"""

from puzzledsl.session.session import SolverSession
from puzzledsl.session.solutions import Solutions
from puzzledsl.session.verdict import Assignment, Verdict, shown_variables, subset

__all__ = ["Assignment", "Solutions", "SolverSession", "Verdict", "shown_variables", "subset"]
