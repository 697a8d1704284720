"""Choices: why a pirate went where it went, in words."""

from collections.abc import Callable, Mapping

from pirates.long_live_the_captain.events import PirateSettled
from pirates.long_live_the_captain.narration.teller import Teller, cards_named, counted, listed, needs_named, points
from pirates.long_live_the_captain.pieces import PIRATES, RESOURCES, Bid, Verdict


def tell_choice(teller: Teller, event: PirateSettled) -> str:
    """Say who offered what, what told between them, and what comes back."""
    pirate = PIRATES[event.pirate]
    worth = f"{points(pirate.points)}, wants {needs_named(event.needs)}"
    head = f"Pirate {event.position}, {pirate.name} ({worth})"
    if not event.bids:
        return f"{head}, is offered no resource and leaves."
    bids = listed([f"{teller.whom(bid.seat)} ({cards_named(bid.cards)})" for bid in event.bids])
    return f"{head}, is bribed by {bids}: {_REASONS[event.verdict](teller, event)}{_returned(teller, event)}."


def _poisoned(teller: Teller, event: PirateSettled) -> str:
    return f"poison from {teller.all_of(event.killers)} is the death of the pirate, whatever else was offered"


def _unpaid(_: Teller, __: PirateSettled) -> str:
    return "none pays in full, and the pirate leaves"


def _alone(teller: Teller, event: PirateSettled) -> str:
    return f"only {'' if event.winner is None else teller.own(event.winner)} pays in full, {_follows(teller, event)}"


def _most(teller: Teller, event: PirateSettled) -> str:
    best, next_best = _best_two(event, [bid for bid in event.bids if bid.pays], lambda bid: bid.total)
    paid = f"{teller.all_of([bid.seat for bid in event.bids if bid.pays])} pay in full"
    return f"{paid}; the winner offers most of what is wanted, {best} to {next_best}, {_follows(teller, event)}"


def _finest(teller: Teller, event: PirateSettled) -> str:
    level = [bid for bid in event.bids if bid.seat in event.left[0]]
    won = next(bid for bid in level if bid.seat == event.winner)
    rival = max((bid for bid in level if bid is not won), key=lambda bid: bid.finest)
    place = next(place for place, count in enumerate(won.finest) if count != rival.finest[place])
    more = f"{counted(RESOURCES[place], won.finest[place])} to {rival.finest[place]}"
    return f"{_level(teller, event)}; the finer cards, {more}, decide, {_follows(teller, event)}"


def _smallest(teller: Teller, event: PirateSettled) -> str:
    level = [bid for bid in event.bids if bid.seat in event.left[1]]
    best, next_best = _best_two(event, level, lambda bid: bid.crew, lowest=True)
    crew = f"the smallest crew, {points(best)} to {next_best}, decides"
    return f"{_level(teller, event)} and of the same worth; {crew}, {_follows(teller, event)}"


def _tied(teller: Teller, event: PirateSettled) -> str:
    level = teller.all_of(event.left[-1])
    return f"{_level(teller, event)}; {level} are level in worth and crew too, and the pirate leaves"


def _level(teller: Teller, event: PirateSettled) -> str:
    total = max(bid.total for bid in event.bids if bid.pays)
    return f"{teller.all_of(event.left[0])} pay in full with {total} wanted cards each"


def _follows(teller: Teller, event: PirateSettled) -> str:
    return "" if event.winner is None else f"and the pirate follows {teller.whom(event.winner)}"


def _best_two(
    event: PirateSettled, bids: list[Bid], merit: Callable[[Bid], int], *, lowest: bool = False
) -> tuple[int, int]:
    """Return the winner's merit and the best one of the others."""
    won = next(merit(bid) for bid in bids if bid.seat == event.winner)
    others = [merit(bid) for bid in bids if bid.seat != event.winner]
    return won, min(others) if lowest else max(others)


def _returned(teller: Teller, event: PirateSettled) -> str:
    """Say who gets a bribe back (events 11 and 14)."""
    back = [bid.seat for bid in event.bids if len(event.spent[bid.seat]) < len(bid.cards)]
    return f"; cards go back to {teller.all_of(back)}" if back else ""


_REASONS: Mapping[Verdict, Callable[[Teller, PirateSettled], str]] = {
    Verdict.POISONED: _poisoned,
    Verdict.UNPAID: _unpaid,
    Verdict.ALONE: _alone,
    Verdict.MOST: _most,
    Verdict.FINEST: _finest,
    Verdict.SMALLEST_CREW: _smallest,
    Verdict.TIED: _tied,
}
