"""What was in the mailbox before the deadline is in time, whenever it is fetched; a mailbox unread is an outage."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
import time_machine
from pytest_django.fixtures import Settings

from accounts.models import User
from games.inbound.doors.imap import fetch_mailbox
from games.inbound.reading import read_inbox
from games.logbook import store
from games.models import Deadline, InboundMail, Match, Outage
from games.projections.rebuild import find_drift
from games.selectors.desk.held_open import MAILBOX_GRACE
from games.selectors.play.logs import narrated_log
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.clocks.watch import make_good_outages
from games.table.events.clocks import DeadlineMoved
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import question
from tests.games.mail.dovecot import Dovecot
from tests.games.mail.mailbox import letter, reply_address

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.dovecot]

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY, MINUTE, SECOND = timedelta(days=1), timedelta(minutes=1), timedelta(seconds=1)
DUE = NOON + DAY


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def match(people: MakePeople, begin_match: BeginMatch, anna: User, clock: time_machine.Traveller) -> Match:
    return begin_match([anna, people("Ben")[0]], options=b'{"starter":0}', pace=DAY)


@pytest.fixture
def address(match: Match, anna: User, dovecot: Dovecot) -> str:
    """Where Anna answers until the next noon; the mailbox was read a quarter of a minute before."""
    return reply_address(match, anna)


def visit(clock: time_machine.Traveller, at: datetime) -> int:
    clock.move_to(at)
    return fetch_mailbox()


def sweep(clock: time_machine.Traveller, at: datetime) -> int:
    clock.move_to(at)
    make_good_outages()
    return expire_due_deadlines()


def moved(match: Match) -> list[tuple[str, int]]:
    entries = store.read_entries(store.open_book(match.pk))
    events = [event for entry in entries for event in entry.events if isinstance(event, DeadlineMoved)]
    return [(each.cause, each.seconds) for each in events]


def keep_visiting(clock: time_machine.Traveller, until: datetime) -> None:
    """Read the mailbox often enough until then."""
    fetch_mailbox()
    Outage.objects.all().delete()
    visit(clock, until - MINUTE)
    Outage.objects.all().delete()
    visit(clock, until)


def test_a_reply_that_lay_there_before_noon_is_played_though_it_is_fetched_after(
    address: str, match: Match, dovecot: Dovecot, clock: time_machine.Traveller
) -> None:
    keep_visiting(clock, DUE - 15 * SECOND)
    dovecot.put(letter(address), at=DUE - 10 * SECOND)
    assert sweep(clock, DUE + 5 * SECOND) == 0, "nobody has looked yet"
    assert visit(clock, DUE + 15 * SECOND) == 1
    assert InboundMail.objects.get().received_at == DUE - 10 * SECOND
    assert sweep(clock, DUE + 16 * SECOND) == 0, "it is not read yet"
    read_inbox()
    assert (question(match).seat, moved(match)) == (1, [])


def test_the_senders_own_date_says_nothing(
    address: str, match: Match, dovecot: Dovecot, clock: time_machine.Traveller
) -> None:
    keep_visiting(clock, DUE - 15 * SECOND)
    dovecot.put(letter(address, "pass", f"Date: {format_datetime(DUE - DAY)}"), at=DUE + 10 * SECOND)
    dovecot.put(letter(address, "pass", "Received: by us; Sun, 1 Mar 2026 11:00:00 +0000"), at=DUE + 4000 * DAY)
    assert visit(clock, DUE + 15 * SECOND) == 2
    assert sorted(InboundMail.objects.values_list("received_at", flat=True)) == [
        DUE + 10 * SECOND,
        DUE + 15 * SECOND,
    ], "nor does a server that is ahead"
    assert sweep(clock, DUE + 16 * SECOND) == 1
    assert question(match).seat == 1


def test_an_unanswered_deadline_expires_once_the_mailbox_was_looked_into(
    address: str, match: Match, clock: time_machine.Traveller
) -> None:
    keep_visiting(clock, DUE - 15 * SECOND)
    assert sweep(clock, DUE + 14 * SECOND) == 0
    visit(clock, DUE + 15 * SECOND)
    assert sweep(clock, DUE + 16 * SECOND) == 1
    assert moved(match) == []


def test_a_mailbox_that_could_not_be_read_gives_its_time_back_to_those_who_could_answer_by_mail(
    address: str, match: Match, dovecot: Dovecot, settings: Settings, clock: time_machine.Traveller,
    people: MakePeople, begin_match: BeginMatch,
) -> None:  # fmt: skip
    by_page = begin_match(people("Cleo", "Dario"), pace=DAY)
    keep_visiting(clock, DUE - 50 * MINUTE)
    settings.INBOUND_IMAP_URL = dovecot.url().replace("only", "wrong")
    dovecot.put(letter(address), at=DUE - 20 * SECOND)
    for minutes in (-40, -1, 10, 24):
        assert visit(clock, DUE + minutes * MINUTE) == 0
        sweep(clock, DUE + minutes * MINUTE)
    assert question(match).seat == 0, "a deadline waits for a mailbox that is not read"
    assert moved(by_page) == []
    assert not Deadline.objects.filter(match=by_page, due_at__lte=DUE).exists(), "who could not answer by mail expires"
    settings.INBOUND_IMAP_URL = dovecot.url()
    assert visit(clock, DUE + 25 * MINUTE) == 1
    assert Outage.objects.get().of == Outage.Of.MAILBOX
    sweep(clock, DUE + 25 * MINUTE)
    assert moved(match) == [("unread", 75 * 60)]
    told = [line for entry in narrated_log(store.open_book(match.pk), 0) for line in entry.sentences]
    assert any("mail could not be read for a while; 75 minutes" in line for line in told)
    read_inbox()
    assert question(match).seat == 1
    assert find_drift(match.pk) == []


def test_a_mailbox_that_stays_unread_holds_a_deadline_for_a_day_and_no_longer(
    address: str, match: Match, settings: Settings, dovecot: Dovecot, clock: time_machine.Traveller
) -> None:
    keep_visiting(clock, DUE - MINUTE)
    settings.INBOUND_IMAP_URL = dovecot.url().replace("only", "wrong")
    assert sweep(clock, DUE + MAILBOX_GRACE - MINUTE) == 0
    assert sweep(clock, DUE + MAILBOX_GRACE + MINUTE) == 1
