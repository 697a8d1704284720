"""Disputes: open one, answer the referee, withdraw it, appeal."""

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.dispute_answers import DisputeAnswer, DisputeList, RulingAnswer, WordAnswer
from games.api.parsing import read_body, read_query
from games.api.repeats import idempotency_key
from games.api.schema import documented
from games.api.schemas_in import DisputeBody, NoQuery, WordsBody
from games.logbook import store
from games.refusals import NoSuchMatch
from games.selectors.desk.disputes import DisputeReading, disputes_of, find_dispute
from games.selectors.play.matches import find_match
from games.selectors.tables.own_seats import own_seat
from games.services.desk.disputes import answer_referee, appeal_ruling, open_dispute, withdraw_dispute
from games.services.play.submitting import Receipt


class DisputesView(PrivateView):
    """`matches/{id}/disputes/`."""

    @documented("Read the disputes", answers={200: DisputeList}, path={"match_id": str})
    def get(self, request: Request, match_id: str) -> Response:
        """Return the disputes with the messages that the caller may read; an empty list for spectators."""
        read_query(request, NoQuery)
        match = find_match(match_id, asker(request))
        return answer_with_etag(request, _listed(match.pk, asker(request)))

    @documented(
        "Dispute a log entry",
        body=DisputeBody,
        answers={201: DisputeList, 200: DisputeList},
        path={"match_id": str},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Dispute a log entry; only the referees and the caller can read the claim."""
        player = asker(request)
        find_match(match_id, player)
        body = read_body(request, DisputeBody)
        receipt = open_dispute(
            match_id=match_id, player=player, position=body.position, claim=body.text, key=idempotency_key(request)
        )
        return _answer(receipt, player)


class DisputeView(PrivateView):
    """`matches/{id}/disputes/{number}/`."""

    @documented("Let a dispute go", answers={204: None}, path={"match_id": str, "number": int}, is_repeatable=True)
    def delete(self, request: Request, match_id: str, number: int) -> Response:
        """Withdraw the caller's own dispute before it is ruled on."""
        player = asker(request)
        find_match(match_id, player)
        withdraw_dispute(match_id=match_id, player=player, dispute=number, key=idempotency_key(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class DisputeAnswersView(PrivateView):
    """`matches/{id}/disputes/{number}/answers/`."""

    @documented(
        "Answer a referee",
        body=WordsBody,
        answers={200: DisputeList},
        path={"match_id": str, "number": int},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str, number: int) -> Response:
        """Answer a referee's question in a dispute."""
        player = asker(request)
        find_match(match_id, player)
        body, dispute = read_body(request, WordsBody), find_dispute(match_id, number)
        seat = own_seat(store.open_book(match_id), player)
        if dispute is None:
            raise NoSuchMatch
        answer_referee(dispute=dispute, player=player, seat=seat, text=body.text, key=idempotency_key(request))
        return Response(_listed(match_id, player))


class AppealView(PrivateView):
    """`matches/{id}/disputes/{number}/appeal/`."""

    @documented(
        "Appeal against a ruling",
        body=WordsBody,
        answers={201: DisputeList, 200: DisputeList},
        path={"match_id": str, "number": int},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str, number: int) -> Response:
        """Ask for another referee's ruling; possible once."""
        player = asker(request)
        find_match(match_id, player)
        grounds = read_body(request, WordsBody).text
        receipt = appeal_ruling(
            match_id=match_id, player=player, dispute=number, grounds=grounds, key=idempotency_key(request)
        )
        return _answer(receipt, player)


def _answer(receipt: Receipt, player: User) -> Response:
    code = status.HTTP_200_OK if receipt.is_repeat else status.HTTP_201_CREATED
    return Response(_listed(receipt.book.match_id, player), code)


def _listed(match_id: str, reader: User) -> DisputeList:
    return DisputeList([_dispute(each) for each in disputes_of(store.open_book(match_id), reader)])


def _dispute(reading: DisputeReading) -> DisputeAnswer:
    dispute = reading.dispute
    return DisputeAnswer(
        number=dispute.number,
        seat=dispute.seat,
        position=dispute.position,
        status=dispute.status,  # type: ignore[arg-type]
        opened_at=dispute.opened_at,
        words=[WordAnswer(word.kind, word.seat, word.text, word.said_at) for word in reading.words],
        rulings=[
            RulingAnswer(each.position, type(each.made.order).__name__, each.made.reason, each.made.is_final)
            for each in reading.rulings
        ],
        may_answer=reading.may_answer,
        may_withdraw=reading.may_withdraw,
        may_appeal=reading.may_appeal,
    )
