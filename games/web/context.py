"""Template context for the frame around every page."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.addresses import stop_of
from accounts.guests import is_guest
from games.selectors.tables.lists import count_my_moves
from games.services.desk.referees import is_referee


def navigation(request: HttpRequest) -> dict[str, object]:
    """Return languages, waiting moves, mail trouble, and whether the reader is a guest or a referee.

    Lazy values: a template that does not show them costs no query.
    """
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"languages": settings.LANGUAGES, "moves_waiting": 0, "is_guest": False}
    return {
        "languages": settings.LANGUAGES,
        "moves_waiting": SimpleLazyObject(lambda: count_my_moves(user)),
        "mail_trouble": None if is_guest(user) else SimpleLazyObject(lambda: stop_of(user.email)),
        "is_guest": is_guest(user),
        "is_referee": is_referee(user),
    }
