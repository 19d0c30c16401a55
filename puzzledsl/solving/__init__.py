"""From a Pyomo model to raw values: HiGHS in a process of its own.

`puzzledsl.solving.session` has the parent's side (`Session`, `solve`), `puzzledsl.solving.worker` the child's.
"""
