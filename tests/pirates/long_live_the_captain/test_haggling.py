"""What bots trade for, and what not: sane worths, few offers, and none that the rules would refuse."""

from collections import Counter
from itertools import islice

from pirates.commands import Move, Resolve
from pirates.dice import SeededDice
from pirates.long_live_the_captain.bot import haggle
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.moves import AcceptOffer, MakeOffer, RefuseOffer, SealBribes
from pirates.long_live_the_captain.pieces import RESOURCES
from pirates.long_live_the_captain.state import Phase, State
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.long_live_the_captain.tables import CODD, FLINT, NED, ROAKE, VANE, last_round, started, table
from tests.scenario import given

DICE = SeededDice(b"haggling", 1)
MATCHES = 6
PERSON = 0
LATE = 8
"""Of nine rounds, so that a pirate is worth more than what is saved."""


def answer(state: State, text: str) -> object:
    """Let seat 2 write an offer to seat 1, and return the kind of what the bot in seat 1 answers."""
    asked = given(LIVE_LONG, state=state).when_seat(1, text).state
    return type(haggle(LIVE_LONG.view(asked, 0), (1, 2), DICE))


def test_what_goes_home_at_the_end_of_the_round_is_worth_nothing_to_the_taker() -> None:
    for state in (table("fish silk", "fish silk", ""), last_round(table("fish silk", "fish silk", ""))):
        for worthless in ("5 apple", "apple", "bribe1", "bribe1 bribe2 bribe3 bribe4 bribe5 5 apple", "bribe5"):
            assert answer(state, f"offer 1: {worthless} for fish") is RefuseOffer
            assert answer(state, f"offer 1: {worthless} for nothing") is RefuseOffer
        assert answer(state, "offer 1: fish for apple") is AcceptOffer


def test_the_last_bribe_cards_are_worth_much_to_the_giver() -> None:
    rich = table("fish fish gold", "map silk gold", "", pirates=(NED, VANE, ROAKE, CODD), number=LATE)
    for cards in ("bribe1", "bribe1 bribe2 bribe3", "bribe1 bribe2 bribe3 bribe4", "bribe4 bribe1"):
        assert answer(rich, f"offer 1: silk for {cards}") is RefuseOffer
    assert answer(rich, "offer 1: gold for bribe5") is AcceptOffer, "no pirate lies there to point at"
    assert answer(rich, "offer 1: map for bribe2") is AcceptOffer, "this bot has no silk for pirate 2 anyway"
    poor = table("fish", "map silk gold", "", pirates=(NED, VANE, ROAKE, CODD))
    assert answer(poor, "offer 1: gold for bribe1 bribe2 bribe3") is RefuseOffer, "it would be left with one"


def test_a_card_that_completes_a_bribe_is_worth_more_than_one_that_does_not() -> None:
    state = table("gold silk", "silk silk fish", "", pirates=(VANE, NED))
    assert answer(state, "offer 1: silk for gold") is AcceptOffer
    assert answer(state, "offer 1: fish for silk") is RefuseOffer


def test_in_the_last_round_nothing_is_given_away_for_little() -> None:
    state = last_round(table("silk silk silk silk", "fish fish gunpowder", "", pirates=(FLINT, FLINT)))
    assert answer(state, "offer 1: nothing for silk") is RefuseOffer
    assert answer(state, "offer 1: gunpowder for silk silk") is RefuseOffer


def test_a_bot_offers_as_much_as_it_asks_for_and_gains_a_bribe_by_it() -> None:
    state = table("gold gold silk", "", "", pirates=(VANE, NED), number=LATE)
    offer = haggle(LIVE_LONG.view(state, 0), (2,), DICE)
    assert offer == LIVE_LONG.parse("offer 3: gold for silk", state, 0)
    assert haggle(LIVE_LONG.view(state, 0), (), DICE) is None
    assert offer is not None
    offered = fold(LIVE_LONG.evolve, LIVE_LONG.decide(state, offer, DICE), state)
    assert offered is not None
    refused = given(LIVE_LONG, state=offered).when_seat(2, "refuse 1").state
    for after in (offered, refused):
        assert haggle(LIVE_LONG.view(after, 0), (1, 2), DICE) is None, "one offer a round is enough"


def test_people_and_bots_trade_in_most_matches_and_bots_offer_now_and_then() -> None:
    counted: Counter[str] = Counter()
    for seed in range(MATCHES):
        play_with_a_person(seed, counted)
    assert counted["rounds"] == 8 * MATCHES
    assert counted["AcceptOffer"] >= MATCHES
    assert counted["RefuseOffer"] >= MATCHES
    assert counted["rounds"] // 8 <= counted["MakeOffer"] <= counted["rounds"], "of three bots, about one in two rounds"


def play_with_a_person(seed: int, counted: Counter[str]) -> None:
    """Let a person, who offers and answers by lot, play against three bots that let it go first."""
    state, step = started(4, seed=bytes([seed])), 0
    while state.outcome is None:
        step += 1
        dice = SeededDice(b"person", seed * 10_000 + step)
        (asked, *_) = (each for each in LIVE_LONG.decisions(state) if each.required)
        if asked.seat is None:
            happened = LIVE_LONG.decide(state, Resolve(asked.key), dice)
        else:
            happened = LIVE_LONG.decide(state, _said(state, asked.seat, dice, counted), dice)
        state = fold(LIVE_LONG.evolve, happened, state) or state


def _said(state: State, asked: Seat, dice: SeededDice, counted: Counter[str]) -> Move:
    if state.phase is Phase.BRIBE and state.plans[PERSON] is None:
        for seat in (1, 2, 3):
            word = haggle(LIVE_LONG.view(state, seat), (PERSON,), dice)
            if word is not None:
                counted[type(word).__name__] += 1
                assert not isinstance(word, MakeOffer) or set(word.give) <= set(RESOURCES)
                return word
        move = LIVE_LONG.sample_move(state, PERSON, dice)
        counted["rounds"] += isinstance(move, SealBribes)
        return move
    return LIVE_LONG.bot(LIVE_LONG.view(state, asked), tuple(islice(LIVE_LONG.legal_moves(state, asked), 300)), dice)
