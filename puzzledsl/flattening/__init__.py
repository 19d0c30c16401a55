"""Flattening: from decided expressions to primitive constraints over finite-domain variables.

Linear parts stay linear; a Boolean over few variables becomes a table; everything else gets auxiliary variables.
Conditions are half-reified (Feydy, Somogyi, Stuckey: Half Reification and Flattening, CP 2011): where only "if the
literal then the constraint" is needed, only that is written.
"""

from puzzledsl.flattening.flatten import flatten

__all__ = ["flatten"]
