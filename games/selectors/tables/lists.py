"""Lists of matches. No match is folded for a list, and no query is made per row."""

from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from accounts.blocks import kept_apart_from
from accounts.models import User
from games.models import Deadline, Match, Seat


def my_matches(player: User) -> QuerySet[Match]:
    """Return the player's matches: those that await their move first, soonest deadline first; finished ones last.

    Otherwise the newest come first. Each has `is_my_move`, `my_due_at` (when the player's move is due, if it is their
    move), `rank` (0: own move, 2: over, else 1), `own_seat` and `free_seats`.
    """
    in_person = Seat.objects.filter(match=OuterRef("pk"), player=player, is_played_by_bot=False)
    awaited = in_person.filter(is_awaited=True)
    due = Deadline.objects.filter(match=OuterRef("pk"), seat=OuterRef("awaited_seat"))
    matches = with_free_seats(Match.objects.filter(seats__player=player)).annotate(
        own_seat=Subquery(Seat.objects.filter(match=OuterRef("pk"), player=player).values("number")[:1]),
        awaited_seat=Subquery(awaited.values("number")[:1]),
        is_my_move=Exists(awaited),
        rank=Case(
            When(Exists(awaited), then=Value(0)), When(status=Match.Status.OVER, then=Value(2)), default=Value(1)
        ),
    )
    return matches.annotate(my_due_at=Subquery(due.order_by("due_at").values("due_at")[:1])).order_by(
        "rank", F("my_due_at").asc(nulls_last=True), "-opened_at", "pk"
    )


def count_my_moves(player: User) -> int:
    """Return the number of matches that wait for this player."""
    return Seat.objects.filter(player=player, is_awaited=True, is_played_by_bot=False).count()


def open_tables(reader: User | None = None) -> QuerySet[Match]:
    """Return the public matches that need players, newest first, except those the reader already sits at.

    Some have not begun; others are running and have a seat to take over. Tables with a person whom the reader has
    blocked, or who has blocked the reader, are left out.
    """
    seats = Seat.objects.filter(match=OuterRef("pk"))
    tables = Match.objects.filter(needs_players=True, is_private=False)
    if reader is not None:
        tables = tables.exclude(Exists(seats.filter(player=reader)))
        if apart := kept_apart_from(reader):
            tables = tables.exclude(Exists(seats.filter(player__in=apart)))
    return with_free_seats(tables).order_by("-opened_at", "pk")


def watchable_matches(reader: User | None = None) -> QuerySet[Match]:
    """Return the public matches that are running, newest first, except those the reader sits at."""
    matches = Match.objects.filter(status=Match.Status.RUNNING, is_private=False)
    if reader is not None:
        matches = matches.exclude(Exists(Seat.objects.filter(match=OuterRef("pk"), player=reader)))
    return with_free_seats(matches).order_by("-opened_at", "pk")


def visible_matches(reader: User) -> QuerySet[Match]:
    """Return every match that the reader may know of, newest first."""
    own = Exists(Seat.objects.filter(match=OuterRef("pk"), player=reader))
    return with_free_seats(Match.objects.filter(Q(is_private=False) | own)).order_by("-opened_at", "pk")


def with_free_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return the same matches with the number of free seats and the time when the next answer is due."""
    free = Seat.objects.filter(match=OuterRef("pk"), is_taken=False).order_by().values("match")
    due = Deadline.objects.filter(match=OuterRef("pk"), seat__isnull=False).order_by().values("match")
    return matches.select_related("host").annotate(
        free_seats=Coalesce(Subquery(free.annotate(n=Count("pk")).values("n")), 0),
        next_due_at=Subquery(due.annotate(first=Min("due_at")).values("first")),
    )
