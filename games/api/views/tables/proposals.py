"""Proposals: read the open one, propose, agree or refuse, withdraw."""

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.masking import as_far_as_known
from games.api.parsing import read_body, read_query
from games.api.proposal_answers import ProposalAnswer, ProposalsAnswer
from games.api.repeats import idempotency_key
from games.api.schema import documented
from games.api.schemas_in import ConsentBody, NoQuery, ProposalBody
from games.book.book import Book
from games.selectors.consent.consents import what_is_asked
from games.selectors.play.readers import open_copy
from games.services.consent.consents import answer_consent, ask_consent, pass_on_to, withdraw_proposal
from games.services.play.submitting import Receipt
from games.table.proposals import Abandon, AnyProposed, ProposePause, ProposeRewind
from pirates.errors import MalformedMove


class ProposalsView(PrivateView):
    """`matches/{id}/proposals/`."""

    @documented("Read what the table is asked", answers={200: ProposalsAnswer}, path={"match_id": str})
    def get(self, request: Request, match_id: str) -> Response:
        """Return the open proposal of a match, if there is one."""
        read_query(request, NoQuery)
        return answer_with_etag(request, _open(open_copy(match_id, asker(request)).book, request))

    @documented(
        "Ask the table to agree",
        body=ProposalBody,
        answers={201: ProposalsAnswer, 200: ProposalsAnswer},
        path={"match_id": str},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Propose something to all players; if there is nobody to ask, it is done at once."""
        body, player = read_body(request, ProposalBody), asker(request)
        with as_far_as_known(match_id, player):
            receipt = ask_consent(
                match_id=match_id, player=player, proposed=_proposed(body), channel="api", key=idempotency_key(request)
            )
        return _answer(receipt, request)


class ProposalView(PrivateView):
    """`matches/{id}/proposals/{number}/`."""

    @documented(
        "Agree or disagree",
        body=ConsentBody,
        answers={201: ProposalsAnswer, 200: ProposalsAnswer},
        path={"match_id": str, "number": int},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str, number: int) -> Response:
        """Agree to a proposal or refuse it; it is carried out once everybody has agreed."""
        body, player = read_body(request, ConsentBody), asker(request)
        with as_far_as_known(match_id, player):
            receipt = answer_consent(
                match_id=match_id,
                player=player,
                proposal=number,
                agrees=body.agrees,
                channel="api",
                key=idempotency_key(request),
            )
        return _answer(receipt, request)

    @documented(
        "Take the own proposal back",
        answers={204: None},
        path={"match_id": str, "number": int},
        is_repeatable=True,
    )
    def delete(self, request: Request, match_id: str, number: int) -> Response:
        """Withdraw the caller's proposal."""
        player = asker(request)
        with as_far_as_known(match_id, player):
            withdraw_proposal(
                match_id=match_id, player=player, proposal=number, channel="api", key=idempotency_key(request)
            )
        return Response(status=status.HTTP_204_NO_CONTENT)


def _answer(receipt: Receipt, request: Request) -> Response:
    code = status.HTTP_200_OK if receipt.is_repeat else status.HTTP_201_CREATED
    return Response(_open(receipt.book, request), code)


def _open(book: Book, request: Request) -> ProposalsAnswer:
    asked = what_is_asked(book, asker(request))
    if asked is None:
        return ProposalsAnswer(None)
    return ProposalsAnswer(
        ProposalAnswer(
            number=asked.number,
            seat=asked.seat,
            proposed=asked.proposed,
            to=asked.to or None,
            expires_at=asked.expires_at,
            agreed=list(asked.agreed),
            awaited=list(asked.awaited),
            is_asked=asked.is_asked,
            learned=list(asked.learned),
        )
    )


def _proposed(body: ProposalBody) -> AnyProposed:
    match body.proposed:
        case "rewind" if body.to is not None:
            return ProposeRewind(body.to)
        case "pause" if body.seconds is not None:
            return ProposePause(body.seconds)
        case "pass_on" if body.name is not None:
            return pass_on_to(body.name)
        case "abandon":
            return Abandon()
        case _:
            raise MalformedMove(
                "proposal_incomplete",
                _("`rewind` needs `to`, `pause` needs `seconds`, and `pass_on` needs `name`."),
            )
