"""Troubles and mail at the desk: undelivered mails to retry, odd incoming mails to read, and the workers."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.desk.access import LONGEST_REASON, number_in, reason_for, referees_only, remember_reason
from games.desk.odd_mails import Belonging, belonging_of, show_mail
from games.models import DeskRecord, InboundMail, Match, OutboxMail, RestingProvider
from games.notifications.providers import retry_mails
from games.outbox import claims
from games.selectors.desk.crew import hear_crew
from games.selectors.desk.troubles import MOST_ON_PAGE, find_troubles, mail_troubles, odd_mails, parked_mails
from games.services.desk.desk import DeskLook, open_at_desk, record_act, require_neutral_here
from games.texts import clean_text
from games.web.requests import member_of


@require_safe
@referees_only
def show_troubles(request: HttpRequest) -> HttpResponse:
    """Show the troubles that need a human: matches by health, disputes, mails."""
    return render(request, "desk/troubles.html", {"troubles": find_troubles(member_of(request))})


@require_safe
@referees_only
def show_workers(request: HttpRequest) -> HttpResponse:
    """Show recently active workers and their tasks, and when each sweep last ran; read from rows, without waiting."""
    return render(request, "desk/workers.html", {"crew": hear_crew()})


@require_safe
@referees_only
def list_parked(request: HttpRequest) -> HttpResponse:
    """List the parked mails (delivery was given up), newest first."""
    rows = list(parked_mails(member_of(request), number_in(request, "before"))[: MOST_ON_PAGE + 1])
    context = {"mails": rows[:MOST_ON_PAGE], "older": rows[MOST_ON_PAGE - 1].pk if len(rows) > MOST_ON_PAGE else None}
    about = {"troubles": mail_troubles(), "resting": RestingProvider.objects.all()[:MOST_ON_PAGE]}
    return render(request, "desk/parked.html", {**context, **about})


@require_POST
@referees_only
def retry_all(request: HttpRequest) -> HttpResponse:
    """Retry all mails that wait or were given up for one cause, at one provider, or both; 404 if neither is named."""
    told = {name: request.POST[name][:100] for name in ("trouble", "provider") if name in request.POST}
    if not told:
        raise Http404
    count = retry_mails(**told)
    record_act(referee=member_of(request), act=DeskRecord.Act.RETRIED, detail=f"{count} mails: {told}")
    words = ngettext("{count} mail is tried again.", "{count} mails are tried again.", count)
    messages.success(request, words.format(count=count))
    return redirect("desk_parked")


@require_POST
@referees_only
def retry(request: HttpRequest, number: int) -> HttpResponse:
    """Retry a parked mail; its relevance is checked again before it is sent."""
    mail = OutboxMail.objects.filter(pk=number).first()
    if mail is None:
        raise Http404
    if mail.match_id is not None:
        require_neutral_here(referee=member_of(request), match_id=mail.match_id)
    if claims.retry(mail):
        record_act(referee=member_of(request), act=DeskRecord.Act.RETRIED, detail=f"mail {number}")
        messages.success(request, _("The mail is tried again."))
    else:
        messages.info(request, _("This mail was not given up; nothing was done."))
    return redirect("desk_parked")


@require_safe
@referees_only
def list_odd(request: HttpRequest) -> HttpResponse:
    """List the incoming mails that were set aside, newest first."""
    rows = list(odd_mails(number_in(request, "before"))[: MOST_ON_PAGE + 1])
    context = {"mails": rows[:MOST_ON_PAGE], "older": rows[MOST_ON_PAGE - 1].pk if len(rows) > MOST_ON_PAGE else None}
    return render(request, "desk/odd.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@referees_only
def show_odd(request: HttpRequest, number: int) -> HttpResponse:
    """Show the readable parts of a set-aside mail after the referee gives a reason; the look is recorded.

    The mail belongs to its match, so referees who sit, sat or watched there are refused, as everywhere at the desk.
    """
    mail = odd_mails().filter(pk=number).first()
    if mail is None:
        raise Http404
    whose = belonging_of(mail)
    for match_id in (*whose.sure, *whose.likely):
        require_neutral_here(referee=member_of(request), match_id=match_id)
    said = clean_text(request.POST.get("reason", ""), LONGEST_REASON)
    if request.method == "POST" and said:
        remember_reason(request, f"mail {number}", said)
        return redirect("desk_odd_mail", number)
    reason = reason_for(request, f"mail {number}")
    if not reason:
        return render(request, "desk/mail_reason.html", {"mail": mail}, status=400 if request.method == "POST" else 200)
    _record_reading(member_of(request), mail, whose, reason)
    matches = Match.objects.filter(pk__in=whose.sure)
    context = {"mail": mail, "shown": show_mail(mail), "matches": matches, "seat": whose.seat}
    return render(request, "desk/odd_mail.html", context)


def _record_reading(referee: User, mail: InboundMail, whose: Belonging, reason: str) -> None:
    detail, act = f"inbound mail {mail.pk}", DeskRecord.Act.READ_MAIL
    for match_id in whose.sure:
        open_at_desk(referee=referee, act=act, sight=DeskLook(match_id=match_id, reason=reason, detail=detail))
    if not whose.sure:
        record_act(referee=referee, act=act, detail=detail, reason=reason)
