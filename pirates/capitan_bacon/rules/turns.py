"""Turns: pass, bury, and the cards no Mirror can answer. A turn is for burying or for playing (Ruling B31)."""

from pirates.capitan_bacon.events import (
    CardPlayed,
    CardsBuried,
    GalleonBoarded,
    HandsSwapped,
    IslandSeen,
    IslandTaken,
    Passed,
    TurnEnded,
)
from pirates.capitan_bacon.moves import (
    BoardGalleon,
    BuryCards,
    DigIsland,
    EndTurn,
    Pass,
    ReadMap,
    Switcheroo,
)
from pirates.capitan_bacon.pieces import Card
from pirates.capitan_bacon.rules.settling import end_by_count, new_numbers, receive
from pirates.capitan_bacon.rules.targets import looks_left, targets
from pirates.capitan_bacon.state import Phase, State, face_of, play_of
from pirates.dice import Dice, shuffle
from pirates.errors import IllegalMove
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def pass_turn(record: Recorder[State], move: Pass, _dice: Dice) -> None:
    """Do nothing."""
    record.record(Passed(move.seat))


def end_turn(record: Recorder[State], move: EndTurn, _dice: Dice) -> None:
    """Play no further card this turn."""
    record.record(TurnEnded(move.seat))


def bury_cards(record: Recorder[State], move: BuryCards, dice: Dice) -> None:
    """Bury one card or more (Ruling B1), in random order: the order of a list must not reveal the faces."""
    hand = record.state.hands[move.seat]
    if not move.cards:
        raise IllegalMove("nothing_to_bury", _("Name at least one card to bury; to do nothing, pass."))
    if any(move.cards.count(card) > hand.count(card) for card in move.cards):
        raise IllegalMove("not_in_hand", _("You can only bury cards that you hold; choose among those in your hand."))
    numbers = new_numbers(record.state, len(move.cards))
    record.record(CardsBuried(move.seat, numbers, shuffle(dice, move.cards)))


def dig_island(record: Recorder[State], move: DigIsland, _dice: Dice) -> None:
    """Take an Island unseen."""
    check_play(record.state, move.seat, Card.SHOVEL, move.island)
    record.record(CardPlayed(move.seat, Card.SHOVEL))
    take_island(record, move.seat, move.island)


def board_galleon(record: Recorder[State], move: BoardGalleon, _dice: Dice) -> None:
    """Take the top card; the last one ends the Match, unless it completes a set (Ruling B26)."""
    check_play(record.state, move.seat, Card.BOARDING, 0)
    record.record(CardPlayed(move.seat, Card.BOARDING))
    *below, card = record.state.galleon
    receive(record, GalleonBoarded(move.seat, card, below[-1] if below else None), move.seat)
    if not below and record.state.outcome is None:
        end_by_count(record, "galleon")


def read_map(record: Recorder[State], move: ReadMap, _dice: Dice) -> None:
    """Look at a first Island."""
    check_play(record.state, move.seat, Card.MAP, move.island)
    record.record(CardPlayed(move.seat, Card.MAP))
    see_island(record, move.seat, move.island)


def switch_hands(record: Recorder[State], move: Switcheroo, _dice: Dice) -> None:
    """Exchange whole hands. This cannot complete a set (Rulings B6, B7)."""
    check_play(record.state, move.seat, Card.SWITCHEROO, move.victim)
    record.record(CardPlayed(move.seat, Card.SWITCHEROO, move.victim))
    hands = record.state.hands
    record.record(HandsSwapped(move.seat, move.victim, hands[move.seat], hands[move.victim]))


def see_island(record: Recorder[State], seat: Seat, number: int) -> None:
    """Look at an Island with the Map; the player takes the Island of the last look (Ruling B19)."""
    record.record(IslandSeen(seat, number, face_of(record.state, number)))
    if not looks_left(record.state, play_of(record.state)):
        take_island(record, seat, number)


def take_island(record: Recorder[State], seat: Seat, number: int) -> None:
    """Take an Island into the hand."""
    receive(record, IslandTaken(seat, number, face_of(record.state, number)), seat)


def check_play(state: State, seat: Seat, card: Card, target: int) -> None:
    """Raise IllegalMove if the card may not be played now, is not held, or cannot have this target."""
    if state.phase is Phase.MORE and card is not state.face:
        raise IllegalMove("not_identical", _("Play only cards identical to those played this turn, or end your turn."))
    if card not in state.hands[seat]:
        raise IllegalMove(
            "not_in_hand", _("You hold no {card}; play a card of your hand.").format(card=card.label), card=card.value
        )
    if target not in targets(state, seat, card):
        raise _wrong_target(state, seat, card, target)


def _wrong_target(state: State, seat: Seat, card: Card, target: int) -> IllegalMove:
    if card in (Card.SHOVEL, Card.MAP):
        lying = list(targets(state, seat, card))
        return IllegalMove(
            "no_such_island", _("No Island with that number lies there; choose one that does."), islands=lying
        )
    if target == seat:
        return IllegalMove(
            "own_seat", _("You cannot play the {card} on yourself; name another player.").format(card=card.label)
        )
    if target not in range(state.seats):
        return IllegalMove(
            "no_such_victim", _("This match has seats 1 to {seats}; name one of the others.").format(seats=state.seats)
        )
    return IllegalMove(
        "empty_hand", _("Seat {seat} has no cards to steal; name a player who holds some.").format(seat=target + 1)
    )
