"""The desk, the admin's lists and the players' lists among very many matches, beside the same pages among few.

CROWD=10 measures among ten times as many: a million matches and ten million entries.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import TypeAlias

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match
from games.services.desk.disputes import open_dispute
from games.services.desk.referees import appoint_referee
from tests.bench.crowd import FIRST_ID, Size, copy_tables, fill, look_into
from tests.bench.figures import seconds, tell
from tests.bench.long_match import play_long_match
from tests.tables import make_people

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.timeout(1800)]

TIMES = int(os.environ.get("CROWD", "1"))
MATCHES, ENTRIES = TIMES * 100_000, TIMES * 1_000_000
MANY = Size(
    people=TIMES * 20_000, matches=MATCHES, entries=ENTRIES, deadlines=MATCHES, overdue=5_000, stuck=3_000,
    disputes=6_000, mails=200_000, parked=5_000, odd=5_000,
)  # fmt: skip
FEW = Size(
    people=100, matches=2_400, entries=48_000, deadlines=200, overdue=60, stuck=60, disputes=240, mails=600, parked=240,
    odd=240,
)  # fmt: skip
PLAYED = 200
ROUNDS, LONGEST = 20, 10.0
"""How often each page is asked for, in each schema; and the seconds after which no further round begins."""

Pages: TypeAlias = dict[str, str]


@dataclass(slots=True)
class Figures:
    """What the requests for one page took in one schema."""

    queries: int = 0
    times: list[float] = field(default_factory=list)

    @property
    def middle(self) -> float:
        """The median in milliseconds."""
        return median(self.times) * 1000

    @property
    def late(self) -> float:
        """The 95th percentile in milliseconds."""
        return sorted(self.times)[-1 - len(self.times) // 20] * 1000


def pages_of_the_desk(match: Match) -> Pages:
    """Return every page that a referee reads; the second pages begin in the middle of what there is."""
    middle = FIRST_ID + 150
    moment = f"/desk/{match.pk}/at"
    return {
        "dashboard of the admin": "/admin/",
        "troubles": "/desk/",
        "disputes": "/desk/disputes/",
        "parked mails": "/desk/outbox/",
        "parked mails, by key": f"/desk/outbox/?before={middle}",
        "odd mails": "/desk/inbox/",
        "odd mails, by key": f"/desk/inbox/?before={FIRST_ID + 750}",
        "an odd mail": f"/desk/inbox/{FIRST_ID + 5}/",
        "people": "/desk/people/?name=Demo%20Crowd%2077",
        "a dispute": f"/desk/{match.pk}/disputes/1/",
        "moment, early, two seats": f"{moment}/20/?seat=1&seat=2",
        "moment, late, two seats": f"{moment}/{PLAYED - 5}/?seat=1&seat=2",
        "moment, compared, two seats": f"{moment}/{PLAYED - 5}/?seat=1&seat=2&with=20",
        "workers (waits a second for them)": "/desk/workers/",
    }


def pages_of_the_admin(match: Match) -> Pages:
    """Return the lists of matches and of log entries."""
    return {
        "admin: matches": "/admin/games/match/",
        "admin: matches, page 2": "/admin/games/match/?p=2",
        "admin: matches that are over": "/admin/games/match/?status__exact=over",
        "admin: matches, searched": f"/admin/games/match/?q={match.pk}",
        "admin: entries": "/admin/games/logentry/",
        "admin: entries, page 2": "/admin/games/logentry/?p=2",
        "admin: entries of one match": f"/admin/games/logentry/?q={match.pk}",
        "admin: deadlines": "/admin/games/deadline/",
        "admin: seats": "/admin/games/seat/",
        "admin: outbox": "/admin/games/outboxmail/",
    }


def pages_of_players() -> Pages:
    """Return the lists that every player reads."""
    return {
        "open tables": "/tables/",
        "open tables of one game at one pace": "/tables/?game=capitan-bacon&pace=day",
        "matches to watch": "/tables/?show=watch",
        "my matches": "/matches/",
        "the front page": "/",
    }


@pytest.fixture
def crowded() -> Iterator[Match]:
    """Return a disputed match of many entries that lies among few rows in `public`, and among a crowd in `crowd`."""
    players = make_people("Anna", "Ben")
    match = play_long_match(players, PLAYED)
    open_dispute(match_id=match.pk, player=players[0], position=PLAYED, claim="That was my coin.", key="claim")
    copy_tables("crowd")
    fill("public", FEW)
    tell(f"filling {MATCHES:,} matches and {ENTRIES:,} entries", f"{seconds(lambda: fill('crowd', MANY)):.0f} s")
    yield match
    look_into("public")


@pytest.fixture
def desk() -> Client:
    """Return the browser of somebody with every right, who is a referee too."""
    root = User.objects.create_superuser("demo.root@letters.localhost", "Demo Root")
    client = Client()
    client.force_login(appoint_referee(root))
    return client


def ask(desk: Client, schema: str, path: str, figures: Figures) -> None:
    """Ask for a page once, and note how long it took."""
    look_into(schema)
    began = time.perf_counter()
    answer = desk.get(path)
    figures.times.append(time.perf_counter() - began)
    assert answer.status_code == 200, (path, answer.status_code)


def count(desk: Client, schema: str, path: str) -> Figures:
    """Ask for a page and return figures with the number of its queries; this request warms up and is not timed."""
    look_into(schema)
    with CaptureQueriesContext(connection) as queries:
        desk.get(path)
    return Figures(queries=len(queries))


def measure(desk: Client, what: str, path: str) -> None:
    """Tell the figures of one page among few and among many, asked for in turns."""
    few, many = count(desk, "public", path), count(desk, "crowd", path)
    began = time.perf_counter()
    while len(few.times) < ROUNDS and time.perf_counter() - began < LONGEST:
        ask(desk, "public", path, few)
        ask(desk, "crowd", path, many)
    tell(
        f"{what}: {few.queries} and {many.queries} queries",
        f"few {few.middle:.1f} ms (p95 {few.late:.1f}), many {many.middle:.1f} ms (p95 {many.late:.1f}),"
        f" ratio {many.middle / few.middle:.2f}",
    )


def test_the_pages_of_the_desk_and_the_lists_of_the_admin_among_very_many(desk: Client, crowded: Match) -> None:
    look_into("public")
    assert desk.post(f"/desk/{crowded.pk}/", {"reason": "Dispute 1"}).status_code == 302
    for pages in (pages_of_the_desk(crowded), pages_of_the_admin(crowded), pages_of_players()):
        for what, path in pages.items():
            measure(desk, what, path)
