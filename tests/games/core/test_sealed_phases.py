"""Sealed phases: plans sealed at one moment are all kept, and the clock closes the phase once, whoever wakes it."""

from functools import partial

import pytest

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match, OutboxMail
from games.projections.rebuild import find_drift
from games.projections.write import open_decisions
from games.selectors.tables.lists import count_my_moves
from games.services.clocks.deadlines import expire_due_deadlines, resolve_due_phases
from games.services.play.submitting import Receipt
from pirates.commands import Resolve
from pirates.decisions import open_to
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import at_once, fresh_key, write_move

PEOPLE = ("Anna", "Ben", "Cleo", "Dario", "Edda")
SEALED = "guns-or-treasure"


def seal_by_lots(match: Match, players: list[User], seat: int) -> Receipt:
    book = store.open_book(match.pk)
    question = next(each for each in open_to(open_decisions(book), seat) if each.required)
    assert question.default is not None
    notation = book.game.write(question.default)
    return write_move(match, players, notation, seat=seat, decision=question.key, key=fresh_key())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_five_plans_sealed_at_one_moment_none_is_lost(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people(*PEOPLE)
    match = begin_match(players, game=SEALED)
    answers = at_once(*[partial(seal_by_lots, match, players, seat) for seat in range(5)])
    assert [type(each) for each in answers] == [Receipt] * 5
    [left] = [each for each in open_decisions(store.open_book(match.pk)) if each.required]
    assert left.seat is None
    assert [count_my_moves(player) for player in players] == [0] * 5


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_phase_closed_by_many_sweeps_at_once_is_closed_once_and_told_once(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people(*PEOPLE)
    match = begin_match(players, game=SEALED)
    for seat in range(5):
        position = seal_by_lots(match, players, seat).position
    closed = at_once(*[partial(_swept, match)] * 8)
    assert len(closed) == 8
    entries = list(store.read_entries(store.open_book(match.pk), after=position))
    assert [entry.position for entry in entries] == [position + 1]
    assert f'"type":"{Resolve.__struct_config__.tag}"' in entries[0].command
    asked = OutboxMail.objects.filter(match=match, position=position + 1, kind=OutboxMail.Kind.YOUR_MOVE)
    assert set(asked.values_list("seat", flat=True)) == set(range(5))
    assert asked.count() == 5
    assert find_drift(match.pk) == []


def _swept(match: Match) -> Receipt:
    resolve_due_phases()
    book = store.open_book(match.pk)
    return Receipt(book.position, book)


@pytest.mark.django_db
def test_all_seats_of_a_sealed_phase_have_one_deadline_and_miss_it_each_for_themselves(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=SEALED)
    [due] = set(Deadline.objects.filter(match=match).values_list("due_at", flat=True))
    seal_by_lots(match, players, 1)
    assert set(Deadline.objects.filter(match=match).values_list("seat", "due_at")) == {(0, due), (2, due)}
    assert expire_due_deadlines(due) == 2
    chairs = store.open_book(match.pk).table.chairs
    assert [chair.misses for chair in chairs] == [1, 0, 1]
    assert (resolve_due_phases(), resolve_due_phases()) == (1, 0)


@pytest.mark.django_db
def test_a_plan_sealed_again_counts_in_place_of_the_first_and_an_old_page_does_not(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=SEALED)
    seal_by_lots(match, players, 0)
    book = store.open_book(match.pk)
    [revise] = open_to(open_decisions(book), 0)
    assert not revise.required
    other = next(move for move in book.game.legal_moves(book.state, 0) if move != revise.default)
    write_move(match, players, book.game.write(other), seat=0, decision=revise.key)
    now = store.open_book(match.pk)
    [again] = open_to(open_decisions(now), 0)
    assert again.default == other
    assert again.key != revise.key
