"""Narration of standing orders and of the end of the Match."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.capitan_bacon.events import MatchEnded, StandingOrderChanged
from pirates.capitan_bacon.pieces import TREASURE_PLURALS, Card, Treasure
from pirates.events import Event
from pirates.seats import Seat
from pirates.telling import Teller
from pirates.wording import gettext as _
from pirates.wording import listed, ngettext


def _order_changed(teller: Teller, event: StandingOrderChanged) -> str:
    if event.seat is None or event.order is None:
        return _("A standing order was changed.")
    match event.order.answer:
        case "ask":
            you = _("You change your standing order: ask me.")
            they = _("{player} changes a standing order: ask me.")
        case "always":
            you = _("You change your standing order: a Mirror always answers.")
            they = _("{player} changes a standing order: a Mirror always answers.")
        case "never":
            you = _("You change your standing order: no Mirror answers.")
            they = _("{player} changes a standing order: no Mirror answers.")
        case "against":
            you = _("You change your standing order: a Mirror answers {cards}, nothing else.")
            they = _("{player} changes a standing order: a Mirror answers {cards}, nothing else.")
    against = [_("the {card}").format(card=Card(attack).label) for attack in event.order.against]
    return teller.by(event.seat, you, they, cards=listed(against) if against else "")


def _ended(teller: Teller, event: MatchEnded) -> str:
    winners, scores = event.outcome.winners, event.outcome.scores
    if event.treasure is not None:
        return _by_set(teller, winners[0], event.treasure)
    is_empty = event.outcome.reason == "galleon"
    if len(winners) > 1:
        return _shared(teller, winners, scores[winners[0]], is_empty=is_empty)
    if is_empty:
        you = _("The galleon is empty: you win with {treasures} in hand.")
        they = _("The galleon is empty: {player} wins with {treasures} in hand.")
    else:
        you = _("There is no card left to draw: you win with {treasures} in hand.")
        they = _("There is no card left to draw: {player} wins with {treasures} in hand.")
    return teller.by(winners[0], you, they, treasures=_treasures(scores[winners[0]]))


def _by_set(teller: Teller, winner: Seat, treasure: Treasure) -> str:
    you = _("You complete the set of {treasures}: the Black Truffle has a new captain!")
    they = _("{player} completes the set of {treasures}: the Black Truffle has a new captain!")
    return teller.by(winner, you, they, treasures=_(TREASURE_PLURALS[treasure]))


def _shared(teller: Teller, winners: tuple[Seat, ...], score: int, *, is_empty: bool) -> str:
    if is_empty:
        said = _("The galleon is empty: {winners} share the win with {treasures} each.")
    else:
        said = _("There is no card left to draw: {winners} share the win with {treasures} each.")
    return said.format(winners=teller.who(winners), treasures=_treasures(score))


def _treasures(count: int) -> str:
    return ngettext("{count} treasure", "{count} treasures", count).format(count=count)


SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    StandingOrderChanged: _order_changed,
    MatchEnded: _ended,
}
