"""Talking at a table in tests."""

from accounts.models import User
from games.logbook import store
from games.models import Match, Message
from games.selectors.people.messages import heard_by, newest_said, talk_of
from games.services.people.messages import say
from pirates.seats import Seat
from tests.games.core.playing import fresh_key


def tell(match: Match, author: User, text: str = "Ahoy", *, seat: Seat | None = None, key: str = "") -> Message:
    """Say something, with a key of its own unless one is given."""
    return say(match_id=match.pk, author=author, text=text, seat=seat, key=key or fresh_key()).message


def texts(match: Match, reader: User | None, seat: Seat | None = None) -> list[str]:
    """Return what a reader finds in a talk, oldest first."""
    talk = talk_of(store.open_book(match.pk), reader, seat)
    return [message.text for message in newest_said(heard_by(match, reader), talk, most=100).messages]
