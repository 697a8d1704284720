"""What goes out. Secrets never pass here: all that is private comes out of the View, the log or the reader's seat."""

from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from games.book.reliability import Reliability
from games.clocks.terms import ClockTerms
from pirates.outcomes import Outcome
from pirates.seats import Seat as SeatNumber

MatchStatus: TypeAlias = Literal["mustering", "running", "over"]


class GameAnswer(msgspec.Struct, frozen=True):
    """A game that can be played here."""

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
    """Every game."""

    games: list[GameAnswer]


class SeatAnswer(msgspec.Struct, frozen=True):
    """A place at the table; `name` is null while nobody sits there, `bank_seconds` the time in hand beside the pace.

    `is_offered`: whoever wants to may take this seat over, by sitting down at it. `reliability` is told before the
    start: what this person answered in time, and not, in the newest matches; null where that is too little to say.
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
    """A question that is open to the reader; `default` (in notation) is played if the time runs out."""

    key: str
    kind: str
    is_required: bool
    is_window: bool
    default: str | None


class DeadlineAnswer(msgspec.Struct, frozen=True):
    """When the answer of a seat is due; `decision` is named to its own seat only."""

    seat: SeatNumber
    due_at: datetime
    is_window: bool
    decision: str | None


class MatchAnswer(msgspec.Struct, frozen=True):
    """A match as its reader may see it; `view` has the form given by games/{slug}/ and is null before the start.

    `longest_seconds` is the most that the match takes from its start, pauses and time given back apart.
    `ends_by` is, while it runs, the instant that follows from it.
    `takeable` is the position of the reader's own last move while it may be taken back, else null.
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
    """A match as a list shows it.

    `longest_seconds` is how long it can take from its start, pauses and the like apart; null where nothing bounds it.
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
    """A page of matches; `next_cursor` asks for the next one and is null on the last."""

    matches: list[ListedMatch]
    next_cursor: str | None


class Played(msgspec.Struct, frozen=True):
    """What became of a move: the position of its log entry, and the match as its player sees it now."""

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
    """The legal moves of the reader; `is_cut` says that there are more than were asked for."""

    position: int
    decisions: list[DecisionAnswer]
    moves: list[LegalMove]
    is_cut: bool


class LogLineAnswer(msgspec.Struct, frozen=True):
    """A log entry as the reader may know it; `is_left_behind`: a later rewind undid it.

    `actor` is empty for what other seats do while the match runs.
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
    """Something that was said; numbers count within one talk. `seat` is where its author sits now, if anywhere."""

    number: int
    said_at: datetime
    seat: SeatNumber | None
    name: str
    is_own: bool
    text: str


class TalkAnswer(msgspec.Struct, frozen=True):
    """A part of a talk, oldest first; `next_after` reads on and is null at the end.

    `unread` counts what others said since the reader last spoke there; of a muted talk only own words are given.
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
    """An invitation: the address that a letter goes to, or the token and link that open it to whoever has them."""

    address: str | None
    token: str | None
    link: str | None


class MailAnswer(msgspec.Struct, frozen=True):
    """When the reader wants which kind of mail, hours in the reader's zone; no `quiet_hours` if there are none."""

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
    """The reader's own hours, in the zone of the account."""

    time_zone: str
    asleep_from: int
    asleep_minutes: int
    weekends_off: bool


class AbsenceAnswer(msgspec.Struct, frozen=True):
    """A time for which the reader is away. `tables` is told once: at how many it counts, as far as their terms go."""

    id: int
    begins_at: datetime
    ends_at: datetime
    tables: int | None = None


class AbsenceList(msgspec.Struct, frozen=True):
    """The reader's absences that have not ended."""

    absences: list[AbsenceAnswer]


class KeyAnswer(msgspec.Struct, frozen=True):
    """An API key; `key` itself is shown once, when it is made."""

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
