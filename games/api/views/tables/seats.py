"""Seats: sit down, seat a bot, offer a seat, leave or resign."""

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api.answering import PrivateView, asker
from games.api.mappers import match_answer
from games.api.masking import as_far_as_known
from games.api.parsing import read_body
from games.api.repeats import idempotency_key
from games.api.schema import documented
from games.api.schemas_in import SeatBody
from games.api.schemas_out import MatchAnswer
from games.models import Match
from games.selectors.play.matches import find_match, read_match
from games.services.play.submitting import Receipt
from games.services.tables.invitation_links import find_invitation
from games.services.tables.invitations import accept_invitation
from games.services.tables.salts import salt_from_client
from games.services.tables.seats import give_up_seat, require_reachable, seat_bot, seat_player
from games.services.tables.substitutes import offer_seat
from pirates.errors import MalformedMove


class SeatsView(PrivateView):
    """`matches/{id}/seats/`."""

    @documented(
        "Sit down, or seat a bot",
        body=SeatBody,
        answers={201: MatchAnswer, 200: MatchAnswer},
        path={"match_id": str},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Seat the caller anywhere, at a number, by invitation, or back from a caretaker; the host can seat a bot."""
        body, player, key = read_body(request, SeatBody), asker(request), idempotency_key(request)
        if body.invitation is not None:
            receipt = _accept(match_id, player, body, key)
        else:
            receipt = _sit(find_match(match_id, player), player, body, key)
        reading = read_match(find_match(match_id, player), player)
        code = status.HTTP_200_OK if receipt.is_repeat else status.HTTP_201_CREATED
        return Response(match_answer(reading, player), code)


class OwnSeatView(PrivateView):
    """`matches/{id}/seats/me/`."""

    @documented(
        "Leave before the start, resign after it", answers={204: None}, path={"match_id": str}, is_repeatable=True
    )
    def delete(self, request: Request, match_id: str) -> Response:
        """Give up the caller's seat."""
        player = asker(request)
        with as_far_as_known(match_id, player):
            give_up_seat(match_id=match_id, player=player, key=idempotency_key(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class OfferView(PrivateView):
    """`matches/{id}/seats/{number}/offer/`."""

    @documented(
        "Offer the seat of somebody who does not come",
        answers={201: MatchAnswer, 200: MatchAnswer},
        path={"match_id": str, "number": int},
        is_repeatable=True,
    )
    def post(self, request: Request, match_id: str, number: int) -> Response:
        """Offer the seat of an absent player to anybody, until its player is back; seats count from 0."""
        player = asker(request)
        with as_far_as_known(match_id, player):
            receipt = offer_seat(
                match_id=match_id, player=player, seat=number, channel="api", key=idempotency_key(request)
            )
        reading = read_match(find_match(match_id, player), player)
        code = status.HTTP_200_OK if receipt.is_repeat else status.HTTP_201_CREATED
        return Response(match_answer(reading, player), code)


def _sit(match: Match, player: User, body: SeatBody, key: str) -> Receipt:
    if body.bot:
        return seat_bot(match_id=match.pk, host=player, key=key, seat=body.seat)
    require_reachable(match, player)
    salt = salt_from_client(body.salt)
    return seat_player(match_id=match.pk, player=player, key=key, seat=body.seat, salt=salt)


def _accept(match_id: str, player: User, body: SeatBody, key: str) -> Receipt:
    if body.bot or body.seat is not None:
        raise MalformedMove("one_way_only", _("An invitation seats its holder anywhere; leave `seat` and `bot` out."))
    invitation = find_invitation(body.invitation or "")
    if invitation is None or invitation.match_id != match_id:
        find_match(match_id, player)
        raise MalformedMove(
            "no_such_invitation", _("This invitation does not open this match; ask its host for another.")
        )
    return accept_invitation(invitation=invitation, player=player, key=key, salt=salt_from_client(body.salt))
