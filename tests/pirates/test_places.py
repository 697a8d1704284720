"""Places: which parts of the board a line of the log points at, from the redacted Event alone."""

from games.table.events.disputes import RulingMade
from games.table.rulings import GiveToCaretaker, Uphold
from pirates.capitan_bacon.events import CardsBuried, GalleonBoarded
from pirates.capitan_bacon.pieces import Card
from pirates.captn_clever.events import ShipMoved
from pirates.events import redact
from pirates.long_live_the_captain.events import BribesRevised, PiratesRevealed
from pirates.places import places_in


def test_an_event_names_the_seats_and_the_places_that_it_speaks_of() -> None:
    assert places_in(CardsBuried(1, (3, 4), None)) == ("seat-2", "island-3", "island-4")
    assert places_in(GalleonBoarded(0, Card.GOLD, None)) == ("seat-1", "galleon")
    assert places_in(ShipMoved(0, "1-2", "1-4")) == ("seat-1", "bay-1-2", "bay-1-4")
    assert places_in(PiratesRevealed((3, 17))) == ("pirate-3", "pirate-17")


def test_what_may_be_of_several_kinds_is_asked_itself() -> None:
    """A ruling orders one thing or another, and only some orders are about a seat."""
    assert places_in(RulingMade(1, "", GiveToCaretaker(2), "", is_final=False)) == ("seat-3",)
    assert places_in(RulingMade(1, "", Uphold(), "", is_final=False)) == ()


def test_what_is_hidden_from_a_viewer_points_nowhere() -> None:
    revised = BribesRevised(2, ())
    assert places_in(redact(revised, 2)) == ("seat-3",)
    assert places_in(redact(revised, 0)) == ()
