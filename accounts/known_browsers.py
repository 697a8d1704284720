"""Known browsers: one in which an address signed in before has limits of its own.

So nobody else, by guessing passwords or asking for codes, uses up what the owner of an address may do from home.
"""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from accounts.addresses import mark_of

_SALT = "letters of marque known browser"
_LASTS = 365 * 24 * 60 * 60
_MOST = 5


def is_known(request: HttpRequest, address: str) -> bool:
    """Whether this address has signed in before in the asking browser."""
    return mark_of(address) in _marks(request)


def get_to_know(request: HttpRequest, response: HttpResponse, address: str) -> None:
    """Set a cookie that records that this address has signed in."""
    mark = mark_of(address)
    marks = [mark, *(each for each in _marks(request) if each != mark)][:_MOST]
    response.set_cookie(
        _name(),
        signing.dumps(marks, salt=_SALT),
        max_age=_LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _marks(request: HttpRequest) -> list[str]:
    try:
        marks = signing.loads(request.COOKIES.get(_name(), ""), salt=_SALT, max_age=_LASTS)
    except signing.BadSignature:
        return []
    return [each for each in marks if isinstance(each, str)] if isinstance(marks, list) else []


def _name() -> str:
    return "__Host-known" if settings.SESSION_COOKIE_SECURE else "known"
