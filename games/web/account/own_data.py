"""The reader's own data: download it, or delete the account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.fresh import require_fresh
from accounts.models import User
from games.models import Match, Seat
from games.refusals import NotNow
from games.selectors.people.own_data import own_data
from games.services.people.departures import depart
from games.web.requests import member_of


@login_required
@require_safe
def take_along(request: HttpRequest) -> HttpResponse:
    """Return everything that is stored about the reader as one JSON file."""
    answer = JsonResponse(own_data(member_of(request)), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="letters-of-marque.json"'
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_for_good(request: HttpRequest) -> HttpResponse:
    """Explain what deleting the account means; a POST with the reader's name typed in deletes it."""
    person = User.objects.get(pk=member_of(request).pk)
    typed = request.POST.get("name", "").strip()
    if request.method != "POST":
        return _ask(request, person)
    if typed != person.name:
        return _ask(request, person, _("That is not your name as it stands here."), status=400)
    require_fresh(request)
    try:
        depart(person=person)
    except NotNow as refusal:
        return _ask(request, person, refusal.sentence, status=409)
    logout(request)
    messages.success(request, _("Your account is deleted. Fair winds!"))
    return redirect("front")


def _ask(request: HttpRequest, person: User, error: str = "", *, status: int = 200) -> HttpResponse:
    running = Seat.objects.filter(player=person, match__status=Match.Status.RUNNING).count()
    return render(request, "games/leave_for_good.html", {"error": error, "running": running}, status=status)
