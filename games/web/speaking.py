"""Speaking: the choice of a language in the foot of every page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.preferences import change_preferences
from games.web.requests import reader_of


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Speak the language named in `language` from now on: in this browser, and to the account that is signed in."""
    reader, code = reader_of(request), request.POST.get("language", "")
    if reader is not None and code in dict(settings.LANGUAGES):
        change_preferences(user=reader, language=code)
    return set_language(request)
