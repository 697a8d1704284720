"""A mail that was put aside is as secret as its match: who is neutral reads why it lies there, and little more."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.return_paths import return_path
from games.models import DeskRecord, InboundMail, Match, OutboxMail
from games.selectors.desk.desk import has_looked
from games.services.desk.referees import appoint_referee
from games.services.people.reply_addresses import digest_of_address, make_reply_address
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db

HAND = "Your hand: Boarding, Map, Shovel"
AWAY = (
    "From: Anna <anna@elsewhere.example>\r\nTo: {to}\r\nSubject: Automatic reply: {to}\r\n"
    "Auto-Submitted: auto-replied\r\n\r\nI am away.\r\n\r\n" + HAND + "\r\n"
)
WRITTEN = (
    "From: Anna <anna@elsewhere.example>\r\nTo: {to}\r\nSubject: Re: your move\r\n\r\n"
    "What is this? Write to me at anna@elsewhere.example or {to}.\r\n\r\n"
    "On 1 May 2026 Letters of Marque <{to}> wrote:\r\n> " + HAND + "\r\n"
)
BOUNCE = (
    "From: Mailer <mailer-daemon@elsewhere.example>\r\nTo: {to}\r\nMIME-Version: 1.0\r\n"
    "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n"
    "anna@elsewhere.example is full.\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nReply-To: {to}\r\n\r\n"
    + HAND
    + "\r\n--b--\r\n"
)
LEAKS = (HAND, "Shovel", "elsewhere.example", "anna@", "r-", "b-o")


def put_aside(text: str, to: str, sender: str = "anna@elsewhere.example") -> InboundMail:
    now = timezone.now()
    return InboundMail.objects.create(
        digest=f"{InboundMail.objects.count():064}", door="smtp", sender=sender, recipient=to,
        token_digest=digest_of_address(to), raw=text.format(to=to).encode(), state="aside", reason="an automatic mail",
        received_at=now, not_before=now,
    )  # fmt: skip


def reply_to(match: Match, player: User, seat: int = 0) -> str:
    return make_reply_address(match_id=match.pk, seat=seat, player=player, decision="1.1:turn")


def came_back(match: Match) -> str:
    letter = OutboxMail.objects.filter(match=match).order_by("pk").first()
    assert letter is not None
    return return_path(f"o{letter.pk}")


def read(client: Client, mail: InboundMail, reason: str = "It was reported.") -> str:
    sent = client.post(f"/desk/inbox/{mail.pk}/", {"reason": reason}, follow=True)
    assert sent.status_code == 200
    return sent.content.decode()


@pytest.mark.parametrize("text", [AWAY, WRITTEN, BOUNCE])
@pytest.mark.parametrize("way", ["reply", "return path", "of nobody"])
def test_no_referee_is_shown_an_address_or_quoted_text(
    text: str, way: str, desk: Client, match: Match, players: list[User]
) -> None:
    ways = {"reply": reply_to(match, players[0]), "return path": came_back(match)}
    mail = put_aside(text, ways.get(way, f"r-{'a' * 26}@{settings.MAIL_DOMAIN}"))
    page = read(desk, mail)
    shown = page[page.index('<main id="main"') : page.index('<footer class="foot"')]
    assert [leak for leak in LEAKS if leak in shown.replace("/desk/", "")] == []
    assert ("What is this?" in shown) == (text is WRITTEN)
    assert "[address]" in shown or text is BOUNCE


@pytest.mark.parametrize("role", ["sits", "hosts", "watched"])
@pytest.mark.parametrize("way", ["reply", "return path", "envelope", "from"])
def test_a_mail_belongs_to_its_match_and_is_closed_to_who_is_not_neutral_there(
    role: str, way: str, match: Match, players: list[User], client: Client, referees: list[User]
) -> None:
    insider = {"sits": players[1], "hosts": players[0], "watched": referees[1]}[role]
    appoint_referee(insider)
    if role == "watched":
        DeskRecord.objects.create(referee=insider, act="watched", match=match, at=match.opened_at)
    nowhere = f"r-{'b' * 26}@{settings.MAIL_DOMAIN}"
    to = {"reply": reply_to(match, players[2], 2), "return path": came_back(match)}.get(way, nowhere)
    text = AWAY.replace("anna@elsewhere.example", players[2].email if way == "from" else "anna@elsewhere.example")
    mail = put_aside(text, to, sender=players[2].email.upper() if way == "envelope" else "")
    client.force_login(insider)
    for answer in (
        client.get(f"/desk/inbox/{mail.pk}/"),
        client.post(f"/desk/inbox/{mail.pk}/", {"reason": "I wonder."}),
        client.get(f"/desk/inbox/{mail.pk}/"),
    ):
        assert answer.status_code == 403
        assert b"Automatic reply" not in answer.content
    assert {each.act for each in DeskRecord.objects.filter(referee=insider, match=match)} >= {"refused"}
    assert not DeskRecord.objects.filter(act="read_mail").exists()


def test_a_reason_comes_first_and_each_look_is_recorded_at_the_match(
    desk: Client, match: Match, players: list[User], referees: list[User]
) -> None:
    mail = put_aside(WRITTEN, reply_to(match, players[0]))
    first = desk.get(f"/desk/inbox/{mail.pk}/")
    assert b"Why do you read this mail?" in first.content
    assert b"What is this?" not in first.content
    assert desk.post(f"/desk/inbox/{mail.pk}/", {"reason": " "}).status_code == 400
    assert not DeskRecord.objects.exists()
    assert match.title in read(desk, mail)
    [look] = DeskRecord.objects.all()
    assert (look.act, look.match, look.reason, look.referee) == ("read_mail", match, "It was reported.", referees[0])
    assert has_looked(match.pk, referees[0])


def test_a_letter_of_a_bundle_that_came_back_belongs_to_all_its_matches(
    desk: Client, match: Match, players: list[User], begin_match: BeginMatch, people: MakePeople
) -> None:
    other = begin_match([*people("Dora"), players[0]])
    carrier = OutboxMail.objects.filter(match=match).order_by("pk")[0]
    carried = OutboxMail.objects.filter(match=other).order_by("pk")[0]
    OutboxMail.objects.filter(pk=carried.pk).update(carrier=carrier)
    mail = put_aside(BOUNCE, return_path(f"o{carrier.pk}"))
    read(desk, mail)
    assert {each.match for each in DeskRecord.objects.filter(act="read_mail")} == {match, other}


def test_of_letters_of_their_own_tables_referees_learn_neither_kind_nor_reader_nor_reason(
    match: Match, players: list[User], client: Client, desk: Client, referees: list[User]
) -> None:
    mail = OutboxMail.objects.filter(match=match).order_by("pk")[0]
    told = {"kind": "queued", "recipient": players[2], "reason": f"550 <{players[2].email}> is full", "subject_id": ""}
    OutboxMail.objects.filter(pk=mail.pk).update(state="parked", settled_at=timezone.now(), **told)
    for path in ("/desk/", "/desk/outbox/"):
        page = desk.get(path).content.decode()
        assert "queued move" in page
        assert players[2].email not in page
    client.force_login(appoint_referee(players[1]))
    for path in ("/desk/", "/desk/outbox/"):
        page = client.get(path).content.decode()
        assert "your own table" in page
        assert "queued move" not in page
        assert players[2].name not in page
    assert client.post(f"/desk/outbox/{mail.pk}/retry/").status_code == 403
    mail.refresh_from_db()
    assert mail.state == "parked"
