"""Narration of everything from the deal to the last turn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.capitan_bacon.events import (
    CardDiscarded,
    CardPlayed,
    CardsBuried,
    CardsDrawn,
    CardStolen,
    DeckReshuffled,
    GalleonBoarded,
    HandBuried,
    HandDealt,
    HandSeen,
    HandShown,
    HandsSwapped,
    IslandSeen,
    IslandsLaid,
    IslandTaken,
    MirrorDeclined,
    MirrorPlayed,
    Passed,
    Started,
    TurnBegan,
    TurnEnded,
)
from pirates.capitan_bacon.pieces import ATTACKS, Card
from pirates.events import Event
from pirates.telling import Teller
from pirates.wording import gettext as _
from pirates.wording import listed, ngettext


def _started(teller: Teller, event: Started) -> str:
    if event.options.express:
        you = _("All hands on deck, six cards to a hand: you start, and a {card} gleams on the galleon.")
        they = _("All hands on deck, six cards to a hand: {player} starts, and a {card} gleams on the galleon.")
    else:
        you = _("All hands on deck: you start, and a {card} gleams on the galleon.")
        they = _("All hands on deck: {player} starts, and a {card} gleams on the galleon.")
    return teller.by(event.starter, you, they, card=event.top.label)


def _dealt(teller: Teller, event: HandDealt) -> str:
    if event.hand is None:
        return teller.by(event.seat, _("You are dealt a hand."), _("{player} is dealt a hand."))
    you, they = _("You are dealt a hand: {cards}."), _("{player} is dealt a hand: {cards}.")
    return teller.by(event.seat, you, they, cards=cards(event.hand))


def _turn_began(teller: Teller, event: TurnBegan) -> str:
    return teller.by(event.seat, _("It is your turn."), _("It is {player}'s turn."))


def _passed(teller: Teller, event: Passed) -> str:
    return teller.by(event.seat, _("You pass."), _("{player} passes."))


def _buried(teller: Teller, event: CardsBuried | HandBuried) -> str:
    count = len(event.islands)
    if not count:
        return teller.by(event.seat, _("You have nothing to bury."), _("{player} has nothing to bury."))
    where = listed([str(number) for number in event.islands])
    if event.cards is None:
        you = ngettext(
            "You bury {count} card as Island {islands}.", "You bury {count} cards as Islands {islands}.", count
        )
        they = ngettext(
            "{player} buries {count} card as Island {islands}.",
            "{player} buries {count} cards as Islands {islands}.",
            count,
        )
        return teller.by(event.seat, you, they, count=count, islands=where)
    you = ngettext(
        "You bury {count} card as Island {islands}: {cards}.",
        "You bury {count} cards as Islands {islands}: {cards}.",
        count,
    )
    they = ngettext(
        "{player} buries {count} card as Island {islands}: {cards}.",
        "{player} buries {count} cards as Islands {islands}: {cards}.",
        count,
    )
    return teller.by(event.seat, you, they, count=count, islands=where, cards=cards(event.cards))


def _played(teller: Teller, event: CardPlayed) -> str:
    card = event.card.label
    if event.victim is None:
        return teller.by(event.seat, _("You play a {card}."), _("{player} plays a {card}."), card=card)
    if event.card in ATTACKS:
        against = (
            _("You play a {card} against {other}."),
            _("{player} plays a {card} against you."),
            _("{player} plays a {card} against {other}."),
        )
        return teller.between(event.seat, event.victim, against, card=card)
    together = (
        _("You play a {card} with {other}."),
        _("{player} plays a {card} with you."),
        _("{player} plays a {card} with {other}."),
    )
    return teller.between(event.seat, event.victim, together, card=card)


def _mirrored(teller: Teller, event: MirrorPlayed) -> str:
    said = (
        _("You hold up a Mirror: it strikes {other} instead!"),
        _("{player} holds up a Mirror: it strikes you instead!"),
        _("{player} holds up a Mirror: it strikes {other} instead!"),
    )
    return teller.between(event.seat, event.attacker, said)


def _declined(teller: Teller, event: MirrorDeclined) -> str:
    return teller.by(event.seat, _("You let it happen."), _("{player} lets it happen."))


def _island_seen(teller: Teller, event: IslandSeen) -> str:
    if event.card is None:
        you, they = _("You look at Island {island}."), _("{player} looks at Island {island}.")
        return teller.by(event.seat, you, they, island=event.island)
    you = _("You look at Island {island}: it hides a {card}.")
    they = _("{player} looks at Island {island}: it hides a {card}.")
    return teller.by(event.seat, you, they, island=event.island, card=event.card.label)


def _island_taken(teller: Teller, event: IslandTaken) -> str:
    if event.card is None:
        you, they = _("You take Island {island}."), _("{player} takes Island {island}.")
        return teller.by(event.seat, you, they, island=event.island)
    you = _("You take Island {island}: it hides a {card}.")
    they = _("{player} takes Island {island}: it hides a {card}.")
    return teller.by(event.seat, you, they, island=event.island, card=event.card.label)


def _boarded(teller: Teller, event: GalleonBoarded) -> str:
    if event.top is None:
        you = _("You carry a {card} off the galleon; the hold is empty.")
        they = _("{player} carries a {card} off the galleon; the hold is empty.")
        return teller.by(event.seat, you, they, card=event.card.label)
    you = _("You carry a {card} off the galleon; a {top} lies on top now.")
    they = _("{player} carries a {card} off the galleon; a {top} lies on top now.")
    return teller.by(event.seat, you, they, card=event.card.label, top=event.top.label)


def _hand_seen(teller: Teller, event: HandSeen) -> str:
    if event.hand is None:
        said = (
            _("You look through {other}'s hand."),
            _("{player} looks through your hand."),
            _("{player} looks through {other}'s hand."),
        )
        return teller.between(event.seat, event.victim, said)
    said = (
        _("You look through {other}'s hand: {cards}."),
        _("{player} looks through your hand: {cards}."),
        _("{player} looks through {other}'s hand: {cards}."),
    )
    return teller.between(event.seat, event.victim, said, cards=cards(event.hand))


def _stolen(teller: Teller, event: CardStolen) -> str:
    if event.card is None:
        said = (
            _("You steal a card from {other}."),
            _("{player} steals a card from you."),
            _("{player} steals a card from {other}."),
        )
        return teller.between(event.thief, event.victim, said)
    said = (
        _("You steal a {card} from {other}."),
        _("{player} steals a {card} from you."),
        _("{player} steals a {card} from {other}."),
    )
    return teller.between(event.thief, event.victim, said, card=event.card.label)


def _shown(teller: Teller, event: HandShown) -> str:
    if not event.hand:
        return teller.by(event.seat, _("You show an empty hand to all."), _("{player} shows an empty hand to all."))
    you, they = _("You show {cards} to all."), _("{player} shows {cards} to all.")
    return teller.by(event.seat, you, they, cards=cards(event.hand))


def _swapped(teller: Teller, event: HandsSwapped) -> str:
    if event.gave is None or event.got is None:
        said = (
            _("You exchange hands with {other}."),
            _("{player} exchanges hands with you."),
            _("{player} exchanges hands with {other}."),
        )
        return teller.between(event.seat, event.victim, said)
    said = (
        _("You exchange hands with {other}: {gave} for {got}."),
        _("{player} exchanges hands with you: {gave} for {got}."),
        _("{player} exchanges hands with {other}: {gave} for {got}."),
    )
    return teller.between(event.seat, event.victim, said, gave=cards(event.gave), got=cards(event.got))


def _discarded(_teller: Teller, event: CardDiscarded) -> str:
    if event.missed:
        return _("The {card} finds an empty hand and goes on the discard pile.").format(card=event.card.label)
    return _("The {card} goes on the discard pile.").format(card=event.card.label)


def _laid(_teller: Teller, event: IslandsLaid) -> str:
    said = ngettext(
        "New land in sight: Island {islands} from the deck.",
        "New land in sight: Islands {islands} from the deck.",
        len(event.islands),
    )
    return said.format(islands=listed([str(number) for number in event.islands]))


def _reshuffled(_teller: Teller, _event: DeckReshuffled) -> str:
    return _("The deck is empty; the discard pile is shuffled into a new one.")


def _drawn(teller: Teller, event: CardsDrawn) -> str:
    count = event.count
    if event.cards is None:
        you = ngettext("You draw {count} card.", "You draw {count} cards.", count)
        they = ngettext("{player} draws {count} card.", "{player} draws {count} cards.", count)
        return teller.by(event.seat, you, they, count=count)
    you = ngettext("You draw {count} card: {cards}.", "You draw {count} cards: {cards}.", count)
    they = ngettext("{player} draws {count} card: {cards}.", "{player} draws {count} cards: {cards}.", count)
    return teller.by(event.seat, you, they, count=count, cards=cards(event.cards))


def _turn_ended(teller: Teller, event: TurnEnded) -> str:
    return teller.by(event.seat, _("You play no more this turn."), _("{player} plays no more this turn."))


def cards(those: Sequence[Card]) -> str:
    """Return the names of the cards as one list in words."""
    return listed([each.label for each in those]) if those else _("nothing")


SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    Started: _started,
    HandDealt: _dealt,
    TurnBegan: _turn_began,
    Passed: _passed,
    CardsBuried: _buried,
    CardPlayed: _played,
    MirrorPlayed: _mirrored,
    MirrorDeclined: _declined,
    IslandSeen: _island_seen,
    IslandTaken: _island_taken,
    GalleonBoarded: _boarded,
    HandSeen: _hand_seen,
    CardStolen: _stolen,
    HandShown: _shown,
    HandBuried: _buried,
    HandsSwapped: _swapped,
    CardDiscarded: _discarded,
    IslandsLaid: _laid,
    DeckReshuffled: _reshuffled,
    CardsDrawn: _drawn,
    TurnEnded: _turn_ended,
}
