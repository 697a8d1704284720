"""Time back: outages of ours and notices that got through late or never, once each, as an entry with its cause."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.logbook import store
from games.models import Deadline, Match, Outage, OutboxMail
from games.projections.rebuild import find_drift
from games.selectors.play.logs import narrated_log
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.clocks.time_back import Loss, give_time_back
from games.services.clocks.watch import beat, make_good_outages
from games.table.events.clocks import DeadlineMoved
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
State = OutboxMail.State


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def deadline(match: Match) -> Deadline:
    return Deadline.objects.get(match=match, seat__isnull=False)


def moved(match: Match) -> list[DeadlineMoved]:
    entries = store.read_entries(store.open_book(match.pk))
    return [event for entry in entries for event in entry.events if isinstance(event, DeadlineMoved)]


def sweep() -> int:
    """Do what the clock does every few seconds."""
    beat()
    make_good_outages()
    return expire_due_deadlines()


def test_an_outage_over_a_deadline_is_given_back_before_anything_expires(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=DAY)
    clock.move_to(NOON + 20 * HOUR)
    assert sweep() == 0
    clock.move_to(NOON + 26 * HOUR)
    assert sweep() == 0
    assert deadline(match).due_at == NOON + 30 * HOUR
    assert [(each.cause, each.seconds, each.source[:6]) for each in moved(match)] == [("outage", 6 * 3600, "outage")]
    assert any(
        "The site was down" in line for entry in narrated_log(store.open_book(match.pk), 0) for line in entry.sentences
    )
    clock.move_to(NOON + 30 * HOUR)
    beat(NOON + 30 * HOUR - MINUTE)
    sweep()
    assert find_drift(match.pk) == []


def test_a_deadline_that_had_passed_by_the_rules_before_the_outage_stays_passed(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=DAY)
    clock.move_to(NOON + DAY + MINUTE)
    beat()
    clock.move_to(NOON + 2 * DAY)
    assert sweep() == 1
    assert moved(match) == []


def test_a_short_silence_is_no_outage_and_a_hundred_schedulers_see_each_outage_once(
    clock: time_machine.Traveller,
) -> None:
    beat()
    clock.shift(2 * MINUTE)
    assert beat() is None
    clock.shift(HOUR)
    assert [beat() is not None for _ in range(100)].count(True) == 1
    assert Outage.objects.count() == 1


def test_a_later_deadline_gets_its_time_when_it_comes_due(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=7 * DAY)
    beat()
    clock.shift(3 * HOUR)
    sweep()
    assert moved(match) == []
    clock.move_to(NOON + 7 * DAY)
    beat(NOON + 7 * DAY - MINUTE)
    Outage.objects.filter(ended_at__gt=NOON + 6 * DAY).delete()  # the clock was at work in between
    assert expire_due_deadlines() == 1, "it was worked on"
    assert deadline(match).due_at == NOON + 7 * DAY + 3 * HOUR
    assert [each.seconds for each in moved(match)] == [3 * 3600]
    assert make_good_outages() == 0


@pytest.mark.parametrize(
    ("state", "attempts", "held", "settled", "given"),
    [
        (State.SENT, 5, "", 3 * HOUR, 3 * 3600),
        (State.SENT, 5, "bundled", 3 * HOUR, 3 * 3600),
        (State.PARKED, 8, "", 5 * HOUR, 5 * 3600),
        (State.SENT, 1, "", 3 * HOUR, 3 * 3600),
        (State.SENT, 1, "bundled", 3 * HOUR, 0),
        (State.SENT, 2, "", 5 * MINUTE, 0),
        (State.DROPPED, 1, "", 3 * HOUR, 0),
    ],
)
def test_a_notice_that_came_late_or_never_gives_its_time_back(
    people: MakePeople,
    begin_match: BeginMatch,
    clock: time_machine.Traveller,
    state: str,
    attempts: int,
    held: str,
    settled: timedelta,
    given: int,
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=DAY)
    notice = OutboxMail.objects.filter(match=match, kind="your_move", decision=deadline(match).decision)
    assert notice.update(state=state, attempts=attempts, held=held, settled_at=NOON + settled) == 1
    clock.move_to(NOON + DAY)
    expire_due_deadlines()
    assert sum(each.seconds for each in moved(match)) == given
    if given:
        assert deadline(match).due_at == NOON + DAY + timedelta(seconds=given)
        clock.move_to(NOON + DAY + timedelta(seconds=given))
        expire_due_deadlines()
        assert len(moved(match)) == 1, "once"
        assert deadline(match).opened_at == NOON + DAY + timedelta(seconds=given), "and then it counts"


def test_nothing_expires_while_its_notice_is_still_being_tried(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=HOUR)
    OutboxMail.objects.filter(match=match, kind="your_move").update(attempts=3, not_before=NOON + 3 * HOUR)
    clock.move_to(NOON + 2 * HOUR)
    assert expire_due_deadlines() == 0
    clock.move_to(NOON + 26 * HOUR)
    assert expire_due_deadlines() == 1, "but nobody waits for a dead mail server for ever"


def test_nothing_expires_while_our_mail_server_is_dead_and_the_time_is_given_back_once_it_is_not(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=HOUR)
    notice = OutboxMail.objects.filter(match=match, kind="your_move")
    notice.update(reason="the mail server cannot be reached", not_before=NOON + 2 * HOUR)
    clock.move_to(NOON + 2 * HOUR)
    assert expire_due_deadlines() == 0
    notice.update(state=State.SENT, attempts=1, reason="", settled_at=NOON + 2 * HOUR)
    expire_due_deadlines()
    assert [each.seconds for each in moved(match)] == [2 * 3600]
    assert deadline(match).due_at == NOON + 3 * HOUR


@pytest.mark.parametrize(("pace", "given"), [(HOUR, HOUR), (DAY, DAY), (7 * DAY, DAY)])
def test_a_notice_whose_address_takes_none_gives_a_day_back_at_most_and_then_the_deadline_counts(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller, pace: timedelta, given: timedelta
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=pace)
    OutboxMail.objects.filter(match=match, kind="your_move").update(
        state=State.PARKED, fate=OutboxMail.Fate.BOUNCED, settled_at=NOON + MINUTE
    )
    asked = deadline(match).decision
    clock.move_to(NOON + pace)
    expire_due_deadlines()
    assert [timedelta(seconds=each.seconds) for each in moved(match)] == [given]
    assert deadline(match).due_at == NOON + pace + given
    clock.move_to(NOON + pace + given)
    expire_due_deadlines()
    assert len(moved(match)) == 1, "once"
    assert deadline(match).decision != asked


def test_a_notice_that_was_sent_once_its_address_was_mended_gives_back_what_the_bounce_has_not(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=DAY)
    notice = OutboxMail.objects.filter(match=match, kind="your_move")
    notice.update(state=State.PARKED, fate=OutboxMail.Fate.BOUNCED, settled_at=NOON + MINUTE)
    clock.move_to(NOON + DAY)
    expire_due_deadlines()
    notice.update(state=State.SENT, attempts=1, fate="", settled_at=NOON + 40 * HOUR)
    clock.move_to(NOON + 2 * DAY)
    expire_due_deadlines()
    assert [each.seconds // 3600 for each in moved(match)] == [24, 16]
    assert deadline(match).due_at == NOON + 64 * HOUR


def test_losses_that_overlap_are_not_given_back_twice(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    match = begin_match(people("Anna", "Ben"), pace=DAY)
    clock.move_to(NOON + 10 * HOUR)
    key = deadline(match).decision
    spans = {"outage:1": (2, 6), "mail:1": (4, 8), "mail:2": (3, 5), "mail:3": (0, 10)}
    for source, (since, until) in spans.items():
        cause = "outage" if source.startswith("outage") else "undelivered"
        loss = Loss(cause, source, NOON + since * HOUR, NOON + until * HOUR)  # type: ignore[arg-type]
        give_time_back(match_id=match.pk, decision=key, loss=loss)
        assert give_time_back(match_id=match.pk, decision=key, loss=loss) is None
    assert [each.seconds // 3600 for each in moved(match)] == [4, 2, 4]
    assert deadline(match).due_at == NOON + DAY + 10 * HOUR


def test_what_is_answered_or_unknown_gets_nothing(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"), pace=DAY)
    loss = Loss("undelivered", "mail:1", NOON, NOON + HOUR)
    assert give_time_back(match_id=match.pk, decision="no such question", loss=loss) is None
    assert give_time_back(match_id="nomatch", decision="1", loss=loss) is None
