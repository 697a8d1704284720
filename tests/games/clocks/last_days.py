"""Matches of the tests about last days."""

from datetime import UTC, datetime, timedelta

from accounts.models import User
from games.clocks.terms import ClockTerms
from games.models import Match
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.seats import seat_bot, seat_player

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def begin(players: list[User], terms: ClockTerms = ClockTerms(), pace: timedelta = DAY, bots: int = 0) -> Match:  # noqa: B008
    plan = MatchPlan(game="capitan-bacon", title="Demo", seats=len(players) + bots, pace=pace, terms=terms)
    match = open_match(host=players[0], plan=plan)
    for guest in players[1:]:
        seat_player(match_id=match.pk, player=guest, key="sit")
    for number in range(bots):
        seat_bot(match_id=match.pk, host=players[0], key=f"bot {number}")
    start_match(match_id=match.pk, host=players[0], key="start")
    match.refresh_from_db()
    return match
