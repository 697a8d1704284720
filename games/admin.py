"""Read-only admin pages for site staff; they show no secrets of matches or people.

For a finished match they show the kinds of its log entries; for a running one, only that the entries exist. They never
show the contents of mails, or any key or token. Models of third-party libraries have no pages: those would let a
superuser add a verified address to any account and read the secrets behind second factors.
"""

import json
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Count, F, Func, IntegerField, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.functional import cached_property
from unfold.admin import ModelAdmin

from accounts.models import ApiKey, User
from accounts.staff_door import change_password, sign_in_first
from games.models import Deadline, InboundMail, Invitation, Match, Message, OutboxMail, Seat
from games.models.logbook import LogEntry
from games.selectors.desk.people_found import find_people
from pirates.registry import GAMES

admin.site.site_title = admin.site.site_header = "Letters of Marque"
admin.site.index_template = "desk/dashboard.html"
admin.site.login = sign_in_first  # type: ignore[method-assign]
admin.site.password_change = change_password  # type: ignore[assignment,method-assign]
_OURS = frozenset({"accounts", "games"})
MOST_COUNTED = 5_000


def shut_pages_of_libraries() -> None:
    """Unregister the admin pages of third-party libraries; call this after all apps have registered theirs."""
    admin.site.unregister([model for model in admin.site._registry if model._meta.app_label not in _OURS])  # noqa: SLF001


class ShortPaginator(Paginator):  # type: ignore[type-arg]
    """Counts at most MOST_COUNTED rows; search and filters lead to the rows beyond."""

    @cached_property
    def count(self) -> int:
        """The number of rows, or MOST_COUNTED if there are more."""
        counted: int = self.object_list.order_by().values("pk")[:MOST_COUNTED].count()  # type: ignore[attr-defined]
        return counted


class ReadOnly(ModelAdmin):  # type: ignore[misc]
    """Lists and shows rows but changes none: every change goes through the log."""

    actions = None
    searched_person = ""
    list_per_page = 50
    paginator = ShortPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER

    def has_add_permission(self, *_args: Any) -> bool:
        """Return False for everybody."""
        return False

    def has_change_permission(self, *_args: Any) -> bool:
        """Return False for everybody."""
        return False

    def has_delete_permission(self, *_args: Any) -> bool:
        """Return False for everybody."""
        return False

    def get_search_results(
        self, _request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows that `search_fields` find, or that belong to a person found; indexes serve all of these.

        Django would search for each word anywhere in each field, which reads every row: 8 s among a million matches.
        """
        term = search_term.strip()
        if not term:
            return queryset, False
        found = Q(*((field, term) for field in self.search_fields), _connector=Q.OR)
        if self.searched_person:
            found |= Q((f"{self.searched_person}__in", find_people(term)))
        return queryset.filter(found), False

    def get_readonly_fields(self, _request: HttpRequest, _obj: Model | None = None) -> Sequence[Any]:
        """Return the named fields and no others."""
        shown: Sequence[Any] = self.fields or ()
        return shown


class ByGame(admin.SimpleListFilter):
    """Filters by game; the choices come from the registry, because Django would read every row to find them."""

    title = "game"
    parameter_name = "game"

    def lookups(self, _request: HttpRequest, _page: Any) -> list[tuple[str, str]]:
        """Return every game's slug and title."""
        return [(slug, game.title) for slug, game in GAMES.items()]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        """Return the matches of the chosen game, or all of them."""
        return queryset.filter(game=self.value()) if self.value() else queryset


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("id", "title", "game", "status", "host", "seat_count", "position", "opened_at", "ended_at")
    list_filter = ("status", ByGame, "is_private")
    list_select_related = ("host",)
    search_fields = ("pk", "title__istartswith")
    searched_person = "host"
    fields = (
        "id", "title", "game", "rules_version", "options", "status", "host", "is_private", "seat_count",
        "pace_seconds", "window_seconds", "commitment", "position", "head", "opened_at", "started_at", "ended_at",
        "outcome", "messages_said",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Annotate each match with its number of messages; their texts and readers stay private."""
        said = Message.objects.filter(match=OuterRef("pk")).order_by().values("match")
        matches: QuerySet[Match] = super().get_queryset(request)
        return matches.annotate(said=Coalesce(Subquery(said.annotate(count=Count("pk")).values("count")), 0))

    @admin.display(description="messages said")
    def messages_said(self, match: Match) -> int:
        """Return the number of messages, to the table and in private together."""
        counted: int = match.said  # type: ignore[attr-defined]
        return counted


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ("match", "number", "player", "is_taken", "is_played_by_bot", "is_awaited")
    list_filter = ("is_taken", "is_played_by_bot", "is_awaited")
    list_select_related = ("match", "player")
    search_fields = ("match",)
    searched_person = "player"
    ordering = ("-pk",)
    fields = list_display


@admin.register(Deadline)
class DeadlineAdmin(ReadOnly):
    list_display = ("match", "decision", "seat", "kind", "is_window", "due_at", "is_reminded", "failures", "retry_at")
    list_filter = ("is_window", "is_reminded")
    list_select_related = ("match",)
    search_fields = ("match",)
    fields = (*list_display, "opened_at", "remind_at")


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    """Shows the kinds of log entries once the match is over, and never the contents of a Command or an Event.

    While a match runs, actors, channels and kinds are hidden too: they would reveal who sealed again, or who was asked
    for a Mirror.
    """

    list_display = ("match", "position", "recorded_at", "who", "way", "command_type", "event_types", "hash")
    list_display_links = ("position",)
    list_select_related = ("match",)
    search_fields = ("match",)
    ordering = ("-pk",)
    fields = list_display

    @admin.display(description="actor")
    def who(self, entry: LogEntry) -> str:
        """Return the actor, such as a seat or the clock; empty while the match runs."""
        return entry.actor if _is_over(entry) else str(self.get_empty_value_display())

    @admin.display(description="channel")
    def way(self, entry: LogEntry) -> str:
        """Return the channel by which the entry came in; empty while the match runs."""
        return entry.channel if _is_over(entry) else str(self.get_empty_value_display())

    @admin.display(description="command")
    def command_type(self, entry: LogEntry) -> str:
        """Return the type of the Command; empty while the match runs."""
        return str(json.loads(entry.command)["type"] if _is_over(entry) else self.get_empty_value_display())

    @admin.display(description="events")
    def event_types(self, entry: LogEntry) -> str:
        """Return the types of the Events; empty while the match runs."""
        if not _is_over(entry):
            return str(self.get_empty_value_display())
        return ", ".join(event["type"].partition(".")[0] for event in json.loads(entry.events))


def _is_over(entry: LogEntry) -> bool:
    return entry.match.status == Match.Status.OVER


@admin.register(OutboxMail)
class OutboxMailAdmin(ReadOnly):
    list_display = (
        "id", "kind", "state", "match", "seat", "recipient", "attempts", "not_before", "settled_at", "reason",
    )  # fmt: skip
    list_filter = ("state", "kind")
    list_select_related = ("match", "recipient")
    search_fields = ("match",)
    searched_person = "recipient"
    ordering = ("-pk",)
    fields = (*list_display, "decision", "position", "created_at", "claimed_at")


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnly):
    """Shows the size and state of each mail, but neither the mail itself nor the address it came to."""

    list_display = ("id", "door", "state", "size", "reason", "received_at", "attempts", "settled_at")
    list_filter = ("state", "door")
    search_fields = ("reason__startswith",)
    fields = (*list_display, "not_before")

    def get_queryset(self, request: HttpRequest) -> QuerySet[InboundMail]:
        """Annotate each mail with its size, measured in the database without loading the mail."""
        length = Func(F("raw"), function="LENGTH", output_field=IntegerField())
        mails: QuerySet[InboundMail] = super().get_queryset(request)
        return mails.defer("raw", "answer").annotate(size=length)

    @admin.display(description="bytes", ordering="size")
    def size(self, mail: InboundMail) -> int:
        """Return the size of the raw mail."""
        measured: int = mail.size  # type: ignore[attr-defined]
        return measured


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("id", "match", "invited_by", "is_by_mail", "created_at", "accepted_by", "declined_at")
    list_select_related = ("match", "invited_by", "accepted_by")
    search_fields = ("match",)
    searched_person = "invited_by"
    fields = list_display

    @admin.display(boolean=True, description="by mail")
    def is_by_mail(self, invitation: Invitation) -> bool:
        """Whether the invitation was sent by mail; if not, it is a link."""
        return bool(invitation.address)


@admin.register(User)
class UserAdmin(ReadOnly):
    list_display = ("name", "email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email",)
    searched_person = "pk"
    fields = (*list_display, "ref", "time_zone", "mail_timings")


@admin.register(ApiKey)
class ApiKeyAdmin(ReadOnly):
    list_display = ("name", "user", "hint", "created_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("hint",)
    searched_person = "user"
    fields = list_display
