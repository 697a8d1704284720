"""Reading the inbox: each mail once, odd ones aside, machines never answered; the address gives the right to play."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.inbound import reading
from games.inbound.doors.storing import MOST_BYTES, store_mail
from games.inbound.reading import MOST_ANSWERS_PER_HOUR, MOST_ATTEMPTS, read_inbox
from games.models import Deadline, InboundMail
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.people.reply_addresses import make_reply_address
from games.services.play.moves import in_notation, submit_move
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.replying import (
    STATES,
    Asked,
    answer_to,
    asked_in,
    receipts,
    receive,
    reply,
    with_headers,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(people: MakePeople, begin_match: BeginMatch) -> Asked:
    anna, ben = people("Anna", "Ben")
    return asked_in(begin_match([anna, ben]), anna, ben)


def other_player(asked: Asked) -> User:
    player = asked.match.seats.exclude(number=asked.seat).get().player
    assert player is not None
    return player


def deep_mail(asked: Asked, depth: int) -> bytes:
    head = f"From: {asked.player.email}\nSubject: deep\nMIME-Version: 1.0\n"
    for level in range(depth):
        head += f'Content-Type: multipart/mixed; boundary="b{level}"\n\n--b{level}\n'
    return (head + "Content-Type: text/plain\n\npass\n").encode()


def test_the_answer_goes_to_the_player_on_file_and_says_what_happened(asked: Asked) -> None:
    mail = receive(asked, reply(asked, "pass", From="stranger@demo.example"), sender="stranger@demo.example")
    [receipt] = receipts()
    assert (receipt.recipient_id, receipt.address, receipt.seat) == (asked.player.pk, "", asked.seat)
    answer = answer_to(mail)
    assert set(answer) == {"ok", "sentences", "code", "decision"}
    assert answer["ok"]
    assert len(answer["sentences"]) >= 2


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("deep", lambda asked: deep_mail(asked, 400)),
        ("deeper", lambda asked: deep_mail(asked, 6000)),
        ("no From", lambda _: b"Subject: x\n\npass\n"),
        ("no headers", lambda _: b"\n\npass\n"),
        ("nothing", lambda _: b""),
        ("garbage", lambda _: bytes(range(256)) * 40),
        ("huge", lambda asked: reply(asked, "pass") + b"x" * MOST_BYTES),
    ],
)
def test_one_odd_mail_in_ten_stops_none_of_the_others(asked: Asked, name: str, spoil: object) -> None:
    assert callable(spoil)
    for number in range(10):
        raw = spoil(asked) if number == 4 else reply(asked, f"Ahoy number {number}")
        store_mail(raw, asked.player.email, asked.address, "test")
    read_inbox()
    mails = list(InboundMail.objects.order_by("pk"))
    assert [each.state for each in mails] == [STATES.ASIDE if n == 4 else STATES.HANDLED for n in range(10)], name
    assert mails[4].reason
    assert len(receipts()) == 10, "nine receipts, and a letter that one mail could not be read"
    assert read_inbox() == 0


def test_a_mail_without_words_is_a_question_back(asked: Asked) -> None:
    answer = answer_to(receive(asked, reply(asked, "")))
    assert (answer["ok"], answer["code"], answer["decision"]) == (False, "no_move_found", asked.decision.key)


def test_a_nul_or_a_lone_surrogate_breaks_nothing(asked: Asked) -> None:
    raw = f"From: {asked.player.email}\nSubject: a\0b\n\npa\0ss\n".encode() + b"\xed\xa0\x80\nshovel \xed\xb0\x80 1\n"
    assert not answer_to(receive(asked, raw))["ok"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Subject": "Out of office: back on Monday"},
        {"Subject": "Automatische Antwort: Demo match"},
        {"Subject": "=?utf-8?q?R=C3=A9ponse_automatique_=3A_absent?="},
        {"From": "Letters of Marque <harbour@letters.localhost>"},
        {"X-Failed-Recipients": "anna@example.org"},
    ],
)
def test_a_machine_neither_moves_nor_is_answered(asked: Asked, headers: dict[str, str]) -> None:
    before = asked.position
    mail = receive(asked, with_headers(reply(asked, "pass"), headers))
    assert (mail.state, asked.position, receipts()) == (STATES.ASIDE, before, [])
    assert mail.reason


@pytest.mark.parametrize("sender", ["MAILER-DAEMON@demo.example", settings.DEFAULT_FROM_EMAIL])
def test_a_mail_without_a_person_as_sender_is_a_machines(asked: Asked, sender: str) -> None:
    before = asked.position
    mail = receive(asked, reply(asked, "pass"), sender=sender)
    assert (mail.state, asked.position, receipts()) == (STATES.ASIDE, before, [])


def test_a_delivery_report_is_a_machines(asked: Asked) -> None:
    raw = f'From: {asked.player.email}\nContent-Type: multipart/report; boundary="b"\n\n--b\n\npass\n--b--\n'.encode()
    assert receive(asked, raw).reason == "a delivery report"


def test_two_of_our_own_addresses_never_write_to_each_other(asked: Asked) -> None:
    before = asked.position
    for _ in range(3):
        raw = reply(asked, "pass", From=asked.address)
        assert receive(asked, raw, sender=asked.address).state == STATES.ASIDE
    assert (asked.position, receipts()) == (before, [])


def test_a_persons_letter_that_says_it_is_no_machines_counts(asked: Asked) -> None:
    assert answer_to(receive(asked, reply(asked, "pass", Auto_Submitted="no")))["ok"]


def test_a_forged_or_broken_token_changes_nothing_and_tells_nothing(asked: Asked) -> None:
    before = asked.position
    for recipient in (
        f"r-{'a' * 26}@{settings.MAIL_DOMAIN}",
        f"r-short@{settings.MAIL_DOMAIN}",
        f"harbour@{settings.MAIL_DOMAIN}",
        asked.address.replace(settings.MAIL_DOMAIN, "elsewhere.example"),
    ):
        mail = receive(asked, reply(asked, "pass"), recipient=recipient)
        assert (mail.state, mail.answer) == (STATES.ASIDE, "")
    assert (asked.position, receipts()) == (before, [])


def test_a_reply_address_survives_what_mail_systems_do_to_it(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    manglings = (
        str.upper, str.title, lambda each: f"<{each}>", lambda each: f'"Letters, of Marque" <{each}>',
        lambda each: each.replace("r-", "r+"), lambda each: each.replace("r-", "r%2B"),
        lambda each: f"  {each.replace('r-', 'R%2b')} ",
    )  # fmt: skip
    for mangle in manglings:
        asked = asked_in(begin_match([anna, ben]), anna, ben)
        assert len(asked.address.partition("@")[0]) <= 64
        raw = reply(asked, "pass", Cc="Demo <demo@demo.example>, other@demo.example")
        assert answer_to(receive(asked, raw, recipient=mangle(asked.address)))["ok"], mangle(asked.address)


def test_an_answer_to_an_old_question_tells_what_is_open_now(asked: Asked) -> None:
    address = asked.address
    submit_move(
        match_id=asked.match.pk, player=asked.player, decision=asked.decision.key, move=in_notation("pass"),
        channel="page", key="k",
    )  # fmt: skip
    before = asked.position
    answer = answer_to(receive(asked, reply(asked, "pass"), recipient=address))
    assert (answer["ok"], answer["code"], asked.position) == (False, "stale_decision", before)
    assert len(receipts()) == 1


def test_an_answer_after_the_end_says_that_the_match_is_over(asked: Asked) -> None:
    address = asked.address
    give_up_seat(match_id=asked.match.pk, player=other_player(asked), key="k")
    answer = answer_to(receive(asked, reply(asked, "pass"), recipient=address))
    assert (answer["ok"], answer["code"], answer["decision"]) == (False, "match_over", "")


def test_a_reply_address_of_somebody_without_the_seat_is_refused_and_only_they_hear_of_it(asked: Asked) -> None:
    stranger = other_player(asked)
    address = make_reply_address(match_id=asked.match.pk, seat=asked.seat, player=stranger, decision=asked.decision.key)
    before = asked.position
    answer = answer_to(receive(asked, reply(asked, "pass"), recipient=address))
    assert (answer["ok"], answer["code"], answer["decision"], asked.position) == (False, "not_your_seat", "", before)
    [receipt] = receipts()
    assert (receipt.recipient_id, receipt.seat) == (stranger.pk, None)


def test_who_has_resigned_moves_no_more(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    asked = asked_in(begin_match(players), *players)
    address = asked.address
    give_up_seat(match_id=asked.match.pk, player=asked.player, key="k")
    answer = answer_to(receive(asked, reply(asked, "pass"), recipient=address))
    assert (answer["ok"], answer["code"]) == (False, "not_your_seat")


def test_our_own_failure_is_tried_again_later_and_given_up_in_the_end(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("demo")

    monkeypatch.setattr(reading, "play_letter", fail)
    stored = store_mail(reply(asked, "pass"), asked.player.email, asked.address, "test")
    mail = InboundMail.objects.get(digest=stored.digest)
    moment, waits = timezone.now() + timedelta(seconds=1), []
    for _ in range(MOST_ATTEMPTS):
        assert read_inbox(moment) == 0
        mail.refresh_from_db()
        waits.append(mail.not_before - moment)
        assert read_inbox(moment) == 0
        moment = mail.not_before
    assert waits == sorted(waits)
    assert waits[1] > waits[0]
    assert (mail.state, mail.reason) == (STATES.ASIDE, "given up: OSError")


def test_a_failed_mail_is_played_once_the_fault_is_gone(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    before = asked.position
    with monkeypatch.context() as patch:
        patch.setattr(reading, "_tell", lambda *_: 1 / 0)
        mail = receive(asked, reply(asked, "pass"))
    assert (mail.state, asked.position, receipts()) == (STATES.WAITING, before, [])
    read_inbox(mail.not_before)
    assert (asked.position, len(receipts())) == (before + 1, 1)


def test_a_mail_that_is_handled_again_has_no_second_effect(asked: Asked) -> None:
    mail = receive(asked, reply(asked, "pass"))
    after = asked.position
    InboundMail.objects.filter(pk=mail.pk).update(state=STATES.WAITING)
    assert read_inbox(mail.not_before) == 1
    mail.refresh_from_db()
    assert (mail.state, asked.position, len(receipts())) == (STATES.HANDLED, after, 1)
    assert answer_to(mail)["ok"]


def test_answers_are_capped_but_moves_still_count(asked: Asked) -> None:
    for number in range(MOST_ANSWERS_PER_HOUR + 5):
        receive(asked, reply(asked, f"Ahoy number {number}"))
    assert len(receipts()) == MOST_ANSWERS_PER_HOUR
    before = asked.position
    receive(asked, reply(asked, "pass"))
    assert (len(receipts()), asked.position) == (MOST_ANSWERS_PER_HOUR, before + 1)


def test_a_mail_that_came_in_time_counts_although_it_is_read_too_late(asked: Asked) -> None:
    due = timezone.now() - timedelta(seconds=1)
    stored = store_mail(reply(asked, "pass"), asked.player.email, asked.address, "test")
    InboundMail.objects.filter(digest=stored.digest).update(received_at=due - timedelta(seconds=1))
    Deadline.objects.filter(match=asked.match, decision=asked.decision.key).update(due_at=due)
    assert expire_due_deadlines() == 0
    read_inbox()
    assert answer_to(InboundMail.objects.get())["ok"]
    assert expire_due_deadlines() == 0


def test_a_mail_that_came_too_late_finds_the_question_closed(asked: Asked) -> None:
    Deadline.objects.filter(match=asked.match, decision=asked.decision.key).update(
        due_at=timezone.now() - timedelta(seconds=1)
    )
    store_mail(reply(asked, "pass"), asked.player.email, asked.address, "test")
    assert expire_due_deadlines() == 1
    read_inbox()
    assert answer_to(InboundMail.objects.get())["code"] == "stale_decision"


def test_a_mail_that_is_put_aside_holds_no_deadline_up(asked: Asked) -> None:
    due = timezone.now() - timedelta(seconds=1)
    stored = store_mail(reply(asked, "Ahoy", Precedence="bulk"), asked.player.email, asked.address, "test")
    InboundMail.objects.filter(digest=stored.digest).update(received_at=due - timedelta(seconds=1))
    Deadline.objects.filter(match=asked.match, decision=asked.decision.key).update(due_at=due)
    assert expire_due_deadlines() == 0
    read_inbox()
    assert expire_due_deadlines() == 1
