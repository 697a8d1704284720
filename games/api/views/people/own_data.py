"""The caller's own data: download it, or delete the account."""

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_keys import Scope
from games.api.answering import PrivateView, asker
from games.api.parsing import read_body, read_query
from games.api.rendering import to_json
from games.api.schema import documented
from games.api.schemas_in import GoodbyeBody, NoQuery
from games.api.scopes import require_person
from games.selectors.people.own_data import own_data
from games.services.people.departures import depart
from pirates.errors import MalformedMove


class OwnDataView(PrivateView):
    """`me/data/`."""

    scope_to_read = Scope.ACCOUNT

    @documented("Take the own data along", answers={200: dict})
    def get(self, request: Request) -> Response:
        """Return everything that is stored about the caller, by kind."""
        read_query(request, NoQuery)
        return Response(to_json(own_data(asker(request))))


class GoodbyeView(PrivateView):
    """`me/goodbye/`."""

    @documented("Delete the own account", body=GoodbyeBody, answers={204: None})
    def post(self, request: Request) -> Response:
        """Delete the caller's account for good; requires the exact name and a session with a recent sign-in."""
        require_person(request)
        person = asker(request)
        if read_body(request, GoodbyeBody).name != person.name:
            raise MalformedMove("not_your_name", _("That is not your name as it stands here."))
        depart(person=person)
        return Response(status=status.HTTP_204_NO_CONTENT)
