"""Proposal pages: a player proposes something to the table, the others answer, the proposer may withdraw it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.logbook import store
from games.models import Match
from games.selectors.consent.consents import learned_since, what_is_asked
from games.selectors.play.matches import find_match
from games.selectors.play.names import names_of
from games.selectors.tables.own_seats import find_seat
from games.services.consent.consents import answer_consent, ask_consent, pass_on_to, withdraw_proposal
from games.table.proposals import Abandon, AnyProposed, ProposePause, ProposeRewind
from games.web.requests import key_of, member_of, status_of
from pirates.errors import MalformedMove, RulesError

LARGEST = 10**6
HOUR_SECONDS = 3600


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def consent(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the open proposal, or the form for a new one; a POST proposes it."""
    player = member_of(request)
    match = find_match(match_id, player)
    if request.method != "POST":
        return _show(request, match)
    try:
        receipt = ask_consent(
            match_id=match.pk, player=player, proposed=_proposed(request), channel="page", key=key_of(request)
        )
    except RulesError as refusal:
        return _show(request, match, refusal)
    is_open = receipt.book.table.proposal is not None
    messages.success(request, _("The others are asked.") if is_open else _("Nobody had to be asked; it is done."))
    return redirect("match", match.pk)


@login_required
@require_POST
def answer(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Agree to a proposal, refuse it, or withdraw the reader's own."""
    player, said = member_of(request), request.POST.get("answer")
    match = find_match(match_id, player)
    try:
        if said == "withdraw":
            withdraw_proposal(match_id=match.pk, player=player, proposal=number, channel="page", key=key_of(request))
        else:
            answer_consent(
                match_id=match.pk,
                player=player,
                proposal=number,
                agrees=_agrees(said),
                channel="page",
                key=key_of(request),
            )
    except RulesError as refusal:
        return _show(request, match, refusal)
    messages.success(request, _("Your answer counts."))
    return redirect("match", match.pk)


def _show(request: HttpRequest, match: Match, refusal: RulesError | None = None) -> HttpResponse:
    book, reader = store.open_book(match.pk), member_of(request)
    seat, to = find_seat(book, reader), _number(request.GET.get("to"))
    may_ask = seat is not None and book.has_begun and not book.is_over and book.table.chairs[seat].keeper == "player"
    context = {
        "match": match,
        "asked": what_is_asked(book, reader),
        "names": names_of(book),
        "seat": seat,
        "may_ask": may_ask,
        "to": to if 0 < to < book.position else "",
        "learned": learned_since(book, seat, to) if 0 < to < book.position else (),
        "refusal": refusal,
    }
    return render(request, "games/consent.html", context, status=status_of(refusal) if refusal else 200)


def _proposed(request: HttpRequest) -> AnyProposed:
    match request.POST.get("proposed"):
        case "rewind":
            return ProposeRewind(_number(request.POST.get("to")))
        case "pause":
            return ProposePause(_number(request.POST.get("hours")) * HOUR_SECONDS)
        case "abandon":
            return Abandon()
        case "pass_on":
            return pass_on_to(request.POST.get("name", ""))
        case _:
            raise MalformedMove("no_such_proposal", _("Choose what the table shall agree to."))


def _agrees(said: str | None) -> bool:
    if said not in ("agree", "refuse"):
        raise MalformedMove("no_answer_found", _("Choose whether you agree."))
    return said == "agree"


def _number(written: str | None) -> int:
    number = int(written) if written and written.isascii() and written.isdecimal() and len(written) < 10 else 0
    return min(number, LARGEST)
