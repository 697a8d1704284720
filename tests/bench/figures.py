"""Telling figures: what was measured, in how many rounds, against which mark."""

import gc
import time
from collections.abc import Callable
from statistics import median

TOLD_WIDTH = 72


def tell(what: str, figure: str) -> None:
    """Print one measured figure on a line of its own."""
    print(f"\n  {what:<{TOLD_WIDTH}} {figure}", end="")


def seconds(act: Callable[[], object]) -> float:
    """Return how long one call of `act` takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def own_seconds(act: Callable[[], object]) -> float:
    """Return how much of a core's time one call of `act` takes in this process, whoever else uses the machine."""
    began = time.process_time()
    act()
    return time.process_time() - began


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Return the median seconds of both acts, taken in turns so that a slow moment of the machine meets both."""
    gc.collect()
    times = [(seconds(ours), seconds(theirs)) for _ in range(rounds)]
    return median(one for one, _ in times), median(other for _, other in times)
