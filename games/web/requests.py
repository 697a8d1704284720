"""Helpers for views: the reader of a request, the key of its form, and the status for each kind of refusal."""

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
"""Fields that differ each time a page is rendered, so that they are no part of the key."""
_LONGEST_NUMBER = 10
_NOT_UNDERSTOOD, _FORBIDDEN, _CONFLICT, _NOT_ALLOWED, _TOO_OFTEN = 400, 403, 409, 422, 429


def reader_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None."""
    return request.user if request.user.is_authenticated else None


def member_of(request: HttpRequest) -> User:
    """Return the signed-in user, in a view that requires sign-in."""
    return cast("User", request.user)


def salt_in(request: HttpRequest) -> Salt | None:
    """Return the dice salt that the form's script drew in the browser, or None if it did not run."""
    return salt_from_browser(request.POST.get("salt", ""))


def key_of(request: HttpRequest) -> str:
    """Return the idempotency key of a form, made of its `key` field and its other fields; a random key without one.

    So a form that a person goes back to, changes and sends again is a new request and no repeat of the first.
    """
    given = request.POST.get("key", "")[:LONGEST_KEY]
    said = sorted((name, values) for name, values in request.POST.lists() if name not in _UNSAID)
    return submission_key(given, said) if given else token_urlsafe(16)


def number_in(request: HttpRequest, field: str) -> int | None:
    """Return the number in a form's hidden field, or None if it holds anything else."""
    written = request.POST.get(field, "")
    return int(written) if written.isascii() and written.isdecimal() and len(written) < _LONGEST_NUMBER else None


def status_of(refusal: RulesError) -> int:
    """Return the HTTP status for this kind of refusal."""
    if isinstance(refusal, NotYourSeat):
        return _FORBIDDEN
    if isinstance(refusal, TooOften):
        return _TOO_OFTEN
    if isinstance(refusal, StaleDecision | MatchClosed | NotNow):
        return _CONFLICT
    return _NOT_UNDERSTOOD if isinstance(refusal, MalformedMove) else _NOT_ALLOWED
