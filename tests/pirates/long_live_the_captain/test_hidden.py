"""What nobody else may learn: offers, swaps, sealed bribes, and who sealed when."""

from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

import pytest

from pirates.commands import Command, Resolve
from pirates.decisions import awaited_seats, open_to
from pirates.dice import SeededDice
from pirates.errors import RulesError
from pirates.events import Event, redact
from pirates.fingerprints import canonical_json
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.moves import SealBribes
from pirates.long_live_the_captain.rules.plans import all_plans
from pirates.long_live_the_captain.state import State
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.long_live_the_captain.tables import NAMES, RICH, table

STATE = table(RICH, RICH, RICH, RICH, pirates=(25, 14, 9, 4))


def lived(state: State, *acts: tuple[Seat, str]) -> tuple[State, list[Event]]:
    """Play moves in notation; return the State and all that happened."""
    happened: list[Event] = []
    for position, (seat, text) in enumerate(acts):
        state = follow(state, LIVE_LONG.parse(text, state, seat), happened, position)
    return state, happened


def follow(state: State, command: Command, happened: list[Event], position: int = 0) -> State:
    events = LIVE_LONG.decide(state, command, SeededDice(b"hidden", position))
    happened += events
    return fold(LIVE_LONG.evolve, events, state) or state


def known(state: State, happened: list[Event], viewer: Seat | None) -> Iterator[Any]:
    """Yield all that a viewer can see, read, be asked or do."""
    names = NAMES[: state.seats]
    decisions = LIVE_LONG.decisions(state)
    yield canonical_json(LIVE_LONG.view(state, viewer))
    yield awaited_seats(decisions)
    yield open_to(decisions, viewer) if viewer is not None else ()
    yield [(each.seat, each.kind, each.key) for each in decisions if each.required]
    for event in happened:
        yield canonical_json(redact(event, viewer))
        yield LIVE_LONG.narrate(redact(event, viewer), names, viewer)
    if viewer is not None:
        yield list(islice(LIVE_LONG.legal_moves(state, viewer), 50))


def same_for(viewers: tuple[Seat | None, ...], *stories: tuple[tuple[Seat, str], ...], state: State = STATE) -> None:
    """Check that the stories look alike to these viewers."""
    for viewer in viewers:
        first, *rest = [list(known(*lived(state, *acts), viewer)) for acts in stories]
        assert all(each == first for each in rest), f"{viewer} can tell them apart"


@pytest.mark.parametrize("others", [(), ((1, "bribe none"),), ((1, "bribe 1: map"), (2, "bribe none"))])
def test_l9_any_two_plans_look_the_same_to_all_others_until_the_reveal(others: tuple[tuple[Seat, str], ...]) -> None:
    plans = [
        "none",
        "1: nothing",
        "2: apple; 3: apple",
        "1: 2 gold gunpowder",
        "1: silk; 4: poison map",
        "3: 3 gunpowder",
    ]
    same_for((1, 2, 3, None), *((*others, (0, f"bribe {plan}")) for plan in plans))


def test_l9_any_of_many_plans_look_the_same_to_all_others() -> None:
    plans = list(islice(all_plans(STATE, 0), 0, 4000, 97))
    written = [LIVE_LONG.write(SealBribes(0, plan)) for plan in plans]
    same_for((1, None), *(((0, text),) for text in written))


def test_second_thoughts_tell_neither_who_nor_what() -> None:
    before = ((0, "bribe none"), (1, "bribe none"))
    same_for((2, 3, None), (*before, (0, "bribe 1: gold")), (*before, (1, "bribe 2: fish; 3: map")))


def test_third_parties_cannot_tell_who_whispers_what_to_whom() -> None:
    same_for(
        (3, None),
        ((0, "offer 2: fish for silk"),),
        ((2, "offer 1: 3 gold for nothing promise: my soul"),),
        ((1, "offer 3: nothing for 6 map"),),
    )


def test_third_parties_cannot_tell_an_answer_from_an_offer() -> None:
    begun = ((0, "offer 2: fish for silk"),)
    same_for(
        (2, 3, None),
        (*begun, (1, "refuse 1.1")),
        (*begun, (0, "withdraw 2.1")),
        (*begun, (1, "counter 1.1: silk for 3 fish")),
        (*begun, (0, "offer 2: gold for map")),
        (*begun, (1, "offer 1: poison for nothing")),
    )


def test_third_parties_learn_of_a_swap_only_that_it_was_and_how_many_cards() -> None:
    same_for(
        (2, 3, None),
        ((0, "offer 2: 2 fish for silk"), (1, "accept 1.1")),
        ((0, "offer 2: gold apple for bribe4 promise: peace"), (1, "accept 1.1")),
        ((1, "offer 1: map for 2 gunpowder"), (0, "accept 2.1")),
    )
    state, happened = lived(STATE, (0, "offer 2: 2 fish for silk"), (1, "accept 1.1"))
    assert LIVE_LONG.narrate(redact(happened[-1], 3), NAMES, 3) == "Anna swaps with Ben: 2 cards for 1 card."
    assert LIVE_LONG.view(state, 3).hand_sizes == (23, 25, 24, 24)


def test_the_parties_learn_all_of_their_swap() -> None:
    _, happened = lived(STATE, (0, "offer 2: 2 fish for silk promise: peace"), (1, "accept 1.1"))
    told = [LIVE_LONG.narrate(redact(happened[-1], viewer), NAMES, viewer) for viewer in (0, 1)]
    assert told == [
        "You swap with Ben: 2 Salty Fish for 1 Silk; you promise “peace”.",
        "You swap with Anna: 1 Silk for 2 Salty Fish; Anna promises “peace”.",
    ]


def test_nobody_can_count_the_offers_of_others_by_the_names_of_own_ones() -> None:
    offer = (2, "offer 4: fish for silk")
    for busy in ((), ((0, "offer 2: fish for silk"), (1, "refuse 1.1"), (0, "offer 2: gold for silk"))):
        state, _ = lived(STATE, *busy, offer)
        mine = [each.key for each in open_to(LIVE_LONG.decisions(state), 3)]
        assert mine == ["1.seat4:bribe", "1.seat4.from3.1:offer"]


def test_a_player_sees_how_many_offers_were_made_to_whom_and_nobody_else_does() -> None:
    state, _ = lived(STATE, (0, "offer 2: fish for silk"), (1, "refuse 1"), (0, "offer 2: fish for map"))
    counted = [LIVE_LONG.view(state, viewer).offers_made for viewer in (0, 1, None)]
    assert counted == [(0, 2, 0, 0), (0, 0, 0, 0), None]


def test_open_offers_of_others_lapse_unseen() -> None:
    same_for(
        (2, 3, None),
        ((0, "offer 2: fish for silk"), (0, "bribe none")),
        ((1, "offer 1: 2 gold for nothing"), (0, "bribe none")),
    )
    _, happened = lived(STATE, *[(0, "offer 2: fish for silk")] * 3, (0, "bribe none"))
    assert len(happened) == 4


def test_a_swap_that_leaves_a_player_without_a_bribe_card_is_not_seen_from_outside() -> None:
    same_for(
        (2, None),
        ((0, "offer 2: bribe1 for fish"), (1, "accept 1.1"), (0, "bribe 2: gold")),
        ((0, "offer 2: gold for fish"), (1, "accept 1.1"), (0, "bribe 1: gold")),
    )


def test_all_orders_of_the_same_sealed_plans_give_the_same_state_reveal_and_text() -> None:
    plans = {
        0: "bribe 1: gold 2 gunpowder fish",
        1: "bribe 2: gold 2 gunpowder; 3: poison",
        2: "bribe none",
        3: "bribe 4: gold fish",
    }
    for number in (9, 10, 11, 13, 14, 16):
        state = table(RICH, RICH, RICH, RICH, pirates=(25, 14, 9, 4), event=number, number=2)
        ends = set()
        for order in permutations(plans):
            sealed, _ = lived(state, *((seat, plans[seat]) for seat in order))
            happened: list[Event] = []
            after = follow(sealed, Resolve("2:reveal"), happened, 9)
            told = [
                LIVE_LONG.narrate(redact(event, viewer), NAMES, viewer)
                for event in happened
                for viewer in (0, 1, 2, 3, None)
            ]
            ends.add((canonical_json(sealed), canonical_json(after), canonical_json(happened), *told))
        assert len(ends) == 1, f"the order tells under event {number}"


def test_the_order_of_sealing_lapses_the_same_offers() -> None:
    talk = ((0, "offer 2: fish for silk"), (2, "offer 1: gold for map"))
    ends = {
        canonical_json(lived(STATE, *talk, *((seat, "bribe none") for seat in order))[0])
        for order in permutations(range(4))
    }
    assert len(ends) == 1


def test_a_refusal_tells_nothing_of_the_others_bargains() -> None:
    for talk in ((), ((0, "offer 2: fish for silk"),), ((1, "offer 3: fish for silk"),)):
        state, _ = lived(STATE, *talk)
        with pytest.raises(RulesError) as caught:
            LIVE_LONG.decide(state, LIVE_LONG.parse("accept 1.1", state, 3), SeededDice(b"no", 1))
        assert (caught.value.code, caught.value.data) == ("no_such_offer", {})
