"""Disputes at the desk: the list of waiting disputes, one dispute, questions to the table, and rulings."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.desk.access import ask_reason, find_at_desk, number_in, reason_for, referees_only
from games.desk.forms import QuestionForm, RulingForm
from games.models import DeskRecord, Dispute, Match
from games.selectors.desk.disputes import find_dispute, rulings_in
from games.selectors.desk.moments import learned_since
from games.selectors.desk.troubles import waiting_disputes
from games.selectors.play.names import names_of
from games.services.desk.desk import DeskLook, ask_table, open_at_desk, rule
from games.table.narration.disputes import say_order
from games.table.rulings import OrderRewind
from games.web.requests import key_of, member_of, status_of
from pirates.errors import RulesError

MOST_LISTED = 100


@require_safe
@referees_only
def list_disputes(request: HttpRequest) -> HttpResponse:
    """List the waiting disputes, oldest first, starting after the row number `?after=`."""
    rows = list(waiting_disputes(number_in(request, "after"))[: MOST_LISTED + 1])
    newer = rows[MOST_LISTED - 1].pk if len(rows) > MOST_LISTED else None
    return render(request, "desk/disputes.html", {"disputes": rows[:MOST_LISTED], "newer": newer})


@require_safe
@referees_only
def show_dispute(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Show a dispute: the claim, everything said since, and the forms to ask and to rule."""
    match = find_at_desk(request, match_id)
    if not reason_for(request, match.pk):
        return ask_reason(match.pk)
    return _answer(request, _find(match, number))


@require_POST
@referees_only
def ask(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Send a question to a seat or to the whole table."""
    dispute = _find(find_at_desk(request, match_id), number)
    form = QuestionForm(request.POST)
    if not form.is_valid():
        return _answer(request, dispute, question_form=form, status=400)
    seat = form.cleaned_data["seat"]
    asked = None if seat is None else seat - 1
    ask_table(
        referee=member_of(request), dispute=dispute, text=form.cleaned_data["text"], key=key_of(request), seat=asked
    )
    messages.success(request, _("The table was asked."))
    return redirect("desk_dispute", match_id, number)


@require_POST
@referees_only
def rule_on(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a preview of a ruling; a second POST from that page (`confirmed`) makes it."""
    match = find_at_desk(request, match_id)
    if not reason_for(request, match.pk):
        return ask_reason(match.pk)
    form = RulingForm(request.POST)
    if not form.is_valid():
        return _answer_to(request, match, form, status=400)
    if "confirmed" not in request.POST:
        return _preview(request, match, form)
    try:
        _make(request, match, form)
    except RulesError as refusal:
        form.add_error(None, refusal.sentence)
        return _answer_to(request, match, form, status=status_of(refusal))
    messages.success(request, _("The ruling stands in the log, and the table is told."))
    return redirect("desk_moment", match.pk, Match.objects.get(pk=match.pk).position)


def _make(request: HttpRequest, match: Match, form: RulingForm) -> None:
    rule(
        match_id=match.pk,
        referee=member_of(request),
        order=form.cleaned_data["made"],
        reason=form.cleaned_data["reason"],
        key=key_of(request),
        dispute=form.cleaned_data["dispute"],
    )


def _preview(request: HttpRequest, match: Match, form: RulingForm) -> HttpResponse:
    order = form.cleaned_data["made"]
    look = DeskLook(match_id=match.pk, reason=reason_for(request, match.pk), detail=type(order).__name__)
    book = open_at_desk(referee=member_of(request), act=DeskRecord.Act.LOOKED, sight=look)
    names = names_of(book)
    learned = learned_since(book, order.to) if isinstance(order, OrderRewind) else []
    context = {
        "match": match,
        "form": form,
        "said": say_order(order, names),
        "learned": [(names[seat], lines) for seat, lines in learned],
        "winds_back": isinstance(order, OrderRewind),
    }
    return render(request, "desk/confirm.html", context)


def _answer_to(request: HttpRequest, match: Match, form: RulingForm, *, status: int) -> HttpResponse:
    number = form.data.get("dispute", "")
    if number.isdecimal():
        return _answer(request, _find(match, int(number)), ruling_form=form, status=status)
    return render(request, "desk/rule.html", {"match": match, "ruling_form": form}, status=status)


@require_safe
@referees_only
def rule_unasked(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the form for a ruling without a dispute."""
    match = find_at_desk(request, match_id)
    if not reason_for(request, match.pk):
        return ask_reason(match.pk)
    return render(request, "desk/rule.html", {"match": match, "ruling_form": RulingForm()})


def _answer(request: HttpRequest, dispute: Dispute, *, status: int = 200, **forms: Any) -> HttpResponse:
    sight = DeskLook(match_id=dispute.match_id, position=dispute.position, reason=reason_for(request, dispute.match_id))
    book = open_at_desk(referee=member_of(request), act=DeskRecord.Act.OPENED, sight=sight)
    names = names_of(book)
    context = {
        "match": dispute.match,
        "dispute": dispute,
        "names": names,
        "words": dispute.words.select_related("author"),
        "claimant": names[dispute.seat] if dispute.seat is not None else "",
        "rulings": [each.made for each in rulings_in(book) if each.made.dispute == dispute.number],
        "ruling_form": RulingForm(initial={"dispute": dispute.number, "to": max(dispute.position - 1, 1)}),
        "question_form": QuestionForm(),
        **forms,
    }
    return render(request, "desk/dispute.html", context, status=status)


def _find(match: Match, number: int) -> Dispute:
    dispute = find_dispute(match.pk, number)
    if dispute is None:
        raise Http404
    return dispute
