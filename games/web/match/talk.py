"""Talk pages: messages to the table, private messages to one person, and the reader's own notes."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Match
from games.models.messages import LONGEST_MESSAGE, LONGEST_NOTES
from games.selectors.people.messages import heard_by, is_talk_open, newest_said, notes_of, talk_of
from games.selectors.play.matches import Reading, find_match, read_match
from games.services.people.messages import keep_notes, say, set_muted
from games.web.match.match_page import answer_with_match
from games.web.requests import key_of, member_of, reader_of, status_of
from pirates.errors import RulesError
from pirates.seats import Seat

MOST_ON_PAGE = 50
_LONGEST_NUMBER = 9

any_reading = require_http_methods(["GET", "HEAD", "POST"])


@any_reading
def table_talk(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the talk at the table; a POST says something there."""
    if request.method == "POST":
        return _speak(request, match_id)
    return _answer_with_talk(request, find_match(match_id, reader_of(request)))


@login_required
@any_reading
def private_talk(request: HttpRequest, match_id: str, seat: Seat) -> HttpResponse:
    """Show the private talk of the reader and the player at one seat; a POST says something there."""
    if request.method == "POST":
        return _speak(request, match_id, seat)
    return _answer_with_talk(request, find_match(match_id, member_of(request)), seat)


@login_required
@require_POST
def mute(request: HttpRequest, match_id: str, seat: Seat | None = None) -> HttpResponse:
    """Mute the table or one person, or (`again=1`) unmute them. They are not notified."""
    match = find_match(match_id, member_of(request))
    is_muted = request.POST.get("again") != "1"
    try:
        set_muted(match_id=match.pk, person=member_of(request), seat=seat, is_muted=is_muted)
    except RulesError as refusal:
        return answer_with_match(request, match, refusal=refusal)
    messages.success(request, _("Muted. Nobody is told.") if is_muted else _("You hear this talk again."))
    return _back(match, seat)


@login_required
@any_reading
def notes(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the reader's own notes on a match; a POST saves new ones."""
    person = member_of(request)
    match = find_match(match_id, person)
    if request.method != "POST":
        return _answer_with_notes(request, match)
    text, version = request.POST.get("text", ""), _number(request.POST.get("version"))
    try:
        keep_notes(match_id=match.pk, person=person, text=text, version=version)
    except RulesError as refusal:
        return _answer_with_notes(request, match, refusal=refusal, draft=text)
    messages.success(request, _("Your notes are kept."))
    return _to(match, "notes")


@login_required
def _speak(request: HttpRequest, match_id: str, seat: Seat | None = None) -> HttpResponse:
    match, text = find_match(match_id, member_of(request)), request.POST.get("text", "")
    try:
        say(match_id=match.pk, author=member_of(request), text=text, key=key_of(request), seat=seat)
    except RulesError as refusal:
        return _answer_with_talk(request, match, seat, refusal=refusal, draft=text)
    if request.POST.get("whole") == "1":
        return redirect(reverse("talk", args=[match.pk]) + "#newest")
    return _back(match, seat)


def _answer_with_talk(
    request: HttpRequest,
    match: Match,
    seat: Seat | None = None,
    *,
    refusal: RulesError | None = None,
    draft: str = "",
) -> HttpResponse:
    reader = reader_of(request)
    reading = read_match(match, reader)
    try:
        talk = talk_of(reading.book, reader, seat)
    except RulesError as not_there:
        return answer_with_match(request, match, refusal=not_there)
    heard = heard_by(match, reader)
    said = newest_said(heard, talk, before=_number(request.GET.get("before")), most=MOST_ON_PAGE)
    context = {
        **_of_page(match, reading, refusal, draft),
        "said": said,
        "partner": None if seat is None else (seat, reading.names[seat]),
        "is_muted": talk in heard.muted,
        "is_open": is_talk_open(match),
        "longest_message": LONGEST_MESSAGE,
    }
    template = "games/talk_table.html" if seat is None else "games/talk_private.html"
    return render(request, template, context, status=status_of(refusal) if refusal else 200)


def _answer_with_notes(
    request: HttpRequest, match: Match, *, refusal: RulesError | None = None, draft: str = ""
) -> HttpResponse:
    reading = read_match(match, member_of(request))
    kept = notes_of(match, member_of(request))
    more = {"notes": kept, "longest_notes": LONGEST_NOTES}
    context = {**_of_page(match, reading, refusal, draft), **more}
    return render(request, "games/talk_notes.html", context, status=status_of(refusal) if refusal else 200)


def _of_page(match: Match, reading: Reading, refusal: RulesError | None, draft: str) -> dict[str, Any]:
    return {"match": match, "seat": reading.seat, "refusal": refusal, "draft": draft}


def _back(match: Match, seat: Seat | None) -> HttpResponseRedirect:
    if seat is None:
        return _to(match, "talk")
    return HttpResponseRedirect(reverse("private_talk", args=[match.pk, seat]) + "#newest")


def _to(match: Match, part: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("match", args=[match.pk]) + f"#{part}")


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER else None
