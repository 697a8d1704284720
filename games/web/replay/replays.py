"""Replay pages: any position of a match, and the downloads of a finished match."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.logbook import store
from games.refusals import NotNow
from games.selectors.play.matches import find_match
from games.selectors.play.replays import Eyes, Moment, Sight, opening_position, show_moment
from games.web.match.match_page import answer_with_match
from games.web.replay.boards import draw_board
from games.web.replay.replay_export import kept_page, written_match
from games.web.requests import reader_of

_DIGITS = 6
_NO_RIGHTS = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@require_safe
def show_replay(request: HttpRequest, match_id: str) -> HttpResponse:
    """Redirect to the position that the slider's form asks for, or to the opening position."""
    book = store.open_book(find_match(match_id, reader_of(request)).pk)
    asked = _number(request.GET.get("position", ""))
    position = opening_position(book) if asked is None else min(max(asked, 1), book.position)
    answer = redirect("replay_at", book.match_id, position)
    answer["Location"] += _query(_asked_eyes(request))
    return answer


@require_safe
def show_position(request: HttpRequest, match_id: str, position: int) -> HttpResponse:
    """Show a match right after one log entry, as far as the reader may see it."""
    match = find_match(match_id, reader_of(request))
    moment = show_moment(match, position, reader_of(request), _asked_eyes(request))
    last = moment.newest.position
    context = {
        "match": match,
        "moment": moment,
        "sights": [_drawn(request, sight, _prefix(moment, sight)) for sight in moment.sights],
        "position": position,
        "last": last,
        "previous": max(position - 1, 1),
        "next": min(position + 1, last),
        "query": _query(moment.eyes if moment.newest.is_over else Eyes()),
        "is_over": moment.newest.is_over,
    }
    return render(request, "games/replay.html", context)


@require_safe
def show_notation(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return every move of a finished match in plain notation; refuse while the match is not over."""
    match = find_match(match_id, reader_of(request))
    book = store.open_book(match.pk)
    if not book.is_over:
        return answer_with_match(request, match, refusal=_not_over())
    answer = HttpResponse(written_match(match, book), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="match-{match.pk}.txt"'
    return answer


@require_safe
def keep(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return a finished match as one HTML file to download; the sandbox policy gives it no rights on this site."""
    match = find_match(match_id, reader_of(request))
    book = store.open_book(match.pk)
    if not book.is_over:
        return answer_with_match(request, match, refusal=_not_over())
    answer = HttpResponse(kept_page(match, book))
    answer["Content-Security-Policy"] = _NO_RIGHTS
    answer["Content-Disposition"] = f'attachment; filename="match-{match.pk}.html"'
    return answer


def _not_over() -> NotNow:
    return NotNow("not_over", _("The match is not over yet; what can be kept of it is written then."))


def _prefix(moment: Moment, sight: Sight) -> str:
    """Return the id prefix of a board, which keeps it apart from the boards beside it; "" if it is the only one."""
    return f"eyes-{sight.seat}-" if len(moment.sights) > 1 else ""


def _drawn(request: HttpRequest, sight: Sight, prefix: str) -> tuple[Sight, str, SafeString]:
    return sight, prefix, draw_board(request, sight.reading, prefix)


def _asked_eyes(request: HttpRequest) -> Eyes:
    """Return the Eyes of `?open=1` or `?seat=2` (seats count from 1, as everywhere on pages and in notation)."""
    if request.GET.get("open") == "1":
        return Eyes(is_open=True)
    number = _number(request.GET.get("seat", ""))
    return Eyes(seat=None if number is None else number - 1)


def _query(eyes: Eyes) -> str:
    asked: dict[str, Any] = {}
    if eyes.is_open:
        asked["open"] = 1
    elif eyes.seat is not None:
        asked["seat"] = eyes.seat + 1
    return f"?{urlencode(asked)}" if asked else ""


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else None
