"""Playing a match through its page alone: wait for one's turn, and find one's way with the keyboard."""

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from games.selectors.play.matches import read_match
from games.services.clocks.deadlines import resolve_due_phases
from games.services.tables.bots import play_waiting_bots

MOST_TABS = 200
MOST_STEPS = 400
FOCUSED = "selector => Boolean(document.activeElement && document.activeElement.matches(selector))"


def is_asked(match: Match, person: User) -> bool:
    """Let bots and the clock act until something is asked of the person; False once the match is over."""
    for _ in range(MOST_STEPS):
        reading = read_match(Match.objects.get(pk=match.pk), person)
        if reading.book.is_over:
            return False
        if reading.own_question is not None:
            return True
        assert play_waiting_bots() or resolve_due_phases()
    raise AssertionError("nothing is ever asked of this person")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on an element that the selector fits."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED, selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def has_focus(page: Page, selector: str) -> bool:
    """Whether the focus is on an element that the selector fits."""
    return bool(page.evaluate(FOCUSED, selector))


def see_it_done(page: Page) -> None:
    """Wait for the page that says that the move was made."""
    expect(page.get_by_text("Done.", exact=True)).to_be_visible()
