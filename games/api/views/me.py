"""Me: the asker's preferences and API keys."""

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_keys import issue_api_key, revoke_api_key
from accounts.models import ApiKey
from accounts.preferences import change_preferences
from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.answers import KeyAnswer, KeyList, PersonAnswer
from games.api.bodies import KeyBody, NoQuery, PersonBody
from games.api.filling import key_answer, person_answer
from games.api.parsing import read_body, read_query
from games.api.schema import documented
from games.models import OutboxMail
from games.refusals import NotNow
from games.services.own_time import bring_hours
from games.texts import clean_line
from pirates.errors import MalformedMove

MOST_KEYS = 20


class MeView(PrivateView):
    """`me/`."""

    @documented("Read the own account", answers={200: PersonAnswer})
    def get(self, request: Request) -> Response:
        """Return the asker's own account."""
        read_query(request, NoQuery)
        return answer_with_etag(request, person_answer(asker(request)))

    @documented("Change preferences", body=PersonBody, answers={200: PersonAnswer})
    def patch(self, request: Request) -> Response:
        """Change the name, the time zone, the language or the kinds of mail that are not wanted."""
        body = read_body(request, PersonBody)
        unknown = set(body.muted_kinds or ()) - set(OutboxMail.Kind.values)
        if unknown:
            raise MalformedMove(
                "no_such_kind", _("There is no such kind of mail."), kinds=sorted(OutboxMail.Kind.values)
            )
        user = change_preferences(
            user=asker(request),
            name=body.name,
            time_zone=body.time_zone,
            language=body.language,
            muted_kinds=body.muted_kinds,
        )
        if body.time_zone is not None:
            bring_hours(user)
        return Response(person_answer(user))


class KeysView(PrivateView):
    """`me/keys/`."""

    @documented("List the own API keys", answers={200: KeyList})
    def get(self, request: Request) -> Response:
        """Return the asker's keys that are not revoked."""
        read_query(request, NoQuery)
        rows = ApiKey.objects.filter(user=asker(request), revoked_at=None)
        return answer_with_etag(request, KeyList([key_answer(row) for row in rows]))

    @documented("Make an API key", body=KeyBody, answers={201: KeyAnswer})
    def post(self, request: Request) -> Response:
        """Make a key, which is shown this once."""
        name, user = clean_line(read_body(request, KeyBody).name, 60), asker(request)
        if not name:
            raise MalformedMove("name_empty", _("A key needs a name, so that it can be told from others."))
        if ApiKey.objects.filter(user=user, revoked_at=None).count() >= MOST_KEYS:
            raise NotNow("too_many_keys", _("You have {most} keys; revoke one first.").format(most=MOST_KEYS))
        row, key = issue_api_key(user=user, name=name)
        return Response(key_answer(row, key), status.HTTP_201_CREATED)


class KeyView(PrivateView):
    """`me/keys/{id}/`."""

    @documented("Revoke an API key", answers={204: None}, path={"key_id": int})
    def delete(self, request: Request, key_id: int) -> Response:
        """Revoke one of the asker's keys."""
        if not revoke_api_key(user=asker(request), key_id=key_id):
            raise NotFound(_("You have no such key; me/keys/ lists yours."))
        return Response(status=status.HTTP_204_NO_CONTENT)
