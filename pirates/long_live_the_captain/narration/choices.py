"""Choices: sentences about why a pirate joined a crew."""

from collections.abc import Callable, Mapping

from pirates.long_live_the_captain.events import PirateSettled
from pirates.long_live_the_captain.narration.naming import cards_named, needs_named, points
from pirates.long_live_the_captain.pieces import PIRATES, RESOURCES, Bid, Verdict
from pirates.seats import Seat
from pirates.telling import Teller
from pirates.wording import gettext as _
from pirates.wording import itemised, ngettext, pgettext


def tell_choice(teller: Teller, event: PirateSettled) -> str:
    """Return who offered what, the comparison that decided, and the cards that return."""
    pirate = PIRATES[event.pirate]
    words = {
        "position": event.position,
        "pirate": _(pirate.name),
        "points": points(pirate.points),
        "needs": needs_named(event.needs),
    }
    if not event.bids:
        said = _("Pirate {position}, {pirate} ({points}, wants {needs}), is offered no resource and leaves.")
        return said.format(**words)
    words |= {
        "bids": itemised([_bid(teller, bid) for bid in event.bids]),
        "reason": _REASONS[event.verdict](teller, event),
    }
    back = [bid.seat for bid in event.bids if len(event.spent[bid.seat]) < len(bid.cards)]
    if not back:
        said = _("Pirate {position}, {pirate} ({points}, wants {needs}), is bribed by {bids}: {reason}.")
        return said.format(**words)
    said = _(
        "Pirate {position}, {pirate} ({points}, wants {needs}), is bribed by {bids}: {reason};"
        " cards go back to {players}."
    )
    return said.format(players=teller.whom(back), **words)


def _bid(teller: Teller, bid: Bid) -> str:
    you, they = pgettext("bribed by", "you ({cards})"), pgettext("bribed by", "{player} ({cards})")
    return teller.by(bid.seat, you, they, cards=cards_named(bid.cards))


def _poisoned(teller: Teller, event: PirateSettled) -> str:
    said = _("poison from {players} is the death of the pirate, whatever else was offered")
    return said.format(players=teller.whom(event.killers))


def _unpaid(_teller: Teller, _event: PirateSettled) -> str:
    return _("none pays in full, and the pirate leaves")


def _alone(teller: Teller, event: PirateSettled) -> str:
    you = _("only yours pays in full, and the pirate follows you")
    they = _("only {player}'s pays in full, and the pirate follows {player}")
    return teller.by(_winner(event), you, they)


def _most(teller: Teller, event: PirateSettled) -> str:
    paying = [bid for bid in event.bids if bid.pays]
    best, next_best = _best_two(event, paying, lambda bid: bid.total)
    you = _(
        "{players} pay in full; the winner offers most of what is wanted, {best} to {next}, and the pirate follows you"
    )
    they = _(
        "{players} pay in full; the winner offers most of what is wanted, {best} to {next},"
        " and the pirate follows {player}"
    )
    players = teller.who(bid.seat for bid in paying)
    return teller.by(_winner(event), you, they, players=players, best=best, next=next_best)


def _finest(teller: Teller, event: PirateSettled) -> str:
    level = [bid for bid in event.bids if bid.seat in event.left[0]]
    won = next(bid for bid in level if bid.seat == event.winner)
    rival = max((bid for bid in level if bid is not won), key=lambda bid: bid.finest)
    place = next(place for place, count in enumerate(won.finest) if count != rival.finest[place])
    you = _("{level}; the finer cards, {best} to {next}, decide, and the pirate follows you")
    they = _("{level}; the finer cards, {best} to {next}, decide, and the pirate follows {player}")
    best = RESOURCES[place].counted(won.finest[place])
    return teller.by(_winner(event), you, they, level=_level(teller, event), best=best, next=rival.finest[place])


def _smallest(teller: Teller, event: PirateSettled) -> str:
    level = [bid for bid in event.bids if bid.seat in event.left[1]]
    best, next_best = _best_two(event, level, lambda bid: bid.crew, lowest=True)
    you = _("{level} and of the same worth; the smallest crew, {best} to {next}, decides, and the pirate follows you")
    they = _(
        "{level} and of the same worth; the smallest crew, {best} to {next}, decides, and the pirate follows {player}"
    )
    return teller.by(_winner(event), you, they, level=_level(teller, event), best=points(best), next=next_best)


def _tied(teller: Teller, event: PirateSettled) -> str:
    said = _("{level}; {players} are level in worth and crew too, and the pirate leaves")
    return said.format(level=_level(teller, event), players=teller.who(event.left[-1]))


def _level(teller: Teller, event: PirateSettled) -> str:
    total = max(bid.total for bid in event.bids if bid.pays)
    said = ngettext(
        "{players} pay in full with {total} wanted card each",
        "{players} pay in full with {total} wanted cards each",
        total,
    )
    return said.format(players=teller.who(event.left[0]), total=total)


def _winner(event: PirateSettled) -> Seat:
    assert event.winner is not None, "a pirate that follows somebody has a winner"  # noqa: S101
    return event.winner


def _best_two(
    event: PirateSettled, bids: list[Bid], merit: Callable[[Bid], int], *, lowest: bool = False
) -> tuple[int, int]:
    """Return the winner's merit and the best one of the others."""
    won = next(merit(bid) for bid in bids if bid.seat == event.winner)
    others = [merit(bid) for bid in bids if bid.seat != event.winner]
    return won, min(others) if lowest else max(others)


_REASONS: Mapping[Verdict, Callable[[Teller, PirateSettled], str]] = {
    Verdict.POISONED: _poisoned,
    Verdict.UNPAID: _unpaid,
    Verdict.ALONE: _alone,
    Verdict.MOST: _most,
    Verdict.FINEST: _finest,
    Verdict.SMALLEST_CREW: _smallest,
    Verdict.TIED: _tied,
}
