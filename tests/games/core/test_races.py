"""Races, with real threads on PostgreSQL: exactly one wins, nothing is lost, nothing is done twice."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from games.logbook import store
from games.models import Deadline, Match, OutboxMail, QueuedMove, Seat
from games.models.logbook import LogEntry
from games.notifications.relay import relay_outbox
from games.refusals import NotNow, StaleDecision
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import withdraw_move
from games.services.play.submitting import Receipt
from games.services.tables.bots import play_waiting_bots
from games.services.tables.matches import start_match
from games.services.tables.seats import give_up_seat, seat_player
from games.table.events.core import DeadlineMissed
from pirates.errors import RulesError
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import Answer, asked, at_once, fresh_key, question_of, write_move
from tests.games.core.queuing import ANNA_STARTS, queue

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 6


def codes(answers: list[Answer]) -> Counter[str]:
    """Count the receipts ("done") and the refusals by code."""
    return Counter(answer.code if isinstance(answer, RulesError) else "done" for answer in answers)


def check_whole(match: Match) -> None:
    """Check that the log has no gap and no fault, and that the match points at its end."""
    match.refresh_from_db()
    positions = list(LogEntry.objects.filter(match=match).order_by("position").values_list("position", flat=True))
    assert positions == list(range(1, match.position + 1))
    assert store.find_faults(match.pk) == []


def sweeping(sweep: Callable[[], int], match: Match) -> Callable[[], Receipt]:
    """Return the act of sweeping; its receipt tells how much was done."""
    return lambda: Receipt(sweep(), store.open_book(match.pk))


def test_of_twenty_writers_at_one_question_one_wins_and_the_others_are_told_why(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    for _ in range(ROUNDS):
        seat, key, position = asked(match), question_of(match).key, store.open_book(match.pk).position
        mails = OutboxMail.objects.count()
        act = partial(write_move, match, players, "pass", seat=seat, decision=key)
        answers = at_once(*[partial(act, key=fresh_key()) for _ in range(20)])
        assert codes(answers) == {"done": 1, "stale_decision": 19}
        assert all(isinstance(each, Receipt | StaleDecision) for each in answers)
        assert store.open_book(match.pk).position == position + 1
        assert OutboxMail.objects.count() == mails + 1
    check_whole(match)


def test_twenty_repeats_of_one_request_at_once_get_one_answer(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    seat, key = asked(match), question_of(match).key
    answers = at_once(*[partial(write_move, match, players, "pass", seat=seat, decision=key, key="same")] * 20)
    receipts = [answer for answer in answers if isinstance(answer, Receipt)]
    assert len(receipts) == 20
    assert {receipt.position for receipt in receipts} == {5}
    assert [receipt.is_repeat for receipt in receipts].count(False) == 1


def test_standing_orders_of_all_seats_at_once_are_all_kept(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo", "Dario", "Edda")
    match = begin_match(players)
    for changes in range(ROUNDS):
        wanted = ("always", "never")[changes % 2]
        order = partial(write_move, match, players, f"orders {wanted}")
        answers = at_once(
            *[partial(order, seat=seat, decision=f"seat{seat + 1}.{changes}:orders") for seat in range(5)]
        )
        assert codes(answers) == {"done": 5}
        orders = store.open_book(match.pk).state.orders
        assert [order.answer for order in orders] == [wanted] * 5
    check_whole(match)


def test_a_turn_move_and_the_orders_of_the_others_do_not_get_in_each_others_way(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    mover = asked(match)
    others = [seat for seat in range(3) if seat != mover]
    acts = [partial(write_move, match, players, "pass", seat=mover, decision=question_of(match).key)]
    acts += [
        partial(write_move, match, players, "orders never", seat=seat, decision=f"seat{seat + 1}.0:orders")
        for seat in others
    ]
    assert codes(at_once(*acts)) == {"done": 3}
    check_whole(match)


def test_a_move_in_time_leaves_its_timeout_nothing_to_do(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    old = Deadline.objects.get(match=match)
    write_move(match, players, "pass")
    assert expire_due_deadlines(old.due_at) == 0
    assert store.open_book(match.pk).position == 5


def test_a_move_behind_its_timeout_is_told_what_happened(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    seat, key = asked(match), question_of(match).key
    assert expire_due_deadlines(Deadline.objects.get(match=match).due_at) == 1
    with pytest.raises(StaleDecision) as refusal:
        write_move(match, players, "pass", seat=seat, decision=key)
    since = refusal.value.data["since"]
    assert isinstance(since, list)
    assert any("did not answer in time" in str(sentence) for sentence in since)


def test_when_a_move_and_its_timeout_come_together_exactly_one_counts(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    for _ in range(2 * ROUNDS):
        seat, key = asked(match), question_of(match).key
        deadline = Deadline.objects.get(match=match)
        position = store.open_book(match.pk).position
        move, sweep = at_once(
            partial(write_move, match, players, "pass", seat=seat, decision=key),
            sweeping(partial(expire_due_deadlines, deadline.due_at), match),
        )
        assert isinstance(sweep, Receipt)
        assert (sweep.position, isinstance(move, Receipt)) in {(1, False), (0, True)}
        assert isinstance(move, Receipt | StaleDecision)
        assert store.open_book(match.pk).position == position + 1
        if isinstance(move, StaleDecision):
            write_move(match, players, "orders ask", seat=seat, decision=orders_key(match, seat))
    check_whole(match)


def orders_key(match: Match, seat: int) -> str:
    return f"seat{seat + 1}.{store.open_book(match.pk).state.order_changes[seat]}:orders"


def test_an_expiry_fired_by_many_sweeps_at_once_is_one_event_and_one_letter_each(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    for _ in range(ROUNDS // 2):
        deadline = Deadline.objects.get(match=match)
        answers = at_once(*[sweeping(partial(expire_due_deadlines, deadline.due_at), match)] * 12)
        assert sum(answer.position for answer in answers if isinstance(answer, Receipt)) == 1
        about = OutboxMail.objects.filter(match=match, decision=deadline.decision)
        kinds = Counter(about.values_list("kind", flat=True))
        assert kinds[OutboxMail.Kind.DEADLINE_MISSED] == 1
    entries = [*store.read_entries(store.open_book(match.pk))]
    missed = [event.decision for entry in entries for event in entry.events if isinstance(event, DeadlineMissed)]
    assert len(missed) == len(set(missed)) == ROUNDS // 2
    check_whole(match)


def test_bots_swept_by_many_workers_at_once_move_once_per_question(people: MakePeople, begin_match: BeginMatch) -> None:
    (anna,) = people("Anna")
    match = begin_match([anna], bots=3)
    for _ in range(ROUNDS):
        before = store.open_book(match.pk).position
        answers = at_once(*[sweeping(play_waiting_bots, match)] * 6)
        done = sum(answer.position for answer in answers if isinstance(answer, Receipt))
        assert store.open_book(match.pk).position == before + done
        if asked(match) == 0:
            write_move(match, [anna], "pass" if question_of(match).kind == "turn" else "no mirror")
    check_whole(match)


def test_two_starts_at_once_deal_once_and_tell_everybody_once(people: MakePeople, open_table: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    for _ in range(ROUNDS // 2):
        match = open_table(players)
        start = partial(start_match, match_id=match.pk, host=players[0])
        answers = at_once(*[partial(start, key=fresh_key()) for _ in range(4)])
        assert codes(answers) == {"done": 1, "already_begun": 3}
        begun = OutboxMail.objects.filter(match=match, kind=OutboxMail.Kind.MATCH_BEGUN)
        assert list(begun.order_by("seat").values_list("seat", flat=True)) == [0, 1, 2]
        check_whole(match)


def test_the_last_two_seats_are_taken_at_once_and_a_start_in_between_waits(
    people: MakePeople, open_table: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    anna, ben, cleo = players
    match = open_table(players)
    for player in (ben, cleo):
        give_up_seat(match_id=match.pk, player=player, key="leave")
    answers = at_once(
        partial(seat_player, match_id=match.pk, player=ben, key="again"),
        partial(seat_player, match_id=match.pk, player=cleo, key="again"),
        partial(start_match, match_id=match.pk, host=anna, key="go"),
    )
    counted = codes(answers)
    assert counted["done"] == 2 + (counted["seats_free"] == 0)
    assert Seat.objects.filter(match=match, is_taken=True, player__isnull=False).count() == 3
    check_whole(match)


def test_of_three_people_at_the_last_free_seat_one_sits_down(people: MakePeople, open_table: BeginMatch) -> None:
    anna, *others = people("Anna", "Ben", "Cleo", "Dario")
    for _ in range(ROUNDS // 2):
        match = open_table([anna, others[0]])
        give_up_seat(match_id=match.pk, player=others[0], key="leave")
        answers = at_once(
            *[partial(seat_player, match_id=match.pk, player=player, key=fresh_key()) for player in others]
        )
        assert codes(answers) == {"done": 1, "table_full": 2}
        assert all(isinstance(each, Receipt | NotNow) for each in answers)
        assert Seat.objects.filter(match=match, player__isnull=False).count() == 2
        check_whole(match)


def test_a_match_that_somebody_is_writing_in_is_left_to_the_next_sweep(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben"))
    due = Deadline.objects.get(match=match).due_at
    with connection.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT 1 FROM games_match WHERE id = %s FOR UPDATE", [match.pk])
        (elsewhere,) = at_once(sweeping(partial(expire_due_deadlines, due), match))
        cursor.execute("ROLLBACK")
    assert isinstance(elsewhere, Receipt)
    assert elsewhere.position == 0
    assert Deadline.objects.get(match=match).failures == 0
    assert expire_due_deadlines(due) == 1


@pytest.mark.parametrize("notation", ["pass", "shovel 99"])
def test_two_workers_and_the_relay_at_one_queued_move_try_it_once_and_ask_only_if_it_was_dropped(
    notation: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=ANNA_STARTS)
    for _ in range(ROUNDS):
        relay_outbox()
        queue(match, players[1], notation)
        write_move(match, players, "pass")
        position = store.open_book(match.pk).position
        sweeps = [sweeping(play_queued_moves, match)] * 2 + [sweeping(relay_outbox, match)] * 2
        at_once(*sweeps)
        relay_outbox()
        letter = OutboxMail.objects.get(match=match, seat=1, kind=OutboxMail.Kind.YOUR_MOVE, position=position)
        is_played = notation == "pass"
        assert (letter.state, asked(match)) == (("dropped", 0) if is_played else ("sent", 1))
        if not is_played:
            write_move(match, players, "pass")
    check_whole(match)


def test_a_queued_move_that_is_taken_back_while_two_workers_try_it_is_played_or_asked_for(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=ANNA_STARTS)
    for _ in range(ROUNDS):
        queue(match, players[1], "pass")
        write_move(match, players, "pass")
        position = store.open_book(match.pk).position
        withdraw = sweeping(lambda: withdraw_move(match_id=match.pk, player=players[1]), match)
        at_once(*[sweeping(play_queued_moves, match)] * 2, withdraw)
        relay_outbox()
        letter = OutboxMail.objects.get(match=match, seat=1, kind=OutboxMail.Kind.YOUR_MOVE, position=position)
        is_played = asked(match) == 0
        assert (letter.state, QueuedMove.objects.count()) == ("dropped" if is_played else "sent", 0)
        if not is_played:
            write_move(match, players, "pass")
    check_whole(match)
