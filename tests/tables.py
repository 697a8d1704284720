"""Demo players and matches for the tests, made through the services like any other."""

from collections.abc import Sequence
from datetime import timedelta

from accounts.models import User
from games.models import Match
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.seats import seat_bot, seat_player

NAMES = ("Anna", "Ben", "Cleo", "Dario", "Edda", "Finn")


def make_people(*names: str) -> list[User]:
    """Return new accounts: `Demo Anna` with `demo.anna@letters.localhost`, and so on."""
    return [User.objects.create_user(f"demo.{name.lower()}@letters.localhost", f"Demo {name}") for name in names]


def open_table(
    players: Sequence[User],
    bots: int = 0,
    *,
    game: str = "capitan-bacon",
    pace: timedelta = timedelta(days=1),
    options: bytes = b"{}",
    is_private: bool = False,
) -> Match:
    """Return a match that the first player has opened and where all the others, and the bots, have sat down."""
    host, *guests = players
    seats = len(players) + bots
    plan = MatchPlan(game=game, title="Demo match", seats=seats, pace=pace, options=options, is_private=is_private)
    match = open_match(host=host, plan=plan)
    for guest in guests:
        seat_player(match_id=match.pk, player=guest, key="sit")
    for number in range(bots):
        seat_bot(match_id=match.pk, host=host, key=f"bot {number}")
    match.refresh_from_db()
    return match


def begin_match(
    players: Sequence[User],
    bots: int = 0,
    *,
    game: str = "capitan-bacon",
    pace: timedelta = timedelta(days=1),
    options: bytes = b"{}",
    is_private: bool = False,
) -> Match:
    """Return a running match of these players, in seat order, with bots in the last seats."""
    match = open_table(players, bots, game=game, pace=pace, options=options, is_private=is_private)
    start_match(match_id=match.pk, host=players[0], key="start")
    match.refresh_from_db()
    return match
