"""Letters as their readers get them, over real SMTP."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.logbook import store
from games.models import Deadline, InboundMail, Match, OutboxMail
from games.notifications.relay import relay_outbox
from games.selectors.play.codes import MOST_IN_LETTER, coded_choices
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.people.reply_addresses import find_reply_address
from games.services.tables.invitation_links import token_of
from games.services.tables.invitations import invite_by_address
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import make_all_due, play, post, question
from tests.games.mail.harbour import Delivery, Harbour

pytestmark = pytest.mark.django_db

Kind = OutboxMail.Kind
ANNA, BEN = "demo.anna@letters.localhost", "demo.ben@letters.localhost"
ANNA_STARTS = b'{"starter":0}'


def newest(harbour: Harbour, address: str) -> Delivery:
    relay_outbox()
    return harbour.to(address)[-1]


def arrived(answer: dict[str, object]) -> InboundMail:
    now = timezone.now()
    raw = InboundMail(digest="d", door="smtp", recipient="r", raw=b"", received_at=now, not_before=now)
    raw.answer = json.dumps(answer)
    raw.save()
    return raw


def test_your_move_tells_what_happened_how_things_stand_and_every_choice(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    play(match, anna, "pass")
    letter = newest(harbour, BEN)
    assert letter.subject == "Your move: Demo match (Capitán Bacon)"
    assert "* Demo Anna passes." in letter.text
    assert "Seat  Player" in letter.text
    choices = coded_choices(store.open_book(match.pk), 1, question(match).key, MOST_IN_LETTER)
    asked = [each for each in choices if not each.choice.notation.startswith("orders")]
    assert len(asked) > 10
    for each in asked:
        assert f"{each.code}  {each.choice.notation}" in letter.text
        assert f"?body={each.code}" in letter.html
    assert 'Standing now: "orders ask".' in letter.text
    assert f"/m/{match.pk}/" in letter.text
    assert f"/m/{match.pk}/" in letter.html


def test_the_reply_address_gives_the_right_to_answer_just_this_question(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    letter = newest(harbour, ANNA)
    right = find_reply_address(str(letter.message["Reply-To"]))
    assert right is not None
    assert (right.match_id, right.seat, right.player, right.decision) == (match.pk, 0, anna, question(match).key)


def test_every_line_that_we_write_has_at_most_72_columns(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    for number, each in enumerate((anna, ben)):
        each.name = f"Bartholomew van der Demo {number}"
        each.save()
    match = begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    play(match, anna, "pass")
    relay_outbox()
    give_up_seat(match_id=match.pk, player=anna, key="resign")
    relay_outbox()
    assert len(harbour.deliveries) == 6
    long = [line for each in harbour.deliveries for line in each.text.splitlines() if len(line) > 72]
    assert not [line for line in long if "://" not in line]


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Pacific/Honolulu", "Sun 1 March 2026, 20:30 Pacific/Honolulu (UTC-10:00), Mon 2 March 2026, 06:30 UTC"),
        ("Asia/Kolkata", "Mon 2 March 2026, 12:00 Asia/Kolkata (UTC+05:30), 06:30 UTC"),
        ("Pacific/Kiritimati", "Mon 2 March 2026, 20:30 Pacific/Kiritimati (UTC+14:00), 06:30 UTC"),
        ("UTC", "Mon 2 March 2026, 06:30 UTC"),
    ],
)
def test_a_due_time_is_told_in_the_readers_zone_and_in_utc(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, zone: str, shown: str
) -> None:
    anna, ben = people("Anna", "Ben")
    User.objects.filter(pk=anna.pk).update(time_zone=zone)
    begin_match([anna, ben], options=ANNA_STARTS)
    Deadline.objects.update(due_at="2026-03-02T06:30:00Z")
    letter = newest(harbour, ANNA)
    assert shown in " ".join(letter.text.split())
    assert shown in " ".join(letter.html.split())


def test_a_letter_that_waited_tells_the_deadline_as_it_stands_now(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    Deadline.objects.update(due_at=timezone.now() + timedelta(days=3))
    assert "(in 3 days)" in newest(harbour, ANNA).text


def test_a_window_says_that_the_reader_may_answer(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    while question(match).kind != "mirror":
        _provoke(match, [anna, ben])
    attacked = [anna, ben][question(match).seat or 0]
    letter = newest(harbour, attacked.email)
    assert letter.subject == "You may answer: Demo match (Capitán Bacon)"
    assert "against you. Hold up a Mirror if you have one, or let it happen." in " ".join(letter.text.split())
    assert "no mirror" in letter.text


def _provoke(match: Match, players: list[User]) -> None:
    """Attack with what the hand allows, or pass."""
    asked = question(match)
    seat = asked.seat or 0
    choices = coded_choices(store.open_book(match.pk), seat, asked.key, 200)
    notations = [each.choice.notation for each in choices]
    attack = next((each for each in notations if each.split()[0] in ("rod", "spyglass", "ballast")), None)
    exchange = max((each for each in notations if each.startswith("bury")), key=len, default=notations[0])
    play(match, players[seat], attack or exchange)


def test_a_missed_deadline_is_told_and_so_is_the_caretaker(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    for day in (1, 2, 3):
        expire_due_deadlines(timezone.now() + timedelta(days=day, hours=1))
        make_all_due()
        relay_outbox()
    missed = [each for each in harbour.to(ANNA) if each.subject.startswith("Your time ran out")]
    assert "the default move was made for you" in " ".join(missed[0].text.split())
    assert "caretaker" not in missed[0].text.split("HOW THINGS")[0]
    assert "A caretaker keeps your seat now." in missed[1].text
    assert "Reply-To" not in missed[1].message


def test_the_first_letter_holds_the_commitment_and_the_last_what_it_was_made_of(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    secret = store.open_book(match.pk).secret
    relay_outbox()
    assert match.commitment in harbour.to(BEN)[0].text
    assert all(secret.encode() not in each.raw for each in harbour.deliveries)
    give_up_seat(match_id=match.pk, player=anna, key="resign")
    last = newest(harbour, BEN)
    assert last.text.count(secret) == 1
    assert match.commitment in last.text
    assert "1. Demo Ben" in last.text
    for written in (last.text, last.html):
        assert "Everybody else has resigned: you win the match." in " ".join(written.split())
        assert "(0)" not in written
    assert "python -m pirates.verify" in last.text
    assert "<- to answer" not in last.text


def test_the_foot_names_the_newest_entry_and_its_hash(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    letter = newest(harbour, ANNA)
    head = Match.objects.get(pk=match.pk).head
    foot = letter.text.split("\n-- \n")[1]
    assert f"Fingerprint of the log at entry {match.position}:\n{head}\n" in foot
    assert head in letter.html


def test_an_invitation_says_who_what_and_how_and_opens_a_page(
    harbour: Harbour, people: MakePeople, open_table: BeginMatch
) -> None:
    (anna,) = people("Anna")
    match = open_table([anna], bots=2, options=b'{"express":true,"starter":0}', is_private=True)
    invitation = invite_by_address(match=match, host=anna, address="stranger@elsewhere.example")
    letter = newest(harbour, "stranger@elsewhere.example")
    assert letter.subject == "Demo Anna invites you to a match of Capitán Bacon"
    assert "Options: Express: yes, Memory: kept, Starter: seat 1" in letter.text
    assert "Seats: 3\nTime for each answer: 1 day\n" in letter.text
    assert f"http://127.0.0.1:8000/i/{token_of(invitation)}/" in letter.text
    assert f"http://127.0.0.1:8000/unsubscribe/invitation/{token_of(invitation)}/" in letter.text
    for written in (letter.text, letter.html):
        assert match.commitment in written
        assert Match.objects.get(pk=match.pk).head in written
        assert f"/m/{match.pk}/" not in written
    assert "Reply-To" not in letter.message


def test_a_receipt_says_what_came_of_it_and_what_is_open_now(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    refusal = arrived({"ok": False, "sentences": ["There is no Island 99."], "code": "no_island", "decision": "x"})
    post(match, Kind.RECEIPT, 0, subject_id=str(refusal.pk), recipient_id=anna.pk)
    letter = newest(harbour, ANNA)
    assert letter.subject == "Your answer does not count: Demo match (Capitán Bacon)"
    assert "There is no Island 99." in letter.text
    first = coded_choices(store.open_book(match.pk), 0, question(match).key, 1)[0]
    assert f"{first.code}  {first.choice.notation}" in letter.text
    assert find_reply_address(str(letter.message["Reply-To"])) is not None


def test_a_receipt_for_a_move_says_that_nothing_is_asked_now(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    play(match, anna, "pass", channel="mail")
    answer = arrived({"ok": True, "sentences": ["You pass."], "code": "", "decision": "x"})
    post(match, Kind.RECEIPT, 0, subject_id=str(answer.pk), recipient_id=anna.pk)
    letter = newest(harbour, ANNA)
    assert letter.subject == "Your answer counts: Demo match (Capitán Bacon)"
    assert "Nothing is asked of you now" in letter.text
    assert "answer with the one word: undo\n\n" in letter.text
    assert "Reply-To" in letter.message


def test_a_receipt_to_somebody_who_holds_no_seat_shows_nothing_of_the_match(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    answer = arrived({"ok": False, "sentences": ["You have no seat in this match."], "code": "c", "decision": "x"})
    post(match, Kind.RECEIPT, 0, subject_id=str(answer.pk), recipient_id=cleo.pk)
    letter = newest(harbour, cleo.email)
    assert "You have no seat in this match." in letter.text
    assert "HOW THINGS STAND" not in letter.text
    assert "Your hand" not in letter.html


def test_the_words_of_a_choice_open_a_page_that_asks_once_more(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, client: Client
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    letter = newest(harbour, ANNA)
    [link] = re.findall(r'href="http://127\.0\.0\.1:8000(/m/[^"]+w=pass)"', letter.html)
    before = store.open_book(match.pk).position
    client.force_login(anna)
    assert "Make this move?" in client.get(link.replace("&amp;", "&")).content.decode()
    assert client.get(link.replace("&amp;", "&").replace("/m/", "/m/x")).status_code == 404
    assert store.open_book(match.pk).position == before


def test_a_letter_that_asks_nothing_says_that_a_reply_reaches_nobody(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_outbox()
    warned = {
        each.subject.split(":")[0]: "reply to this letter reaches nobody" in each.text for each in harbour.deliveries
    }
    assert warned == {"The match has begun": True, "Your move": False}
    for each in harbour.deliveries:
        assert ("Reply-To" in each.message) == ("reaches nobody" not in each.html)
