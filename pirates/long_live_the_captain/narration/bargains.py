"""Bargains: sentences about whispers and swaps. Other players learn only that there was one."""

from collections.abc import Callable, Mapping

from pirates.long_live_the_captain.events import SwapMade, Whispered
from pirates.long_live_the_captain.narration.naming import cards_named
from pirates.seats import Seat
from pirates.telling import Teller
from pirates.wording import cards_counted, pgettext
from pirates.wording import gettext as _


def tell_whisper(teller: Teller, event: Whispered) -> str:
    """Return the words of a whisper for its two players, and the fact of it for the others."""
    if event.word is None or event.speaker is None or event.listener is None:
        return _("There is whispering on deck.")
    return _WORDS[event.word](teller, event, event.speaker, event.listener)


def tell_swap(teller: Teller, event: SwapMade) -> str:
    """Return the cards that changed hands; for the others, only their number."""
    deal = _swap(teller, event) if event.one_gave and event.other_gave else _gift(teller, event)
    if not event.promise or event.maker is None:
        return pgettext("a bargain", "{deal}.").format(deal=deal)
    you, they = _("{deal}; you promise “{promise}”."), _("{deal}; {player} promises “{promise}”.")
    return teller.by(event.maker, you, they, deal=deal, promise=event.promise)


def _gift(teller: Teller, event: SwapMade) -> str:
    said = _("You give {other} {cards}"), _("{player} gives you {cards}"), _("{player} gives {other} {cards}")
    here, there = _sides(event)
    if event.other_gave:
        return teller.between(event.other, event.one, said, cards=there)
    return teller.between(event.one, event.other, said, cards=here)


def _swap(teller: Teller, event: SwapMade) -> str:
    you, they = _("You swap with {other}: {here} for {there}"), _("{player} swaps with {other}: {here} for {there}")
    here, there = _sides(event)
    if teller.is_told(event.other):
        return teller.by(event.other, you, they, other=teller.name(event.one), here=there, there=here)
    return teller.by(event.one, you, they, other=teller.name(event.other), here=here, there=there)


def _sides(event: SwapMade) -> tuple[str, str]:
    here = cards_counted(event.one_gave) if event.from_one is None else cards_named(event.from_one)
    there = cards_counted(event.other_gave) if event.from_other is None else cards_named(event.from_other)
    return here, there


def _offered(teller: Teller, event: Whispered, speaker: Seat, listener: Seat) -> str:
    if event.promise:
        said = (
            _("You offer {other} {give} for {want} (offer {offer}), promising “{promise}”."),
            _("{player} offers you {give} for {want} (offer {offer}), promising “{promise}”."),
            _("{player} offers {other} {give} for {want} (offer {offer}), promising “{promise}”."),
        )
    else:
        said = (
            _("You offer {other} {give} for {want} (offer {offer})."),
            _("{player} offers you {give} for {want} (offer {offer})."),
            _("{player} offers {other} {give} for {want} (offer {offer})."),
        )
    return teller.between(speaker, listener, said, **_terms(teller, event, speaker, listener))


def _countered(teller: Teller, event: Whispered, speaker: Seat, listener: Seat) -> str:
    if event.promise:
        said = (
            _(
                "You turn down {other}'s offer {answered} and offer {other} {give} for {want} (offer {offer}),"
                " promising “{promise}”."
            ),
            _(
                "{player} turns down your offer {answered} and offers you {give} for {want} (offer {offer}),"
                " promising “{promise}”."
            ),
            _(
                "{player} turns down {other}'s offer {answered} and offers {other} {give} for {want} (offer {offer}),"
                " promising “{promise}”."
            ),
        )
    else:
        said = (
            _("You turn down {other}'s offer {answered} and offer {other} {give} for {want} (offer {offer})."),
            _("{player} turns down your offer {answered} and offers you {give} for {want} (offer {offer})."),
            _("{player} turns down {other}'s offer {answered} and offers {other} {give} for {want} (offer {offer})."),
        )
    answered = _name(teller, listener, speaker, event.answered)
    return teller.between(speaker, listener, said, answered=answered, **_terms(teller, event, speaker, listener))


def _refused(teller: Teller, event: Whispered, speaker: Seat, listener: Seat) -> str:
    said = (
        _("You turn down {other}'s offer {offer}."),
        _("{player} turns down your offer {offer}."),
        _("{player} turns down {other}'s offer {offer}."),
    )
    return teller.between(speaker, listener, said, offer=_name(teller, listener, speaker, event.number))


def _withdrew(teller: Teller, event: Whispered, speaker: Seat, listener: Seat) -> str:
    said = (
        _("You withdraw offer {offer} to {other}."),
        _("{player} withdraws offer {offer} to you."),
        _("{player} withdraws offer {offer} to {other}."),
    )
    return teller.between(speaker, listener, said, offer=_name(teller, speaker, listener, event.number))


def _terms(teller: Teller, event: Whispered, maker: Seat, to: Seat) -> Mapping[str, object]:
    return {
        "give": cards_named(event.give or ()),
        "want": cards_named(event.want or ()),
        "offer": _name(teller, maker, to, event.number),
        "promise": event.promise,
    }


def _name(teller: Teller, maker: Seat, to: Seat, number: int | None) -> str:
    """Return the name under which the viewer answers or withdraws the offer: the other seat, and its number."""
    other = to if teller.is_told(maker) else maker
    return f"{other + 1}.{number}"


_WORDS: Mapping[str, Callable[[Teller, Whispered, Seat, Seat], str]] = {
    "offer": _offered,
    "counter": _countered,
    "refuse": _refused,
    "withdraw": _withdrew,
}
