"""The admin pages show how things fare, change nothing, and tell no secret."""

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.api_keys import issue_api_key
from accounts.models import ApiKey, User
from games.admin import MOST_COUNTED, ReadOnly
from games.logbook import store
from games.models import Deadline, InboundMail, Invitation, Match, OutboxMail, ReplyAddress, Seat
from games.models.logbook import LogEntry
from games.services.people.reply_addresses import make_reply_address
from games.services.tables.bots import play_waiting_bots
from games.services.tables.invitation_links import token_of
from games.services.tables.invitations import invite_by_address
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db

SHOWN = (Match, Seat, Deadline, LogEntry, OutboxMail, InboundMail, Invitation, User, ApiKey)
MAY_BE_SHOWN = {
    "games.Match": "commitment ended_at game head host id is_private messages_said opened_at options outcome"
    " pace_seconds position rules_version seat_count started_at status title window_seconds",
    "games.Seat": "is_awaited is_played_by_bot is_taken match number player",
    "games.Deadline": "decision due_at failures is_reminded is_window kind match opened_at remind_at retry_at seat",
    "games.LogEntry": "command_type event_types hash match position recorded_at way who",
    "games.OutboxMail": "attempts claimed_at created_at decision id kind match not_before position reason recipient"
    " seat settled_at state",
    "games.InboundMail": "attempts door id not_before reason received_at settled_at size state",
    "games.Invitation": "accepted_by created_at declined_at id invited_by is_by_mail match",
    "accounts.User": "date_joined email is_active is_staff last_login mail_timings name ref time_zone",
    "accounts.ApiKey": "created_at hint name revoked_at user",
}
RAW = b"From: demo.ben@letters.localhost\r\n\r\nshovel 7, and a word nobody else should read"


@pytest.fixture
def referee(client: Client) -> Client:
    """A client signed in as somebody with every right."""
    client.force_login(User.objects.create_superuser("demo.rita@letters.localhost", "Demo Rita"))
    return client


@pytest.fixture
def match(people: MakePeople, open_table: BeginMatch, begin_match: BeginMatch) -> Match:
    """A running match with a row of everything."""
    anna, ben = people("Anna", "Ben")
    invite_by_address(match=open_table([ben], bots=1), host=ben, address="demo.cleo@letters.localhost")
    match = begin_match([anna, ben], bots=1)
    play_waiting_bots()
    add_rows(match, anna, 1)
    return match


def add_rows(match: Match, player: User, count: int) -> None:
    """Add mails, keys and rights to answer."""
    now, first = timezone.now(), InboundMail.objects.count()
    for number in range(first, first + count):
        issue_api_key(user=player, name=f"key {number}")
        make_reply_address(match_id=match.pk, seat=0, player=player, decision=f"d{number}")
        InboundMail.objects.create(
            digest=f"{number:064}",
            door="smtp",
            recipient="r-abc@letters.localhost",
            raw=RAW,
            state="aside",
            reason="no reply address of ours",
            received_at=now,
            not_before=now,
        )


def pages(kind: type[Model]) -> list[str]:
    """Return the list page and the page of every row."""
    info = f"admin:{kind._meta.app_label}_{kind._meta.model_name}"
    return [
        reverse(f"{info}_changelist"),
        *(reverse(f"{info}_change", args=[row.pk]) for row in kind._default_manager.all()[:20]),
    ]


@pytest.mark.parametrize("kind", SHOWN, ids=lambda kind: kind.__name__)
def test_every_kind_is_listed_searched_and_shown(kind: type[Model], referee: Client, match: Match) -> None:
    for page in pages(kind):
        assert referee.get(page).status_code == 200, page
    assert referee.get(pages(kind)[0], {"q": "Demo"}).status_code == 200


@pytest.mark.parametrize("kind", SHOWN, ids=lambda kind: kind.__name__)
def test_nothing_can_be_added_changed_or_deleted(kind: type[Model], referee: Client, match: Match) -> None:
    before = list(kind._default_manager.order_by("pk").values())
    info = f"admin:{kind._meta.app_label}_{kind._meta.model_name}"
    pk = before[0][kind._meta.pk.attname]
    changelist = reverse(f"{info}_changelist")
    assert referee.get(reverse(f"{info}_add")).status_code == 403
    assert referee.post(reverse(f"{info}_change", args=[pk]), {"title": "x", "name": "x"}).status_code == 403
    assert referee.post(reverse(f"{info}_delete", args=[pk]), {"post": "yes"}).status_code == 403
    referee.post(changelist, {"action": "delete_selected", "_selected_action": [pk], "post": "yes"})
    assert list(kind._default_manager.order_by("pk").values()) == before


def test_the_admin_shows_these_fields_of_these_models_and_nothing_else() -> None:
    shown = {
        model._meta.label: {str(field) for field in (*(page.fields or ()), *page.list_display)}
        for model, page in admin.site._registry.items()
    }
    assert {label: " ".join(sorted(fields)) for label, fields in shown.items()} == MAY_BE_SHOWN
    assert set(admin.site._registry) == set(SHOWN)
    assert all(isinstance(page, ReadOnly) for page in admin.site._registry.values())


def test_no_page_of_a_library_is_left(referee: Client) -> None:
    for address in ("account/emailaddress/add/", "mfa/authenticator/", "auth/group/", "sessions/session/"):
        assert referee.get(f"/admin/{address}").status_code == 404


def test_staff_without_rights_see_nothing(client: Client, people: MakePeople, match: Match) -> None:
    gwen = people("Gwen")[0]
    User.objects.filter(pk=gwen.pk).update(is_staff=True)
    client.force_login(gwen)
    front = client.get("/admin/").content.decode()
    assert "/desk/" not in front
    assert match.title not in front
    assert not [kind for kind in SHOWN if pages(kind)[0] in front]
    for kind in SHOWN:
        assert {client.get(page).status_code for page in pages(kind)} == {403}, kind


def test_no_page_tells_a_secret_of_a_match_or_of_a_person(referee: Client, match: Match) -> None:
    text = "\n".join(referee.get(page).content.decode() for kind in SHOWN for page in pages(kind))
    book = store.open_book(match.pk)
    secrets = {book.secret, *(chair.salt for chair in book.table.chairs), RAW.decode().rpartition("\n")[2], "r-abc@"}
    secrets |= set(LogEntry.objects.values_list("salt", flat=True)) | set(
        LogEntry.objects.values_list("key", flat=True)
    )
    secrets |= {
        row.digest for kind in (ApiKey, Invitation, ReplyAddress, InboundMail) for row in kind._default_manager.all()
    }
    secrets |= {token_of(invitation) for invitation in Invitation.objects.all()}
    secrets |= set(User.objects.values_list("password", flat=True))
    assert not {secret for secret in secrets if secret in text}


def test_what_was_done_in_a_match_is_named_once_it_is_over_only(referee: Client, match: Match) -> None:
    kinds = ("TakeSeat", "SeatTaken", "table", "host")
    for is_over in (False, True):
        Match.objects.filter(pk=match.pk).update(status=Match.Status.OVER if is_over else Match.Status.RUNNING)
        for page in pages(LogEntry):
            body = referee.get(page).content.decode().partition("<main")[2]
            assert not any(f">{kind}" in body for kind in kinds) or is_over, page
        assert ("TakeSeat" in referee.get(pages(LogEntry)[0]).content.decode()) == is_over


def test_no_page_tells_what_a_command_or_an_event_holds(referee: Client, match: Match) -> None:
    for page in pages(LogEntry):
        answer = referee.get(page).content.decode()
        assert "&quot;type&quot;" not in answer
        assert '"type"' not in answer.replace('"type":"module"', "")


@pytest.mark.parametrize("kind", SHOWN, ids=lambda kind: kind.__name__)
def test_a_list_makes_as_many_queries_for_many_rows_as_for_few(
    kind: type[Model], referee: Client, match: Match, people: MakePeople, begin_match: BeginMatch
) -> None:
    page = pages(kind)[0]
    referee.get(page)
    few = count_queries(referee, page)
    players = people("Dario", "Edda", "Finn")
    for number in range(4):
        begin_match(players, bots=number % 2)
    add_rows(match, players[0], 5)
    assert count_queries(referee, page) == few


@pytest.mark.parametrize("kind", SHOWN, ids=lambda kind: kind.__name__)
def test_no_list_counts_further_than_its_last_page(kind: type[Model], referee: Client, match: Match) -> None:
    with CaptureQueriesContext(connection) as queries:
        referee.get(pages(kind)[0])
    counts = [query["sql"] for query in queries if "COUNT(*)" in query["sql"]]
    assert len(counts) == 1
    assert f"LIMIT {MOST_COUNTED})" in counts[0]
    assert "games_message" not in counts[0]


def test_the_list_of_entries_never_reads_the_whole_log(referee: Client, match: Match) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert match.pk in referee.get(pages(LogEntry)[0], {"q": match.pk}).content.decode()
    asked = [query["sql"] for query in queries if "games_logentry" in query["sql"]]
    assert asked
    assert not [sql for sql in asked if "DISTINCT" in sql or "LIKE" in sql or "UPPER" in sql]


def test_people_without_rights_are_sent_away(client: Client, people: MakePeople, match: Match) -> None:
    assert client.get(pages(Match)[0]).status_code == 302
    client.force_login(people("Gwen")[0])
    assert client.get(pages(Match)[0]).status_code == 302


def count_queries(client: Client, page: str) -> int:
    """Return how many queries a page makes."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200
    return len(queries)
