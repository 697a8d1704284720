"""Demo players and demo matches in several stages, so that a new installation is not empty. Idempotent."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import islice

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Match
from games.projections.write import open_decisions
from games.services.clocks.deadlines import resolve_due_phases
from games.services.play.moves import in_notation, submit_move
from games.services.tables.bots import MOST_MOVES_WEIGHED, OwnDice, play_waiting_bots
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.seats import seat_bot, seat_player
from pirates.decisions import Decision, answered_by, open_to
from pirates.game import AnyGame
from pirates.registry import GAMES

PASSWORD = "pieces-of-eight"  # noqa: S105 - printed at the start; for demo players on one's own machine only
PEOPLE = ("Anna", "Ben", "Cleo")
REFEREE = "Rita"
PACE = timedelta(days=1)
MIDDLE, MOST_ENTRIES = 24, 2000


def lay_out_demo() -> list[User]:
    """Create the demo players and matches that do not exist yet; return the players, the referee last."""
    people = [_demo_player(name) for name in PEOPLE]
    referee = _demo_player(REFEREE, is_staff=True, is_superuser=True)
    for game in GAMES.values():
        _lay_out_matches(game, people)
    return [*people, referee]


def _demo_player(name: str, **rights: bool) -> User:
    address = f"demo.{name.lower()}@{settings.MAIL_DOMAIN}"
    player = User.objects.filter(email=address).first()
    if player is None:
        player = User.objects.create_user(address, f"Demo {name}", PASSWORD, **rights)
    EmailAddress.objects.get_or_create(user=player, email=address, defaults={"verified": True, "primary": True})
    return player


def _lay_out_matches(game: AnyGame, people: Sequence[User]) -> None:
    anna, ben, cleo = people
    _open(game, "Demo: a table that waits for players", [cleo, ben], bots=0, free=1)
    _begin(game, "Demo: just begun", [anna], bots=2)
    _play_on(_begin(game, "Demo: in the middle", [anna, ben, cleo], bots=1), people, upto=MIDDLE)
    _play_on(_begin(game, "Demo: played to the end", [ben, cleo], bots=1), people, upto=MOST_ENTRIES)


def _open(game: AnyGame, title: str, players: Sequence[User], *, bots: int, free: int = 0) -> Match:
    """Open a match and seat its players and bots; fixed idempotency keys make a repeat change nothing."""
    host, *guests = players
    plan = MatchPlan(game=game.slug, title=title, seats=len(players) + bots + free, pace=PACE)
    match = open_match(host=host, plan=plan, key=f"{game.slug} {title}")
    for guest in guests:
        seat_player(match_id=match.pk, player=guest, key="demo")
    for number in range(bots):
        seat_bot(match_id=match.pk, host=host, key=f"demo {number}")
    return match


def _begin(game: AnyGame, title: str, players: Sequence[User], *, bots: int) -> Match:
    match = _open(game, title, players, bots=bots)
    start_match(match_id=match.pk, host=players[0], key="demo")
    return match


def _play_on(match: Match, people: Sequence[User], *, upto: int) -> None:
    """Play everybody's moves as a bot would, until the log has `upto` entries or the match is over."""
    by_ref = {player.ref.hex: player for player in people}
    while (book := store.open_book(match.pk)).position < upto:
        if play_waiting_bots():
            continue
        asked = next((each for each in open_decisions(book) if each.required and not _is_bots(book, each)), None)
        if asked is None or (asked.seat is None and not resolve_due_phases()):
            return
        if asked.seat is None:
            continue
        player = by_ref[book.table.chairs[asked.seat].player or ""]
        moves = list(islice(book.game.legal_moves(book.state, asked.seat), MOST_MOVES_WEIGHED))
        move = book.game.bot(book.game.view(book.state, asked.seat), moves, OwnDice())
        submit_move(
            match_id=match.pk,
            player=player,
            decision=answered_by(move, open_to(open_decisions(book), asked.seat)).key,
            move=in_notation(book.game.write(move)),
            channel="page",
            key=f"{asked.key} {book.position}",
        )


def _is_bots(book: Book, question: Decision) -> bool:
    """Whether a Decision is open to a bot, which may let people answer first."""
    return question.seat is not None and book.table.is_played_by_bot(question.seat)
