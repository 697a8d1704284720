"""Narration: each Event as one sentence, told to one viewer from the redacted Event alone."""

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
from pirates.captn_clever.pieces import ISLAND_OF, ISLANDS, Sealed, Treasure, island_name
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

    def owns(self, seat: Seat) -> str:
        """Begin a sentence with whose it is."""
        return "Your" if seat == self._viewer else self.whose(seat)


_THIRD: Mapping[str, str] = {"have": "has", "are": "is", "do not": "does not"}


def _started(teller: _Teller, event: Started) -> str:
    how = ", each with a stack of tasks of their own" if event.options.simplified else ""
    fleets = _listed([f"{teller.whom(seat)} in {colour}" for seat, colour in enumerate(event.colours)])
    return f"Anchors aweigh{how}: {fleets}; {teller.then(event.starter, 'start')}."


def _placed(teller: _Teller, event: FleetPlaced) -> str:
    return (
        f"{teller.owns(event.seat)} captain waits on {island_name(event.captain)}, the ship lies in bay {event.ship}."
    )


def _choosing(_: _Teller, __: ChoosingBegan) -> str:
    return "All are in place: everyone now chooses a first task for the neighbour on the left."


def _sealed(teller: _Teller, event: FirstTaskSealed) -> str:
    return f"{teller.does(event.seat, 'have')} chosen a first task{_choice(event.sealed)}."


def _changed(_: _Teller, event: FirstTaskChanged) -> str:
    return "A first task was changed." if event.sealed is None else f"You change the first task{_choice(event.sealed)}."


def _given(teller: _Teller, event: TaskGiven) -> str:
    return f"{teller.does(event.giver, 'give')} {teller.whom(event.seat)} a task{_secret(event.treasure)}."


def _drawn(teller: _Teller, event: TaskDrawn) -> str:
    return f"{teller.does(event.seat, 'look')} at the next task{_secret(event.treasure)}."


def _turn_began(teller: _Teller, event: TurnBegan) -> str:
    return f"It is {teller.whose(event.seat)} turn."


def _ship_moved(teller: _Teller, event: ShipMoved) -> str:
    return f"{teller.owns(event.seat)} ship sails from bay {event.origin} to bay {event.bay}."


def _captain_moved(teller: _Teller, event: CaptainMoved) -> str:
    island = event.island or event.glimpsed
    where = "another island" if island is None else island_name(island)
    return f"{teller.owns(event.seat)} captain goes ashore on {where}."


def _captain_stayed(teller: _Teller, event: CaptainStayed) -> str:
    return f"{teller.owns(event.seat)} captain finds no way to a free island and stays."


def _won(teller: _Teller, event: TreasureWon) -> str:
    treasure = event.treasure or event.glimpsed
    what = "a treasure" if treasure is None else f"the {treasure.label}"
    return f"{teller.does(event.seat, 'dig')} up {what}: {event.count} of {len(ISLANDS)}."


def _draw_opened(_: _Teller, event: DrawOpened) -> str:
    passed = "A round has" if event.rounds == 1 else f"{event.rounds} rounds have"
    return f"{passed} passed without a treasure: if all agree, the match can end in a draw."


def _draw_answered(teller: _Teller, event: DrawAnswered) -> str:
    return f"{teller.does(event.seat, 'agree' if event.agrees else 'do not')} {_DRAW[event.agrees]}."


def _draw_lapsed(_: _Teller, __: DrawLapsed) -> str:
    return "With that, there is no draw to agree on any more."


def _ended(teller: _Teller, event: MatchEnded) -> str:
    if event.outcome.reason == "draw":
        return "All agree: the match ends in a draw, and the sea keeps its secrets."
    return f"{teller.does(event.outcome.winners[0], 'are')} the Clever Captain, with all {len(ISLANDS)} treasures!"


def _choice(sealed: Sealed | None) -> str:
    if sealed is None:
        return ""
    return ": by lots" if sealed.treasure is None else _secret(sealed.treasure)


def _secret(treasure: Treasure | None) -> str:
    return "" if treasure is None else f": the {treasure.label}, on island {ISLAND_OF[treasure]}"


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


_DRAW: Mapping[bool, str] = {True: "to a draw", False: "agree to a draw"}
_SENTENCES: Mapping[type[Event], Callable[[_Teller, Any], str]] = {
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
