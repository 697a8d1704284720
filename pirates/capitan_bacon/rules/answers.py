"""Answers: the choices a card asks for while it is being resolved."""

from pirates.capitan_bacon.events import HandBuried
from pirates.capitan_bacon.moves import BuryShownHand, KeepIsland, LookAtIsland, StealCard
from pirates.capitan_bacon.pieces import sorted_hand
from pirates.capitan_bacon.rules.attacks import bury_hand, steal
from pirates.capitan_bacon.rules.settling import new_numbers
from pirates.capitan_bacon.rules.targets import looks_left, unseen_islands
from pirates.capitan_bacon.rules.turns import see_island, take_island
from pirates.capitan_bacon.state import State, play_of
from pirates.dice import Dice, pick, shuffle
from pirates.errors import IllegalMove
from pirates.replay import Recorder
from pirates.wording import gettext as _


def steal_card(record: Recorder[State], move: StealCard, dice: Dice) -> None:
    """Take one card from the hand seen through the Spyglass; the player must take one (Ruling B18)."""
    state = record.state
    if move.end_turn and move.seat != state.current:
        raise IllegalMove("not_your_turn_to_end", _("This is not your turn to end; only choose the card."))
    hand = state.hands[play_of(state).victim]
    if move.card is not None and move.card not in hand:
        raise IllegalMove("not_in_seen_hand", _("That card is not in the hand you see; choose one that is."))
    steal(record, pick(dice, hand) if move.card is None else move.card)


def keep_island(record: Recorder[State], move: KeepIsland, _dice: Dice) -> None:
    """Keep the Island that was looked at last."""
    take_island(record, move.seat, play_of(record.state).looked[-1])


def look_at_island(record: Recorder[State], move: LookAtIsland, _dice: Dice) -> None:
    """Leave one Island where it lies and look at another; the first cannot be chosen again (Ruling B19)."""
    play = play_of(record.state)
    unseen = unseen_islands(record.state, play)
    if move.island not in unseen:
        raise IllegalMove("no_such_island", _("Look at an Island that lies there unseen."), islands=list(unseen))
    if move.end_turn and looks_left(record.state, play) > 1:
        raise IllegalMove(
            "look_not_last", _("Only your last look keeps the Island at once; look without ending your turn.")
        )
    see_island(record, move.seat, move.island)


def bury_shown_hand(record: Recorder[State], move: BuryShownHand, dice: Dice) -> None:
    """Bury one's shown hand in a secret order (Ruling B20)."""
    hand = record.state.hands[move.seat]
    order = shuffle(dice, hand) if move.order is None else move.order
    if sorted_hand(order) != hand:
        raise IllegalMove("not_your_hand", _("Name each card of your shown hand once, in the order to bury them."))
    bury_hand(record, HandBuried(move.seat, new_numbers(record.state, len(order)), order), dice)
