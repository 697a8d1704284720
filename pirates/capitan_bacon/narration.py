"""Narration: each Event as one sentence, told to one viewer from the redacted Event alone."""

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
    MatchEnded,
    MirrorDeclined,
    MirrorPlayed,
    Passed,
    StandingOrderChanged,
    Started,
    TurnBegan,
    TurnEnded,
)
from pirates.capitan_bacon.pieces import ATTACKS, CARD_NAMES, Card, StandingOrder
from pirates.events import Event
from pirates.seats import Seat


def narrate(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Say a redacted Event to `viewer` in one sentence."""
    return _SENTENCES[type(event)](_Teller(names, viewer), event)


class _Teller:
    """Knows who is spoken to, and says "you" to that seat."""

    def __init__(self, names: Sequence[str], viewer: Seat | None) -> None:
        self._names = names
        self._viewer = viewer

    def does(self, seat: Seat, verb: str) -> str:
        """Begin a sentence with who does it."""
        return f"You {verb}" if seat == self._viewer else self.then(seat, verb)

    def then(self, seat: Seat, verb: str) -> str:
        """Say who does it, in mid-sentence."""
        return f"you {verb}" if seat == self._viewer else f"{self._names[seat]} {_THIRD.get(verb, verb + 's')}"

    def whom(self, seat: Seat) -> str:
        return "you" if seat == self._viewer else self._names[seat]

    def whose(self, seat: Seat) -> str:
        return "your" if seat == self._viewer else f"{self._names[seat]}'s"


_THIRD: Mapping[str, str] = {
    "do": "does",
    "bury": "buries",
    "pass": "passes",
    "carry": "carries",
    "have": "has",
    "are": "is",
}


def _started(teller: _Teller, event: Started) -> str:
    mode = ", six cards to a hand" if event.options.express else ""
    who = teller.then(event.starter, "start")
    return f"All hands on deck{mode}: {who}, and a {_card(event.top)} gleams on the galleon."


def _dealt(teller: _Teller, event: HandDealt) -> str:
    hand = "" if event.hand is None else f": {_cards(event.hand)}"
    return f"{teller.does(event.seat, 'are')} dealt a hand{hand}."


def _turn_began(teller: _Teller, event: TurnBegan) -> str:
    whose = teller.whose(event.seat)
    return f"It is {whose} turn."


def _passed(teller: _Teller, event: Passed) -> str:
    return f"{teller.does(event.seat, 'pass')}."


def _buried(teller: _Teller, event: CardsBuried | HandBuried) -> str:
    if not event.islands:
        return f"{teller.does(event.seat, 'have')} nothing to bury."
    made = f"{teller.does(event.seat, 'bury')} {_count(len(event.islands))} as {_islands(event.islands)}"
    return f"{made}." if event.cards is None else f"{made}: {_listed([_card(card) for card in event.cards])}."


def _played(teller: _Teller, event: CardPlayed) -> str:
    played = f"{teller.does(event.seat, 'play')} a {_card(event.card)}"
    if event.victim is None:
        return f"{played}."
    joined = "against" if event.card in ATTACKS else "with"
    return f"{played} {joined} {teller.whom(event.victim)}."


def _mirrored(teller: _Teller, event: MirrorPlayed) -> str:
    return f"{teller.does(event.seat, 'hold')} up a Mirror: it strikes {teller.whom(event.attacker)} instead!"


def _declined(teller: _Teller, event: MirrorDeclined) -> str:
    return f"{teller.does(event.seat, 'let')} it happen."


def _island_seen(teller: _Teller, event: IslandSeen) -> str:
    face = "" if event.card is None else f": it hides a {_card(event.card)}"
    return f"{teller.does(event.seat, 'look')} at Island {event.island}{face}."


def _island_taken(teller: _Teller, event: IslandTaken) -> str:
    face = "" if event.card is None else f": it hides a {_card(event.card)}"
    return f"{teller.does(event.seat, 'take')} Island {event.island}{face}."


def _boarded(teller: _Teller, event: GalleonBoarded) -> str:
    left = "the hold is empty" if event.top is None else f"a {_card(event.top)} lies on top now"
    return f"{teller.does(event.seat, 'carry')} a {_card(event.card)} off the galleon; {left}."


def _hand_seen(teller: _Teller, event: HandSeen) -> str:
    hand = "" if event.hand is None else f": {_cards(event.hand)}"
    return f"{teller.does(event.seat, 'look')} through {teller.whose(event.victim)} hand{hand}."


def _stolen(teller: _Teller, event: CardStolen) -> str:
    card = "a card" if event.card is None else f"a {_card(event.card)}"
    return f"{teller.does(event.thief, 'steal')} {card} from {teller.whom(event.victim)}."


def _shown(teller: _Teller, event: HandShown) -> str:
    return f"{teller.does(event.seat, 'show')} {_cards(event.hand) if event.hand else 'an empty hand'} to all."


def _swapped(teller: _Teller, event: HandsSwapped) -> str:
    told = "" if event.gave is None or event.got is None else f": {_cards(event.gave)} for {_cards(event.got)}"
    return f"{teller.does(event.seat, 'exchange')} hands with {teller.whom(event.victim)}{told}."


def _discarded(_: _Teller, event: CardDiscarded) -> str:
    found = "finds an empty hand and " if event.missed else ""
    return f"The {_card(event.card)} {found}goes on the discard pile."


def _laid(_: _Teller, event: IslandsLaid) -> str:
    return f"New land in sight: {_islands(event.islands)} from the deck."


def _reshuffled(_: _Teller, __: DeckReshuffled) -> str:
    return "The deck is empty; the discard pile is shuffled into a new one."


def _drawn(teller: _Teller, event: CardsDrawn) -> str:
    cards = "" if event.cards is None else f": {_cards(event.cards)}"
    return f"{teller.does(event.seat, 'draw')} {_count(event.count)}{cards}."


def _turn_ended(teller: _Teller, event: TurnEnded) -> str:
    return f"{teller.does(event.seat, 'play')} no more this turn."


def _order_changed(_: _Teller, event: StandingOrderChanged) -> str:
    if event.order is None:
        return "A standing order was changed."
    return f"You change your standing order: {_order(event.order)}."


def _ended(teller: _Teller, event: MatchEnded) -> str:
    winners = event.outcome.winners
    if event.treasure is not None:
        needed = CARD_NAMES[Card(event.treasure.value)]
        return f"{teller.does(winners[0], 'complete')} the set of {needed}s: the Black Truffle has a new captain!"
    why = "The galleon is empty" if event.outcome.reason == "galleon" else "There is no card left to draw"
    most = _treasures(event.outcome.scores[winners[0]])
    if len(winners) > 1:
        return f"{why}: {_listed([teller.whom(seat) for seat in winners])} share the win with {most} each."
    return f"{why}: {teller.then(winners[0], 'win')} with {most} in hand."


def _card(card: Card) -> str:
    return CARD_NAMES[card]


def _cards(cards: Sequence[Card]) -> str:
    return _listed([_card(card) for card in cards]) if cards else "nothing"


def _count(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _treasures(count: int) -> str:
    return "1 treasure" if count == 1 else f"{count} treasures"


def _islands(numbers: Sequence[int]) -> str:
    return f"Island{'s' if len(numbers) > 1 else ''} {_listed([str(number) for number in numbers])}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _order(order: StandingOrder) -> str:
    if order.answer == "against":
        return f"a Mirror answers {_listed([f'the {_card(Card(attack))}' for attack in order.against])}, nothing else"
    return {"ask": "ask me", "always": "a Mirror always answers", "never": "no Mirror answers"}[order.answer]


_SENTENCES: Mapping[type[Event], Callable[[_Teller, Any], str]] = {
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
    StandingOrderChanged: _order_changed,
    MatchEnded: _ended,
}
