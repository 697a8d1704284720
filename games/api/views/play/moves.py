"""Moves: list the legal moves, play one, take one back."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.mappers import legal_moves, played
from games.api.masking import as_far_as_known
from games.api.parsing import read_body, read_query
from games.api.rendering import to_json
from games.api.repeats import idempotency_key
from games.api.schema import documented
from games.api.schemas_in import MoveBody, MovesQuery, QueuedBody, TakeBackBody
from games.api.schemas_out import LegalMoves, Played
from games.book.book import Book
from games.selectors.play.readers import answers_of, open_copy
from games.services.play.moves import MoveReader, in_json, in_notation, submit_move
from games.services.play.takebacks import take_back_move
from pirates.commands import Move
from pirates.errors import MalformedMove
from pirates.seats import Seat


class MovesView(PrivateView):
    """`matches/{id}/moves/`."""

    @documented("List the legal moves", answers={200: LegalMoves}, query=MovesQuery, path={"match_id": str})
    def get(self, request: Request, match_id: str) -> Response:
        """Return the legal moves of the caller's open decisions; none for a spectator."""
        most = read_query(request, MovesQuery).limit
        copy = open_copy(match_id, asker(request))
        return answer_with_etag(request, legal_moves(copy, answers_of(copy, most + 1), most))

    @documented(
        "Play a move",
        body=MoveBody,
        answers={201: Played, 200: Played},
        path={"match_id": str},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Answer an open decision; 200 instead of 201 marks a repeat of this request."""
        body, player = read_body(request, MoveBody), asker(request)
        with as_far_as_known(match_id, player):
            receipt = submit_move(
                match_id=match_id,
                player=player,
                decision=body.decision,
                move=reader_of_move(body),
                channel="api",
                key=idempotency_key(request),
            )
        code = status.HTTP_200_OK if receipt.is_repeat else status.HTTP_201_CREATED
        return Response(played(receipt, player), code)


class TakeBackView(PrivateView):
    """`matches/{id}/moves/takeback/`."""

    @documented(
        "Take the own last move back",
        body=TakeBackBody,
        answers={201: Played, 200: Played},
        path={"match_id": str},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Take back the move at `position`, if it is the caller's, nobody has acted since, and it revealed nothing."""
        body, player = read_body(request, TakeBackBody), asker(request)
        with as_far_as_known(match_id, player):
            receipt = take_back_move(
                match_id=match_id,
                player=player,
                position=body.position,
                channel="api",
                key=idempotency_key(request),
            )
        code = status.HTTP_200_OK if receipt.is_repeat else status.HTTP_201_CREATED
        return Response(played(receipt, player), code)


def reader_of_move(body: MoveBody | QueuedBody) -> MoveReader:
    """Return a parser for the Move of a body, given as JSON or in notation; raises MalformedMove unless just one is."""
    if (body.move is None) == (body.notation is None):
        raise MalformedMove("one_way_only", _("Send the move either as `move` or as `notation`."))
    return in_notation(body.notation or "") if body.move is None else _own_move(body.move)


def _own_move(move: dict[str, Any]) -> MoveReader:
    """Return a parser for a Move in JSON; a missing seat is the caller's."""

    def read(book: Book, seat: Seat) -> Move:
        return in_json(to_json({"seat": seat, **move}))(book, seat)

    return read
