"""Dispute pages: a player disputes a line of the log, answers the referee, withdraws the dispute, or appeals."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.logbook import store
from games.models import Match
from games.models.disputes import LONGEST_WORDS
from games.refusals import NoSuchMatch
from games.selectors.desk.disputes import desk_records_of, disputes_of, find_dispute
from games.selectors.play.logs import narrated_log
from games.selectors.play.matches import find_match
from games.selectors.play.names import names_of
from games.selectors.tables.own_seats import find_seat, own_seat
from games.services.desk.disputes import answer_referee, appeal_ruling, open_dispute, withdraw_dispute
from games.table.rules.disputes import MOST_DISPUTES_PER_SEAT
from games.web.requests import key_of, member_of, status_of
from pirates.errors import RulesError


@login_required
@require_safe
def show_disputes(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the disputes of a match, as far as the reader may read them."""
    return _answer(request, find_match(match_id, member_of(request)))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def dispute_entry(request: HttpRequest, match_id: str, position: int) -> HttpResponse:
    """Show the form to dispute a line of the log; a POST opens the dispute."""
    match, claim = find_match(match_id, member_of(request)), request.POST.get("text", "")
    if request.method != "POST":
        return _ask_claim(request, match, position)
    try:
        open_dispute(match_id=match.pk, player=member_of(request), position=position, claim=claim, key=key_of(request))
    except RulesError as refusal:
        return _ask_claim(request, match, position, refusal=refusal, claim=claim)
    messages.success(request, _("Your dispute is before the referees; the table is told that there is one."))
    return redirect("disputes", match.pk)


@login_required
@require_POST
def answer(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Answer a referee's question; raises NoSuchMatch if there is no such dispute."""

    def act(match: Match, text: str) -> str:
        dispute = find_dispute(match.pk, number)
        if dispute is None:
            raise NoSuchMatch
        seat = own_seat(store.open_book(match.pk), member_of(request))
        answer_referee(dispute=dispute, player=member_of(request), seat=seat, text=text, key=key_of(request))
        return _("The referee reads your answer.")

    return _do(request, match_id, act)


@login_required
@require_POST
def withdraw(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Withdraw the reader's own dispute."""

    def act(match: Match, _text: str) -> str:
        withdraw_dispute(match_id=match.pk, player=member_of(request), dispute=number, key=key_of(request))
        return _("You have let the dispute go.")

    return _do(request, match_id, act)


@login_required
@require_POST
def appeal(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Appeal: ask for another referee's ruling."""

    def act(match: Match, text: str) -> str:
        person = member_of(request)
        appeal_ruling(match_id=match.pk, player=person, dispute=number, grounds=text, key=key_of(request))
        return _("Another referee will rule.")

    return _do(request, match_id, act)


def _do(request: HttpRequest, match_id: str, act: Callable[[Match, str], str]) -> HttpResponse:
    match = find_match(match_id, member_of(request))
    try:
        said = act(match, request.POST.get("text", ""))
    except NoSuchMatch:
        raise
    except RulesError as refusal:
        return _answer(request, match, refusal=refusal)
    messages.success(request, said)
    return redirect("disputes", match.pk)


def _answer(request: HttpRequest, match: Match, refusal: RulesError | None = None) -> HttpResponse:
    book = store.open_book(match.pk)
    is_at_table = find_seat(book, member_of(request)) is not None
    context = {
        "match": match,
        "names": names_of(book),
        "readings": disputes_of(book, member_of(request)),
        "records": desk_records_of(book) if is_at_table else [],
        "is_over": book.is_over,
        "longest": LONGEST_WORDS,
        "refusal": refusal,
    }
    return render(request, "games/disputes.html", context, status=status_of(refusal) if refusal else 200)


def _ask_claim(request: HttpRequest, match: Match, position: int, **more: Any) -> HttpResponse:
    book = store.open_book(match.pk)
    seat = find_seat(book, member_of(request))
    lines = narrated_log(book, seat, after=position - 1, upto=position)
    if seat is None or not lines:
        raise NoSuchMatch
    refusal = more.get("refusal")
    context = {
        "match": match,
        "position": position,
        "line": lines[0],
        "most": MOST_DISPUTES_PER_SEAT,
        "longest": LONGEST_WORDS,
        **more,
    }
    return render(request, "games/dispute_entry.html", context, status=status_of(refusal) if refusal else 200)
