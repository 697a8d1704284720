"""Middleware for every page: the reader's time zone and language, private caching, and pages for refusals."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin

from accounts.languages import language_of
from accounts.models import User
from accounts.zones import zone_of
from games.logbook.folding import BrokenLog, UnreadableLog
from games.refusals import NoSuchMatch
from games.services.desk.desk import note_watching
from games.services.play.log_checks import tell_desk_if_broken

_SHOWN = 200
_DESK = "desk/"


class PageMiddleware(MiddlewareMixin):
    """Activates the reader's time zone and language, forbids caching, and turns some exceptions into pages."""

    get_response: Callable[[HttpRequest], HttpResponse]

    def process_request(self, request: HttpRequest) -> None:
        """Activate the time zone and language of the account; the account's language overrides the browser's."""
        if request.user.is_authenticated:
            timezone.activate(zone_of(request.user.time_zone))
            translation.activate(language_of(request.user))
            request.LANGUAGE_CODE = translation.get_language()
        else:
            timezone.deactivate()

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Set `Content-Language`, and forbid shared and browser caches to keep an answer made for one person."""
        response.headers.setdefault("Content-Language", translation.get_language() or settings.LANGUAGE_CODE)
        if response.status_code == _SHOWN:
            _note_watching(request)
        timezone.deactivate()
        translation.deactivate()
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return an error page for a match that does not exist or whose log this code cannot read."""
        if isinstance(exception, NoSuchMatch):
            return render(request, "404.html", status=404)
        if isinstance(exception, UnreadableLog):
            tell_desk_if_broken(exception)
            told = {"is_broken": isinstance(exception, BrokenLog)}
            return render(request, "games/unreadable.html", told, status=503)
        return None


def _note_watching(request: HttpRequest) -> None:
    """Record that a referee viewed a match outside the desk, by page or API."""
    person, place = getattr(request, "user", None), request.resolver_match
    if place is None or not isinstance(person, User) or not person.is_staff or place.route.startswith(_DESK):
        return
    match_id = place.kwargs.get("match_id")
    if match_id:
        note_watching(match_id=match_id, person=person)
