"""Authentication by an API key in the Authorization header (RFC 6750), tried before the session."""

import re

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.api_keys import Grant, find_key_owner
from accounts.models import User

_KEY = re.compile(r"lom_[0-9a-f]{40}")


class ApiKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer <key>`; one query finds the key and its owner."""

    def authenticate(self, request: Request) -> tuple[User, Grant] | None:
        """Return the key's owner and Grant, or None if no key is sent; raises AuthenticationFailed."""
        scheme, _separator, key = request.META.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
        if scheme.lower() != "bearer":
            return None
        found = find_key_owner(key) if _KEY.fullmatch(key := key.strip()) else None
        if found is None:
            raise AuthenticationFailed(
                _("This API key is not known, was revoked, or has expired. Make a new one on your account page.")
            )
        return found

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        """Return the `WWW-Authenticate` challenge of a 401 answer."""
        return "Bearer"
