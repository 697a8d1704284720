"""The relay: every row is judged when it leaves, and leaves once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Invitation, OutboxMail
from games.notifications import sending
from games.notifications.relay import relay_outbox
from games.services.clocks.deadlines import expire_due_deadlines, send_due_reminders
from games.services.tables.invitation_links import decline_invitation
from games.services.tables.invitations import invite_by_address
from games.services.tables.matches import call_off_match, rewind_match
from games.services.tables.seats import give_up_seat
from games.tasks import relay_outbox as relay_task
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import fates, make_all_due, play, post, question, settle_all
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

Kind, State = OutboxMail.Kind, OutboxMail.State
ANNA, BEN = "demo.anna@letters.localhost", "demo.ben@letters.localhost"
ANNA_STARTS = b'{"starter":0}'


def reason(mail: OutboxMail) -> tuple[str, str]:
    mail.refresh_from_db()
    return mail.state, mail.reason


def test_the_task_sends_each_row_once_over_one_connection(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_task()
    relay_task()
    assert fates() == [("match_begun", "sent"), ("match_begun", "sent"), ("your_move", "sent")]
    assert len(harbour.deliveries) == 3
    assert harbour.visits == 1


def test_a_letter_about_a_question_that_was_answered_is_dropped_and_says_so(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    play(match, anna, "pass")
    relay_outbox()
    stale = OutboxMail.objects.get(kind=Kind.YOUR_MOVE, seat=0)
    assert reason(stale) == (State.DROPPED, "the question is no longer open")
    assert [each.subject.split(":")[0] for each in harbour.to(BEN)] == ["The match has begun", "Your move"]


@pytest.mark.parametrize("kind", [Kind.YOUR_MOVE, Kind.WINDOW, Kind.REMINDER])
def test_nothing_is_asked_of_a_seat_that_was_given_up_or_whose_match_is_over(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, kind: OutboxMail.Kind
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben, cleo], options=ANNA_STARTS)
    settle_all()
    given_up = post(match, kind, 0, decision=question(match).key)
    give_up_seat(match_id=match.pk, player=anna, key="resign")
    relay_outbox()
    assert reason(given_up) == (State.DROPPED, "a bot keeps this seat now")
    give_up_seat(match_id=match.pk, player=ben, key="resign")
    late = post(match, kind, 2, decision="1.1:turn")
    relay_outbox()
    assert reason(late) == (State.DROPPED, "the match is over")
    assert [each.subject.split(":")[0] for each in harbour.deliveries] == ["The match is over"] * 3


def test_a_kind_that_is_not_wanted_and_a_closed_account_get_nothing(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    User.objects.filter(pk=anna.pk).update(mail_timings={Kind.YOUR_MOVE.value: "never"})
    User.objects.filter(pk=ben.pk).update(is_active=False)
    begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    told = dict(OutboxMail.objects.filter(state=State.DROPPED).values_list("seat", "reason"))
    assert told == {0: "this kind of mail is not wanted", 1: "the account is closed"}
    assert [each.subject for each in harbour.to(ANNA)] == ["The match has begun: Demo match (Capitán Bacon)"]


def test_a_reminder_goes_out_while_the_question_is_open_and_only_then(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    send_due_reminders(timezone.now() + timedelta(hours=20))
    make_all_due()
    relay_outbox()
    assert harbour.to(ANNA)[-1].subject == "Reminder, your move: Demo match (Capitán Bacon)"
    assert "Reply-To" in harbour.to(ANNA)[-1].message
    play(match, anna, "pass")
    relay_outbox()
    send_due_reminders(timezone.now() + timedelta(hours=20))
    play(match, ben, "pass")
    make_all_due()
    relay_outbox()
    assert OutboxMail.objects.get(kind=Kind.REMINDER, seat=1).state == State.DROPPED
    assert not [each for each in harbour.to(BEN) if each.subject.startswith("Reminder")]


def test_after_an_outage_one_letter_is_sent_for_a_question_and_one_for_all_missed_deadlines(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben", "Cleo"), options=ANNA_STARTS)
    for day in range(1, 4):
        send_due_reminders(timezone.now() + timedelta(days=day))
        expire_due_deadlines(timezone.now() + timedelta(days=day))
    first = post(match, Kind.DEADLINE_MISSED, 0, decision="1.1:turn")
    post(match, Kind.DEADLINE_MISSED, 0, decision="4.1:turn")
    make_all_due()
    relay_outbox()
    assert reason(first) == (State.DROPPED, "another letter tells this already")
    sent = [(each.message["To"], each.subject.split(":")[0]) for each in harbour.deliveries]
    assert sorted(sent) == sorted(set(sent))
    assert not OutboxMail.objects.filter(kind=Kind.REMINDER, state=State.SENT).exists()


def test_the_letter_and_its_reminder_are_not_both_sent_when_they_come_late(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    reminder = post(match, Kind.REMINDER, 0, decision=question(match).key)
    relay_outbox()
    assert reason(reminder) == (State.DROPPED, "another letter tells this already")
    assert [each.subject.split(":")[0] for each in harbour.to(ANNA)] == ["The match has begun", "Your move"]


def test_a_question_that_a_rewind_opens_again_is_told_again(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    play(match, anna, "pass")
    relay_outbox()
    rewind_match(match_id=match.pk, to=4, key="ruling")
    relay_outbox()
    assert [each.subject.split(":")[0] for each in harbour.to(ANNA)] == [
        "The match has begun",
        "Your move",
        "Your move",
    ]
    ids = [each.message["Message-ID"] for each in harbour.to(ANNA)]
    assert len(set(ids)) == 3


def test_a_reader_gets_at_most_the_hours_share_and_the_rest_later(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_PER_HOUR", 1)
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_outbox()
    late = OutboxMail.objects.get(kind=Kind.YOUR_MOVE)
    assert reason(late) == (State.WAITING, "enough letters for this hour")
    assert late.attempts == 0
    assert timedelta(minutes=59) < late.not_before - timezone.now() <= timedelta(hours=1)
    hour_ago = timezone.now() - timedelta(hours=1, minutes=1)
    OutboxMail.objects.filter(state=State.SENT).update(settled_at=hour_ago)
    make_all_due()
    relay_outbox()
    assert reason(late) == (State.SENT, "")
    assert len(harbour.to(ANNA)) == 2


def test_a_run_is_bounded_and_the_next_one_goes_on(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    assert relay_outbox(most=2) == 2
    assert len(harbour.deliveries) == 2
    assert relay_outbox() == 1


def test_an_invitation_is_sent_once_and_not_after_it_was_declined_or_the_table_is_gone(
    harbour: Harbour, people: MakePeople, open_table: BeginMatch
) -> None:
    (anna,) = people("Anna")
    match = open_table([anna], bots=1)
    for name in ("first", "second", "third"):
        invite_by_address(match=match, host=anna, address=f"{name}@elsewhere.example")
    decline_invitation(invitation=Invitation.objects.get(address="second@elsewhere.example"))
    relay_outbox(most=2)
    call_off_match(match_id=match.pk, host=anna, key="off")
    relay_outbox()
    invited = [each for each in harbour.deliveries if "invites" in each.subject]
    assert [each.recipients for each in invited] == [["first@elsewhere.example"]]
    dropped = OutboxMail.objects.filter(kind=Kind.INVITATION, state=State.DROPPED).order_by("pk")
    assert [each.reason for each in dropped] == [
        "the invitation was declined or withdrawn",
        "the match has begun or was called off",
    ]
    assert harbour.to(ANNA)[-1].subject.startswith("The match is over")
    assert 'the match "Demo match" (Capitán Bacon) was called off' in harbour.to(ANNA)[-1].text
