"""Answers about disputes."""

from datetime import datetime
from typing import Literal

import msgspec

from pirates.seats import Seat as SeatNumber


class WordAnswer(msgspec.Struct, frozen=True):
    """A message in a dispute; `seat` is the one that speaks or is asked, null for the whole table."""

    kind: str
    seat: SeatNumber | None
    text: str
    said_at: datetime


class RulingAnswer(msgspec.Struct, frozen=True):
    """A referee's ruling, at its position in the log; `order` names its kind."""

    position: int
    order: str
    reason: str
    is_final: bool


class DisputeAnswer(msgspec.Struct, frozen=True):
    """A dispute with the messages that its reader may read; `seat` is null if a referee ruled without a dispute."""

    number: int
    seat: SeatNumber | None
    position: int
    status: Literal["open", "ruled", "appealed", "settled", "withdrawn"]
    opened_at: datetime
    words: list[WordAnswer]
    rulings: list[RulingAnswer]
    may_answer: bool
    may_withdraw: bool
    may_appeal: bool


class DisputeList(msgspec.Struct, frozen=True):
    """Every dispute of a match, newest first."""

    disputes: list[DisputeAnswer]
