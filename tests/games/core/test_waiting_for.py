"""Who is waited for: list, badge, page, seat rows and deadlines say the same after every step of a match."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match, Seat
from games.projections.write import open_decisions
from games.selectors.play.matches import read_match
from games.selectors.tables.lists import count_my_moves, my_matches
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.tables.bots import play_waiting_bots
from games.services.tables.matches import rewind_match
from games.services.tables.seats import give_up_seat
from pirates.dice import SeededDice
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key, move_by_lot, question_of, write_move

pytestmark = pytest.mark.django_db


def check_all_agree(match: Match, players: list[User]) -> None:
    """Check that every answer to "whose move is it" is the one that the open Decisions give."""
    book = store.open_book(match.pk)
    must = {each.key: each.seat for each in open_decisions(book) if each.required}
    awaited = sorted({seat for seat in must.values() if seat is not None})
    seats = Seat.objects.filter(match=match)
    assert list(seats.filter(is_awaited=True).order_by("number").values_list("number", flat=True)) == awaited
    assert dict(Deadline.objects.filter(match=match).values_list("decision", "seat")) == must
    for reader in (*players, None):
        reading = read_match(match, reader)
        assert list(reading.awaited) == awaited
        assert sorted(clock.seat for clock in reading.clocks) == awaited
        check_own_answers(match, reader, must)


def check_own_answers(match: Match, reader: User | None, must: dict[str, int | None]) -> None:
    if reader is None:
        return
    reading = read_match(match, reader)
    seat = Seat.objects.get(match=match, player=reader)
    own = [key for key, asked_seat in must.items() if asked_seat == seat.number]
    assert [each.key for each in reading.decisions if each.required] == own
    listed: Any = my_matches(reader).get(pk=match.pk)
    plays_in_person = not seat.is_played_by_bot
    assert listed.is_my_move == (bool(own) and plays_in_person)
    assert count_my_moves(reader) == listed.is_my_move
    assert (listed.my_due_at is not None) == listed.is_my_move
    if own and plays_in_person:
        assert listed.my_due_at == next(clock.due_at for clock in reading.clocks if clock.seat == seat.number)


def take_a_step(match: Match, players: list[User], dice: SeededDice) -> None:
    """Do one thing that can happen to a match: mostly a move, sometimes an expiry, a bot, a rewind, a resignation."""
    seat, lot = asked(match), dice.below(20)
    position = store.open_book(match.pk).position
    if seat >= len(players):
        assert play_waiting_bots() == 1
    elif lot < 3 or store.open_book(match.pk).table.chairs[seat].has_resigned:
        assert expire_due_deadlines(Deadline.objects.get(match=match).due_at) == 1
    elif lot == 3 and position > 20:
        rewind_match(match_id=match.pk, to=position - 6, key=fresh_key())
    elif lot == 4 and position > 60 and seat != 0:
        give_up_seat(match_id=match.pk, player=players[seat], key=fresh_key())
    else:
        move_by_lot(match, players, fresh_key().encode())


@pytest.mark.parametrize("seed", [b"one", b"two"])
def test_all_answers_agree_after_every_step(people: MakePeople, begin_match: BeginMatch, seed: bytes) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, bots=1)
    for step in range(80):
        if store.open_book(match.pk).is_over:
            break
        check_all_agree(match, players)
        take_a_step(match, players, SeededDice(seed, step))
    check_all_agree(match, players)


def test_the_one_who_may_answer_with_a_mirror_is_waited_for_and_not_the_attacker(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, pace=timedelta(days=1))
    while question_of(match).kind != "mirror":
        if store.open_book(match.pk).is_over:
            match = begin_match(players, pace=timedelta(days=1))
        move_by_lot(match, players, fresh_key().encode())
    victim = asked(match)
    assert victim != store.open_book(match.pk).state.current
    check_all_agree(match, [players[victim], *[each for each in players if each != players[victim]]])
    deadline = Deadline.objects.get(match=match)
    assert deadline.is_window
    assert deadline.due_at - deadline.opened_at == timedelta(hours=8)


def test_a_seat_kept_by_a_caretaker_is_no_longer_its_players_move(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    seat = asked(match)
    give_up_seat(match_id=match.pk, player=players[seat], key="enough")
    assert asked(match) == seat
    assert count_my_moves(players[seat]) == 0
    listed: Any = my_matches(players[seat]).get()
    assert not listed.is_my_move


def test_my_own_move_comes_first_in_the_list_then_the_soonest_deadline(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    slow, quick, other = (begin_match(players, pace=timedelta(days=days)) for days in (3, 1, 2))
    for match, mover in ((slow, 0), (quick, 0), (other, 1)):
        while asked(match) != mover:
            write_move(match, players, "pass")
    assert list(my_matches(players[0])) == [quick, slow, other]
    assert list(my_matches(players[1])) == [other, quick, slow]
    assert (count_my_moves(players[0]), count_my_moves(players[1])) == (2, 1)
