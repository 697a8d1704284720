"""Live updates: pages poll every few seconds and get new content only if it has changed."""

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
"""Hides flash messages: they are for the page that the reader is redirected to, not for one that polls."""


@require_safe
def show_changes(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the match page, or 304 if the ETag that the page sent is still current."""
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
    """Return the reader's list of matches, or 304 if it has not changed."""
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
