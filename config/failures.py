"""Answers to failures of the service: 503 if the database is away, otherwise 500."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.translation import gettext as _

from games.api.errors import bare_problem
from games.sweeps.outages import AWAY

RETRY_SECONDS = 5
_API = "/api/"


def answer_failure(request: HttpRequest) -> HttpResponse:
    """Return the answer to an uncaught error: problem+json in the API, else a page that needs no database.

    A database that is away, held up or busy is 503, as whatever was asked has not been done and may be asked again.
    """
    is_away = isinstance(sys.exc_info()[1], AWAY)
    answer = _problem(is_away=is_away) if request.path.startswith(_API) else _page(is_away=is_away)
    answer["Cache-Control"] = "private, no-store"
    if is_away:
        answer["Retry-After"] = str(RETRY_SECONDS)
    return answer


def _problem(*, is_away: bool) -> HttpResponse:
    if is_away:
        sentence = _(
            "The service cannot reach its records just now. Nothing was changed. Send it again, with the same key."
        )
        return bare_problem(503, "unavailable", sentence, retry_after=RETRY_SECONDS)
    return bare_problem(500, "fault", _("Something broke on our side. The crew has been told."))


def _page(*, is_away: bool) -> HttpResponse:
    status = 503 if is_away else 500
    return HttpResponse(loader.get_template(f"{status}.html").render(), status=status)
