"""A server that has the whole letter and hangs up or falls silent: one repeat at most, and never called dropped."""

import socket
import threading
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import OutboxMail
from games.notifications import delivery
from games.notifications.relay import relay_outbox
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import make_all_due, play
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

ANNA_STARTS = b'{"starter":0}'
State = OutboxMail.State


def relay_often(times: int = 6) -> None:
    for _ in range(times):
        make_all_due()
        relay_outbox()


def test_a_server_that_always_hangs_up_after_the_letter_gets_each_twice_under_one_message_id(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    harbour.hangs_up_before_answer = 1000
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_often()
    ids = [each.message["Message-ID"] for each in harbour.deliveries]
    assert sorted(ids) == sorted(2 * sorted(set(ids)))
    assert len(ids) == 6
    told = set(OutboxMail.objects.values_list("state", "fate", "reason"))
    assert told == {("sent", "deferred", "handed over twice; the mail server never said that it took it")}


def test_a_letter_that_was_handed_over_and_is_no_longer_true_is_not_called_dropped(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    harbour.hangs_up_before_answer = 3
    relay_often(1)
    play(match, anna, "pass")
    make_all_due()
    relay_outbox()
    asked = OutboxMail.objects.get(kind="your_move", seat=0)
    assert asked.state == State.SENT
    assert asked.reason.startswith("handed over, never answered for, and not repeated: ")
    assert len([each for each in harbour.to(anna.email) if each.subject.startswith("Your move")]) == 1


def test_a_server_that_refuses_after_the_letter_has_answered_and_nothing_is_in_doubt(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    harbour.answers = ["451 later"] * 9
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_often(3)
    assert set(OutboxMail.objects.values_list("state", "doubts")) == {("waiting", 0)}
    relay_often(1)
    assert set(OutboxMail.objects.values_list("state", "fate")) == {("sent", "")}


@pytest.fixture
def dripping_server(settings: Settings) -> Iterator[list[bytes]]:
    """Serve SMTP that takes the letter and then says a line without end, a byte at a time."""
    taken: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = listener.getsockname()
        settings.EMAIL_TIMEOUT, settings.EMAIL_HOST_USER = 5, ""
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        threading.Thread(target=_drip, args=(listener, taken), daemon=True).start()
        yield taken


def _drip(listener: socket.socket, taken: list[bytes]) -> None:
    while True:
        try:
            link, _ = listener.accept()
        except OSError:
            return
        with link, link.makefile("rb") as lines:
            link.sendall(b"220 ahoy\r\n")
            for line in lines:
                if line.upper().startswith(b"DATA"):
                    link.sendall(b"354 go on\r\n")
                    taken.append(b"".join(iter(lines.readline, b".\r\n")))
                    break
                link.sendall(b"250 well\r\n")
            try:
                while taken:
                    link.sendall(b"2")
                    if threading.Event().wait(0.05):
                        break
            except OSError:
                continue


def test_a_server_that_drips_its_answer_for_ever_holds_up_one_letter_for_its_time_only(
    dripping_server: list[bytes], people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "LONGEST_LETTER_SECONDS", 0.5)
    players: list[User] = people("Anna", "Ben")
    begin_match(players, options=ANNA_STARTS)
    relay_outbox()
    assert len(dripping_server) == 3
    assert set(OutboxMail.objects.values_list("state", "doubts")) == {("waiting", 1)}
