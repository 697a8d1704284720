"""The door for mail providers: 2xx once kept, 4xx for what is not genuine or not readable, 5xx if it is to be repeated.

There is never a redirect: the address is good with and without its last slash (F49).
"""

import structlog
from anymail.exceptions import AnymailError, AnymailWebhookValidationFailure
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.inbound.hooks import VIEWS, take_events, take_mail

log = structlog.get_logger(__name__)

_NOT_READABLE, _NOT_GENUINE, _TOO_LARGE, _AGAIN = 400, 403, 413, 503


@csrf_exempt
@require_http_methods(["HEAD", "POST"])
def mail_hook(request: HttpRequest, what: str) -> HttpResponse:
    """Take in what the configured provider posts; no such page where none, or no secret, is configured."""
    kinds = VIEWS.get(settings.MAIL_HOOKS)
    if kinds is None:
        raise Http404
    if request.method == "HEAD":
        return HttpResponse()
    if request.content_type == "multipart/form-data":
        request.encoding = "latin-1"  # so that a raw mail in a field stays what it was, byte for byte
    view = kinds[what]()
    try:
        view.run_validators(request)
    except AnymailWebhookValidationFailure:
        return HttpResponse(status=_NOT_GENUINE)
    except RequestDataTooBig:
        return HttpResponse(status=_TOO_LARGE)
    try:
        (take_mail if what == "inbound" else take_events)(view, request)
    except DatabaseError as error:
        log.exception("hook_not_kept", what=what, error=type(error).__name__)
        return HttpResponse(status=_AGAIN)
    except (AnymailError, ValueError, LookupError, TypeError, AttributeError) as error:
        log.warning("hook_not_readable", what=what, error=type(error).__name__)
        return HttpResponse(status=_NOT_READABLE)
    return HttpResponse()
