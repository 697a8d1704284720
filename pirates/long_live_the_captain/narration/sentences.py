"""Sentences: one for each type of Event."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.events import Event
from pirates.long_live_the_captain.events import (
    BatchDealt,
    BatchDrawn,
    BatchShown,
    BatchShownTo,
    BribesRevealed,
    BribesRevised,
    BribesSealed,
    CardsTaken,
    DeckReshuffled,
    EventRevealed,
    ExtrasDrawn,
    MatchEnded,
    PirateSettled,
    PiratesRevealed,
    PiratesShuffled,
    RoundBegan,
    RoundEnded,
    Started,
    SupplyRanOut,
    SwapMade,
    WantsStated,
    Whispered,
)
from pirates.long_live_the_captain.narration.bargains import tell_swap, tell_whisper
from pirates.long_live_the_captain.narration.choices import tell_choice
from pirates.long_live_the_captain.narration.naming import cards_named, needs_named, points
from pirates.long_live_the_captain.pieces import EVENT_CARDS, PIRATES, Pile, Pirate, Plan
from pirates.seats import Seat
from pirates.telling import Teller
from pirates.wording import cards_counted, gettext_noop, itemised, listed, ngettext, pgettext
from pirates.wording import gettext as _


def narrate(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `viewer` about a redacted Event."""
    return _SENTENCES[type(event)](Teller(names, viewer), event)


def _started(teller: Teller, event: Started) -> str:
    you = _("The old captain is gone: everybody has one resource of each kind, and you are first player.")
    they = _("The old captain is gone: everybody has one resource of each kind, and {player} is first player.")
    return teller.by(event.first, you, they)


def _round_began(teller: Teller, event: RoundBegan) -> str:
    you = _("Round {round} begins, and you are first player.")
    they = _("Round {round} begins, and {player} is first player.")
    return teller.by(event.first, you, they, round=event.round)


def _event_revealed(_teller: Teller, event: EventRevealed) -> str:
    card = EVENT_CARDS[event.card]
    words = {"number": f"{card.number:02}", "title": _(card.title), "rule": _(card.rule)}
    return _("Event {number}, {title}: {rule}").format(**words)


def _taken(teller: Teller, event: CardsTaken) -> str:
    cards = cards_counted(event.count) if event.cards is None else cards_named(event.cards)
    said = (
        _("You take {cards} from {other}, by lots."),
        _("{player} takes {cards} from you, by lots."),
        _("{player} takes {cards} from {other}, by lots."),
    )
    return teller.between(event.taker, event.victim, said, cards=cards)


def _reshuffled(_teller: Teller, _event: DeckReshuffled) -> str:
    return _("The resource deck is short: the discards are shuffled and go under it.")


def _drawn(teller: Teller, event: BatchDrawn) -> str:
    count = cards_counted(event.count)
    if event.cards is None:
        return teller.by(
            event.seat, _("You draw a batch of {count}."), _("{player} draws a batch of {count}."), count=count
        )
    you, they = _("You draw a batch of {count}: {cards}."), _("{player} draws a batch of {count}: {cards}.")
    return teller.by(event.seat, you, they, count=count, cards=cards_named(event.cards))


def _shown(teller: Teller, event: BatchShown) -> str:
    you, they = _("You show the batch to all: {cards}."), _("{player} shows the batch to all: {cards}.")
    return teller.by(event.seat, you, they, cards=cards_named(event.cards))


def _shown_to(teller: Teller, event: BatchShownTo) -> str:
    if event.cards is None:
        said = (
            _("You show the batch to {other}."),
            _("{player} shows the batch to you."),
            _("{player} shows the batch to {other}."),
        )
        return teller.between(event.seat, event.to, said)
    said = (
        _("You show the batch to {other}: {cards}."),
        _("{player} shows the batch to you: {cards}."),
        _("{player} shows the batch to {other}: {cards}."),
    )
    return teller.between(event.seat, event.to, said, cards=cards_named(event.cards))


def _dealt(teller: Teller, event: BatchDealt) -> str:
    cards = cards_counted(event.count) if event.cards is None else cards_named(event.cards)
    if event.to == event.seat:
        return teller.by(
            event.seat, _("You keep the batch: {cards}."), _("{player} keeps the batch: {cards}."), cards=cards
        )
    said = (
        _("You give the batch to {other}: {cards}."),
        _("{player} gives the batch to you: {cards}."),
        _("{player} gives the batch to {other}: {cards}."),
    )
    return teller.between(event.seat, event.to, said, cards=cards)


def _ran_out(_teller: Teller, _event: SupplyRanOut) -> str:
    return _("There is no resource left to deal.")


def _pirates_revealed(_teller: Teller, event: PiratesRevealed) -> str:
    lined = [_with_points(position, PIRATES[number]) for position, number in enumerate(event.pirates, 1)]
    return _("On deck: {pirates}.").format(pirates=listed(lined))


def _with_points(position: int, pirate: Pirate) -> str:
    said = _("{position} {pirate} ({points})")
    return said.format(position=position, pirate=_(pirate.name), points=points(pirate.points))


def _wants_stated(_teller: Teller, event: WantsStated) -> str:
    lined = [
        _("{position} {pirate}: {needs}").format(position=position, pirate=_(PIRATES[number].name), needs=needs)
        for position, (number, needs) in enumerate(zip(event.pirates, map(needs_named, event.needs), strict=True), 1)
    ]
    return _("Wanted this round - {wants}.").format(wants=itemised(lined))


def _extras(_teller: Teller, event: ExtrasDrawn) -> str:
    if not event.cards:
        return _("There is no resource left that the pirates could want as well.")
    wants = [
        _("pirate {number}: {cards}").format(number=number, cards=card.counted(1))
        for number, card in enumerate(event.cards, 1)
    ]
    return _("More is wanted - {wants}.").format(wants=itemised(wants))


def _sealed(teller: Teller, event: BribesSealed) -> str:
    if event.piles is None:
        you = _("You have sealed the bribes and bargain no more this round.")
        they = _("{player} has sealed the bribes and bargains no more this round.")
        return teller.by(event.seat, you, they)
    you = _("You have sealed your bribes and bargain no more this round: {plan}.")
    they = _("{player} has sealed the bribes and bargains no more this round: {plan}.")
    return teller.by(event.seat, you, they, plan=_plan(event.piles))


def _revised(teller: Teller, event: BribesRevised) -> str:
    if event.seat is None or event.piles is None:
        return _("Somebody thinks again.")
    you, they = _("You seal other bribes: {plan}."), _("{player} seals other bribes: {plan}.")
    return teller.by(event.seat, you, they, plan=_plan(event.piles))


def _bribes_revealed(teller: Teller, event: BribesRevealed) -> str:
    you, they = pgettext("revealed", "you ({plan})"), pgettext("revealed", "{player} ({plan})")
    told = [teller.by(seat, you, they, plan=_plan(plan)) for seat, plan in enumerate(event.plans)]
    return _("All bribes are revealed: {plans}.").format(plans=listed(told))


def _shuffled(_teller: Teller, event: PiratesShuffled) -> str:
    lined = [f"{position} {_(PIRATES[number].name)}" for position, number in enumerate(event.pirates, 1)]
    return _("The pirates change places: {pirates}.").format(pirates=listed(lined))


def _round_ended(_teller: Teller, event: RoundEnded) -> str:
    said = _("Round {round} is over: deals expire, and Bribe cards and Rotten Apples go home.")
    return said.format(round=event.round)


def _ended(teller: Teller, event: MatchEnded) -> str:
    winners = event.outcome.winners
    score = event.outcome.scores[winners[0]]
    if len(winners) > 1:
        said = ngettext(
            "All is level: {players} are captains together, with {count} point each.",
            "All is level: {players} are captains together, with {count} points each.",
            score,
        )
        return said.format(players=teller.who(winners), count=score)
    reason = _DECIDERS.get(event.decided_by)
    you, they = _won_by(score) if reason else _won(score)
    return teller.by(winners[0], you, they, count=score, reason=_(reason) if reason else "")


def _won(score: int) -> tuple[str, str]:
    you = ngettext(
        "Long live the captain: you win with {count} point!",
        "Long live the captain: you win with {count} points!",
        score,
    )
    they = ngettext(
        "Long live the captain: {player} wins with {count} point!",
        "Long live the captain: {player} wins with {count} points!",
        score,
    )
    return you, they


def _won_by(score: int) -> tuple[str, str]:
    you = ngettext(
        "Long live the captain: you win with {count} point, thanks to the {reason}!",
        "Long live the captain: you win with {count} points, thanks to the {reason}!",
        score,
    )
    they = ngettext(
        "Long live the captain: {player} wins with {count} point, thanks to the {reason}!",
        "Long live the captain: {player} wins with {count} points, thanks to the {reason}!",
        score,
    )
    return you, they


def _plan(plan: Plan) -> str:
    return itemised([_pile(pile) for pile in plan]) if plan else _("no bribe")


def _pile(pile: Pile) -> str:
    if pile.as_poison:
        said = _("{cards} as Poison for pirate {number}")
    else:
        said = _("{cards} for pirate {number}")
    return said.format(cards=cards_named(pile.cards), number=pile.pirate)


_DECIDERS: Mapping[str, str] = {
    "best pirate": gettext_noop("best pirate"),
    "resources": gettext_noop("resources"),
    "finest resources": gettext_noop("finest resources"),
}
_SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    Started: _started,
    RoundBegan: _round_began,
    EventRevealed: _event_revealed,
    CardsTaken: _taken,
    DeckReshuffled: _reshuffled,
    BatchDrawn: _drawn,
    BatchShown: _shown,
    BatchShownTo: _shown_to,
    BatchDealt: _dealt,
    SupplyRanOut: _ran_out,
    PiratesRevealed: _pirates_revealed,
    ExtrasDrawn: _extras,
    WantsStated: _wants_stated,
    Whispered: tell_whisper,
    SwapMade: tell_swap,
    BribesSealed: _sealed,
    BribesRevised: _revised,
    BribesRevealed: _bribes_revealed,
    PiratesShuffled: _shuffled,
    PirateSettled: tell_choice,
    RoundEnded: _round_ended,
    MatchEnded: _ended,
}
