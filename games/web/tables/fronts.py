"""Public pages: the front page, how fairness is proved, and the help of each game."""

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
    """Show the games and a few tables that need players."""
    tables = list(open_tables(reader_of(request))[:MOST_TABLES])
    ends = ends_of(tables, timezone.now())
    return render(request, "games/front.html", {"games": list(GAMES.values()), "matches": tables, "ends": ends})


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Explain how a player can check that nobody cheated."""
    return render(request, "games/fairness.html")


@require_safe
def show_help(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the help page of a game."""
    game = GAMES.get(slug)
    if game is None:
        return render(request, "404.html", status=404)
    return render(request, "games/help.html", {"game": game, "help_page": f"games/{game.slug}/help.html"})


@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:  # noqa: ARG001
    """Redirect `favicon.ico` to our icon: pages of the API and of the admin link to none, so browsers ask for that."""
    return HttpResponseRedirect(static("games/seal.svg"))


def refuse_forgery(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Answer 403 to a form that failed the CSRF check."""
    return render(request, "403_csrf.html", status=403)
