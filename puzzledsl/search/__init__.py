"""Search on the propagators: one depth-first search, and its clients."""
