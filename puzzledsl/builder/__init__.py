"""Models written in Python: `Builder` prints as ``.puz``, and what it prints is what it means.

`expression` has operators that print as the language writes them, `grids` the cells, `statements` the text of clues and
layouts, `builder` the statements themselves.
"""

from puzzledsl.builder.builder import Builder
from puzzledsl.builder.expression import Expression, Functions
from puzzledsl.builder.grids import Cells, Grid

__all__ = ["Builder", "Cells", "Expression", "Functions", "Grid"]
