"""Express Buccaneer: six cards in hand."""

from pirates.capitan_bacon.events import CardsDrawn
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.pieces import Options
from tests.pirates.capitan_bacon.tables import cards, started, table
from tests.scenario import given

EXPRESS = Options(express=True)


def test_b30_express_deals_six_cards() -> None:
    assert [len(hand) for hand in started(6, EXPRESS).hands] == [6] * 6


def test_b30_express_refills_to_six() -> None:
    state = table("rod", "map", options=EXPRESS)
    given(BACON, state=state).when_seat(0, "pass").then_includes(CardsDrawn(0, 5, cards("map map map map map")))


def test_b30_express_draws_six_after_a_drop_ballast() -> None:
    state = table("ballast map map map map map", "rod map", options=EXPRESS)
    story = given(BACON, state=state).when_seat(0, "ballast 2").when_seat(1, "no mirror").when_seat(1, "arrange lots")
    story.then_includes(CardsDrawn(1, 6, cards("map map map map map map")))
