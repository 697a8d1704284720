"""The reader's calendar feed: the file for calendar programs, and its settings."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.languages import speaking_to
from games.notifications.calendar_files import CONTENT_TYPE, calendar_file
from games.selectors.clocks.own_deadlines import own_deadlines
from games.services.clocks.calendar_feeds import close_feed, find_feed, open_feed, set_invites
from games.web.requests import member_of


@require_safe
def show_calendar(request: HttpRequest, ref: str, token: str) -> HttpResponse:  # noqa: ARG001
    """Return the deadlines of the feed's owner as a calendar file. The address alone gives access: no sign-in."""
    feed = find_feed(ref, token)
    if feed is None:
        raise Http404
    with speaking_to(feed.user):
        written = calendar_file(own_deadlines(feed.user), timezone.now())
    answer = HttpResponse(written, content_type=f"{CONTENT_TYPE}; charset=utf-8")
    answer["Cache-Control"] = "private, no-store"
    answer["X-Robots-Tag"] = "noindex"
    answer["Content-Disposition"] = 'inline; filename="letters-of-marque.ics"'
    return answer


@login_required
@require_POST
def new_address(request: HttpRequest) -> HttpResponse:
    """Give the reader's feed a new address."""
    open_feed(user=member_of(request))
    return redirect("availability")


@login_required
@require_POST
def no_address(request: HttpRequest) -> HttpResponse:
    """Close the reader's feed."""
    close_feed(user=member_of(request))
    return redirect("availability")


@login_required
@require_POST
def choose_invites(request: HttpRequest) -> HttpResponse:
    """Choose whether letters carry a calendar entry for their deadline."""
    set_invites(user=member_of(request), wants_invites="wanted" in request.POST)
    return redirect("availability")
