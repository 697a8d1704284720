"""Bots let people go first where they can come to terms with them: they haggle, wait, and never hold a match up."""

import uuid
from collections import Counter
from datetime import datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match, OutboxMail
from games.projections.rebuild import find_drift
from games.projections.write import open_decisions
from games.selectors.play.exports import export_match
from games.services.clocks.deadlines import expire_due_deadlines, resolve_due_phases
from games.services.tables import bots
from games.services.tables.bots import play_waiting_bots
from games.services.tables.seats import give_up_seat
from pirates.long_live_the_captain.bot.haggling import MOST_OFFERS
from pirates.long_live_the_captain.events import BribesSealed, SwapMade, Whispered
from pirates.verify import verify
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import client_of, read, send
from tests.games.core.playing import fresh_key, move_by_wit

pytestmark = pytest.mark.django_db
GAME = "long-live-the-captain"
MOST_SWEEPS = 40


def sweep() -> int:
    """Let bots move until they have nothing to do; return how many moves that were."""
    moves = 0
    for _ in range(MOST_SWEEPS):
        played = play_waiting_bots()
        if not played:
            return moves
        moves += played
    pytest.fail("bots do not come to rest")


def until_bribes(match: Match, players: list[User]) -> None:
    """Deal, all as bots would, until bribes are asked for; no bot has looked at them yet."""
    while (book := store.open_book(match.pk)).state.phase != "bribe":
        (asked,) = (each for each in open_decisions(book) if each.required)
        if asked.seat is not None and book.table.is_played_by_bot(asked.seat):
            assert play_waiting_bots() == 1
        else:
            move_by_wit(match, players, b"deal")


def sealed(match: Match) -> list[bool]:
    return [plan is not None for plan in store.open_book(match.pk).state.plans]


def events(match: Match, kind: type) -> list[Any]:
    entries = store.read_entries(store.open_book(match.pk))
    return [event for entry in entries for event in entry.events if isinstance(event, kind)]


def say(client: APIClient, match: Match, notation: str) -> None:
    """Write a move over the API, whatever it answers."""
    asked = read(client, f"matches/{match.pk}/")["decisions"]
    kind = "offer" if notation.startswith("refuse") else "bribe"
    key = next(each["key"] for each in asked if each["kind"] == kind)
    send(client, f"matches/{match.pk}/moves/", {"decision": key, "notation": notation}, key=uuid.uuid4().hex)


def hand_of(client: APIClient, match: Match) -> list[str]:
    hand: list[str] = read(client, f"matches/{match.pk}/")["view"]["hand"]
    return hand


def _with_a_map(client: APIClient, players: list[User], begin_match: BeginMatch) -> Match:
    """Return a match that asks for bribes and has dealt its first player a map, as most do."""
    for _ in range(20):
        match = begin_match(players, bots=2, game=GAME)
        until_bribes(match, players)
        if "map" in hand_of(client, match):
            return match
    pytest.fail("no match has dealt a map")


def test_a_person_trades_with_bots_over_the_api_before_they_seal(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    anna, ben = (client_of(player) for player in players)
    match = _with_a_map(anna, players, begin_match)
    sweep()
    assert sealed(match) == [False] * 4
    maps = hand_of(anna, match).count("map")
    say(anna, match, "offer 3: map for apple")
    assert sweep()
    (swap,) = events(match, SwapMade)
    assert (swap.one, swap.other, swap.maker) == (0, 2, 0)
    assert hand_of(anna, match).count("map") == maps - 1
    for robbery in ("offer 3: nothing for map", "offer 4: apple for map", "offer 4: 2 apple for bribe1 bribe2 bribe3"):
        say(anna, match, robbery)
        assert sweep()
    assert len(events(match, SwapMade)) == 1
    assert store.open_book(match.pk).state.offers_made[0] == (0, 0, 2, 2)
    assert [each for each in store.open_book(match.pk).state.offers if each.maker == 0] == []
    say(anna, match, "bribe none")
    sweep()
    assert sealed(match) == [True, False, False, False]
    say(ben, match, "bribe none")
    assert sweep() == 2
    assert sealed(match) == [True] * 4
    assert resolve_due_phases() == 1
    assert find_drift(match.pk) == []


def test_without_trading_or_once_all_people_have_sealed_bots_seal_at_once(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    plain = begin_match(players[:1], bots=3, game=GAME, options=b'{"trading":false}')
    until_bribes(plain, players)
    assert sweep() == 3
    assert sealed(plain) == [False, True, True, True]
    traded = begin_match(players, bots=1, game=GAME)
    until_bribes(traded, players)
    give_up_seat(match_id=traded.pk, player=players[0], key=fresh_key())
    for player in players[1:]:
        sweep()
        assert not any(sealed(traded)[seat] for seat in (0, 3))
        say(client_of(player), traded, "bribe none")
    assert sweep() == 2
    assert all(sealed(traded))


def test_bots_make_few_offers_however_often_they_are_looked_at(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, bots=3, game=GAME)
    anna = client_of(players[0])
    for number in range(2):
        until_bribes(match, players)
        sweep()
        for _ in range(6):
            say(anna, match, "offer 3: nothing for map")
            sweep()
            answer_all(match, players)
            sweep()
        made = Counter(each.speaker for each in events(match, Whispered) if each.word == "offer")
        assert all(made[seat] <= MOST_OFFERS * (number + 1) for seat in (2, 3, 4))
        for player in players:
            say(client_of(player), match, "bribe none")
        sweep()
        assert resolve_due_phases() == 1
    letters = OutboxMail.objects.filter(match=match, kind=OutboxMail.Kind.WINDOW, seat__in=(0, 1))
    assert letters.count() <= 2 * 3 * MOST_OFFERS


def answer_all(match: Match, players: list[User]) -> None:
    """Turn down whatever people are offered."""
    for seat, player in enumerate(players):
        for offer in [each for each in store.open_book(match.pk).state.offers if each.to == seat]:
            say(client_of(player), match, f"refuse {offer.maker + 1}.{offer.number}")


def test_a_bot_that_waits_is_not_looked_at_before_the_log_has_moved_on(
    people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, bots=2, game=GAME)
    until_bribes(match, players)
    sweep()
    looks: list[int] = []

    def look(_: str, seat: int) -> bool:
        looks.append(seat)
        return False

    monkeypatch.setattr(bots, "_play", look)
    assert [play_waiting_bots() for _ in range(5)] == [0] * 5
    assert looks == []
    say(client_of(players[0]), match, "offer 3: fish for map")
    assert play_waiting_bots() == 0
    assert looks == [2, 3]


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_when_peoples_time_is_up_bots_seal_bribes_of_their_own(
    gone: int, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=GAME)
    until_bribes(match, players)
    give_up_seat(match_id=match.pk, player=players[gone], key=fresh_key())
    sweep()
    due = _due(match)
    assert [expire_due_deadlines(due) for _ in range(4)] == [2, 0, 0, 0]
    assert sealed(match) == [seat != gone for seat in range(3)]
    assert sweep() == 1
    assert [event.piles != () for event in events(match, BribesSealed) if event.seat == gone] == [True]
    assert find_drift(match.pk) == []


def _due(match: Match) -> datetime:
    (due,) = {deadline.due_at for deadline in Deadline.objects.filter(match=match)}
    return due


def test_a_whole_match_of_people_and_bots_who_trade_ends_and_is_verified(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    (anna,) = players = people("Anna")
    match = begin_match(players, bots=2, game=GAME)
    client = client_of(anna)
    while not (book := store.open_book(match.pk)).is_over:
        if sweep() or resolve_due_phases():
            continue
        if book.state.phase == "bribe" and book.state.offers_made[0][1] == 0:
            say(client, match, "offer 2: 2 apple for fish")
        elif book.state.phase == "bribe" and book.state.offers_made[0][2] == 0:
            say(client, match, f"offer 3: {next(iter(book.game.view(book.state, 0).hand))} for apple")
        else:
            move_by_wit(match, players, b"whole")
    assert any(0 in (swap.one, swap.other) for swap in events(match, SwapMade))
    assert verify(export_match(book, None)).fault is None
