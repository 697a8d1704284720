"""Reliability of people, for players who choose with whom to play: recent matches only, none for newcomers."""

import uuid
from collections.abc import Iterable, Mapping

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from accounts.models import User
from games.book.book import Book
from games.book.reliability import Reliability
from games.models import ReliabilityCount

RECENT_MATCHES = 20
"""The number of a person's newest matches that count, whether over or not."""
LEAST_ASKED = 20
"""With fewer questions than this, no reliability is shown."""


def reliability_of(refs: Iterable[str]) -> Mapping[str, Reliability]:
    """Return, by reference, the reliability of each person who was asked often enough; with one query at most.

    Accounts that were emptied or suspended are left out.
    """
    people = [uuid.UUID(ref) for ref in refs]
    if not people:
        return {}
    newest = Window(RowNumber(), partition_by="player_id", order_by=(F("match__started_at").desc(), F("match_id")))
    rows = ReliabilityCount.objects.filter(player__ref__in=people, player__is_active=True).annotate(age=newest)
    counts: dict[str, Reliability] = {}
    for ref, answered, missed in rows.filter(age__lte=RECENT_MATCHES).values_list("player__ref", "answered", "missed"):
        before = counts.get(ref.hex, Reliability())
        counts[ref.hex] = Reliability(before.answered + answered, before.missed + missed)
    return {ref: counted for ref, counted in counts.items() if counted.asked >= LEAST_ASKED}


def reliability_at(book: Book) -> list[Reliability | None]:
    """Return the reliability of the person in each seat before a match begins; None: no person, or too new to say."""
    chairs = book.table.chairs
    if book.has_begun or book.is_over:
        return [None] * len(chairs)
    known = reliability_of(chair.player for chair in chairs if chair.player is not None)
    return [known.get(chair.player or "") for chair in chairs]


def own_reliability(person: User) -> Reliability | None:
    """Return a person's own reliability as others see it; None: too new to say."""
    return reliability_of([person.ref.hex]).get(person.ref.hex)


def reliability_in_words(counted: Reliability | None) -> str:
    """Return a reliability in plain words."""
    if counted is None:
        return _("too new to say how reliably")
    return _("answered {answered} of {asked} in time").format(answered=counted.answered, asked=counted.asked)
