"""A declarative modelling language for grid puzzles."""

__version__ = "0.1.0"
