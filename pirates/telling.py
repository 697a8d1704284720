"""Telling: who is spoken to, and which sentence that one reads. "You" are told whole sentences of your own."""

from collections.abc import Iterable, Sequence

from pirates.seats import Seat
from pirates.wording import listed, pgettext


class Teller:
    """Tells one viewer; None is a spectator. `names` are in seat order.

    Sentences come translated, with the places {player} and {other} for names, and others that `words` fill.
    """

    def __init__(self, names: Sequence[str], viewer: Seat | None) -> None:
        self._names = names
        self._viewer = viewer

    def is_told(self, seat: Seat | None) -> bool:
        """Tell whether `seat` is the one who is spoken to."""
        return seat is not None and seat == self._viewer

    def name(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self._names[seat]

    def by(self, seat: Seat, you: str, they: str, **words: object) -> str:
        """Say what `seat` does: `you` to that seat itself, `they` to all others."""
        return (you if seat == self._viewer else they).format(player=self._names[seat], **words)

    def between(self, doer: Seat, other: Seat, said: tuple[str, str, str], **words: object) -> str:
        """Say what `doer` does with `other`: `said` holds the sentences for the doer, for the other, and for all."""
        you, to_you, they = said
        told = you if doer == self._viewer else to_you if other == self._viewer else they
        return told.format(player=self._names[doer], other=self._names[other], **words)

    def who(self, seats: Iterable[Seat]) -> str:
        """List those who do something."""
        you = pgettext("in a list of those who do something", "you")
        return listed([you if seat == self._viewer else self._names[seat] for seat in seats])

    def whom(self, seats: Iterable[Seat]) -> str:
        """List those to whom something is done."""
        you = pgettext("in a list of those to whom something is done", "you")
        return listed([you if seat == self._viewer else self._names[seat] for seat in seats])
