"""Logs: the narrated log, the match at a position, and its export."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.mappers import log_answer
from games.api.parsing import read_query
from games.api.schema import documented
from games.api.schemas_in import LogQuery, NoQuery
from games.api.schemas_out import LogAnswer, PositionAnswer
from games.selectors.play.exports import export_match
from games.selectors.play.logs import narrated_log
from games.selectors.play.matches import find_match, view_at
from games.selectors.play.readers import open_copy


class LogView(PrivateView):
    """`matches/{id}/log/`."""

    @documented("Read the log", answers={200: LogAnswer}, query=LogQuery, path={"match_id": str})
    def get(self, request: Request, match_id: str) -> Response:
        """Return the log entries after a position, as the caller may know them."""
        after = read_query(request, LogQuery).after
        copy = open_copy(match_id, asker(request))
        lines = narrated_log(copy.book, copy.seat, after=after, upto=copy.book.position)
        return answer_with_etag(request, log_answer(copy.book, lines))


class PositionView(PrivateView):
    """`matches/{id}/at/{position}/`."""

    @documented("Read the match at a position", answers={200: PositionAnswer}, path={"match_id": str, "position": int})
    def get(self, request: Request, match_id: str, position: int) -> Response:
        """Return the caller's view right after the log entry at a position."""
        read_query(request, NoQuery)
        reader = asker(request)
        book, view = view_at(find_match(match_id, reader), position, reader)
        return answer_with_etag(request, PositionAnswer(book.position, book.head, view))


class ExportView(PrivateView):
    """`matches/{id}/export/`."""

    @documented("Export a match", answers={200: dict}, path={"match_id": str})
    def get(self, request: Request, match_id: str) -> Response:
        """Return a finished match in full, for `python -m pirates.verify`; a running one as the caller saw it."""
        read_query(request, NoQuery)
        copy = open_copy(match_id, asker(request))
        answer = answer_with_etag(request, export_match(copy.book, copy.seat))
        answer["Content-Disposition"] = f'attachment; filename="match-{copy.match.pk}.json"'
        return answer
