"""How sure a measured share is."""

from math import sqrt

WIDTH = 1.96  # standard deviations of a 95 % interval


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share that was measured in `count` matches; all of 0 to 1 if in none."""
    if not count:
        return 0.0, 1.0
    square = WIDTH * WIDTH
    middle = share + square / (2 * count)
    half = WIDTH * sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(0.0, (middle - half) / (1 + square / count)), min(1.0, (middle + half) / (1 + square / count))
