"""Elaboration: from the syntax tree to the model, with loops unrolled, rules applied and constants folded."""

from puzzledsl.elaboration.elaborate import Opener, elaborate
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.givens import GivensOf
from puzzledsl.elaboration.limits import SAFE, Limits, limits_from

__all__ = ["SAFE", "Fault", "GivensOf", "Limits", "Opener", "elaborate", "limits_from"]
