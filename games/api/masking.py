"""Masking: a refusal does not reveal that a private match exists."""

from collections.abc import Iterator
from contextlib import contextmanager

from accounts.models import User
from games.refusals import NotYourSeat
from games.selectors.play.matches import find_match


@contextmanager
def as_far_as_known(match_id: str, player: User) -> Iterator[None]:
    """Turn NotYourSeat into NoSuchMatch for players who may not know that the match exists.

    It checks only after a refusal, so an accepted request costs no query for it.
    """
    try:
        yield
    except NotYourSeat:
        find_match(match_id, player)
        raise
