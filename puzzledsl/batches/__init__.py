"""Many puzzles of one model, which differ in their givens only."""
