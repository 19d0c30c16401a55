"""Solving as people do: one conclusion after the other, the easiest first, each with its reason."""
