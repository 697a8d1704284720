"""Nobody learns of a private match by being refused in it."""

from collections.abc import Iterator
from contextlib import contextmanager

from accounts.models import User
from games.refusals import NotYourSeat
from games.selectors.play.matches import find_match


@contextmanager
def as_far_as_known(match_id: str, player: User) -> Iterator[None]:
    """Turn "not your seat" into "no such match" for whoever may not know that there is one.

    It looks only after a refusal, so a move that is accepted costs no query for it.
    """
    try:
        yield
    except NotYourSeat:
        find_match(match_id, player)
        raise
