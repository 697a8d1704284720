"""Mail preferences: when the reader wants each kind of mail, and the mail of one match."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.mail_form import KindOfMail, MailForm
from accounts.mail_preferences import Timing
from games.models import MatchMailTiming, OutboxMail
from games.notifications.subscriptions import set_match_timing
from games.notifications.timing import timings_of
from games.selectors.play.matches import find_match, read_match
from games.wakeups import wake
from games.web.requests import member_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_preferences(request: HttpRequest) -> HttpResponse:
    """Show the reader's mail preferences; a POST changes them."""
    person = member_of(request)
    kinds = [KindOfMail(kind.value, str(kind.label), timings_of(kind)) for kind in OutboxMail.Kind]
    form = MailForm(request.POST or None, user=person, kinds=kinds)
    if request.method == "POST" and form.is_valid() and form.save():
        wake("mend_mail")
        messages.success(request, _("Saved."))
        return redirect("mail_preferences")
    own_timings = MatchMailTiming.objects.filter(person=person, match__ended_at=None).select_related("match")
    context = {"form": form, "own_timings": own_timings}
    return render(request, "games/mail_preferences.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def match_mail(request: HttpRequest, match_id: str) -> HttpResponse:
    """Set when the reader wants the mail of a match in which the reader sits."""
    person = member_of(request)
    match = find_match(match_id, person)
    chosen = request.POST.get("timing", "")
    if read_match(match, person).seat is not None and chosen in ("", *Timing.values):
        set_match_timing(person=person, match_id=match.pk, timing=Timing(chosen) if chosen else None)
        messages.success(request, _("Your wish about the mail of this match is kept."))
    return redirect(reverse("match", args=[match.pk]) + "#mail")
