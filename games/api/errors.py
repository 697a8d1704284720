"""Refusals as problem+json (RFC 9457): a stable code, the cause, and advice for the next step."""

import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response

from games.api.rendering import to_json
from games.logbook.folding import BrokenLog, UnreadableLog
from games.refusals import KeyUsed, MatchClosed, NoSuchMatch, NotNow, NotYourSeat, StaleDecision, TooOften
from games.services.play.log_checks import tell_desk_if_broken
from pirates.errors import IllegalMove, MalformedMove, RulesError

log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"

_REFUSALS: Mapping[type[RulesError], tuple[HTTPStatus, str | Promise]] = {
    MalformedMove: (HTTPStatus.BAD_REQUEST, _("Correct the request and send it again.")),
    NotYourSeat: (HTTPStatus.FORBIDDEN, _("Ask with the account that has this right.")),
    NoSuchMatch: (HTTPStatus.NOT_FOUND, _("Look for it in matches/, or ask its host for an invitation.")),
    StaleDecision: (HTTPStatus.CONFLICT, ""),
    MatchClosed: (HTTPStatus.CONFLICT, _("Its log and its export can still be read.")),
    NotNow: (HTTPStatus.CONFLICT, _("Read the match again to see how it stands.")),
    KeyUsed: (HTTPStatus.UNPROCESSABLE_ENTITY, _("Nothing was done. Send this one with a key of its own.")),
    TooOften: (HTTPStatus.TOO_MANY_REQUESTS, _("Wait as long as `retry_after` says; moves are not held up by this.")),
    IllegalMove: (HTTPStatus.UNPROCESSABLE_ENTITY, _("The match's moves/ lists what is allowed now.")),
}
_NEXT: Mapping[int, str | Promise] = {
    401: _("Sign in, or send an API key as `Authorization: Bearer <key>`."),
    403: _("Sign in again, and send the CSRF token with everything that changes something."),
    404: _("Look at docs/ for the addresses of this service; each ends with a slash."),
    405: _("Look at docs/ for what this address allows."),
    415: _("Send application/json."),
}


def answer_with_problem(error: Exception, _context: object = None) -> Response | None:
    """Return the answer to a refusal, or None for an unexpected error."""
    answer = _answer(error)
    if answer is not None:
        log.info("api_refused", status=answer.status_code, code=answer.data["code"])
    return answer


def _answer(error: Exception) -> Response | None:
    match error:
        case RulesError():
            status, advice = _REFUSALS[next(kind for kind in type(error).__mro__ if kind in _REFUSALS)]
            answer = problem(status, error.code, f"{error.sentence} {advice}".strip(), **error.data)
            return _with_wait(answer, error.data.get("retry_after"))
        case ValidationError():
            return problem(400, "not_valid", " ".join(error.messages))
        case BrokenLog():
            tell_desk_if_broken(error)
            return problem(
                503, "match_stopped", gettext("The log of this match is not whole. It stands still; the crew was told.")
            )
        case UnreadableLog():
            return problem(
                503, "match_parked", gettext("This match waits for newer code; nothing in it is lost. Try later.")
            )
        case Http404():
            return _answer(exceptions.NotFound())
        case PermissionDenied():
            return _answer(exceptions.PermissionDenied())
        case exceptions.APIException():
            return _answer_framework(error)
        case _:
            return None


def _answer_framework(error: exceptions.APIException) -> Response:
    detail = f"{error.detail} {_NEXT.get(error.status_code, '')}".strip()
    answer = problem(error.status_code, str(getattr(error.detail, "code", "") or error.default_code), detail)
    challenge = getattr(error, "auth_header", None)
    if challenge:
        answer["WWW-Authenticate"] = challenge
    return _with_wait(answer, getattr(error, "wait", None))


def _with_wait(answer: Response, wait: Any) -> Response:
    if wait is not None:
        answer["Retry-After"] = str(math.ceil(wait))
    return answer


class ProblemResponse(Response):
    """A refusal, rendered as JSON even if the view renders its answers in another format."""

    @property
    def rendered_content(self) -> bytes:  # type: ignore[override]
        """The body as JSON; sets the content type."""
        self["Content-Type"] = MEDIA_TYPE
        return to_json(self.data)


def problem(status: int, code: str, detail: str, **data: Any) -> ProblemResponse:
    """Return a problem+json answer; `data` becomes members beside the standard ones."""
    return ProblemResponse(_body(status, code, detail, data), status=int(status))


def bare_problem(status: int, code: str, detail: str, **data: Any) -> HttpResponse:
    """Return the same as `problem`, as a plain Django response for use outside the API's views."""
    return HttpResponse(to_json(_body(status, code, detail, data)), status=status, content_type=MEDIA_TYPE)


def _body(status: int, code: str, detail: str, data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **data,
        "type": f"urn:letters-of-marque:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": detail,
    }
