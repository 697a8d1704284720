"""Matches: open, start, call off and rewind them."""

import secrets
from dataclasses import dataclass, field
from datetime import timedelta

import msgspec
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.book.book import Book
from games.clocks.bounds import with_last_day
from games.clocks.pace import LONGEST_PACE, SHORTEST_PACE, default_window, is_allowed_pace
from games.clocks.terms import ClockTerms, check_terms
from games.logbook import store
from games.models import Match, Seat
from games.refusals import MatchClosed, NotNow, NotYourSeat
from games.services.play.deciding import decide
from games.services.play.submitting import Act, Receipt, Submission, record, submission_key, submit
from games.services.tables.salts import Salt, give_salt
from games.services.tables.seats import seat_player
from games.sql import SqlBatch
from games.table.commands.core import CallOff, OpenMatch, Rewind
from games.texts import clean_line
from pirates.commands import Start
from pirates.dice import SeededDice
from pirates.errors import MalformedMove
from pirates.fingerprints import GENESIS, canonical_json, commitment
from pirates.game import AnyGame
from pirates.registry import GAMES

LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlan:
    """A host's plan for a match: the game's slug, its options as JSON, the seats and the time for each Decision."""

    game: str
    title: str
    seats: int
    pace: timedelta
    options: bytes = b"{}"
    window: timedelta | None = None
    is_private: bool = False
    has_ready_check: bool = False
    terms: ClockTerms = field(default_factory=ClockTerms)


def draw_secret() -> bytes:
    """Return a new secret of 32 bytes, from which a match's dice are derived."""
    return secrets.token_bytes(32)


def open_match(*, host: User, plan: MatchPlan, key: str | None = None) -> Match:
    """Open a match and seat its host; the same `key` of the same host opens only one match.

    Raises MalformedMove, IllegalMove for options that do not work with this number of seats, and NotNow for a host who
    has too many tables waiting for players.
    """
    game = _checked_game(plan)
    opening_key = submission_key("open", host.ref, key) if key else None
    if opening_key and (opened := Match.objects.filter(opening_key=opening_key).first()):
        return opened
    _require_few_tables(host)
    secret = draw_secret()
    command = _opening(game, plan, host, secret)
    try:
        return _open(plan, host, command, secret.hex(), opening_key)
    except IntegrityError:
        opened = Match.objects.filter(opening_key=opening_key).first() if opening_key else None
        if opened is None:
            raise
        return opened


def _opening(game: AnyGame, plan: MatchPlan, host: User, secret: bytes) -> OpenMatch:
    options = game.decode_options(plan.options)
    game.decide(None, Start(options, plan.seats), SeededDice(secret, 0))
    window = default_window(plan.pace) if plan.window is None else plan.window
    return OpenMatch(
        game=game.slug,
        rules_version=game.rules_version,
        options=msgspec.Raw(canonical_json(options)),
        seats=plan.seats,
        pace_seconds=int(plan.pace.total_seconds()),
        window_seconds=int(window.total_seconds()),
        host=host.ref.hex,
        commitment=commitment(secret),
        has_ready_check=plan.has_ready_check,
        terms=with_last_day(plan.terms, game=game, options=options, seats=plan.seats, pace=plan.pace),
    )


def _open(plan: MatchPlan, host: User, command: OpenMatch, secret: str, key: str | None) -> Match:
    with transaction.atomic():
        match = _write_match_row(host, plan, command, key)
        store.keep_secret(match.pk, secret)
        book = Book(match.pk, GAMES[command.game], secret=secret)
        now = match.opened_at
        draft = store.Draft("host", "table", submission_key("open"), command, decide(book, "host", command), now)
        batch = SqlBatch()
        record(book, draft, now, batch)
        batch.send()
        seat_player(match_id=match.pk, player=host, key="host")
    match.refresh_from_db()
    return match


def start_match(*, match_id: str, host: User, key: str, salt: Salt | None = None) -> Receipt:
    """Start a match whose seats are all taken. The host's own `salt` is added only now, after the secret was sealed.

    Raises NotYourSeat (not the host), NotNow, IllegalMove.
    """

    def prepare(book: Book) -> Act:
        _require_host(book, host)
        if book.is_over:
            raise MatchClosed
        if book.has_begun:
            raise NotNow("already_begun", _("The match has begun already."))
        if book.table.free_seats():
            raise NotNow("seats_free", _("Every seat has to be taken before the start; invite people or seat bots."))
        if book.table.unconfirmed_seats():
            raise NotNow("unconfirmed", _("Not everybody has confirmed yet; the match can start once they have."))
        options = book.game.decode_options(bytes(book.table.options))
        return Act("host", Start(options, len(book.table.chairs)))

    full_key = submission_key("start", host.ref, key)
    with transaction.atomic():
        give_salt(match_id=match_id, player=host, key=key, salt=salt)
        return submit(Submission(match_id=match_id, channel="table", key=full_key, prepare=prepare))


def call_off_match(*, match_id: str, host: User, key: str) -> Receipt:
    """Close a match that has not begun. Raises NotYourSeat (not the host), NotNow, MatchClosed."""

    def prepare(book: Book) -> Act:
        _require_host(book, host)
        return Act("host", CallOff())

    full_key = submission_key("call off", host.ref, key)
    return submit(Submission(match_id=match_id, channel="table", key=full_key, prepare=prepare))


def rewind_match(*, match_id: str, to: int, key: str) -> Receipt:
    """Rewind a running match to position `to`; every open Decision gets a fresh deadline.

    Raises NotNow (there was no such moment, or the match had not begun then), MatchClosed.
    """

    def prepare(book: Book) -> Act:
        require_begun_at(book, to)
        return Act("referee", Rewind(to))

    full_key = submission_key("rewind", key)
    return submit(Submission(match_id=match_id, channel="desk", key=full_key, prepare=prepare))


def require_begun_at(book: Book, position: int) -> None:
    """Raise NotNow if `position` is a past position of this match at which it had not begun yet."""
    if 0 < position < book.position and not store.book_at(book.match_id, position).has_begun:
        raise NotNow("before_the_start", _("The match had not begun then; go back to a moment after the start."))


def _require_few_tables(host: User) -> None:
    """Raise NotNow if the host already has as many tables waiting for players as one person may have."""
    waiting = Match.objects.filter(host=host, status=Match.Status.WAITING).count()
    if waiting >= settings.MOST_OPEN_TABLES:
        sentence = ngettext(
            "{most} table of yours waits for players, as many as one person may have. Start it or call it off first.",
            "{most} tables of yours wait for players, as many as one person may have. Start or call off one first.",
            settings.MOST_OPEN_TABLES,
        )
        raise NotNow("too_many_tables", sentence.format(most=settings.MOST_OPEN_TABLES))


def _checked_game(plan: MatchPlan) -> AnyGame:
    game = GAMES.get(plan.game)
    if game is None:
        raise MalformedMove("no_such_game", _("There is no such game."), games=sorted(GAMES))
    if plan.seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise MalformedMove(
            "seats_out_of_range",
            _("{game} is played by {least} to {most}.").format(game=game.title, least=least, most=most),
            least=least,
            most=most,
        )
    window = SHORTEST_PACE if plan.window is None else plan.window
    if not is_allowed_pace(plan.pace) or not SHORTEST_PACE <= window <= plan.pace:
        days = LONGEST_PACE.days
        raise MalformedMove(
            "pace_out_of_range",
            _("The pace is from 5 minutes to {days} days, and a window is no longer than the pace.").format(days=days),
        )
    check_terms(plan.terms)
    return game


def _write_match_row(host: User, plan: MatchPlan, command: OpenMatch, opening_key: str | None) -> Match:
    match = Match.objects.create(
        game=command.game,
        rules_version=command.rules_version,
        title=clean_line(plan.title, LONGEST_TITLE) or GAMES[command.game].title,
        options=bytes(command.options).decode(),
        host=host,
        is_private=plan.is_private,
        seat_count=command.seats,
        pace_seconds=command.pace_seconds,
        window_seconds=command.window_seconds,
        commitment=command.commitment,
        head=GENESIS,
        opened_at=timezone.now(),
        opening_key=opening_key,
    )
    Seat.objects.bulk_create(Seat(match=match, number=number) for number in range(command.seats))
    return match


def _require_host(book: Book, player: User) -> None:
    if book.table.host != player.ref.hex:
        raise NotYourSeat(_("Only the host of this match can do that."))
