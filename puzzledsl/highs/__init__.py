"""From a Pyomo model to raw values: HiGHS in a process of its own.

`puzzledsl.highs.supervisor` has the parent's side (`Supervisor`), `puzzledsl.highs.worker` the child's.
"""
