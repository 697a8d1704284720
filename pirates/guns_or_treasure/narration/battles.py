"""Narration of battles."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.events import Event
from pirates.guns_or_treasure.events import marauding as told
from pirates.guns_or_treasure.narration.telling import cards, guns, own_ship, ship
from pirates.guns_or_treasure.pieces import Card, Power, ShipRef
from pirates.telling import Teller
from pirates.wording import gettext as _
from pirates.wording import listed, ngettext


def _joined(teller: Teller, event: told.BattleJoined) -> str:
    return _("{ship} ({cards}) attacks {other_ship} ({other_cards}).").format(
        ship=own_ship(teller, event.attacker),
        cards=cards(event.attacking),
        other_ship=ship(teller, event.defender),
        other_cards=cards(event.defending),
    )


def _defused(teller: Teller, event: told.BombsDefused) -> str:
    you = _("Wet-Fuse Wilma's fuse is wet: you throw the bombs overboard, and guns decide.")
    they = _("Wet-Fuse Wilma's fuse is wet: {player} throws the bombs overboard, and guns decide.")
    return teller.by(event.seat, you, they)


def _counted(teller: Teller, event: told.PowersCounted) -> str:
    return _("Captains count: {powers}.").format(powers=listed([_power(teller, each) for each in event.powers]))


def _power(teller: Teller, power: Power) -> str:
    if not power.guns:
        you, they = _("{captain} wins the tie for you"), _("{captain} wins the tie for {player}")
    else:
        you = ngettext("{captain} adds {count} gun for you", "{captain} adds {count} guns for you", power.guns)
        they = ngettext(
            "{captain} adds {count} gun for {player}", "{captain} adds {count} guns for {player}", power.guns
        )
    return teller.by(power.seat, you, they, captain=power.captain.label, count=power.guns)


def _exploded(teller: Teller, event: told.ShipsExploded) -> str:
    if event.saver is None or event.saved is None:
        return _("A bomb! Both ships go down with all aboard.")
    you = _("A bomb! Both ships go down with all aboard, but you save {card}.")
    they = _("A bomb! Both ships go down with all aboard, but {player} saves {card}.")
    return teller.by(event.saver, you, they, card=event.saved.label)


def _won(teller: Teller, event: told.BattleWon) -> str:
    spoils = _less(event.treasure, event.saved)
    words = {"ship": own_ship(teller, event.winner), "guns": guns(event.guns), "against": event.against}
    if not spoils:
        plain = _("{ship} wins by {guns} to {against}, and nothing goes into the stash.")
        you = _("{ship} wins by {guns} to {against}, and nothing goes into the stash, but you save {card}.")
        they = _("{ship} wins by {guns} to {against}, and nothing goes into the stash, but {player} saves {card}.")
        return _with_saved(teller, event.loser, event.saved, (plain, you, they), **words)
    plain = ngettext(
        "{ship} wins by {guns} to {against}, and {cards} goes into the stash.",
        "{ship} wins by {guns} to {against}, and {cards} go into the stash.",
        len(spoils),
    )
    you = ngettext(
        "{ship} wins by {guns} to {against}, and {cards} goes into the stash, but you save {card}.",
        "{ship} wins by {guns} to {against}, and {cards} go into the stash, but you save {card}.",
        len(spoils),
    )
    they = ngettext(
        "{ship} wins by {guns} to {against}, and {cards} goes into the stash, but {player} saves {card}.",
        "{ship} wins by {guns} to {against}, and {cards} go into the stash, but {player} saves {card}.",
        len(spoils),
    )
    return _with_saved(teller, event.loser, event.saved, (plain, you, they), cards=cards(spoils), **words)


def _captured(teller: Teller, event: told.TreasureCaptured) -> str:
    spoils = _less(event.treasure, event.saved)
    said = (
        _("{ship} wins by {guns} to {against} and sails on with {cards} more aboard."),
        _("{ship} wins by {guns} to {against} and sails on with {cards} more aboard, but you save {card}."),
        _("{ship} wins by {guns} to {against} and sails on with {cards} more aboard, but {player} saves {card}."),
    )
    return _with_saved(
        teller,
        event.loser,
        event.saved,
        said,
        ship=own_ship(teller, event.winner),
        guns=guns(event.guns),
        against=event.against,
        cards=cards(spoils) if spoils else _("nothing"),
    )


def _held(teller: Teller, event: told.ArmadaHeld) -> str:
    said = (
        _("{ship} holds by {against} to {guns}: both ships go down."),
        _("{ship} holds by {against} to {guns}: both ships go down, but you save {card}."),
        _("{ship} holds by {against} to {guns}: both ships go down, but {player} saves {card}."),
    )
    words = {"ship": ship(teller, event.defender), "against": guns(event.against), "guns": event.guns}
    return _with_saved(teller, event.attacker, event.saved, said, **words)


def _with_saved(teller: Teller, loser: ShipRef, saved: Card | None, said: tuple[str, str, str], **words: object) -> str:
    """Return the first of `said`; if the loser saves a card, the second for the loser and the third for others."""
    plain, you, they = said
    if saved is None or loser.owner is None:
        return plain.format(**words)
    return teller.by(loser.owner, you, they, card=saved.label, **words)


def _less(treasure: tuple[Card, ...], saved: Card | None) -> list[Card]:
    spoils = list(treasure)
    if saved is not None:
        spoils.remove(saved)
    return spoils


SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    told.BattleJoined: _joined,
    told.BombsDefused: _defused,
    told.ShipsExploded: _exploded,
    told.PowersCounted: _counted,
    told.BattleWon: _won,
    told.TreasureCaptured: _captured,
    told.ArmadaHeld: _held,
}
