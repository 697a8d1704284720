"""Mail that comes back, by the written table, in every path by which mail leaves; and how its owner mends it."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.addresses import SOFT_BOUNCES, mark_of, stop, stop_of
from accounts.models import TroubledAddress, User
from accounts.return_paths import name_in_return_path, return_path
from games.inbound.doors.storing import store_mail
from games.inbound.reading import read_inbox
from games.models import Deadline, InboundMail, Match, OutboxMail
from games.notifications.delivery_status import DeliveryNotice, DeliveryReport, note_report
from games.notifications.relay import relay_outbox
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.tables.invitations import invite_by_address
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import play
from tests.games.mail.harbour import Harbour
from tests.games.mail.office import Office

pytestmark = pytest.mark.django_db

ANNA_STARTS = b'{"starter":0}'
Fate, State = OutboxMail.Fate, OutboxMail.State
HARD = ("failed", "5.1.1", "smtp; 550 5.1.1 no such mailbox")
FULL = ("failed", "5.2.2", "smtp; 552 mailbox full")


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def ben(people: MakePeople) -> User:
    return people("Ben")[0]


@pytest.fixture
def match(harbour: Harbour, begin_match: BeginMatch, anna: User, ben: User) -> Match:
    match = begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    return match


def report(action: str, status: str, words: str) -> bytes:
    """Return a delivery report as mail servers write it (RFC 3464)."""
    return f"""From: MAILER-DAEMON@elsewhere.example
Message-ID: <{action}{status}@elsewhere.example>
Subject: Undelivered mail
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Your mail came back.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; elsewhere.example

Final-Recipient: rfc822; somebody.else@elsewhere.example
Action: {action}
Status: {status}
Diagnostic-Code: {words}

--b
Content-Type: text/rfc822-headers

Subject: Your move

--b--
""".replace("\n", "\r\n").encode()


def come_back(harbour: Harbour, person: User, told: tuple[str, str, str]) -> InboundMail:
    store_mail(report(*told), "", harbour.to(person.email)[-1].sender, "smtp")
    read_inbox()
    return InboundMail.objects.latest("pk")


def test_every_letter_has_a_return_path_of_its_own_and_the_reader_sees_the_usual_sender(
    harbour: Harbour, match: Match
) -> None:
    names = {name_in_return_path(each.sender) for each in harbour.deliveries}
    assert names == {f"o{pk}" for pk in OutboxMail.objects.values_list("pk", flat=True)}
    assert {str(each.message["From"]) for each in harbour.deliveries} == {
        "Letters of Marque <harbour@letters.localhost>"
    }
    assert all(len(each.sender.partition("@")[0]) <= 64 for each in harbour.deliveries)


@pytest.mark.parametrize("wrong", ["b-o1-aaaaaaaaaaaaaaaa", "b-o1", "r-o1-aaaaaaaaaaaaaaaa", "b-o٣-aaaaaaaaaaaaaaaa"])
def test_nobody_else_can_make_a_return_path(wrong: str) -> None:
    assert name_in_return_path(f"{wrong}@letters.localhost") == ""
    real = return_path("o7")
    assert name_in_return_path(real.upper().replace("B-O7-", "b+o7+")) == "o7"
    assert name_in_return_path(real.replace("o7", "o8")) == ""


def test_a_hard_bounce_stops_the_address_in_every_path_but_for_a_code_that_is_asked_for(
    harbour: Harbour, match: Match, anna: User, ben: User, begin_match: BeginMatch, open_table: BeginMatch
) -> None:
    assert come_back(harbour, anna, HARD).reason == "a letter came back: hard"
    stopped = stop_of("DEMO.anna@letters.localhost")
    assert stopped is not None
    assert stopped.detail == "5.1.1 smtp; 550 5.1.1 no such mailbox"
    harbour.deliveries.clear()
    begin_match([anna, ben], options=ANNA_STARTS)
    invite_by_address(match=open_table([ben], bots=1), host=ben, address=anna.email)
    relay_outbox()
    Client().post("/accounts/signup/", {"email": anna.email, "name": "Demo Anne"})
    assert harbour.to(anna.email) == []
    assert len(harbour.to(ben.email)) == 1
    lost = OutboxMail.objects.filter(state=State.PARKED, fate=Fate.BOUNCED)
    assert {each.kind for each in lost} == {"match_begun", "your_move", "invitation"}
    Client().post("/accounts/login/code/", {"email": anna.email})
    assert [each.subject for each in harbour.to(anna.email)] == ["Your code to sign in"]


def test_the_table_sees_that_the_notice_was_not_delivered_and_nothing_more(
    harbour: Harbour, match: Match, anna: User, ben: User, client: Client
) -> None:
    client.force_login(ben)
    address = f"/m/{match.pk}/"
    assert "otice not delivered" not in client.get(address).content.decode()
    come_back(harbour, anna, HARD)
    page = client.get(address).content.decode()
    assert "Notice not delivered." in page
    assert "no such mailbox" not in page
    assert "5.1.1" not in page
    assert anna.email not in page
    assert "No letters are sent" not in page
    play(match, anna, "pass")
    assert "otice not delivered" not in client.get(address).content.decode()


def test_a_letter_that_came_back_gives_its_time_back_before_the_table_that_was_told_goes_on(
    harbour: Harbour, match: Match, anna: User, ben: User, client: Client
) -> None:
    come_back(harbour, anna, HARD)
    due = Deadline.objects.get(match=match, seat=0).due_at
    with time_machine.travel(due, tick=False):
        expire_due_deadlines()
        assert Deadline.objects.get(match=match, seat=0).due_at == due + timedelta(days=1)
        client.force_login(ben)
        page = client.get(f"/m/{match.pk}/").content.decode()
        assert "Notice not delivered." in page
        assert "A notice could not be delivered; 1440 minutes are given back to its deadline." in page
    with time_machine.travel(due + timedelta(days=1), tick=False):
        expire_due_deadlines()
    assert not Deadline.objects.filter(match=match, seat=0).exists(), "who cannot be reached is not waited for for ever"


def test_a_full_mailbox_stops_nothing_until_it_was_full_five_times_in_a_week(
    harbour: Harbour, match: Match, anna: User
) -> None:
    come_back(harbour, anna, FULL)
    assert stop_of(anna.email) is None
    assert OutboxMail.objects.filter(fate=Fate.BOUNCED, seat=0).count() == 1
    name = name_in_return_path(harbour.to(anna.email)[-1].sender)
    for _ in range(SOFT_BOUNCES - 2):
        note_report(DeliveryReport(name, DeliveryNotice.SOFT))
    note_report(DeliveryReport(name, DeliveryNotice.DELIVERED))
    for day in range(SOFT_BOUNCES - 1):
        note_report(DeliveryReport(name, DeliveryNotice.SOFT), timezone.now() + timedelta(days=day))
    assert stop_of(anna.email) is None
    note_report(DeliveryReport(name, DeliveryNotice.SOFT), timezone.now() + timedelta(days=5))
    assert stop_of(anna.email) is not None


@pytest.mark.parametrize("told", [("delayed", "4.4.1", "smtp; 421"), ("delivered", "2.0.0", "smtp; 250")])
def test_a_report_that_nothing_is_lost_stops_nothing(
    harbour: Harbour, match: Match, anna: User, told: tuple[str, str, str]
) -> None:
    come_back(harbour, anna, told)
    assert stop_of(anna.email) is None
    fates = OutboxMail.objects.filter(state=State.SENT, seat=0).exclude(fate="").values_list("fate", flat=True)
    assert list(fates) == [{"delayed": Fate.DEFERRED, "delivered": Fate.DELIVERED}[told[0]]]


def test_a_complaint_stops_the_address(harbour: Harbour, match: Match, anna: User) -> None:
    raw = (
        report(*HARD)
        .replace(b"delivery-status", b"feedback-report")
        .replace(b"Reporting-MTA", b"Feedback-Type: abuse\r\nX")
    )
    store_mail(raw, "", harbour.to(anna.email)[-1].sender, "smtp")
    read_inbox()
    stopped = stop_of(anna.email)
    assert stopped is not None
    assert stopped.cause == TroubledAddress.Cause.COMPLAINED


def test_what_is_no_report_is_put_aside_and_a_report_counts_once(harbour: Harbour, match: Match, anna: User) -> None:
    sender = harbour.to(anna.email)[-1].sender
    store_mail(b"From: x@elsewhere.example\r\nSubject: Out of office\r\n\r\nAway.\r\n", "", sender, "smtp")
    read_inbox()
    assert InboundMail.objects.get().reason == "came back, but is no delivery report"
    for door in ("smtp", "imap", "smtp"):
        store_mail(report(*FULL), "", sender, door)
        read_inbox()
    assert TroubledAddress.objects.get().soft_bounces == 1


@pytest.mark.django_db(transaction=True)
def test_a_report_comes_in_by_the_post_office(harbour: Harbour, match: Match, anna: User, office: Office) -> None:
    office.post(report(*HARD), "", harbour.to(anna.email)[-1].sender)
    read_inbox()
    assert stop_of(anna.email) is not None


def test_an_address_refused_for_good_at_the_door_is_stopped_at_once(
    harbour: Harbour, anna: User, ben: User, begin_match: BeginMatch
) -> None:
    harbour.refused = {anna.email}
    begin_match([anna, ben], options=ANNA_STARTS)
    relay_outbox()
    assert stop_of(anna.email) is not None
    told = dict(OutboxMail.objects.filter(seat=0).values_list("kind", "reason"))
    assert told["match_begun"].startswith("the address is refused for good: 550")
    assert told["your_move"] == "the address is stopped: letters come back"


def test_account_mail_to_a_refused_address_is_an_answered_page_and_stops_the_address(
    harbour: Harbour, anna: User
) -> None:
    harbour.refused = {anna.email}
    answer = Client().post("/accounts/login/code/", {"email": anna.email}, follow=True)
    assert answer.status_code == 200
    assert stop_of(anna.email) is not None


def test_the_owner_sees_it_on_the_site_and_mends_it_with_a_letter_and_hears_what_is_still_true(
    harbour: Harbour, match: Match, anna: User, client: Client
) -> None:
    come_back(harbour, anna, HARD)
    harbour.deliveries.clear()
    client.force_login(anna)
    assert "because they came back" in client.get("/matches/").content.decode()
    for _ in range(2):
        client.post("/account/mail/try/")
    (letter,) = harbour.deliveries
    link = re.search(r"http://127\.0\.0\.1:8000(/account/mail/works/\S+)", letter.text)
    assert link is not None
    stranger = Client()
    assert stranger.get(link[1]).status_code == 200
    assert stop_of(anna.email) is not None
    stranger.post(link[1])
    assert stop_of(anna.email) is None
    assert "because they came back" not in client.get("/matches/").content.decode()
    relay_outbox()
    assert [each.subject.split(":")[0] for each in harbour.to(anna.email)[1:]] == ["Your move"]
    assert stranger.get(link[1]).status_code == 404


def test_signing_in_with_a_mailed_code_proves_that_the_address_works(harbour: Harbour, anna: User) -> None:
    stop(mark_of(anna.email), TroubledAddress.Cause.BOUNCED, "550")
    client = Client()
    client.post("/accounts/login/code/", {"email": anna.email})
    code = re.search(r"^\s*([0-9A-Z]{3,4}-?[0-9A-Z]{3,4})\s*$", harbour.deliveries[-1].text, re.M)
    assert code is not None
    client.post("/accounts/login/code/confirm/", {"code": code[1]})
    assert client.get("/account/").status_code == 200
    assert stop_of(anna.email) is None


def test_another_address_is_not_touched_and_mail_goes_there(harbour: Harbour, match: Match, anna: User) -> None:
    come_back(harbour, anna, HARD)
    harbour.deliveries.clear()
    User.objects.filter(pk=anna.pk).update(email="demo.anna@elsewhere.example")
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        OutboxMail.objects.filter(kind="your_move").update(state=State.WAITING)
        relay_outbox()
    assert len(harbour.to("demo.anna@elsewhere.example")) == 1
