"""Three weeks by mail, in every game, while the service dies daily and people are as people are.

Everybody reads letters that came over SMTP and answers by SMTP, from either part, in the charsets and layouts of their
mail programs. One address is broken for two days, and on until that has cost time; one person is on holiday, one
vanishes; each match lies over a change of clocks. A match that is not over after three weeks ends by consent, asked for
on the page and given by mail.
"""

import random
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.clocks.terms import ClockTerms
from games.logbook import store
from games.models import Match
from games.notifications.repairs import try_address
from games.services.clocks.availability import change_own_hours, declare_absence
from games.services.consent.consents import ask_consent
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.seats import seat_player
from games.table.events.clocks import DeadlineMoved
from games.table.events.core import DeadlineMissed, SeatHandedOver
from games.table.proposals import Abandon
from tests.conftest import MakePeople
from tests.e2e.correspondence import Correspondence, Friend
from tests.e2e.penfriends import HABITS, OTHER_HABITS
from tests.e2e.reckoning import (
    check_deadlines,
    check_log,
    check_mail_is_settled,
    letters_sent_twice,
    refused,
)
from tests.e2e.three_weeks import DAY, HOUR, Weeks
from tests.games.mail.conftest import harbour, office
from tests.games.mail.harbour import Harbour
from tests.games.mail.office import Office

__all__ = ["harbour", "office"]

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(900),
]

BROKEN, ON_HOLIDAY, VANISHING, STEADY = range(4)
TERMS = ClockTerms(asleep_hours=9, away_days=5, stretch_hours=7 * 24)
HOLIDAY = (9 * DAY, 13 * DAY)
VANISHES, BREAKS, WORKS_AGAIN, ENDS = 5 * DAY, 3 * DAY, 5 * DAY, 21 * DAY
WORKS = r"http://127\.0\.0\.1:8000(/account/mail/works/\S+)"


def sit_down(people: MakePeople) -> list[Friend]:
    """Return the four, each with a language, a zone and habits of their own."""
    friends = []
    for seat, user in enumerate(people("Anna", "Ben", "Cleo", "Dario")):
        habit = HABITS[seat]
        User.objects.filter(pk=user.pk).update(language=habit.language, time_zone=habit.zone)
        user.refresh_from_db()
        friends.append(Friend(seat, user, (habit, OTHER_HABITS.get(seat, habit))))
    return friends


def begin(game: str, options: bytes, friends: list[Friend]) -> Match:
    host, *guests = (each.user for each in friends)
    plan = MatchPlan(game=game, title="Three weeks", seats=4, pace=DAY, options=options, terms=TERMS)
    match = open_match(host=host, plan=plan)
    for guest in guests:
        seat_player(match_id=match.pk, player=guest, key="sit")
    change_own_hours(user=friends[STEADY].user, asleep_from=22 * 60, asleep_minutes=9 * 60, weekends_off=False)
    start_match(match_id=match.pk, host=host, key="start")
    match.refresh_from_db()
    return match


def plan_lives(weeks: Weeks, harbour: Harbour, start: datetime) -> list[str]:
    """Plan the broken address, the holiday, the vanishing and the daily deaths; return what the table is told."""
    friends, told = weeks.post.friends, list[str]()
    broken, away, gone = friends[BROKEN].user, friends[ON_HOLIDAY], friends[VANISHING]
    begins, ends = (start + each for each in HOLIDAY)

    def go_away() -> None:
        away.away_until = ends

    def vanish() -> None:
        gone.is_gone = True

    def look() -> None:
        reader = Client()
        reader.force_login(friends[STEADY].user)
        page = reader.get(f"/m/{weeks.match.pk}/").content.decode()
        told.extend(["Notice not delivered."] * ("Notice not delivered." in page))
        if timezone.now() < start + WORKS_AGAIN or not told or "undelivered" not in causes(weeks.match):
            weeks.plan(timezone.now() + 3 * HOUR, look)
        else:
            harbour.refused.clear()
            mend(broken, harbour)

    weeks.plan(start + DAY, lambda: announce(away.user, begins, ends))
    weeks.plan(begins, go_away)
    weeks.plan(start + VANISHES, vanish)
    weeks.plan(start + BREAKS, lambda: harbour.refused.add(broken.email))
    weeks.plan(start + BREAKS, look)
    for day in range(ENDS.days):
        weeks.plan(start + day * DAY + timedelta(hours=weeks.rng.uniform(1, 23)), weeks.strike)
    return told


def announce(user: User, begins: datetime, ends: datetime) -> None:
    _, tables = declare_absence(user=user, begins=begins, ends=ends)
    assert tables == 1


def mend(user: User, harbour: Harbour) -> None:
    """Ask for a letter that tries the address, and follow its link."""
    assert try_address(user)
    link = re.search(WORKS, harbour.to(user.email)[-1].text)
    assert link is not None
    assert Client().post(link[1]).status_code < 400


def agree_to_end(weeks: Weeks) -> None:
    """Have somebody who still plays ask that it ends here, until all who are asked have agreed."""
    for attempt in range(4):
        chairs = store.open_book(weeks.match.pk).table.chairs
        asker = next(each for each in weeks.post.friends if chairs[each.seat].keeper == "player")
        ask_consent(
            match_id=weeks.match.pk, player=asker.user, proposed=Abandon(), channel="page", key=f"end {attempt}"
        )
        weeks.run(
            lambda: weeks.over() or store.open_book(weeks.match.pk).table.proposal is None, timezone.now() + 2 * DAY
        )
        if store.open_book(weeks.match.pk).is_over:
            break


def events_of(match: Match) -> Iterator[tuple[datetime, object]]:
    for entry in store.read_entries(store.open_book(match.pk)):
        yield from ((entry.recorded_at, event) for event in entry.events)


def causes(match: Match) -> set[str]:
    """Return why deadlines were moved."""
    return {each.cause for _, each in events_of(match) if isinstance(each, DeadlineMoved)}


@pytest.fixture
def voyage(harbour: Harbour, office: Office, people: MakePeople) -> Iterator[Callable[..., Weeks]]:
    """Play three weeks from `start` on: `voyage(game, options, start, hours, seed)`."""
    with time_machine.travel(datetime(2026, 1, 1, tzinfo=UTC), tick=False) as clock:

        def play(game: str, options: bytes, start: datetime, hours: tuple[float, float], seed: int) -> Weeks:
            clock.move_to(start)
            friends, rng = sit_down(people), random.Random(seed)
            weeks = Weeks(begin(game, options, friends), clock, rng)
            weeks.post = Correspondence(
                weeks.match, friends, harbour, office, rng, hours, weeks.plan, lambda: not weeks.is_down
            )
            weeks.told = plan_lives(weeks, harbour, start)
            weeks.run(weeks.over, start + ENDS)
            if not store.open_book(weeks.match.pk).is_over:
                agree_to_end(weeks)
            weeks.run(weeks.over, timezone.now() + 2 * DAY)
            return weeks

        yield play


GAMES = [
    ("capitan-bacon", b'{"express":true}', datetime(2026, 10, 16, 8, tzinfo=UTC), (2, 14), 1),
    ("captn-clever", b'{"simplified":true}', datetime(2026, 3, 20, 8, tzinfo=UTC), (2, 14), 2),
    ("guns-or-treasure", b'{"longer":true}', datetime(2026, 3, 1, 8, tzinfo=UTC), (8, 20), 3),
    ("long-live-the-captain", b'{"trading":false}', datetime(2026, 9, 25, 8, tzinfo=UTC), (4, 16), 4),
]
"""Over the changes of clocks in Berlin and New York; Berlin and Lord Howe; New York; Lord Howe."""


@pytest.mark.parametrize(("game", "options", "start", "hours", "seed"), GAMES, ids=[each[0] for each in GAMES])
def test_three_weeks_by_mail_lose_no_move_and_double_no_letter(
    voyage: Callable[..., Weeks], game: str, options: bytes, start: datetime, hours: tuple[float, float], seed: int
) -> None:
    weeks = voyage(game, options, start, hours, seed)
    match, post = weeks.match, weeks.post
    assert store.open_book(match.pk).is_over
    late = refused(post)
    assert len(late) < len(post.posted) / 3
    assert {each.code_from for each in post.posted} >= {"text", "html"}
    assert letters_sent_twice(post) <= weeks.kills.count("sent, not settled")
    assert len(weeks.kills) >= 5
    check_mail_is_settled(match, BROKEN)
    check_deadlines(match)
    check_lives(weeks, start)
    check_log(match)


def check_lives(weeks: Weeks, start: datetime) -> None:
    """The table was told, time was given back, nobody was missed on holiday, and a caretaker sat down."""
    told = list(events_of(weeks.match))
    begins, ends = (start + each for each in HOLIDAY)
    assert weeks.told
    assert causes(weeks.match) == {"outage", "undelivered"}
    missed = {(each.seat, begins <= at < ends) for at, each in told if isinstance(each, DeadlineMissed)}
    assert (ON_HOLIDAY, True) not in missed
    kept = [each.seat for _, each in told if isinstance(each, SeatHandedOver) and each.keeper == "caretaker"]
    assert VANISHING in kept
