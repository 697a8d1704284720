"""Access to the desk: who may open its pages, and the reason that each visit needs."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.models import DeskRecord, Match
from games.refusals import NoSuchMatch, NotYourSeat
from games.services.desk.desk import DeskLook, open_at_desk, require_neutral_here
from games.services.desk.referees import is_referee
from games.web.requests import member_of

View: TypeAlias = Callable[..., HttpResponse]

_REASONS = "desk_reasons"
LONGEST_REASON = 1000


def referees_only(view: View) -> View:
    """Guard a view for referees: signed-out users sign in; others, and referees of their own match, get 403."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_referee(member_of(request)):
            return render(request, "desk/refused.html", status=403)
        try:
            return view(request, *args, **kwargs)
        except NotYourSeat as refusal:
            return render(request, "desk/refused.html", {"refusal": refusal}, status=403)

    return guarded


def find_at_desk(request: HttpRequest, match_id: str) -> Match:
    """Return any match, even a private one; raises NoSuchMatch, or NotYourSeat (which is recorded)."""
    match = Match.objects.select_related("host").filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch
    require_neutral_here(referee=member_of(request), match_id=match.pk)
    return match


def keep_reason(request: HttpRequest, match_id: str, reason: str) -> None:
    """Remember the referee's reason for opening this match until sign-out, and record that it was opened."""
    sight = DeskLook(match_id=match_id, reason=reason)
    open_at_desk(referee=member_of(request), act=DeskRecord.Act.OPENED, sight=sight)
    remember_reason(request, match_id, reason)


def remember_reason(request: HttpRequest, subject: str, reason: str) -> None:
    """Remember the referee's reason for opening this match or mail until sign-out; the caller must record the visit."""
    request.session[_REASONS] = {**request.session.get(_REASONS, {}), subject: reason}


def reason_for(request: HttpRequest, subject: str) -> str:
    """Return the referee's reason for opening this match or mail, or "" if none was given yet."""
    given: dict[str, str] = request.session.get(_REASONS, {})
    return given.get(subject, "")


def ask_reason(match_id: str) -> HttpResponse:
    """Redirect the referee to the page that asks for a reason."""
    return redirect("desk_match", match_id)


def number_in(request: HttpRequest, name: str) -> int | None:
    """Return the number in the query parameter `name`, as in `?before=7`; None if it is missing or no number."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None
