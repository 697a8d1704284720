"""The caller's account, preferences and API keys."""

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_keys import Scope, issue_api_key, revoke_api_key
from accounts.key_letters import tell_of_new_key, tell_of_revoked_key
from accounts.mail_preferences import GATHERED, Timing, change_mail_preferences
from accounts.models import ApiKey, User
from accounts.preferences import change_preferences
from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.mappers import key_answer, person_answer
from games.api.parsing import read_body, read_query
from games.api.schema import documented
from games.api.schemas_in import KeyBody, MailBody, NoQuery, PersonBody
from games.api.schemas_out import KeyAnswer, KeyList, PersonAnswer
from games.api.scopes import require_person
from games.models import OutboxMail
from games.notifications.timing import timings_of
from games.refusals import NotNow
from games.services.clocks.availability import bring_hours
from games.texts import clean_line
from pirates.errors import MalformedMove

MOST_KEYS = 20


class MeView(PrivateView):
    """`me/`."""

    scope_to_write = Scope.ACCOUNT

    @documented("Read the own account", answers={200: PersonAnswer})
    def get(self, request: Request) -> Response:
        """Return the caller's own account."""
        read_query(request, NoQuery)
        return answer_with_etag(request, person_answer(asker(request)))

    @documented("Change preferences", body=PersonBody, answers={200: PersonAnswer})
    def patch(self, request: Request) -> Response:
        """Change name, time zone, language or mail preferences; a refusal changes nothing."""
        body, user = read_body(request, PersonBody), asker(request)
        with transaction.atomic():
            change_preferences(user=user, name=body.name, time_zone=body.time_zone, language=body.language)
            if body.mail is not None:
                _change_mail(user, body.mail)
        if body.time_zone is not None:
            bring_hours(user)
        return Response(person_answer(user))


def _change_mail(user: User, body: MailBody) -> None:
    timings = dict(body.timings or {})
    if unknown := set(timings) - set(OutboxMail.Kind.values):
        raise MalformedMove("no_such_kind", _("There is no such kind of mail."), kinds=sorted(unknown))
    if late := {kind for kind, timing in timings.items() if timing not in timings_of(kind)}:
        raise MalformedMove("comes_at_once", _("This kind of mail comes at once or never."), kinds=sorted(late))
    if len(body.quiet_hours or ()) == 1:
        raise MalformedMove("quiet_hours", _("Quiet hours need both a beginning and an end."))
    change_mail_preferences(
        user=user,
        timings=timings | {way.value: Timing.AT_ONCE.value for way in GATHERED if way in timings.values()},
        bundle_minutes=body.bundle_minutes,
        digest_hour=body.digest_hour,
        quiet=None if body.quiet_hours is None else tuple(body.quiet_hours),  # type: ignore[arg-type]
    )


class KeysView(PrivateView):
    """`me/keys/`."""

    scope_to_read = Scope.ACCOUNT

    @documented("List the own API keys", answers={200: KeyList})
    def get(self, request: Request) -> Response:
        """Return the caller's keys that are not revoked."""
        read_query(request, NoQuery)
        rows = ApiKey.objects.filter(user=asker(request), revoked_at=None)
        return answer_with_etag(request, KeyList([key_answer(row) for row in rows]))

    @documented("Make an API key", body=KeyBody, answers={201: KeyAnswer})
    def post(self, request: Request) -> Response:
        """Make a key, whose secret is given only this once; requires a session with a recent sign-in."""
        require_person(request)
        body, user = read_body(request, KeyBody), asker(request)
        name = clean_line(body.name, 60)
        if not name:
            raise MalformedMove("name_empty", _("A key needs a name, so that it can be told from others."))
        if ApiKey.objects.filter(user=user, revoked_at=None).count() >= MOST_KEYS:
            raise NotNow("too_many_keys", _("You have {most} keys; revoke one first.").format(most=MOST_KEYS))
        row, key = issue_api_key(user=user, name=name, scope=Scope(body.scope), days=body.days)
        tell_of_new_key(request._request, user, row)  # noqa: SLF001 - allauth reads Django's request
        return Response(key_answer(row, key), status.HTTP_201_CREATED)


class KeyView(PrivateView):
    """`me/keys/{id}/`."""

    scope_to_write = Scope.ACCOUNT

    @documented("Revoke an API key", answers={204: None}, path={"key_id": int})
    def delete(self, request: Request, key_id: int) -> Response:
        """Revoke one of the caller's keys."""
        key = revoke_api_key(user=asker(request), key_id=key_id)
        if key is None:
            raise NotFound(_("You have no such key; me/keys/ lists yours."))
        tell_of_revoked_key(request._request, asker(request), key)  # noqa: SLF001 - as above
        return Response(status=status.HTTP_204_NO_CONTENT)
