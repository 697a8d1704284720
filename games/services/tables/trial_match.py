"""Trial matches: one person plays against bots and can begin at once."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.seats import seat_bot
from pirates.game import AnyGame

PACE = timedelta(days=3)
MOST_SEATS = 4


def begin_trial(*, game: AnyGame, player: User, key: str) -> Match:
    """Open a private match with bots in all other seats and start it; the same `key` begins only one match."""
    seats = min(MOST_SEATS, game.seats[-1])
    plan = MatchPlan(
        game=game.slug, title=_("{game} against bots").format(game=game.title), seats=seats, pace=PACE, is_private=True
    )
    with transaction.atomic():
        match = open_match(host=player, plan=plan, key=key)
        for number in range(1, seats):
            seat_bot(match_id=match.pk, host=player, key=f"{key} {number}")
        start_match(match_id=match.pk, host=player, key=key)
    return match
