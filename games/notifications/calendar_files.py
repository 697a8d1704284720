"""Calendar files (RFC 5545): deadlines as events in UTC, with titles that reveal no secret."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.selectors.clocks.own_deadlines import OwnDeadline
from pirates.registry import GAMES

CONTENT_TYPE = "text/calendar"


def calendar_file(deadlines: Iterable[OwnDeadline], now: datetime) -> bytes:
    """Return these deadlines as a calendar. An event keeps its UID when its deadline moves, so the event moves too."""
    calendar = Calendar()
    calendar.add("prodid", f"-//Letters of Marque//{settings.MAIL_DOMAIN}//")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("Letters of Marque"))
    for each in deadlines:
        calendar.add_component(_event(each, now))
    written: bytes = calendar.to_ical()
    return written


def _event(deadline: OwnDeadline, now: datetime) -> Event:
    event = Event()
    event.add("uid", f"{deadline.match_id}.{deadline.decision.replace(':', '.')}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", now)
    event.add("dtstart", deadline.due_at)
    event.add("summary", _("Your answer is due: {game}").format(game=GAMES[deadline.game].title))
    event.add("url", f"{settings.SITE_URL}/m/{deadline.match_id}/")
    event.add("transp", "TRANSPARENT")
    event.add("class", "PRIVATE")
    return event
