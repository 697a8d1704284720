"""The part of the tour that waits: moves queued for later, and a match that runs towards its last day."""

from collections.abc import Iterator
from datetime import timedelta

from playwright.sync_api import Page

from accounts.models import User
from games.clocks.terms import ClockTerms
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import queue_move
from tests.e2e.stops import Stop
from tests.games.clocks.last_days import begin
from tests.games.web.tables import HOST_BEGINS, play
from tests.tables import begin_match


def tour_of_waiting(anna: User, ben: User) -> Iterator[Stop]:
    """Yield the table of somebody who is not asked, and a table whose clocks grant all they can and have a last day."""
    match = begin_match([anna, ben], options=HOST_BEGINS)
    page = f"/m/{match.pk}/"
    yield Stop("match", "nothing-queued", ben, page, _unfold)
    queue_move(match_id=match.pk, player=ben, move="shovel 99")
    yield Stop("match", "queued", ben, page, _unfold)
    play(match, anna, "pass")
    assert play_queued_moves() == 0
    yield Stop("match", "queued-dropped", ben, page, _read_why)
    terms = ClockTerms(bank_seconds=3600, refill_seconds=60, cap_seconds=3600, away_days=5, stretch_hours=48, pauses=2)
    lasting = begin([anna, ben], terms, timedelta(days=2))
    assert lasting.ends_by
    for who, state in ((anna, "player"), (None, "visitor")):
        yield Stop("match", f"last-day-{state}", who, f"/m/{lasting.pk}/", _read_terms)


def _unfold(page: Page) -> None:
    """Open the panel in which a move is queued, as it is already where one is."""
    if not page.locator("#queued-notation").is_visible():
        page.get_by_text("When it is my turn", exact=True).click()
    page.locator("#queued-notation").wait_for()


def _read_why(page: Page) -> None:
    page.get_by_text("was not played:").first.wait_for()


def _read_terms(page: Page) -> None:
    """Open all that is folded, the clocks of the table among it."""
    page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    page.get_by_text("Its last day is").first.wait_for()
