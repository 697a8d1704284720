"""Telling: choose the sentence that one viewer reads. Sentences with "you" are whole sentences of their own."""

from collections.abc import Iterable, Sequence

from pirates.seats import Seat
from pirates.wording import listed, pgettext


class Teller:
    """Chooses sentences for one viewer; None is a spectator. `names` are in seat order.

    Sentences are already translated. {player} and {other} stand for names; `words` fill all other placeholders.
    """

    def __init__(self, names: Sequence[str], viewer: Seat | None) -> None:
        self._names = names
        self._viewer = viewer

    def is_told(self, seat: Seat | None) -> bool:
        """Whether `seat` is the viewer's own."""
        return seat is not None and seat == self._viewer

    def name(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self._names[seat]

    def by(self, seat: Seat, you: str, they: str, **words: object) -> str:
        """Return the sentence about an act of `seat`: `you` if the viewer is that seat, else `they`."""
        return (you if seat == self._viewer else they).format(player=self._names[seat], **words)

    def between(self, doer: Seat, other: Seat, said: tuple[str, str, str], **words: object) -> str:
        """Return the sentence about an act of `doer` on `other`; `said` is for the doer, the other, and the rest."""
        you, to_you, they = said
        told = you if doer == self._viewer else to_you if other == self._viewer else they
        return told.format(player=self._names[doer], other=self._names[other], **words)

    def who(self, seats: Iterable[Seat]) -> str:
        """Return the list of those who do something, as a subject."""
        you = pgettext("in a list of those who do something", "you")
        return listed([you if seat == self._viewer else self._names[seat] for seat in seats])

    def whom(self, seats: Iterable[Seat]) -> str:
        """Return the list of those to whom something is done, as an object."""
        you = pgettext("in a list of those to whom something is done", "you")
        return listed([you if seat == self._viewer else self._names[seat] for seat in seats])
