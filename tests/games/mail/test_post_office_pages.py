"""The pages of the post office: a person can read every letter and play by reply with no mail program at all."""

from email import message_from_bytes
from email.policy import default

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.inbound.reading import read_inbox
from games.models import InboundMail
from games.postoffice.answering import make_reply
from games.postoffice.mailboxes import addresses, deliver, find_mail, mails_of, slug_of
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.office import Office
from tests.games.mail.replying import answer_to, asked_in

pytestmark = pytest.mark.django_db

BOX = "demo.anna@demo.example"
NASTY = (
    b"From: <script>alert(1)</script> <harbour@letters.localhost>\r\nReply-To: r@letters.localhost\r\n"
    b"Subject: =?utf-8?q?=3Cb=3EAhoy=0D=0ABcc=3A_x=40y.example?=\r\nMessage-ID: <1@letters.localhost>\r\n"
    b'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\n'
    b"Content-Type: text/plain\r\n\r\nAhoy <img src=x> http://127.0.0.1:8000/i/demo/\r\n--b\r\n"
    b'Content-Type: text/html\r\n\r\n<p style="color:red">Ahoy</p><script>alert(2)</script>'
    b'<img src="http://demo.example/seen.png">\r\n--b--\r\n'
)


@pytest.fixture(autouse=True)
def _own_office(office: Office) -> None:
    """Have an open post office in every test."""


def test_the_post_office_lists_mailboxes_and_their_mails(client: Client) -> None:
    deliver(BOX, b"From: demo@demo.example\r\nSubject: First\r\n\r\nOne\r\n")
    deliver(BOX, b"From: demo@demo.example\r\nSubject: Second\r\n\r\nTwo\r\n")
    assert BOX in client.get(reverse("post_office")).content.decode()
    page = client.get(reverse("mailbox", args=[slug_of(BOX)])).content.decode()
    assert "First" in page
    assert "Second" in page


def test_a_letter_is_shown_without_any_of_its_powers(client: Client) -> None:
    deliver(BOX, NASTY)
    [mail] = mails_of(BOX)
    page = client.get(reverse("mail", args=[slug_of(BOX), mail.key]))
    assert "<script>alert(1)" not in page.content.decode()
    assert "<img src=x>" not in page.content.decode()
    assert 'href="http://127.0.0.1:8000/i/demo/"' in page.content.decode()
    assert "frame-src 'self'" in page["Content-Security-Policy"]
    assert "script-src 'self'" in page["Content-Security-Policy"]


def test_the_markup_of_a_letter_may_neither_run_nor_fetch_anything(client: Client) -> None:
    deliver(BOX, NASTY)
    [mail] = mails_of(BOX)
    shown = client.get(reverse("mail_markup", args=[slug_of(BOX), mail.key]))
    policy = dict(each.strip().partition(" ")[::2] for each in shown["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["script-src"] == policy["form-action"] == "'none'"
    assert policy["img-src"] == "data:"
    assert policy["frame-ancestors"] == "'self'"
    assert "allow-scripts" not in policy["sandbox"]
    assert "allow-same-origin" not in policy["sandbox"]
    assert shown["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.django_db(transaction=True)
def test_a_reply_from_the_page_plays_a_move(client: Client, people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    asked = asked_in(begin_match([anna, ben]), anna, ben)
    letter = f"From: harbour@letters.localhost\r\nReply-To: {asked.address}\r\nSubject: Your move\r\n\r\nshovel 1\r\n"
    deliver(asked.player.email, letter.encode())
    [mail] = mails_of(asked.player.email)
    answer = client.post(reverse("reply_by_mail", args=[slug_of(asked.player.email), mail.key]), {"text": "pass"})
    assert answer.status_code == 302
    read_inbox()
    [stored] = InboundMail.objects.all()
    assert stored.sender == asked.player.email
    assert answer_to(stored)["sentences"][0] == "Played: pass."


def test_a_reply_is_a_proper_one_and_smuggles_no_header(people: MakePeople) -> None:
    deliver(BOX, NASTY)
    [mail] = mails_of(BOX)
    sent = message_from_bytes(make_reply(BOX, mail, "pass\n").as_bytes(), policy=default)
    assert (sent["In-Reply-To"], sent["References"]) == ("<1@letters.localhost>", "<1@letters.localhost>")
    assert (sent["To"], sent["Bcc"]) == ("r@letters.localhost", None)
    assert str(sent["Subject"]).startswith("Re: <b>Ahoy")
    text = sent.get_content()
    assert text.startswith("pass\n\nOn ")
    assert "\n> Ahoy" in text


def test_a_reply_that_cannot_be_sent_says_so(client: Client, settings: Settings) -> None:
    deliver(BOX, NASTY)
    settings.POST_OFFICE_PORT = 9
    [mail] = mails_of(BOX)
    page = client.post(reverse("reply_by_mail", args=[slug_of(BOX), mail.key]), {"text": "pass"}, follow=True)
    assert "could not be sent" in page.content.decode()


def test_reading_a_page_sends_nothing_and_reply_needs_a_form(settings: Settings) -> None:
    deliver(BOX, NASTY)
    [mail] = mails_of(BOX)
    address = reverse("reply_by_mail", args=[slug_of(BOX), mail.key])
    assert Client().get(address).status_code == 405
    assert Client(enforce_csrf_checks=True).post(address, {"text": "pass"}).status_code == 403


@pytest.mark.parametrize("name", ["post_office", "mailbox", "mail", "mail_markup"])
def test_there_is_no_post_office_where_mail_goes_to_a_provider(client: Client, settings: Settings, name: str) -> None:
    deliver(BOX, NASTY)
    settings.POST_OFFICE = False
    [mail] = mails_of(BOX)
    args = {"post_office": [], "mailbox": [slug_of(BOX)]}.get(name, [slug_of(BOX), mail.key])
    assert client.get(reverse(name, args=args)).status_code == 404


def test_what_is_not_there_is_not_found(client: Client) -> None:
    deliver(BOX, NASTY)
    assert client.get(reverse("mailbox", args=["0" * 16])).status_code == 404
    for key in ("..", "x", "..%2F..%2Fsecret_key", ":2,S"):
        assert client.get(reverse("mail", args=[slug_of(BOX), key])).status_code == 404


@pytest.mark.parametrize(
    "address", ["..@..", ".", "a/../../b@c", "x" * 400 + "@demo.example", "ü@demo.example", "%2e@x"]
)
def test_any_address_has_a_mailbox_of_its_own(address: str) -> None:
    deliver(address, NASTY)
    deliver("other@demo.example", NASTY)
    [own] = [each for each in addresses() if each != "other@demo.example"]
    [mail] = mails_of(own)
    assert find_mail(own, mail.key) == mail
