"""The latest date: no match of a game that names a longest number of answers takes more, however it is played."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.clocks.bounds import longest_match
from games.clocks.terms import ClockTerms
from pirates.commands import Command, Expire, Resolve, Start
from pirates.decisions import Decision
from pirates.dice import SeededDice
from pirates.game import AnyGame
from pirates.registry import GAMES
from pirates.replay import fold
from tests.conftest import BeginMatch, MakePeople

SHORTER_BY_LOTS = {"guns-or-treasure"}
"""Lots build few ships; `tests/pirates/guns_or_treasure/test_lengths.py` builds as many as there can be."""
BOUNDED = [(game, seats) for game in GAMES.values() for seats in game.seats if game.waits(game.options(), seats).most]


def waits_of(game: AnyGame, seats: int, seed: int) -> int:
    """Play a match in which half of the answers are never given, and count how often it waits for a new one."""
    lots = SeededDice(seed.to_bytes(32, "big"), 0)
    state = fold(game.evolve, game.decide(None, Start(game.options(), seats), lots), None)
    waits, waited = 0, frozenset[str]()
    for number in range(1, 2000):
        required = [each for each in game.decisions(state) if each.required]
        keys = frozenset(each.key for each in required if each.seat is not None)
        waits += bool(keys - waited)
        waited |= keys
        if not required:
            return waits
        dice = SeededDice(seed.to_bytes(32, "big"), number)
        state = fold(game.evolve, game.decide(state, _command(game, state, required[0], dice), dice), state)
    raise AssertionError("the match never ends")


def _command(game: AnyGame, state: object, asked: Decision, dice: SeededDice) -> Command:
    if asked.seat is None:
        return Resolve(asked.key)
    return Expire(asked.seat, asked.key) if dice.below(2) else game.sample_move(state, asked.seat, dice)


def test_a_game_with_rounds_names_a_longest_number_of_answers() -> None:
    assert {game.slug for game, _ in BOUNDED} == {"long-live-the-captain", "guns-or-treasure"}


@pytest.mark.parametrize(("game", "seats"), BOUNDED, ids=lambda each: getattr(each, "slug", each))
def test_no_match_waits_more_often_than_its_game_says(game: AnyGame, seats: int) -> None:
    most = game.waits(game.options(), seats).most
    assert most is not None
    found = [waits_of(game, seats, seed) for seed in range(3)]
    assert max(found) <= most
    assert game.slug in SHORTER_BY_LOTS or max(found) >= most - seats, "the number is no idle one"


def test_the_longest_time_counts_the_pace_the_stretch_and_the_banks() -> None:
    day = timedelta(days=1)
    assert longest_match(waits=10, seats=3, pace=day, terms=ClockTerms()) == 10 * day
    kind = ClockTerms(away_days=5, stretch_hours=48, bank_seconds=3600, refill_seconds=60, cap_seconds=3600)
    most = longest_match(waits=10, seats=3, pace=day, terms=kind)
    assert most == 10 * 3 * day + timedelta(hours=3, minutes=10)


@pytest.mark.django_db
def test_who_joins_reads_the_latest_date_first(people: MakePeople, open_table: BeginMatch, client: Client) -> None:
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False):
        table = open_table(people("Anna", "Ben", "Cleo"), game="long-live-the-captain", pace=timedelta(days=1))
        page = client.get(f"/m/{table.pk}/").content.decode()
    assert "Sat 28 March 2026, 12:00 UTC at the latest" in page
