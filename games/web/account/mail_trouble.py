"""Mail that does not arrive: a test letter to the stopped address, and the page that its link opens."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.notifications.repairs import find_tried, take_up_again, try_address
from games.web.requests import member_of


@login_required
@require_POST
def try_mail(request: HttpRequest) -> HttpResponse:
    """Send a test letter to the reader's stopped address."""
    if try_address(member_of(request)):
        messages.success(request, _("A letter is on its way. Open the link in it."))
    else:
        messages.error(request, _("No letter was sent. One can be asked for every ten minutes."))
    return redirect("mail_preferences")


@require_http_methods(["GET", "HEAD", "POST"])
def mail_works(request: HttpRequest, ref: str, token: str) -> HttpResponse:
    """Ask whether the test letter arrived; a POST confirms it, and mail is sent again."""
    person = find_tried(ref, token)
    if person is None:
        raise Http404
    if request.method == "POST":
        take_up_again(person)
        messages.success(request, _("Letters come to you again."))
        return redirect("front")
    return render(request, "games/mail_works.html", {"address": person.email})
