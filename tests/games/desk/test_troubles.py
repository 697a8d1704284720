"""What waits for a human: on the desk, on the admin's front page, and as lists that cost the same however long."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.desk.disputes import MOST_LISTED
from games.models import Deadline, DeskRecord, Dispute, InboundMail, Match, OutboxMail
from tests.conftest import MakePeople

pytestmark = pytest.mark.django_db

PLANTED = "<script>alert(1)</script>"


@pytest.fixture
def parked(match: Match) -> OutboxMail:
    mail = OutboxMail.objects.filter(match=match).first()
    assert mail is not None
    OutboxMail.objects.filter(pk=mail.pk).update(state="parked", attempts=8, reason=PLANTED, settled_at=timezone.now())
    return mail


def put_aside(count: int, raw: bytes = b"") -> list[InboundMail]:
    now, first = timezone.now(), InboundMail.objects.count()
    return [
        InboundMail.objects.create(
            digest=f"{first + number:064}",
            door="smtp",
            recipient="r@letters.localhost",
            raw=raw,
            state="aside",
            reason=PLANTED,
            received_at=now,
            not_before=now,
        )
        for number in range(count)
    ]


def test_the_oldest_trouble_of_each_kind_is_shown(desk: Client, disputed: Match, parked: OutboxMail) -> None:
    put_aside(1)
    Deadline.objects.filter(match=disputed).update(failures=3)
    page = desk.get("/desk/").content.decode()
    assert f"/desk/{disputed.pk}/disputes/1/" in page
    assert "/desk/inbox/" in page
    assert PLANTED not in page
    assert "&lt;script&gt;" in page


def test_the_way_to_the_desk_stands_on_every_page_for_referees_alone(
    desk: Client, client: Client, players: list[User], people: MakePeople
) -> None:
    way = '<a href="/desk/">'
    for path in ("/", "/account/", "/desk/disputes/"):
        assert way in desk.get(path).content.decode()
    [clerk] = people("Dario")
    User.objects.filter(pk=clerk.pk).update(is_staff=True)
    for person in (players[0], User.objects.get(pk=clerk.pk)):
        client.force_login(person)
        assert way not in client.get("/account/").content.decode()


def test_the_front_page_of_the_admin_shows_the_same(client: Client, disputed: Match) -> None:
    client.force_login(User.objects.create_superuser("demo.root@letters.localhost", "Demo Root"))
    page = client.get("/admin/").content.decode()
    assert f"/desk/{disputed.pk}/disputes/1/" in page


def test_an_overdue_deadline_shows_after_five_minutes(desk: Client, match: Match) -> None:
    Deadline.objects.filter(match=match).update(due_at=timezone.now() - timedelta(minutes=4))
    assert f"/desk/{match.pk}/" not in desk.get("/desk/").content.decode()
    Deadline.objects.filter(match=match).update(due_at=timezone.now() - timedelta(minutes=6))
    assert f"/desk/{match.pk}/" in desk.get("/desk/").content.decode()


def test_a_match_past_its_last_day_shows_once_the_mail_of_before_has_been_waited_for(
    desk: Client, match: Match
) -> None:
    for minutes, is_shown in ((14, False), (16, True)):
        Match.objects.filter(pk=match.pk).update(ends_by=timezone.now() - timedelta(minutes=minutes))
        assert (f"/desk/{match.pk}/" in desk.get("/desk/").content.decode()) == is_shown


def test_a_mail_that_was_given_up_is_tried_again_once_and_that_is_recorded(desk: Client, parked: OutboxMail) -> None:
    assert f"/desk/outbox/{parked.pk}/retry/" in desk.get("/desk/outbox/").content.decode()
    for _ in range(2):
        desk.post(f"/desk/outbox/{parked.pk}/retry/")
    parked.refresh_from_db()
    assert (parked.state, parked.attempts) == ("waiting", 0)
    assert [each.act for each in DeskRecord.objects.all()] == ["retried"]


@pytest.mark.parametrize(
    "raw",
    [
        b"Subject: " + PLANTED.encode() + b"\r\n\r\n" + PLANTED.encode(),
        b"Content-Type: text/plain; charset=nonsense\r\n\r\n" + PLANTED.encode(),
        b"Content-Type: text/html\r\n\r\n" + PLANTED.encode(),
        PLANTED.encode() + b"\x00\xff",
        b"",
    ],
)
def test_an_odd_mail_is_shown_as_plain_text_and_the_look_is_recorded(desk: Client, raw: bytes) -> None:
    [mail] = put_aside(1, raw)
    answer = desk.post(f"/desk/inbox/{mail.pk}/", {"reason": "It lies there."}, follow=True)
    assert answer.status_code == 200
    assert PLANTED not in answer.content.decode()
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert [each.act for each in DeskRecord.objects.all()] == ["read_mail"]


def test_lists_are_read_page_by_page(desk: Client) -> None:
    mails = put_aside(60)
    first = desk.get("/desk/inbox/").content.decode()
    assert f"/desk/inbox/{mails[-1].pk}/" in first
    assert f"/desk/inbox/{mails[0].pk}/" not in first
    assert f"?before={mails[10].pk}" in first
    second = desk.get(f"/desk/inbox/?before={mails[10].pk}").content.decode()
    assert f"/desk/inbox/{mails[0].pk}/" in second
    assert "?before=" not in second


def test_the_disputes_that_wait_are_read_page_by_page_oldest_first(desk: Client, match: Match) -> None:
    hour = timezone.now()
    disputes = Dispute.objects.bulk_create(
        Dispute(match=match, number=number, position=1, status="open", opened_at=hour - timedelta(hours=number // 3))
        for number in range(1, MOST_LISTED + 20)
    )
    expected = [each.pk for each in sorted(disputes, key=lambda each: (each.opened_at, each.pk))]
    first = desk.get("/desk/disputes/")
    assert [each.pk for each in first.context["disputes"]] == expected[:MOST_LISTED]
    assert f"?after={expected[MOST_LISTED - 1]}" in first.content.decode()
    second = desk.get(f"/desk/disputes/?after={expected[MOST_LISTED - 1]}")
    assert [each.pk for each in second.context["disputes"]] == expected[MOST_LISTED:]
    assert "?after=" not in second.content.decode()


@pytest.mark.parametrize("path", ["/desk/", "/desk/inbox/", "/desk/outbox/", "/desk/disputes/"])
def test_no_list_costs_more_queries_with_more_rows(desk: Client, disputed: Match, path: str) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            desk.get(path)
        return len(queries)

    before = count()
    put_aside(30)
    OutboxMail.objects.update(state="parked")
    Deadline.objects.update(failures=1)
    assert count() == before < 32
