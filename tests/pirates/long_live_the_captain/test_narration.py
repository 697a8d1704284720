"""Narration: what a player reads of each event, and why a pirate chose as it did."""

import pytest

from pirates.events import Event, redact
from pirates.long_live_the_captain.events import (
    BatchDealt,
    BatchShownTo,
    BribesRevealed,
    BribesRevised,
    BribesSealed,
    CardsTaken,
    EventRevealed,
    ExtrasDrawn,
    MatchEnded,
    PiratesRevealed,
    SwapMade,
    Whispered,
)
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.pieces import Pile
from pirates.long_live_the_captain.scoring import outcome_of
from pirates.seats import Seat
from tests.pirates.long_live_the_captain.tables import NAMES, cards, hand, last_round, resolved, settled, table

STEW = "map poison silk silk gold gold gunpowder gunpowder fish fish fish fish"
HANDS = (hand("gold"), hand(""), hand(""))
OFFER = Whispered(0, 1, "offer", 2, cards("fish fish"), cards("silk"), "peace")


@pytest.mark.parametrize(
    ("event", "viewer", "told"),
    [
        (EventRevealed(7), None, "Event 07, Salty Fish dear: Pirates who want Salty Fish want one more of it."),
        (CardsTaken(1, 0, 2, cards("gold map")), 0, "Ben takes 1 Treasure Map and 1 Gold from you, by lots."),
        (CardsTaken(1, 0, 2, cards("gold map")), 2, "Ben takes 2 cards from Anna, by lots."),
        (BatchDealt(0, 1, 5, cards("fish " * 5)), 1, "Anna gives the batch to you: 5 Salty Fish."),
        (BatchDealt(0, 0, 5, cards("fish " * 5)), 1, "Anna keeps the batch: 5 cards."),
        (BatchShownTo(0, 2, cards("map")), 1, "Anna shows the batch to Cleo."),
        (
            PiratesRevealed((9, 10)),
            None,
            "On deck: 1 Boomer Briggs (3 points) and 2 Nightshade Nell (4 points).",
        ),
        (ExtrasDrawn(cards("map")), None, "More is wanted - pirate 1: 1 Treasure Map."),
        (OFFER, 0, "You offer Ben 2 Salty Fish for 1 Silk (offer 2.2), promising “peace”."),
        (OFFER, 1, "Anna offers you 2 Salty Fish for 1 Silk (offer 1.2), promising “peace”."),
        (OFFER, 2, "There is whispering on deck."),
        (Whispered(1, 0, "refuse", 2), 0, "Ben turns down your offer 2.2."),
        (Whispered(1, 0, "refuse", 2), 1, "You turn down Anna's offer 1.2."),
        (Whispered(0, 1, "withdraw", 2), 1, "Anna withdraws offer 1.2 to you."),
        (
            Whispered(1, 0, "counter", 1, cards("silk"), cards("gold"), "", 2),
            0,
            "Ben turns down your offer 2.2 and offers you 1 Silk for 1 Gold (offer 2.1).",
        ),
        (SwapMade(0, 1, 2, 0, 1, 1, (), (), ""), 2, "Anna gives Ben 2 cards."),
        (SwapMade(0, 1, 0, 1, 1, 1, (), cards("silk"), ""), 1, "You give Anna 1 Silk."),
        (
            BribesSealed(0, (Pile(1, cards("fish fish")),)),
            1,
            "Anna has sealed the bribes and bargains no more this round.",
        ),
        (BribesSealed(0, ()), 0, "You have sealed your bribes and bargain no more this round: no bribe."),
        (BribesRevised(0, (Pile(1),)), 0, "You seal other bribes: nothing for pirate 1."),
        (BribesRevised(0, (Pile(1),)), 1, "Somebody thinks again."),
        (
            BribesRevealed(((Pile(1, cards("gunpowder apple apple"), as_poison=True),), (), ())),
            1,
            "All bribes are revealed: Anna (1 Gunpowder and 2 Rotten Apples as Poison for pirate 1), you (no bribe) and"
            " Cleo (no bribe).",
        ),
        (
            MatchEnded(outcome_of(((36,), (), ()), HANDS), HANDS, "points"),
            0,
            "Long live the captain: you win with 6 points!",
        ),
        (
            MatchEnded(outcome_of(((36,), (35,), ()), HANDS), HANDS, "resources"),
            1,
            "Long live the captain: Anna wins with 6 points, thanks to the resources!",
        ),
        (
            MatchEnded(outcome_of(((36,), (35,), ()), (HANDS[1],) * 3), HANDS, "nothing"),
            1,
            "All is level: Anna and you are captains together, with 6 points each.",
        ),
    ],
)
def test_each_viewer_reads_a_sentence_of_what_it_may_know(event: Event, viewer: Seat | None, told: str) -> None:
    assert LIVE_LONG.narrate(redact(event, viewer), NAMES, viewer) == told


CODD = "Pirate 1, Penny Codd (3 points, wants 1 Gold and 1 Salty Fish)"


@pytest.mark.parametrize(
    ("plans", "crews", "told"),
    [
        (("none", "none", "none"), (), f"{CODD}, is offered no resource and leaves."),
        (
            ("1: fish", "none", "none"),
            (),
            f"{CODD}, is bribed by you (1 Salty Fish): none pays in full, and the pirate leaves.",
        ),
        (
            ("1: gold fish", "1: silk", "none"),
            (),
            f"{CODD}, is bribed by you (1 Gold and 1 Salty Fish); Ben (1 Silk): only yours pays "
            "in full, and the pirate follows you.",
        ),
        (
            ("1: gold fish", "1: gold fish fish", "none"),
            (),
            f"{CODD}, is bribed by you (1 Gold and 1 Salty Fish); Ben (1 Gold and 2 Salty Fish): "
            "you and Ben pay in full; the winner offers most of what is wanted, 3 to 2, and the "
            "pirate follows Ben.",
        ),
        (
            ("1: gold fish", "1: map fish", "none"),
            (),
            f"{CODD}, is bribed by you (1 Gold and 1 Salty Fish); Ben (1 Treasure Map and 1 "
            "Salty Fish): you and Ben pay in full with 2 wanted cards each; the finer cards, 1 "
            "Treasure Map to 0, decide, and the pirate follows Ben.",
        ),
        (
            ("1: gold fish", "1: gold fish", "none"),
            ((36,), (35, 1), ()),
            f"{CODD}, is bribed by you (1 Gold and 1 Salty Fish); Ben (1 Gold and 1 Salty Fish): "
            "you and Ben pay in full with 2 wanted cards each and of the same worth; the smallest "
            "crew, 6 points to 8, decides, and the pirate follows you.",
        ),
        (
            ("1: gold fish", "1: gold fish", "none"),
            (),
            f"{CODD}, is bribed by you (1 Gold and 1 Salty Fish); Ben (1 Gold and 1 Salty Fish): "
            "you and Ben pay in full with 2 wanted cards each; you and Ben are level in worth and "
            "crew too, and the pirate leaves.",
        ),
        (
            ("1: gold fish", "1: poison", "none"),
            (),
            f"{CODD}, is bribed by you (1 Gold and 1 Salty Fish); Ben (1 Poison): poison from "
            "Ben is the death of the pirate, whatever else was offered.",
        ),
    ],
)
def test_the_account_says_why_a_pirate_chose(
    plans: tuple[str, ...], crews: tuple[tuple[int, ...], ...], told: str
) -> None:
    state = last_round(table(STEW, STEW, STEW, pirates=(4, 1, 2, 3), crews=crews))
    assert LIVE_LONG.narrate(settled(resolved(state, *plans)), NAMES, 0) == told


def test_the_account_says_to_whom_cards_go_back() -> None:
    state = last_round(table(STEW, STEW, STEW, pirates=(4, 1, 2, 3), event=14))
    told = LIVE_LONG.narrate(settled(resolved(state, "1: fish", "none", "none")), NAMES, None)
    assert told.endswith("and the pirate leaves; cards go back to Anna.")
