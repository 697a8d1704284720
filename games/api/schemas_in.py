"""Schemas of requests: bodies and query parameters. They check the shape only; the services check the rules."""

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from accounts.mail_preferences import LONGEST_BUNDLE, SHORTEST_BUNDLE
from accounts.models.availability import MINUTES_A_DAY, MOST_MINUTES_ASLEEP
from games.clocks.terms import ClockTerms
from games.models.disputes import LONGEST_WORDS
from games.models.messages import LONGEST_MESSAGE, LONGEST_NOTES

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=10**9)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Hour: TypeAlias = Annotated[int, Meta(ge=0, le=23)]
Timing: TypeAlias = Literal["at_once", "bundled", "digest", "never"]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all bodies and queries; unknown names are refused."""


class MatchBody(Body, frozen=True):
    """A match to open: the game's slug and options, seats, time for each decision, and clock terms."""

    game: Annotated[str, Meta(max_length=40)]
    seats: SeatNumber
    pace_seconds: Seconds
    window_seconds: Seconds | None = None
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=200)] = ""
    is_private: bool = False
    terms: ClockTerms = ClockTerms()


class StartBody(Body, frozen=True):
    """The host's own `salt` for the dice: 32 random hexadecimal digits."""

    salt: Annotated[str, Meta(max_length=100)] | None = None


class SeatBody(Body, frozen=True):
    """The seat to take: any, a numbered one, or by invitation; the host may seat a bot. `salt` as in StartBody."""

    seat: SeatNumber | None = None
    bot: bool = False
    invitation: Annotated[str, Meta(max_length=100)] | None = None
    salt: Annotated[str, Meta(max_length=100)] | None = None


class InvitationBody(Body, frozen=True):
    """The mail address to invite; without one, the invitation is a link for anybody who has it."""

    address: Annotated[str, Meta(max_length=254)] | None = None


class MoveBody(Body, frozen=True):
    """A move that answers the open `decision`: as JSON (the seat may be left out) or in notation."""

    decision: Annotated[str, Meta(max_length=100)]
    move: dict[str, Any] | None = None
    notation: Annotated[str, Meta(max_length=4000)] | None = None


class QueuedBody(Body, frozen=True):
    """A move to play when asked next: as JSON (the seat may be left out) or in notation."""

    move: dict[str, Any] | None = None
    notation: Annotated[str, Meta(max_length=4000)] | None = None


class TakeBackBody(Body, frozen=True):
    """The caller's last move, by the position of its log entry."""

    position: Count


class ProposalBody(Body, frozen=True):
    """A proposal: `rewind` to just after entry `to`, `pause` for `seconds`, `pass_on` to `name`, `abandon`."""

    proposed: Literal["rewind", "pause", "pass_on", "abandon"]
    to: Count | None = None
    seconds: Seconds | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class ConsentBody(Body, frozen=True):
    """Whether the caller agrees."""

    agrees: bool


class MessageBody(Body, frozen=True):
    """A message, as plain text."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE)]


class DisputeBody(Body, frozen=True):
    """The position of the disputed log entry, and the claim."""

    position: Count
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_WORDS)]


class WordsBody(Body, frozen=True):
    """A message to a referee."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_WORDS)]


class NotesBody(Body, frozen=True):
    """All notes, as plain text; `version` is that of the notes that they replace."""

    text: Annotated[str, Meta(max_length=LONGEST_NOTES)]
    version: Count | None = None


class MailBody(Body, frozen=True):
    """Mail preferences; `quiet_hours` holds the hours of their start and end in the account's zone, or is empty."""

    timings: Annotated[dict[str, Timing], Meta(max_length=50)] | None = None
    bundle_minutes: Annotated[int, Meta(ge=SHORTEST_BUNDLE, le=LONGEST_BUNDLE)] | None = None
    digest_hour: Hour | None = None
    quiet_hours: Annotated[list[Hour], Meta(max_length=2)] | None = None


class PersonBody(Body, frozen=True):
    """Changes to the caller's account; fields that are left out stay."""

    name: Annotated[str, Meta(max_length=200)] | None = None
    time_zone: Annotated[str, Meta(max_length=64)] | None = None
    language: Annotated[str, Meta(max_length=10)] | None = None
    mail: MailBody | None = None


class HoursBody(Body, frozen=True):
    """Sleep in the account's zone: `asleep_from` in minutes after midnight, its length in minutes; and weekends off."""

    asleep_from: Annotated[int, Meta(ge=0, lt=MINUTES_A_DAY)] = 0
    asleep_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES_ASLEEP)] = 0
    weekends_off: bool = False


class AbsenceBody(Body, frozen=True):
    """An absence; both times need an offset from UTC."""

    begins_at: Annotated[datetime, Meta(tz=True)]
    ends_at: Annotated[datetime, Meta(tz=True)]


class GoodbyeBody(Body, frozen=True):
    """The caller's exact name, to confirm that the account is to be deleted."""

    name: Annotated[str, Meta(max_length=200)]


class KeyBody(Body, frozen=True):
    """A name to distinguish the API key, its scope, and the days until it expires; null means never."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    scope: Literal["read", "play", "account"] = "play"
    days: Annotated[int, Meta(ge=1, le=3650)] | None = 365


class MatchQuery(Body, frozen=True):
    """Filters of the list: own matches, those that wait for the caller, those that need players, one game, one pace.

    `pace` is the time for each answer: up to an hour, up to twelve hours, up to three days, or longer.
    """

    mine: bool = False
    to_move: bool = False
    open: bool = False
    game: Annotated[str, Meta(max_length=40)] | None = None
    pace: Literal["minutes", "hours", "days", "weeks"] | None = None
    cursor: Annotated[str, Meta(max_length=100)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class MovesQuery(Body, frozen=True):
    """The largest number of legal moves to list."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


class LogQuery(Body, frozen=True):
    """The position after which the log is read."""

    after: Count = 0


class TalkQuery(Body, frozen=True):
    """The talk: the table's, or the private one with the player who holds the seat `with`."""

    with_seat: SeatNumber | None = msgspec.field(name="with", default=None)


class MessagesQuery(TalkQuery, frozen=True):
    """The number after which a talk is read, and the largest number of messages."""

    after: Count = 0
    limit: Annotated[int, Meta(ge=1, le=200)] = 100


class NoQuery(Body, frozen=True):
    """No query parameters."""
