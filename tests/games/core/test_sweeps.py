"""Sweeps: due once, reminded once, nothing after the end, and one bad match never stops the others."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.models import Deadline, Match, OutboxMail, Seat
from games.models.logbook import LogEntry
from games.outbox import letters as outbox
from games.selectors.tables.lists import count_my_moves, my_matches, open_tables, visible_matches
from games.services.clocks.deadlines import LONGEST_RETRY, expire_due_deadlines, resolve_due_phases, send_due_reminders
from games.services.tables.bots import play_waiting_bots
from games.services.tables.seats import give_up_seat
from pirates.fingerprints import commitment
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, write_move

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def spoil(match: Match) -> None:
    """Add an entry by code to come, as an upgrade that was rolled back leaves it behind."""
    head = commitment(match.pk.encode())
    LogEntry.objects.create(
        match=match,
        position=match.position + 1,
        recorded_at=NOON,
        actor="clock",
        channel="timer",
        key=head,
        command="{}",
        events='[{"type":"KrakenWoken.1","arms":8}]',
        salt="0" * 32,
        hash=head,
    )
    Match.objects.filter(pk=match.pk).update(position=match.position + 1, head=head)


def reminders(match: Match) -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(match=match, kind=OutboxMail.Kind.REMINDER))


def test_nothing_expires_before_its_time_and_nothing_twice(people: MakePeople, begin_match: BeginMatch) -> None:
    with time_machine.travel(NOON, tick=False):
        begin_match(people("Anna", "Ben"), pace=DAY)
    swept = []
    for seconds in (-1, 0, 0, 1, 86_399, 86_400):
        with time_machine.travel(NOON + DAY + timedelta(seconds=seconds), tick=False):
            swept.append(expire_due_deadlines())
            assert resolve_due_phases() == 0
    assert swept == [0, 1, 0, 0, 0, 1]


def test_an_answer_is_reminded_of_once(people: MakePeople, begin_match: BeginMatch) -> None:
    with time_machine.travel(NOON, tick=False):
        match = begin_match(people("Anna", "Ben"), pace=DAY)
    swept = [send_due_reminders(NOON + timedelta(hours=hour)) for hour in (15, 16, 16, 17, 23)]
    assert swept == [0, 1, 0, 0, 0]
    assert [mail.seat for mail in reminders(match)] == [asked(match)]


def test_an_answer_given_in_time_is_not_reminded_of(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=DAY)
    with time_machine.travel(NOON + timedelta(hours=10), tick=False):
        write_move(match, players, "pass")
    assert send_due_reminders(NOON + timedelta(hours=20)) == 0
    assert send_due_reminders(NOON + timedelta(hours=10 + 16)) == 1
    assert len(reminders(match)) == 1


def test_a_reminder_that_is_late_by_more_than_the_deadline_is_not_sent(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    with time_machine.travel(NOON, tick=False):
        match = begin_match(people("Anna", "Ben"), pace=DAY)
    assert send_due_reminders(NOON + DAY) == 0
    assert reminders(match) == []


def test_a_seat_that_a_bot_plays_is_not_reminded(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=DAY)
        give_up_seat(match_id=match.pk, player=players[asked(match)], key="enough")
    assert send_due_reminders(NOON + timedelta(hours=20)) == 0
    assert reminders(match) == []


def test_after_the_end_nothing_is_due_and_nobody_is_written_to(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=DAY)
        give_up_seat(match_id=match.pk, player=players[0], key="enough")
    written = OutboxMail.objects.count()
    for days in range(1, 30):
        moment = NOON + timedelta(days=days)
        assert (expire_due_deadlines(moment), send_due_reminders(moment), play_waiting_bots()) == (0, 0, 0)
    assert OutboxMail.objects.count() == written
    assert not Seat.objects.filter(match=match, is_awaited=True).exists()
    over = OutboxMail.objects.filter(match=match, kind=OutboxMail.Kind.MATCH_OVER)
    assert list(over.order_by("seat").values_list("seat", flat=True)) == [0, 1]


@pytest.fixture
def spoilt_and_sound(people: MakePeople, begin_match: BeginMatch) -> tuple[Match, Match, list[User]]:
    """Two matches; an entry of the first cannot be read by this code."""
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        spoilt, sound = begin_match(players, pace=DAY), begin_match(players, pace=DAY)
    spoil(spoilt)
    return spoilt, sound, players


def test_a_match_that_cannot_be_read_does_not_stop_the_expiry_of_another(
    spoilt_and_sound: tuple[Match, Match, list[User]],
) -> None:
    spoilt, sound, _ = spoilt_and_sound
    assert expire_due_deadlines(NOON + DAY) == 1
    assert store.open_book(sound.pk).position == 5
    assert Deadline.objects.get(match=spoilt).failures == 1


def test_a_match_that_cannot_be_read_is_parked_with_growing_waits_and_never_forgotten(
    spoilt_and_sound: tuple[Match, Match, list[User]],
) -> None:
    spoilt, _, _ = spoilt_and_sound
    moment, waits = NOON + DAY, []
    for _ in range(60):
        expire_due_deadlines(moment)
        deadline = Deadline.objects.get(match=spoilt)
        assert deadline.retry_at is not None
        waits.append(deadline.retry_at - moment)
        moment = deadline.retry_at
    assert waits == sorted(waits)
    assert waits[:3] == [timedelta(seconds=seconds) for seconds in (10, 20, 40)]
    assert waits[-1] == LONGEST_RETRY
    assert deadline.failures == 60


def test_a_parked_match_is_left_alone_until_its_wait_is_over(
    spoilt_and_sound: tuple[Match, Match, list[User]],
) -> None:
    spoilt, _, _ = spoilt_and_sound
    for seconds in (0, 1, 9):
        expire_due_deadlines(NOON + DAY + timedelta(seconds=seconds))
    assert Deadline.objects.get(match=spoilt).failures == 1


def test_a_match_that_cannot_be_read_stays_in_the_lists(spoilt_and_sound: tuple[Match, Match, list[User]]) -> None:
    spoilt, sound, (anna, _) = spoilt_and_sound
    assert {each.pk for each in my_matches(anna)} == {spoilt.pk, sound.pk}
    assert {each.pk for each in visible_matches(anna)} == {spoilt.pk, sound.pk}
    assert list(open_tables(anna)) == []
    assert count_my_moves(anna) in range(3)


def test_a_match_that_cannot_be_read_says_so_and_writes_nothing(
    spoilt_and_sound: tuple[Match, Match, list[User]],
) -> None:
    spoilt, _, players = spoilt_and_sound
    with pytest.raises(UnreadableLog, match="position 5"):
        give_up_seat(match_id=spoilt.pk, player=players[0], key="out")
    spoilt.refresh_from_db()
    assert LogEntry.objects.filter(match=spoilt).count() == spoilt.position == 5


def test_a_match_that_cannot_be_read_does_not_stop_the_bots_of_another_and_is_parked(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    (anna,) = people("Anna")
    matches = [begin_match([anna], bots=1) for _ in range(8)]
    waiting = [match for match in matches if asked(match) == 1]
    if len(waiting) < 2:
        for match in matches[:2]:
            while asked(match) == 0:
                write_move(match, [anna], "pass")
        waiting = matches[:2]
    spoilt, sound = waiting[:2]
    spoil(spoilt)
    play_waiting_bots()
    assert store.open_book(sound.pk).position > 4
    parked = Deadline.objects.get(match=spoilt)
    assert parked.failures == 1
    play_waiting_bots()
    parked.refresh_from_db()
    assert parked.failures == 1
    assert parked.retry_at is not None
    with time_machine.travel(parked.retry_at + timedelta(seconds=1), tick=False):
        play_waiting_bots()
    parked.refresh_from_db()
    assert parked.failures == 2


def test_a_reminder_that_fails_keeps_no_other_from_going_out(
    people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(NOON, tick=False):
        bad, good = (begin_match(people(name, f"{name}o"), pace=DAY) for name in ("Anna", "Ben"))
    write = outbox.tell

    def tell(letters: list[outbox.Letter], now: datetime) -> None:
        if any(letter.match_id == bad.pk for letter in letters):
            raise ValueError("no such letter")
        write(letters, now)

    monkeypatch.setattr(outbox, "tell", tell)
    with time_machine.travel(NOON + DAY * 0.9, tick=False):
        assert send_due_reminders() == 1
    assert (len(reminders(bad)), len(reminders(good))) == (0, 1)
    monkeypatch.undo()
    with time_machine.travel(NOON + DAY * 0.9, tick=False):
        assert send_due_reminders() == 1
    assert (len(reminders(bad)), len(reminders(good))) == (1, 1)
