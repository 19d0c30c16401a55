"""The plain formulation of a model, as a Pyomo script that people can read, change and keep.

The script is the model: `to_pyomo` executes what `export --to pyomo` writes, so there is one formulation and not two.
It is not what `solve --solver highs` solves: that program is propagated first, has rows that follow from others, and
its big-Ms are as small as the givens allow. Here each clue is a block of rows, in its family; givens and the numbers
of clues are ``Param``s, and no other row assumes them.

- `components`: the families of variables, by the names of the source;
- `parts`: what each clue demands, taken from the flat model, as shapes and what fills them;
- `families`: clues of one shape, written as one rule with its data;
- `formulas`: the functions that families call, one for each kind of constraint;
- `script`: all of it, in order.
"""
