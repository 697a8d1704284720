"""Spoiling: a mail as it comes out of bad programs, lines and intentions; by dice, so that it can be repeated."""

import random
from collections.abc import Callable


def spoilt(raw: bytes, dice: random.Random) -> bytes:
    """Return a mail with a few of its bytes or lines lost, doubled, exchanged or replaced."""
    for _ in range(dice.randint(1, 4)):
        raw = dice.choice(WAYS)(raw, dice)
    return raw


def _cut(raw: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(raw) + 1)
    return raw[:start] + raw[start + dice.randint(1, 60) :]


def _doubled(raw: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(raw) + 1)
    piece = raw[start : start + dice.randint(1, 40)]
    return raw[:start] + piece * dice.choice((2, 3, 200)) + raw[start:]


def _struck(raw: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(raw) + 1)
    sign = dice.choice(
        (b"\0", b"\xff", b"(", b'"', b"<", b">", b";", b"=?utf-7?q?+2AA-?=", b"\r", b"\n", b"\n\n", b"%00", b":")
    )
    return raw[:at] + sign * dice.choice((1, 1, 1, 50)) + raw[at + 1 :]


def _shuffled(raw: bytes, dice: random.Random) -> bytes:
    lines = raw.split(b"\n")
    dice.shuffle(lines)
    return b"\n".join(lines)


WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (_cut, _doubled, _struck, _struck, _shuffled)
