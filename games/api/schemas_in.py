"""What comes in: bodies and query parameters. Shape only; what is allowed is for the services."""

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
    """Anything that is read from a request; unknown names are refused."""


class MatchBody(Body, frozen=True):
    """A match to open: the game's slug and options, the seats, the time for each decision, and the clocks' terms."""

    game: Annotated[str, Meta(max_length=40)]
    seats: SeatNumber
    pace_seconds: Seconds
    window_seconds: Seconds | None = None
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=200)] = ""
    is_private: bool = False
    terms: ClockTerms = ClockTerms()


class StartBody(Body, frozen=True):
    """The host's own `salt` for the dice: 32 hexadecimal digits, drawn by chance."""

    salt: Annotated[str, Meta(max_length=100)] | None = None


class SeatBody(Body, frozen=True):
    """A place to sit down at: any, a numbered one, by invitation; or, for the host, a bot's. `salt` as at the start."""

    seat: SeatNumber | None = None
    bot: bool = False
    invitation: Annotated[str, Meta(max_length=100)] | None = None
    salt: Annotated[str, Meta(max_length=100)] | None = None


class InvitationBody(Body, frozen=True):
    """Whom to invite; without an address, a link for anybody who has it."""

    address: Annotated[str, Meta(max_length=254)] | None = None


class MoveBody(Body, frozen=True):
    """A move that answers the open decision named; as JSON (the seat may be left out) or in notation."""

    decision: Annotated[str, Meta(max_length=100)]
    move: dict[str, Any] | None = None
    notation: Annotated[str, Meta(max_length=4000)] | None = None


class QueuedBody(Body, frozen=True):
    """A move to play when asked next; as JSON (the seat may be left out) or in notation."""

    move: dict[str, Any] | None = None
    notation: Annotated[str, Meta(max_length=4000)] | None = None


class TakeBackBody(Body, frozen=True):
    """The own last move, by the position of its log entry."""

    position: Count


class ProposalBody(Body, frozen=True):
    """What the table shall agree to: go back `to` right after an entry, stand still, pass the own seat on, or end."""

    wish: Literal["go_back", "stand_still", "pass_on", "abandon"]
    to: Count | None = None
    seconds: Seconds | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class ConsentBody(Body, frozen=True):
    """Whether the asker agrees."""

    agrees: bool


class MessageBody(Body, frozen=True):
    """Something to say, as plain text."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE)]


class DisputeBody(Body, frozen=True):
    """The position of a log entry, and what is wrong with it."""

    position: Count
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_WORDS)]


class WordsBody(Body, frozen=True):
    """Words for a referee."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_WORDS)]


class NotesBody(Body, frozen=True):
    """The whole of one's notes, as plain text; `version` is of the notes that they were written over."""

    text: Annotated[str, Meta(max_length=LONGEST_NOTES)]
    version: Count | None = None


class MailBody(Body, frozen=True):
    """When which kind of mail is wanted; `quiet_hours` are two hours of the own day, or none."""

    timings: Annotated[dict[str, Timing], Meta(max_length=50)] | None = None
    bundle_minutes: Annotated[int, Meta(ge=SHORTEST_BUNDLE, le=LONGEST_BUNDLE)] | None = None
    digest_hour: Hour | None = None
    quiet_hours: Annotated[list[Hour], Meta(max_length=2)] | None = None


class PersonBody(Body, frozen=True):
    """What a person may change about themselves; what is left out stays."""

    name: Annotated[str, Meta(max_length=200)] | None = None
    time_zone: Annotated[str, Meta(max_length=64)] | None = None
    language: Annotated[str, Meta(max_length=10)] | None = None
    mail: MailBody | None = None


class HoursBody(Body, frozen=True):
    """One's night in the zone of one's account, from minutes after midnight and so many minutes long, and weekends."""

    asleep_from: Annotated[int, Meta(ge=0, lt=MINUTES_A_DAY)] = 0
    asleep_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES_ASLEEP)] = 0
    weekends_off: bool = False


class AbsenceBody(Body, frozen=True):
    """A time away, with an offset from UTC."""

    begins_at: Annotated[datetime, Meta(tz=True)]
    ends_at: Annotated[datetime, Meta(tz=True)]


class GoodbyeBody(Body, frozen=True):
    """The asker's name as it stands, to be sure that the account is to be deleted."""

    name: Annotated[str, Meta(max_length=200)]


class KeyBody(Body, frozen=True):
    """A name to tell an API key from others, how far it goes, and for how many days it is good; null is for ever."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    scope: Literal["read", "play", "account"] = "play"
    days: Annotated[int, Meta(ge=1, le=3650)] | None = 365


class MatchQuery(Body, frozen=True):
    """Which matches to list: one's own, those that wait for one, those that need players, of one game, of one pace.

    `pace`: up to an hour for each answer, up to twelve hours, up to three days, or longer.
    """

    mine: bool = False
    to_move: bool = False
    open: bool = False
    game: Annotated[str, Meta(max_length=40)] | None = None
    pace: Literal["minutes", "hours", "days", "weeks"] | None = None
    cursor: Annotated[str, Meta(max_length=100)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class MovesQuery(Body, frozen=True):
    """How many legal moves to list at most."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


class LogQuery(Body, frozen=True):
    """Behind which position the log is read."""

    after: Count = 0


class TalkQuery(Body, frozen=True):
    """In which talk: the table's, or the private one with the player who holds the seat named."""

    with_seat: SeatNumber | None = msgspec.field(name="with", default=None)


class MessagesQuery(TalkQuery, frozen=True):
    """Behind which number a talk is read, and how many messages at most."""

    after: Count = 0
    limit: Annotated[int, Meta(ge=1, le=200)] = 100


class NoQuery(Body, frozen=True):
    """No query parameters."""
