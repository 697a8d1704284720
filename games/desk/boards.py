"""The board of a game as one seat saw it, drawn for the desk."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.selectors.moments import Seen
from games.web.fragments import with_own_ids
from games.web.match_page import MatchPage


def board_of(request: HttpRequest, seen: Seen, prefix: str) -> SafeString:
    """Return the board that `seen` saw, or "" before the match began.

    Every id in it begins with `prefix`, and the heading over it is to have the id `{prefix}eyes`.
    """
    reading = seen.reading
    if reading.view is None:
        return SafeString("")
    context = {
        "page": MatchPage(reading),
        "match": reading.match,
        "view": reading.view,
        "names": reading.names,
        "seat": reading.seat,
        "decisions": (),
        "question": None,
        "folder": f"games/{reading.match.game}",
    }
    markup = render_to_string(f"games/{reading.match.game}/board.html", context, request)
    return mark_safe(with_own_ids(markup, prefix, heading=f"{prefix}eyes"))  # noqa: S308 - rendered by our own template
