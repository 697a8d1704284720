"""Attacks: Fishing Rod, Spyglass and Drop Ballast, and the Mirror that may answer them (Rulings B8 to B17)."""

from pirates.capitan_bacon.events import (
    CardDiscarded,
    CardPlayed,
    CardStolen,
    HandBuried,
    HandSeen,
    HandShown,
    MirrorDeclined,
    MirrorPlayed,
)
from pirates.capitan_bacon.moves import CastRod, DeclineMirror, DropBallast, PlayMirror, UseSpyglass
from pirates.capitan_bacon.pieces import Card
from pirates.capitan_bacon.rules.settling import draw, receive
from pirates.capitan_bacon.rules.turns import check_play
from pirates.capitan_bacon.state import State, play_of
from pirates.dice import Dice, pick
from pirates.errors import IllegalMove
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def cast_rod(record: Recorder[State], move: CastRod, dice: Dice) -> None:
    """Steal a card by lots."""
    check_play(record.state, move.seat, Card.FISHING_ROD, move.victim)
    played = CardPlayed(move.seat, Card.FISHING_ROD, move.victim, ends_turn=move.end_turn)
    _attack(record, played, move.victim, dice)


def use_spyglass(record: Recorder[State], move: UseSpyglass, dice: Dice) -> None:
    """Look at a hand and steal one of its cards."""
    check_play(record.state, move.seat, Card.SPYGLASS, move.victim)
    _attack(record, CardPlayed(move.seat, Card.SPYGLASS, move.victim), move.victim, dice)


def drop_ballast(record: Recorder[State], move: DropBallast, dice: Dice) -> None:
    """Make another show and bury a whole hand."""
    check_play(record.state, move.seat, Card.DROP_BALLAST, move.victim)
    _attack(record, CardPlayed(move.seat, Card.DROP_BALLAST, move.victim), move.victim, dice)


def play_mirror(record: Recorder[State], move: PlayMirror, dice: Dice) -> None:
    """Turn the attack against the attacker, who has no answer to it (Ruling B14)."""
    if Card.MIRROR not in record.state.hands[move.seat]:
        raise IllegalMove("no_mirror", _("You hold no Mirror; let the attack happen."))
    _reflect(record, move.seat, dice)


def decline_mirror(record: Recorder[State], move: DeclineMirror, dice: Dice) -> None:
    """Let the attack happen."""
    record.record(MirrorDeclined(move.seat))
    _take_effect(record, dice)


def bury_hand(record: Recorder[State], buried: HandBuried, dice: Dice) -> None:
    """Bury a shown hand and draw a whole new one (Rulings B23, B30)."""
    record.record(buried)
    draw(record, dice, buried.seat, record.state.options.hand_limit)


def _attack(record: Recorder[State], played: CardPlayed, victim: Seat, dice: Dice) -> None:
    """Open the victim's window, held Mirror or not (Rulings B10, B17), unless a standing order answers at once."""
    record.record(played)
    answer = record.state.orders[victim].plays_mirror(played.card)
    if answer is None:
        return
    if answer and Card.MIRROR in record.state.hands[victim]:
        _reflect(record, victim, dice)
    else:
        record.record(MirrorDeclined(victim))
        _take_effect(record, dice)


def _reflect(record: Recorder[State], seat: Seat, dice: Dice) -> None:
    record.record(MirrorPlayed(seat, record.state.current))
    _take_effect(record, dice)


def _take_effect(record: Recorder[State], dice: Dice) -> None:
    play = play_of(record.state)
    hand = record.state.hands[play.victim]
    if play.card is Card.DROP_BALLAST:
        _show_hand(record, play.victim, dice)
    elif not hand:
        record.record(CardDiscarded(play.card, missed=True))
    elif play.card is Card.SPYGLASS:
        record.record(HandSeen(play.doer, play.victim, hand))
    else:
        steal(record, pick(dice, hand))


def steal(record: Recorder[State], card: Card) -> None:
    """Move a card from the victim of the card on the table to the one who has its effect."""
    play = play_of(record.state)
    receive(record, CardStolen(play.doer, play.victim, card), play.doer)


def _show_hand(record: Recorder[State], seat: Seat, dice: Dice) -> None:
    hand = record.state.hands[seat]
    record.record(HandShown(seat, hand))
    if not hand:
        bury_hand(record, HandBuried(seat, (), ()), dice)
