"""Language: the choice of a language in the footer of every page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.preferences import change_preferences
from games.web.requests import member_of, reader_of


@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Switch this browser, and the account if signed in, to the language named in `language`.

    The form of a signed-out reader has no CSRF token, so that public pages set no cookie; a forged one could change
    nothing but the language.
    """
    return set_language(request) if reader_of(request) is None else _speak_to_account(request)


@csrf_protect
def _speak_to_account(request: HttpRequest) -> HttpResponse:
    code = request.POST.get("language", "")
    if code in dict(settings.LANGUAGES):
        change_preferences(user=member_of(request), language=code)
    return set_language(request)
