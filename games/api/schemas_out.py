"""Schemas of answers. No secrets: all private data comes from the reader's View, log or seat."""

from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from games.book.reliability import Reliability
from games.clocks.terms import ClockTerms
from pirates.outcomes import Outcome
from pirates.seats import Seat as SeatNumber

MatchStatus: TypeAlias = Literal["waiting", "running", "over"]


class GameAnswer(msgspec.Struct, frozen=True):
    """A game of this service."""

    slug: str
    title: str
    seats: list[int]
    rules_version: int


class GameInFull(GameAnswer, frozen=True):
    """A game with the JSON Schemas of its options, moves and views."""

    options: dict[str, Any]
    moves: dict[str, Any]
    view: dict[str, Any]


class GameList(msgspec.Struct, frozen=True):
    """All games."""

    games: list[GameAnswer]


class SeatAnswer(msgspec.Struct, frozen=True):
    """A seat; `name` is null while it is free, `bank_seconds` is the time in hand beside the pace.

    `is_offered`: other people may take this seat over by sitting down. `reliability` is given before the start: how
    many questions this person answered in time and missed in the newest matches; null if there are too few.
    """

    seat: SeatNumber
    name: str | None
    keeper: Literal["player", "bot", "caretaker", "nobody"]
    is_awaited: bool
    has_resigned: bool
    is_offered: bool
    misses: int
    bank_seconds: int
    reliability: Reliability | None


class DecisionAnswer(msgspec.Struct, frozen=True):
    """A decision that is open to the reader; `default` (in notation) is played if the time runs out."""

    key: str
    kind: str
    is_required: bool
    is_window: bool
    default: str | None


class DeadlineAnswer(msgspec.Struct, frozen=True):
    """The time at which the answer of a seat is due; only that seat sees `decision`."""

    seat: SeatNumber
    due_at: datetime
    is_window: bool
    decision: str | None


class MatchAnswer(msgspec.Struct, frozen=True):
    """A match as its reader may see it; `view` has the schema given by games/{slug}/ and is null before the start.

    `longest_seconds` is the longest time from its start, without pauses and time given back; null if nothing bounds it.
    `ends_by` is the latest end of a running match, with all time added so far.
    `takeable` is the position of the reader's last move while it may be taken back, else null.
    """

    id: str
    game: str
    rules_version: int
    title: str
    status: MatchStatus
    options: msgspec.Raw
    host: str
    is_host: bool
    is_private: bool
    pace_seconds: int
    window_seconds: int
    terms: ClockTerms
    paused_until: datetime | None
    longest_seconds: int | None
    ends_by: datetime | None
    commitment: str
    opened_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    seats: list[SeatAnswer]
    seat: SeatNumber | None
    waiting: tuple[SeatNumber, ...]
    deadlines: list[DeadlineAnswer]
    decisions: list[DecisionAnswer]
    takeable: int | None
    outcome: Outcome | None
    position: int
    fingerprint: str
    view: Any


class ListedMatch(msgspec.Struct, frozen=True):
    """A match in a list.

    `longest_seconds` is the longest time from its start, without pauses and the like; null if nothing bounds it.
    """

    id: str
    game: str
    title: str
    status: MatchStatus
    host: str
    is_private: bool
    seats: int
    free_seats: int
    seat: SeatNumber | None
    waiting: list[SeatNumber]
    pace_seconds: int
    longest_seconds: int | None
    opened_at: datetime
    next_due_at: datetime | None


class MatchList(msgspec.Struct, frozen=True):
    """A page of matches; `next_cursor` is the cursor of the next page, null on the last."""

    matches: list[ListedMatch]
    next_cursor: str | None


class Played(msgspec.Struct, frozen=True):
    """The result of a move: the position of its log entry, and the match as its player sees it now."""

    position: int
    fingerprint: str
    status: MatchStatus
    waiting: tuple[SeatNumber, ...]
    decisions: list[DecisionAnswer]
    outcome: Outcome | None
    view: Any


class LegalMove(msgspec.Struct, frozen=True):
    """A legal move, as JSON and in notation, and the decision that it answers."""

    decision: str
    notation: str
    move: Any


class LegalMoves(msgspec.Struct, frozen=True):
    """The legal moves of the reader; `is_cut`: there are more than requested."""

    position: int
    decisions: list[DecisionAnswer]
    moves: list[LegalMove]
    is_cut: bool


class LogLineAnswer(msgspec.Struct, frozen=True):
    """A log entry as the reader may know it; `is_left_behind`: a later rewind undid it.

    `actor` is empty for acts of other seats while the match runs.
    """

    position: int
    recorded_at: datetime
    actor: str
    sentences: tuple[str, ...]
    is_left_behind: bool


class LogAnswer(msgspec.Struct, frozen=True):
    """The reader's log."""

    position: int
    lines: list[LogLineAnswer]


class PositionAnswer(msgspec.Struct, frozen=True):
    """The reader's view right after a log entry."""

    position: int
    fingerprint: str
    view: Any


class MessageAnswer(msgspec.Struct, frozen=True):
    """A message; numbers count within one talk. `seat` is its author's present seat, if any."""

    number: int
    said_at: datetime
    seat: SeatNumber | None
    name: str
    is_own: bool
    text: str


class TalkAnswer(msgspec.Struct, frozen=True):
    """A part of a talk, oldest first; `next_after` is the `after` of the next part, null at the end.

    `unread` counts others' messages since the reader last wrote there; a muted talk has only the reader's own.
    """

    messages: list[MessageAnswer]
    next_after: int | None
    unread: int
    is_muted: bool
    is_open: bool


class NotesAnswer(msgspec.Struct, frozen=True):
    """The reader's own notes on a match; `version` grows with every change."""

    text: str
    version: int
    changed_at: datetime | None


class InvitationAnswer(msgspec.Struct, frozen=True):
    """An invitation: the mail address that it goes to, or the token and link for anybody who has them."""

    address: str | None
    token: str | None
    link: str | None


class MailAnswer(msgspec.Struct, frozen=True):
    """The reader's mail preferences, with hours in the reader's zone; `quiet_hours` is empty if there are none."""

    timings: dict[str, str]
    bundle_minutes: int
    digest_hour: int
    quiet_hours: list[int]


class PersonAnswer(msgspec.Struct, frozen=True):
    """The reader's own account."""

    name: str
    email: str
    time_zone: str
    language: str
    mail: MailAnswer


class HoursAnswer(msgspec.Struct, frozen=True):
    """The reader's hours of sleep and weekends, in the zone of the account."""

    time_zone: str
    asleep_from: int
    asleep_minutes: int
    weekends_off: bool


class AbsenceAnswer(msgspec.Struct, frozen=True):
    """An absence of the reader; `tables`, given once when it is declared, is the number of tables where it counts."""

    id: int
    begins_at: datetime
    ends_at: datetime
    tables: int | None = None


class AbsenceList(msgspec.Struct, frozen=True):
    """The reader's absences that have not ended."""

    absences: list[AbsenceAnswer]


class KeyAnswer(msgspec.Struct, frozen=True):
    """An API key; `key`, its secret, is given once, when it is made."""

    id: int
    name: str
    hint: str
    scope: Literal["read", "play", "account"]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    key: str | None = None


class KeyList(msgspec.Struct, frozen=True):
    """The reader's API keys that are not revoked."""

    keys: list[KeyAnswer]
