"""Stops of a tour of the site: what the test of accessibility and the screenshots look at, one after the other."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Stop:
    """A page in one state: the name of its address, what tells it from others, who looks at it, and how to get there.

    `act` is what the visitor does once the page is open.
    """

    page: str
    state: str
    who: User | None
    path: str
    act: Callable[[Page], None] | None = None

    def go(self, page: Page) -> None:
        """Bring a page of the visitor's browser here."""
        page.goto(self.path)
        if self.act:
            self.act(page)


def path_of(address: str) -> str:
    """Return the path of an address of the site, as a letter holds it."""
    return "/" + address.split("/", 3)[3]
