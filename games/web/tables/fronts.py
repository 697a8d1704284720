"""Pages that anybody may read: the front, how fairness works, and the help of each game."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.tables.ends import ends_of
from games.selectors.tables.lists import open_tables
from games.web.requests import reader_of
from pirates.registry import GAMES

MOST_TABLES = 5


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Say what this is, and who waits for players."""
    tables = list(open_tables(reader_of(request))[:MOST_TABLES])
    ends = ends_of(tables, timezone.now())
    return render(request, "games/front.html", {"games": list(GAMES.values()), "matches": tables, "ends": ends})


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Explain how a player can check that nobody cheated."""
    return render(request, "games/fairness.html")


@require_safe
def show_help(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain a game."""
    game = GAMES.get(slug)
    if game is None:
        return render(request, "404.html", status=404)
    return render(request, "games/help.html", {"game": game, "help_page": f"games/{game.slug}/help.html"})


@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:  # noqa: ARG001
    """Lead browsers that ask for an icon by its old name to ours: pages of the API and of the admin name none."""
    return HttpResponseRedirect(static("games/seal.svg"))


def refuse_forgery(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Answer a form that did not come from our own page."""
    return render(request, "403_csrf.html", status=403)
