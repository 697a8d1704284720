"""Trying: one click from the front page to a match against bots, without an account."""

from allauth.account.adapter import get_adapter
from django.contrib.auth import login
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from accounts.guests import make_guest
from accounts.models import User
from games.services.trials import begin_trial
from games.web.requests import key_of, reader_of
from pirates.registry import GAMES

MOST_PER_HOUR = 10
_HOUR = 60 * 60
_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@require_POST
def try_game(request: HttpRequest) -> HttpResponse:
    """Begin a match of the game named in `game` against bots, as a new guest where nobody is signed in."""
    game = GAMES.get(request.POST.get("game", ""))
    if game is None:
        return render(request, "404.html", status=404)
    if not _is_within_rate(request):
        return render(request, "429.html", status=429)
    player = reader_of(request) or _sign_in_guest(request)
    match = begin_trial(game=game, player=player, key=key_of(request))
    return redirect("match", match.pk)


def _sign_in_guest(request: HttpRequest) -> User:
    guest = make_guest()
    login(request, guest, backend=_BACKEND)
    return guest


def _is_within_rate(request: HttpRequest) -> bool:
    """Count one more try of this address, in windows that end an hour after their first try."""
    key = f"try/{get_adapter().get_client_ip(request)}"
    cache.add(key, 0, timeout=_HOUR)
    try:
        return bool(cache.incr(key) <= MOST_PER_HOUR)
    except ValueError:
        return True
