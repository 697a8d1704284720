"""Repeats: the same request has one effect and gets its first answer, whatever has happened since."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match, OutboxMail
from games.refusals import NotYourSeat, StaleDecision
from games.services.play.moves import in_json, in_notation, submit_move
from games.services.play.submitting import Receipt
from games.services.tables.matches import MatchPlan, call_off_match, open_match, rewind_match, start_match
from games.services.tables.seats import give_up_seat, seat_bot, seat_player
from pirates.errors import MalformedMove
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, at_once, question_of, write_move

pytestmark = pytest.mark.django_db
PLAN = MatchPlan(game="capitan-bacon", title="Demo match", seats=2, pace=timedelta(days=1))


def test_a_move_sent_twice_is_made_once(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    key, seat = question_of(match).key, asked(match)
    first = write_move(match, players, "pass", seat=seat, decision=key, key="click")
    again = write_move(match, players, "pass", seat=seat, decision=key, key="click")
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert again.position == first.position == store.open_book(match.pk).position


def test_a_repeat_gets_its_first_answer_after_the_match_moved_on(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    key, seat = question_of(match).key, asked(match)
    first = write_move(match, players, "pass", seat=seat, decision=key, key="click")
    for _ in range(3):
        write_move(match, players, "pass")
    mails, deadlines = OutboxMail.objects.count(), list(Deadline.objects.values())
    again = write_move(match, players, "pass", seat=seat, decision=key, key="click")
    assert (again.position, again.is_repeat) == (first.position, True)
    assert again.book == store.open_book(match.pk)
    assert (OutboxMail.objects.count(), list(Deadline.objects.values())) == (mails, deadlines)


def test_a_repeat_gets_its_first_answer_after_the_match_is_over(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    key, seat = question_of(match).key, asked(match)
    first = write_move(match, players, "pass", seat=seat, decision=key, key="click")
    give_up_seat(match_id=match.pk, player=players[0], key="enough")
    assert write_move(match, players, "pass", seat=seat, decision=key, key="click").position == first.position


def test_a_repeat_gets_its_first_answer_even_with_other_words(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    key, seat = question_of(match).key, asked(match)
    first = write_move(match, players, "pass", seat=seat, decision=key, key="click")
    assert write_move(match, players, "nonsense", seat=seat, decision="0", key="click").position == first.position


def test_the_keys_of_two_players_two_doors_and_two_matches_are_apart(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    positions = []
    for match in (begin_match(players), begin_match(players)):
        positions += [write_move(match, players, "pass", key="1").position for _ in players]
        mover, question = asked(match), question_of(match)
        by_mail = submit_move(
            match_id=match.pk,
            player=players[mover],
            decision=question.key,
            move=in_notation("pass"),
            channel="mail",
            key="1",
        )
        positions.append(by_mail.position)
    assert positions == [5, 6, 7] * 2


def test_a_refused_move_does_not_use_its_key_up(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    with pytest.raises(MalformedMove):
        write_move(match, players, "nonsense", key="click")
    assert not write_move(match, players, "pass", key="click").is_repeat


def test_a_second_click_with_a_key_of_its_own_is_told_that_the_question_is_closed(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    key, seat = question_of(match).key, asked(match)
    write_move(match, players, "pass", seat=seat, decision=key)
    with pytest.raises(StaleDecision) as refusal:
        write_move(match, players, "pass", seat=seat, decision=key)
    assert refusal.value.data["decision"] == key


def test_a_move_for_another_seat_is_refused_in_json_too(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    mover = asked(match)
    raw = f'{{"type": "Pass", "seat": {1 - mover}}}'.encode()
    with pytest.raises(NotYourSeat):
        submit_move(
            match_id=match.pk,
            player=players[mover],
            decision=question_of(match).key,
            move=in_json(raw),
            channel="api",
            key="1",
        )


TableAct = Callable[[Match, list[User]], Receipt]
TABLE_ACTS: dict[str, TableAct] = {
    "sit down": lambda match, people: seat_player(match_id=match.pk, player=people[2], key="1"),
    "seat a bot": lambda match, people: seat_bot(match_id=match.pk, host=people[0], key="1"),
    "leave": lambda match, people: give_up_seat(match_id=match.pk, player=people[1], key="1"),
    "call off": lambda match, people: call_off_match(match_id=match.pk, host=people[0], key="1"),
}
RUNNING_ACTS: dict[str, TableAct] = {
    "start": lambda match, people: start_match(match_id=match.pk, host=people[0], key="start"),
    "resign": lambda match, people: give_up_seat(match_id=match.pk, player=people[1], key="1"),
    "rewind": lambda match, _: rewind_match(match_id=match.pk, to=5, key="1"),
}


@pytest.mark.parametrize("name", TABLE_ACTS)
def test_an_act_at_the_table_sent_twice_is_done_once(people: MakePeople, open_table: BeginMatch, name: str) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = open_table(players)
    give_up_seat(match_id=match.pk, player=players[2], key="make room")
    first, again = TABLE_ACTS[name](match, players), TABLE_ACTS[name](match, players)
    assert (again.position, again.is_repeat) == (first.position, True)
    assert again.book == first.book


@pytest.mark.parametrize("name", RUNNING_ACTS)
def test_an_act_in_a_running_match_sent_twice_is_done_once(
    people: MakePeople, begin_match: BeginMatch, name: str
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    write_move(match, players, "pass")
    first, again = RUNNING_ACTS[name](match, players), RUNNING_ACTS[name](match, players)
    assert (again.position, again.is_repeat) == (first.position, True)


def test_a_match_opened_twice_with_one_key_is_one_match(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    first = open_match(host=anna, plan=PLAN, key="form")
    assert open_match(host=anna, plan=PLAN, key="form") == first
    assert open_match(host=ben, plan=PLAN, key="form") != first
    assert Match.objects.count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_match_opened_twice_at_once_with_one_key_is_one_match(people: MakePeople) -> None:
    (anna,) = people("Anna")

    def open_one() -> Receipt:
        match = open_match(host=anna, plan=PLAN, key="double click")
        return Receipt(match.position, store.open_book(match.pk))

    for _ in range(3):
        answers = at_once(*[open_one] * 4)
        assert [answer.position for answer in answers if isinstance(answer, Receipt)] == [2] * 4
    assert Match.objects.count() == 1
