"""A dispute from the log line to its end: ruled, appealed, upheld, played on by mail, and verified offline."""

from email.message import EmailMessage
from email.utils import make_msgid

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.inbound.reading import read_inbox
from games.logbook import store
from games.models import DeskRecord, Dispute, Match
from games.notifications.relay import relay_outbox
from games.projections.write import open_decisions
from games.services.desk.referees import appoint_referee
from pirates.decisions import awaited_seats
from pirates.dice import SeededDice
from pirates.verify import verify
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import Visit
from tests.games.core.playing import write_move
from tests.games.mail.conftest import harbour, office
from tests.games.mail.desk import make_all_due
from tests.games.mail.harbour import Harbour
from tests.games.mail.office import Office

__all__ = ["harbour", "office"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

MOST_REPLIES = 600
OPTIONS = b'{"starter":0,"express":true}'


def sensible_move(match: Match, seat: int) -> str:
    """Return what the game's bot would play for this seat, in notation."""
    book = store.open_book(match.pk)
    moves = list(book.game.legal_moves(book.state, seat))
    return book.game.write(book.game.bot(book.game.view(book.state, seat), moves, SeededDice(b"demo", book.position)))


def awaited(match: Match) -> int:
    return awaited_seats(open_decisions(store.open_book(match.pk)))[0]


def open_desk(page: Page, match: Match) -> None:
    """Go from the desk's first page to the dispute, and say why."""
    page.goto("/desk/")
    page.get_by_role("link", name=match.title).first.click()
    page.get_by_label("Why do you look into this match?").fill("Dispute 1")
    page.get_by_role("button", name="Open the match").click()


def rule_by_page(page: Page, ruling: str, reason: str) -> None:
    page.get_by_label(ruling).check()
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="See what it does").click()


def reply_by_mail(match: Match, players: list[User], harbour: Harbour, office: Office) -> None:
    """Answer the newest letter that the awaited player has with what it asks."""
    make_all_due()
    relay_outbox()
    seat = awaited(match)
    player, before = players[seat], store.open_book(match.pk).position
    letter = next(each for each in reversed(harbour.to(player.email)) if each.message["Reply-To"])
    reply = EmailMessage()
    reply["From"], reply["To"] = player.email, str(letter.message["Reply-To"])
    reply["Subject"], reply["Message-ID"] = f"Re: {letter.subject}", make_msgid(domain="demo.example")
    reply.set_content(sensible_move(match, seat))
    assert office.post(reply.as_bytes(), player.email, str(letter.message["Reply-To"])) == {}
    read_inbox()
    assert store.open_book(match.pk).position > before


def file_dispute(page: Page, match: Match, position: int) -> None:
    """Dispute a line of the log."""
    page.goto(f"/m/{match.pk}/")
    page.get_by_role("link", name=f"dispute entry {position}").click()
    page.get_by_label("What is wrong here").fill("That attack was not allowed.")
    page.get_by_role("button", name="Bring it before a referee").click()
    expect(page.get_by_text("the table is told that there is one")).to_be_visible()


def step_through(page: Page, players: list[User], position: int) -> None:
    """Look at the disputed moment as every seat, and at the one before it."""
    for player in players:
        page.get_by_role("checkbox", name=player.name).check()
    page.get_by_role("button", name="Look", exact=True).click()
    for player in players:
        expect(page.get_by_role("heading", name=f"as {player.name} saw it")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name=f"Entry {position}, as Demo Ben saw it")).to_be_visible()


def rule_back(page: Page, position: int) -> None:
    """Void what came after an entry, having seen what the seats have learned since."""
    page.get_by_role("link", name="Dispute 1").click()
    expect(page.get_by_text("That attack was not allowed.")).to_be_visible()
    page.get_by_label("Entry to go back to").fill(str(position))
    rule_by_page(page, "Void what came after an entry", "The rules do not allow it.")
    expect(page.get_by_role("heading", name="What the seats have learned since then")).to_be_visible()
    make_ruling(page)


def uphold(page: Page) -> None:
    page.get_by_role("link", name="Dispute 1").click()
    rule_by_page(page, "Uphold", "The first ruling is right.")
    make_ruling(page)


def make_ruling(page: Page) -> None:
    page.get_by_role("button", name="Make this ruling").click()
    expect(page.get_by_text("The ruling stands in the log")).to_be_visible()


def appeal(page: Page, match: Match) -> None:
    page.goto(f"/m/{match.pk}/")
    page.get_by_role("link", name="Disputes", exact=True).click()
    page.get_by_label("Appeal, once, to another referee").fill("It was allowed.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Another referee will rule.")).to_be_visible()


def test_a_dispute_is_ruled_appealed_upheld_played_on_by_mail_and_verified(
    visit: Visit, harbour: Harbour, office: Office, people: MakePeople, begin_match: BeginMatch
) -> None:
    *players, rex, rita = people("Anna", "Ben", "Cleo", "Rex", "Rita")
    rex, rita = appoint_referee(rex), appoint_referee(rita)
    match = begin_match(players, is_private=True, options=OPTIONS)
    for _ in range(6):
        write_move(match, players, sensible_move(match, awaited(match)))
    disputed = store.open_book(match.pk).position
    file_dispute(visit(players[0]), match, disputed)

    desk = visit(rex)
    open_desk(desk, match)
    step_through(desk, players, disputed)
    rule_back(desk, disputed - 2)
    assert Dispute.objects.get().status == "ruled"

    ben = visit(players[1])
    appeal(ben, match)
    second = visit(rita)
    open_desk(second, match)
    uphold(second)
    assert Dispute.objects.get().status == "settled"

    for _ in range(MOST_REPLIES):
        if store.open_book(match.pk).is_over:
            break
        reply_by_mail(match, players, harbour, office)
    ben.goto(f"/m/{match.pk}/disputes/")
    expect(ben.get_by_role("heading", name="What referees looked at, and did")).to_be_visible()
    seen = DeskRecord.objects.filter(referee=rex, act="looked").values_list("seat", flat=True)
    assert {0, 1, 2} <= set(seen)
    browser = Client()
    browser.force_login(players[2])
    report = verify(browser.get(f"/api/v1/matches/{match.pk}/export/").content)
    assert report.fault is None, report.fault
