"""Matches: list, open, read, start, call off; and the invitations to one."""

from datetime import timedelta

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.mappers import invitation_link, match_answer, match_list
from games.api.masking import as_far_as_known
from games.api.parsing import read_body, read_query
from games.api.rendering import to_json
from games.api.repeats import idempotency_key
from games.api.schema import documented
from games.api.schemas_in import InvitationBody, MatchBody, MatchQuery, NoQuery, StartBody
from games.api.schemas_out import InvitationAnswer, MatchAnswer, MatchList
from games.selectors.play.matches import find_match, read_match
from games.selectors.tables.pages import MatchFilter, page_of_matches
from games.services.tables.invitations import invite_by_address, invite_by_link
from games.services.tables.matches import MatchPlan, call_off_match, open_match, start_match
from games.services.tables.salts import salt_from_client
from pirates.errors import MalformedMove
from pirates.registry import GAMES


class MatchesView(PrivateView):
    """`matches/`."""

    @documented("List matches, newest first", answers={200: MatchList}, query=MatchQuery)
    def get(self, request: Request) -> Response:
        """Return a page of the matches that the caller may know of."""
        query, reader = read_query(request, MatchQuery), asker(request)
        if query.game is not None and query.game not in GAMES:
            raise MalformedMove("no_such_game", _("There is no such game."), games=sorted(GAMES))
        wanted = MatchFilter(
            mine=query.mine, to_move=query.to_move, needs_players=query.open, game=query.game, pace=query.pace
        )
        page = page_of_matches(reader, wanted, cursor=query.cursor, most=query.limit)
        return answer_with_etag(request, match_list(page, reader))

    @documented("Open a match", body=MatchBody, answers={201: MatchAnswer}, is_repeatable=True)
    def post(self, request: Request) -> Response:
        """Open a match and seat the caller as its host."""
        body, host = read_body(request, MatchBody), asker(request)
        plan = MatchPlan(
            game=body.game,
            title=body.title,
            seats=body.seats,
            pace=timedelta(seconds=body.pace_seconds),
            options=to_json(body.options),
            window=None if body.window_seconds is None else timedelta(seconds=body.window_seconds),
            is_private=body.is_private,
            terms=body.terms,
        )
        match = open_match(host=host, plan=plan, key=idempotency_key(request))
        location = {"Location": f"{request.path}{match.pk}/"}
        return Response(match_answer(read_match(match, host), host), status.HTTP_201_CREATED, headers=location)


class MatchView(PrivateView):
    """`matches/{id}/`."""

    @documented("Read a match", answers={200: MatchAnswer}, path={"match_id": str})
    def get(self, request: Request, match_id: str) -> Response:
        """Return the match as the caller sees it now."""
        read_query(request, NoQuery)
        reader = asker(request)
        reading = read_match(find_match(match_id, reader), reader)
        return answer_with_etag(request, match_answer(reading, reader))

    @documented("Call a match off before its start", answers={204: None}, path={"match_id": str}, is_repeatable=True)
    def delete(self, request: Request, match_id: str) -> Response:
        """Call off a match before its start; for its host."""
        host = asker(request)
        with as_far_as_known(match_id, host):
            call_off_match(match_id=match_id, host=host, key=idempotency_key(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class StartView(PrivateView):
    """`matches/{id}/start/`."""

    @documented("Start a match", body=StartBody, answers={200: MatchAnswer}, path={"match_id": str}, is_repeatable=True)
    def post(self, request: Request, match_id: str) -> Response:
        """Start a match whose seats are all taken; for its host."""
        salt, host = salt_from_client(read_body(request, StartBody).salt), asker(request)
        with as_far_as_known(match_id, host):
            start_match(match_id=match_id, host=host, key=idempotency_key(request), salt=salt)
        return Response(match_answer(read_match(find_match(match_id, host), host), host))


class InvitationsView(PrivateView):
    """`matches/{id}/invitations/`."""

    @documented("Invite", body=InvitationBody, answers={201: InvitationAnswer}, path={"match_id": str})
    def post(self, request: Request, match_id: str) -> Response:
        """Invite a mail address, or make a link that lets anybody who has it sit down; for the match's host."""
        body, host = read_body(request, InvitationBody), asker(request)
        match = find_match(match_id, host)
        if body.address is None:
            made = invitation_link(invite_by_link(match=match, host=host))
        else:
            sent = invite_by_address(match=match, host=host, address=body.address)
            made = InvitationAnswer(address=sent.address, token=None, link=None)
        return Response(made, status.HTTP_201_CREATED)
