"""The board of a game at a past moment, rendered for a page that may show several side by side."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.selectors.play.matches import Reading
from games.web.match.match_page import MatchPage
from games.web.replay.fragments import with_own_ids


def draw_board(request: HttpRequest, reading: Reading, prefix: str = "") -> SafeString:
    """Return the rendered board of `reading`, or "" before the match begins.

    With a `prefix`, every id in the board begins with it. The caller gives the id `{prefix}heading` to the heading
    above the board.
    """
    if reading.view is None:
        return SafeString("")
    folder = f"games/{reading.match.game}"
    context = {
        "page": MatchPage(reading),
        "match": reading.match,
        "view": reading.view,
        "names": reading.names,
        "seat": reading.seat,
        "decisions": (),
        "question": None,
        "folder": folder,
    }
    markup = render_to_string(f"{folder}/board.html", context, request)
    own = with_own_ids(markup, prefix, heading=f"{prefix}heading") if prefix else markup
    return mark_safe(own)  # noqa: S308 - rendered by our own template
