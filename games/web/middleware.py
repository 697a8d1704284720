"""What holds for every page: kept private, told in the reader's own time, and refused in plain words."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from games.logbook import UnreadableLog
from games.refusals import NoSuchMatch


class PageMiddleware(MiddlewareMixin):
    """Activates the reader's time zone, forbids keeping answers, and turns what was raised into a page."""

    get_response: Callable[[HttpRequest], HttpResponse]

    def process_request(self, request: HttpRequest) -> None:
        """Let times be shown in the zone of whoever reads."""
        if request.user.is_authenticated:
            timezone.activate(ZoneInfo(request.user.time_zone))
        else:
            timezone.deactivate()

    def process_response(self, _: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Let no cache, shared or of a browser, keep what was said to one person."""
        timezone.deactivate()
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a match that is not there, or whose log this code cannot read."""
        if isinstance(exception, NoSuchMatch):
            return render(request, "404.html", status=404)
        if isinstance(exception, UnreadableLog):
            return render(request, "games/unreadable.html", status=503)
        return None
