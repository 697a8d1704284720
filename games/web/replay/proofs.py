"""The public proof of a finished match: seal, opening, chain, and the report of verifying them again."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.book.book import Book
from games.logbook import store
from games.models import Match
from games.selectors.play.exports import export_match
from games.selectors.play.matches import find_match
from games.selectors.play.names import names_of
from games.table.events.core import MatchOpened, Rewound, SeatHandedOver, SecretOpened
from games.table.events.disputes import RulingMade
from games.web.requests import reader_of
from pirates.verify import verify


@require_safe
def show_proof(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the proof of a finished match; the reader's browser verifies seal and chain again by itself."""
    match, book = _finished(request, match_id)
    events = [event for entry in store.read_entries(book) for event in entry.events]
    opened = next(event for event in events if isinstance(event, MatchOpened))
    context = {
        "match": match,
        "commitment": opened.commitment,
        "secret": next(event.secret for event in events if isinstance(event, SecretOpened)),
        "salts": list(zip(names_of(book), book.table.chairs, strict=True)),
        "entries": book.position,
        "head": book.head,
        "rewinds": sum(isinstance(event, Rewound) for event in events),
        "changes": sum(isinstance(event, SeatHandedOver) for event in events),
        "rulings": sum(isinstance(event, RulingMade) for event in events),
        "report": verify(export_match(book, None)),
    }
    return render(request, "games/proof.html", context)


@require_safe
def show_export(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the export of a finished match as JSON."""
    match, book = _finished(request, match_id)
    answer = HttpResponse(export_match(book, None), content_type="application/json")
    answer["Content-Disposition"] = f'inline; filename="match-{match.pk}.json"'
    return answer


def _finished(request: HttpRequest, match_id: str) -> tuple[Match, Book]:
    match = find_match(match_id, reader_of(request))
    book = store.open_book(match.pk)
    if not book.is_over:
        raise Http404
    return match, book
