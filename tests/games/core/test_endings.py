"""Endings: how a match ended is said in a sentence, on its page, never by a code."""

import pytest
from django.test import Client

from accounts.models import User
from games.logbook import store
from games.models import Match, OutboxMail
from games.projections.write import outcome_of
from games.selectors.play.logs import how_it_ended
from games.services.clocks.deadlines import resolve_due_phases
from games.services.tables.matches import call_off_match
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import fresh_key, move_by_lot, question_of

pytestmark = pytest.mark.django_db

MOST_MOVES = 3000


def play_to_the_end(match: Match, players: list[User]) -> None:
    for _ in range(MOST_MOVES):
        if store.open_book(match.pk).is_over:
            return
        if question_of(match).seat is None:
            resolve_due_phases()
        else:
            move_by_lot(match, players, b"the end")
    pytest.fail(f"not over after {MOST_MOVES} moves")


def page_of(match: Match, reader: User) -> str:
    client = Client()
    client.force_login(reader)
    return client.get(f"/m/{match.pk}/").content.decode()


@pytest.mark.parametrize("game", ["capitan-bacon", "guns-or-treasure"])
def test_how_a_match_ended_is_said_as_its_game_says_it(game: str, people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, game=game)
    play_to_the_end(match, players)
    book = store.open_book(match.pk)
    outcome = outcome_of(book)
    assert outcome is not None
    told = how_it_ended(book, 0, ("Demo Anna", "Demo Ben"))
    assert told.endswith((".", "!"))
    page = page_of(match, players[0])
    assert told in page.split('id="outcome"')[1].split("</section>")[0].replace("&#x27;", "'")
    assert f"({outcome.reason.replace('-', ' ')})" not in page


def test_when_all_others_have_resigned_the_page_says_so(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    give_up_seat(match_id=match.pk, player=players[1], key=fresh_key())
    told = ("Everybody else has resigned: you win the match.", "Everybody else has resigned: Demo Anna wins the match.")
    assert how_it_ended(store.open_book(match.pk), 0, ("Demo Anna", "Demo Ben")) == told[0]
    for reader, sentence in zip(players, told, strict=True):
        page = page_of(match, reader)
        assert sentence in page
        assert "(resigned)" not in page
        assert "0 point" not in page
        assert "open=1" in page


def test_when_everybody_has_resigned_nobody_has_won(people: MakePeople, begin_match: BeginMatch) -> None:
    [anna] = people("Anna")
    match = begin_match([anna], bots=1)
    give_up_seat(match_id=match.pk, player=anna, key=fresh_key())
    book = store.open_book(match.pk)
    assert how_it_ended(book, 0, ("Demo Anna", "Bot")) == "Everybody has resigned; nobody wins the match."
    assert "Everybody has resigned" in page_of(match, anna)


def test_a_match_that_was_called_off_says_so(people: MakePeople, open_table: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = open_table(players)
    call_off_match(match_id=match.pk, host=players[0], key=fresh_key())
    assert how_it_ended(store.open_book(match.pk), 1, ("Anna", "Ben")) == "The match was called off."
    assert OutboxMail.objects.filter(match=match, kind=OutboxMail.Kind.MATCH_OVER).count() == len(players)


def test_a_running_match_has_not_ended(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"))
    assert how_it_ended(store.open_book(match.pk), None, ("Anna", "Ben")) == ""
