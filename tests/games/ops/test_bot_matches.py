"""Every game, played by bots through the real service to a verified end.

Three variants of each, far apart: the service knows no game, and the contract plays every variant by the rules.
"""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.projections.rebuild import find_drift
from games.selectors.play.exports import export_match
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.seats import give_up_seat, seat_bot
from pirates.registry import GAMES
from pirates.verify import verify
from tests.conftest import MakePeople
from tests.games.ops.processes import Machines, MailServer, wait_until
from tests.machine import REDIS_URL
from tests.pirates.contract import trial_of
from tests.pirates.trial import Variant

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.slow,
    pytest.mark.timeout(600),
]

PATIENCE = 400


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """One worker and one beat on the test database and Redis."""
    office = MailServer()
    office.start()
    machines = Machines(tmp_path, REDIS_URL, office.port)
    machines.start_worker()
    machines.start_beat()
    yield machines
    machines.kill_all()
    office.stop()


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_bots_alone_play_each_game_through_the_service_to_a_verified_end(
    slug: str, machines: Machines, people: MakePeople
) -> None:
    (host,) = people("Anna")
    variants = trial_of(slug).variants
    matches = [_begin(host, slug, variant) for variant in variants[:: max(1, len(variants) // 3)][:3]]
    running = Match.objects.exclude(status=Match.Status.OVER)
    assert wait_until(lambda: not running.exists(), PATIENCE), f"{list(running)}\n{machines.logs()[-3000:]}"
    for match in matches:
        assert verify(export_match(store.open_book(match.pk), None)).fault is None
        assert find_drift(match.pk) == []


def _begin(host: User, slug: str, variant: Variant) -> Match:
    options = msgspec.json.encode(variant.options)
    plan = MatchPlan(game=slug, title=str(variant)[:60], seats=variant.seats, pace=timedelta(days=1), options=options)
    match = open_match(host=host, plan=plan)
    give_up_seat(match_id=match.pk, player=host, key="bots only")
    for number in range(variant.seats):
        seat_bot(match_id=match.pk, host=host, key=f"bot {number}")
    start_match(match_id=match.pk, host=host, key="start")
    return match
