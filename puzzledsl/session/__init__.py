"""One model, many questions: solving, batches, analyses and generation all use `SolverSession`.

Is there a solution with these values, or other than those? Which solutions are there? Propagation and search come
first; HiGHS works beside the search where that takes long.
"""

from puzzledsl.model import shown_variables
from puzzledsl.session.session import SolverSession
from puzzledsl.session.solutions import Solutions
from puzzledsl.session.verdict import Verdict, subset

__all__ = ["Solutions", "SolverSession", "Verdict", "shown_variables", "subset"]
