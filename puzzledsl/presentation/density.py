"""How numbers are spread: a density estimated from them."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import quantiles, stdev

NARROWEST = 0.08
"""Least bandwidth of a density, as a part of the range of values."""


def density(values: Sequence[float]) -> list[tuple[float, float]]:
    """The density of some numbers between their extremes, as (number, density with maximum 1), ascending.

    Gaussian kernels; bandwidth by the robust rule of Silverman (Density Estimation for Statistics and Data Analysis,
    1986, section 3.4.2), so that few slow puzzles do not smear the many fast ones.

    Args:
        values: at least two different ones.
    """
    low, high = min(values), max(values)
    first, _, third = quantiles(values, n=4, method="inclusive")
    spread = min(stdev(values), (third - first) / 1.34)
    bandwidth = max(0.9 * spread * len(values) ** -0.2, NARROWEST * (high - low))
    places = [low + (high - low) * step / 120 for step in range(121)]
    heights = [sum(exp(-(((place - value) / bandwidth) ** 2) / 2) for value in values) for place in places]
    top = max(heights)
    return [(place, height / top) for place, height in zip(places, heights, strict=True)]
