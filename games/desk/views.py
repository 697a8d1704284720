"""Moments at the desk: a match at any position as each seat saw it, with the full entry, mails, clocks and chain."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.desk.access import LONGEST_REASON, ask_reason, find_at_desk, keep_reason, reason_for, referees_only
from games.logbook import store
from games.models import DeskRecord, Dispute
from games.selectors.desk.moments import DeskMoment, show_at_desk
from games.services.desk.desk import DeskLook, open_at_desk
from games.texts import clean_text
from games.web.replay.boards import draw_board
from games.web.requests import member_of
from pirates.seats import Seat

_DIGITS = 6
SPECTATOR = "watcher"


@require_http_methods(["GET", "HEAD", "POST"])
@referees_only
def open_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask for a reason to open a match; once it is given, redirect to `?position=`, else to the newest moment."""
    match = find_at_desk(request, match_id)
    reason = clean_text(request.POST.get("reason", ""), LONGEST_REASON)
    if request.method == "POST" and reason:
        keep_reason(request, match.pk, reason)
    elif not reason_for(request, match.pk):
        status = 400 if request.method == "POST" else 200
        return render(request, "desk/reason.html", {"match": match}, status=status)
    asked = _number(request.GET.get("position", ""))
    position = match.position if asked is None else min(max(asked, 1), match.position)
    answer = redirect("desk_moment", match.pk, position)
    answer["Location"] += _seats_query(request)
    return answer


@require_safe
@referees_only
def show_moment(request: HttpRequest, match_id: str, position: int) -> HttpResponse:
    """Show a match right after one entry as the requested seats saw it; the look is recorded first."""
    match = find_at_desk(request, match_id)
    if not reason_for(request, match.pk):
        return ask_reason(match.pk)
    seats = _seats(request)
    for seat in seats:
        _record_look(request, match.pk, position, seat)
    moment = show_at_desk(match, position, seats)
    other = _number(request.GET.get("with", ""))
    compared = None
    if other is not None:
        for seat in seats:
            _record_look(request, match.pk, other, seat)
        compared = show_at_desk(match, other, seats)
    context = {
        "match": match,
        "moment": moment,
        "sights": _sights(request, moment),
        "compared": compared,
        "compared_sights": _sights(request, compared) if compared else [],
        "position": position,
        "last": moment.newest.position,
        "previous": max(position - 1, 1),
        "next": min(position + 1, moment.newest.position),
        "query": _seats_query(request),
        "seats": seats,
        "faults": store.find_faults(match.pk, upto=position),
        "disputes": Dispute.objects.filter(match=match),
    }
    return render(request, "desk/moment.html", context)


def _sights(request: HttpRequest, moment: DeskMoment) -> list[tuple[object, object]]:
    return [(seen, draw_board(request, seen.reading, f"at-{moment.position}-{seen.seat}-")) for seen in moment.seen]


def _record_look(request: HttpRequest, match_id: str, position: int, seat: Seat | None) -> None:
    reason = reason_for(request, match_id)
    sight = DeskLook(match_id=match_id, position=position, seat=seat, reason=reason)
    open_at_desk(referee=member_of(request), act=DeskRecord.Act.LOOKED, sight=sight)


def _seats(request: HttpRequest) -> list[Seat | None]:
    """Return the seats of `?seat=1&seat=3` (counted from 1, as everywhere on pages), or None for a spectator."""
    asked = (_number(text) for text in request.GET.getlist("seat")[:6])
    seats = sorted({number - 1 for number in asked if number})
    return [*seats] or [None]


def _seats_query(request: HttpRequest) -> str:
    seats = [seat + 1 for seat in _seats(request) if seat is not None]
    return "?" + "&".join(f"seat={seat}" for seat in seats) if seats else ""


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else None
