"""Trial matches: one click on the front page starts a match against bots, without an account."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from accounts.askers import asker_of
from accounts.guests import make_guest
from accounts.models import User
from accounts.rates import DAY, HOUR, is_within
from games.services.tables.trial_match import begin_trial
from games.web.requests import key_of, reader_of
from pirates.registry import GAMES

MOST_PER_HOUR = 10
MOST_PER_DAY = 40
_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@require_POST
def try_game(request: HttpRequest) -> HttpResponse:
    """Start a match of the game named in `game` against bots; sign in a new guest if the reader is signed out."""
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
    """Count one more trial match of this person, or of this network if signed out; return whether it is allowed."""
    return is_within(f"try/{asker_of(request)}", {HOUR: MOST_PER_HOUR, DAY: MOST_PER_DAY})
