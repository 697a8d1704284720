"""The reader's availability: hours of sleep, weekends, absences."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.availability import coming_absences
from accounts.availability_forms import AbsenceForm, HoursForm
from accounts.models import User
from games.services.clocks.availability import change_own_hours, declare_absence, end_absence, hours_of
from games.services.clocks.calendar_feeds import address_of, feed_of
from games.web.requests import member_of


@login_required
def show_availability(request: HttpRequest) -> HttpResponse:
    """Show the reader's hours and absences; a POST changes the hours."""
    user = member_of(request)
    if request.method != "POST":
        return _page(request, user)
    form = HoursForm(request.POST)
    if not form.is_valid():
        return _page(request, user, hours=form)
    told = change_own_hours(user=user, **form.hours())
    messages.success(request, _told(told))
    return redirect("availability")


@login_required
@require_POST
def be_away(request: HttpRequest) -> HttpResponse:
    """Declare an absence."""
    user, form = member_of(request), AbsenceForm(request.POST)
    if form.is_valid():
        try:
            begins, ends = form.span(user.time_zone)
            told = declare_absence(user=user, begins=begins, ends=ends)[1]
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
        else:
            messages.success(request, _told(told))
            return redirect("availability")
    return _page(request, user, absence=form)


@login_required
@require_POST
def be_back(request: HttpRequest, absence_id: int) -> HttpResponse:
    """End an absence now, or cancel one that has not begun."""
    if end_absence(user=member_of(request), absence_id=absence_id):
        messages.success(request, _("You are away no longer."))
    return redirect("availability")


def _page(
    request: HttpRequest, user: User, *, hours: HoursForm | None = None, absence: AbsenceForm | None = None
) -> HttpResponse:
    kept = hours_of(user)
    known = HoursForm.filled(
        asleep_from=kept.asleep_from, asleep_minutes=kept.asleep_minutes, weekends_off=kept.weekends_off
    )
    feed = feed_of(user)
    context = {"hours": hours or known, "absence": absence or AbsenceForm(), "absences": coming_absences(user)}
    context |= {"feed": feed, "feed_address": address_of(feed)}
    return render(request, "games/availability.html", context, status=422 if hours or absence else 200)


def _told(tables: int) -> str:
    if not tables:
        return _("Saved. It changes nothing at the tables where you sit now.")
    return ngettext("Saved. It counts at {tables} table.", "Saved. It counts at {tables} tables.", tables).format(
        tables=tables
    )
