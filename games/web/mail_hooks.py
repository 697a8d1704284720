"""Webhooks of mail providers: 2xx once stored, 4xx if not genuine or not readable, 5xx if the provider shall retry.

There is never a redirect: the address works with and without its last slash.
"""

import structlog
from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.webhooks.base import AnymailBaseWebhookView
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.inbound.doors.genuine import is_fresh
from games.inbound.doors.hooks import VIEWS, take_events, take_mail

log = structlog.get_logger(__name__)

MOST_BYTES = 32 * 1024 * 1024
"""Limit for a whole request with its files; DATA_UPLOAD_MAX_MEMORY_SIZE also limits the part held in memory."""
_NOT_READABLE, _NOT_GENUINE, _TOO_LARGE, _AGAIN = 400, 403, 413, 503


@csrf_exempt
@require_http_methods(["HEAD", "POST"])
def mail_hook(request: HttpRequest, what: str) -> HttpResponse:
    """Store what the configured provider posts; 404 if no provider or no secret is configured."""
    kinds = VIEWS.get(settings.MAIL_HOOKS)
    if kinds is None:
        raise Http404
    if request.method == "HEAD":
        return HttpResponse()
    if request.content_type == "multipart/form-data":
        request.encoding = "latin-1"  # keeps a raw mail in a form field byte for byte
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return HttpResponse(status=_TOO_LARGE)
    view = kinds[what]()
    if status := _why_refused(view, request):
        return HttpResponse(status=status)
    try:
        (take_mail if what == "inbound" else take_events)(view, request)
    except DatabaseError as error:
        log.exception("hook_not_kept", what=what, error=type(error).__name__)
        return HttpResponse(status=_AGAIN)
    except Exception as error:
        log.exception("hook_not_readable", what=what, error=type(error).__name__)
        return HttpResponse(status=_NOT_READABLE)
    return HttpResponse()


def _why_refused(view: AnymailBaseWebhookView, request: HttpRequest) -> int:
    """Return the error status for a request that is not genuine, not recent or not readable; 0 for any other."""
    try:
        view.run_validators(request)
        return 0 if is_fresh(request) else _NOT_GENUINE
    except AnymailWebhookValidationFailure:
        return _NOT_GENUINE
    except RequestDataTooBig:
        return _TOO_LARGE
    except Exception as error:  # noqa: BLE001 - anybody may post anything here, before any proof
        log.warning("hook_not_readable", error=type(error).__name__)
        return _NOT_READABLE
