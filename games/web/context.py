"""What the frame around every page shows."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.addresses import stop_of
from accounts.guests import is_guest
from games.selectors.lists import count_my_moves


def navigation(request: HttpRequest) -> dict[str, object]:
    """Return how many matches wait for the reader and why no mail comes, asked only where shown, and if a guest."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"moves_waiting": 0, "is_guest": False}
    return {
        "moves_waiting": SimpleLazyObject(lambda: count_my_moves(user)),
        "mail_trouble": None if is_guest(user) else SimpleLazyObject(lambda: stop_of(user.email)),
        "is_guest": is_guest(user),
    }
