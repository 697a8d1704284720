"""Bundles: several letters in one, each match in a section of its own, each question with its own address and codes."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from accounts.mail_preferences import change_mail_preferences
from accounts.models import User
from games.inbound.doors.storing import store_mail
from games.inbound.reading import read_inbox
from games.models import Deadline, Match, OutboxMail
from games.notifications import sending
from games.notifications.relay import relay_outbox
from games.outbox import claims
from games.services.clocks.calendar_feeds import set_invites
from games.services.people.reply_addresses import make_reply_address
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import post, question, settle_all
from tests.games.mail.harbour import Delivery, Harbour

pytestmark = pytest.mark.django_db

ANNA_STARTS = b'{"starter":0}'
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
State = OutboxMail.State
REPLY = re.compile(r"r-[a-z2-7]{26}@letters\.localhost")


@pytest.fixture
def anna(people: MakePeople) -> User:
    (anna,) = people("Anna")
    return change_mail_preferences(
        user=anna, timings=dict.fromkeys(("your_move", "match_begun", "match_over"), "bundled")
    )


@pytest.fixture
def ben(people: MakePeople) -> User:
    return people("Ben")[0]


def begin(begin_match: BeginMatch, *players: User) -> Match:
    with time_machine.travel(NOON, tick=False):
        match = begin_match(list(players), options=ANNA_STARTS)
        relay_outbox()
    return match


def bundle(harbour: Harbour, anna: User) -> Delivery:
    with time_machine.travel(LATER, tick=False):
        relay_outbox()
    (letter,) = harbour.to(anna.email)
    return letter


def test_each_match_has_one_section_and_each_question_its_own_address(
    harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User
) -> None:
    matches = [begin(begin_match, anna, ben) for _ in range(2)]
    letter = bundle(harbour, anna)
    assert "Reply-To" not in letter.message
    assert len(set(REPLY.findall(letter.text))) == 2
    assert set(REPLY.findall(letter.text)) == set(REPLY.findall(letter.html))
    for match in matches:
        match.refresh_from_db()
        assert letter.text.count(match.head) == letter.html.count(match.head) == 1
    assert letter.text.count("HOW THINGS STAND") == letter.text.count("YOUR ANSWER") == 2
    assert letter.html.count("<!DOCTYPE html>") == letter.html.count("</html>") == 1
    assert max(len(line) for line in letter.text.splitlines() if "http" not in line) <= 72


@pytest.mark.parametrize("wants", [True, False])
def test_a_bundle_brings_the_deadline_of_each_question_along_if_its_reader_wants_that(
    harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User, wants: bool
) -> None:
    set_invites(user=anna, wants_invites=wants)
    matches = [begin(begin_match, anna, ben) for _ in range(2)]
    files = [part for part in bundle(harbour, anna).message.walk() if part.get_content_type() == "text/calendar"]
    events = [each for part in files for each in Calendar.from_ical(part.get_content()).walk("VEVENT")]
    due = {match.pk: Deadline.objects.get(match=match, seat=0).due_at for match in matches if wants}
    assert {str(each["uid"]).partition(".")[0]: each.decoded("dtstart") for each in events} == due
    assert len(files) == wants


def test_an_answer_to_one_question_of_a_bundle_is_played_in_its_match_and_no_other(
    harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User
) -> None:
    first, second = begin(begin_match, anna, ben), begin(begin_match, anna, ben)
    letter = bundle(harbour, anna)
    address = make_reply_address(match_id=first.pk, seat=0, player=anna, decision=question(first).key)
    assert address in letter.text
    raw = f"From: {anna.email}\r\nMessage-ID: <one@elsewhere.example>\r\n\r\npass\r\n".encode()
    store_mail(raw, anna.email, address, "smtp")
    read_inbox()
    assert [question(match).seat for match in (first, second)] == [1, 0]


def test_a_bundle_about_one_match_is_of_its_thread_and_one_about_several_is_not(
    harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User
) -> None:
    match = begin(begin_match, anna, ben)
    letter = bundle(harbour, anna)
    assert letter.message["References"] == f"<m.{match.pk}.0@letters.localhost>"
    assert "Reply-To" in letter.message
    assert letter.subject == "Your move: Demo match"
    harbour.deliveries.clear()
    for _ in range(2):
        begin(begin_match, anna, ben)
    several = bundle(harbour, anna)
    assert re.fullmatch(r"<b\.[a-z2-7]{26}\.bundled@letters\.localhost>", str(several.message["References"]))
    assert "List-Id" not in several.message


def test_a_bundle_that_was_sent_by_a_sender_who_died_is_sent_again_as_the_same_letter(
    harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User
) -> None:
    begin(begin_match, anna, ben)
    letter = bundle(harbour, anna)
    long_ago = LATER - claims.CLAIM_LASTS
    OutboxMail.objects.filter(seat=0).update(state=State.SENDING, claimed_at=long_ago, settled_at=None)
    begin(begin_match, anna, ben)
    with time_machine.travel(LATER + timedelta(seconds=1), tick=False):
        relay_outbox()
    again = harbour.to(anna.email)[1]
    assert again.message["Message-ID"] == letter.message["Message-ID"]
    assert set(REPLY.findall(again.text)) == set(REPLY.findall(letter.text))
    assert len({each.message["Message-ID"] for each in harbour.to(anna.email)[1:]}) == 2


def test_one_row_that_cannot_be_told_stops_no_other_of_its_bundle(
    harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User
) -> None:
    bad, good = begin(begin_match, anna, ben), begin(begin_match, anna, ben)
    Deadline.objects.filter(match=bad).delete()
    letter = bundle(harbour, anna)
    assert letter.text.count("YOUR ANSWER") == 1
    assert f"/m/{good.pk}/preview/" in letter.html
    fates = dict(OutboxMail.objects.filter(match=bad, seat=0).values_list("kind", "state"))
    assert fates == {"match_begun": State.SENT, "your_move": State.WAITING}


def test_rows_whose_bundle_cannot_be_written_go_alone_and_say_why(
    harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(begin_match, anna, ben)
    begin(begin_match, anna, ben)
    why: list[str] = []
    let_go = claims.mark_unbound

    def note(mail: OutboxMail, now: datetime, reason: str) -> None:
        why.append(reason)
        let_go(mail, now, reason)

    monkeypatch.setattr(claims, "mark_unbound", note)
    monkeypatch.setattr(sending, "write_bundle", lambda *_: 1 / 0)
    with time_machine.travel(LATER, tick=False):
        relay_outbox()
    assert set(why) == {"its bundle could not be written"}
    assert len(harbour.to(anna.email)) == len(why) > 1


def test_more_than_the_hours_share_comes_merged_and_nothing_is_lost(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_PER_HOUR", 2)
    cleo, dario = people("Cleo", "Dario")
    for _ in range(3):
        begin(begin_match, cleo, dario)
    assert len(harbour.to(cleo.email)) == 2
    with time_machine.travel(NOON + timedelta(minutes=61), tick=False):
        relay_outbox()
        relay_outbox()
    assert len(harbour.to(cleo.email)) == 3
    assert harbour.to(cleo.email)[-1].subject.startswith("Your move in 2 matches")
    assert not OutboxMail.objects.exclude(state=State.SENT).exists()


def test_one_click_ends_the_bundle_and_the_page_turns_it_on_again(
    harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User
) -> None:
    begin(begin_match, anna, ben)
    link = re.search(r"<http://127\.0\.0\.1:8000(/[^<>]+)>", str(bundle(harbour, anna).message["List-Unsubscribe"]))
    assert link is not None
    page = Client(enforce_csrf_checks=True).post(link[1], {"List-Unsubscribe": "One-Click"}).content.decode()
    assert "no more letters of the kind “bundled mail”" in page
    begin(begin_match, anna, ben)
    assert not OutboxMail.objects.filter(seat=0, state=State.WAITING).exists()
    Client().post(link[1], {"again": "1"})
    anna.refresh_from_db()
    assert anna.mail_timings == dict.fromkeys(("match_begun", "match_over", "your_move"), "bundled")


def test_a_seat_that_was_handed_over_meanwhile_is_told_to_its_new_holder_alone(
    harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User
) -> None:
    match = begin(begin_match, anna, ben)
    settle_all()
    for _ in range(2):
        post(match, OutboxMail.Kind.MATCH_BEGUN, 1)
    OutboxMail.objects.filter(seat=1, state=State.WAITING).update(
        recipient=anna, held="bundled", not_before=NOON, created_at=NOON
    )
    harbour.deliveries.clear()
    relay_outbox()
    relay_outbox()
    assert harbour.to(anna.email) == []
    assert [each.subject.split(":")[0] for each in harbour.to(ben.email)] == ["The match has begun"] * 2
