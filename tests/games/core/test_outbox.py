"""The outbox: each letter once, to the right seat, at the right time."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.logbook import store
from games.models import Match, OutboxMail
from games.outbox import claims
from games.outbox import letters as outbox
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.play.moves import in_notation, submit_move
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key, key_answered, move_by_lot, play_by_lot, question_of, write_move

pytestmark = pytest.mark.django_db
Kind, State = OutboxMail.Kind, OutboxMail.State
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def letters(match: Match, position: int) -> list[tuple[str, int | None, str]]:
    mails = OutboxMail.objects.filter(match=match, position=position).order_by("pk")
    return list(mails.values_list("kind", "seat", "decision"))


def letter(once: str, delay: timedelta = timedelta(0)) -> outbox.Letter:
    return outbox.Letter(kind=Kind.RECEIPT, match_id=None, once=once, address="demo@letters.localhost", delay=delay)


def claim(now: datetime) -> OutboxMail | None:
    with transaction.atomic():
        return next(iter(claims.claim_due(now)), None)


def test_the_start_is_told_to_every_person_and_the_first_question_to_whom_it_is_put(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben", "Cleo"), bots=1)
    told = Counter(kind for kind, _, _ in letters(match, 6))
    assert told[Kind.MATCH_BEGUN] == 3
    assert told[Kind.YOUR_MOVE] == (asked(match) < 3)


def test_every_question_that_opens_is_told_once_to_whom_it_is_put(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    asked_before = question_of(match).key
    for receipt in play_by_lot(match, players, b"letters", 60):
        if receipt.book.is_over:
            break
        question = question_of(match)
        kind = Kind.WINDOW if question.window else Kind.YOUR_MOVE
        book = receipt.book
        assert question.seat is not None
        is_ordered = question.window and book.game.answer_by_order(book.state, question.seat) is not None
        is_told = question.key != asked_before and not is_ordered
        expected = [(kind, question.seat, question.key)] if is_told else []
        assert letters(match, receipt.position) == expected
        asked_before = question.key


def test_a_seat_whose_own_move_opened_its_next_question_is_told_after_a_while(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    with time_machine.travel(NOON, tick=False):
        position = make_a_move_with_a_follow_up(match, players)
    mail = OutboxMail.objects.get(match=match, position=position)
    assert mail.not_before == NOON + outbox.FOLLOW_UP_DELAY
    assert mail.seat == asked(match)


def make_a_move_with_a_follow_up(match: Match, players: list[User]) -> int:
    while True:
        before = question_of(match)
        receipt = move_by_lot(match, players, fresh_key().encode())
        assert not receipt.book.is_over
        if asked(match) == before.seat and question_of(match) != before:
            return receipt.position


def test_a_follow_up_of_a_mailed_move_is_left_to_its_receipt(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    position = make_a_move_with_a_follow_up(match, players)
    twin = begin_match(players)
    assert len(letters(match, position)) == 1
    for _ in range(400):
        book = store.open_book(twin.pk)
        if book.is_over:
            twin = begin_match(players)
            continue
        seat, before = asked(twin), question_of(twin).key
        notation = book.game.write(book.game.sample_move(book.state, seat, book.dice()))
        receipt = submit_move(
            match_id=twin.pk,
            player=players[seat],
            decision=key_answered(twin, seat, notation),
            move=in_notation(notation),
            channel="mail",
            key=fresh_key(),
        )
        if not receipt.book.is_over and asked(twin) == seat and question_of(twin).key != before:
            assert letters(twin, receipt.position) == []
            return
    pytest.fail("no move had a follow-up")


def test_a_missed_deadline_is_told_to_whom_it_was_missed_by(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"))
    question = question_of(match)
    with time_machine.travel(NOON.replace(year=2100), tick=False):
        expire_due_deadlines()
    told = letters(match, 5)
    assert told[0] == (Kind.DEADLINE_MISSED, question.seat, question.key)
    assert [kind for kind, _, _ in told] == [Kind.DEADLINE_MISSED, Kind.YOUR_MOVE]


def test_the_end_is_told_to_everybody_once_and_nobody_is_asked_anything(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    give_up_seat(match_id=match.pk, player=players[0], key="out")
    end = give_up_seat(match_id=match.pk, player=players[1], key="out")
    assert letters(match, end.position) == [(Kind.MATCH_OVER, seat, "") for seat in range(3)]


def test_a_seat_that_a_bot_keeps_gets_no_letters_about_its_questions(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    give_up_seat(match_id=match.pk, player=players[2], key="out")
    position = store.open_book(match.pk).position
    for _ in range(6):
        if asked(match) == 2:
            with time_machine.travel(NOON.replace(year=2100), tick=False):
                expire_due_deadlines()
        else:
            write_move(match, players, "pass")
    later = OutboxMail.objects.filter(match=match, position__gt=position)
    assert later.exists()
    assert not later.filter(seat=2).exists()


def test_the_same_letter_is_written_once_however_often_it_is_asked_for() -> None:
    assert outbox.tell([letter("same"), letter("other")], NOON) == 2
    outbox.tell([letter("same"), letter("same")], NOON)
    assert sorted(OutboxMail.objects.values_list("once", flat=True)) == ["other", "same"]


def test_nothing_to_write_is_no_statement_at_all(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert outbox.tell([], NOON) == 0


def test_only_letters_due_at_once_call_for_a_wake_up() -> None:
    assert outbox.tell([letter("now"), letter("later", delay=timedelta(minutes=1))], NOON) == 1


def test_a_letter_is_claimed_by_one_sender_and_not_before_its_time() -> None:
    outbox.tell([letter("later", delay=timedelta(minutes=10))], NOON)
    assert claim(NOON) is None
    first = claim(NOON + timedelta(minutes=10))
    assert first is not None
    assert (first.state, first.attempts) == (State.SENDING, 1)
    assert claim(NOON + timedelta(minutes=11)) is None


def test_a_claim_that_was_never_settled_lapses_and_a_late_settlement_then_counts_for_nothing() -> None:
    outbox.tell([letter("crash")], NOON)
    crashed = claim(NOON)
    assert crashed is not None
    second = claim(NOON + claims.CLAIM_LASTS)
    assert second is not None
    assert second.attempts == 2
    claims.mark_dropped(crashed, NOON, "a sender thought dead")
    assert OutboxMail.objects.get().state == State.SENDING
    claims.mark_sent([second], NOON, None, "")
    assert OutboxMail.objects.get().state == State.SENT


def test_a_letter_that_fails_waits_longer_each_time_and_is_parked_in_the_end() -> None:
    outbox.tell([letter("fails")], NOON)
    now, waits = NOON, []
    while (mail := claim(now)) is not None:
        claims.mark_failed(mail, now, "the mail server is away\n" * 100)
        row = OutboxMail.objects.get()
        waits.append(row.not_before - now)
        now = max(row.not_before, now)
    assert OutboxMail.objects.get().state == State.PARKED
    assert waits[:-1] == [timedelta(minutes=2**attempt) for attempt in range(claims.MOST_ATTEMPTS - 1)]


def test_one_letter_that_fails_does_not_hold_up_the_others() -> None:
    outbox.tell([letter("bad"), letter("good")], NOON)
    bad = claim(NOON)
    assert bad is not None
    claims.mark_failed(bad, NOON, "no such mailbox")
    good = claim(NOON)
    assert good is not None
    assert good.once != bad.once
