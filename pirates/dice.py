"""Dice: the only source of chance for the rules, and its seeded implementation."""

import hmac
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

_DRAW_BYTES = 4
_DRAW_SPACE = 1 << (8 * _DRAW_BYTES)


class Dice(Protocol):
    """A source of fair chance."""

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1, all equally likely; `limit` is 1 or more."""
        ...


class SeededDice:
    """HMAC-SHA256 in counter mode (NIST SP 800-108), with rejection sampling so that all numbers are equally likely.

    The key is the Match's seed, and the message contains the number of the act. So each act has its own stream, and
    after a rewind the same act meets the same chance.
    """

    __slots__ = ("_block", "_counter", "_position", "_seed", "_used")

    def __init__(self, seed: bytes, position: int) -> None:
        self._seed = seed
        self._position = position.to_bytes(8, "big")
        self._counter = 0
        self._block = b""
        self._used = 0

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1; raises ValueError for a limit outside 1 to 2**32."""
        if not 1 <= limit <= _DRAW_SPACE:
            raise ValueError(f"a limit of 1 to {_DRAW_SPACE} is needed, not {limit}")
        even = _DRAW_SPACE - _DRAW_SPACE % limit
        while True:
            drawn = self._draw()
            if drawn < even:
                return drawn % limit

    def _draw(self) -> int:
        if self._used == len(self._block):
            self._block = hmac.digest(self._seed, self._position + self._counter.to_bytes(8, "big"), "sha256")
            self._counter += 1
            self._used = 0
        self._used += _DRAW_BYTES
        return int.from_bytes(self._block[self._used - _DRAW_BYTES : self._used], "big")


def shuffle(dice: Dice, things: Sequence[T]) -> tuple[T, ...]:
    """Return `things` in random order (Fisher-Yates)."""
    pile = list(things)
    for last in range(len(pile) - 1, 0, -1):
        drawn = dice.below(last + 1)
        pile[last], pile[drawn] = pile[drawn], pile[last]
    return tuple(pile)


def pick(dice: Dice, things: Sequence[T]) -> T:
    """Return one of `things`, chosen at random; there must be at least one."""
    return things[dice.below(len(things))]
