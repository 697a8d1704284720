"""Mail: letters rendered on one core, and rows relayed over one link beside the same letters sent by Django alone."""

import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count

import pytest
from django.core.mail import get_connection
from django.core.mail.message import EmailMessage
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import Match, OutboxMail
from games.notifications import relay
from games.notifications.letters.kinds import write_letter
from games.notifications.relay import relay_outbox
from games.notifications.relevance import recipient_of
from games.outbox import letters as outbox
from tests.bench.figures import own_seconds, seconds, tell
from tests.games.mail.harbour import free_port
from tests.machine import answers
from tests.tables import begin_match, make_people

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ROWS, LETTERS = 10_000, 300
MATCHES = 500
RENDER_MARK, RELAY_MARK = 150, 0.6
"""The marks to reach on a machine that does nothing else; they are told beside the figures."""

_numbers = count()


@pytest.fixture
def sink(settings: Settings) -> Iterator[None]:
    """Have the site send to a server in another process that keeps nothing."""
    port = free_port()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.mail_sink", str(port)])
    try:
        until = time.monotonic() + 20
        while not answers("127.0.0.1", port):
            assert time.monotonic() < until
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(10)


def matches_of_many() -> list[Match]:
    """Return running matches of different people, so that no hour's share is used up."""
    names = (("".join(chr(97 + int(digit)) for digit in f"{number:04}")) for number in range(2 * MATCHES))
    people = make_people(*(f"Demo{name}" for name in names))
    matches = [begin_match(people[at : at + 2], options=b'{"starter":0}') for at in range(0, 2 * MATCHES, 2)]
    OutboxMail.objects.all().delete()
    return matches


def write_rows(matches: list[Match], rows: int) -> None:
    """Write rows of the kind that is sent most: each asks its reader for a move."""
    decision = "1.1:turn"
    wanted = (
        outbox.Letter(
            kind=outbox.Kind.MATCH_BEGUN,
            match_id=matches[number % len(matches)].pk,
            once=f"bench {next(_numbers)}",
            seat=number // len(matches) % 2,
            decision=decision,
        )
        for number in range(rows)
    )
    outbox.tell(wanted, timezone.now())


def letters_of(rows: int) -> list[EmailMessage]:
    """Return the letters of the rows that wait, as the relay would write them."""
    waiting = OutboxMail.objects.filter(state=OutboxMail.State.WAITING).order_by("not_before", "pk")
    return [write_letter(recipient_of(mail), timezone.now()) for mail in waiting[:rows]]


def send_by_django(letters: list[EmailMessage]) -> None:
    """Send prepared letters as Django does, over one link."""
    with get_connection() as link:
        link.send_messages(letters)


def relay_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Relay whatever is due in one run, over one link."""
    monkeypatch.setattr(relay, "LONGEST_RUN_SECONDS", 3600)
    relay_outbox(most=2 * ROWS)


def test_ten_thousand_rows_are_relayed_none_lost_beside_django_alone(
    sink: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = matches_of_many()
    write_rows(matches, ROWS)
    prepared = letters_of(LETTERS)
    theirs = len(prepared) / seconds(lambda: send_by_django(prepared))
    ours = ROWS / seconds(lambda: relay_all(monkeypatch))
    again = len(prepared) / seconds(lambda: send_by_django(prepared))
    theirs = (theirs + again) / 2
    assert OutboxMail.objects.filter(state=OutboxMail.State.SENT).count() == ROWS
    tell(f"relaying {ROWS:,} rows a second, judged and written", f"{ours:.0f}")
    tell("sending the same letters, prepared, by Django alone", f"{theirs:.0f}")
    tell("part of Django's rate", f"{ours / theirs:.2f} (mark {RELAY_MARK})")


def test_how_many_letters_are_written_a_second() -> None:
    match = begin_match(make_people("Anna", "Ben"), options=b'{"starter":0}')
    mail = OutboxMail.objects.get(match=match, kind=OutboxMail.Kind.YOUR_MOVE)
    case, now = recipient_of(mail), timezone.now()
    assert write_letter(case, now).body
    spent, taken = (
        min(clock(lambda: [write_letter(case, now) for _ in range(50)]) for _ in range(3))
        for clock in (own_seconds, seconds)
    )
    tell("letters written a second on one core", f"{50 / spent:.0f} (mark {RENDER_MARK})")
    tell("the same by the clock on the wall", f"{50 / taken:.0f}")
