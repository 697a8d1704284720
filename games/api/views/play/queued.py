"""Queued moves: the move that the caller plays when asked next."""

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.masking import as_far_as_known
from games.api.parsing import read_body, read_query
from games.api.queue_answers import DroppedAnswer, QueueAnswer, QueuedAnswer
from games.api.schema import documented
from games.api.schemas_in import NoQuery, QueuedBody
from games.api.views.play.moves import reader_of_move
from games.refusals import NotYourSeat
from games.selectors.play.queued import can_queue, find_queued
from games.selectors.play.readers import Copy, open_copy
from games.services.play.queued_moves import queue_move, withdraw_move


class QueuedView(PrivateView):
    """`matches/{id}/queued/`."""

    @documented("Read the own queued move", answers={200: QueueAnswer}, path={"match_id": str})
    def get(self, request: Request, match_id: str) -> Response:
        """Return the caller's queued move; only the caller can read it."""
        read_query(request, NoQuery)
        player = asker(request)
        copy = open_copy(match_id, player)
        if copy.seat is None:
            raise NotYourSeat
        return answer_with_etag(request, _answer(copy, player))

    @documented("Queue a move", body=QueuedBody, answers={200: QueueAnswer}, path={"match_id": str})
    def put(self, request: Request, match_id: str) -> Response:
        """Queue a move until the caller's seat is asked; it replaces a queued one. Refused while the seat is asked.

        It is tried when a required decision opens that is no window: played if legal then, else dropped.
        """
        body, player = read_body(request, QueuedBody), asker(request)
        move = body.notation if body.move is None and body.notation is not None else reader_of_move(body)
        with as_far_as_known(match_id, player):
            queue_move(match_id=match_id, player=player, move=move)
        return Response(_answer(open_copy(match_id, player), player))

    @documented("Withdraw the own queued move", answers={204: None}, path={"match_id": str})
    def delete(self, request: Request, match_id: str) -> Response:
        """Withdraw the queued move; it is no error if there is none."""
        player = asker(request)
        with as_far_as_known(match_id, player):
            withdraw_move(match_id=match_id, player=player)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _answer(copy: Copy, player: User) -> QueueAnswer:
    row = find_queued(copy.book, player)
    queued = dropped = None
    if row is not None and row.dropped_at is None:
        queued = QueuedAnswer(row.notation, row.queued_at)
    elif row is not None:
        dropped = DroppedAnswer(row.notation, row.queued_at, row.why, row.decision or None)
    return QueueAnswer(can_queue(copy.book, copy.seat), queued, dropped)
