"""People at the desk: find an account by name, suspend it, reopen it. Both acts are recorded."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.departures import DEPARTED_DOMAIN
from accounts.models import User
from accounts.names import name_key
from games.desk.access import LONGEST_REASON, referees_only
from games.services.desk.suspensions import lift_suspension, suspend
from games.texts import clean_line
from games.web.requests import member_of, status_of
from pirates.errors import RulesError


@require_safe
@referees_only
def find_person(request: HttpRequest) -> HttpResponse:
    """Find the account with this name or one that looks the same."""
    name = clean_line(request.GET.get("name", ""), 60)
    people = User.objects.exclude(email__endswith=f"@{DEPARTED_DOMAIN}")
    person = people.filter(name_key=name_key(name)).first() if name else None
    return render(request, "desk/people.html", {"name": name, "person": person})


@require_POST
@referees_only
def shut(request: HttpRequest, number: int) -> HttpResponse:
    """Suspend an account, or (`again=1`) reopen it; a reason is required."""
    person = get_object_or_404(User, pk=number)
    reason = clean_line(request.POST.get("reason", ""), LONGEST_REASON)
    if not reason:
        return render(request, "desk/people.html", {"person": person, "error": _("Say why.")}, status=400)
    try:
        if request.POST.get("again") == "1":
            lift_suspension(person=person, referee=member_of(request), reason=reason)
            messages.success(request, _("The account is open again."))
        else:
            suspend(person=person, referee=member_of(request), reason=reason)
            messages.success(request, _("The account is shut; caretakers play its seats."))
    except RulesError as refusal:
        return render(
            request, "desk/people.html", {"person": person, "error": refusal.sentence}, status=status_of(refusal)
        )
    return redirect("desk_people")
