"""Keys after a rewind: nothing written for a question before it answers the same question asked again after it."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.projections.rebuild import find_drift
from games.projections.write import open_decisions
from games.refusals import StaleDecision
from games.services.clocks.deadlines import expire_due_deadlines, resolve_due_phases
from games.services.desk.rehearsals import rehearse
from games.services.tables.matches import rewind_match
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, move_by_lot, play_by_lot, question_of, write_move
from tests.games.mail.replying import asked_in, receive, reply

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_a_question_asked_again_after_a_rewind_has_a_key_of_its_own(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    list(play_by_lot(match, players, b"keys", 6))
    seen = {each.key for each in open_decisions(store.book_at(match.pk, 8))}
    for turn in range(1, 4):
        book = rewind_match(match_id=match.pk, to=8, key=f"ruling {turn}").book
        keys = {each.key for each in open_decisions(book)}
        assert len(keys) == len(open_decisions(book))
        assert not keys & seen
        seen |= keys
    assert max(map(len, seen)) <= 40


def test_a_page_from_before_a_rewind_does_not_answer_the_same_question_after_it(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    stale, seat = question_of(match).key, asked(match)
    write_move(match, players, "pass")
    rewind_match(match_id=match.pk, to=4, key="upheld")
    assert asked(match) == seat
    with pytest.raises(StaleDecision):
        write_move(match, players, "pass", decision=stale)
    assert write_move(match, players, "pass").position == store.open_book(match.pk).position


def test_an_old_letter_does_not_answer_the_same_question_after_a_rewind(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    before = asked_in(match, *players)
    write_move(match, players, "pass")
    rewind_match(match_id=match.pk, to=4, key="upheld")
    position = before.position
    assert asked_in(match, *players).address != before.address
    assert receive(before, reply(before, "pass")).reason == "stale_decision"
    assert before.position == position
    now = asked_in(match, *players)
    assert receive(now, reply(now, "pass")).reason == ""
    assert before.position == position + 1


def test_time_runs_out_after_a_rewind_as_before_it(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=timedelta(days=2))
        seat = asked(match)
        write_move(match, players, "pass")
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        rewind_match(match_id=match.pk, to=4, key="upheld")
        assert expire_due_deadlines() == 0
    with time_machine.travel(NOON + timedelta(days=3), tick=False):
        assert (expire_due_deadlines(), expire_due_deadlines()) == (1, 0)
    book = store.open_book(match.pk)
    assert book.table.chairs[seat].misses == 1
    assert rehearse(match.pk).verdict == "same"
    assert find_drift(match.pk) == []


@pytest.mark.parametrize("game", [game.slug for game in GAMES.values()])
def test_every_game_is_played_on_after_a_rewind(game: str, people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=game)
    play_on(match, players, 6)
    rewind_match(match_id=match.pk, to=7, key="upheld")
    play_on(match, players, 6)
    rewind_match(match_id=match.pk, to=store.open_book(match.pk).position - 2, key="upheld again")
    play_on(match, players, 6)
    assert rehearse(match.pk).verdict == "same"
    assert find_drift(match.pk) == []
    assert store.find_faults(match.pk) == []


def play_on(match: Match, players: list[User], most: int) -> None:
    """Make moves by lot, and close sealed phases as the clock does."""
    for _ in range(most):
        if question_of(match).seat is None:
            assert resolve_due_phases() == 1
        else:
            move_by_lot(match, players, b"on")
