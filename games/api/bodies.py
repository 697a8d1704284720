"""What comes in: bodies and query parameters. Shape only; what is allowed is for the services."""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=10**9)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Anything that is read from a request; unknown names are refused."""


class MatchBody(Body, frozen=True):
    """A match to open: the game's slug and options, the seats, and the time for each decision."""

    game: Annotated[str, Meta(max_length=40)]
    seats: SeatNumber
    pace_seconds: Seconds
    window_seconds: Seconds | None = None
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=200)] = ""
    is_private: bool = False


class SeatBody(Body, frozen=True):
    """A place to sit down at: any, a numbered one, by invitation; or, for the host, a bot's."""

    seat: SeatNumber | None = None
    bot: bool = False
    invitation: Annotated[str, Meta(max_length=100)] | None = None


class InvitationBody(Body, frozen=True):
    """Whom to invite; without an address, a link for anybody who has it."""

    address: Annotated[str, Meta(max_length=254)] | None = None


class MoveBody(Body, frozen=True):
    """A move that answers the open decision named; as JSON (the seat may be left out) or in notation."""

    decision: Annotated[str, Meta(max_length=100)]
    move: dict[str, Any] | None = None
    notation: Annotated[str, Meta(max_length=4000)] | None = None


class PersonBody(Body, frozen=True):
    """What a person may change about themselves; what is left out stays."""

    name: Annotated[str, Meta(max_length=200)] | None = None
    time_zone: Annotated[str, Meta(max_length=64)] | None = None
    muted_kinds: Annotated[list[str], Meta(max_length=50)] | None = None


class KeyBody(Body, frozen=True):
    """A name to tell an API key from others."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


class MatchQuery(Body, frozen=True):
    """Which matches to list: one's own, those that wait for one, those that need players, those of one game."""

    mine: bool = False
    to_move: bool = False
    open: bool = False
    game: Annotated[str, Meta(max_length=40)] | None = None
    cursor: Annotated[str, Meta(max_length=100)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class MovesQuery(Body, frozen=True):
    """How many legal moves to list at most."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


class LogQuery(Body, frozen=True):
    """Behind which position the log is read."""

    after: Count = 0


class NoQuery(Body, frozen=True):
    """No query parameters."""
