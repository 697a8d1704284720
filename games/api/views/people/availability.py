"""The caller's availability: hours of sleep, weekends and absences."""

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api_keys import Scope
from accounts.availability import coming_absences
from accounts.models import Absence
from games.api.answering import PrivateView, answer_with_etag, asker
from games.api.parsing import read_body, read_query
from games.api.schema import documented
from games.api.schemas_in import AbsenceBody, HoursBody, NoQuery
from games.api.schemas_out import AbsenceAnswer, AbsenceList, HoursAnswer
from games.clocks.calendars import Hours
from games.services.clocks.availability import change_own_hours, declare_absence, end_absence, hours_of


class HoursView(PrivateView):
    """`me/hours/`."""

    scope_to_write = Scope.ACCOUNT

    @documented("Read the own hours", answers={200: HoursAnswer})
    def get(self, request: Request) -> Response:
        """Return the caller's hours of sleep, and whether weekends are off."""
        read_query(request, NoQuery)
        return answer_with_etag(request, _hours(hours_of(asker(request))))

    @documented("Set the own hours", body=HoursBody, answers={200: HoursAnswer})
    def put(self, request: Request) -> Response:
        """Set the hours; they count from the next decision on, at every table within its terms."""
        body, user = read_body(request, HoursBody), asker(request)
        change_own_hours(
            user=user,
            asleep_from=body.asleep_from,
            asleep_minutes=body.asleep_minutes,
            weekends_off=body.weekends_off,
        )
        return Response(_hours(hours_of(user)))


class AbsencesView(PrivateView):
    """`me/absences/`."""

    scope_to_write = Scope.ACCOUNT

    @documented("List the own absences", answers={200: AbsenceList})
    def get(self, request: Request) -> Response:
        """Return the caller's absences that have not ended, soonest first."""
        read_query(request, NoQuery)
        return answer_with_etag(request, AbsenceList([_absence(each) for each in coming_absences(asker(request))]))

    @documented("Declare an absence", body=AbsenceBody, answers={201: AbsenceAnswer})
    def post(self, request: Request) -> Response:
        """Declare an absence; it moves open deadlines with enough time left, at every table within its terms."""
        body = read_body(request, AbsenceBody)
        absence, told = declare_absence(user=asker(request), begins=body.begins_at, ends=body.ends_at)
        return Response(_absence(absence, told), status.HTTP_201_CREATED)


class AbsenceView(PrivateView):
    """`me/absences/{id}/`."""

    scope_to_write = Scope.ACCOUNT

    @documented("End an absence", answers={204: None}, path={"absence_id": int})
    def delete(self, request: Request, absence_id: int) -> Response:
        """End an absence now, or cancel one that has not begun."""
        if not end_absence(user=asker(request), absence_id=absence_id):
            raise NotFound(_("You have no such absence; me/absences/ lists yours."))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _hours(hours: Hours) -> HoursAnswer:
    return HoursAnswer(hours.zone, hours.asleep_from, hours.asleep_minutes, hours.weekends_off)


def _absence(row: Absence, tables: int | None = None) -> AbsenceAnswer:
    return AbsenceAnswer(row.pk, row.begins_at, row.ends_at, tables)
