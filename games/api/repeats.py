"""Idempotency keys: one request with one key has one effect; another request with that key is refused."""

import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.services.play.repeats import hear
from games.services.play.submitting import submission_key
from pirates.errors import MalformedMove

V = TypeVar("V", bound=Callable[..., Any])

LONGEST_KEY = 200


def idempotency_key(request: Request) -> str:
    """Return the request's idempotency key, or a random one if it has none; raises MalformedMove.

    The key includes method and path: the same Idempotency-Key sent elsewhere is another key.
    """
    given: str = request.META.get("HTTP_IDEMPOTENCY_KEY", "")
    if len(given) > LONGEST_KEY:
        sentence = _("An Idempotency-Key has at most {longest} characters.").format(longest=LONGEST_KEY)
        raise MalformedMove("idempotency_key_too_long", sentence)
    return submission_key(request.method, request.path, given) if given else uuid.uuid4().hex


def heard_once(method: V) -> V:
    """Refuse (KeyUsed) a request if the person has used its key for a different request to the same address.

    The key is recorded in the transaction of the request's effect, so a refused request uses up no key.
    """

    @wraps(method)
    def answer(view: object, request: Request, *args: Any, **kwargs: Any) -> Any:
        if not request.META.get("HTTP_IDEMPOTENCY_KEY"):
            return method(view, request, *args, **kwargs)
        said = json.dumps([request.data, request.query_params], sort_keys=True)
        with transaction.atomic():
            hear(submission_key(request.user.pk, idempotency_key(request)), submission_key(said))
            return method(view, request, *args, **kwargs)

    return cast("V", answer)
