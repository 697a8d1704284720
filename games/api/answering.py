"""Helpers for every view of the API: private answers, ETags of the exact bytes, the caller."""

import hashlib
from typing import Any

from django.utils import translation
from django.utils.cache import patch_vary_headers
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.languages import language_of
from accounts.models import User
from games.api.rendering import to_json


class PrivateView(APIView):
    """A view whose answers are private to the caller."""

    def perform_authentication(self, request: Request) -> None:
        """Authenticate the caller and activate the language of the account, whatever `Accept-Language` says."""
        super().perform_authentication(request)
        if request.user.is_authenticated:
            translation.activate(language_of(request.user))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Mark the answer as private, and as varying by `Authorization` and `Cookie`."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "private, no-store")
        patch_vary_headers(answer, ("Authorization", "Cookie"))
        return answer


def asker(request: Request) -> User:
    """Return the authenticated user; the permission classes have refused all others before."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101
    return user


def answer_with_etag(request: Request, body: object) -> Response:
    """Return 200 with `body`, or 304 if the caller has the same bytes; the ETag reveals no more than the bytes do."""
    raw = body if isinstance(body, bytes) else to_json(body)
    tag = f'"{hashlib.sha256(raw).hexdigest()[:32]}"'
    known = {each.strip().removeprefix("W/") for each in request.META.get("HTTP_IF_NONE_MATCH", "").split(",")}
    if tag in known or "*" in known:
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": tag})
    return Response(raw, headers={"ETag": tag})
