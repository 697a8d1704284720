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
from pirates.capitan_bacon.rules.settling import draw, new_numbers, receive
from pirates.capitan_bacon.rules.targets import may_hold_mirror
from pirates.capitan_bacon.rules.turns import check_play
from pirates.capitan_bacon.state import State, play_of
from pirates.dice import Dice, pick
from pirates.errors import IllegalMove
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def cast_rod(record: Recorder[State], move: CastRod, dice: Dice, *, v1: bool = False) -> None:
    """Steal a random card."""
    check_play(record.state, move.seat, Card.FISHING_ROD, move.victim)
    played = CardPlayed(move.seat, Card.FISHING_ROD, move.victim, ends_turn=move.end_turn)
    _attack(record, played, move.victim, dice, v1=v1)


def use_spyglass(record: Recorder[State], move: UseSpyglass, dice: Dice, *, v1: bool = False) -> None:
    """Look at a hand and steal one of its cards."""
    check_play(record.state, move.seat, Card.SPYGLASS, move.victim)
    _attack(record, CardPlayed(move.seat, Card.SPYGLASS, move.victim), move.victim, dice, v1=v1)


def drop_ballast(record: Recorder[State], move: DropBallast, dice: Dice, *, v1: bool = False) -> None:
    """Make another player show and bury the whole hand."""
    check_play(record.state, move.seat, Card.DROP_BALLAST, move.victim)
    _attack(record, CardPlayed(move.seat, Card.DROP_BALLAST, move.victim), move.victim, dice, v1=v1)


def play_mirror(record: Recorder[State], move: PlayMirror, dice: Dice, *, v1: bool = False) -> None:
    """Turn the attack against the attacker, who cannot answer with a Mirror (Ruling B14)."""
    if Card.MIRROR not in record.state.hands[move.seat]:
        raise IllegalMove("no_mirror", _("You hold no Mirror; let the attack happen."))
    _reflect(record, move.seat, dice, v1=v1)


def decline_mirror(record: Recorder[State], move: DeclineMirror, dice: Dice, *, v1: bool = False) -> None:
    """Let the attack happen."""
    record.record(MirrorDeclined(move.seat))
    _take_effect(record, dice, v1=v1)


def bury_hand(record: Recorder[State], buried: HandBuried, dice: Dice) -> None:
    """Bury a shown hand and draw a whole new one (Rulings B23, B30)."""
    record.record(buried)
    draw(record, dice, buried.seat, record.state.options.hand_limit)


def steal(record: Recorder[State], card: Card) -> None:
    """Move `card` from the victim of the card on the table to the seat that has its effect."""
    play = play_of(record.state)
    receive(record, CardStolen(play.doer, play.victim, card), play.doer)


def _attack(record: Recorder[State], played: CardPlayed, victim: Seat, dice: Dice, *, v1: bool) -> None:
    """Open the victim's window, with or without a Mirror in hand (Rulings B10, B17).

    The window is skipped if public facts rule a Mirror out. In version 1 it opened even then, and a standing order
    answered at once.
    """
    record.record(played)
    if v1:
        _answer_at_once(record, played.card, victim, dice)
    elif not may_hold_mirror(record.state, victim):
        _take_effect(record, dice, v1=False)


def _answer_at_once(record: Recorder[State], attack: Card, victim: Seat, dice: Dice) -> None:
    answer = record.state.orders[victim].plays_mirror(attack)
    if answer is None:
        return
    if answer and Card.MIRROR in record.state.hands[victim]:
        _reflect(record, victim, dice, v1=True)
    else:
        record.record(MirrorDeclined(victim))
        _take_effect(record, dice, v1=True)


def _reflect(record: Recorder[State], seat: Seat, dice: Dice, *, v1: bool) -> None:
    record.record(MirrorPlayed(seat, record.state.current))
    _take_effect(record, dice, v1=v1)


def _take_effect(record: Recorder[State], dice: Dice, *, v1: bool) -> None:
    """Apply the card's effect and ask for its choices; if public facts leave only one, only version 1 asks."""
    play = play_of(record.state)
    hand = record.state.hands[play.victim]
    if play.card is Card.DROP_BALLAST:
        _show_hand(record, play.victim, dice, fewest=0 if v1 else 1)
    elif not hand:
        record.record(CardDiscarded(play.card, missed=True))
    elif play.card is Card.SPYGLASS:
        record.record(HandSeen(play.doer, play.victim, hand))
        if len(hand) == 1 and not v1:
            steal(record, hand[0])
    else:
        steal(record, pick(dice, hand))


def _show_hand(record: Recorder[State], seat: Seat, dice: Dice, *, fewest: int) -> None:
    """Show a hand to all, and bury it at once if it has at most `fewest` different cards."""
    hand = record.state.hands[seat]
    record.record(HandShown(seat, hand))
    if len(set(hand)) <= fewest:
        bury_hand(record, HandBuried(seat, new_numbers(record.state, len(hand)), hand), dice)
