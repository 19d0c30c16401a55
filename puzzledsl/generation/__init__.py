"""Puzzles from models: givens or cages such that there is exactly one solution."""
