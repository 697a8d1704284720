"""Scopes: how far an API key goes. Who is signed in by a session goes all the way."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.api_keys import Grant, Scope
from accounts.fresh import is_fresh

if TYPE_CHECKING:
    from rest_framework.views import APIView


class WithinScope(BasePermission):
    """Lets a key do what its scope covers: what the view names for reading or for writing, else to read or to play."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Return True, or raise PermissionDenied (`beyond_scope`) with the scope that is needed."""
        if not isinstance(request.auth, Grant):
            return True
        is_read = request.method in SAFE_METHODS
        needed = getattr(view, "scope_to_read" if is_read else "scope_to_write", Scope.READ if is_read else Scope.PLAY)
        if not request.auth.scope.covers(needed):
            words = _("This key does not go so far: it needs the scope {scope}.").format(scope=needed.value)
            raise PermissionDenied(words, code="beyond_scope")
        return True


def require_person(request: Request) -> None:
    """Raise PermissionDenied unless a person asks who signed in just now: a key, or an old session, is not enough."""
    if request.auth is not None:
        raise PermissionDenied(_("No key can do this. Sign in on the site and do it there."), code="not_by_key")
    if not is_fresh(request._request):  # noqa: SLF001 - allauth reads Django's request
        raise PermissionDenied(_("Sign in again first, and do this within ten minutes."), code="sign_in_again")
