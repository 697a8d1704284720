"""The envelope: headers that thread, that let a reader leave, and that nobody else's words or address get into."""

import re
from email.utils import parsedate_to_datetime

import pytest
from django.utils import timezone

from games.models import Match, OutboxMail
from games.notifications.relay import relay_outbox
from games.services.tables.invitations import invite_by_address
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import play
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

ANNA_STARTS = b'{"starter":0}'
ADDRESS = re.compile(r"[\w.+=-]+@[\w.-]+")
TITLES = [
    "Harmless\r\nBcc: victim@elsewhere.example",
    "Line\u2028break\u2029Subject: x",
    "NUL\x00 and \x1b[31m escape",
    "\u202eesrever\u202c \u200bmarks",
    "x" * 5000,
]
LINKS = [
    "http://evil.example/win",
    "www.evil.example",
    "evil.example/prize",
    "mail evil@evil.example",
    "ftp:\\\\evil.example",
]


def test_the_headers_of_a_letter_are_complete(harbour: Harbour, people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_outbox()
    row = OutboxMail.objects.get(kind="your_move")
    message = harbour.deliveries[-1].message
    assert str(message["From"]) == "Letters of Marque <harbour@letters.localhost>"
    assert str(message["To"]) == "demo.anna@letters.localhost"
    assert message["Message-ID"] == f"<o{row.pk}.{match.pk}@letters.localhost>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Id"] == f"<{match.pk}.letters.localhost>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<http://[^<>]+/your_move/[^<>]+/>", str(message["List-Unsubscribe"]).strip())
    assert abs((parsedate_to_datetime(str(message["Date"])) - timezone.now()).total_seconds()) < 60
    assert [part.get_content_type() for part in message.walk()] == ["multipart/alternative", "text/plain", "text/html"]


def test_two_matches_with_the_same_title_and_players_are_two_threads_of_each_reader(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    for _ in range(2):
        match = begin_match([anna, ben], options=ANNA_STARTS)
        play(match, anna, "pass")
        relay_outbox()
    threads: dict[str, set[str]] = {}
    for each in harbour.deliveries:
        assert each.message["References"] == each.message["In-Reply-To"]
        threads.setdefault(str(each.message["References"]), set()).add(each.recipients[0])
    assert len(threads) == 4
    assert all(len(readers) == 1 for readers in threads.values())


def test_no_letter_holds_an_address_of_anybody_else(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, options=ANNA_STARTS)
    relay_outbox()
    play(match, players[0], "pass")
    for player in players[:2]:
        give_up_seat(match_id=match.pk, player=player, key="resign")
    relay_outbox()
    assert len(harbour.deliveries) == 7
    for each in harbour.deliveries:
        assert len(each.recipients) == 1
        assert "Cc" not in each.message
        assert "Bcc" not in each.message
        found = {address.lower() for address in ADDRESS.findall(each.text + each.html + str(each.message.items()))}
        people_named = {address for address in found if address.startswith("demo.")}
        assert people_named == set(each.recipients)


@pytest.mark.parametrize("title", TITLES)
def test_a_title_cannot_break_out_of_its_header(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, title: str
) -> None:
    match = begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    shown = title.replace("\x00", "")[:60]
    Match.objects.filter(pk=match.pk).update(title=shown)
    relay_outbox()
    assert len(harbour.deliveries) == 3
    for each in harbour.deliveries:
        assert "Bcc" not in each.message
        assert len(each.message.get_all("Subject") or []) == 1
        assert len(each.subject) <= 120
        assert not re.search(r"[\x00-\x1f\u2028\u2029\u202e\u202c\u200b]", each.subject)
        assert each.recipients == [str(each.message["To"])]


@pytest.mark.parametrize("title", LINKS)
def test_a_title_never_becomes_a_link(harbour: Harbour, people: MakePeople, open_table: BeginMatch, title: str) -> None:
    (anna,) = people("Anna")
    match = open_table([anna], bots=1)
    Match.objects.filter(pk=match.pk).update(title=title)
    match.refresh_from_db()
    invite_by_address(match=match, host=anna, address="stranger@elsewhere.example")
    relay_outbox()
    letter = harbour.to("stranger@elsewhere.example")[0]
    assert title not in letter.text
    assert not re.search(r"\w\.example|//evil|@evil", letter.text)
    assert not re.search(r"\w\.example|//evil|@evil", letter.html)
    assert all(link.startswith("http://127.0.0.1:8000/") for link in re.findall(r'href="([^"]*)"', letter.html))


def test_markup_in_a_title_is_shown_as_text(harbour: Harbour, people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    Match.objects.filter(pk=match.pk).update(title='<img src=x onerror=alert(1)> & "quoted"')
    relay_outbox()
    letter = harbour.deliveries[-1]
    assert "<img" not in letter.html
    assert "&lt;img src=x onerror=alert(1)&gt; &amp;" in letter.html
    assert '<img src=x onerror=alert(1)> & "quoted"' in letter.text
