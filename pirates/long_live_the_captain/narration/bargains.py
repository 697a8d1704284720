"""Bargains: whispers and swaps, in words. Who is no party to them hears only that there was one."""

from collections.abc import Callable, Mapping

from pirates.long_live_the_captain.events import SwapMade, Whispered
from pirates.long_live_the_captain.narration.teller import Teller, cards_counted, cards_named
from pirates.seats import Seat


def tell_whisper(teller: Teller, event: Whispered) -> str:
    """Say to the two what was said, and to the others that something was."""
    if event.word is None or event.speaker is None or event.listener is None:
        return "There is whispering on deck."
    return _WORDS[event.word](teller, event, event.speaker, event.listener)


def tell_swap(teller: Teller, event: SwapMade) -> str:
    """Say what changed hands; to the others, how many cards."""
    here = cards_counted(event.one_gave) if event.from_one is None else cards_named(event.from_one)
    there = cards_counted(event.other_gave) if event.from_other is None else cards_named(event.from_other)
    promised = _promised_by(teller, event)
    if not event.other_gave:
        return f"{teller.does(event.one, 'give')} {teller.whom(event.other)} {here}{promised}."
    if not event.one_gave:
        return f"{teller.does(event.other, 'give')} {teller.whom(event.one)} {there}{promised}."
    if teller.is_told(event.other):
        return f"{teller.does(event.other, 'swap')} with {teller.whom(event.one)}: {there} for {here}{promised}."
    return f"{teller.does(event.one, 'swap')} with {teller.whom(event.other)}: {here} for {there}{promised}."


def _promised_by(teller: Teller, event: SwapMade) -> str:
    if not event.promise or event.maker is None:
        return ""
    return f"; {teller.then(event.maker, 'promise')} “{event.promise}”"


def _offered(teller: Teller, event: Whispered, speaker: Seat, listener: Seat) -> str:
    return f"{teller.does(speaker, 'offer')} {_terms(teller, event, listener)}."


def _countered(teller: Teller, event: Whispered, speaker: Seat, listener: Seat) -> str:
    offer = f"{teller.whose(listener)} offer {_name(teller, listener, speaker, event.answered)}"
    return (
        f"{teller.does(speaker, 'turn')} down {offer} and {_verb(teller, speaker)} {_terms(teller, event, listener)}."
    )


def _verb(teller: Teller, speaker: Seat) -> str:
    return "offer" if teller.is_told(speaker) else "offers"


def _refused(teller: Teller, event: Whispered, speaker: Seat, listener: Seat) -> str:
    offer = f"offer {_name(teller, listener, speaker, event.number)}"
    return f"{teller.does(speaker, 'turn')} down {teller.whose(listener)} {offer}."


def _withdrew(teller: Teller, event: Whispered, speaker: Seat, listener: Seat) -> str:
    offer = f"offer {_name(teller, speaker, listener, event.number)}"
    return f"{teller.does(speaker, 'withdraw')} {offer} to {teller.whom(listener)}."


def _terms(teller: Teller, event: Whispered, listener: Seat) -> str:
    """Say to whom, what for what, and how each side names the offer."""
    give, want = cards_named(event.give or ()), cards_named(event.want or ())
    name = _name(teller, event.speaker, listener, event.number)
    return f"{teller.whom(listener)} {give} for {want} (offer {name}){_promised(event.promise)}"


def _name(teller: Teller, maker: Seat | None, to: Seat, number: int | None) -> str:
    """Return the name under which the viewer answers or withdraws the offer: the other seat, and its number."""
    other = to if maker is not None and teller.is_told(maker) else maker
    return f"{0 if other is None else other + 1}.{number}"


def _promised(promise: str | None) -> str:
    return f", promising “{promise}”" if promise else ""


_WORDS: Mapping[str, Callable[[Teller, Whispered, Seat, Seat], str]] = {
    "offer": _offered,
    "counter": _countered,
    "refuse": _refused,
    "withdraw": _withdrew,
}
