"""What is drawn becomes clues: one module for each geometry, with a function ``bind``."""
