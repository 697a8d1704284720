"""Narration: one sentence for each Event and viewer, made from the redacted Event alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.captn_clever.events import (
    CaptainMoved,
    CaptainStayed,
    ChoosingBegan,
    DrawAnswered,
    DrawLapsed,
    DrawOpened,
    FirstTaskChanged,
    FirstTaskSealed,
    FleetPlaced,
    MatchEnded,
    ShipMoved,
    Started,
    TaskDrawn,
    TaskGiven,
    TreasureWon,
    TurnBegan,
)
from pirates.captn_clever.pieces import COLOUR_WORDS, ISLAND_OF, ISLANDS, Colour, Treasure, island_name
from pirates.events import Event
from pirates.seats import Seat
from pirates.telling import Teller
from pirates.wording import gettext as _
from pirates.wording import listed, ngettext


def narrate(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `viewer` about a redacted Event."""
    return _SENTENCES[type(event)](Teller(names, viewer), event)


def _started(teller: Teller, event: Started) -> str:
    if event.options.simplified:
        you = _("Anchors aweigh, each with a stack of tasks of their own: {fleets}; you start.")
        they = _("Anchors aweigh, each with a stack of tasks of their own: {fleets}; {player} starts.")
    else:
        you, they = _("Anchors aweigh: {fleets}; you start."), _("Anchors aweigh: {fleets}; {player} starts.")
    fleets = listed([_fleet(teller, seat, colour) for seat, colour in enumerate(event.colours)])
    return teller.by(event.starter, you, they, fleets=fleets)


def _fleet(teller: Teller, seat: Seat, colour: Colour) -> str:
    return teller.by(seat, _("you in {colour}"), _("{player} in {colour}"), colour=_(COLOUR_WORDS[colour]))


def _placed(teller: Teller, event: FleetPlaced) -> str:
    you = _("Your captain waits on {island}, the ship lies in bay {bay}.")
    they = _("{player}'s captain waits on {island}, the ship lies in bay {bay}.")
    return teller.by(event.seat, you, they, island=island_name(event.captain), bay=event.ship)


def _choosing(_teller: Teller, _event: ChoosingBegan) -> str:
    return _("All are in place: everyone now chooses a first task for the neighbour on the left.")


def _sealed(teller: Teller, event: FirstTaskSealed) -> str:
    if event.sealed is None:
        return teller.by(event.seat, _("You have chosen a first task."), _("{player} has chosen a first task."))
    if event.sealed.treasure is None:
        you = _("You have chosen a first task: by lots.")
        they = _("{player} has chosen a first task: by lots.")
        return teller.by(event.seat, you, they)
    you = _("You have chosen a first task: the {treasure}, on island {island}.")
    they = _("{player} has chosen a first task: the {treasure}, on island {island}.")
    return teller.by(event.seat, you, they, **_task(event.sealed.treasure))


def _changed(teller: Teller, event: FirstTaskChanged) -> str:
    if event.seat is None or event.sealed is None:
        return _("A first task was changed.")
    if event.sealed.treasure is None:
        you, they = _("You change the first task: by lots."), _("{player} changes the first task: by lots.")
        return teller.by(event.seat, you, they)
    you = _("You change the first task: the {treasure}, on island {island}.")
    they = _("{player} changes the first task: the {treasure}, on island {island}.")
    return teller.by(event.seat, you, they, **_task(event.sealed.treasure))


def _given(teller: Teller, event: TaskGiven) -> str:
    if event.treasure is None:
        said = (_("You give {other} a task."), _("{player} gives you a task."), _("{player} gives {other} a task."))
        return teller.between(event.giver, event.seat, said)
    said = (
        _("You give {other} a task: the {treasure}, on island {island}."),
        _("{player} gives you a task: the {treasure}, on island {island}."),
        _("{player} gives {other} a task: the {treasure}, on island {island}."),
    )
    return teller.between(event.giver, event.seat, said, **_task(event.treasure))


def _drawn(teller: Teller, event: TaskDrawn) -> str:
    if event.treasure is None:
        return teller.by(event.seat, _("You look at the next task."), _("{player} looks at the next task."))
    you = _("You look at the next task: the {treasure}, on island {island}.")
    they = _("{player} looks at the next task: the {treasure}, on island {island}.")
    return teller.by(event.seat, you, they, **_task(event.treasure))


def _turn_began(teller: Teller, event: TurnBegan) -> str:
    return teller.by(event.seat, _("It is your turn."), _("It is {player}'s turn."))


def _ship_moved(teller: Teller, event: ShipMoved) -> str:
    you = _("Your ship sails from bay {origin} to bay {bay}.")
    they = _("{player}'s ship sails from bay {origin} to bay {bay}.")
    return teller.by(event.seat, you, they, origin=event.origin, bay=event.bay)


def _captain_moved(teller: Teller, event: CaptainMoved) -> str:
    island = event.island or event.glimpsed
    if island is None:
        you, they = (
            _("Your captain goes ashore on another island."),
            _("{player}'s captain goes ashore on another island."),
        )
        return teller.by(event.seat, you, they)
    you, they = _("Your captain goes ashore on {island}."), _("{player}'s captain goes ashore on {island}.")
    return teller.by(event.seat, you, they, island=island_name(island))


def _captain_stayed(teller: Teller, event: CaptainStayed) -> str:
    you = _("Your captain finds no way to a free island and stays.")
    they = _("{player}'s captain finds no way to a free island and stays.")
    return teller.by(event.seat, you, they)


def _won(teller: Teller, event: TreasureWon) -> str:
    treasure = event.treasure or event.glimpsed
    if treasure is None:
        you, they = _("You dig up a treasure: {count} of {all}."), _("{player} digs up a treasure: {count} of {all}.")
        return teller.by(event.seat, you, they, count=event.count, all=len(ISLANDS))
    you = _("You dig up the {treasure}: {count} of {all}.")
    they = _("{player} digs up the {treasure}: {count} of {all}.")
    return teller.by(event.seat, you, they, treasure=treasure.label, count=event.count, all=len(ISLANDS))


def _draw_opened(_teller: Teller, event: DrawOpened) -> str:
    said = ngettext(
        "A round has passed without a treasure: if all agree, the match can end in a draw.",
        "{rounds} rounds have passed without a treasure: if all agree, the match can end in a draw.",
        event.rounds,
    )
    return said.format(rounds=event.rounds)


def _draw_answered(teller: Teller, event: DrawAnswered) -> str:
    if event.agrees:
        return teller.by(event.seat, _("You agree to a draw."), _("{player} agrees to a draw."))
    return teller.by(event.seat, _("You do not agree to a draw."), _("{player} does not agree to a draw."))


def _draw_lapsed(_teller: Teller, _event: DrawLapsed) -> str:
    return _("With that, there is no draw to agree on any more.")


def _ended(teller: Teller, event: MatchEnded) -> str:
    if event.outcome.reason == "draw":
        return _("All agree: the match ends in a draw, and the sea keeps its secrets.")
    you = _("You are the Clever Captain, with all {all} treasures!")
    they = _("{player} is the Clever Captain, with all {all} treasures!")
    return teller.by(event.outcome.winners[0], you, they, all=len(ISLANDS))


def _task(treasure: Treasure) -> Mapping[str, object]:
    return {"treasure": treasure.label, "island": ISLAND_OF[treasure]}


_SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    Started: _started,
    FleetPlaced: _placed,
    ChoosingBegan: _choosing,
    FirstTaskSealed: _sealed,
    FirstTaskChanged: _changed,
    TaskGiven: _given,
    TaskDrawn: _drawn,
    TurnBegan: _turn_began,
    ShipMoved: _ship_moved,
    CaptainMoved: _captain_moved,
    CaptainStayed: _captain_stayed,
    TreasureWon: _won,
    DrawOpened: _draw_opened,
    DrawAnswered: _draw_answered,
    DrawLapsed: _draw_lapsed,
    MatchEnded: _ended,
}
