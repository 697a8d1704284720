"""Queries on the records of the referee's desk about a person and a match."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.return_paths import name_in_return_path
from games.models import DeskRecord, Match, OutboxMail, ReliabilityCount, Seat


def has_watched(match_id: str, person: User) -> bool:
    """Whether this person has watched this private match, where a watcher sees more than a passer-by."""
    return _watched(person).filter(match_id=match_id).exists()


def _watched(person: User) -> QuerySet[DeskRecord]:
    return DeskRecord.objects.filter(referee=person, act=DeskRecord.Act.WATCHED, match__is_private=True)


def has_looked(match_id: str, person: User) -> bool:
    """Whether this person has looked into the match at the desk, and so must never sit down at its table."""
    acts = (DeskRecord.Act.OPENED, DeskRecord.Act.LOOKED, DeskRecord.Act.RULED, DeskRecord.Act.READ_MAIL)
    return DeskRecord.objects.filter(match_id=match_id, referee=person, act__in=acts).exists()


def is_at_table(match_id: str, person: User) -> bool:
    """Whether this person hosts, sits at or watched a match, by its rows alone, as its log may be unreadable."""
    seated = Seat.objects.filter(match_id=match_id, player=person).exists()
    return seated or Match.objects.filter(pk=match_id, host=person).exists() or has_watched(match_id, person)


def matches_of_letter(address: str) -> list[str]:
    """Return the matches of the letter, or of all in its bundle, that came back to this return path."""
    name = name_in_return_path(address)
    if not name.startswith("o"):
        return []
    number = int(name[1:])
    rows = OutboxMail.objects.filter(Q(pk=number) | Q(carrier_id=number), match__isnull=False)
    return sorted(rows.order_by().values_list("match_id", flat=True).distinct())


def running_matches_of(addresses: Iterable[str]) -> list[str]:
    """Return the running matches of the people with these addresses."""
    people = Q()
    for address in addresses:
        people |= Q(player__email__iexact=address)
    if not people:
        return []
    seats = Seat.objects.filter(people, match__status=Match.Status.RUNNING)
    return sorted(seats.order_by().values_list("match_id", flat=True).distinct())


def with_own_tables(mails: QuerySet[OutboxMail], reader: User) -> QuerySet[OutboxMail]:
    """Annotate each mail (`is_of_own_table`): whether this referee hosts, sits, sat at or watched its table."""
    here = {"match": OuterRef("match")}
    seated = Exists(Seat.objects.filter(player=reader, **here))
    played = Exists(ReliabilityCount.objects.filter(player=reader, **here))
    written_to = Exists(OutboxMail.objects.filter(recipient=reader, **here))
    watched = Exists(_watched(reader).filter(**here))
    return mails.annotate(is_of_own_table=Q(match__host=reader) | seated | played | written_to | watched)
