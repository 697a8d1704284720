"""Every game can be looked back at, followed, kept and written down, with no word for any of them in shared code."""

import re
from collections import Counter

import pytest
from django.test import Client

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.selectors.play.exports import export_match
from games.services.clocks.deadlines import resolve_due_phases
from games.services.tables.bots import play_waiting_bots
from games.services.tables.seats import give_up_seat
from pirates.decisions import awaited_seats
from pirates.registry import GAMES
from pirates.verify import verify
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import move_by_lot
from tests.games.web.tables import page_of
from tests.games.web.test_live import ask
from tests.games.web.test_replay_kept import kept, part
from tests.games.web.test_replay_pages import board, replay

pytestmark = pytest.mark.django_db

STEPS = 14


def step(match: Match, players: list[User]) -> None:
    """Let whoever is awaited act once: a person by lots, a bot by its wits, or the clock."""
    book = store.open_book(match.pk)
    people = [seat for seat in awaited_seats(book.game.decisions(book.state)) if seat < len(players)]
    if people:
        move_by_lot(match, players, b"every game")
    elif not play_waiting_bots():
        assert resolve_due_phases()


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_match_of_any_game_can_be_followed_looked_back_at_and_kept(
    slug: str, begin_match: BeginMatch, people: MakePeople
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, bots=1, game=slug)
    seen: dict[tuple[int, int], str] = {}
    for _ in range(STEPS):
        step(match, players)
        position = store.open_book(match.pk).position
        for seat, player in enumerate(players):
            own = replay(match, player, position)
            assert replay(match, player, position, "?open=1") == own
            assert not re.search(r"<style|<script(?! src=)|\sstyle=|\son\w+=", own)
            assert '<form method="post" action="/m/' not in own
            seen[position, seat] = board(own)
    tag = ask(match, players[0])["ETag"]
    assert ask(match, players[0], tag).status_code == 304
    if not store.open_book(match.pk).is_over:
        give_up_seat(match_id=match.pk, player=players[1], key="tired")
    assert ask(match, players[0], tag).status_code == 200
    for (position, seat), shown in seen.items():
        assert board(replay(match, None, position, f"?seat={seat + 1}")) == shown
    ids = Counter(re.findall(r'\sid="([^"]+)"', replay(match, None, max(seen)[0], "?open=1")))
    assert max(ids.values()) == 1
    assert verify(part(kept(match), "export").encode()).fault is None
    assert verify(export_match(store.open_book(match.pk), None)).fault is None
    assert Client().get(f"/m/{match.pk}/notation.txt").status_code == 200


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_lines_of_a_log_lead_only_to_parts_of_the_board_that_stand_beside_them(
    slug: str, begin_match: BeginMatch, people: MakePeople
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, bots=1, game=slug)
    pages = []
    for number in range(2 * STEPS):
        if store.open_book(match.pk).is_over:
            break
        step(match, players)
        if number % 3 == 0:
            pages += [page_of(match, players[0]), page_of(match, None)]
    if not store.open_book(match.pk).is_over:
        give_up_seat(match_id=match.pk, player=players[1], key="tired")
    last = store.open_book(match.pk).position
    past = [replay(match, None, position, "?open=1") for position in (*range(1, 6), *range(last - STEPS, last))]
    for page in (*pages, *past, replay(match, None, 2, "?seat=1")):
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'\sid="([^"]+)"', page))
    assert any('href="#at-seat-' in page for page in pages)
    assert any('href="#eyes-1-at-' in page for page in past)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_what_a_seat_is_doing_is_said_as_a_phrase_of_its_own(
    slug: str, begin_match: BeginMatch, people: MakePeople
) -> None:
    players = people("Anna", "Ben")
    match, states = begin_match(players, bots=2 if slug.startswith("long") else 1, game=slug), list[str]()
    for _ in range(STEPS):
        states += re.findall(r'class="(?:state|tag)[^"]*">([^<]*)<', page_of(match, players[0]))
        step(match, players)
    assert any(states)
    assert not [state for state in states if state and not state[0].isalnum()]
