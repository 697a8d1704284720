"""Staff pages require a sign-in with a second factor."""

from collections.abc import Callable

from allauth.account.authentication import get_authentication_records
from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

STAFF_PAGES = ("/admin/", "/desk/")
_OPEN_TO_ALL = ("/admin/login/", "/admin/logout/", "/admin/jsi18n/")
_ADMIN = "/admin/"
_ADMIN_NEEDS = {"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]}
"""The admin uses Alpine, which evaluates attributes and so needs `unsafe-eval`. Inline scripts, foreign resources,
forms sent elsewhere and framing stay forbidden."""


class SecondFactorMiddleware:
    """Refuses staff pages to staff who signed in with one factor; the refusal leads them to the second factor."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; 403 while the second factor is missing."""
        if needs_second_factor(request):
            return render(request, "desk/second_factor.html", status=403)
        response = self.get_response(request)
        if request.path_info.startswith(_ADMIN):
            response._csp_replace = _ADMIN_NEEDS  # type: ignore[attr-defined]  # noqa: SLF001 - as its decorators do
        return response


def needs_second_factor(request: HttpRequest) -> bool:
    """Whether a signed-in staff member requests a staff page without having used a second factor."""
    path = request.path_info  # as URLs are resolved: `path` would begin with the script name, if there is one
    is_staff_page = path.startswith(STAFF_PAGES) and not path.startswith(_OPEN_TO_ALL)
    if not (settings.STAFF_SECOND_FACTOR and is_staff_page and request.user.is_authenticated and request.user.is_staff):
        return False
    return all(record.get("method") != "mfa" for record in get_authentication_records(request, request.user))
