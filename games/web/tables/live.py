"""Live pages: a page asks every few seconds whether what its reader is shown has changed, and gets it if so."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.play.live import tag_of_list
from games.selectors.play.matches import find_match, read_match
from games.selectors.tables.lists import count_my_moves
from games.web.match.match_page import MatchPage, answer_with_match
from games.web.requests import member_of, reader_of
from games.web.tables.lists import own_list

_NOT_MODIFIED = 304
_NO_MESSAGES = {"messages": ()}
"""What was said to the reader after a POST is for the page that the reader goes to, not for one that only asks."""


@require_safe
def show_changes(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer with the match page, or with 304 if nothing has changed for whoever has this ETag."""
    reader = reader_of(request)
    match = find_match(match_id, reader)
    moves_waiting = 0 if reader is None else count_my_moves(reader)
    tag = f'"{MatchPage(read_match(match, reader), reader).tag}-{moves_waiting}"'
    if _is_known(request, tag):
        return _tagged(HttpResponse(status=_NOT_MODIFIED), tag)
    return _tagged(answer_with_match(request, match, more=_NO_MESSAGES), tag)


@login_required
@require_safe
def show_list_changes(request: HttpRequest) -> HttpResponse:
    """Answer with the reader's list of matches, or with 304 if it is still what it was."""
    shown, moves_waiting = own_list(request), count_my_moves(member_of(request))
    tag = f'"{tag_of_list(shown.page.matches)}-{moves_waiting}"'
    if _is_known(request, tag):
        return _tagged(HttpResponse(status=_NOT_MODIFIED), tag)
    return _tagged(render(request, "games/my_matches.html", {**shown.context, **_NO_MESSAGES}), tag)


def _is_known(request: HttpRequest, tag: str) -> bool:
    known = request.headers.get("If-None-Match", "").split(",")
    return tag in {each.strip().removeprefix("W/") for each in known}


def _tagged(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"], answer["Cache-Control"] = tag, "private, no-store"
    return answer
