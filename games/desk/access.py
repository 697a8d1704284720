"""Who may open a page of the desk, and what is written down when they do."""

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
    """Let referees in, send the signed out to sign in, and refuse everybody else, and who belongs to the match."""

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
    """Return any match, private ones too; raises NoSuchMatch, NotYourSeat (which is recorded)."""
    match = Match.objects.select_related("host").filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch
    require_neutral_here(referee=member_of(request), match_id=match.pk)
    return match


def keep_reason(request: HttpRequest, match_id: str, reason: str) -> None:
    """Remember, until the referee signs out, why this match is looked into, and record that it was opened."""
    sight = DeskLook(match_id=match_id, reason=reason)
    open_at_desk(referee=member_of(request), act=DeskRecord.Act.OPENED, sight=sight)
    remember_reason(request, match_id, reason)


def remember_reason(request: HttpRequest, subject: str, reason: str) -> None:
    """Remember, until the referee signs out, why this match or mail is looked into; recording it is the caller's."""
    request.session[_REASONS] = {**request.session.get(_REASONS, {}), subject: reason}


def reason_for(request: HttpRequest, subject: str) -> str:
    """Return why the referee looks into this match or mail, or "" if it was not said yet."""
    given: dict[str, str] = request.session.get(_REASONS, {})
    return given.get(subject, "")


def ask_reason(match_id: str) -> HttpResponse:
    """Send the referee to say first why the match is looked into."""
    return redirect("desk_match", match_id)


def number_in(request: HttpRequest, name: str) -> int | None:
    """Return the number of a row that the address gives under `name`, as in `?before=7`; None if it gives none."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None
