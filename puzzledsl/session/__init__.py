"""One model, many questions: `SolverSession` is what solving, batches, analyses and generation ask.

Is there a solution with these values, or other than those, and which are there? Propagation and search come first,
HiGHS beside the search where that takes long.
"""

from puzzledsl.session.session import SolverSession
from puzzledsl.session.solutions import Solutions
from puzzledsl.session.verdict import Assignment, Verdict, shown_variables, subset

__all__ = ["Assignment", "Solutions", "SolverSession", "Verdict", "shown_variables", "subset"]
