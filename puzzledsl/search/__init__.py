"""Search on the propagators: one depth-first search, and what is asked of it."""
