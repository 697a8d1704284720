"""What views need of a request: who reads it, the key of its form, and a status for each kind of refusal."""

from secrets import token_urlsafe
from typing import cast

from django.http import HttpRequest

from accounts.models import User
from games.refusals import MatchClosed, NotNow, NotYourSeat, StaleDecision, TooOften
from games.services.play.submitting import submission_key
from games.services.tables.salts import Salt, salt_from_browser
from pirates.errors import MalformedMove, RulesError

LONGEST_KEY = 64
_UNSAID = frozenset({"csrfmiddlewaretoken", "salt"})
"""Fields that a page fills in anew each time."""
_LONGEST_NUMBER = 10
_NOT_UNDERSTOOD, _FORBIDDEN, _CONFLICT, _NOT_ALLOWED, _TOO_OFTEN = 400, 403, 409, 422, 429


def reader_of(request: HttpRequest) -> User | None:
    """Return who is signed in, or None."""
    return request.user if request.user.is_authenticated else None


def member_of(request: HttpRequest) -> User:
    """Return who is signed in, in a view that requires it."""
    return cast("User", request.user)


def salt_in(request: HttpRequest) -> Salt | None:
    """Return the salt for the dice that the script of the form drew, if it ran."""
    return salt_from_browser(request.POST.get("salt", ""))


def key_of(request: HttpRequest) -> str:
    """Return the idempotency key of a form: the one it carried, with what it says; without one it is like no other.

    A form that somebody goes back to, changes and sends again is another request, and no repeat of the first.
    """
    given = request.POST.get("key", "")[:LONGEST_KEY]
    said = sorted((name, values) for name, values in request.POST.lists() if name not in _UNSAID)
    return submission_key(given, said) if given else token_urlsafe(16)


def number_in(request: HttpRequest, field: str) -> int | None:
    """Return the number that a form's hidden field holds, or None for anything else."""
    written = request.POST.get(field, "")
    return int(written) if written.isascii() and written.isdecimal() and len(written) < _LONGEST_NUMBER else None


def status_of(refusal: RulesError) -> int:
    """Return the HTTP status that says what kind of refusal it is."""
    if isinstance(refusal, NotYourSeat):
        return _FORBIDDEN
    if isinstance(refusal, TooOften):
        return _TOO_OFTEN
    if isinstance(refusal, StaleDecision | MatchClosed | NotNow):
        return _CONFLICT
    return _NOT_UNDERSTOOD if isinstance(refusal, MalformedMove) else _NOT_ALLOWED
