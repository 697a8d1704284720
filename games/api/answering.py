"""What every view of the API has alike: private answers, ETags of the very bytes."""

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
    """A view whose answers belong to whoever asked."""

    def perform_authentication(self, request: Request) -> None:
        """Find out who asks, and speak as the account says, whatever the program says."""
        super().perform_authentication(request)
        if request.user.is_authenticated:
            translation.activate(language_of(request.user))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Return the answer marked as nobody else's."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "private, no-store")
        patch_vary_headers(answer, ("Authorization", "Cookie"))
        return answer


def asker(request: Request) -> User:
    """Return the signed-in person; the permission classes let nobody else come this far."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101
    return user


def answer_with_etag(request: Request, body: object) -> Response:
    """Return 200 with `body`, or 304 if the asker has these very bytes; the ETag tells nothing that they do not."""
    raw = body if isinstance(body, bytes) else to_json(body)
    tag = f'"{hashlib.sha256(raw).hexdigest()[:32]}"'
    known = {each.strip().removeprefix("W/") for each in request.META.get("HTTP_IF_NONE_MATCH", "").split(",")}
    if tag in known or "*" in known:
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": tag})
    return Response(raw, headers={"ETag": tag})
