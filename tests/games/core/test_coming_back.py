"""Coming back: a player who was away takes the seat back in one step, and finds the match not played to its end."""

import pytest
from django.test import Client

from accounts.models import User
from games.logbook import store
from games.models import Match, Seat
from games.projections.rebuild import find_drift
from games.refusals import NotNow
from games.selectors.play.logs import narrated_log
from games.services.desk.rehearsals import rehearse
from games.services.tables.bots import play_waiting_bots
from games.services.tables.seats import give_up_seat, seat_player
from games.table.events.core import SeatHandedOver
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key
from tests.games.core.test_table import let_time_run_out, miss_twice, told

pytestmark = pytest.mark.django_db


def test_a_seat_is_taken_back_in_one_step_without_a_move(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    miss_twice(match, players, 1)
    receipt = seat_player(match_id=match.pk, player=players[1], key="back")
    assert told(match) == [SeatHandedOver(1, "player", "returned")]
    chair = receipt.book.table.chairs[1]
    assert (chair.keeper, chair.misses_in_a_row, chair.misses) == ("player", 0, 2)
    assert not Seat.objects.get(match=match, number=1).is_played_by_bot
    assert seat_player(match_id=match.pk, player=players[1], key="back").is_repeat
    assert rehearse(match.pk).verdict == "same"
    assert find_drift(match.pk) == []


@pytest.mark.parametrize("is_playing", [True, False])
def test_only_a_seat_that_a_caretaker_keeps_is_taken_back(
    is_playing: bool, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    if not is_playing:
        give_up_seat(match_id=match.pk, player=players[1], key=fresh_key())
    with pytest.raises(NotNow):
        seat_player(match_id=match.pk, player=players[1], key="back")


def test_the_page_says_that_a_caretaker_keeps_the_seat_and_gives_it_back(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    miss_twice(match, players, 1)
    pages = [Client(), Client()]
    for page, player in zip(pages, players, strict=True):
        page.force_login(player)
    button = "Take my seat back"
    assert [button in page.get(f"/m/{match.pk}/").content.decode() for page in pages] == [False, True]
    pages[1].post(f"/m/{match.pk}/seats/", {"key": "back"})
    assert store.open_book(match.pk).table.chairs[1].keeper == "player"
    assert button not in pages[1].get(f"/m/{match.pk}/").content.decode()


def test_while_everybody_is_away_no_bot_hurries_through_the_match(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, bots=1)
    let_all_go_away(match, players)
    for _ in range(6):
        play_waiting_bots()
    assert asked(match) in (0, 1)
    position = store.open_book(match.pk).position
    assert play_waiting_bots() == 0
    let_time_run_out(match)
    assert store.open_book(match.pk).position == position + 1
    assert find_drift(match.pk) == []


def test_as_soon_as_one_is_back_the_caretakers_of_the_others_play_on(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    let_all_go_away(match, players)
    mover = asked(match)
    seat_player(match_id=match.pk, player=players[1 - mover], key="back")
    assert Seat.objects.get(match=match, number=mover).is_played_by_bot
    assert play_waiting_bots() == 1


def let_all_go_away(match: Match, players: list[User]) -> None:
    for _ in range(40):
        if not any(chair.keeper == "player" for chair in store.open_book(match.pk).table.chairs):
            return
        if not play_waiting_bots():
            let_time_run_out(match)
    pytest.fail("somebody stays, whatever is missed")


def test_a_miss_is_told_before_what_it_caused_and_to_whom_it_happened(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben"))
    seat = asked(match)
    let_time_run_out(match)
    own, other = (narrated_log(store.open_book(match.pk), viewer)[-1].sentences for viewer in (seat, 1 - seat))
    assert own[:2] == ("You did not answer in time; the default move was made.", "You pass.")
    assert other[0].endswith("did not answer in time; the default move was made.")
    assert other[0].startswith("Demo ")
