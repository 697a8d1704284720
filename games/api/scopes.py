"""Scopes: limits of an API key. A session has no such limits."""

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
    """Requires that a key's scope covers the view's `scope_to_read` or `scope_to_write`; read and play by default."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Return True; raises PermissionDenied (`beyond_scope`) that names the required scope."""
        if not isinstance(request.auth, Grant):
            return True
        is_read = request.method in SAFE_METHODS
        needed = getattr(view, "scope_to_read" if is_read else "scope_to_write", Scope.READ if is_read else Scope.PLAY)
        if not request.auth.scope.covers(needed):
            words = _("This key does not go so far: it needs the scope {scope}.").format(scope=needed.value)
            raise PermissionDenied(words, code="beyond_scope")
        return True


def require_person(request: Request) -> None:
    """Raise PermissionDenied unless the caller has a session with a recent sign-in; a key is not enough."""
    if request.auth is not None:
        raise PermissionDenied(_("No key can do this. Sign in on the site and do it there."), code="not_by_key")
    if not is_fresh(request._request):  # noqa: SLF001 - allauth reads Django's request
        raise PermissionDenied(_("Sign in again first, and do this within ten minutes."), code="sign_in_again")
