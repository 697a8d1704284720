"""The admin's own pages for sign-in and passwords, replaced by redirects to the site's.

Django's own forms know no second factor, no limit on guesses and no letter to the owner.
"""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def sign_in_first(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # noqa: ARG001
    """Redirect the signed-out to sign in, and staff to the page they wanted; raises PermissionDenied for others."""
    if request.user.is_authenticated and not request.user.is_staff:
        raise PermissionDenied
    wanted = _wanted(request)
    return redirect(wanted) if request.user.is_authenticated else redirect_to_login(wanted)


def change_password(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # noqa: ARG001
    """Redirect to the site's own page for changing a password."""
    return redirect("account_change_password")


def _wanted(request: HttpRequest) -> str:
    """Return the page of this site that was asked for first, but never this one again."""
    wanted = request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    own = request.path
    return wanted if is_ours and not wanted.startswith(own) else reverse("admin:index")
