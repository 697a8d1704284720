"""The caretaker: the default where that is an answer, a bot's choice only where lots would have to make it."""

import pytest

from games.logbook import store
from games.models import Deadline, Match
from games.projections.rebuild import find_drift
from games.selectors.play.logs import narrated_log
from games.services.clocks.deadlines import expire_due_deadlines, resolve_due_phases
from games.services.desk.rehearsals import rehearse
from games.services.tables.bots import play_waiting_bots
from games.services.tables.seats import give_up_seat
from games.table.events.absence import CaretakerAnswered
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import fresh_key, move_by_lot, question_of, write_move
from tests.games.core.test_table import miss_twice

pytestmark = pytest.mark.django_db


def newest(match: Match) -> store.Entry:
    return [*store.read_entries(store.open_book(match.pk))][-1]


def test_the_caretaker_makes_the_default_move_and_the_log_says_so(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    miss_twice(match, players, 1)
    write_move(match, players, "pass")
    key = question_of(match).key
    assert play_waiting_bots() == 1
    assert CaretakerAnswered(1, key) in newest(match).events
    book = store.open_book(match.pk)
    assert [narrated_log(book, viewer)[-1].sentences[:2] for viewer in (0, 1)] == [
        ("The caretaker made the default move for Demo Ben.", "Demo Ben passes."),
        ("The caretaker made the default move for you.", "You pass."),
    ]
    assert book.table.chairs[1].unanswered == 3
    assert rehearse(match.pk).verdict == "same"
    assert find_drift(match.pk) == []


def test_where_lots_would_choose_the_caretaker_plays_as_a_bot_does(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, game="guns-or-treasure")
    for _ in range(30):
        asked = question_of(match)
        if asked.seat is None:
            resolve_due_phases()
        elif asked.seat == 0:
            move_by_lot(match, players, b"guns")
        elif store.open_book(match.pk).table.chairs[1].is_away and asked.kind == "build":
            break
        elif not play_waiting_bots():
            assert expire_due_deadlines(Deadline.objects.get(match=match, seat=1).due_at)
    assert play_waiting_bots() == 1
    assert '"type":"BuildShips"' in newest(match).command
    assert '"loads":null' not in newest(match).command


def test_a_seat_that_was_resigned_is_played_as_a_bot_plays(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, options=b'{"starter":0}')
    give_up_seat(match_id=match.pk, player=players[0], key=fresh_key())
    assert play_waiting_bots() == 1
    assert not any(isinstance(event, CaretakerAnswered) for event in newest(match).events)
    assert '"Expire"' not in newest(match).command
