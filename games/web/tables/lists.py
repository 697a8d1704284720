"""The lists of matches: the reader's own and the public tables, both with a filter and paged by cursor."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.tables.ends import ends_of
from games.selectors.tables.pages import Page, page_of_own, page_of_tables
from games.web.requests import member_of, reader_of
from games.web.tables.filters import OwnFilter, TableFilter
from pirates.errors import MalformedMove

PER_PAGE = 20


@dataclass(frozen=True, slots=True)
class ShownList:
    """A page of the list at `path`: its filter, its matches, and whether it is the first one."""

    path: str
    filter: OwnFilter | TableFilter
    page: Page
    is_first: bool

    @property
    def context(self) -> dict[str, object]:
        """The template context of the list."""
        return {"matches": self.page.matches, "filter": self.filter, "list": self}

    @property
    def further(self) -> str:
        """The query string of the next page; "" on the last."""
        if self.page.next_cursor is None:
            return ""
        return "&".join(part for part in (self.filter.query, f"after={self.page.next_cursor}") if part)


@login_required
@require_safe
def my_matches(request: HttpRequest) -> HttpResponse:
    """List the reader's matches: those that await the reader first, soonest deadline first; finished ones last."""
    return render(request, "games/my_matches.html", own_list(request).context)


@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    """List the public matches that need players, or the running ones that can be watched."""
    asked, reader = TableFilter(request.GET), reader_of(request)

    def read(cursor: str | None) -> Page:
        return page_of_tables(reader, asked.wanted, cursor=cursor, most=PER_PAGE)

    shown = _shown(request, asked, read)
    ends = ends_of(shown.page.matches, timezone.now())
    return render(request, "games/open_tables.html", {**shown.context, "ends": ends})


def own_list(request: HttpRequest) -> ShownList:
    """Return the page of the reader's matches that the request asks for."""
    asked, player = OwnFilter(request.GET), member_of(request)

    def read(cursor: str | None) -> Page:
        return page_of_own(player, asked.wanted, cursor=cursor, most=PER_PAGE)

    return _shown(request, asked, read)


def _shown(request: HttpRequest, asked: OwnFilter | TableFilter, read: Callable[[str | None], Page]) -> ShownList:
    """Return the page after the cursor `?after=`; the first page if there is no cursor or it is invalid."""
    cursor, path = request.GET.get("after"), reverse("my_matches" if isinstance(asked, OwnFilter) else "open_tables")
    try:
        return ShownList(path, asked, read(cursor), is_first=cursor is None)
    except MalformedMove:
        return ShownList(path, asked, read(None), is_first=True)
